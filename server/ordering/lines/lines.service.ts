/** The one way into a cart: lines are planned by one set of rules and stored together (R20, R21, R34; SPEC.md). */
import * as z from 'zod/mini'
import { quantityQuestion, quantityRefused, type SimpleCartLine } from '../../../contract/cart.ts'
import type { ImportNotice, LinesAnswer, ListLine } from '../../../contract/cart-lines.ts'
import { lineAmount, NO_CLIENT } from '../../../contract/rules.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey, Channel } from '../../db/tables.ts'
import { conflict, forbidden, notFound, type Refusal, wrongField } from '../../refusal.ts'
import { findArticles } from '../codes/articles.service.ts'
import { countLines, listLines, type StoredLine, storeLines, takeOut } from './lines.queries.ts'
import {
  type AskedLine,
  dropped,
  noticesOf,
  type Orderable,
  type Plan,
  type PlannedLine,
  planLines,
  type RefusedLine,
} from './lines.rules.ts'
import { askQuantity, mayBeUnusual, packOf } from './unusual.rules.ts'
import { type UnusualQuantity, unusualQuantities } from './unusual.service.ts'

/** The most lines of one statement, which takes at most 65,535 parameters. */
const LINES_AT_ONCE = 2_000

export const chooseClient = 'Seleccione un cliente'

/** Staff without a chosen client looks, but does not order (R100). */
export function requireClient(caller: Caller, clientId: number): void {
  if (isStaff(caller) && clientId === NO_CLIENT) throw forbidden(chooseClient)
}

/** A line to set. A quantity of zero takes an article given by id out of the cart. A line with a question is not set. */
export interface LineToSet extends AskedLine {
  readonly channel: Channel
}

/** The cart in which lines are set, who sets them, and the catalogue of its articles. */
export interface Setting {
  readonly catalogue: Catalogue
  readonly caller: Caller
  readonly clientId: number
}

/**
 * Sets lines in the caller's cart, in one transaction. Answers for each line whether it was set, and why not.
 * @throws Refusal 403 for staff without a client
 */
export function setLines(db: Db, setting: Setting, given: readonly LineToSet[]): Promise<LinesAnswer> {
  requireClient(setting.caller, setting.clientId)
  return db.tx((t) => setLinesIn(t, setting, given))
}

/** As `setLines`, inside the caller's own transaction. */
export async function setLinesIn(
  t: Queryable,
  { catalogue, caller, clientId }: Setting,
  given: readonly LineToSet[],
): Promise<LinesAnswer> {
  const cart: CartKey = { userId: caller.userId, clientId }
  const removals = given.filter(isRemoval)
  const plan = await planCart(
    t,
    catalogue,
    cart,
    given.filter((line) => !isRemoval(line)),
    'locked',
  )
  const { lines, asked } = withoutAsked(plan)
  const stored = await store(t, cart, caller, lines, given)
  if (removals.length > 0)
    await takeOut(
      t,
      cart,
      removals.map(({ article }) => Number(article)),
    )
  const ids = new Map(stored.map(({ id, articleId }) => [articleId, id]))
  const takenOut = removals.map(({ row, article }) => ({
    row,
    articleId: Number(article),
    code: '',
    description: '',
    askedQuantity: 0,
    quantity: 0,
    unitPrice: 0,
    note: '',
    inCart: plan.inCart(Number(article)),
  }))
  return answerOf(
    [...lines.map((line) => ({ ...shown(line, plan), lineId: ids.get(line.article.articleId) })), ...takenOut],
    [...plan.notices, ...asked],
    { rows: given.length, untouched: 0 },
  )
}

/**
 * Sets one line of the caller's cart, as the specification's call does: in one statement where nothing is asked about.
 * Answers what is stored, null when it was taken out, and how many lines the cart holds.
 * @throws Refusal 400 for a new line without a quantity and above the limit, 403 for staff without a client, 404 for an
 *   article that is not sold, 409 for one without price and, with `ask`, for an unusual quantity
 */
