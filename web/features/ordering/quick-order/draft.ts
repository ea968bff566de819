/** The text of a quick order that is not in the cart yet, kept on the device per user and client (R33, R37). */
import type { CartOwner } from '../../../shop/book/device-store.ts'

const textName = ({ userId, clientId }: CartOwner) => `pedido-rapido:${userId}:${clientId}`

/** The text that the device keeps; '' for none. */
export function keptDraft(owner: CartOwner): string {
  try {
    return localStorage.getItem(textName(owner)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text in place of the one before. In a browser that refuses storage the text lasts until the page closes. */
export function keepDraft(owner: CartOwner, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(textName(owner))
    else localStorage.setItem(textName(owner), text)
  } catch {
    // The page still has the text.
  }
}

/**
 * The text that the device holds in front of `kept`, the text that this page keeps; '' for none. Such a text was sealed while
 * its user was gone, and opened since (R229).
 */
export function openedBefore(owner: CartOwner, kept: string): string {
  const draft = keptDraft(owner)
  if (kept === '') return draft
  return draft.endsWith(`\n${kept}`) ? draft.slice(0, -kept.length - 1) : ''
}

const unreadName = ({ userId, clientId }: CartOwner) => `pedido-rapido-sin-leer:${userId}:${clientId}`

/** Whether a text still waits for the signal to be read, also after its tab was closed. */
export function isUnread(owner: CartOwner): boolean {
  try {
    return localStorage.getItem(unreadName(owner)) !== null && keptDraft(owner) !== ''
  } catch {
    return false
  }
}

/** Notes that the kept text could not be read for want of signal, or, with `false`, that no text waits any more. */
export function keepUnread(owner: CartOwner, unread: boolean): void {
  try {
    if (unread) localStorage.setItem(unreadName(owner), '1')
    else localStorage.removeItem(unreadName(owner))
  } catch {
    // In a browser that refuses storage nothing is offered after a reload.
  }
}
