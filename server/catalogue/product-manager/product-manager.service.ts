/** The staff's articles: all of them, found by text, place in the tree and state (R202, R203, R7). */
import { mediaColumns } from '../../../contract/catalogue.ts'
import { codeKey, fold } from '../../../contract/codes.ts'
import type { ListingFilter, ManagedProduct, ManagedRecord } from '../../../contract/product-manager.ts'
import { PAGE_SIZE } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import { notFound } from '../../refusal.ts'
import { readQueryText } from '../search/catalogue.service.ts'
import {
  existingKeys,
  findManaged,
  type ListingConditions,
  listArticleIds,
  listManaged,
  type ManagedRow,
} from './product-manager.queries.ts'

/** A filter as SQL takes it, and what its text found (R32). */
interface ReadFilter {
  conditions: ListingConditions
  found: ManagedProduct['found']
  missingCodes: string | undefined
}

/**
 * Ids of all articles that match a filter, in its order: for what is done with many of them at once. `filter` is
 * what `filterListings` takes, without the page; read in the transaction that changes them.
 */
export async function matchingArticleIds(t: Queryable, filter: ListingFilter): Promise<number[]> {
  return listArticleIds(t, (await readFilter(t, filter)).conditions)
}

/**
 * Articles that match a filter: one page, counted from 0, or without `cut` all. The first row
 * says how many there are in all (R5), and what the text found.
 */
export async function managedProducts(
  db: Queryable,
  filter: ListingFilter,
  cut?: { page: number; size?: number | undefined },
): Promise<ManagedProduct[]> {
  const { conditions, found, missingCodes } = await readFilter(db, filter)
  const { page = 0, size = PAGE_SIZE } = cut ?? {}
  const rows = await listManaged(db, conditions, cut && { limit: size, offset: page * size })
  return rows.map((row, at) => ({
    ...shown(row),
    ...(at === 0 && { total: row.total, found, missingCodes }),
  }))
}

/** One article with its listing. @throws Refusal 404 */
export async function managedProduct(db: Queryable, articleId: number): Promise<ManagedRecord> {
  const row = await findManaged(db, articleId)
  if (!row) throw notFound()
  return shown(row)
}

/** Reads a filter's text (R32): a code finds its article alone, a list of codes their articles, any other text its words. */
async function readFilter(db: Queryable, { text, ...otherFilters }: ListingFilter): Promise<ReadFilter> {
  const { words, whole, codes } = readQueryText(text)
  if (words.length === 0) {
    // Signs alone find nothing (R343), so that no change of all that a filter matches takes them for everything.
    const nothing = text.trim() === '' ? undefined : { keys: [] }
    return { conditions: { ...otherFilters, text: nothing }, found: undefined, missingCodes: undefined }
  }
  const keyOf = new Map(codes.map((code) => [code, codeKey(fold(code))]))
  const existing = await existingKeys(db, [...new Set([whole, ...keyOf.values()])])
  if (existing.has(whole)) {
    return {
      conditions: { ...otherFilters, text: { keys: [whole] } },
      found: 'code',
      missingCodes: undefined,
    }
  }
  const missing = codes.filter((code) => !existing.has(keyOf.get(code) ?? ''))
  const missingCodes = missing.length > 0 ? missing.join(', ') : undefined
  if (existing.size > 0) {
    return { conditions: { ...otherFilters, text: { keys: [...existing] } }, found: 'code', missingCodes }
  }
  // Several words of which none is an article's code are plain words: none of them is a missing code.
  const oneCode = codes.length === 1
  return {
    conditions: { ...otherFilters, text: { words } },
    found: oneCode ? 'near' : undefined,
    missingCodes: oneCode ? missingCodes : undefined,
  }
}

function shown({ media, total: _total, ...row }: ManagedRow): ManagedProduct {
  return { ...row, erpArticleId: row.articleId, ...mediaColumns(row.articleId, media ?? []) }
}
