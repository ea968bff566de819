/** SQL of the names of ids that stand in the log. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/open.ts'
import type { Named } from './audit-words.rules.ts'

const nameOf: Record<Named, RawBuilder<string>> = {
  app_user: sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), nullif(business_name, ''), email)`,
  article: sql`code || ' ' || description`,
  brand: sql`name`,
  category: sql`name`,
  seller: sql`name`,
  zone: sql`name`,
  carrier: sql`name`,
  client: sql`business_name`,
  vat_condition: sql`name`,
  promotion: sql`name`,
  price_list: sql`name`,
}

/** Names by id. */
export async function readNames(
  db: Queryable,
  table: Named,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${nameOf[table]} as name from ${sql.table(table)} where id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names of deleted brands or categories, by id. */
export async function readGoneNames(
  db: Queryable,
  entity: 'brand' | 'category',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select entity_id::int as id, before->>'name' as name from audit where entity = ${entity}
      and entity_id = any(${ids.map(String)}::text[]) and action = 'delete' and before->>'name' is not null`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Addresses of users in words, by id: the street, and whose it is. */
export async function readStreets(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, concat_ws(', de ', a.street, u.name) as name from user_address a
    join (select id as user_id, ${nameOf.app_user} as name from app_user) u using (user_id)
    where a.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
