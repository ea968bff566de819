/** The promotions of the shop as the office makes, reviews, changes and ends them (R358). */
import type { Transaction } from 'kysely'
import { codeKey, fold } from '../../../contract/codes.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { BASE_LIST } from '../../../contract/price-lists.ts'
import { BASE_LIST_ID } from '../../../contract/price-terms.ts'
import {
  LEAST_PERCENT,
  MOST_PERCENT,
  type Promotion,
  type PromotionBody,
  type PromotionReview,
  promotionTexts,
} from '../../../contract/promotions.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import { type Catalogue, pricesByPromotion } from '../../catalogue/catalogue.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { beginningAsTyped, beginningOf, endAsTyped, endOf } from '../../lib/moments.ts'
import { notFound, refuseProblems, wrongField } from '../../refusal.ts'
import { articlesAsTyped, type NamedArticle, readLines, unknownInWords } from './promotion.rules.ts'
import * as queries from './promotions.queries.ts'

/** All promotions, those that run first. */
export const promotions = (db: Queryable): Promise<Promotion[]> => queries.listPromotions(db, BASE_LIST)

/** A promotion as the form shows it. @throws Refusal 404 where there is none */
export async function promotionForm(db: Queryable, id: number) {
  const stored = await queries.findPromotion(db, id)
  if (!stored) throw notFound()
  const { begins, ends, placeId, parentId, ...same } = stored
  return {
    ...same,
    categoryId: parentId ?? placeId,
    subcategoryId: parentId === null ? null : placeId,
    articles: articlesAsTyped(await queries.listNamed(db, id)),
    begins: beginningAsTyped(new Date(begins)),
    ends: endAsTyped(new Date(ends)),
  }
}

/** A promotion that was read from what somebody sent, ready to be stored. */
interface ReadPromotion {
  readonly row: {
    name: string
    percent: number | null
    covers: PromotionBody['covers']
    brand_id: number | null
    category_id: number | null
    lists: number[] | null
    begins_at: string
    ends_at: string
  }
  readonly named: readonly { id: number; code: string; cents: number | null }[]
}

/** Reads a promotion. @throws Refusal 400 with each wrong field in Spanish */
async function readPromotion(db: Queryable, body: PromotionBody): Promise<ReadPromotion> {
  const { name, percent, covers, brandId, categoryId, subcategoryId, lists } = body
  const problems: FieldError[] = []
  const refuse = (field: string, message: string) => problems.push({ field, message })
  if (percent !== null && (percent < LEAST_PERCENT || percent > MOST_PERCENT)) refuse('percent', promotionTexts.percent)
  const [begins, ends] = [beginningOf(body.begins), endOf(body.ends)]
  if (ends <= begins) refuse('ends', promotionTexts.endsBefore)
  else if (ends.getTime() <= Date.now()) refuse('ends', promotionTexts.endsInThePast)
  if (lists?.length === 0) refuse('lists', promotionTexts.lists)
  const ids = [...new Set(lists?.filter((id) => id !== BASE_LIST_ID))]
  if ((await queries.countLists(db, ids)) < ids.length) refuse('lists', promotionTexts.noSuchList)

  const isBranch = covers !== 'articles'
  if (isBranch && percent === null) refuse('covers', promotionTexts.priceOfBranch)
  else if (isBranch && brandId === null) refuse('brandId', promotionTexts.brand)
  else if (isBranch && !(await queries.isBranch(db, { brandId: brandId ?? 0, categoryId, subcategoryId })))
    refuse('categoryId', promotionTexts.noSuchBranch)
  const read = isBranch ? { lines: [] } : readLines(body.articles, percent === null)
  if ('problem' in read) refuse('articles', read.problem)
  const found = 'lines' in read ? await findNamed(db, read.lines) : { named: [], unknown: [] }
  if (found.unknown.length > 0) refuse('articles', unknownInWords(found.unknown))
  refuseProblems(problems)
  const place = covers === 'category' ? (subcategoryId ?? categoryId) : null
  return {
    row: {
      ...{ name, percent, lists },
      covers: covers === 'category' && place === null ? 'brand' : covers,
      brand_id: isBranch ? brandId : null,
      category_id: place,
      begins_at: begins.toISOString(),
      ends_at: ends.toISOString(),
    },
    named: found.named,
  }
}

