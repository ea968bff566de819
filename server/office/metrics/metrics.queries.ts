/** SQL of the metrics: how the outbox stands, and the version of the stored catalogue. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

export interface JobCount {
  kind: string
  state: 'pending' | 'running' | 'dead'
  count: number
  /** Seconds that the oldest one has been due; null when none is. */
  due_for: number | null
}

/** Jobs that are not done, by kind and state. */
export async function countJobs(db: Queryable): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select kind, state, count(*) as count,
      (extract(epoch from now() - min(run_at) filter (where state <> 'dead' and run_at <= now())))::float8 as due_for
    from job where state in ('pending', 'running') or state = 'dead'
    group by kind, state`.execute(db)
  return rows
}

export async function storedCatalogueVersion(db: Queryable): Promise<number> {
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
  return version
}
