/** What follows a change of orders' fulfilments (R304, R307): notices to webhooks, mails and messages to clients. */
import type { Transaction } from 'kysely'
import type { FulfilmentState } from '../../../contract/fulfilment-state.ts'
import { readersOf } from '../../db/message-readers.ts'
import type { Tables } from '../../db/tables.ts'
import { enqueueAll, type NewJob } from '../../jobs/outbox.ts'
import { dayOf } from '../../lib/dates.ts'
import type { NewsTable } from '../../ports/erp/erp.ts'
import { announceStates } from '../webhooks/notices.service.ts'
import type { ChangedState } from './fulfilment.queries.ts'

/** Tells webhooks of orders whose present state changed; the caller publishes 'job'. */
export async function fulfilmentChanged(t: Transaction<Tables>, changed: readonly ChangedState[]): Promise<void> {
  if (changed.length === 0) return
  await announceStates(
    t,
    changed.map(({ id }) => id),
  )
}

/** News that were not known before, and that a client may hear of. */
export interface OrderUpdate {
  readonly orderId: number
  readonly orderedAt: string
  readonly table: NewsTable
  /** The ERP's key, or the id of the change by hand. */
  readonly key: number
  readonly at: string
  readonly state: FulfilmentState | undefined
  /** The guide or remito of a dispatch; '' for none. */
  readonly parcel: string
}

type CourseMail = Extract<NewJob, { kind: 'courseMail' }>

/** A first import brings the history of years: nobody is told of news that are older, nor of so old an order. */
const NEWS_MS = 3 * 86_400_000
const ORDER_MS = 180 * 86_400_000
/** Time for an undo by hand, and for the further rows of a dispatch. */
const LATER_MS = 60_000

/**
 * Enqueues the mails that news cause, and the messages of a dispatch (R394), one for each order and event, whatever comes again; the
 * caller publishes 'job'.
 */
export async function tellClients(t: Transaction<Tables>, news: readonly OrderUpdate[]): Promise<void> {
  const now = Date.now()
  const jobs = new Map<string, CourseMail>()
  for (const heard of news) {
    const { orderId, orderedAt, at } = heard
    if (Date.parse(at) < now - NEWS_MS || Date.parse(orderedAt) < now - ORDER_MS) continue
    const told = subjectOf(heard)
    if (!told) continue
    const uniqueKey = `courseMail:${told.about}:${orderId}:${told.key}`
    // Of the lines that one file tells of an order there is one mail.
    const once = told.about === 'missing' ? `missing ${orderId}` : uniqueKey
    if (jobs.has(once)) continue
    jobs.set(once, {
      kind: 'courseMail',
      payload: { orderId, about: told.about, parcel: heard.parcel, day: dayOf(at) },
      uniqueKey,
      runAt: new Date(now + LATER_MS),
    })
  }
  await enqueueAll(t, [...jobs.values(), ...(await messagesOf(t, [...jobs.values()]))])
}

/** The messages that go with mails about dispatches: one for each reader who agreed. */
async function messagesOf(t: Transaction<Tables>, mails: readonly CourseMail[]): Promise<NewJob[]> {
  const dispatches = mails.filter(({ payload }) => payload.about === 'dispatched')
  if (dispatches.length === 0) return []
  const orderIds = dispatches.map(({ payload }) => payload.orderId)
  const readers = new Map((await readersOf(t, orderIds)).map(({ orderId, userIds }) => [orderId, userIds]))
  return dispatches.flatMap(({ payload: { orderId, parcel, day }, runAt, uniqueKey }) =>
    (readers.get(orderId) ?? []).map((userId) => ({
      kind: 'orderMessage' as const,
      payload: { orderId, userId, about: 'dispatched' as const, parcel, day },
      uniqueKey: `orderMessage:${userId}:${uniqueKey}`,
      ...(runAt && { runAt }),
    })),
  )
}

/** What a mail would be about, and what tells it from other mails about the order; undefined for none. */
function subjectOf({ table, state, key, at, parcel }: OrderUpdate) {
  if (table === 'orderDispatches' || state === 'dispatched')
    return { about: 'dispatched' as const, key: parcel || dayOf(at) }
  if (table === 'orderLines') return { about: 'missing' as const, key: `line ${key}` }
  if (state === 'cancelled') return { about: 'missing' as const, key: 'all' }
  return state === 'accepted' ? { about: 'accepted' as const, key: '' } : undefined
}
