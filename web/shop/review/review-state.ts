/** The state of a review, and how reading and storing change it: pure (R33, R244). */
import type { LinesAnswer, ListLine } from '../../../contract/cart-lines.ts'
import type { Review as ReadReview } from '../../../contract/review.ts'
import { type OpenRow, openRow, openText, type ReadyLine, withoutAnswered } from './review-rows.ts'

/** What the server stored of a line. */
export type StoredLine = ListLine

export interface ReviewState {
  readonly rows: readonly OpenRow[]
  /** What holds for many of the rows that were read; said until lines are stored. */
  readonly notices: readonly string[]
  /** The latest first, one of each article. */
  readonly stored: readonly StoredLine[]
}
export type Read = Pick<ReadReview, 'rows' | 'texts' | 'remarks' | 'notices'>

/** Lines, questions and texts as rows, in the order in which they were written. */
export function rowsOfRead({ rows, texts, remarks }: Read, nextId: () => number): OpenRow[] {
  // A shop of the version before answers its texts as remarks alone.
  const unread = texts ?? remarks.map((remark) => ({ ...remark, kind: 'text' as const }))
  const parts = [...rows, ...unread].toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
  return parts.map((part) => ('articles' in part ? openRow(nextId(), part) : openText(nextId(), part)))
}

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
  notices: [...new Set([...state.notices, ...read.notices])],
})

/**
 * Takes the server's answer about lines: stored rows leave the review; rows that it refused or asks about stay with its
 * reason. What is asked or unread stays, until it is answered.
 */
export function withStored(
  state: ReviewState,
  lines: readonly ReadyLine[],
  answer: Pick<LinesAnswer, 'lines' | 'notices'>,
): ReviewState {
  const refused = new Map(
    answer.notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason] as const] : [])),
  )
  const storedRowIds = new Set(lines.flatMap(({ id, ids }) => (refused.has(id) ? [] : ids)))
  // An article has one line in the cart: what was stored last takes the place of what was stored before.
  const articles = new Set(answer.lines.map(({ articleId }) => articleId))
  return {
    ...state,
    rows: withoutAnswered(
      state.rows
        .filter(({ id }) => !storedRowIds.has(id))
        .map((row) => ({ ...row, refused: refused.get(row.id) ?? row.refused })),
    ),
    notices: answer.lines.length > 0 ? [] : state.notices,
    stored: [...answer.lines.toReversed(), ...state.stored.filter(({ articleId }) => !articles.has(articleId))],
  }
}
