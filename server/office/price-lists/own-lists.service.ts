/** The lists of prices of the shop's own, as the office makes, fills and changes them (R359). */
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { BulkReview, ReviewedRow } from '../../../contract/bulk-edit.ts'
import type { FieldError } from '../../../contract/errors.ts'
import {
  CHANGES_SHOWN,
  OWN_PRICES_PAGE,
  type OwnList,
  type OwnListBody,
  type OwnPriceRow,
  ownListTexts,
} from '../../../contract/own-lists.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { SHEET_BOUNDS } from '../../catalogue/catalogue.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import type { Asker } from '../../lib/fair-queue.ts'
import { beginningOf } from '../../lib/moments.ts'
import { foldText } from '../../lib/search-text.ts'
import { conflict, malformed, notFound, refuseProblems, wrongField } from '../../refusal.ts'
import { readUploadedWorkbook } from '../../spreadsheets/uploaded-sheet.ts'
import { unknownInWords } from '../promotions/promotion.rules.ts'
import { clientsAsTyped, codesOfClients, readListSheet, type SheetPrice } from './own-list-sheet.rules.ts'
import * as queries from './own-lists.queries.ts'

type Tx = Transaction<Tables>

/** A list with its clients and its last changes. @throws Refusal 404 where there is none of the shop's own */
export async function ownList(db: Queryable, id: number): Promise<OwnList> {
  const { name, active, version } = await found(db, id)
  const clients = clientsAsTyped(await queries.listClients(db, id))
  return { name, active, clients, version, changes: await queries.listChanges(db, id, CHANGES_SHOWN) }
}

async function found(db: Queryable, id: number) {
  const list = await queries.findList(db, id)
  if (!list) throw notFound()
  return list
}

/** Makes a list; answers its id. @throws Refusal 400 with each wrong field */
export function createOwnList(db: Db, caller: Caller, body: OwnListBody): Promise<{ id: number }> {
  return db.tx(async (t, publish) => {
    const clients = await readBody(t, body, null)
    const { name, active } = body
    const id = await queries.insertList(t, { name, active })
    await queries.setClients(t, id, clients.ids)
    await audit(t, {
      ...{ userId: caller.userId, action: 'create', entity: 'price-list', entityId: id },
      after: { name, active, ...(clients.codes.length > 0 && { clients: clients.codes.join(', ') }) },
    })
    await raiseCatalogueVersion(t, publish)
    return { id }
  })
}

/** Changes a list's name, use and clients. @throws Refusal 400 with each wrong field, 404, 409 when somebody else changed it (R41) */
export function changeOwnList(
  db: Db,
  caller: Caller,
  id: number,
  { version, ...body }: OwnListBody & { version?: number | undefined },
): Promise<{ id: number }> {
  return db.tx(async (t, publish) => {
    const before = await lockList(t, id, version)
    const clients = await readBody(t, body, id)
    const entry = { userId: caller.userId, entity: 'price-list', entityId: id } as const
    const { name, active } = body
    const after = await auditedUpdate(t, { ...entry, before, changes: { name, active } })
    const had = await clientsOf(t, id)
    const isOthers = await queries.setClients(t, id, clients.ids)
    if (isOthers)
      await audit(t, {
        ...entry,
        action: 'update',
        before: { clients: had },
        after: { clients: await clientsOf(t, id) },
      })
    if (isOthers || after !== before) await raiseCatalogueVersion(t, publish)
    return { id }
  })
}

/** The codes of who buys by a list, as the log tells them. */
const clientsOf = async (t: Tx, id: number): Promise<string> =>
  (await queries.listClients(t, id)).map(({ code }) => code).join(', ')

/** The row of a list of the shop's own, locked for a change. @throws Refusal 404, 409 */
async function lockList(t: Tx, id: number, version?: number) {
  const list = await lockRecord(t, 'price-list', id, version)
  if (list.from_erp) throw notFound()
  return list
}

