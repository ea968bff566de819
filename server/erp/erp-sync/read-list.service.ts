/** The lists of the ERP as the shop has them, so that its program can compare (R293). */
import type { Queryable } from '../../db/open.ts'
import { type FeedTable, isNews, type RowKey } from '../../ports/erp/erp.ts'
import { readPage } from './erp-sync.queries.ts'
import { targets } from './erp-sync.targets.ts'
import { listListings } from './listings.queries.ts'

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
