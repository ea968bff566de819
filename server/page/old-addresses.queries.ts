/** SQL of addresses that articles had in the shop before this one (R414). */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'

/** Which of the paths lead to an article that the shop has, each with its code. */
export const findOldAddresses = (db: Queryable, paths: readonly string[]): Promise<{ path: string; code: string }[]> =>
  db
    .selectFrom('old_address')
    .innerJoin('article', 'article.code', 'old_address.article_code')
    .select(['old_address.path', 'article.code'])
    .where('old_address.path', 'in', [...paths])
    .execute()

/** All of them, by path. */
export async function readOldAddresses(t: Queryable): Promise<Map<string, string>> {
  const rows = await t.selectFrom('old_address').selectAll().execute()
  return new Map(rows.map(({ path, article_code }) => [path, article_code]))
}

/** Which of the codes an article has. */
export async function articleCodesAmong(t: Queryable, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from article where code = any(${codes}::text[])`.execute(t)
  return new Set(rows.map(({ code }) => code))
}

export async function writeOldAddresses(
  t: Transaction<Tables>,
  rows: readonly { path: string; articleCode: string }[],
): Promise<void> {
  await sql`
    insert into old_address (path, article_code)
    select * from unnest(${rows.map(({ path }) => path)}::text[], ${rows.map(({ articleCode }) => articleCode)}::text[])
    on conflict (path) do update set article_code = excluded.article_code`.execute(t)
}

export async function deleteOldAddresses(t: Transaction<Tables>, paths: readonly string[]): Promise<void> {
  await sql`delete from old_address where path = any(${paths}::text[])`.execute(t)
}