/** The clients that a list is to have. @throws Refusal 400 with each wrong field */
async function readBody(t: Tx, { name, clients }: OwnListBody, id: number | null) {
  const problems: FieldError[] = []
  if (await queries.isNameTaken(t, name, id)) problems.push({ field: 'name', message: ownListTexts.sameName })
  const codes = codesOfClients(clients)
  const known = await queries.findClients(t, codes)
  const byCode = new Map(known.map((client) => [client.code.toLowerCase(), client]))
  const unknown = codes.filter((code) => !byCode.has(code.toLowerCase()))
  if (unknown.length > 0) problems.push({ field: 'clients', message: unknownInWords(unknown) })
  refuseProblems(problems)
  return { ids: known.map((client) => client.id), codes: known.map(({ code }) => code) }
}

/** A page of all articles with their price in a list, counted from 0; all of them without `page`. @throws Refusal 404 */
export async function ownPrices(
  db: Queryable,
  id: number,
  { text = '', page }: { text?: string | undefined; page?: number | undefined },
): Promise<OwnPriceRow[]> {
  await found(db, id)
  const words = foldText(text).split(' ').filter(Boolean)
  const part =
    page === undefined ? { limit: null, offset: 0 } : { limit: OWN_PRICES_PAGE, offset: page * OWN_PRICES_PAGE }
  const rows = await queries.listPrices(db, id, { words, ...part })
  return rows.map(({ total, ...row }, at) => ({ ...row, ...(at === 0 && { total }) }))
}

/** When prices begin that somebody typed a day for: now where there is none, or where it is today. @throws Refusal 400 for a day gone by */
async function beginningIn(db: Queryable, begins: string | undefined): Promise<string> {
  const now = await queries.readMoment(db)
  if (begins === undefined) return now
  const at = beginningOf(begins)
  if (at.toISOString() > now) return at.toISOString()
  const isToday = beginningOf(begins.slice(0, 10)).getTime() + DAY_MS > Date.parse(now)
  if (begins.includes('T') || !isToday) throw wrongField('begins', ownListTexts.past)
  return now
}
const DAY_MS = 86_400_000

/**
 * Gives one article its price in a list, or takes it away.
 * @throws Refusal 400 for what is no price or a day gone by, 404
 */
export function setOwnPrice(
  db: Db,
  caller: Caller,
  { id, articleId }: { id: number; articleId: number },
  { listPrice, begins }: { listPrice: number | null; begins?: string | undefined },
): Promise<void> {
  return db.tx(async (t, publish) => {
    await lockList(t, id)
    if (listPrice !== null && listPrice <= 0) throw wrongField('listPrice', ownListTexts.price)
    const since = await beginningIn(t, begins)
    const [article] = await queries.findPriced(t, id, since, { articleId })
    if (!article) throw notFound()
    if (article.before === listPrice) return
    await queries.insertPrices(t, id, since, [{ articleId, after: listPrice }])
    const [before, after] = [article.before, listPrice].map((price) => ({ article: articleId, list_price: price }))
    const entry = { userId: caller.userId, action: 'update', entity: 'price-list', entityId: id } as const
    await audit(t, { ...entry, before, after: { ...after, ...(begins !== undefined && { since }) } })
    await raiseCatalogueVersion(t, publish)
  })
}

/** A sheet of a list's prices, as it was read. */
export interface ReadListSheet {
  readonly rows: readonly SheetPrice[]
  readonly problems: Pick<ReviewedRow, 'line' | 'code' | 'outcome' | 'reason'>[]
}

/** Reads a file. @throws Refusal as `readUploadedWorkbook`; MALFORMED when its headings are not those of the export */
export async function readPriceSheet(bytes: Buffer, asker: Asker): Promise<ReadListSheet> {
  const [sheet] = await readUploadedWorkbook(bytes, SHEET_BOUNDS, asker)
  const reading = readListSheet(sheet?.rows ?? [])
  if ('problem' in reading) throw malformed(reading.problem)
  return reading
}

const UNKNOWN = 'No existe un artículo con este código'
const TO_BASE = 'Deja de tener precio en la lista: vale el de la lista base'

