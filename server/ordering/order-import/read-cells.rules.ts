/** Reads the cells of rows into lines with numbers, or into notices about rows without a line (R24). Pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { cutText } from '../../lib/cut-text.ts'
import { isBlank, readNumber, readQuantity } from '../../spreadsheets/numbers.rules.ts'
import { type AskedLine, doubtful, dropped } from '../lines/lines.rules.ts'
import type { AskedItem, FileCell } from './order-file.types.ts'

/** Cents. A higher price is more likely a typing error; the limit also keeps price × quantity an exact number. */
const MAX_PRICE = 50_000_000_00

/** A line of a file, with its agreed price in cents. */
export type ReadLine = AskedLine & { readonly agreedPrice: number }

/** The lines of rows, in their order, and notices: each row becomes a line or is left out with a notice. */
export function readCells(rows: readonly AskedItem[]): { lines: ReadLine[]; notices: ImportNotice[] } {
  const lines: ReadLine[] = []
  const notices: ImportNotice[] = []
  for (const { row, code, articleId, quantity: cell, price: priceCell, note, ask } of rows) {
    const leaveOut = (reason: string) => notices.push(dropped(row, code, reason))
    const { value: quantity, doubt: unclear } = isBlank(cell)
      ? { value: null, doubt: 'La fila no tiene cantidad' }
      : readQuantity(cell)
    const { cents, doubt } = readPrice(priceCell)
    if ((code !== '' || articleId !== undefined) && unclear !== undefined) leaveOut(unclear)
    else if (cents > MAX_PRICE) leaveOut('El precio es demasiado grande')
    else {
      if (doubt !== undefined) notices.push(doubtful(row, code, doubt))
      // An empty note is absent: a line that exists keeps its own.
      lines.push({
        row,
        article: articleId ?? code,
        quantity: quantity ?? 0,
        note: note || undefined,
        agreedPrice: cents,
        ask,
      })
    }
  }
  return { lines, notices }
}

/** The agreed price in cents. A blank cell, 0 and a text that is no price mean today's price (R205); such a text has a doubt. */
function readPrice(cell: FileCell): { cents: number; doubt?: string } {
  if (isBlank(cell)) return { cents: 0 }
  const price = readNumber(cell)
  if (price === null || price < 0)
    return {
      cents: 0,
      doubt: `«${cutText(String(cell).trim(), 40)}» no es un precio: se toma el precio de hoy`,
    }
  const cents = Math.round(price * 100)
  // 33.33 has no exact binary form.
  const exact = Math.abs(price * 100 - cents) < 1e-4
  return exact ? { cents } : { cents, doubt: 'El precio se redondea a dos decimales' }
}
