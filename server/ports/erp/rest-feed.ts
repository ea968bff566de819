/** A feed from an ERP's REST service: the changes since the last reading, and once a day the whole lists. */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Cell } from '../../spreadsheets/sheet.ts'
import type { ErpFeed, FeedTable, RowKey } from './erp.ts'
import { feedTables, isNews } from './erp.ts'
import { formatOf, formats, hasJoinedKey, joinedKey, keyFieldOf } from './formats.ts'
import { readRecords } from './read-records.ts'
import type { RestErp } from './rest-client.ts'
import { type CursorStore, cursorStore, type StoredCursor } from './rest-cursor.queries.ts'
import { BEGINNING, overlapping, type PageRow, readPages } from './rest-pages.ts'

export interface RestFeedOptions {
  erp: RestErp
  /** Where the last readings ended. */
  db: Kysely<Tables>
  /** Rows per page. */
  limit?: number
  /** Reads the whole lists, whatever was read before. */
  full?: boolean
  now?: () => Date
  signal?: AbortSignal
}

/** After this many milliseconds a list is read whole again, for what no change told of. */
const FULL_AFTER_MS = 86_400_000
/** Rows of a list of millions of rows that are taken at once. */
const PART_ROWS = 5000
/** The id by which a service pages through a list; a listing names its article by code, so the service tells the id besides. */
const LISTING_ID = 'ID_ART'

/** Reads the feed of an ERP's REST service; its cursors move in the transaction that takes a list. */
export function restFeed({ erp, db, limit = 1000, full, now = () => new Date(), signal }: RestFeedOptions): ErpFeed {
  const cursors: CursorStore = cursorStore(db)
  const nextCursors = new Map<FeedTable, StoredCursor>()
  return {
    tables: feedTables,
    async read(table) {
      const { file } = formats[table]
      const headings = formats[table].columns as Readonly<Record<string, { heading: string }>>
      const key = table === 'listings' ? LISTING_ID : (joinedKeyIn(table) ?? headings[keyFieldOf(table)]?.heading ?? '')
      const last = await cursors.find(file)
      const time = now()
      const complete =
        !isNews(table) && (full || !last?.fullAt || Date.parse(last.fullAt) < time.getTime() - FULL_AFTER_MS)
      const begin = complete || !last ? BEGINNING : overlapping({ since: last.since, after: 0 })
      const from = hasJoinedKey(table) ? { ...begin, after: '' } : begin
      const reading = await readPages(erp, `/${file}`, key, { from, limit, signal })
      if (!reading || (reading.rows.size === 0 && !complete)) return null
      const name = `${file} (REST)`
      const { sheet, gone } = sheetOf(
        reading.rows,
        Object.values(headings).map(({ heading }) => heading),
      )
      nextCursors.set(table, {
        file,
        since: reading.end.since || last?.since || '',
        fullAt: complete ? time.toISOString() : (last?.fullAt ?? null),
      })
      return { ...(await readRecords(table, name, sheet)), complete, gone }
    },
    async *readParts(table) {
      const { file } = formats[table]
      const headings = formats[table].columns as Readonly<Record<string, { heading: string }>>
      const key = joinedKeyIn(table) ?? headings[keyFieldOf(table)]?.heading ?? ''
      const last = await cursors.find(file)
      const begin = last ? overlapping({ since: last.since, after: 0 }) : BEGINNING
      let from = hasJoinedKey(table) ? { ...begin, after: '' as RowKey } : begin
      for (let more = true; more; ) {
        const reading = await readPages(erp, `/${file}`, key, { from, limit, most: PART_ROWS, signal })
        if (!reading || reading.rows.size === 0) return
        const { sheet, gone } = sheetOf(
          reading.rows,
          Object.values(headings).map(({ heading }) => heading),
        )
        yield { ...(await readRecords(table, `${file} (REST)`, sheet)), gone }
        ;({ more, end: from } = reading)
        const since = from.since || last?.since || ''
        nextCursors.set(table, { file, since, fullAt: last?.fullAt ?? null })
      }
    },
    cursorOf: (table) => nextCursors.get(table),
    async taken(t: Transaction<Tables>, table) {
      const cursor = nextCursors.get(table)
      if (cursor) await cursors.store(t, cursor)
    },
  }
}

/** Makes the key of a row, of a kind whose rows several columns tell apart; @throws CellRefused */
function joinedKeyIn(table: FeedTable): ((row: PageRow) => RowKey) | undefined {
  const format = formatOf(table)
  const { key, columns } = format
  if (!key) return undefined
  return (row) => {
    const cells = key.map((field) => [field, columns[field]?.read(row[columns[field].heading] ?? null, '.')])
    return joinedKey(format, Object.fromEntries(cells))
  }
}

/**
 * Rows in the form of a sheet, and the keys of those that are gone (BAJA). Where a row lacks a field that others have,
 * its cell is undefined.
 */
export function sheetOf(rows: ReadonlyMap<RowKey, PageRow>, headings: readonly string[]) {
  const gone: RowKey[] = []
  const kept: PageRow[] = []
  for (const [id, row] of rows) {
    if (row.BAJA === 1 || row.BAJA === true) gone.push(id)
    else kept.push(row)
  }
  const usedHeadings = headings.filter((heading) => kept.length === 0 || kept.some((row) => row[heading] !== undefined))
  const lines = kept.map((row, index) => ({
    row: index + 2,
    cells: usedHeadings.map((heading) => row[heading] as Cell),
  }))
  return { sheet: { rows: [{ row: 1, cells: [...usedHeadings] }, ...lines] }, gone }
}
