/** A client's first user invites buyers by mail, says what each may do, and ends them (R370, R371). */
import type { Transaction } from 'kysely'
import type { OrderRight } from '../../../contract/buyer-rights.ts'
import type * as calls from '../../../contract/buyers.ts'
import { buyerTexts, MOST_BUYERS } from '../../../contract/buyers.ts'
import { isEmail } from '../../../contract/email.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { audit, auditedUpdate, lockRecord } from '../../audit/audit.ts'
import { type Caller, isStaff } from '../../caller.ts'
import { NO_CUIT } from '../../db/cuit.ts'
import { type Db, isTwice, type Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { conflict, forbidden, notFound, wrongField } from '../../refusal.ts'
import { deleteReset, insertUser, updateUser } from '../accounts/accounts.queries.ts'
import type { SessionStore } from '../auth/sessions.service.ts'
import * as queries from './buyers.queries.ts'

interface Parts {
  db: Db
  sessions: SessionStore
}

const hasClient = (caller: Caller): boolean => !isStaff(caller) && caller.clientId !== NO_CLIENT

/** What the caller may do, and for the client's first user its buyers. */
export async function buyersOf(db: Queryable, caller: Caller): Promise<ResponseOf<typeof calls.listBuyers>> {
  if (!hasClient(caller)) return { right: 'confirm', isFirst: false, first: '', buyers: [] }
  const { right } = await queries.findRight(db, caller.userId)
  const first = await queries.findFirst(db, caller.clientId)
  if (first?.id !== caller.userId) return { right, isFirst: false, first: first?.name ?? '', buyers: [] }
  const buyers = await queries.listBuyers(db, caller.clientId)
  return {
    right,
    isFirst: true,
    first: first.name,
    buyers: buyers.map((buyer) => ({ ...buyer, isCaller: buyer.id === caller.userId })),
  }
}

/** Locks the client's buyers for the first user; answers how many there are. @throws Refusal 403 for anybody else */
async function requireFirst(t: Queryable, caller: Caller): Promise<number> {
  if (!hasClient(caller)) throw forbidden(buyerTexts.notFirst)
  const count = await queries.lockBuyers(t, caller.clientId)
  if ((await queries.findFirst(t, caller.clientId))?.id !== caller.userId) throw forbidden(buyerTexts.notFirst)
  return count
}

/**
 * Makes the account of a buyer, without a CUIT and a password, and mails the code with which the buyer chooses one. For a buyer of
 * the client who has been invited before, also one who was ended, it mails a code again.
 * @throws Refusal 400 for an address that is none, or that another account has (it does not tell whose), 403 for anybody but the
 *   first user, 409 for a buyer too many
 */
export async function inviteBuyer(
  { db }: Pick<Parts, 'db'>,
  caller: Caller,
  body: BodyOf<typeof calls.inviteBuyer>,
): Promise<{ id: number }> {
  const email = body.email.toLowerCase()
  if (!isEmail(email)) throw wrongField('email', buyerTexts.email)
  const given = { first_name: body.firstName, last_name: body.lastName, order_right: body.right }
  try {
    return await db.tx(async (t, publish) => {
      const count = await requireFirst(t, caller)
      const known = await queries.findByEmail(t, email)
      const isOwn = known?.client_id === caller.clientId && known.invited_at !== null && known.id !== caller.userId
      // Whom the office shut out only the office lets in again.
      const mayReturn = known?.enabled === true && (known.active || known.ended_at !== null)
      if (known && !(isOwn && mayReturn)) throw wrongField('email', buyerTexts.taken)
      if (!known?.active && count >= MOST_BUYERS) throw conflict(buyerTexts.tooMany)
      const invited = { ...given, invited_by: caller.userId, invited_at: new Date().toISOString() }
      const id = known ? await inviteAgain(t, caller, known, invited) : await addBuyer(t, caller, { email, ...invited })
      await enqueue(t, { kind: 'invitationMail', payload: { userId: id } })
      publish('job')
      publish('session')
      return { id }
    })
  } catch (error) {
    if (isTwice(error)) throw wrongField('email', buyerTexts.taken)
    throw error
  }
}

interface Invited {
  first_name: string
  last_name: string
  order_right: OrderRight
  invited_by: number
  invited_at: string
}

async function addBuyer(t: Transaction<Tables>, caller: Caller, given: Invited & { email: string }): Promise<number> {
  const host = await queries.findTerms(t, caller.userId)
  const row = {
    ...given,
    ...{ carrier_id: host.carrier_id, zone_id: host.zone_id, business_name: host.business_name },
    type: 'cliente' as const,
    client_id: caller.clientId,
    password_hash: '',
    enabled: true,
  }
  // The id is not known before: a text that is nobody's stands in for it until then.
  const id = await insertUser(t, { ...row, cuit: `${NO_CUIT}${given.email}` })
  await updateUser(t, id, { cuit: `${NO_CUIT}${id}` })
  const { password_hash: _, ...after } = row
  await audit(t, { userId: caller.userId, action: 'invite', entity: 'user', entityId: id, after })
  return id
}

/** Name and right are what the new invitation says; who was ended may sign in again, with a password chosen anew. */
async function inviteAgain(
  t: Transaction<Tables>,
  caller: Caller,
  { id, active }: { id: number; active: boolean },
  given: Invited,
): Promise<number> {
  const before = await lockRecord(t, 'user', id)
  const changes = { ...given, active: true, ended_at: null, ...(!active && { password_hash: '' }) }
  await auditedUpdate(t, { userId: caller.userId, entity: 'user', entityId: id, before, changes })
  return id
}

/** Locks a buyer whom the client's first user may change. @throws Refusal 403, 404 for any other user */
async function lockBuyer(t: Transaction<Tables>, caller: Caller, id: number) {
  await requireFirst(t, caller)
  const before = await lockRecord(t, 'user', id)
  const isBuyer = before.client_id === caller.clientId && before.invited_at !== null && before.active
  if (!isBuyer || id === caller.userId) throw notFound(buyerTexts.gone)
  return before
}

/** Changes what a buyer may do, from the next call on. @throws Refusal 403, 404 for any other user */
export async function changeBuyer({ db, sessions }: Parts, caller: Caller, id: number, right: OrderRight) {
  await db.tx(async (t, publish) => {
    const before = await lockBuyer(t, caller, id)
    const record = { userId: caller.userId, entity: 'user', entityId: id, before } as const
    await auditedUpdate(t, { ...record, changes: { order_right: right } })
    publish('session')
  })
  sessions.forget()
  return { id }
}

/** Puts a buyer out of use and ends its sessions (R12). What it sent still waits. @throws Refusal 403, 404 for any other user */
export async function endBuyer({ db, sessions }: Parts, caller: Caller, id: number) {
  await db.tx(async (t, publish) => {
    const before = await lockBuyer(t, caller, id)
    const record = { userId: caller.userId, entity: 'user', entityId: id, before } as const
    await auditedUpdate(t, { ...record, changes: { active: false, ended_at: new Date().toISOString() } })
    await deleteReset(t, id)
    await sessions.endAllOf(t, id)
    publish('session')
  })
  sessions.forget()
  return { id }
}
