/** SQL of searches that found nothing. */
import { sql } from 'kysely'
import { SEARCH_DAYS, TOP_SEARCHES } from '../../../contract/dashboard.ts'
import type { Queryable } from '../../db/open.ts'

/** Different texts that are kept of a day; further ones are not counted. */
export const TEXTS_A_DAY = 500
/** Days that a text is kept. */
export const KEPT_DAYS = 90

const today = sql<string>`(now() at time zone 'America/Argentina/Buenos_Aires')::date`

/** Adds counts to today's, with at most TEXTS_A_DAY texts, and deletes days older than KEPT_DAYS. */
export async function addMissed(db: Queryable, counts: ReadonlyMap<string, number>): Promise<void> {
  await sql`insert into missed_search (day, text, count)
    select ${today}, text, count from (
      select given.text, given.count,
        row_number() over (partition by m.text is null order by given.count desc, given.text) as place, m.text is null as fresh
      from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as given (text, count)
      left join missed_search m on m.day = ${today} and m.text = given.text
    ) as batch
    where not fresh or place <= ${TEXTS_A_DAY}::int - (select count(*) from missed_search where day = ${today})
    on conflict (day, text) do update set count = missed_search.count + excluded.count`.execute(db)
  await sql`delete from missed_search where day <= ${today} - ${KEPT_DAYS}::int`.execute(db)
}

/** The texts of the last SEARCH_DAYS days that were most often searched in vain. */
export function listMissed(db: Queryable) {
  return db
    .selectFrom('missed_search')
    .select(['text', sql<number>`sum(count)::int`.as('times'), sql<string>`max(day)`.as('lastDay')])
    .where('day', '>', sql<string>`${today} - ${SEARCH_DAYS}::int`)
    .groupBy('text')
    .orderBy('times', 'desc')
    .orderBy('lastDay', 'desc')
    .orderBy('text')
    .limit(TOP_SEARCHES)
    .execute()
}
