/** Orders and clients that the ERP fetches, and its answers (R295). */

import { stateWord } from '../../../contract/erp.ts'
import { type AnswerRow, answerColumns } from '../../../contract/erp-push.ts'
import { takeOrders } from '../../db/hand-over.ts'
import type { Db } from '../../db/open.ts'
import type { FeedProblem } from '../../ports/erp/erp.ts'
import type { PushWire } from '../../ports/erp/port.ts'
import { notFound } from '../../refusal.ts'
import * as link from '../erp-link/erp-link.queries.ts'
import { NumberRefused, takeClientAnswer, takeOrderAnswer } from '../erp-link/erp-link.service.ts'
import * as queries from './handover.queries.ts'

interface Parts {
  db: Db
  wire: PushWire
}
interface Page {
  after: number
  limit: number
}

/** A page of what waits of a kind, each record as it is now; `next` is null on the last page. */
async function handOver<R>(
  db: Db,
  kind: 'order' | 'client',
  { after, limit }: Page,
  rowOf: (id: number) => Promise<R | undefined>,
) {
  const waiting = await queries.listWaiting(db.kysely, kind, after, limit)
  const rows: R[] = []
  for (const { id, recordId } of waiting) {
    await queries.noteFetched(db.kysely, kind, recordId, id)
    const row = await rowOf(recordId)
    if (row !== undefined) rows.push(row)
  }
  return { rows, next: waiting.length === limit ? (waiting.at(-1)?.id ?? null) : null }
}

/** The orders that the ERP has not acknowledged, as they are now. */
export const waitingOrders = ({ db, wire }: Parts, page: Page) =>
  handOver(db, 'order', page, async (id) => {
    const order = await link.findOutgoingOrder(db.kysely, id)
    return order && wire.order(order)
  })

/** A page of all orders of the ERP since a day, acknowledged or not, each as it is now. What waits stays as it is. */
export async function ordersSince({ db, wire }: Parts, day: string, { after, limit }: Page) {
  const ids = await queries.listOrdersSince(db.kysely, day, after, limit)
  const rows: object[] = []
  const handedOver = await takeOrders(db.kysely, ids)
  for (const id of ids) {
    if (!handedOver.has(id)) continue
    const row = await orderAgain(db, wire, id)
    if (row) rows.push(row)
  }
  return { rows, next: ids.length === limit ? (ids.at(-1) ?? null) : null }
}

/** An order of the ERP's, acknowledged or not. @throws Refusal 404 */
export async function readOrder({ db, wire }: Parts, id: number): Promise<object> {
  if (!(await takeOrders(db.kysely, [id])).has(id)) throw notFound()
  const row = await orderAgain(db, wire, id)
  if (!row) throw notFound()
  return row
}

/** An order with what the ERP answered about it. */
async function orderAgain(db: Db, wire: PushWire, id: number): Promise<object | undefined> {
  const order = await link.findOutgoingOrder(db.kysely, id)
  if (!order || order.state === null) return undefined
  return { ...wire.order(order), ESTADO: stateWord(order.state), [answerColumns.number]: order.number }
}

/** The clients that the shop made or changed and the ERP has not acknowledged. */
export const waitingClients = ({ db, wire }: Parts, page: Page) =>
  handOver(db, 'client', page, async (id) => {
    const client = await link.findOutgoingClient(db.kysely, id)
    return client && wire.client(client)
  })

/** Takes the ERP's answers about orders; each is its own transaction, and the same again changes nothing. */
export async function takeOrderAnswers({ db, wire }: Parts, rows: readonly unknown[]): Promise<AnswerRow[]> {
  const { answers, problems } = await wire.readAnswers('orders', rows)
  return answerRows(rows.length, problems, answers, async (answer) => {
    if (!(await queries.isOrderOfErp(db.kysely, answer.orderId)))
      return { code: 'NO_EXISTE', column: answerColumns.order, message: 'No hay un pedido con ese número' }
    try {
      const changed = await takeOrderAnswer(db, answer)
      return (await queries.acknowledge(db.kysely, 'order', answer.orderId)) || changed
    } catch (error) {
      if (!(error instanceof NumberRefused)) throw error
      return { code: 'PROPIO', column: answerColumns.number, message: error.message }
    }
  })
}

/** The same for clients. */
export async function takeClientAnswers({ db, wire }: Parts, rows: readonly unknown[]): Promise<AnswerRow[]> {
  const { answers, problems } = await wire.readAnswers('clients', rows)
  return answerRows(rows.length, problems, answers, async (answer) => {
    await takeClientAnswer(db, answer)
    return queries.acknowledge(db.kysely, 'client', answer.clientId)
  })
}

type Fault = Pick<FeedProblem, 'code' | 'column' | 'message'>

async function answerRows<A>(
  count: number,
  problems: readonly (Fault & { row: number | null })[],
  answers: ReadonlyMap<number, A>,
  take: (answer: A) => Promise<boolean | Fault>,
): Promise<AnswerRow[]> {
  const rows: AnswerRow[] = []
  for (let place = 1; place <= count; place++) {
    const answer = answers.get(place)
    const taken = answer === undefined ? undefined : await take(answer)
    if (typeof taken === 'boolean') rows.push({ place, result: taken ? 'tomado' : 'sin cambios' })
    else {
      const own = problems.filter(({ row }) => row === place)
      const faults = (taken ? [taken] : own).map(({ code, column, message }) => ({ code, column, message }))
      rows.push({ place, result: 'rechazado', faults })
    }
  }
  return rows
}
