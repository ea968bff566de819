/** Notices to webhooks (R220): each is stored in the transaction of its cause and delivered after the commit. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import { orderNotice, orderStateNotice, userNotice, type WebhookEvent } from '../../../contract/webhooks.ts'
import type { Db, Queryable } from '../../db/open.ts'
import type { ErpState, Tables } from '../../db/tables.ts'
import { pauseAfter } from '../../jobs/failure.ts'
import type { Handler, PayloadOf } from '../../jobs/kinds.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import type { WebhookSender } from '../../ports/webhooks/port.ts'
import { signedNotice } from './notice.ts'
import * as queries from './webhooks.queries.ts'

type Tx = Transaction<Tables>
type About = Omit<PayloadOf<'webhook'>, 'webhookId' | 'key' | 'event'>

/** Enqueues notices for the webhooks that listen; one statement when none does. The caller publishes 'job' with it. */
async function announce(t: Tx, event: WebhookEvent, make: () => Promise<About[]> | About[]): Promise<void> {
  const listeners = await queries.listListeners(t, event)
  if (listeners.length === 0) return
  const notices = await make()
  await enqueueAll(
    t,
    notices.flatMap((about) => listeners.map((webhookId) => newNotice(webhookId, event, about))),
  )
}

/** The job that delivers a notice to one webhook, under an idempotency key of its own. */
export const newNotice = (webhookId: number, event: WebhookEvent, about: About) => ({
  kind: 'webhook' as const,
  payload: { webhookId, key: randomUUID(), event, ...about },
})

/** Tells of the state that orders have now; the caller holds their rows and publishes 'job'. */
export const announceStates = (t: Tx, orderIds: readonly number[]): Promise<void> =>
  announce(t, 'pedido.estado', async () =>
    (await queries.listStates(t, orderIds)).map(
      ({ id, state, erpNumber, fulfilmentState, fulfilmentText, pendingUnits, comingTotal, billedTotal }) => ({
        orderId: id,
        erpNumber,
        course: fulfilmentState,
        courseText: fulfilmentText,
        pendingUnits,
        comingTotal,
        billedTotal,
        ...(state && { state }),
      }),
    ),
  )

/** Tells of an order that was changed (R383); the caller publishes 'job'. */
export const announceChange = (t: Tx, orderId: number): Promise<void> =>
  announce(t, 'pedido.cambiado', () => [{ orderId }])

/** Tells of a user who may sign in from now on; the caller publishes 'job'. */
export const announceEnabled = (t: Tx, userId: number): Promise<void> =>
  announce(t, 'usuario.habilitado', () => [{ userId }])

/** Makes the handler that delivers notices; each webhook gets those of one order one after the other. */
export function webhookHandler(db: Db, sender: WebhookSender, now: () => Date = () => new Date()): Handler<'webhook'> {
  return async ({ webhookId, key, event, ...about }, { id, createdAt, signal }) => {
    const target = await queries.findTarget(db.kysely, webhookId)
    if (!target?.active) return
    if (about.orderId !== undefined) {
      const earlier = await queries.findEarlier(db.kysely, { webhookId, orderId: about.orderId, jobId: id })
      if (earlier) return { againInMs: pauseAfter(Math.max(1, earlier.attempts), 0) }
    }
    const data = await dataOf(db.kysely, event, about)
    if (data === undefined) return
    const notice = signedNotice({ key, event, at: createdAt, data }, target.secret, now())
    const { status } = await sender.send({ url: target.url, ...notice }, signal)
    if (status < 200 || status > 299) throw new Error(`${new URL(target.url).hostname} respondió ${status}`)
  }
}

/** The data of a notice, as on the wire; undefined when its order or user no longer exists. */
async function dataOf(db: Queryable, event: WebhookEvent, about: About): Promise<unknown> {
  const { orderId = 0, userId = 0, state, erpNumber = null, course, courseText, ...told } = about
  switch (event) {
    case 'pedido.creado':
    case 'pedido.cambiado': {
      const order = await queries.findOrder(db, orderId)
      return order && z.encode(orderNotice, order)
    }
    case 'pedido.estado': {
      const known = (state as ErpState | undefined) ?? null
      const reason = known === null ? '' : await queries.findReason(db, orderId, known)
      return z.encode(orderStateNotice, {
        orderId,
        erpNumber,
        state: known,
        reason,
        fulfilmentText: courseText,
        pendingUnits: told.pendingUnits,
        comingTotal: told.comingTotal,
        billedTotal: told.billedTotal,
        fulfilmentState: course as FulfilmentState | undefined,
      })
    }
    case 'usuario.habilitado': {
      const user = await queries.findUser(db, userId)
      return user && z.encode(userNotice, user)
    }
  }
}
