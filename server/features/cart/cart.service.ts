/** Filling a cart (R100, R104, R20, R21). */
import * as z from 'zod/mini'
import type { CartLine, SimpleCartLine } from '../../../contract/cart.ts'
import { quantityQuestion, quantityRefused, UNUSUAL_PACKS, UNUSUAL_TIMES } from '../../../contract/cart.ts'
import { mediaColumns } from '../../../contract/catalogue.ts'
import { texts } from '../../../contract/errors.ts'
import {
  hasPrice,
  lineAmount,
  MAX_LINE_AMOUNT,
  MAX_QUANTITY,
  NO_CLIENT,
  roundToMultiple,
  unitPrice,
} from '../../../contract/rules.ts'
import { type Caller, isStaff } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { conflict, forbidden, notFound, wrongField } from '../../refusal.ts'
import type { Catalogue } from '../catalogue/catalogue.service.ts'
import {
  countLines,
  deleteLine,
  deleteLineOfArticle,
  findLineOwner,
  listArticlesOfCart,
  listLines,
  mostOrdered,
  quantityInCart,
  type StoredLine,
  saveLine,
} from './cart.queries.ts'
import { auditDeleted } from './delete-carts.service.ts'

/** For orders: filling a cart inside their own transaction. */
/** For many lines at once, which they take out inside their own transaction. */
export { deleteLinesOfArticles as takeOut, saveLines as storeLines } from './cart.queries.ts'

export const notSoldAnyMore = 'Este artículo ya no está a la venta'
export const askForPrice = 'Este artículo no tiene precio publicado. Consulte con ventas'
const quantityTooLarge = `La cantidad es demasiado grande: el máximo de un renglón es ${MAX_QUANTITY.toLocaleString('es-AR')} unidades`
export const chooseClient = 'Seleccione un cliente'

const simple = (line: StoredLine): SimpleCartLine => ({
  id: line.id,
  articleId: line.article_id,
  quantity: line.quantity,
  note: line.note,
})

/** The lines of a cart without detail; `lock`: nobody else changes them until the transaction ends. */
export async function simpleCart(
  db: Queryable,
  cart: CartKey,
  { lock = false } = {},
): Promise<SimpleCartLine[]> {
  return (await listLines(db, cart, lock)).map(simple)
}

/** The lines of a cart with everything their rows show; `sold` false marks what can't be ordered any more. */
export async function detailedCart(db: Queryable, cart: CartKey): Promise<CartLine[]> {
  const rows = await listArticlesOfCart(db, cart)
  return rows.map(({ media, ...row }) => ({
    ...row,
    ...mediaColumns(row.articleId, media),
    articleIdShown: row.articleId,
    erpArticleId: row.articleId,
  }))
}

/** Staff without a chosen client looks, but does not order (R100). */
export function requireClient(caller: Caller, clientId: number): void {
  if (isStaff(caller) && clientId === NO_CLIENT) throw forbidden(chooseClient)
}

export interface AskedLine {
  articleId: number
  /** As typed; zero, empty or no number deletes the line. */
  quantity: number
  /** Not given: an existing line keeps its own. */
  note: string | null | undefined
  /** Asks about an unusual quantity instead of storing it (R34). */
  ask?: boolean | undefined
}

/**
 * Sets an article's quantity in a cart. Answers the stored line (its quantity may differ from what was
 * asked, by the article's multiple) or null when it was deleted, and how many lines the cart holds.
 * Errors: 400 for a new line without a quantity, 404 for an article not on sale, 409 for one without price and,
 * with `ask`, for an unusual quantity.
 */
export async function setLine(
  db: Db,
  catalogue: Catalogue,
  caller: Caller,
  clientId: number,
  asked: AskedLine,
): Promise<{ line: SimpleCartLine | null; count: number }> {
  requireClient(caller, clientId)
  const cart = { userId: caller.userId, clientId }
  if (!(asked.quantity > 0)) {
    const existed = await deleteLineOfArticle(db.kysely, cart, asked.articleId)
    if (!existed) throw wrongField('quantity', quantityRefused)
    return { line: null, count: await countLines(db.kysely, cart) }
  }
  const product = catalogue.find(asked.articleId)
  if (!product) throw notFound(notSoldAnyMore)
  if (!hasPrice(product.listPrice)) throw conflict(askForPrice)
  const quantity = roundToMultiple(asked.quantity, product.multiple)
  const price = unitPrice(product.listPrice, product.discount)
  if (quantity > MAX_QUANTITY || lineAmount(price, quantity) > MAX_LINE_AMOUNT) {
    throw wrongField('quantity', quantityTooLarge)
  }
  if (asked.ask) await askAboutUnusual(db, cart, product, quantity)
  const { count, ...line } = await saveLine(db.kysely, cart, {
    articleId: asked.articleId,
    quantity,
    note: asked.note,
    channel: 'web',
    createdBy: caller.userId,
    shownPrice: price,
  })
  return { line: simple(line), count }
}

