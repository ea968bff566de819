/** A user agrees to be told of orders by WhatsApp, and takes it back (R393). */
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { type getOrderMessages, orderMessageTexts } from '../../../contract/order-messages.ts'
import { whatsappNumber } from '../../../contract/phone.ts'
import { audit, lockRecord } from '../../audit/audit.ts'
import type { Caller } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { conflict, wrongField } from '../../refusal.ts'
import * as queries from './order-messages.queries.ts'

type Consent = ResponseOf<typeof getOrderMessages>

/** What the caller has agreed to. @param offered whether the shop sends such messages */
export async function consentOf(db: Queryable, { userId }: Caller, offered: boolean): Promise<Consent> {
  const { phone = null, agreedAt = null } = (await queries.findConsent(db, userId)) ?? {}
  return { offered, phone, agreedAt }
}

/**
 * Stores that the caller agrees from now on, to a number as people in Argentina type it. The same number again is no new consent.
 * @throws Refusal 400 for what is no number of WhatsApp's, 409 where the shop sends none
 */
export async function agree(db: Db, caller: Caller, typed: string, offered: boolean): Promise<Consent> {
  if (!offered) throw conflict(orderMessageTexts.off)
  const phone = whatsappNumber(typed)
  if (phone === null) throw wrongField('phone', orderMessageTexts.number)
  const { userId } = caller
  await db.tx(async (t) => {
    // A user who is erased at this moment leaves no number behind.
    await lockRecord(t, 'user', userId)
    const before = await queries.findConsent(t, userId)
    if (before?.phone === phone) return
    await queries.insertConsent(t, userId, phone)
    await record(t, userId, before?.phone ?? '', phone)
  })
  return consentOf(db.kysely, caller, offered)
}

/** Takes the consent back, also where the shop sends no messages any more: what waits to leave is not sent. */
export async function endConsent(db: Db, caller: Caller, offered: boolean): Promise<Consent> {
  const { userId } = caller
  await db.tx(async (t) => {
    await lockRecord(t, 'user', userId)
    const before = await queries.findConsent(t, userId)
    if (!before) return
    await queries.deleteConsent(t, userId)
    await record(t, userId, before.phone, '')
  })
  return consentOf(db.kysely, caller, offered)
}

const record = (t: Queryable, userId: number, before: string, after: string) =>
  audit(t, {
    userId,
    action: 'order-messages',
    entity: 'user',
    entityId: userId,
    before: { message_phone: before },
    after: { message_phone: after },
  })