export async function setLine(
  { kysely }: Db,
  { catalogue, caller, clientId }: Setting,
  given: Omit<LineToSet, 'row' | 'channel' | 'article'> & { readonly article: number },
): Promise<{ line: SimpleCartLine | null; count: number }> {
  requireClient(caller, clientId)
  const cart: CartKey = { userId: caller.userId, clientId }
  if (!(given.quantity > 0)) {
    if ((await takeOut(kysely, cart, [given.article])) === 0) throw wrongField('quantity', quantityRefused)
    return { line: null, count: await countLines(kysely, cart) }
  }
  const toSet: LineToSet = { ...given, row: 0, channel: 'web' }
  const plan = await planCart(kysely, catalogue, cart, [toSet], 'whereUnusual')
  const [refused] = plan.refused
  if (refused) throw refusalOf(refused)
  const [line] = plan.lines
  const why = line && plan.unusual.get(line.article.articleId)
  if (line && why) throw questionOf(line, why)
  const [saved] = await store(kysely, cart, caller, plan.lines, [toSet])
  if (!saved) throw new Error('A line that was planned is not stored')
  const { others, ...stored } = saved
  return { line: stored, count: others + 1 }
}

const isRemoval = ({ article, quantity }: AskedLine): boolean => typeof article === 'number' && !(quantity > 0)

/** Puts planned lines into the cart. */
async function store(
  t: Queryable,
  cart: CartKey,
  caller: Caller,
  lines: readonly PlannedLine<Orderable>[],
  given: readonly LineToSet[],
) {
  const channels = new Map(given.map(({ row, channel }) => [row, channel]))
  const rows = lines.map(({ row, article, quantity, note, unitPrice }) => ({
    articleId: article.articleId,
    quantity,
    note,
    createdBy: caller.userId,
    shownPrice: unitPrice,
    channel: channels.get(row) ?? 'web',
  }))
  const stored: (StoredLine & { others: number })[] = []
  for (let first = 0; first < rows.length; first += LINES_AT_ONCE)
    stored.push(...(await storeLines(t, cart, rows.slice(first, first + LINES_AT_ONCE))))
  return stored
}

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

/** How a plan reads the cart: with a lock, to store lines next; without one; or only where a quantity may be unusual. */
type Reading = 'locked' | 'asItIs' | 'whereUnusual'

/** Plans lines for a cart; nothing is stored. Only lines with `ask` are checked for unusual quantities (R34). */
export async function planCart(
  db: Queryable,
  catalogue: Catalogue,
  cart: CartKey,
  asked: readonly AskedLine[],
  reading: Reading = 'asItIs',
): Promise<CartPlan> {
  const articles = asked.map(({ article }) => article)
  const plan = planLines(asked, await findArticles(db, catalogue, articles))
  const asking = new Set(asked.flatMap(({ row, ask }) => (ask ? [row] : [])))
  const toCheck = plan.lines.filter(({ row }) => asking.has(row)).map(withQuantity)
  const isRead = reading !== 'whereUnusual' || toCheck.some(mayBeUnusual)
  const cartLines = isRead ? await listLines(db, cart, reading === 'locked') : []
  const byArticle = new Map(cartLines.map((line) => [line.articleId, line]))
  const inCart = (articleId: number) => byArticle.get(articleId)?.quantity ?? 0
  return {
    ...plan,
    notices: noticesOf(plan),
    unusual: await unusualQuantities(db, cart, toCheck, inCart),
    inCart,
    noteInCart: (articleId) => byArticle.get(articleId)?.note ?? '',
  }
}

/** The lines of a plan that go into the cart, and the notices about those that stay out with a question. */
function withoutAsked(plan: CartPlan) {
  const isAsked = ({ article }: PlannedLine<Orderable>) => plan.unusual.has(article.articleId)
  const asked = plan.lines.filter(isAsked).map(({ row, article, quantity }): ImportNotice => {
    const { code, description, articleId } = article
    const why = plan.unusual.get(articleId)?.why ?? ''
    return { ...dropped(row, code, askQuantity(quantity, `${code} ${description}`, why)), asking: true }
  })
  return { lines: plan.lines.filter((line) => !isAsked(line)), asked }
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
