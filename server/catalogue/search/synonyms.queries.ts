/** SQL of other words for what is searched (R377). */
import { type Insertable, sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

/** All of them, alphabetically. */
export const listSynonyms = (db: Queryable) =>
  db.selectFrom('synonym').select(['id', 'words', 'meaning']).orderBy('key').execute()

/** Keeps others from adding beside. */
export async function lockSynonyms(t: Queryable): Promise<void> {
  await sql`lock table synonym in share row exclusive mode`.execute(t)
}

/** Whether there are those very words already, and how many there are in all. */
export async function countSynonyms(t: Queryable, key: string): Promise<{ all: number; same: number }> {
  return await t
    .selectFrom('synonym')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('key', '=', key).as('same'),
    ])
    .executeTakeFirstOrThrow()
}

export const insertSynonym = (t: Queryable, row: Insertable<Tables['synonym']>) =>
  t.insertInto('synonym').values(row).returning(['id', 'words', 'meaning']).executeTakeFirstOrThrow()

/** Deletes one and answers it; undefined where there is none. */
export const deleteSynonym = (t: Queryable, id: number) =>
  t.deleteFrom('synonym').where('id', '=', id).returning(['id', 'words', 'meaning']).executeTakeFirst()
