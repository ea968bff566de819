/** Joins what each branch asks for into rows of articles (R379). Pure. */
import type { BranchReview } from '../../../contract/branch-orders.ts'
import type { ReviewRow } from '../../../contract/review.ts'
import type { WrittenRow } from '../readers/sheet/sheet.types.ts'

/** A reviewed row, with fields that do not leave the server: which written rows it stands for, and its code there. */
type Reviewed = ReviewRow & { readonly from: readonly number[]; readonly written: string | undefined }

/** The reviewed rows of one branch, and the written ones that they are made of. */
export interface BranchRows {
  readonly addressId: number
  readonly written: readonly WrittenRow[]
  readonly reviewed: readonly Reviewed[]
}

/** The place of a written row in its file. */
const placeOf = ({ sheet, row }: WrittenRow): string => `${sheet} ${row}`

/**
 * The rows of the sheet, in its order, each with a cell for every reviewed row of a branch. Rows that one branch's article joins are
 * one row for all of them.
 * @param articleOf the article whose code a row has; undefined where that is not certain
 */
export function joinBranches(
  branches: readonly BranchRows[],
  articleOf: (row: WrittenRow) => number | undefined,
): BranchReview['rows'] {
  const first = new Map<string, string>()
  const headOf = (place: string): string => {
    const next = first.get(place)
    return next === undefined || next === place ? place : headOf(next)
  }
  const places: { place: string; row: WrittenRow }[] = []
  for (const { written, reviewed } of branches) {
    for (const row of written) {
      if (first.has(placeOf(row))) continue
      first.set(placeOf(row), placeOf(row))
      places.push({ place: placeOf(row), row })
    }
    for (const { from } of reviewed) {
      const [head, ...others] = from.flatMap((at) => (written[at] ? [headOf(placeOf(written[at]))] : []))
      for (const other of others) if (head !== undefined) first.set(other, head)
    }
  }
  places.sort((a, b) => a.row.sheet - b.row.sheet || a.row.row - b.row.row)
  const rows = new Map<string, BranchReview['rows'][number]>()
  for (const { place, row } of places) {
    const joined = rows.get(headOf(place))
    if (joined) joined.lines.push(row.row)
    else rows.set(headOf(place), { lines: [row.row], text: textOf(row), asked: '', cells: [] })
  }
  for (const { addressId, written, reviewed } of branches)
    for (const cell of reviewed) {
      const row = written[cell.from[0] ?? 0]
      const joined = row && rows.get(headOf(placeOf(row)))
      if (!joined) continue
      const { from: _, written: __, ...onTheWire } = cell
      joined.cells.push({ addressId, row: onTheWire })
      const [article, ...others] = cell.articles
      // A question about the quantity has the row's own article alone.
      const isSure = article !== undefined && others.length === 0 && article.articleId === articleOf(row)
      if (cell.kind === 'question' && !isSure) joined.asked ||= cell.reason
    }
  return [...rows.values()]
}

const textOf = ({ code, ean, name, text }: WrittenRow): string =>
  [code || ean, name].filter((part) => part !== '').join(' · ') || text
