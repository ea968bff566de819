/** Rules of orders as the database knows them (R361): what they come to for a client, or for a user without one. */
import { type RawBuilder, sql } from 'kysely'
import { RULE_SCOPES } from '../../contract/order-rules.ts'
import type { OrderTerms } from '../../contract/order-terms.ts'
import { listOfClient, listWithoutClient } from './price.ts'

type Sql = RawBuilder<unknown>

/** By what a buyer is known to a rule; a list of null is the base list. */
interface BuyerSql {
  readonly condition: Sql
  readonly zone: Sql
  readonly list: Sql
}

const RANK = sql`array_position(array[${sql.join(RULE_SCOPES.map((scope) => sql.lit(scope)))}], rule.scope)`

/** What rules say of a column for a buyer: the most particular one that says something. */
const told = (column: 'least_amount' | 'free_from', { condition, zone, list }: BuyerSql) => sql`(
  select ${sql.ref(`rule.${column}`)} from order_rule rule
  where ${sql.ref(`rule.${column}`)} is not null and (rule.scope = 'all' or rule.target_id = case rule.scope
    when 'condition' then ${condition} when 'zone' then ${zone} when 'list' then coalesce(${list}, 0) end)
  order by ${RANK} limit 1)`

const leastOf = (buyer: BuyerSql) => sql<number | null>`nullif(${told('least_amount', buyer)}, 0)`

const termsOf = (buyer: BuyerSql) => sql<OrderTerms>`json_build_object('least', ${leastOf(buyer)},
  'freeFrom', ${told('free_from', buyer)}, 'days', coalesce((select to_json(rule.days) from order_rule rule
    where rule.scope = 'zone' and rule.target_id = ${buyer.zone}), '[]'::json))`

/** A client, by the name of its table in the query. */
const client = (name: string): BuyerSql => ({
  condition: sql.ref(`${name}.sale_condition`),
  zone: sql.ref(`${name}.zone_id`),
  list: listOfClient(name),
})
/** A user without a client: with condition 1, as such an order has it, the user's own zone, and the list of who has no client. */
const user = (name: string): BuyerSql => ({
  condition: sql`1`,
  zone: sql.ref(`${name}.zone_id`),
  list: listWithoutClient,
})

export const orderTermsOfClient = (name: string) => termsOf(client(name))
export const orderTermsOfUser = (name: string) => termsOf(user(name))
export const leastOfClient = (name: string) => leastOf(client(name))
export const leastOfUser = (name: string) => leastOf(user(name))

/**
 * Always false. Read in a transaction that makes orders it takes the lock of the table that `SELECT FOR KEY SHARE` takes, and no
 * row's: whoever changes a rule waits for the orders that have read the rules, and orders wait for the change.
 */
export const rulesAreHeld = sql<boolean>`exists (select from order_rule where false for key share)`
