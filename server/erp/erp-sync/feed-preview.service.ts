/** What taking a file would change, with examples, for the person who has to confirm it (R297). */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { FeedPreview } from '../../../contract/erp.ts'
import type { Tables } from '../../db/tables.ts'
import { dayText } from '../../lib/dates.ts'
import { breather } from '../../lib/turns.ts'
import { type FeedFile, keyParts } from '../../ports/erp/erp.ts'
import type { Changes } from './erp-sync.rules.ts'
import { targets } from './erp-sync.targets.ts'
import type { Columns, OwnedByErp, RowKey, StoredRow } from './erp-sync.types.ts'
import { type Guard, largestMoves, type PriceMove } from './guards.rules.ts'
import { ownerNames } from './list-prices.queries.ts'
import { isDated } from './list-prices.rules.ts'
import { readArticleNames } from './waiting.queries.ts'

/** New names that a preview shows. */
const MOST_NAMES = 200

interface Previewed {
  file: FeedFile<OwnedByErp>
  guards: readonly Guard[]
  changes: Changes
  stored: ReadonlyMap<RowKey, StoredRow>
  moves: readonly PriceMove[]
  /** Keys of records that are in use and would not be. */
  lostKeys: readonly RowKey[]
  /** How many changes of a kind are told. */
  most: number
}

/** The preview of a file of the ERP's own records. */
export async function previewOwned(
  t: Transaction<Tables>,
  { file, guards, changes, stored, moves, lostKeys, most }: Previewed,
): Promise<FeedPreview> {
  const shownMoves = largestMoves(moves, most)
  const gone = lostKeys.slice(0, most)
  const names = await priceNames(t, file, shownMoves, [...gone, ...changes.changed.map(({ key }) => key)])
  const nameOf = (key: RowKey) => names?.of(key) ?? labelOf(stored.get(key)?.columns ?? {}, key)
  return {
    ...figuresOf(file, guards),
    inserted: changes.inserted.length,
    changed: changes.changed.length,
    unchanged: changes.unchanged,
    deactivated: changes.deactivated.length,
    priceMoves: moves.length,
    prices: shownMoves.map(({ owner, articleId, before, after }) => {
      const { code = String(articleId), description = '' } = names?.articles.get(articleId) ?? {}
      const whose = owner === undefined ? '' : ` (${names?.owners.get(owner) ?? owner})`
      return { code, description: description + whose, before, after }
    }),
    lost: lostKeys.length,
    gone: gone.map(nameOf),
    changes: changedColumns(file, changes, stored, { nameOf, most }),
  }
}

/** Names of the articles in a file of prices, and of its lists or clients; undefined for any other file. */
async function priceNames(
  t: Transaction<Tables>,
  file: FeedFile<OwnedByErp>,
  moves: readonly PriceMove[],
  keys: readonly RowKey[],
) {
  if (!isDated(file)) {
    if (file.table !== 'prices') return undefined
    const articles = await readArticleNames(t, [...moves.map(({ articleId }) => articleId), ...keys.map(Number)])
    return {
      articles,
      owners: new Map<number, string>(),
      of: (id: RowKey) => labelOf({ ...articles.get(Number(id)) }, id),
    }
  }
  const parts = keys.map(keyParts)
  const ids = (at: 0 | 1, moved: readonly number[]) => [...new Set([...moved, ...parts.map((part) => part[at])])]
  const articles = await readArticleNames(
    t,
    ids(
      1,
      moves.map(({ articleId }) => articleId),
    ),
  )
  const owners = await ownerNames(
    t,
    file.table,
    ids(
      0,
      moves.map(({ owner = 0 }) => owner),
    ),
  )
  const of = (key: RowKey) => {
    const [owner, articleId, since] = keyParts(key)
    const from = since === '' ? '' : `, desde ${dayText(new Date(since))}`
    return `${labelOf({ ...articles.get(articleId) }, articleId)} (${owners.get(owner) ?? owner}${from})`
  }
  return { articles, owners, of }
}

/** The preview of listings, or of a file of which nothing is known yet. */
export const previewOf = (
  file: { rowCount: number },
  guards: readonly Guard[],
  figures: Partial<FeedPreview> = {},
): FeedPreview => ({ ...figuresOf(file, guards), ...figures })

const figuresOf = (file: { rowCount: number }, guards: readonly Guard[]): FeedPreview => ({
  guards: [...guards],
  read: file.rowCount,
  inserted: 0,
  changed: 0,
  unchanged: 0,
  deactivated: 0,
  priceMoves: 0,
  prices: [],
  lost: 0,
  gone: [],
  changes: [],
  newNames: [],
})

/** Names of new brands and categories, as many as a preview shows, or all. */
export const shownNames = (names: readonly string[], all: boolean): string[] =>
  all ? [...names] : names.slice(0, MOST_NAMES)

/** Keys of records that are in use and would not be: first those that the file lacks. */
export function lostKeysOf(
  { deactivated, changed }: Changes,
  stored: ReadonlyMap<RowKey, StoredRow>,
  isActive: (columns: Columns) => boolean,
): RowKey[] {
  const inactive = changed.filter(({ key, columns }) => {
    const before = stored.get(key)?.columns
    return before !== undefined && isActive(before) && !isActive({ ...before, ...columns })
  })
  return [...deactivated, ...inactive.map(({ key }) => key)]
}

function labelOf(columns: Columns, id: RowKey): string {
  const name = columns.description ?? columns.business_name ?? columns.street ?? columns.name ?? ''
  return [columns.code ?? String(id), name].filter((part) => part !== '').join(' ')
}

/** The first changes, one for each changed column under the file's heading; list prices are shown apart. */
function changedColumns(
  file: FeedFile<OwnedByErp>,
  { changed }: Changes,
  stored: ReadonlyMap<RowKey, StoredRow>,
  { nameOf, most }: { nameOf: (key: RowKey) => string; most: number },
): FeedPreview['changes'] {
  const headingOf = new Map(
    Object.entries(targets[file.table].columnOf).map(([field, column]) => [column, file.headings[field] ?? field]),
  )
  const text = (value: Columns[string] | undefined) =>
    value === true ? '1' : value === false ? '0' : String(value ?? '').replace(/^-?infinity$/, '')
  const lines: FeedPreview['changes'] = []
  for (const { key, columns } of changed) {
    const before = stored.get(key)?.columns ?? {}
    for (const [column, value] of Object.entries(columns)) {
      const heading = headingOf.get(column)
      if (before[column] === value || heading === undefined || column === 'list_price') continue
      lines.push({ what: nameOf(key), column: heading, before: text(before[column]), after: text(value) })
      if (lines.length === most) return lines
    }
  }
  return lines
}

/** A digest of what would change: the same changes again are recognised, in whatever order a service tells them. */
export async function digestOf(parts: Iterable<readonly [key: string | number, value: unknown]>): Promise<string> {
  const pause = breather()
  const lines: string[] = []
  for (const [key, value] of parts) {
    await pause()
    lines.push(`${key} ${JSON.stringify(value)}`)
  }
  lines.sort()
  const hash = createHash('sha256')
  for (const line of lines) {
    await pause()
    hash.update(line).update('\n')
  }
  return hash.digest('base64url')
}

/** The changes as parts of a digest. */
export function* changeParts({ inserted, changed, deactivated }: Changes) {
  for (const { key, columns } of inserted) yield [`n${key}`, columns] as const
  for (const { key, columns } of changed) yield [`c${key}`, columns] as const
  for (const key of deactivated) yield [`b${key}`, null] as const
}
