/** SQL that takes a person out of every table (Ley 25.326). Each statement may run again: it then finds nothing to erase. */
import { sql, type Transaction } from 'kysely'
import type { AuditedEntity } from '../../../contract/audit.ts'
import type { Db } from '../../db/open.ts'
import { type PersonalColumn, personalEntries } from '../../db/personal-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { isCartOf, NO_USER } from './personal-data.queries.ts'

type Tx = Transaction<Tables>
const ids = (list: readonly number[]) => sql<number>`any(${list}::int[])`
const idTexts = (list: readonly number[]) => sql<string>`any(${list.map(String)}::text[])`

/** How the CUIT and the mail of an erased account begin; its id follows, so that both are unique and nobody's. */
export const ERASED = 'borrado-'

/** The account with a CUIT, locked before its sessions are deleted: no sign-in under way leaves one behind. */
export async function lockPerson(t: Tx, cuit: string) {
  return t.selectFrom('app_user').selectAll().where('cuit', '=', cuit).forUpdate().executeTakeFirst()
}

/** Accounts that were erased before; an earlier version of the program may have left some of their data. */
export async function listErased(t: Tx) {
  return t.selectFrom('app_user').select(['id', 'type']).where('cuit', 'like', `${ERASED}%`).execute()
}

/** Clients with the CUIT that the shop itself made. Clients that the ERP sent belong to the ERP. */
export function listShopClients(t: Tx, cuit: string) {
  return t.selectFrom('client').select(['id', 'email']).where('cuit', '=', cuit).where('from_erp', '=', false).execute()
}

/** Deletes and empties what personal-columns.ts says of the rows that name one of the users, clients or orders. */
async function eraseRowsOf(t: Tx, names: PersonalColumn['names'], named: readonly number[]): Promise<void> {
  for (const { table, column, erased } of personalEntries.filter((entry) => entry.names === names)) {
    const ofNamed = sql`where ${sql.ref(column)} = ${ids(named)}`
    if (erased === 'row') await sql`delete from ${sql.table(table)} ${ofNamed}`.execute(t)
    else if (typeof erased !== 'string') {
      const emptied = erased.map((text) => sql`${sql.ref(text)} = ''`)
      await sql`update ${sql.table(table)} set ${sql.join(emptied)} ${ofNamed}`.execute(t)
    }
  }
}

/** Erases the rows that belong to the account alone, what the audit says of them, and the account's own columns. */
export async function eraseAccountRows(t: Tx, userId: number): Promise<void> {
  const addresses = await t.selectFrom('user_address').select('id').where('user_id', '=', userId).execute()
  await forgetAudit(
    t,
    'user-address',
    addresses.map(({ id }) => id),
  )
  // Only this function deletes addresses: an audited address without a row belonged to somebody erased before.
  await t
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('entity', '=', 'user-address')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('user_address as a')
            .select('a.id')
            .where(sql<string>`a.id::text`, '=', is.ref('audit.entity_id')),
        ),
      ),
    )
    .execute()
  await forgetAudit(t, 'user', [userId])
  await forgetCarts(t, userId, [])
  // In the order in which who confirms locks them (R372): the lists that they stand for come after.
  await sql`select from sent_cart where user_id = ${userId} order by list_id for update`.execute(t)
  // As who accepts locks them (R388).
  await sql`select from shared_link where user_id = ${userId} order by id for update`.execute(t)
  await eraseRowsOf(t, 'user', [userId])
  await t
    .updateTable('app_user')
    .set({
      email: `${ERASED}${userId}@invalid`,
      cuit: `${ERASED}${userId}`,
      // No password has this hash: nobody signs in any more.
      password_hash: '',
      first_name: '',
      last_name: '',
      business_name: '',
      phone: '',
      mobile: '',
      notes: '',
      second_factor: false,
      enabled: false,
      active: false,
    })
    .where('id', '=', userId)
    .execute()
}

async function forgetAudit(t: Tx, entity: AuditedEntity, entityIds: readonly number[]): Promise<void> {
  await t
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('entity', '=', entity)
    .where('entity_id', '=', idTexts(entityIds))
    .execute()
}

/**
 * Empties the audit of a user's own carts and saved lists, and of anybody's for the given clients. Before their rows are
 * erased: the audit of a list that is there does not say whose it is.
 */
async function forgetCarts(t: Tx, userId: number, clientIds: readonly number[]): Promise<void> {
  await t
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('entity', '=', 'cart')
    .where(isCartOf('entity_id', userId, clientIds))
    .execute()
  const lists = t
    .selectFrom('saved_list')
    .select(sql<string>`id::text`.as('id'))
    .where((is) => is.or([is('user_id', '=', userId), is('client_id', '=', ids(clientIds))]))
  const told = sql<number>`(coalesce(before, after)->>'client_id')::int`
  await t
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('entity', '=', 'saved-list')
    .where((is) => is.or([is('user_id', '=', userId), is('entity_id', 'in', lists), is(told, '=', ids(clientIds))]))
    .execute()
  await t
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('entity', '=', 'substitute')
    .where(told, '=', ids(clientIds))
    .execute()
}

