/**
 * Rules of orders (R361): what an order comes to at least, from which amount delivery is free, and on which days there are
 * deliveries; for all clients, or for those of a sale condition, a zone or a list of prices. `target_id` is that condition, zone
 * or list, 0 being the base list. A zone or list of the ERP's is never deleted, and a rule of one out of use is of nobody.
 *
 * `rule_reason` is why somebody sent an order below its least amount (R363).
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `create table order_rule (
    id integer generated always as identity primary key,
    scope text not null check (scope in ('list', 'zone', 'condition', 'all')),
    target_id integer check ((target_id is null) = (scope = 'all')),
    least_amount bigint check (least_amount >= 0),
    free_from bigint check (free_from >= 0),
    days integer[] not null default '{}' check (scope = 'zone' or days = '{}'),
    version integer not null default 1,
    check (least_amount is not null or free_from is not null or days <> '{}')
  )`,
  `create unique index order_rule_target on order_rule (scope, coalesce(target_id, -1))`,
  `create trigger order_rule_version before update on order_rule
    for each row execute function raise_row_version()`,
  `alter table sales_order add column rule_reason text`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
