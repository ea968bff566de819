/** The one way into a cart: lines are planned by one set of rules and stored together (R20, R21, R34; SPEC.md). */
import * as z from 'zod/mini'
import { quantityQuestion, quantityRefused, type SimpleCartLine } from '../../../contract/cart.ts'
import type { ImportNotice, LinesAnswer, ListLine } from '../../../contract/cart-lines.ts'
import { lineAmount, NO_CLIENT } from '../../../contract/rules.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey, Channel } from '../../db/tables.ts'
import { withRetries } from '../../db/transactions.ts'
import { formatInstant } from '../../lib/dates.ts'
import { conflict, forbidden, notFound, type Refusal, wrongField } from '../../refusal.ts'
import { findArticles } from '../codes/articles.service.ts'
import { countLines, lastOrders, listLines, lockUnits, type StoredLine, storeLines, takeOut } from './lines.queries.ts'
import {
  type AskedLine,
  dropped,
  noticesOf,
  type Orderable,
  type Plan,
  type PlannedLine,
  planLines,
  type RefusedLine,
  words,
} from './lines.rules.ts'
import { askQuantity, mayBeUnusual, packOf } from './unusual.rules.ts'
import { type UnusualQuantity, unusualQuantities } from './unusual.service.ts'

export const chooseClient = 'Seleccione un cliente'

/** Staff without a chosen client looks, but does not order (R100). */
export function requireClient(caller: Caller, clientId: number): void {
  if (isStaff(caller) && clientId === NO_CLIENT) throw forbidden(chooseClient)
}

/** A line to set. A quantity of zero takes an article given by id out of the cart. A line with a question is not set. */
export interface LineToSet extends AskedLine {
  readonly channel: Channel
  /** Whether the screen showed the article in the cart. It is asked about where it is there no more (R422). */
  readonly wasInCart?: boolean | undefined
}

/** The cart in which lines are set, who sets them, and the catalogue of its articles. */
export interface Setting {
  readonly catalogue: Catalogue
  readonly caller: Caller
  readonly clientId: number
}

/**
 * Sets lines in the caller's cart, all in one go. Answers for each line whether it was set, and why not.
 * @throws Refusal 403 for staff without a client
 */
export async function setLines(db: Db, setting: Setting, given: readonly LineToSet[]): Promise<LinesAnswer> {
  return answerOfSet(await applyLines(db, setting, given), given)
}

/** As `setLines`, inside the caller's own transaction. */
export async function setLinesIn(t: Queryable, setting: Setting, given: readonly LineToSet[]): Promise<LinesAnswer> {
  const asked = await planAsked(t, setting, given.filter(isToStore))
  return answerOfSet(await storePlanned(t, setting, asked, given), given)
}

/**
 * Sets one line of the caller's cart, as the specification's call does. Answers what is stored, null when it was taken out, and
 * how many lines the cart holds.
 * @throws Refusal 400 for a new line without a quantity and above the limit, 403 for staff without a client, 404 for an
 *   article that is not sold, 409 for one without price and, with `ask`, for an unusual quantity
 */
export async function setLine(
  db: Db,
  setting: Setting,
  given: Omit<LineToSet, 'row' | 'channel' | 'article' | 'wasInCart'> & { readonly article: number },
): Promise<{ line: SimpleCartLine | null; count: number }> {
  const { plan, unusual, stored, takenOut } = await applyLines(db, setting, [{ ...given, row: 0, channel: 'web' }])
  const [refused] = plan.refused
  if (refused) throw refusalOf(refused)
  const [line] = plan.lines
  const why = line && unusual.get(line.article.articleId)
  if (line && why) throw questionOf(line, why)
  if (!line && takenOut.size === 0) throw wrongField('quantity', quantityRefused)
  const [saved] = stored.values()
  const count = await countLines(db.kysely, cartIn(setting))
  return {
    line: saved ? { id: saved.id, articleId: saved.articleId, quantity: saved.quantity, note: saved.note } : null,
    count,
  }
}

const isRemoval = ({ article, quantity }: AskedLine): boolean => typeof article === 'number' && !(quantity > 0)
const isToStore = (line: AskedLine): boolean => !isRemoval(line)
const cartIn = ({ caller, clientId }: Setting): CartKey => ({ userId: caller.userId, clientId })

/** Planned lines, and which of them may be unusual, so that the client's history and the cart have to be read (R34). */
interface Planned {
  readonly plan: Plan<Orderable>
  readonly toCheck: readonly (Orderable & { readonly quantity: number })[]
}

