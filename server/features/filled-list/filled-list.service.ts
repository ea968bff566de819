/** A filled-in price list: what it comes to (R215). */
import type { LinesAnswer } from '../../../contract/cart-lines.ts'
import { LIST_MAX_LINES, LIST_MAX_ROWS } from '../../../contract/filled-list.ts'
import type { Caller } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { malformed } from '../../refusal.ts'
import type { SheetBounds } from '../../spreadsheets/sheet.ts'
import { readUploadedSheet } from '../../spreadsheets/uploaded-sheet.ts'
import { askQuantity, requireClient } from '../cart/cart.service.ts'
import { doubtful } from '../order-import/review.service.ts'
import { answerOf, planList } from './load-lines.service.ts'
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
): Promise<LinesAnswer> {
  requireClient(caller, clientId)
  const read = readListRows(await readUploadedSheet(bytes, LIST_FILE))
  if (!read) throw malformed(notAList)
  if (read.asked.length + read.notices.length === 0) throw malformed(nothingAsked)
  if (read.asked.length > LIST_MAX_LINES) throw malformed(tooManyLines)
  const { lines, notices } = await planList(db, { userId: caller.userId, clientId }, read.asked)
  const unusual = lines.flatMap(({ line: { row, code, quantity }, unusual: why }) =>
    why === undefined ? [] : [doubtful(row, code, askQuantity(quantity, '', why))],
  )
  return answerOf(
    lines.map(({ line }) => line),
    [...read.notices, ...notices, ...unusual],
    { rows: read.asked.length + read.notices.length, untouched: read.untouched },
  )
}
