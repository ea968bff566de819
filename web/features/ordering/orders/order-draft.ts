/** The draft of an order that is not sent yet, kept in this tab per user and client; a reload does not lose it. */
import { OWN_CONDITION, PICKUP } from '../../../../contract/orders.ts'
import { dropDraft, keepDraft, keptDraft, useDraft } from '../../../lib/draft.ts'
import type { CartOwner, OrderChoice } from '../../../shop/book/device-store.ts'
import { dropRepeatedAddress } from '../../../shop/orders/repeated-address.ts'

/** The user cleared the suggested address: no address is suggested again. */
export const NOTHING_CHOSEN = ''

export interface OrderDraft {
  /** The address's id, PICKUP or NOTHING_CHOSEN. While the user has not chosen it is null, and the shop suggests one (R35). */
  readonly addressId: number | typeof NOTHING_CHOSEN | null
  /** The user chose delivery by hand: a pickup is not suggested any more. */
  readonly sends: boolean
  readonly note: string
  /** The sale condition that staff chose; null for the client's own. */
  readonly condition: number | null
}

const empty: OrderDraft = { addressId: null, sends: false, note: '', condition: null }
const nameOf = ({ userId, clientId }: CartOwner) => `pedido-borrador:${userId}:${clientId}`

/** The draft of an owner's order, and the function that changes and keeps it. */
export const useOrderDraft = (owner: CartOwner) => useDraft(nameOf(owner), empty)

/** The note typed for the order after this one; '' while the draft still holds this order's own note. */
function nextNote(owner: CartOwner, { note }: OrderChoice): string {
  const typed = keptDraft(nameOf(owner), empty).note.trim()
  return typed === note ? '' : typed
}

/**
 * Restores the draft of an order that was taken back to the cart: the choices it was sent with, and a note typed since then.
 * Answers whether there is such a note.
 */
export function keepOrderDraft(owner: CartOwner, choice: OrderChoice): boolean {
  const { addressId, condition } = choice
  const since = nextNote(owner, choice)
  const draft: OrderDraft = {
    // NO_ADDRESS: the client had no address then, and may have one now.
    addressId: addressId < PICKUP ? null : addressId,
    sends: addressId !== PICKUP,
    note: [choice.note, since].filter(Boolean).join('\n'),
    condition: condition === OWN_CONDITION ? null : condition,
  }
  keepDraft(nameOf(owner), draft)
  return since !== ''
}

/** Drops the draft of an order that was sent. A note that differs from the order's is for the next order, and stays. */
export function dropOrderDraft(owner: CartOwner, choice: OrderChoice): void {
  if (nextNote(owner, choice) !== '') return
  dropDraft(nameOf(owner))
  dropRepeatedAddress(owner.userId, owner.clientId)
}

/** Why an address is suggested, as `chosenForYou` tells it. */
export type WhyChosen = 'only' | 'repeated' | 'last'

/**
 * The address suggested to a user who has not chosen one (R35): the client's only address, else the repeated order's, else the
 * last one used. An address that is not one of `known`, nor pickup, is passed over; null when none is left.
 */
export function chosenForYou(
  known: readonly number[],
  { repeated, last }: { repeated: number | null; last: number | null },
): { addressId: number; why: WhyChosen } | null {
  const [only, another] = known
  if (only !== undefined && another === undefined) return { addressId: only, why: 'only' }
  const isPossible = (id: number | null): id is number => id !== null && (id === 0 || known.includes(id))
  if (isPossible(repeated)) return { addressId: repeated, why: 'repeated' }
  if (isPossible(last)) return { addressId: last, why: 'last' }
  return null
}
