/** The rows of a review on the screen and their way into the cart (R33, R34, R244). */
import { useState } from 'react'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import type { ReviewArticle } from '../../../contract/review.ts'
import { call, messageOf } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { saveLine } from '../book/cart-saves.ts'
import type { CartOwner } from '../book/device-store.ts'
import { noteLinesSet, useCart } from '../cart.ts'
import {
  accepted,
  asLine,
  linesOf,
  type OpenRow,
  withArticle,
  withDecision,
  withoutAnswered,
  withQuantity,
} from './review-rows.ts'
import { type Read, type ReviewState, rowsOfRead, type StoredLine, withRead, withStored } from './review-state.ts'

/** Time limit of the call that stores, in milliseconds; after it the rows stay. */
const LIMIT = 20_000
let lastId = 0

const NOTHING: ReviewState = { rows: [], notices: [], stored: [] }

type Decision = Parameters<typeof withDecision> extends [OpenRow, ...infer Rest] ? Rest : never

/** What a person does to rows, wherever they are kept: `change` replaces those with the given ids. */
export const rowChanges = (change: (ids: readonly number[], to: (row: OpenRow) => OpenRow) => void) => ({
  /** One row is accepted with its quantity; of several, unusual quantities are still asked about. */
  accept: (ids: readonly number[]) => change(ids, (row) => accepted(row, ids.length === 1)),
  choose: (id: number, article: ReviewArticle) => change([id], (row) => withArticle(row, article)),
  type: (id: number, text: string) => change([id], (row) => withQuantity(row, text)),
  discard: (id: number, discarded: boolean) => change([id], (row) => ({ ...row, discarded })),
  /** Whether its article takes the place of another one from now on was decided (R375). */
  decide: (id: number, ...decision: Decision) => change([id], (row) => withDecision(row, ...decision)),
  /** A text is a line after all. */
  makeLine: (id: number) => change([id], asLine),
})
export type RowChanges = ReturnType<typeof rowChanges>

/**
 * A review on the screen: its state, and the functions that change it.
 * @param first the rows that it begins with
 */
export function useReview(owner: CartOwner, first: () => readonly OpenRow[] = () => []) {
  const [state, setState] = useState<ReviewState>(() => {
    const rows = first()
    // Rows that a tab kept over a reload have the ids that they were given before it.
    lastId = Math.max(lastId, ...rows.map(({ id }) => id))
    return { ...NOTHING, rows }
  })
  const cart = useCart()

  const change = (ids: readonly number[], to: (row: OpenRow) => OpenRow) =>
    setState((now) => ({
      ...now,
      rows: withoutAnswered(now.rows.map((row) => (ids.includes(row.id) ? to(row) : row))),
    }))

  /**
   * Adds what a reader answered to the rows, or puts it in the place of one of them; answers the new ones.
   * @param instead the id of the row that was read again
   */
  const open = (read: Read, instead?: number): OpenRow[] => {
    const fresh = rowsOfRead(read, () => ++lastId)
    setState((now) => withRead(now, read, fresh, instead))
    return fresh
  }
  /** Begins anew with these rows; what was stored stays. */
  const startAgain = (rows: readonly OpenRow[] = []) => setState(({ stored }) => ({ ...NOTHING, rows, stored }))

  /**
   * Stores the rows that are ready; they leave the review as the server has stored them, and what it refuses or asks
   * about stays with its reason. Throws what the call throws.
   */
  const store = async (candidates: readonly OpenRow[]): Promise<readonly StoredLine[]> => {
    const lines = linesOf(candidates)
    if (lines.length === 0) return []
    const before = cart.lines
    const answer = await call(saveCartLines, {
      body: {
        clientId: owner.clientId,
        lines: lines.map(({ id, article: { articleId }, quantity, note, confirmed }) => ({
          row: id,
          articleId,
          quantity,
          ask: !confirmed,
          // A line without a note keeps the one that it has in the cart.
          note: note || null,
        })),
      },
      signal: AbortSignal.timeout(LIMIT),
    })
    void noteLinesSet(owner, answer.lines)
    setState((now) => withStored(now, lines, answer))
    if (answer.lines.length > 0) tell(answer.lines, before)
    return answer.lines
  }
  const tell = (lines: readonly StoredLine[], before: ReturnType<typeof useCart>['lines']) => {
    const addedText = lines.length === 1 ? `${lines[0]?.code}: agregado` : `${lines.length} renglones agregados`
    showToast('success', `${addedText} al carrito`, {
      label: 'Deshacer',
      run: () => {
        for (const { articleId, code, inCart } of lines) {
          const note = before.get(articleId)?.note
          saveLine(owner, { articleId, code, quantity: inCart, ...(note !== undefined && { note }) }, true)
        }
        const taken = new Set(lines.map(({ articleId }) => articleId))
        setState((now) => ({
          ...now,
          stored: now.stored.filter(({ articleId }) => !taken.has(articleId)),
        }))
      },
    })
  }

  return { ...state, owner, open, startAgain, store, ...rowChanges(change) }
}
export type Review = ReturnType<typeof useReview>

/** Rows of a review added to the cart by a button: whether that is under way, and what failed the last time; '' for nothing. */
export function useAdding({ store }: Pick<Review, 'store'>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const add = async (rows: readonly OpenRow[]): Promise<void> => {
    setBusy(true)
    setFailure('')
    await store(rows).catch((error: unknown) => setFailure(messageOf(error)))
    setBusy(false)
  }
  return { busy, failure, onAdd: (rows: readonly OpenRow[]) => void add(rows) }
}
