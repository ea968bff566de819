/** SQL that reads what the shop keeps of one person (Ley 25.326); erase-person.queries.ts erases it. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import { type PersonalColumn, personalEntries } from '../../db/personal-columns.ts'

/** The id of no user. */
export const NO_USER = 0

/** Whether an audited cart, whose id is 'user/client', is the user's own or is for one of the clients. */
export const isCartOf = (column: 'entity_id', userId: number, clientIds: readonly number[]) => {
  const [user, client] = [1, 2].map((part) => sql`split_part(${sql.ref(column)}, '/', ${part}::int)`)
  return sql<boolean>`(${user} = ${String(userId)} or ${client} = any(${clientIds.map(String)}::text[]))`
}

/** The user with a CUIT (eleven digits). */
export function findPerson(db: Queryable, cuit: string) {
  return db.selectFrom('app_user').selectAll().where('cuit', '=', cuit).executeTakeFirst()
}

/** The clients that are the person: those with the CUIT, whether the ERP or the shop made them. */
export function listOwnClients(db: Queryable, cuit: string) {
  return db.selectFrom('client').selectAll().where('cuit', '=', cuit).orderBy('id').execute()
}

/** The rows that name one of the users, clients or orders, under the names and with the columns of personal-columns.ts. */
export async function listRowsOf(
  db: Queryable,
  names: PersonalColumn['names'],
  named: readonly number[],
): Promise<Record<string, readonly { id?: number }[]>> {
  const sections: Record<string, readonly { id?: number }[]> = {}
  for (const { table, column, exported, names: whom } of personalEntries) {
    if (whom !== names || exported === null || exported === 'by hand') continue
    const columns = exported.columns ? sql.join(exported.columns.map((name) => sql.ref(name))) : sql`*`
    const { rows } = await sql<{ id?: number }>`select ${columns} from ${sql.table(table)} as t
      where ${sql.ref(column)} = any(${named}::int[]) order by to_jsonb(t)->'id'`.execute(db)
    sections[exported.as] = rows
  }
  return sections
}

/**
 * Orders that are about the person: those for the person's clients, whoever made them, those imported under the CUIT,
 * and those of the user. @param userId A cliente's id; null for staff, whose orders are for others.
 */
export function listOrdersAbout(
  db: Queryable,
  { cuit, userId, clientIds }: { cuit: string; userId: number | null; clientIds: readonly number[] },
) {
  return db
    .selectFrom('sales_order')
    .selectAll()
    .where((is) =>
      is.or([
        is('client_id', '=', sql<number>`any(${clientIds}::int[])`),
        is('import_cuit', '=', cuit),
        ...(userId === null ? [] : [is('user_id', '=', userId)]),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Orders and the cart that somebody of the staff made for others: that they were made and when, not for whom. */
export async function listStaffWork(db: Queryable, userId: number) {
  const orders = await db
    .selectFrom('sales_order')
    .select(['id', 'created_at', 'channel'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .execute()
  const cart = await db
    .selectFrom('cart_line')
    .select(['article_id', 'quantity', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { orders, cart }
}

/** Mails about the person in the outbox. */
export function listMailsTo(db: Queryable, { userId, emails }: { userId: number; emails: readonly string[] }) {
  return db
    .selectFrom('job')
    .select(['kind', 'payload', 'state', 'created_at', 'done_at'])
    .where((is) =>
      is.or([
        is(sql<string>`lower(payload->>'to')`, '=', sql<string>`any(${emails}::text[])`),
        is(sql<string>`payload->>'userId'`, '=', String(userId)),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Audit rows about the person: the account, its addresses, clients and carts. Carts that staff filled are for others. */
export function listAuditAbout(
  db: Queryable,
  {
    userId,
    addressIds,
    clientIds,
    isStaff,
  }: {
    userId: number
    addressIds: readonly number[]
    clientIds: readonly number[]
    isStaff: boolean
  },
) {
  const texts = (ids: readonly number[]) => sql<string>`any(${ids.map(String)}::text[])`
  return db
    .selectFrom('audit')
    .select(['at', 'action', 'entity', 'entity_id', 'before', 'after'])
    .where((is) =>
      is.or([
        is.and([is('entity', '=', 'user'), is('entity_id', '=', String(userId))]),
        is.and([is('entity', '=', 'cart'), isCartOf('entity_id', isStaff ? NO_USER : userId, clientIds)]),
        is.and([is('entity', '=', 'user-address'), is('entity_id', '=', texts(addressIds))]),
        is.and([is('entity', '=', 'client'), is('entity_id', '=', texts(clientIds))]),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** The mail addresses that are told of new orders, as the setting stores them. */
export async function readNotified(db: Queryable): Promise<string> {
  const setting = await db.selectFrom('setting').select('value').where('key', '=', 'NOTIF_PED').executeTakeFirst()
  return setting?.value ?? ''
}
