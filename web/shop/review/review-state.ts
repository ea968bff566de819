/** The state of a review, and how reading and storing change it: pure (R33, R244). */
import type { LinesAnswer, ListLine } from '../../../contract/cart-lines.ts'
import type { Review as ReadReview, ReviewRemark } from '../../../contract/review.ts'
import { type OpenRow, openRow, type ReadyLine } from './review-rows.ts'

/** What the server stored of a line. */
export type StoredLine = ListLine

export interface ReviewState {
  readonly rows: readonly OpenRow[]
  readonly remarks: readonly ReviewRemark[]
  readonly notices: readonly string[]
  /** The latest first, one of each article. */
  readonly stored: readonly StoredLine[]
}
export type Read = Pick<ReadReview, 'rows' | 'remarks' | 'notices'>

/** Rows as they were read, each with the remarks that name it. */
export const rowsOfRead = ({ rows, remarks }: Read, nextId: () => number): OpenRow[] =>
  rows.map((row, at) =>
    openRow(
      nextId(),
      row,
      remarks.filter((remark) => remark.rows.includes(at)).map(({ text }) => text),
    ),
  )

/**
 * Adds what was read to a review.
 * @param instead the id of the row whose place the fresh ones take; without one they come last
 */
export const withRead = (state: ReviewState, read: Read, fresh: readonly OpenRow[], instead?: number): ReviewState => ({
  ...state,
  rows:
    instead === undefined
      ? [...state.rows, ...fresh]
      : state.rows.flatMap((row) => (row.id === instead ? fresh : [row])),
  remarks: [...state.remarks, ...read.remarks],
  notices: [...new Set([...state.notices, ...read.notices])],
})

/**
 * Takes the server's answer about lines: stored rows leave the review; rows that it refused or asks about stay with its
 * reason.
 * @param remarksRead whether the person said to have read the remarks; until then they stay
 */
export function withStored(
  state: ReviewState,
  lines: readonly ReadyLine[],
  answer: Pick<LinesAnswer, 'lines' | 'notices'>,
  remarksRead: boolean,
): ReviewState {
  const refused = new Map(
    answer.notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason] as const] : [])),
  )
  const storedRowIds = new Set(lines.flatMap(({ id, ids }) => (refused.has(id) ? [] : ids)))
  // An article has one line in the cart: what was stored last takes the place of what was stored before.
  const articles = new Set(answer.lines.map(({ articleId }) => articleId))
  return {
    ...state,
    rows: state.rows
      .filter(({ id }) => !storedRowIds.has(id))
      .map((row) => ({ ...row, refused: refused.get(row.id) ?? row.refused })),
    remarks: remarksRead && refused.size === 0 ? [] : state.remarks,
    stored: [...answer.lines.toReversed(), ...state.stored.filter(({ articleId }) => !articles.has(articleId))],
  }
}
