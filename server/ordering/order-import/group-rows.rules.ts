/** Groups the rows of a file into orders (R204: by CUIT, then by order number). Pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { dropped } from '../lines/lines.rules.ts'
import { cuitDigits } from '../readers/sheet/columns.rules.ts'
import type { AskedOrder } from './order-file.types.ts'

const MAX_NUMBER_LENGTH = 60

/** The cells of a written row that tell its order. */
interface RowOfOrder {
  readonly row: number
  readonly code: string
  readonly cuit: string
  readonly number: string
  readonly problem: string
}

interface GroupedRows<Row> {
  orders: AskedOrder<Row>[]
  /** Rows that belong to no order. */
  notices: ImportNotice[]
}

/** Groups the rows by CUIT, then by order number, each in the order of the file. '1' and '01' are two numbers. */
export function groupRows<Row extends RowOfOrder>(rows: readonly Row[]): GroupedRows<Row> {
  const notices: ImportNotice[] = []
  const clients = new Map<string, Map<string, Row[]>>()
  for (const row of rows) {
    const cuit = cuitDigits(row.cuit)
    const refusal =
      cuit === null
        ? row.problem || (row.cuit === '' ? 'La fila no tiene CUIT' : `«${row.cuit}» no es un CUIT de 11 dígitos`)
        : row.number.length > MAX_NUMBER_LENGTH
          ? `El número de pedido tiene más de ${MAX_NUMBER_LENGTH} caracteres`
          : undefined
    if (refusal !== undefined || cuit === null) {
      notices.push(dropped(row.row, row.code, refusal ?? ''))
      continue
    }
    const orders = clients.get(cuit) ?? new Map<string, Row[]>()
    clients.set(cuit, orders)
    const items = orders.get(row.number) ?? []
    orders.set(row.number, items)
    items.push(row)
  }
  const orders = [...clients].flatMap(([cuit, numbers]) =>
    [...numbers].map(([number, items]) => ({ cuit, number, rows: items })),
  )
  return { orders, notices }
}

/** Notices about numbers of one CUIT that differ only in leading zeros: they are two orders. */
export function sayLikeNumbers(orders: readonly { cuit: string; number: string }[]): string[] {
  const seen = new Map<string, string>()
  return orders.flatMap(({ cuit, number }) => {
    const key = `${cuit} ${number.replace(/^0+(?=\d)/, '')}`
    const similar = seen.get(key)
    seen.set(key, number)
    return similar === undefined ? [] : [`Los números «${similar}» y «${number}» del CUIT ${cuit} son dos pedidos`]
  })
}
