/** Prices of lists and of clients, which hold from a beginning on (R353): what a file of them changes for whoever buys. Pure. */
import type { Changes } from './erp-sync.rules.ts'
import type { Columns, FeedFile, FeedTable, RowKey, Scalar, StoredRow } from './erp-sync.types.ts'
import type { PriceMove } from './guards.rules.ts'

/** Whose the prices are, by kind. */
export const ownerColumns = { listPrices: 'list_id', clientPrices: 'client_id' } as const
export type DatedTable = keyof typeof ownerColumns

export const isDated = (file: FeedFile<FeedTable>): file is FeedFile<DatedTable> => file.table in ownerColumns

/** Whether all prices of a file begin after `now`: such a file stands beside what is there and ends nothing. */
export const onlyAhead = ({ rows }: FeedFile<DatedTable | 'prices'>, now: number): boolean =>
  rows.length > 0 && rows.every(({ record: { since } }) => since != null && Date.parse(since) > now)

/** What a file does to the prices that hold now, or that it announces: of one list, or of all clients. */
export interface PriceFigures {
  /** Articles with a price before and after; of clients, each client's apart. */
  activeBefore: number
  activeAfter: number
  /** How many of them have none any more, and the prices of those whose rows the file lacks. */
  lost: number
  deactivated: RowKey[]
  /** The prices that are lost, by their keys. */
  lostKeys: RowKey[]
  moves: PriceMove[]
}

interface Held {
  key: RowKey
  since: number
  price: number
}
/** An article in a list, or for a client. */
interface Pair {
  owner: number
  articleId: number
  before?: Held
  after?: Held
  /** The prices that the file announces. */
  ahead: number[]
}

/**
 * Compares the price that each article has now in a list, or for a client, with the one that it has after the changes and
 * with those that they announce. By rows it would be wrong: a price goes on under a new beginning, which is another row.
 *
 * @param groupOf lists are judged each for itself, clients together
 */
export function judgePrices(
  changes: Changes,
  stored: ReadonlyMap<RowKey, StoredRow>,
  { table, groupOf, now }: { table: DatedTable; groupOf: (owner: number) => number; now: number },
): Map<number, PriceFigures> {
  const pairs = new Map<string, Pair>()
  const pairOf = (columns: Columns): Pair => {
    const [owner, articleId] = [Number(columns[ownerColumns[table]]), Number(columns.article_id)]
    const name = `${owner}/${articleId}`
    const pair = pairs.get(name) ?? { owner, articleId, ahead: [] }
    pairs.set(name, pair)
    return pair
  }
  const held = (key: RowKey, columns: Columns): Held => {
    return { key, since: timeOf(columns.since, -Infinity), price: Number(columns.list_price) }
  }
  const later = (other: Held | undefined, row: Held) => (other && other.since > row.since ? other : row)
  const holds = (columns: Columns, { since }: Held) => since <= now && now < timeOf(columns.until, Infinity)
  const take = (key: RowKey, columns: Columns, isNews: boolean) => {
    const [pair, row] = [pairOf(columns), held(key, columns)]
    if (holds(columns, row)) pair.after = later(pair.after, row)
    else if (isNews && row.since > now) pair.ahead.push(row.price)
  }
  const gone = new Set(changes.deactivated)
  const changed = new Map(changes.changed.map(({ key, columns }) => [key, columns]))
  for (const { key, columns, fromErp } of stored.values()) {
    if (!fromErp) continue
    const [pair, row] = [pairOf(columns), held(key, columns)]
    if (columns.active && holds(columns, row)) pair.before = later(pair.before, row)
    const next = { ...columns, ...changed.get(key) }
    if (next.active && !gone.has(key)) take(key, next, changed.has(key))
  }
  for (const { key, columns } of changes.inserted) take(key, columns, true)

  const groups = new Map<number, PriceFigures>()
  for (const { owner, articleId, before, after, ahead } of pairs.values()) {
    const figures = groups.get(groupOf(owner)) ?? noFigures()
    groups.set(groupOf(owner), figures)
    if (after && after.price > 0) figures.activeAfter++
    if (!before || before.price === 0) continue
    figures.activeBefore++
    const prices = [after?.price ?? 0, ...ahead]
    if (prices.includes(0)) {
      figures.lost++
      figures.lostKeys.push(before.key)
      if (!after) figures.deactivated.push(before.key)
      continue
    }
    const farthest = prices.toSorted((a, b) => ratio(before.price, b) - ratio(before.price, a))[0] ?? before.price
    if (farthest !== before.price) figures.moves.push({ owner, articleId, before: before.price, after: farthest })
  }
  return groups
}

const noFigures = (): PriceFigures => ({
  activeBefore: 0,
  activeAfter: 0,
  lost: 0,
  deactivated: [],
  lostKeys: [],
  moves: [],
})

const ratio = (a: number, b: number) => Math.max(a / b, b / a)

/** Milliseconds of a stored instant; `none` for one that is not told or infinite. */
const timeOf = (value: Scalar | undefined, none: number): number =>
  typeof value === 'string' && !value.includes('infinity') ? Date.parse(value) : none
