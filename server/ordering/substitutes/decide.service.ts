/**
 * Decides what takes the place of an article that can't be ordered: a client once for all its orders, the office for all clients
 * (R375, R376).
 */
import { NO_CLIENT } from '../../../contract/rules.ts'
import { substituteTexts } from '../../../contract/substitutes.ts'
import { audit } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { forbidden, notFound, wrongField } from '../../refusal.ts'
import { readArticles } from '../codes/articles.service.ts'
import { chooseClient, type Setting } from '../lines/lines.service.ts'
import * as queries from './substitutes.queries.ts'

interface Decision {
  /** Null: the office, for all clients. */
  readonly clientId: number | null
  readonly articleId: number
  readonly substituteId: number | null
}

/** Stores a decision with what the audit tells of it. */
async function store(t: Queryable, userId: number, decision: Decision): Promise<void> {
  const { clientId, articleId, substituteId } = decision
  const before = await queries.lockDecision(t, decision)
  if (before?.substitute_id === substituteId) return
  const entityId = await queries.storeDecision(t, { ...decision, userId })
  const after = { client_id: clientId, article_id: articleId, substitute_id: substituteId }
  const action = before ? 'update' : 'create'
  await audit(t, { userId, action, entity: 'substitute', entityId, before: before && told(before), after })
}

/** Takes a decision back, and tells the audit. */
async function forget(t: Queryable, userId: number, which: Omit<Decision, 'substituteId'>): Promise<void> {
  const before = await queries.lockDecision(t, which)
  if (!before) return
  await queries.deleteDecision(t, which)
  await audit(t, { userId, action: 'delete', entity: 'substitute', entityId: before.id, before: told(before) })
}

const told = ({ id: _, ...row }: NonNullable<Awaited<ReturnType<typeof queries.lockDecision>>>) => row

async function requireArticle(db: Queryable, id: number) {
  const article = await queries.findArticle(db, id)
  if (!article) throw notFound(substituteTexts.unknown)
  return article
}

/**
 * A client takes an article in place of another one from now on; all who order for it share that.
 * @throws Refusal 400 for an article in its own place and for one that is not on sale, 403 without a client, 404
 */
export function decideSubstitute(
  db: Db,
  { caller, catalogue, clientId }: Setting,
  { articleId, substituteId }: { articleId: number; substituteId: number },
) {
  requireOne(clientId)
  if (articleId === substituteId) throw wrongField('substituteId', substituteTexts.itself)
  return db.tx(async (t) => {
    await requireArticle(t, articleId)
    const found = (await readArticles(t, catalogue, clientId, [substituteId]))(substituteId)
    if (found.kind !== 'article' || !found.article.listed) throw wrongField('substituteId', substituteTexts.notSold)
    await store(t, caller.userId, { clientId, articleId, substituteId })
    return { articleId, substituteId }
  })
}

/**
 * Nothing takes an article's place by itself any more for this client, not even what the office decided for all.
 * @throws Refusal 403 without a client, 404
 */
export function forgetSubstitute(db: Db, { caller, clientId }: Setting, articleId: number) {
  requireOne(clientId)
  return db.tx(async (t) => {
    await requireArticle(t, articleId)
    const isOffices = await queries.lockDecision(t, { clientId: null, articleId })
    if (isOffices) await store(t, caller.userId, { clientId, articleId, substituteId: null })
    else await forget(t, caller.userId, { clientId, articleId })
    return { articleId, substituteId: null }
  })
}

/** Only a client decides: who orders without one shares nothing with anybody. */
function requireOne(clientId: number): void {
  if (clientId === NO_CLIENT) throw forbidden(chooseClient)
}

const NONE = { code: '', description: '' }

/** What the office takes in an article's place for all clients. @throws Refusal 404 */
export async function officeSubstitute(db: Queryable, articleId: number) {
  await requireArticle(db, articleId)
  const [decision] = await queries.listDecisions(db, NO_CLIENT, [articleId])
  const article = decision?.substituteId ? await queries.findArticle(db, decision.substituteId) : undefined
  return article ? { code: article.code, description: article.description } : NONE
}

/**
 * The office decides for all clients; without a code nothing.
 * @throws Refusal 400 for a code that is no article's on sale, or the article's own, 404
 */
export function setOfficeSubstitute(
  db: Db,
  { caller, catalogue }: { caller: Caller; catalogue: Catalogue },
  { articleId, code }: { articleId: number; code: string },
) {
  return db.tx(async (t) => {
    await requireArticle(t, articleId)
    if (code.trim() === '') {
      await forget(t, caller.userId, { clientId: null, articleId })
      return NONE
    }
    const found = (await readArticles(t, catalogue, NO_CLIENT, [code], { besideQuantity: false }))(code)
    if (found.kind !== 'article') throw wrongField('code', substituteTexts.unknown)
    const { article } = found
    if (article.articleId === articleId) throw wrongField('code', substituteTexts.itself)
    if (!article.listed) throw wrongField('code', substituteTexts.notSold)
    await store(t, caller.userId, { clientId: null, articleId, substituteId: article.articleId })
    return { code: article.code, description: article.description }
  })
}
