/** Taking in orders of the past (R397). They are history: nothing here writes an order, a job, a mail or a notice. */
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { FeedFile, FeedProblem, FeedRow, PastTable, ProblemCode, RowResult } from '../../ports/erp/erp.ts'
import type { TakenNews } from '../order-updates/order-updates.service.ts'
import * as queries from './past-orders.queries.ts'

type Tx = Transaction<Tables>
type Heads = FeedFile<'pastOrders'>
type Lines = FeedFile<'pastLines'>

/** What is said of an order that the shop itself gave to the ERP: one text for all, so that a report names it once. */
export const IS_OWN = 'Es un pedido de la tienda: ya está en Mis Pedidos y no se toma otra vez'
const NO_ORDER = 'No hay un pedido anterior con ese ID_ANT'

const isHeads = (file: FeedFile<PastTable>): file is Heads => file.table === 'pastOrders'

/**
 * Stores the good rows of a file, or of a part of it: a key that is there is replaced, the same row again changes nothing. Of a key
 * that comes twice the later row counts. A file that has the lines of whole orders (`wholeOrders`) also takes away the
 * lines that an order in it does not have any more; what the file does not name stays.
 */
export async function takePast(
  t: Tx,
  file: FeedFile<PastTable>,
  onWritten: (count: number) => void,
): Promise<TakenNews> {
  return isHeads(file) ? takeHeads(t, file, onWritten) : takeLines(t, file as Lines, onWritten)
}

async function takeHeads(t: Tx, { rows, headings, gone, goneRows }: Heads, onWritten: (count: number) => void) {
  const valuesOf = <K extends keyof Heads['rows'][number]['record']>(field: K) => [
    ...new Set(rows.flatMap(({ record }) => (record[field] ? [record[field]] : []))),
  ]
  const clients = await queries.findClients(t, valuesOf('clientId') as number[], valuesOf('clientCode') as string[])
  const clientIds = new Set(clients.map(({ id }) => id))
  const idOfCode = new Map(clients.map(({ id, code }) => [code, id]))
  const [own, numbers] = [valuesOf('shopOrderId') as number[], valuesOf('orderNumber') as number[]]
  const shopOrders = own.length + numbers.length > 0 ? await queries.findShopOrders(t, own, numbers) : []
  const byId = new Map(shopOrders.map((order) => [order.id, order]))
  const byNumber = new Map(shopOrders.map((order) => [`${order.clientId}/${order.number}`, order]))
  const problems: FeedProblem[] = []
  const remarks: FeedProblem[] = []
  const told = (row: number, field: string, code: ProblemCode, message: string): FeedProblem => {
    return { code, row, column: headings[field] ?? null, message }
  }
  const heads = new Map<number, { row: number; head: queries.PastHead }>()
  for (const { row, record } of rows) {
    const { id, clientId: givenId, clientCode = '', shopOrderId, orderNumber } = record
    const clientId = givenId ? (clientIds.has(givenId) ? givenId : undefined) : idOfCode.get(clientCode)
    if (clientId === undefined) {
      const [field, named] = givenId ? ['clientId', String(givenId)] : ['clientCode', `«${clientCode}»`]
      problems.push(told(row, field ?? '', 'NO_EXISTE', `El cliente ${named} no existe`))
      continue
    }
    const named = shopOrderId ? byId.get(shopOrderId) : undefined
    if (named && named.clientId !== clientId) {
      problems.push(told(row, 'shopOrderId', 'REGLA', `El pedido ${named.id} de la tienda es de otro cliente`))
      continue
    }
    const shopOrder = named ?? (orderNumber ? byNumber.get(`${clientId}/${orderNumber}`) : undefined)
    if (shopOrder) remarks.push(told(row, named ? 'shopOrderId' : 'orderNumber', 'PROPIO', IS_OWN))
    const { at, number = '', state = '', total = null } = record
    const head = { id, client_id: clientId, at, number, state, total, shop_order_id: shopOrder?.id ?? null }
    heads.set(id, { row, head })
  }
  const stored = await queries.writeHeads(
    t,
    [...heads.values()].map(({ head }) => head),
    onWritten,
  )
  const removed = gone.length > 0 ? await queries.deleteHeads(t, gone.map(Number)) : 0
  const written = stored.map(({ id, isNew }) => ({ row: heads.get(id)?.row ?? 0, isNew }))
  return answerOf(rows, { problems, remarks, written, removed, goneRows })
}

async function takeLines(
  t: Tx,
  { rows, headings, gone, goneRows, wholeOrders, problems: refusedRows }: Lines,
  onWritten: (count: number) => void,
) {
  const heads = await queries.findHeads(t, [...new Set(rows.map(({ record }) => record.orderId))])
  const problems: FeedProblem[] = []
  const lines = new Map<string, { row: number; line: queries.PastRow }>()
  for (const { row, record } of rows) {
    const { orderId, line, code, description = '', quantity, unitPrice = null } = record
    const head = heads.get(orderId)
    if (!head) problems.push({ code: 'NO_EXISTE', row, column: headings.orderId ?? null, message: NO_ORDER })
    else if (!head.isOwn)
      lines.set(`${orderId}/${line}`, {
        row,
        line: { past_id: orderId, line, code, description, quantity, unit_price: unitPrice },
      })
  }
  const taken = [...lines.values()].map(({ line }) => line)
  const touched: number[] = []
  // A row that is refused may be a line that stands: nothing is taken away then (R397).
  if (wholeOrders && refusedRows.length === 0) {
    const begun = [...new Set(taken.map(({ past_id }) => past_id))].filter((id) => !wholeOrders.has(id))
    const filled = begun.filter((id) => heads.get(id)?.hasLines)
    if (filled.length > 0) touched.push(...(await queries.deleteOtherLines(t, filled, taken)))
  }
  const stored = await queries.writeLines(t, taken, onWritten)
  touched.push(...stored.map(({ orderId }) => orderId))
  const keys = gone.map((key) => String(key).split('/').map(Number) as [number, number])
  if (keys.length > 0) touched.push(...(await queries.deleteLines(t, keys)))
  const removed = touched.length - stored.length
  if (touched.length > 0) await queries.sumLines(t, [...new Set(touched)])
  const written = stored.map(({ orderId, line, isNew }) => ({ row: lines.get(`${orderId}/${line}`)?.row ?? 0, isNew }))
  return answerOf(rows, { problems, remarks: [], written, removed, goneRows })
}

function answerOf(
  rows: readonly FeedRow<unknown>[],
  {
    problems,
    remarks,
    written,
    removed,
    goneRows,
  }: {
    problems: FeedProblem[]
    remarks: FeedProblem[]
    written: readonly { row: number; isNew: boolean }[]
    removed: number
    goneRows: Heads['goneRows']
  },
): TakenNews {
  const bad = new Set(problems.map(({ row }) => row))
  const inserted = written.filter(({ isNew }) => isNew).length
  return {
    problems,
    remarks,
    inserted,
    changed: written.length - inserted,
    removed,
    unchanged: rows.length - bad.size - written.length,
    results: new Map<number, RowResult>([
      ...rows.flatMap(({ row }): [number, RowResult][] => (bad.has(row) ? [] : [[row, 'unchanged']])),
      ...written.map(({ row, isNew }): [number, RowResult] => [row, isNew ? 'inserted' : 'changed']),
      ...[...(goneRows?.keys() ?? [])].map((row): [number, RowResult] => [row, 'deactivated']),
    ]),
  }
}
