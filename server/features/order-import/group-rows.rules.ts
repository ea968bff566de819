/** From the rows of a file to orders (R204: by CUIT, then by order number): pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { isBlank, readNumber } from '../../spreadsheets/numbers.rules.ts'
import type { AskedItem, AskedOrder, FileCell, FileRow } from './order-file.types.ts'

/** Columns in their order; a file has them with or without headings. */
const [CUIT, NUMBER, CODE, QUANTITY, PRICE, NOTE] = [0, 1, 2, 3, 4, 5]
const MAX_NUMBER_LENGTH = 60

export interface GroupedRows {
  orders: AskedOrder[]
  /** Rows that belong to no order. */
  notices: ImportNotice[]
  /** Rows of the file, without its headings. */
  rowCount: number
}

export const textOf = (cell: FileCell | undefined): string => String(cell ?? '').trim()

/** The eleven digits of a CUIT written with or without dashes; null when they are not eleven. */
export function cuitDigits(text: string): string | null {
  const digits = text.replace(/[\s.-]/g, '')
  return /^\d{11}$/.test(digits) ? digits : null
}

export const dropped = (row: number, code: string, reason: string): ImportNotice => ({
  row,
  code,
  dropped: true,
  reason,
})
export const doubtful = (row: number, code: string, reason: string): ImportNotice => ({
  row,
  code,
  dropped: false,
  reason,
})

/** Whether a first row is headings: words where a CUIT belongs and no number where the quantity does. */
const isHeadings = (cells: FileRow['cells']): boolean =>
  /\p{L}/u.test(textOf(cells[CUIT])) && readNumber(cells[QUANTITY] ?? null) === null

/** Groups the rows by CUIT, then by order number, each in the order of the file. */
export function groupRows(rows: readonly FileRow[]): GroupedRows {
  const [first] = rows
  const data = first && !first.damage && isHeadings(first.cells) ? rows.slice(1) : rows
  const notices: ImportNotice[] = []
  const clients = new Map<string, Map<string, AskedItem[]>>()
  for (const { row, cells, damage } of data) {
    const item = itemOf(row, cells)
    const cuit = cuitDigits(textOf(cells[CUIT]))
    const number = textOf(cells[NUMBER])
    const refusal =
      damage ??
      (isBlank(cells[CUIT])
        ? 'La fila no tiene CUIT'
        : cuit === null
          ? `«${textOf(cells[CUIT])}» no es un CUIT de 11 dígitos`
          : number.length > MAX_NUMBER_LENGTH
            ? `El número de pedido tiene más de ${MAX_NUMBER_LENGTH} caracteres`
            : undefined)
    if (refusal !== undefined || cuit === null) {
      notices.push(dropped(row, item.code, refusal ?? ''))
      continue
    }
    const orders = clients.get(cuit) ?? new Map<string, AskedItem[]>()
    clients.set(cuit, orders)
    const items = orders.get(number) ?? []
    orders.set(number, items)
    items.push(item)
  }
  const orders = [...clients].flatMap(([cuit, numbers]) =>
    [...numbers].map(([number, items]) => ({ cuit, number, items })),
  )
  return { orders, notices, rowCount: data.length }
}

const itemOf = (row: number, cells: FileRow['cells']): AskedItem => ({
  row,
  code: textOf(cells[CODE]),
  quantity: cells[QUANTITY] ?? null,
  price: cells[PRICE] ?? null,
  note: textOf(cells[NOTE]),
})
