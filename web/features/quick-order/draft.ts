/** What was typed or pasted and is not in the cart yet, kept on the device for its user and client (R33, R37). */
import type { CartOwner } from '../../shop/device-store.ts'

const nameOf = ({ userId, clientId }: CartOwner) => `pedido-rapido:${userId}:${clientId}`

export function keptDraft(owner: CartOwner): string {
  try {
    return localStorage.getItem(nameOf(owner)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps a text in place of the one before; a browser that refuses storage keeps it until the page closes. */
export function keepDraft(owner: CartOwner, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(nameOf(owner))
    else localStorage.setItem(nameOf(owner), text)
  } catch {
    // As above.
  }
}
