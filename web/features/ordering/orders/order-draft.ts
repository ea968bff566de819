/** What was chosen for an order and not sent yet, in this tab, for its user and client; a reload keeps it. */
import { OWN_CONDITION, PICKUP } from '../../../../contract/orders.ts'
import { dropDraft, keepDraft, keptDraft, useDraft } from '../../../lib/draft.ts'
import type { CartOwner, OrderChoice } from '../../../shop/book/device-store.ts'
import { dropRepeatedAddress } from '../../../shop/orders/repeated-address.ts'

/** The address that was chosen for somebody was taken away by hand: none is chosen for them again. */
export const NOTHING_CHOSEN = ''

export interface OrderDraft {
  /** The address's id, PICKUP or NOTHING_CHOSEN; null until somebody chooses: then it is chosen for them (R35). */
  readonly addressId: number | typeof NOTHING_CHOSEN | null
  /** Delivery was chosen by hand: a pickup that was chosen for them counts no more. */
  readonly sends: boolean
  readonly note: string
  /** Staff names the condition; null: the client's own. */
  readonly condition: number | null
}

const empty: OrderDraft = { addressId: null, sends: false, note: '', condition: null }
const nameOf = ({ userId, clientId }: CartOwner) => `pedido-borrador:${userId}:${clientId}`

export const useOrderDraft = (owner: CartOwner) => useDraft(nameOf(owner), empty)

/** What is typed for the cart that comes after an order; '' where the draft is the order's own. */
function nextNote(owner: CartOwner, { note }: OrderChoice): string {
  const typed = keptDraft(nameOf(owner), empty).note.trim()
  return typed === note ? '' : typed
}

/**
 * The order was taken back to the cart: the form has again what it was sent with, and the note that was typed since.
 * Answers whether there is one.
 */
export function keepOrderDraft(owner: CartOwner, choice: OrderChoice): boolean {
  const { addressId, condition } = choice
  const since = nextNote(owner, choice)
  const draft: OrderDraft = {
    // None was available then; perhaps there is one now.
    addressId: addressId < PICKUP ? null : addressId,
    sends: addressId !== PICKUP,
    note: [choice.note, since].filter(Boolean).join('\n'),
    condition: condition === OWN_CONDITION ? null : condition,
  }
  keepDraft(nameOf(owner), draft)
  return since !== ''
}

/** The order was sent. A note that is another one is typed for the next order, and stays. */
export function dropOrderDraft(owner: CartOwner, choice: OrderChoice): void {
  if (nextNote(owner, choice) !== '') return
  dropDraft(nameOf(owner))
  dropRepeatedAddress(owner.userId, owner.clientId)
}

export type WhyChosen = 'only' | 'repeated' | 'last'

/**
 * The address chosen for whoever has not chosen (R35): the only one, else that of the repeated order, else the last
 * one used. Null where none of them is one of `known`.
 */
export function chosenForYou(
  known: readonly number[],
  { repeated, last }: { repeated: number | null; last: number | null },
): { addressId: number; why: WhyChosen } | null {
  const [only, another] = known
  if (only !== undefined && another === undefined) return { addressId: only, why: 'only' }
  const possible = (id: number | null): id is number => id !== null && (id === 0 || known.includes(id))
  if (possible(repeated)) return { addressId: repeated, why: 'repeated' }
  if (possible(last)) return { addressId: last, why: 'last' }
  return null
}
