/** SQL of making an account by hand. */
import type { Insertable, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type Tx = Transaction<Tables>

export const findClient = (t: Tx, id: number) =>
  t
    .selectFrom('client')
    .select(['id', 'business_name', 'cuit', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findSeller = (t: Tx, id: number) =>
  t.selectFrom('seller').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export const insertAccount = (t: Tx, account: Insertable<Tables['app_user']>) =>
  t.insertInto('app_user').values(account).returning('id').executeTakeFirstOrThrow()

/** Accounts that have a CUIT (digits) or a mail address (lower case) already. */
export const findSameAccount = (t: Tx, cuit: string, email: string) =>
  t
    .selectFrom('app_user')
    .select('id')
    .where((where) => where.or([where('cuit', '=', cuit), where(where.fn('lower', ['email']), '=', email)]))
    .executeTakeFirst()

export const insertCreationAudit = (t: Tx, id: number, after: Record<string, unknown>) =>
  t
    .insertInto('audit')
    .values({
      action: 'create',
      entity: 'user',
      entity_id: String(id),
      before: null,
      after: JSON.stringify(after),
    })
    .execute()
