/** From the rows of a file to orders (R204: by CUIT, then by order number): pure. */
import type { ImportNotice } from '../../../contract/cart-lines.ts'
import { dropped } from '../lines/lines.rules.ts'
import { cuitDigits } from '../readers/sheet/columns.rules.ts'
import type { AskedOrder } from './order-file.types.ts'

const MAX_NUMBER_LENGTH = 60

/** What of a written row says which order it is of. */
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
  for (const one of rows) {
    const cuit = cuitDigits(one.cuit)
    const refusal =
      cuit === null
        ? one.problem ||
          (one.cuit === '' ? 'La fila no tiene CUIT' : `«${one.cuit}» no es un CUIT de 11 dígitos`)
        : one.number.length > MAX_NUMBER_LENGTH
          ? `El número de pedido tiene más de ${MAX_NUMBER_LENGTH} caracteres`
          : undefined
    if (refusal !== undefined || cuit === null) {
      notices.push(dropped(one.row, one.code, refusal ?? ''))
      continue
    }
    const orders = clients.get(cuit) ?? new Map<string, Row[]>()
    clients.set(cuit, orders)
    const items = orders.get(one.number) ?? []
    orders.set(one.number, items)
    items.push(one)
  }
  const orders = [...clients].flatMap(([cuit, numbers]) =>
    [...numbers].map(([number, items]) => ({ cuit, number, rows: items })),
  )
  return { orders, notices }
}

/** Numbers of one CUIT that only their zeros tell apart: two orders, and said. */
export function sayLikeNumbers(orders: readonly { cuit: string; number: string }[]): string[] {
  const seen = new Map<string, string>()
  return orders.flatMap(({ cuit, number }) => {
    const key = `${cuit} ${number.replace(/^0+(?=\d)/, '')}`
    const other = seen.get(key)
    seen.set(key, number)
    return other === undefined
      ? []
      : [`Los números «${other}» y «${number}» del CUIT ${cuit} son dos pedidos`]
  })
}
