/** A filled-in price list: what it comes to, and its way into the cart (R215). */
import {
  LIST_MAX_LINES,
  LIST_MAX_ROWS,
  type ListLine,
  type ListReview,
} from '../../../contract/filled-list.ts'
import type { ImportNotice } from '../../../contract/order-import.ts'
import { lineAmount, MAX_LINE_AMOUNT } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { malformed } from '../../refusal.ts'
import type { SheetBounds } from '../../spreadsheets/sheet.ts'
import { readUploadedSheet } from '../../spreadsheets/uploaded-sheet.ts'
import { requireClient, simpleCart, storeLines, unusualQuantities } from '../cart/cart.service.ts'
import {
  type AskedItem,
  doubtful,
  dropped,
  type PlannedItem,
  planAsked,
} from '../order-import/review.service.ts'
import { readListRows } from './read-list.service.ts'

/** The price list of a whole shop, saved by any spreadsheet program. */
const LIST_FILE: SheetBounds = {
  maxRows: LIST_MAX_ROWS + 1,
  columns: 40,
  unpackedBytes: 64 * 2 ** 20,
  partBytes: 16 * 2 ** 20,
  csvBytes: 8 * 2 ** 20,
  // As many rows take a second or two of a processor; only what was made to be slow takes longer than this.
  milliseconds: 15_000,
}
/** Lines of one statement, whose values may not be more than 65,535. */
const LINES_AT_ONCE = 2_000

export const notAList =
  'La planilla no es una lista de precios: faltan las columnas «Código» y «Cantidad». Descargue la lista en Catálogos y complete la columna Cantidad'
export const nothingAsked =
  'La lista no tiene cantidades: complete la columna «Cantidad» de los artículos que quiere pedir'
export const tooManyLines = `La lista pide más de ${LIST_MAX_LINES.toLocaleString('es-AR')} artículos: divídala en varias`

/**
 * What a file would put into the caller's cart for a client; nothing is stored.
 * @throws Refusal 400 for what is no price list or asks for nothing, and as `readUploadedSheet`
 */
export async function reviewListFile(
  db: Queryable,
  caller: Caller,
  clientId: number,
  bytes: Buffer,
): Promise<ListReview> {
  requireClient(caller, clientId)
  const read = readListRows(await readUploadedSheet(bytes, LIST_FILE))
  if (!read) throw malformed(notAList)
  if (read.asked.length + read.notices.length === 0) throw malformed(nothingAsked)
  if (read.asked.length > LIST_MAX_LINES) throw malformed(tooManyLines)
  const { lines, notices } = await planList(db, { userId: caller.userId, clientId }, read.asked)
  return answerOf(lines, [...read.notices, ...notices], {
    rows: read.asked.length + read.notices.length,
    untouched: read.untouched,
  })
}

/** Sets the lines in the caller's cart, those that can be sold, in one transaction; answers what was set and what not. */
export function loadLines(
  db: Db,
  caller: Caller,
  clientId: number,
  given: readonly { row: number; code: string; quantity: number; note?: string | null | undefined }[],
): Promise<ListReview> {
  requireClient(caller, clientId)
  const cart: CartKey = { userId: caller.userId, clientId }
  const asked = given.map(({ note, ...line }) => ({ ...line, price: null, note: note ?? '' }))
  return db.tx(async (t) => {
    const { lines, notices } = await planList(t, cart, asked)
    const stored = lines.map(({ item, line }) => ({
      articleId: item.article.articleId,
      quantity: line.quantity,
      note: line.note,
      channel: 'import' as const,
      createdBy: caller.userId,
      shownPrice: line.unitPrice,
    }))
    for (let first = 0; first < stored.length; first += LINES_AT_ONCE)
      await storeLines(t, cart, stored.slice(first, first + LINES_AT_ONCE))
    return answerOf(lines, notices, { rows: asked.length, untouched: 0 })
  })
}

interface PlannedLine {
  item: PlannedItem
  line: ListLine
  /** What to ask about its quantity (R34), if it is unusual. */
  unusual: string | undefined
}

/** The lines that asked rows come to beside what the cart holds, and why others are none. */
export async function planList(
  db: Queryable,
  cart: CartKey,
  asked: readonly AskedItem[],
): Promise<{ lines: PlannedLine[]; notices: ImportNotice[] }> {
  const { items, notices } = await planAsked(db, asked)
  const there = new Map((await simpleCart(db, cart)).map((line) => [line.articleId, line]))
  const unusual = await unusualQuantities(
    db,
    cart,
    items.map(({ article, quantity }) => ({ ...article, quantity })),
    (articleId) => there.get(articleId)?.quantity ?? 0,
  )
  const lines: PlannedLine[] = []
  for (const item of items) {
    const { row, article, quantity, unitPrice } = item
    if (lineAmount(unitPrice, quantity) > MAX_LINE_AMOUNT) {
      notices.push(dropped(row, article.code, 'La cantidad es demasiado grande'))
      continue
    }
    const inCart = there.get(article.articleId)
    const question = unusual.get(article.articleId)
    if (question !== undefined) notices.push(doubtful(row, article.code, question))
    lines.push({
      item,
      unusual: question,
      line: {
        row,
        code: article.code,
        description: article.description,
        askedQuantity: item.askedQuantity,
        quantity,
        unitPrice,
        // Without an observation the line keeps its own.
        note: item.note || (inCart?.note ?? ''),
        inCart: inCart?.quantity ?? 0,
      },
    })
  }
  return { lines, notices }
}

const answerOf = (
  planned: readonly PlannedLine[],
  notices: readonly ImportNotice[],
  counts: Pick<ListReview, 'rows' | 'untouched'>,
): ListReview => ({
  lines: planned.map(({ line }) => line),
  total: planned.reduce((sum, { line }) => sum + lineAmount(line.unitPrice, line.quantity), 0),
  notices: [...notices].sort((a, b) => a.row - b.row),
  ...counts,
})