/** What became of lines. */
interface Applied {
  readonly plan: Plan<Orderable>
  /** Why quantities look like a slip, by article: these lines are not stored. */
  readonly unusual: ReadonlyMap<number, UnusualQuantity>
  /** What is asked about lines whose article left the cart meanwhile, by article: they are not stored. */
  readonly gone: ReadonlyMap<number, string>
  /** By article. `before`: the units that the cart held. */
  readonly stored: ReadonlyMap<number, StoredLine & { readonly before: number }>
  /** The units of what was taken out, by article. */
  readonly takenOut: ReadonlyMap<number, number>
}

/** Sets lines: in one statement, or in a transaction where a quantity may be unusual or lines are set and taken out at once. */
async function applyLines(db: Db, setting: Setting, given: readonly LineToSet[]): Promise<Applied> {
  requireClient(setting.caller, setting.clientId)
  const asked = await planAsked(db.kysely, setting, given.filter(isToStore))
  const isOneStep = asked.toCheck.length === 0 && (asked.plan.lines.length === 0 || given.every(isToStore))
  return isOneStep
    ? withRetries(() => storePlanned(db.kysely, setting, asked, given))
    : db.tx((t) => storePlanned(t, setting, asked, given))
}

async function planAsked(
  db: Queryable,
  { catalogue, clientId }: Pick<Setting, 'catalogue' | 'clientId'>,
  asked: readonly AskedLine[],
): Promise<Planned> {
  const articles = asked.map(({ article }) => article)
  const plan = planLines(asked, await findArticles(db, catalogue, clientId, articles))
  const asking = new Set(asked.flatMap(({ row, ask }) => (ask ? [row] : [])))
  const toCheck = plan.lines.filter(({ row }) => asking.has(row)).map(withQuantity)
  return { plan, toCheck: toCheck.filter(mayBeUnusual) }
}

async function storePlanned(
  t: Queryable,
  setting: Setting,
  { plan, toCheck }: Planned,
  given: readonly LineToSet[],
): Promise<Applied> {
  const cart = cartIn(setting)
  const checked = toCheck.map(({ articleId }) => articleId)
  const held = checked.length > 0 ? await lockUnits(t, cart, checked) : new Map<number, number>()
  const unusual = await unusualQuantities(t, cart, toCheck, (articleId) => held.get(articleId) ?? 0)
  const givenOf = new Map(given.map((line) => [line.row, line]))
  const stored = await storeLines(
    t,
    cart,
    plan.lines
      .filter(({ article }) => !unusual.has(article.articleId))
      .map(({ row, article, quantity, note, unitPrice }) => ({
        articleId: article.articleId,
        quantity,
        note,
        createdBy: setting.caller.userId,
        shownPrice: unitPrice,
        channel: givenOf.get(row)?.channel ?? 'web',
        onlyIfThere: givenOf.get(row)?.wasInCart,
      })),
  )
  // A line that is asked about for its quantity was not to be stored: the cart may have it.
  const inCart = new Set([...held.keys(), ...stored.map(({ articleId }) => articleId)])
  const gone = plan.lines.filter(({ row, article }) => givenOf.get(row)?.wasInCart && !inCart.has(article.articleId))
  const removals = given.filter(isRemoval).map(({ article }) => Number(article))
  return {
    plan,
    unusual,
    gone: gone.length > 0 ? await questionsOfGone(t, cart, gone) : new Map(),
    stored: new Map(stored.map((line) => [line.articleId, line])),
    takenOut: removals.length > 0 ? await takeOut(t, cart, removals) : new Map(),
  }
}

async function questionsOfGone(
  db: Queryable,
  cart: CartKey,
  lines: readonly PlannedLine<Orderable>[],
): Promise<ReadonlyMap<number, string>> {
  const articles = lines.map(({ article }) => article)
  const lasts = await lastOrders(
    db,
    cart,
    articles.map(({ articleId }) => articleId),
  )
  return new Map(
    articles.map(({ articleId, code, description }) => {
      const last = lasts.get(articleId)
      return [articleId, words.gone(`${code} ${description}`, last && { ...last, at: formatInstant(last.at) })]
    }),
  )
}

