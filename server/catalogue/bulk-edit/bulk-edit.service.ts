/** Bulk edits of articles (R34, R42): the review of one, and its application in one transaction. */

import {
  BULK_MAX_ROWS,
  BULK_SAMPLE,
  type BulkChoice,
  type BulkDone,
  type BulkReview,
  bulkTexts,
  type PastedColumn,
  type ReviewedRow,
} from '../../../contract/bulk-edit.ts'
import type { Caller } from '../../caller.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { foldText } from '../../lib/search-text.ts'
import { conflict, malformed, Refusal } from '../../refusal.ts'
import { LINE_END } from '../../spreadsheets/pasted-lines.rules.ts'
import { readUploadedSheet } from '../../spreadsheets/uploaded-sheet.ts'
import { matchingArticleIds } from '../product-manager/product-manager.service.ts'
import { type BatchKind, insertBatch } from './batches.queries.ts'
import { CODE_HEADING, COLUMN_OF_HEADING, VERSION_HEADING } from './bulk-edit.headings.ts'
import type { Reading, Values } from './bulk-edit.types.ts'
import {
  applyPlan,
  byCode,
  listPlan,
  lockWanted,
  type PlannedRow,
  sameForAll,
  summarise,
  type Wanted,
} from './plan.queries.ts'
import { readPaste } from './read-paste.rules.ts'
import { readSheet } from './read-sheet.rules.ts'
import { SHEET_BOUNDS } from './sheet-bounds.ts'
import { readTree } from './tree.queries.ts'
import { placeReader, refusalTexts, showChanges } from './tree.rules.ts'

/** A bulk edit as it was sent. Its articles are looked up anew when it is applied. */
export type BulkSource =
  | ({ readonly kind: 'choice' } & BulkChoice)
  | ({ readonly kind: 'paste' } & PastedColumn)
  | { readonly kind: 'sheet'; readonly reading: Reading; readonly withStale: boolean }

/**
 * Reads a file of articles.
 * @throws Refusal as `readUploadedSheet`; MALFORMED when its headings are not those of the export
 */
export async function readArticleSheet(db: Queryable, bytes: Buffer, asker: Asker): Promise<Reading> {
  const rows = await readUploadedSheet(bytes, SHEET_BOUNDS, asker)
  const headings = {
    code: CODE_HEADING,
    version: VERSION_HEADING,
    columns: COLUMN_OF_HEADING,
    fold: foldText,
  }
  const reading = readSheet(rows, headings, placeReader(await readTree(db), foldText))
  if ('problem' in reading) throw malformed(reading.problem)
  return reading
}

/** What a bulk edit would change; stores nothing. */
export async function reviewBulk(db: Queryable, source: BulkSource): Promise<BulkReview> {
  const { wanted, problems } = await readSource(db, source)
  const { total, problems: refused, ...summary } = await summarise(db, wanted)
  const rows = await listPlan(db, wanted, source.kind === 'choice' ? BULK_SAMPLE : undefined)
  const changesOf = showChanges(await readTree(db))
  const shown = rows.map((row) => reviewed(row, changesOf(row.before, row.after)))
  return {
    ...summary,
    total: total + problems.length,
    problems: refused + problems.length,
    rows: [...shown, ...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  }
}

/**
 * Applies a bulk edit that was reviewed, all of it or nothing, as one batch that can be taken back.
 * @throws Refusal 409 when the articles are not as the review saw them, 400 when none would change
 */
export function applyBulk(db: Db, caller: Caller, source: BulkSource, fingerprint: string): Promise<BulkDone> {
  return db.tx(async (t, publish) => {
    const { wanted } = await readSource(t, source)
    await lockWanted(t, wanted)
    const summary = await summarise(t, wanted)
    if (summary.fingerprint !== fingerprint) throw conflict(bulkTexts.moved)
    if (summary.changed === 0) throw malformed(bulkTexts.nothing)
    const { userId } = caller
    const kind: BatchKind = addsDiscount(source) ? 'add' : source.kind
    const batchId = await insertBatch(t, { userId, kind, count: summary.changed })
    const changed = await applyPlan(t, wanted, { userId, batchId })
    await raiseCatalogueVersion(t, publish)
    return { batchId, changed }
  })
}

const addsDiscount = (source: BulkSource): boolean =>
  source.kind === 'choice' && source.changes.addDiscount !== undefined

/** @throws Refusal 413 for more lines than a sheet may have rows: reading them would hold the shop (R274) */
function readColumn(pasted: PastedColumn): Reading {
  const { length } = pasted.text.split(LINE_END, BULK_MAX_ROWS + 1)
  if (length > BULK_MAX_ROWS) throw new Refusal('TOO_LARGE', bulkTexts.tooManyLines)
  return readPaste(pasted)
}

/** A source as SQL takes it, and its rows that never reach the database: not understood, or given twice. */
async function readSource(db: Queryable, source: BulkSource): Promise<{ wanted: Wanted; problems: ReviewedRow[] }> {
  if (source.kind === 'choice') {
    const values = valuesOf(source.changes)
    const { addDiscount } = source.changes
    if (addDiscount !== undefined && values.discount !== undefined) throw malformed(bulkTexts.setOrAdd)
    if (Object.keys(values).length === 0 && addDiscount === undefined) throw malformed(bulkTexts.nothing)
    return { wanted: sameForAll(await chosenIds(db, source), values, addDiscount), problems: [] }
  }
  const reading = source.kind === 'paste' ? readColumn(source) : source.reading
  const withStale = source.kind === 'sheet' && source.withStale
  return {
    wanted: byCode(reading.columns, reading.rows, { withStale }),
    problems: reading.problems.map((problem) => ({ ...problem, description: '', changes: [], ...NO_PRICE })),
  }
}

/** @throws Refusal 400 unless the articles are named one by one or by a filter */
async function chosenIds(db: Queryable, { ids, filter, except = [] }: BulkChoice): Promise<readonly number[]> {
  if ((ids === undefined) === (filter === undefined)) throw malformed()
  if (ids) return ids
  const exceptIds = new Set(except)
  const matching = filter ? await matchingArticleIds(db, filter) : []
  return matching.filter((id) => !exceptIds.has(id))
}

function valuesOf(changes: BulkChoice['changes']): Values {
  const values: Values = {
    brand_id: changes.brandId,
    category_id: changes.categoryId,
    subcategory_id: changes.subcategoryId,
    discount: changes.discount,
    promo: changes.promo,
    future: changes.future,
    hint: changes.hint,
    active: changes.active,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

const NO_PRICE = { priceBefore: null, priceAfter: null }
const STALE = 'Otra persona lo cambió después de exportar la planilla'
const UNKNOWN = 'No existe un artículo con este código'

function reviewed(
  { line, code, description, outcome, refusal, priceBefore, priceAfter }: PlannedRow,
  changes: ReviewedRow['changes'],
) {
  const reason = outcome === 'unknown' ? UNKNOWN : outcome === 'stale' ? STALE : refusal ? refusalTexts[refusal] : ''
  const prices = outcome === 'refused' ? NO_PRICE : { priceBefore, priceAfter }
  return { line, code, description: description ?? '', outcome, reason, changes, ...prices }
}
