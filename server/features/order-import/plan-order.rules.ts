/** What becomes of each row of an order: a line, or a reason why not. Nothing is dropped silently: pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { hasPrice, MAX_QUANTITY, roundToMultiple, unitPrice } from '../../../contract/rules.ts'
import { isBlank, readNumber } from '../../spreadsheets/numbers.rules.ts'
import { doubtful, dropped } from './group-rows.rules.ts'
import type { AskedItem, FileCell, ImportArticle } from './order-file.types.ts'

/** Above it a typing error is more likely; also keeps price × quantity an exact number. Cents. */
const MAX_PRICE = 50_000_000_00
const MAX_NOTE = 500

export interface PlannedItem {
  row: number
  article: ImportArticle
  askedQuantity: number
  quantity: number
  /** Cents of the agreed price; 0 means today's. */
  agreedPrice: number
  /** Cents one unit will cost. */
  unitPrice: number
  note: string
}

export interface PlannedOrder {
  items: PlannedItem[]
  /** Rows left out, and rows of `items` that need a look. */
  notices: ImportNotice[]
}

/**
 * Looks each row up and reads its numbers. Rows of one article are added to its first one when their
 * price is the same; the sum is then rounded to the article's multiple. A row ends as an item or in a
 * notice, so that the rows asked for are the rows answered.
 */
export function planItems(
  asked: readonly AskedItem[],
  articles: ReadonlyMap<string, ImportArticle>,
): PlannedOrder {
  const notices: ImportNotice[] = []
  const items = new Map<number, PlannedItem>()
  for (const one of asked) {
    const read = readItem(one, articles)
    if (typeof read === 'string') {
      notices.push(dropped(one.row, one.code, read))
      continue
    }
    const { item, doubts } = read
    const first = items.get(item.article.articleId)
    if (first && first.agreedPrice !== item.agreedPrice) {
      const reason = `El artículo ya está en la fila ${first.row} con otro precio`
      notices.push(dropped(one.row, one.code, reason))
      continue
    }
    notices.push(...doubts.map((reason) => doubtful(one.row, one.code, reason)))
    if (!first) {
      items.set(item.article.articleId, item)
      continue
    }
    first.askedQuantity += item.askedQuantity
    first.note = joinNotes(first.note, item.note)
    notices.push(doubtful(one.row, one.code, `Artículo repetido: se suma a la fila ${first.row}`))
  }
  return { items: [...items.values()].flatMap((item) => roundItem(item, notices)), notices }
}

/** A row as an item with its quantity not yet rounded, and what is doubtful about it; or why it is left out. */
function readItem(
  asked: AskedItem,
  articles: ReadonlyMap<string, ImportArticle>,
): { item: PlannedItem; doubts: string[] } | string {
  if (asked.code === '') return 'La fila no tiene código de artículo'
  const article = articles.get(asked.code)
  if (!article) return `No existe el artículo ${asked.code}`
  if (!article.listed) return 'El artículo no está a la venta'
  const quantity = readNumber(asked.quantity)
  if (quantity === null) return notA('cantidad', asked.quantity)
  if (quantity <= 0) return 'La cantidad debe ser mayor que 0'
  const { cents, doubt } = readPrice(asked.price)
  if (cents > MAX_PRICE) return 'El precio es demasiado grande'
  if (cents === 0 && !hasPrice(article.listPrice)) return 'El artículo no tiene precio'
  const doubts = doubt === undefined ? [] : [doubt]
  if (asked.note.length > MAX_NOTE) doubts.push(`La observación se corta en ${MAX_NOTE} caracteres`)
  const item = {
    row: asked.row,
    article,
    askedQuantity: quantity,
    quantity: 0,
    agreedPrice: cents,
    unitPrice: cents > 0 ? cents : unitPrice(article.listPrice, article.discount),
    note: asked.note.slice(0, MAX_NOTE),
  }
  return { item, doubts }
}

/** The agreed price in cents; empty, 0 and what is no number mean today's price (R205). */
function readPrice(cell: FileCell): { cents: number; doubt?: string } {
  if (isBlank(cell)) return { cents: 0 }
  const price = readNumber(cell)
  if (price === null || price < 0)
    return { cents: 0, doubt: `${notA('precio', cell)}: se toma el precio de hoy` }
  const cents = Math.round(price * 100)
  // What a spreadsheet calls 33.33 is not exactly that.
  const exact = Math.abs(price * 100 - cents) < 1e-4
  return exact ? { cents } : { cents, doubt: 'El precio se redondea a dos decimales' }
}

function roundItem(item: PlannedItem, notices: ImportNotice[]): PlannedItem[] {
  const { row, article, askedQuantity } = item
  const quantity = roundToMultiple(askedQuantity, article.multiple)
  if (quantity > MAX_QUANTITY) {
    notices.push(dropped(row, article.code, 'La cantidad es demasiado grande'))
    return []
  }
  if (quantity !== askedQuantity) {
    const rule = article.multiple > 1 ? `: se vende de a ${article.multiple}` : ''
    notices.push(doubtful(row, article.code, `La cantidad se ajusta a ${quantity}${rule}`))
  }
  return [{ ...item, quantity }]
}

const notA = (what: 'cantidad' | 'precio', cell: FileCell): string =>
  isBlank(cell)
    ? `La fila no tiene ${what}`
    : `«${String(cell).trim().slice(0, 40)}» no es ${what === 'cantidad' ? 'una cantidad' : 'un precio'}`

const joinNotes = (first: string, second: string): string =>
  [...new Set([first, second])].filter(Boolean).join(' / ').slice(0, MAX_NOTE)
