/** Sends the client's mails about what became of an order (R307). */
import type { SettingKey } from '../../../contract/setting-keys.ts'
import { unsetValue } from '../../../contract/setting-keys.ts'
import type { Db } from '../../db/open.ts'
import type { Handler } from '../../jobs/kinds.ts'
import { enqueueAll } from '../../jobs/outbox.ts'
import { dayOf } from '../../lib/dates.ts'
import { deliver } from '../../mail/deliver.ts'
import { dressedShop, type MailParts } from '../../mail/from-shop.ts'
import { type FulfilmentNews, type FulfilmentToMail, renderFulfilmentMail } from '../../mail/fulfilment.ts'
import { findOrderListeners } from '../orders/orders.mail.queries.ts'
import { recipientsOf } from '../orders/orders.mail.ts'
import { findOrderNumbers, findShopWords, listEvents, listFulfilmentLines } from './fulfilment.queries.ts'
import { dispatchesOf } from './fulfilment.service.ts'

const switchOf: Record<FulfilmentNews, SettingKey> = {
  accepted: 'MAIL_ACEPTADO',
  dispatched: 'MAIL_DESPACHADO',
  missing: 'MAIL_FALTANTES',
}

/**
 * Makes the handler of the jobs that `tellClients` stores. The mail says what is so when it leaves: a state that was taken
 * back meanwhile is told to nobody.
 */
export function fulfilmentMailHandler(parts: MailParts): Handler<'courseMail'> {
  const { db, mailer } = parts
  return async (payload, job) => {
    const { orderId, about, to } = payload
    const key = switchOf[about]
    const stored = await findShopWords(db.kysely, key)
    if ((stored.value ?? unsetValue(key)) !== '1') return
    const fulfilment = await fulfilmentToMail(db, payload)
    if (!fulfilment) return
    if (to === undefined) {
      const [listener] = await findOrderListeners(db.kysely, [orderId])
      const recipients = recipientsOf({ client: listener?.client ?? '', seller: '', shop: '' })
      await db.tx(async (t, publish) => {
        await enqueueAll(
          t,
          recipients.map((recipient) => ({
            kind: 'courseMail' as const,
            payload: { ...payload, to: recipient.to },
            uniqueKey: `courseMail:${job.id}:${recipient.to.toLowerCase()}`,
          })),
        )
        publish('job')
      })
      return
    }
    const { contactMail, contactPhone } = stored
    const mail = renderFulfilmentMail(fulfilment, { ...(await dressedShop(parts)), contactMail, contactPhone })
    await deliver(mailer, job, { to, replyTo: contactMail, mail })
  }
}

/** What a mail or message says; undefined when there is nothing to say any more. */
export async function fulfilmentToMail(
  db: Db,
  { orderId, about, parcel, day }: { orderId: number; about: FulfilmentNews; parcel: string; day: string },
): Promise<FulfilmentToMail | undefined> {
  const lines = await listFulfilmentLines(db.kysely, orderId)
  const events = await listEvents(db.kysely, orderId)
  const numbers = await findOrderNumbers(db.kysely, orderId)
  const pending = lines.flatMap((line) => (line.pending > 0 ? [{ ...line, quantity: line.pending, why: '' }] : []))
  const plain = { orderId, ...numbers, about, note: '', carrier: '', guide: '', packages: null, lines: [], pending }
  switch (about) {
    case 'accepted':
      return lines.some(({ accepted }) => accepted !== null && accepted > 0) ? plain : undefined
    case 'missing': {
      const missing = lines.filter((line) => line.missing > 0)
      if (missing.length === 0) return undefined
      const whyOf = ({ reason, replacedBy }: (typeof missing)[number]) =>
        [reason, replacedBy && `En su lugar va ${replacedBy}`].filter(Boolean).join('. ')
      return {
        ...plain,
        lines: missing.map((line) => ({ ...line, quantity: line.missing, why: whyOf(line) })),
      }
    }
    case 'dispatched': {
      const isIt = (left: { guide: string; note?: string; at: string }) =>
        parcel === '' ? dayOf(left.at) === day : [left.guide, left.note].includes(parcel)
      const dispatches = await dispatchesOf(db.kysely, orderId)
      const left = dispatches.filter(isIt)
      const event = events.find((told) => told.state === 'dispatched' && isIt(told))
      const first = left[0] ?? event
      if (!first) return undefined
      const { carrier, guide, packages } = first
      const note = [...new Set(left.map((one) => one.note))].filter(Boolean).join(', ')
      // Where nobody tells dispatches by line, all of the order has left (R305).
      const whole = dispatches.length > 0 ? [] : lines.map((line) => ({ ...line, quantity: line.dispatched }))
      const sent = left.length > 0 ? left.flatMap((one) => one.lines) : whole.filter(({ quantity }) => quantity > 0)
      return { ...plain, note, carrier, guide, packages, lines: sent.map((line) => ({ ...line, why: '' })) }
    }
  }
}
