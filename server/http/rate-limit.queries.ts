/** SQL of counted tries: one row for each limit and visitor, changed by one statement, so that instances agree. */
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/open.ts'

/** Tests bring an instant of their own; otherwise the database's clock rules, one for all instances. */
export type Instant = Date | undefined
const at = (now: Instant) => (now ? sql`${now}::timestamptz` : sql`clock_timestamp()`)
const ago = (now: Instant, ms: number) => sql`${at(now)} - ${ms / 1000} * interval '1 second'`
const later = (now: Instant, ms: number) => sql`${at(now)} + ${ms / 1000} * interval '1 second'`

/** Milliseconds; work that is under way for longer belongs to an instance that died. */
const LEASE_MS = 60_000

export interface Window {
  readonly key: Buffer
  readonly most: number
  readonly windowMs: number
  readonly now: Instant
}

/** The instants of an array column that are later than `instant`, in order. */
const since = (column: string, instant: RawBuilder<unknown>) =>
  sql`array(select one from unnest(${sql.ref(column)}) as one where one > ${instant} order by one)`

export interface Admission {
  admitted: boolean
  /** By it `leave` finds the admission. */
  instant: string
  /** Milliseconds until what was counted leaves room; 0 when only what is under way is in the way. */
  wait: number
}

/**
 * Counts a try that was made (`as: 'counted'`) or work that is under way (`as: 'running'`), if there is room for it. A
 * count lost in a crash harms nobody, so no commit waits for the disk.
 */
export async function admit(
  db: Queryable,
  { key, most, windowMs, now }: Window,
  as: 'counted' | 'running',
): Promise<Admission> {
  const counted = since('c.counted', ago(now, windowMs))
  const running = since('c.running', ago(now, LEASE_MS))
  const room = sql`cardinality(${counted}) + cardinality(${running}) < ${most}`
  const addition = sql`case when ${room} then array[${at(now)}] else '{}' end`
  const empty = sql`'{}'::timestamptz[]`
  const { rows } = await sql<Admission>`
    insert into counted_try as c (key, counted, running, admitted, until)
    select ${key}, ${as === 'counted' ? sql`array[${at(now)}]` : empty}, ${as === 'running' ? sql`array[${at(now)}]` : empty},
      true, ${later(now, windowMs + LEASE_MS)}
    from (select set_config('synchronous_commit', 'off', true)) as quickly
    on conflict (key) do update set
      counted = ${as === 'counted' ? sql`${counted} || ${addition}` : counted},
      running = ${as === 'running' ? sql`${running} || ${addition}` : running},
      admitted = ${room},
      until = ${later(now, windowMs + LEASE_MS)}
    returning admitted, ${sql.ref(`c.${as}`)}[cardinality(${sql.ref(`c.${as}`)})]::text as instant,
      case when cardinality(c.counted) < ${most} then 0
        else greatest(extract(epoch from c.counted[1] - (${ago(now, windowMs)})) * 1000, 1)::float8 end as wait`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a counted try has a row')
  return row
}

/** Counts a try even when there is no room, and keeps only the `most` latest. */
export async function count(db: Queryable, { key, most, windowMs, now }: Window): Promise<void> {
  const all = sql`(${since('c.counted', ago(now, windowMs))} || ${at(now)})`
  await sql`
    insert into counted_try as c (key, counted, running, admitted, until)
    select ${key}, array[${at(now)}], '{}', true, ${later(now, windowMs + LEASE_MS)}
    from (select set_config('synchronous_commit', 'off', true)) as quickly
    on conflict (key) do update set
      counted = ${all}[greatest(1, cardinality(${all}) - ${most - 1}::int):],
      until = ${later(now, windowMs + LEASE_MS)}`.execute(db)
}

/** Ends work that was admitted as 'running' at `instant`; with `counts` it is counted as a try. */
export async function leave(
  db: Queryable,
  { key, most, windowMs, now }: Window,
  instant: string,
  counts: boolean,
): Promise<void> {
  const place = sql`array_position(c.running, ${instant}::timestamptz)`
  const all = sql`(${since('c.counted', ago(now, windowMs))} || ${at(now)})`
  await sql`
    update counted_try as c set
      running = coalesce(c.running[:${place} - 1] || c.running[${place} + 1:], c.running)
      ${counts ? sql`, counted = ${all}[greatest(1, cardinality(${all}) - ${most - 1}::int):]` : sql``}
    from (select set_config('synchronous_commit', 'off', true)) as quickly
    where c.key = ${key}`.execute(db)
}

/** Whether a try of the key was counted within the window. */
export async function isCounted(db: Queryable, { key, windowMs, now }: Window): Promise<boolean> {
  const { rows } = await sql<{ counted: boolean }>`
    select exists (select 1 from unnest(counted) as one where one > ${ago(now, windowMs)}) as counted
    from counted_try where key = ${key}`.execute(db)
  return rows[0]?.counted ?? false
}

/** Removes the rows whose tries no longer count. */
export async function deleteSpent(db: Queryable): Promise<void> {
  await sql`delete from counted_try where until < now()`.execute(db)
}
