/** Rows of `precios` that begin later (R353): they stand beside the price that holds, and wait. */
import type { Queryable } from '../../db/open.ts'
import { type FeedFile, joinedKey, keyOfRecord, type RowKey, type RowResult } from '../../ports/erp/erp.ts'
import type { FeedTable, StoredRow } from './erp-sync.types.ts'
import type { PriceMove } from './guards.rules.ts'
import { dropAhead, listAhead, type PriceAhead, putAhead } from './prices-ahead.queries.ts'

type PriceRow = FeedFile<'prices'>['rows'][number]

export const isPrices = (file: FeedFile<FeedTable>): file is FeedFile<'prices'> => file.table === 'prices'

/** The rows of `precios` by what they are now. */
export interface SortedPrices {
  /** Of each article the row that began last. */
  holding: PriceRow[]
  /** Rows that began earlier, and that the holding one replaces. */
  past: PriceRow[]
  ahead: PriceRow[]
}

/** Sorts the rows of a file by their beginnings; `now` in milliseconds since 1970. */
export function sortPrices(rows: readonly PriceRow[], now: number): SortedPrices {
  const began = ({ record: { since } }: PriceRow) => (since == null ? Number.NEGATIVE_INFINITY : Date.parse(since))
  const ahead = rows.filter((row) => began(row) > now)
  const holding = new Map<number, PriceRow>()
  const past: PriceRow[] = []
  for (const row of rows.filter((each) => began(each) <= now)) {
    const other = holding.get(row.record.articleId)
    const isLater = !other || began(row) >= began(other)
    if (isLater) holding.set(row.record.articleId, row)
    const earlier = isLater ? other : row
    if (earlier) past.push(earlier)
  }
  return { holding: [...holding.values()], past, ahead }
}

/** What guards judge of prices that begin later: those that move, and the articles that would lose theirs. */
export function judgeAhead(rows: readonly PriceRow[], stored: ReadonlyMap<RowKey, StoredRow>) {
  const moves: PriceMove[] = []
  const lost = new Set<RowKey>()
  for (const { record } of rows) {
    const { articleId, listPrice: after } = record
    const before = Number(stored.get(articleId)?.columns.list_price ?? 0)
    if (before > 0 && after === 0) lost.add(articleId)
    else if (before > 0 && before !== after) moves.push({ articleId, before, after })
  }
  return { moves, lost }
}

/** The rows as parts of a digest (feed-preview.service.ts). */
export function* partsAhead(rows: readonly PriceRow[]) {
  for (const { record } of rows) yield [`a${keyOfRecord('prices', record)}`, record.listPrice] as const
}

/** What was done with the rows that begin later. */
interface StoredAhead {
  inserted: number
  changed: number
  unchanged: number
  removed: number
  results: ReadonlyMap<number, RowResult>
}

/**
 * Stores the rows that begin later. A complete file withdraws those that it lacks, a file of changes those that it names as gone.
 */
export async function storeAhead(
  t: Queryable,
  { gone, goneRows }: Pick<FeedFile<'prices'>, 'gone' | 'goneRows'>,
  { rows, full }: { rows: readonly PriceRow[]; full: boolean },
): Promise<StoredAhead> {
  const articles = [
    ...rows.map(({ record }) => record.articleId),
    ...gone.map((key) => Number(String(key).split('/')[0])),
  ]
  const stored = new Map((await listAhead(t, full ? undefined : articles)).map((price) => [keyOf(price), price]))
  const given = rows.map(({ row, record: { articleId, since, listPrice } }) => {
    return { row, price: { articleId, since: since ?? '', listPrice } }
  })
  const results = new Map<number, RowResult>()
  for (const { row, price } of given) {
    const before = stored.get(keyOf(price))
    results.set(row, !before ? 'inserted' : before.listPrice === price.listPrice ? 'unchanged' : 'changed')
  }
  const [kept, ended] = [new Set<RowKey>(given.map(({ price }) => keyOf(price))), new Set(gone)]
  const removed = [...stored].filter(([key]) => ended.has(key) || (full && !kept.has(key))).map(([, price]) => price)
  await dropAhead(t, removed)
  await putAhead(
    t,
    given.filter(({ row }) => results.get(row) !== 'unchanged').map(({ price }) => price),
  )
  const count = (wanted: RowResult) => [...results.values()].filter((result) => result === wanted).length
  const removedKeys = new Set<RowKey>(removed.map(keyOf))
  const figures = {
    inserted: count('inserted'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    removed: removed.length,
  }
  for (const [row, key] of goneRows ?? []) if (removedKeys.has(key)) results.set(row, 'deactivated')
  return { ...figures, results }
}

const keyOf = ({ articleId, since }: PriceAhead): RowKey =>
  joinedKey({ key: ['articleId', 'since'] }, { articleId, since: new Date(since).toISOString() })
