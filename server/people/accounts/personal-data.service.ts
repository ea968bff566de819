/** The rights of access and deletion (Ley 25.326, articles 14 and 16): one person's data is exported or erased. */

import { formatCuit } from '../../../contract/cuit.ts'
import { roles } from '../../../contract/roles.ts'
import { audit } from '../../audit/audit.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { findCuitByEmail } from '../auth/auth.queries.ts'
import {
  eraseAccountRows,
  eraseFromNotified,
  eraseFromOrders,
  eraseMails,
  eraseShopClients,
  listErased,
  listShopClients,
  lockPerson,
  overwriteEverywhere,
  rewriteFiles,
} from './erase-person.queries.ts'
import {
  findPerson,
  listAuditAbout,
  listMailsTo,
  listOrdersAbout,
  listOwnClients,
  listRowsOf,
  listStaffWork,
  readNotified,
} from './personal-data.queries.ts'
import { isThereAnotherAdmin } from './users.queries.ts'

/** Nobody has this id. */
const NOBODY = 0
const lower = (emails: readonly string[]) =>
  [...new Set(emails.map((email) => email.trim().toLowerCase()))].filter((email) => email !== '')

/** What the rights below take for a person: the CUIT (eleven digits); of a buyer without one the mail address (R370). */
export const personKey = async (db: Queryable, name: string): Promise<string> =>
  name.includes('@') ? ((await findCuitByEmail(db, name.trim().toLowerCase())) ?? name) : name

/**
 * All that the shop keeps of the person with a CUIT (eleven digits), as plain data, and nothing of anybody else. Of
 * work that staff did for others it tells only that it was done and when. Undefined when there is neither a user nor a
 * client nor an order.
 */
export async function exportPersonalData(db: Db, cuit: string): Promise<Record<string, unknown> | undefined> {
  const { kysely } = db
  const person = await findPerson(kysely, cuit)
  const clients = await listOwnClients(kysely, cuit)
  const clientIds = clients.map(({ id }) => id)
  const isStaff = person !== undefined && roles[person.type].isStaff
  const userId = person?.id ?? NOBODY
  const orders = await listOrdersAbout(kysely, { cuit, clientIds, userId: isStaff ? null : userId })
  if (!person && clients.length === 0 && orders.length === 0) return undefined
  const own = await listRowsOf(kysely, 'user', [userId])
  const emails = lower([person?.email ?? '', ...clients.map(({ email }) => email)])
  const notified = lower((await readNotified(kysely)).split(';'))
  const { password_hash: _, ...account } = person ?? { password_hash: '' }
  const addressIds = (own.addresses ?? []).flatMap(({ id }) => id ?? [])
  return {
    account: person ? account : null,
    clients,
    orders,
    ...own,
    ...(await listRowsOf(kysely, 'client', clientIds)),
    ...(await listRowsOf(
      kysely,
      'order',
      orders.map(({ id }) => id),
    )),
    mails: await listMailsTo(kysely, { userId, emails }),
    notifiedOfOrders: emails.filter((email) => notified.includes(email)),
    audit: await listAuditAbout(kysely, { userId, clientIds, isStaff, addressIds }),
    // Staff's own cart is for others: it is told without for whom.
    ...(isStaff && { cart: [], workForOthers: await listStaffWork(kysely, userId) }),
  }
}

/** The person can't be taken out; the message is Spanish. */
export class ErasureRefused extends Error {
  override readonly name = 'ErasureRefused'
}

/**
 * Takes a person out of the shop, as far as the shop decides (docs/decisions: what stays): one transaction, then the
 * files. It may be run again, and finishes what an interrupted run left.
 * @returns whether a user or a client of the shop had this CUIT
 * @throws ErasureRefused for the only admin
 */
export async function erasePersonalData(db: Db, cuit: string): Promise<boolean> {
  const found = await db.tx(async (t, publish) => {
    for (const { id, type } of await listErased(t)) {
      await eraseAccountRows(t, id)
      if (!roles[type].isStaff) await eraseFromOrders(t, { userId: id, cuit, clientIds: [] })
    }
    const person = await lockPerson(t, cuit)
    if (person && roles[person.type].administers && !(await isThereAnotherAdmin(t, person.id)))
      throw new ErasureRefused('Es el único administrador: haga administrador a otra persona antes de borrarlo')
    const clients = await listShopClients(t, cuit)
    const clientIds = clients.map(({ id }) => id)
    const userId = person?.id ?? null
    const emails = lower([person?.email ?? '', ...clients.map(({ email }) => email)])
    // Before the clients are erased: their CUIT tells which orders are the person's.
    await eraseFromOrders(t, {
      cuit,
      clientIds,
      userId: person && !roles[person.type].isStaff ? userId : null,
    })
    if (person) await eraseAccountRows(t, person.id)
    await eraseShopClients(t, clientIds)
    await eraseMails(t, { userId, emails })
    await eraseFromNotified(t, emails)
    await overwriteEverywhere(t, [...emails, cuit, formatCuit(cuit)])
    if (person) await audit(t, { userId: null, action: 'erase', entity: 'user', entityId: person.id })
    publish('session')
    publish('settings')
    return person !== undefined || clients.length > 0
  })
  await rewriteFiles(db)
  return found
}
