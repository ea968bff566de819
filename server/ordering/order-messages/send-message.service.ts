/** Sends the messages that new orders and dispatches cause to those who agreed to them, each at most once (R394). */
import type { Db } from '../../db/open.ts'
import { PermanentFailure } from '../../jobs/failure.ts'
import { beginOnce, forgetBeginning } from '../../jobs/jobs.queries.ts'
import type { Handler, PayloadOf } from '../../jobs/kinds.ts'
import { NoticeRefused, type NoticeSender, NoticeUnsent } from '../../ports/notices/port.ts'
import { fulfilmentToMail } from '../fulfilment/fulfilment.mail.ts'
import { type Hours, waitForHours } from '../notices/hours.ts'
import { findMessage } from './order-messages.queries.ts'

interface Parts {
  db: Db
  /** Undefined: the shop sends no messages, and drops those that an earlier configuration left. */
  sender: NoticeSender | undefined
  /** When a dispatch may be told; an order is confirmed at any hour, because its reader has just sent it. */
  hours: Hours
  now?: () => Date
}

/** News that are older are none any more. */
const STALE_MS = 24 * 3_600_000
const UNKNOWN = 'No se sabe si el mensaje salió: no se repite solo'

/**
 * Makes the handler of the messages. Before it leaves, a message is marked in its job; whoever finds the mark does not send it again,
 * because the provider cannot tell a repeat from a new message. Only where it surely did not leave is the mark taken off.
 */
export function orderMessageHandler({ db, sender, hours, now = () => new Date() }: Parts): Handler<'orderMessage'> {
  return async (payload, job) => {
    if (!sender) return
    const message = await messageOf(db, payload)
    if (!message) return
    if (payload.about === 'dispatched') {
      const againInMs = waitForHours(now(), hours)
      if (againInMs > 0) return { againInMs }
    }
    if (!(await beginOnce(db.kysely, job.id))) throw new PermanentFailure(UNKNOWN)
    try {
      await sender.send({ to: message.phone, kind: payload.about, values: message.values }, job.signal)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof NoticeRefused) throw new PermanentFailure(reason)
      if (!(error instanceof NoticeUnsent)) throw new PermanentFailure(`${reason}. ${UNKNOWN}`)
      await forgetBeginning(db.kysely, job.id)
      if (Date.parse(job.createdAt) < now().getTime() - STALE_MS) throw new PermanentFailure(reason)
      throw error
    }
  }
}

/** Whom it goes to and what it says; undefined when there is nothing to say any more. No amounts: a number may be mistyped. */
async function messageOf(
  db: Db,
  { orderId, userId, about, parcel, day }: PayloadOf<'orderMessage'>,
): Promise<{ phone: string; values: string[] } | undefined> {
  const found = await findMessage(db.kysely, orderId, userId)
  if (!found) return undefined
  const { phone, erpNumber, lineCount } = found
  const number = erpNumber === null ? `web ${orderId}` : `web ${orderId} (Nro Pedido ${erpNumber})`
  if (about === 'received')
    return found.isOff
      ? undefined
      : { phone, values: [number, lineCount === 1 ? '1 artículo' : `${lineCount} artículos`] }
  const left = await fulfilmentToMail(db, { orderId, about, parcel, day })
  if (!left) return undefined
  const way = [left.carrier, left.guide && `guía ${left.guide}`, left.note && `remito ${left.note}`]
  return { phone, values: [number, way.filter(Boolean).join(', ') || 'ya está en camino'] }
}