/** Takes the person out of the clients that the shop made; their ids stay, because orders name them. */
export async function eraseShopClients(t: Tx, clientIds: readonly number[]): Promise<void> {
  await forgetCarts(t, NO_USER, clientIds)
  await eraseRowsOf(t, 'client', clientIds)
  await t
    .updateTable('client')
    .set({ business_name: '', contact_name: '', cuit: '', email: '', search_text: '', active: false })
    .where('id', '=', ids(clientIds))
    .execute()
  await forgetAudit(t, 'client', clientIds)
}

/**
 * Takes the person out of the orders, whose amounts accounting keeps. The notes of all of the person's orders are
 * emptied. Name, address and what was imported are emptied only in orders whose client is not the ERP's.
 */
export async function eraseFromOrders(
  t: Tx,
  { userId, cuit, clientIds }: { userId: number | null; cuit: string; clientIds: readonly number[] },
): Promise<void> {
  const ordersAbout = t
    .selectFrom('sales_order')
    .select('sales_order.id')
    .where((is) =>
      is.or([
        is('client_id', '=', ids(clientIds)),
        is('import_cuit', '=', cuit),
        is.exists(
          is
            .selectFrom('client as own')
            .select('own.id')
            .where('own.cuit', '=', cuit)
            .whereRef('own.id', '=', 'sales_order.client_id'),
        ),
        ...(userId === null ? [] : [is('user_id', '=', userId)]),
      ]),
    )
  const orderIds = (await ordersAbout.execute()).map(({ id }) => id)
  await eraseRowsOf(t, 'order', orderIds)
  await t
    .updateTable('sales_order')
    .set({ business_name: '', address: '', import_cuit: null, import_number: null, import_copy: null })
    .where('id', '=', ids(orderIds))
    .where('client_id', 'not in', (is) => is.selectFrom('client').select('id').where('from_erp', '=', true))
    .execute()
}

/** Deletes the outbox's jobs that mail the person or name the account, done or not. */
export async function eraseMails(
  t: Tx,
  { userId, emails }: { userId: number | null; emails: readonly string[] },
): Promise<void> {
  await t
    .deleteFrom('job')
    .where((is) =>
      is.or([
        is(sql<string>`lower(payload->>'to')`, '=', sql<string>`any(${emails}::text[])`),
        is(sql<string>`payload->>'userId'`, '=', String(userId)),
      ]),
    )
    .execute()
}

/** Takes mail addresses out of the setting that lists who is told of new orders. */
export async function eraseFromNotified(t: Tx, emails: readonly string[]): Promise<void> {
  const setting = await t
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'NOTIF_PED')
    .forUpdate()
    .executeTakeFirst()
  if (!setting) return
  const remaining = setting.value.split(';').filter((email) => !emails.includes(email.trim().toLowerCase()))
  await t
    .updateTable('setting')
    .set({ value: remaining.join(';') })
    .where('key', '=', 'NOTIF_PED')
    .execute()
}

/** Overwrites values that identify the person, wherever they stand in the audit log and in the errors of jobs. */
export async function overwriteEverywhere(t: Tx, values: readonly string[]): Promise<void> {
  for (const value of values) {
    const literal = JSON.stringify(value)
      .slice(1, -1)
      .replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
    // Not where the value is only the end or the beginning of somebody else's.
    const pattern = `(?<![[:alnum:]._%+-])${literal}(?![[:alnum:]_-]|[.][[:alnum:]])`
    // A number in JSON has to stay a number.
    const replacement = /^\d+$/.test(value) ? '0' : 'borrado'
    const overwritten = (column: 'before' | 'after') =>
      sql<string>`regexp_replace(${sql.ref(column)}::text, ${pattern}, ${replacement}, 'gi')::jsonb`
    await t
      .updateTable('audit')
      .set({ before: overwritten('before'), after: overwritten('after') })
      .where(sql<boolean>`concat(before::text, ' ', after::text) ~* ${pattern}`)
      .execute()
    await t
      .updateTable('job')
      .set({ error: sql<string>`regexp_replace(error, ${pattern}, ${replacement}, 'gi')` })
      .where(sql<boolean>`error ~* ${pattern}`)
      .execute()
  }
}

/** The tables that a person can be in. */
const TABLES = [
  ...new Set([
    'audit',
    'job',
    'setting',
    ...personalEntries.filter(({ erased }) => erased !== 'kept').map(({ table }) => table),
  ]),
]

/**
 * Rewrites the database's files, because a deleted row stays readable in them until then. The embedded database is
 * written anew as a whole, its write-ahead log too. On a server only the space of deleted rows is given back, which a
 * running shop bears: the server's files, log and backups are its administrator's.
 */
export async function rewriteFiles({ kind, kysely }: Pick<Db, 'kind' | 'kysely'>): Promise<void> {
  const statements =
    kind === 'server'
      ? [`vacuum (analyze) ${TABLES.join()}`]
      : [
          // A recycled log file keeps its old content; with this off it is deleted instead.
          'set wal_recycle = off',
          // The statistics hold the commonest values of each column; those of a table that is empty now would stay.
          'delete from pg_statistic',
          'vacuum (full, analyze)',
          'vacuum full pg_statistic',
          'checkpoint',
          'select pg_switch_wal()',
          'checkpoint',
        ]
  // One connection: the first statement is a setting of its session.
  await kysely.connection().execute(async (connection) => {
    for (const statement of statements) await sql.raw(statement).execute(connection)
  })
}
