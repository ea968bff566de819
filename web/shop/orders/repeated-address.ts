/** The address of a repeated order, for the new order that is made of it (R35); kept in this tab. */
import { dropDraft } from '../../lib/draft.ts'

const nameOf = (userId: number, clientId: number) => `pedido-repetido:${userId}:${clientId}`

/** Keeps the repeated order's address id for the next order of that user's cart for the client. */
export function keepRepeatedAddress(userId: number, clientId: number, addressId: number): void {
  try {
    sessionStorage.setItem(nameOf(userId, clientId), String(addressId))
  } catch {
    // Then the address is chosen as for any other order.
  }
}

/** The kept address id; null for none. */
export function repeatedAddress(userId: number, clientId: number): number | null {
  try {
    const text = sessionStorage.getItem(nameOf(userId, clientId))
    return text === null ? null : Number(text)
  } catch {
    return null
  }
}

/** Forgets the address: the order was sent. */
export const dropRepeatedAddress = (userId: number, clientId: number): void => dropDraft(nameOf(userId, clientId))