/** The articles that lines name: the one of that very code, where several are alike but for dashes and case. */
async function findNamed(db: Queryable, lines: readonly NamedArticle[]) {
  const byKey = new Map<string, { id: number; code: string }[]>()
  const keyOf = (code: string) => codeKey(fold(code))
  for (const { key, ...article } of await queries.listByKeys(
    db,
    lines.map(({ code }) => keyOf(code)),
  ))
    byKey.set(key, [...(byKey.get(key) ?? []), article])
  const named: ReadPromotion['named'][number][] = []
  const unknown: string[] = []
  for (const { code, cents } of lines) {
    const alike = byKey.get(keyOf(code)) ?? []
    const article = alike.find((one) => one.code === code) ?? (alike.length === 1 ? alike[0] : undefined)
    if (article) named.push({ ...article, cents })
    else unknown.push(code)
  }
  return { named, unknown }
}

/**
 * What a promotion would make of the prices that a client is shown, as if it ran now. Nothing is stored.
 * @throws Refusal 400 with each wrong field
 */
export async function reviewPromotion(
  { kysely }: Db,
  catalogue: Catalogue,
  { clientId, id, ...body }: PromotionBody & { clientId: number; id?: number | undefined },
): Promise<PromotionReview> {
  const { row, named } = await readPromotion(kysely, body)
  const articleIds =
    row.covers === 'articles'
      ? named.map((article) => article.id)
      : await queries.listOfBranch(kysely, { covers: row.covers, brandId: row.brand_id, categoryId: row.category_id })
  if (articleIds.length === 0) throw wrongField('brandId', promotionTexts.noArticles)
  const prices = row.percent === null ? named.map(({ cents }) => cents ?? 0) : null
  const running = { name: row.name, lists: row.lists, percent: row.percent, articleIds, prices }
  return pricesByPromotion(catalogue.current('base'), clientId, running, id)
}

/** Makes a promotion; answers its id. @throws Refusal 400 with each wrong field */
export function createPromotion(db: Db, caller: Caller, body: PromotionBody): Promise<{ id: number }> {
  return db.tx(async (t, publish) => {
    const { row, named } = await readPromotion(t, body)
    const after = await queries.insertPromotion(t, row)
    await queries.setNamed(t, after.id, named)
    const told = { ...after, ...(named.length > 0 && { articles: namedInWords(named) }) }
    await audit(t, { userId: caller.userId, action: 'create', entity: 'promotion', entityId: after.id, after: told })
    await raiseCatalogueVersion(t, publish)
    return { id: after.id }
  })
}

/** Changes a promotion. @throws Refusal 400 with each wrong field, 404, 409 when somebody else changed it (R41) */
export function changePromotion(
  db: Db,
  caller: Caller,
  id: number,
  { version, ...body }: PromotionBody & { version?: number | undefined },
): Promise<{ id: number }> {
  return db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'promotion', id, version)
    const { row, named } = await readPromotion(t, body)
    await auditedUpdate(t, { userId: caller.userId, entity: 'promotion', entityId: id, before, changes: row })
    await changeNamed(t, caller, id, named)
    await raiseCatalogueVersion(t, publish)
    return { id }
  })
}

async function changeNamed(t: Transaction<Tables>, caller: Caller, id: number, named: ReadPromotion['named']) {
  const before = articlesAsTyped(await queries.listNamed(t, id))
  await queries.setNamed(t, id, named)
  const after = articlesAsTyped(await queries.listNamed(t, id))
  if (after === before) return
  // Also where nothing else of it changed: whoever read it before has old articles.
  await queries.raiseVersion(t, id)
  const texts = {
    before: { articles: before.replaceAll('\n', ', ') },
    after: { articles: after.replaceAll('\n', ', ') },
  }
  await audit(t, { userId: caller.userId, action: 'update', entity: 'promotion', entityId: id, ...texts })
}

const namedInWords = (named: ReadPromotion['named']): string =>
  articlesAsTyped(named.map(({ code, cents }) => ({ code, price: cents }))).replaceAll('\n', ', ')

/**
 * Ends a promotion now; one that has not begun will not begin, and one that is over stays as it is.
 * @throws Refusal 404, 409 when somebody else changed it (R41)
 */
export function endPromotion(db: Db, caller: Caller, id: number, version: number | undefined): Promise<{ id: number }> {
  return db.tx(async (t, publish) => {
    const before = await lockRecord(t, 'promotion', id, version)
    const now = await queries.readNow(t)
    if (before.ends_at > now) {
      const changes = { begins_at: before.begins_at <= now ? before.begins_at : now, ends_at: now }
      await auditedUpdate(t, { userId: caller.userId, entity: 'promotion', entityId: id, before, changes })
      await raiseCatalogueVersion(t, publish)
    }
    return { id }
  })
}
