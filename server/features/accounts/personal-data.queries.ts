/** SQL of what the shop keeps of one person (Ley 25.326). */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** The user with a CUIT (eleven digits). */
export function findPerson(db: Queryable, cuit: string) {
  return db.selectFrom('app_user').selectAll().where('cuit', '=', cuit).executeTakeFirst()
}

/** Everything that belongs to a user, as it is stored; secrets are left out. */
export async function readPersonalData(db: Queryable, userId: number) {
  const [addresses, cart, orders, orderLines, sessions, audit] = await Promise.all([
    db.selectFrom('user_address').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db.selectFrom('cart_line').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db.selectFrom('sales_order').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db
      .selectFrom('sales_order_line as l')
      .innerJoin('sales_order as o', 'o.id', 'l.order_id')
      .selectAll('l')
      .where('o.user_id', '=', userId)
      .orderBy('l.id')
      .execute(),
    db.selectFrom('session').select(['created_at', 'expires_at']).where('user_id', '=', userId).execute(),
    db
      .selectFrom('audit')
      .selectAll()
      .where((is) =>
        is.or([
          is('user_id', '=', userId),
          is.and([is('entity', '=', 'user'), is('entity_id', '=', String(userId))]),
        ]),
      )
      .orderBy('id')
      .execute(),
  ])
  return { addresses, cart, orders, orderLines, sessions, audit }
}

/** Deletes what need not stay, and takes the person out of what must (orders are kept as accounting asks). */
export async function erasePerson(t: Transaction<Tables>, userId: number, email: string): Promise<void> {
  await t.deleteFrom('session').where('user_id', '=', userId).execute()
  await t.deleteFrom('password_reset').where('user_id', '=', userId).execute()
  await t.deleteFrom('cart_line').where('user_id', '=', userId).execute()
  await t.deleteFrom('user_address').where('user_id', '=', userId).execute()
  await t
    .deleteFrom('job')
    .where((is) =>
      is.or([is(sql`payload->>'to'`, '=', email), is(sql`payload->>'userId'`, '=', String(userId))]),
    )
    .execute()
  await t
    .updateTable('app_user')
    .set({
      email: `borrado-${userId}@invalid`,
      cuit: `borrado-${userId}`,
      // No password has this hash: nobody signs in any more.
      password_hash: '',
      first_name: '',
      last_name: '',
      business_name: '',
      phone: '',
      mobile: '',
      notes: '',
      enabled: false,
      active: false,
    })
    .where('id', '=', userId)
    .execute()
  // With an ERP client the order names the client, not the person; without one it names the person.
  await t
    .updateTable('sales_order')
    .set({ business_name: '', address: '', note: '' })
    .where('user_id', '=', userId)
    .where('client_id', '=', -1)
    .execute()
  await t
    .updateTable('audit')
    .set({ before: null, after: null })
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(userId))
    .execute()
}
