/** The lists of the ERP as the shop has them, so that its program can compare (R293). */
import type { Queryable } from '../../db/open.ts'
import { type FeedTable, isNews, type RowKey } from '../../ports/erp/erp.ts'
import { pastLinesInOrder, pastOrdersInOrder } from '../past-orders/past-orders.queries.ts'
import { readPage } from './erp-sync.queries.ts'
import { targets } from './erp-sync.targets.ts'
import { accountsInOrder, billsInOrder, listingsInOrder } from './feed-export.queries.ts'
import { listListings } from './listings.queries.ts'
import { listAhead } from './prices-ahead.queries.ts'

/** A record and what the next page begins after. */
interface ListedRecord {
  key: RowKey
  record: Readonly<Record<string, unknown>>
}

/** Up to `limit` records after the key `after`: those that came from the ERP, and all listings. */
export async function readList(
  db: Queryable,
  table: FeedTable,
  page: { after?: RowKey | undefined; limit: number },
): Promise<ListedRecord[]> {
  if (table === 'listings') {
    const rows = await listListings(db, { after: Number(page.after ?? 0), limit: page.limit })
    return rows.map(({ articleId, ...record }) => ({ key: articleId, record }))
  }
  // News are told, and not read back.
  if (isNews(table)) return []
  const target = targets[table]
  const rows = await readPage(db, target, page)
  return rows.map(({ key, columns }) => ({
    key,
    record: { [target.keyField]: key, ...target.toRecord(columns) },
  }))
}

/** Kinds whose file does not say what is in use: rows that are not stay out, or an import would bring them back. */
const ONLY_IN_USE: readonly FeedTable[] = ['addresses', 'listPrices', 'clientPrices', 'priceSteps']
const PAGE = 2000

/**
 * The records of a kind as a file of the feed has them, a page at a time (R396): read with `bulto import` they make the same
 * rows. Vendors, zones, carriers, VAT conditions and lists that are not in use are among them, because others name them.
 */
export async function* feedRecords(
  t: Queryable,
  table: FeedTable,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  if (table === 'listings') return yield* listingsInOrder(t)
  if (table === 'clientAccounts') return yield* accountsInOrder(t)
  if (table === 'clientBills') return yield* billsInOrder(t)
  if (table === 'pastOrders') return yield* pastOrdersInOrder(t)
  if (table === 'pastLines') return yield* pastLinesInOrder(t)
  // News of orders are about orders that another shop does not have.
  if (isNews(table)) return
  const target = targets[table]
  for (let after: RowKey | undefined; ; ) {
    const rows = await readPage(t, target, { after, limit: PAGE })
    const told = ONLY_IN_USE.includes(table) ? rows.filter(({ columns }) => target.isActive(columns)) : rows
    yield told.map(({ key, columns }) => {
      const record = target.toRecord(columns)
      // A list that has no price of an article says so with 0.
      if (table === 'listPrices') record.listPrice ??= 0
      return { [target.keyField]: key, ...record }
    })
    if (rows.length < PAGE) break
    after = rows.at(-1)?.key
  }
  if (table === 'prices') yield (await listAhead(t)).map((price) => ({ ...price }))
}