/** What a sheet makes of a list: each row with its outcome, and the prices to be stored. */
async function planSheet(db: Queryable, id: number, since: string, { rows, problems }: ReadListSheet) {
  const articles = await queries.findPriced(db, id, since, { codes: rows.map(({ code }) => code) })
  const byCode = new Map(articles.map((article) => [article.code, article]))
  const told = { changes: [], reason: '', priceBefore: null, priceAfter: null }
  const prices: { articleId: number; after: number | null }[] = []
  const reviewed = rows.map(({ line, code, values: { cents } }): ReviewedRow => {
    const article = byCode.get(code)
    if (!article) return { ...told, line, code, description: '', outcome: 'unknown', reason: UNKNOWN }
    const { articleId, description, before, base } = article
    if (before === cents) return { ...told, line, code, description, outcome: 'same' }
    prices.push({ articleId, after: cents })
    const shown = { priceBefore: before ?? base, priceAfter: cents ?? base, reason: cents === null ? TO_BASE : '' }
    return { ...told, ...shown, line, code, description, outcome: 'changes' }
  })
  const unread = problems.map((problem): ReviewedRow => ({ ...told, ...problem, description: '' }))
  return { prices, rows: [...reviewed, ...unread].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

/** Stands for what a sheet would change and the moment it was told of; a change of the list makes it another one. */
const printOf = (version: number, begins: string | undefined, rows: readonly ReviewedRow[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        version,
        begins,
        rows.map(({ code, priceBefore, priceAfter }) => [code, priceBefore, priceAfter]),
      ]),
    )
    .digest('hex')

/** What a sheet would change in a list; stores nothing. @throws Refusal 400 for a day gone by, 404 */
export async function reviewListSheet(
  db: Queryable,
  id: number,
  begins: string | undefined,
  sheet: ReadListSheet,
): Promise<BulkReview> {
  const { version } = await found(db, id)
  const { rows } = await planSheet(db, id, await beginningIn(db, begins), sheet)
  const count = (is: (row: ReviewedRow) => boolean) => rows.filter(is).length
  const moved = (is: (before: number, after: number) => boolean) =>
    count(({ priceBefore, priceAfter }) => priceBefore !== null && priceAfter !== null && is(priceBefore, priceAfter))
  return {
    fingerprint: printOf(version, begins, rows),
    total: rows.length,
    changed: count(({ outcome }) => outcome === 'changes'),
    same: count(({ outcome }) => outcome === 'same'),
    stale: 0,
    problems: count(({ outcome }) => outcome !== 'changes' && outcome !== 'same'),
    dearer: moved((before, after) => after > before && before > 0),
    cheaper: moved((before, after) => after < before && after > 0),
    unpriced: moved((before, after) => before > 0 && after === 0),
    rows,
  }
}

/**
 * Stores what a reviewed sheet changes, at once or from a day on, all or nothing.
 * @throws Refusal 409 when the list is not as the review saw it, 400 when nothing would change or for a day gone by, 404
 */
export function applyListSheet(
  db: Db,
  caller: Caller,
  id: number,
  { begins, fingerprint }: { begins?: string | undefined; fingerprint: string },
  sheet: ReadListSheet,
): Promise<{ changed: number }> {
  return db.tx(async (t, publish) => {
    const { version } = await lockList(t, id)
    const since = await beginningIn(t, begins)
    const { prices, rows } = await planSheet(t, id, since, sheet)
    if (printOf(version, begins, rows) !== fingerprint) throw conflict(ownListTexts.moved)
    if (prices.length === 0) throw malformed(ownListTexts.nothing)
    await queries.insertPrices(t, id, since, prices)
    const removed = prices.filter(({ after }) => after === null).length
    await audit(t, {
      ...{ userId: caller.userId, action: 'update', entity: 'price-list', entityId: id },
      after: { prices: prices.length - removed, removed, since },
    })
    await raiseCatalogueVersion(t, publish)
    return { changed: prices.length }
  })
}

/** Takes back the prices of a list that began, or were to begin, at a moment. @throws Refusal 404 where there are none */
export function undoListChange(db: Db, caller: Caller, id: number, since: string): Promise<{ removed: number }> {
  return db.tx(async (t, publish) => {
    await lockList(t, id)
    if (Number.isNaN(Date.parse(since))) throw notFound()
    const removed = await queries.removePrices(t, id, since)
    if (removed === 0) throw notFound()
    await audit(t, {
      ...{ userId: caller.userId, action: 'undo', entity: 'price-list', entityId: id },
      before: { prices: removed, since },
    })
    await raiseCatalogueVersion(t, publish)
    return { removed }
  })
}