/** The answer about lines that were set: stored ones, then those that were taken out, and the notices. */
function answerOfSet({ plan, unusual, gone, stored, takenOut }: Applied, given: readonly LineToSet[]): LinesAnswer {
  const noteInCart = (articleId: number) => stored.get(articleId)?.note ?? ''
  // Of an article that one request sets and takes out, `takenOut` has the units just set.
  const inCart = (articleId: number) => stored.get(articleId)?.before ?? takenOut.get(articleId) ?? 0
  const lines = plan.lines.flatMap((line): ListLine[] => {
    const saved = stored.get(line.article.articleId)
    return saved ? [{ ...shown(line, { inCart, noteInCart }), lineId: saved.id }] : []
  })
  const removed = given.filter(isRemoval).map(
    ({ row, article }): ListLine => ({
      row,
      articleId: Number(article),
      code: '',
      description: '',
      written: undefined,
      askedQuantity: 0,
      quantity: 0,
      unitPrice: 0,
      note: '',
      inCart: inCart(Number(article)),
    }),
  )
  return answerOf([...lines, ...removed], [...noticesOf(plan), ...questionsOf(plan, { unusual, gone })], {
    rows: given.length,
    untouched: 0,
  })
}

/** The notices about lines that stay out with a question. */
const questionsOf = (plan: Plan<Orderable>, { unusual, gone }: Pick<Applied, 'unusual' | 'gone'>): ImportNotice[] =>
  plan.lines.flatMap(({ row, article, quantity }) => {
    const { code, description, articleId } = article
    const [left, slip] = [gone.get(articleId), unusual.get(articleId)]
    if (!left && !slip) return []
    const reasons = [left, slip && askQuantity(quantity, `${code} ${description}`, slip.why)]
    return [{ ...dropped(row, code, reasons.filter(Boolean).join(' ')), asking: true, ...(left && { gone: true }) }]
  })

/** Planned lines, together with the lines that the cart already holds. */
export interface CartPlan extends Plan<Orderable> {
  /** Lines that are refused, and lines that were adjusted. */
  readonly notices: ImportNotice[]
  /** Why quantities look like a slip (R34), by article. */
  readonly unusual: ReadonlyMap<number, UnusualQuantity>
  /** Units of an article in the cart, 0 for none. */
  inCart(articleId: number): number
  noteInCart(articleId: number): string
}

/** Plans lines for a cart; nothing is stored. Only lines with `ask` are checked for unusual quantities (R34). */
export async function planCart(
  db: Queryable,
  catalogue: Catalogue,
  cart: CartKey,
  asked: readonly AskedLine[],
): Promise<CartPlan> {
  const { plan, toCheck } = await planAsked(db, { catalogue, clientId: cart.clientId }, asked)
  const byArticle = new Map((await listLines(db, cart)).map((line) => [line.articleId, line]))
  const inCart = (articleId: number) => byArticle.get(articleId)?.quantity ?? 0
  return {
    ...plan,
    notices: noticesOf(plan),
    unusual: await unusualQuantities(db, cart, toCheck, inCart),
    inCart,
    noteInCart: (articleId) => byArticle.get(articleId)?.note ?? '',
  }
}

/** A planned line as reviews and answers show it. */
export const shown = (
  { row, article, written, askedQuantity, quantity, unitPrice, note }: PlannedLine<Orderable>,
  { inCart, noteInCart }: Pick<CartPlan, 'inCart' | 'noteInCart'>,
): ListLine => ({
  row,
  articleId: article.articleId,
  code: article.code,
  description: article.description,
  written,
  askedQuantity,
  quantity,
  unitPrice,
  note: note ?? noteInCart(article.articleId),
  inCart: inCart(article.articleId),
})

/** The answer about lines, with the sum of their amounts in cents. */
export const answerOf = (
  lines: readonly ListLine[],
  notices: readonly ImportNotice[],
  counts: Pick<LinesAnswer, 'rows' | 'untouched'>,
): LinesAnswer => ({
  lines: [...lines],
  total: lines.reduce((sum, line) => sum + lineAmount(line.unitPrice, line.quantity), 0),
  notices: [...notices].sort((a, b) => a.row - b.row),
  ...counts,
})

/** A refused line as an error: 404 for an article that is unknown or not sold, 409 for one without a price, else 400. */
function refusalOf({ why, reason }: RefusedLine): Refusal {
  if (why === 'notSold' || why === 'unknown') return notFound(reason)
  return why === 'noPrice' ? conflict(reason) : wrongField('quantity', reason)
}

function questionOf({ article, quantity }: PlannedLine<Orderable>, { why, most }: UnusualQuantity): Refusal {
  const { code, description } = article
  const details = { question: 'cantidad', asked: quantity, most, pack: packOf(article) } as const
  const message = askQuantity(quantity, `${code} ${description}`, why)
  return conflict(message, [z.encode(quantityQuestion, details)])
}

const withQuantity = ({ article, quantity }: PlannedLine<Orderable>) => ({ ...article, quantity })
