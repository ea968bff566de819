/** SQL of the reports of imports, and of trials. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** Rows that are kept; older ones are deleted. */
const KEPT = 500

export interface ErpRun {
  source: string
  complete: boolean
  /** Spanish. */
  text: string
  /** The same for programs. */
  json?: unknown
}

/** Stores the report of an import, unless it equals the last one of its source; answers its id when it is stored. */
export async function storeRun(db: Queryable, { source, complete, text, json }: ErpRun): Promise<number | undefined> {
  const last = await db
    .selectFrom('erp_run')
    .select(['complete', sql<string>`report->>'text'`.as('text')])
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.text === text && last.complete === complete) return undefined
  const { id } = await db
    .insertInto('erp_run')
    .values({ source, complete, report: JSON.stringify({ text, json }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from erp_run where id <= (select max(id) from erp_run) - ${KEPT}::int`.execute(db)
  return id
}

/** The report of an import as programs read it; undefined: there is none any more. */
export async function findRunJson(db: Queryable, id: number): Promise<unknown> {
  const row = await db
    .selectFrom('erp_run')
    .select(sql<unknown>`report->'json'`.as('json'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.json ?? undefined
}

/** The source of trials; their report holds a trial, not a text. */
const TRIAL = 'Ensayo'

/** Locks the table, so that two admins do not begin a trial at once. */
export async function lockRuns(t: Queryable): Promise<void> {
  await sql`lock table erp_run in share row exclusive mode`.execute(t)
}

/** The last trial, as on the wire. */
export const findTrial = (db: Queryable) =>
  db
    .selectFrom('erp_run')
    .select(sql<unknown>`report->'trial'`.as('trial'))
    .where('source', '=', TRIAL)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores a new trial in the place of the last one; answers its id. */
export async function replaceTrial(t: Queryable, trial: unknown): Promise<number> {
  await t.deleteFrom('erp_run').where('source', '=', TRIAL).execute()
  const { id } = await t
    .insertInto('erp_run')
    .values({ source: TRIAL, complete: false, report: JSON.stringify({ trial }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores how far a trial is; does nothing when another trial has replaced it. */
export async function storeTrial(db: Queryable, id: number, trial: unknown): Promise<void> {
  await db
    .updateTable('erp_run')
    .set({ report: JSON.stringify({ trial }) })
    .where('id', '=', id)
    .execute()
}
