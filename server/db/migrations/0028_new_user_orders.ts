/**
 * Orders of new users (R234): which they are, and when somebody said that one is handled. Users who were linked before
 * left their orders behind without a client; these follow now, and are listed until somebody has handled them.
 */
import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table sales_order add column new_user boolean not null default false, add column handled_at timestamptz`,
  `update sales_order o set new_user = true from app_user u
    where u.id = o.user_id and u.type = 'cliente' and o.client_id = -1`,
  `create index sales_order_new_user on sales_order (id desc) where new_user and handled_at is null`,
  `with moved as (
    update sales_order o set client_id = u.client_id,
      address_id = case when o.address_id > 0 then -1 else o.address_id end
    from app_user u
    where u.id = o.user_id and u.type = 'cliente' and u.client_id is not null and o.client_id = -1
    returning o.id, o.client_id
  )
  insert into audit (action, entity, entity_id, before, after)
  select 'move', 'order', id::text, '{"client_id": -1}', jsonb_build_object('client_id', client_id) from moved`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
