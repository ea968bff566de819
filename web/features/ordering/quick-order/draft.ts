/** What was typed or pasted and is not in the cart yet, kept on the device for its user and client (R33, R37). */
import type { CartOwner } from '../../../shop/book/device-store.ts'

const textName = ({ userId, clientId }: CartOwner) => `pedido-rapido:${userId}:${clientId}`

export function keptDraft(owner: CartOwner): string {
  try {
    return localStorage.getItem(textName(owner)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text in place of the one before; a browser that refuses storage keeps it until the page closes. */
export function keepDraft(owner: CartOwner, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(textName(owner))
    else localStorage.setItem(textName(owner), text)
  } catch {
    // As above.
  }
}

/**
 * What stands on the device before the text that a page keeps: it was sealed while its user was gone, and opened since
 * (R229).
 */
export function openedBefore(owner: CartOwner, kept: string): string {
  const draft = keptDraft(owner)
  if (kept === '') return draft
  return draft.endsWith(`\n${kept}`) ? draft.slice(0, -kept.length - 1) : ''
}

const unreadName = ({ userId, clientId }: CartOwner) => `pedido-rapido-sin-leer:${userId}:${clientId}`

/** Whether a text that was to be read still waits for the signal, also after its tab was closed. */
export function isUnread(owner: CartOwner): boolean {
  try {
    return localStorage.getItem(unreadName(owner)) !== null && keptDraft(owner) !== ''
  } catch {
    return false
  }
}

/** Notes that the kept text could not be read for want of signal, or that nothing waits any more. */
export function keepUnread(owner: CartOwner, unread: boolean): void {
  try {
    if (unread) localStorage.setItem(unreadName(owner), '1')
    else localStorage.removeItem(unreadName(owner))
  } catch {
    // As above.
  }
}
