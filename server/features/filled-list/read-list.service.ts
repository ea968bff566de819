/** From the rows of a filled-in price list to the articles it asks for. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { foldText } from '../../search-text.ts'
import { isBlank } from '../../spreadsheets/numbers.rules.ts'
import type { SheetRow } from '../../spreadsheets/sheet.ts'
import { priceListHeadings as headings } from '../documents/catalogue-files.service.ts'
import { type AskedItem, dropped } from '../order-import/review.service.ts'

/** Above the headings somebody may have written a few lines. */
const HEADINGS_WITHIN = 20

export interface ListRows {
  asked: AskedItem[]
  /** Rows that can't be read. */
  notices: ImportNotice[]
  /** Rows that ask for nothing. */
  untouched: number
}

/** What a list asks for: rows with a quantity or an observation. Null for a file that is no price list. */
export function readListRows(rows: readonly SheetRow[]): ListRows | null {
  for (const [at, { cells }] of rows.slice(0, HEADINGS_WITHIN).entries()) {
    const names = cells.map((cell) => foldText(String(cell ?? '')))
    const place = (heading: string) => names.indexOf(foldText(heading))
    const [code, quantity, note] = [headings.code, headings.quantity, headings.note].map(place)
    if (code === undefined || code < 0 || quantity === undefined || quantity < 0) continue
    return readBelow(rows.slice(at + 1), { code, quantity, note: note ?? -1 })
  }
  return null
}

function readBelow(
  rows: readonly SheetRow[],
  place: { code: number; quantity: number; note: number },
): ListRows {
  const read: ListRows = { asked: [], notices: [], untouched: 0 }
  for (const { row, cells, damage } of rows) {
    const cell = (at: number) => cells[at] ?? null
    const [code, note] = [place.code, place.note].map((at) => String(cell(at) ?? '').trim())
    const quantity = cell(place.quantity)
    if (damage !== undefined) read.notices.push(dropped(row, code ?? '', damage))
    else if (isBlank(quantity) && !note) read.untouched++
    // The prices of the file are not looked at.
    else read.asked.push({ row, code: code ?? '', quantity, price: null, note: note ?? '' })
  }
  return read
}
