/** Orders and clients on their way to the ERP, and what it answers (R26, R31). */
import type { Transaction } from 'kysely'
import { noErp } from '../../../contract/erp.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { takeOrder } from '../../db/hand-over.ts'
import { type Db, isTwice } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import type { Handlers } from '../../jobs/kinds.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import type { Answers, ClientAnswer, ErpLink, OrderAnswer } from '../../ports/erp/port.ts'
import type { ErpClients } from '../../ports/erp-clients/port.ts'
import { findRunJson, storeRun } from '../erp-sync/erp-runs.queries.ts'
import { remakeFulfilments } from '../order-updates/fulfilment.queries.ts'
import { tellClients } from '../order-updates/tell-clients.service.ts'
import { announceStates } from '../webhooks/notices.service.ts'
import * as queries from './erp-link.queries.ts'

/** Enqueues new orders for the ERP; the caller publishes 'job' in the same transaction. */
export async function enqueueForErp(t: Transaction<Tables>, orderIds: readonly number[]): Promise<void> {
  await queries.markPending(t, orderIds)
  await enqueueAll(
    t,
    orderIds.map((orderId) => ({ kind: 'erpOrder' as const, payload: { orderId } })),
  )
}

/** Stores clients as `clients` does, and enqueues their sending to the ERP in the same transaction. */
export function announcedClients(clients: ErpClients): ErpClients {
  const announce = (t: Transaction<Tables>, clientId: number) =>
    enqueueAll(t, [{ kind: 'erpClient', payload: { clientId } }])
  return {
    async create(t, client) {
      const id = await clients.create(t, client)
      await announce(t, id)
      return id
    },
    async update(t, clientId, terms) {
      await clients.update(t, clientId, terms)
      await announce(t, clientId)
    },
  }
}

/** Makes the handlers of the jobs that send orders and clients to the ERP. */
export function erpLinkHandlers(
  db: Db,
  link: ErpLink | undefined,
): Pick<Handlers, 'erpOrder' | 'erpClient' | 'erpReport'> {
  return {
    async erpOrder({ orderId }, { id, signal }) {
      if (!link) throw new PermanentFailure(noErp)
      // Whoever cancels it from here on is too late; what was cancelled before is not sent (R331).
      if (!(await takeOrder(db.kysely, orderId))) return
      const order = await queries.findOutgoingOrder(db.kysely, orderId)
      if (!order) throw new PermanentFailure(`No existe el pedido ${orderId}`)
      const { state, ...outgoing } = order
      // Answered already: an earlier try had got through.
      if (state !== 'pending') return
      const answer = await link.sendOrder({ ...outgoing, key: `pedido-${orderId}-${id}` }, signal)
      try {
        await takeOrderAnswer(db, answer)
      } catch (error) {
        throw error instanceof NumberRefused ? new PermanentFailure(error.message) : error
      }
    },
    async erpReport({ runId }, { id, signal }) {
      const report = await findRunJson(db.kysely, runId)
      if (report !== undefined) await link?.sendReport?.(`informe-${id}`, report, signal)
    },
    async erpClient({ clientId }, { id, signal }) {
      if (!link) throw new PermanentFailure(noErp)
      const client = await queries.findOutgoingClient(db.kysely, clientId)
      // The ERP's own client has replaced it meanwhile.
      if (!client) return
      const answer = await link.sendClient({ ...client, key: `alta-${clientId}-${id}` }, signal)
      await storeClientAnswer(db, answer)
      if (answer.state === 'rejected') throw new PermanentFailure(`El ERP lo rechazó: ${answer.reason}`)
    },
  }
}

/** Stores what the ERP answered since the last look; what cannot be understood is told in the list of imports. */
export async function readAnswers(db: Db, link: ErpLink | undefined, signal: AbortSignal): Promise<void> {
  let problems = ''
  const unread = await link?.readAnswers(async (answers) => {
    problems += await storeAnswers(db, answers)
  }, signal)
  const text = problems + (unread ?? '')
  if (text) await storeRun(db.kysely, { source: 'Respuestas', complete: false, text })
}

/** Calls `bring`, where it is set up, to fill the ERP's folder; what goes wrong is told in the list of imports. */
export async function bringFiles(
  db: Db,
  bring: ((signal: AbortSignal) => Promise<string>) | undefined,
  signal: AbortSignal,
): Promise<void> {
  const text = await bring?.(signal)
  if (text) await storeRun(db.kysely, { source: 'ERP', complete: false, text })
}

/** Stores each answer in its own transaction; the same answer again changes nothing. Returns the failures, in Spanish. */
async function storeAnswers(db: Db, { orders, clients }: Answers): Promise<string> {
  let problems = ''
  for (const answer of orders) {
    try {
      await takeOrderAnswer(db, answer)
    } catch (error) {
      if (!(error instanceof NumberRefused)) throw error
      problems += `Pedido ${answer.orderId}: ${error.message}\r\n`
    }
  }
  for (const answer of clients) {
    await takeClientAnswer(db, answer)
  }
  return problems
}

/** The number in an answer is refused: its order has another one, or another order has it. The message is in Spanish. */
export class NumberRefused extends Error {}

/**
 * Stores the ERP's answer about an order; false when it changes nothing. A number once given stays (R218).
 * @throws NumberRefused when the order has another number, or the number is another order's
 */
export async function takeOrderAnswer(db: Db, answer: OrderAnswer): Promise<boolean> {
  try {
    return await db.tx(async (t, publish) => {
      if (answer.at !== undefined && !(await queries.noteAnswerTime(t, answer.orderId, answer.at))) return false
      const stored = await queries.storeOrderAnswer(t, answer)
      if (!stored) {
        await refuseOtherNumber(t, answer)
        return false
      }
      await remakeFulfilments(t, [answer.orderId])
      await announceStates(t, [answer.orderId])
      // An ERP that also sends states tells 'aceptado' twice: by one key both are one mail.
      if (answer.state === 'accepted')
        await tellClients(t, [
          {
            orderId: answer.orderId,
            orderedAt: stored.createdAt,
            at: new Date().toISOString(),
            parcel: '',
            table: 'orderStates',
            key: 0,
            state: 'accepted',
          },
        ])
      publish('job')
      return true
    })
  } catch (error) {
    throw isTwice(error) ? new NumberRefused(`El número ${answer.number} ya es de otro pedido`) : error
  }
}

async function refuseOtherNumber(t: Transaction<Tables>, { orderId, number }: OrderAnswer): Promise<void> {
  if (number === null) return
  const given = await queries.findErpNumber(t, orderId)
  if (given !== null && given !== number) throw new NumberRefused(`El pedido ya tiene el número ${given}`)
}

/** Stores the ERP's answer about a client, and settles the job that sent it. */
export async function takeClientAnswer(db: Db, answer: ClientAnswer): Promise<void> {
  await storeClientAnswer(db, answer)
  if (answer.state !== 'exported') await queries.settleClientJob(db.kysely, answer)
}

async function storeClientAnswer(db: Db, { clientId, erpId, state }: ClientAnswer): Promise<void> {
  if (erpId === null || erpId === clientId || state === 'rejected' || state === 'exported') return
  await db.tx(async (t, publish) => {
    if (!(await queries.adoptClient(t, clientId, erpId))) return
    publish('session')
    // What the client pays may have come along.
    await raiseCatalogueVersion(t, publish)
  })
}