/** Refuses with a question what looks like a slip; whoever was asked already saves without `ask`. */
async function askAboutUnusual(
  db: Db,
  cart: CartKey,
  product: { articleId: number; code: string; description: string; multiple: number; unitsPerPack: number },
  quantity: number,
): Promise<void> {
  if (!mayBeUnusual({ quantity, multiple: product.multiple })) return
  const most = (await mostOrdered(db.kysely, cart, [product.articleId])).get(product.articleId) ?? null
  if (quantity <= usualOf(product, most)) return
  const inCart = await quantityInCart(db.kysely, cart, product.articleId)
  const why = whyUnusual(product, { quantity, most, inCart })
  if (why === null) return
  const pack = packOf(product)
  const message = askQuantity(quantity, `${product.code} ${product.description}`, why)
  throw conflict(message, [z.encode(quantityQuestion, { question: 'cantidad', asked: quantity, most, pack })])
}

/** Nobody ever took less than one multiple: up to ten of them no history is needed. */
const mayBeUnusual = ({ quantity, multiple }: { quantity: number; multiple: number }): boolean =>
  quantity > UNUSUAL_TIMES * Math.max(1, multiple)

type Packed = { multiple: number; unitsPerPack: number }
const units = (count: number) => count.toLocaleString('es-AR')
const packOf = ({ unitsPerPack, multiple }: Packed) => Math.max(unitsPerPack, multiple, 1)
const usualOf = (product: Packed, most: number | null) =>
  most === null ? UNUSUAL_PACKS * packOf(product) : UNUSUAL_TIMES * most

/** Why a quantity looks like a slip (R34); null when it does not. */
function whyUnusual(
  product: Packed,
  { quantity, most, inCart }: { quantity: number; most: number | null; inCart: number },
): string | null {
  const usual = usualOf(product, most)
  if (quantity <= usual) return null
  // What stands in the cart above that was confirmed; another nought is asked about again.
  if (inCart > usual && quantity <= UNUSUAL_TIMES * inCart) return null
  return most === null
    ? `Es más de ${UNUSUAL_PACKS} bultos (de ${units(packOf(product))})`
    : `Lo máximo que se pidió hasta hoy es ${units(most)}`
}

/** Which of many quantities look like a slip, and why in a sentence, by article id. */
export async function unusualQuantities(
  db: Queryable,
  cart: CartKey,
  lines: readonly (Packed & { articleId: number; quantity: number })[],
  inCartOf: (articleId: number) => number,
): Promise<Map<number, string>> {
  const high = lines.filter(mayBeUnusual)
  if (high.length === 0) return new Map()
  const ids = high.map(({ articleId }) => articleId)
  const history = await mostOrdered(db, cart, ids)
  return new Map(
    high.flatMap((line) => {
      const { articleId, quantity } = line
      const most = history.get(articleId) ?? null
      const why = whyUnusual(line, { quantity, most, inCart: inCartOf(articleId) })
      return why === null ? [] : [[articleId, why] as const]
    }),
  )
}

/** The question about a quantity that looks like a slip; `name` is the article's, where it does not stand beside it. */
export const askQuantity = (quantity: number, name: string, why: string): string =>
  `¿${[`${units(quantity)} unidades`, name].filter(Boolean).join(' de ')}? ${why}`

/** Deletes one line of the caller's own carts (an admin's: of any); answers how many its cart still holds. */
export async function removeLine(db: Db, caller: Caller, lineId: number): Promise<number> {
  const owner = await findLineOwner(db.kysely, lineId)
  if (!owner) throw notFound()
  if (owner.userId !== caller.userId && caller.type !== 'admin') throw forbidden(texts.forbidden)
  return db.tx(async (t) => {
    const line = await deleteLine(t, lineId)
    if (line && owner.userId !== caller.userId) await auditDeleted(t, [line], caller.userId)
    return countLines(t, owner)
  })
}
