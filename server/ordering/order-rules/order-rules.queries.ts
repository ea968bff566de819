/** SQL of the rules of orders (R361). */
import { type Insertable, sql } from 'kysely'
import { type OrderRule, RULE_SCOPES, type RuleScope } from '../../../contract/order-rules.ts'
import type { OrderTerms } from '../../../contract/order-terms.ts'
import type { Queryable } from '../../db/open.ts'
import { orderTermsOfClient, orderTermsOfUser } from '../../db/order-rules.ts'
import type { Tables } from '../../db/tables.ts'

const nameOfTarget = sql<string>`coalesce(case r.scope
  when 'zone' then (select name from zone where id = r.target_id)
  when 'list' then (select name from price_list where id = r.target_id) end, '')`

/** All rules, the most general first, then by the names of what they are for. */
export function listRules(db: Queryable): Promise<OrderRule[]> {
  return db
    .selectFrom('order_rule as r')
    .select(['r.id', 'r.scope', 'r.target_id as targetId', 'r.least_amount as least', 'r.free_from as freeFrom'])
    .select(['r.days', 'r.version', nameOfTarget.as('target')])
    .orderBy(sql`array_position(${[...RULE_SCOPES]}::text[], r.scope)`, 'desc')
    .orderBy(nameOfTarget)
    .orderBy('r.target_id')
    .execute()
}

/** The name of a list or zone; undefined where there is none. */
export async function findTarget(db: Queryable, table: 'zone' | 'price_list', id: number): Promise<string | undefined> {
  return (await db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst())?.name
}

/** Whether another rule is for the same clients. */
export async function isTargetTaken(
  t: Queryable,
  scope: RuleScope,
  targetId: number | null,
  but: number | null,
): Promise<boolean> {
  const row = await t
    .selectFrom('order_rule')
    .select('id')
    .where('scope', '=', scope)
    .where(sql<boolean>`target_id is not distinct from ${targetId}::int and id is distinct from ${but}::int`)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps orders that have read the rules from going on beside their change, and those that come from reading them (`rulesAreHeld`). */
export async function lockRules(t: Queryable): Promise<void> {
  await sql`lock table order_rule in exclusive mode`.execute(t)
}

export function insertRule(t: Queryable, row: Insertable<Tables['order_rule']>) {
  return t.insertInto('order_rule').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deleteRule(t: Queryable, id: number): Promise<void> {
  await t.deleteFrom('order_rule').where('id', '=', id).execute()
}

/** What the rules come to for a client; undefined where there is none. */
export async function findTermsOfClient(db: Queryable, clientId: number): Promise<OrderTerms | undefined> {
  const row = await db
    .selectFrom('client')
    .select(orderTermsOfClient('client').as('terms'))
    .where('id', '=', clientId)
    .executeTakeFirst()
  return row?.terms
}

/** What the rules come to for a user without a client. */
export async function findTermsOfUser(db: Queryable, userId: number): Promise<OrderTerms> {
  const row = await db
    .selectFrom('app_user')
    .select(orderTermsOfUser('app_user').as('terms'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.terms
}
