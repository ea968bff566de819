/** SQL of what imports did. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** Older ones are forgotten. */
const KEPT = 500

export interface ErpRun {
  source: string
  complete: boolean
  /** Spanish. */
  text: string
}

/** Stores what an import did; one that did exactly what the last one of its source did is not told again. */
export async function storeRun(db: Queryable, { source, complete, text }: ErpRun): Promise<void> {
  const last = await db
    .selectFrom('erp_run')
    .select(['complete', sql<string>`report->>'text'`.as('text')])
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.text === text && last.complete === complete) return
  await db
    .insertInto('erp_run')
    .values({ source, complete, report: JSON.stringify({ text }) })
    .execute()
  await sql`delete from erp_run where id <= (select max(id) from erp_run) - ${KEPT}::int`.execute(db)
}
