/** SQL of feeds that wait for a person (R297), and of what the last feeds of each kind brought. */
import { sql, type Transaction } from 'kysely'
import { type SettingKey, unsetValue } from '../../../contract/setting-keys.ts'
import type { Queryable } from '../../db/open.ts'
import type { Tables, WaitingState } from '../../db/tables.ts'
import type { FeedFile, FeedTable, RowKey } from './erp-sync.types.ts'
import type { GuardLimits } from './guards.rules.ts'

type Tx = Transaction<Tables>

/** Rows of one part: some 600 kB. */
const CHUNK = 2000
/** Feeds that are kept after their answer, without their rows. */
const KEPT = 200

/** What an import needs to know of a stored file besides its rows. */
export interface StoredHead {
  complete: boolean
  gone: readonly RowKey[]
  headings: Readonly<Record<string, string>>
  rowCount: number
  mayLack?: boolean
  optionalFields?: readonly string[]
  changesListings?: boolean
  /** How far a service's list was read with it: the next reading begins there once it is taken. */
  cursor?: unknown
}

export interface WaitingRow {
  id: number
  kind: FeedTable
  state: WaitingState
  source: string
  file: string
  digest: string
  head: StoredHead
  shown: unknown
  /** ISO 8601. */
  at: string
  answered_by: number | null
  answered_at: string | null
}

const selectWaiting = (db: Queryable) =>
  db
    .selectFrom('erp_waiting')
    .select(['id', 'kind', 'state', 'source', 'file', 'digest', 'head', 'shown', 'at', 'answered_by', 'answered_at'])
    .$castTo<WaitingRow>()

/** The feeds that wait or are being taken, in the order in which they came. */
export const listOpen = (db: Queryable): Promise<WaitingRow[]> =>
  selectWaiting(db).where('state', 'in', ['waiting', 'accepted']).orderBy('id').execute()

/** One waiting feed, whatever became of it. */
export const findWaiting = (db: Queryable, id: number): Promise<WaitingRow | undefined> =>
  selectWaiting(db).where('id', '=', id).executeTakeFirst()

/** The next feed of the kind that waited; null: there was none. */
export async function findFollower(
  db: Queryable,
  { id, kind }: Pick<WaitingRow, 'id' | 'kind'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('erp_waiting')
    .select('id')
    .where('kind', '=', kind)
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** One waiting feed, locked until the transaction ends. */
export const lockWaiting = (t: Tx, id: number): Promise<WaitingRow | undefined> =>
  selectWaiting(t).where('id', '=', id).forUpdate().executeTakeFirst()

/** The last feed of a kind that ever waited, locked. */
export const lockLatest = (t: Tx, kind: FeedTable): Promise<WaitingRow | undefined> =>
  selectWaiting(t).where('kind', '=', kind).orderBy('id', 'desc').limit(1).forUpdate().executeTakeFirst()

/** The last feed of a batch's file. */
export const findBySource = (db: Queryable, source: string, file: string): Promise<WaitingRow | undefined> =>
  selectWaiting(db)
    .where('source', '=', source)
    .where('file', '=', file)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores a feed that waits, with its rows in parts; answers its id. */
export async function insertWaiting(
  t: Tx,
  feed: { kind: FeedTable; source: string; file: string; digest: string; head: StoredHead; shown: unknown },
  rows: FeedFile<FeedTable>['rows'],
): Promise<number> {
  const { id } = await t
    .insertInto('erp_waiting')
    .values({ ...feed, head: JSON.stringify(feed.head), shown: JSON.stringify(feed.shown) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < rows.length; from += CHUNK)
    await t
      .insertInto('erp_waiting_rows')
      .values({ waiting_id: id, part: from / CHUNK, rows: JSON.stringify(rows.slice(from, from + CHUNK)) })
      .execute()
  await sql`delete from erp_waiting where state not in ('waiting', 'accepted')
    and id <= (select max(id) from erp_waiting) - ${KEPT}::int`.execute(t)
  return id
}

/** The rows of a stored feed, in their order. */
export async function readWaitingRows(t: Queryable, id: number): Promise<FeedFile<FeedTable>['rows']> {
  const parts = await t
    .selectFrom('erp_waiting_rows')
    .select('rows')
    .where('waiting_id', '=', id)
    .orderBy('part')
    .execute()
  return parts.flatMap(({ rows }) => rows as FeedFile<FeedTable>['rows'])
}

/** Stores what became of a feed, and who answered; its rows go when it waits no more. */
export async function setWaitingState(t: Tx, id: number, state: WaitingState, answeredBy?: number): Promise<void> {
  await t
    .updateTable('erp_waiting')
    .set({
      state,
      ...(answeredBy !== undefined && { answered_by: answeredBy, answered_at: sql`now()` as never }),
    })
    .where('id', '=', id)
    .execute()
  if (state !== 'waiting' && state !== 'accepted')
    await t.deleteFrom('erp_waiting_rows').where('waiting_id', '=', id).execute()
}

/** By kind, what the last complete file and the changes of the last 24 hours brought. */
export interface Taken {
  /** Null: no complete file yet. */
  rowCount: number | null
  lost: number
  moved: number
}

export async function readTaken(t: Queryable, kind: string): Promise<Taken> {
  const row = await t
    .selectFrom('erp_taken')
    .select([
      'row_count as rowCount',
      sql<number>`case when day_at > now() - interval '1 day' then day_lost else 0 end`.as('lost'),
      sql<number>`case when day_at > now() - interval '1 day' then day_moved else 0 end`.as('moved'),
    ])
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? { rowCount: null, lost: 0, moved: 0 }
}

/** Notes the rows of a complete file that was taken. */
export async function noteRows(t: Tx, kind: FeedTable, rowCount: number): Promise<void> {
  await sql`insert into erp_taken (kind, row_count) values (${kind}, ${rowCount}::int)
    on conflict (kind) do update set row_count = excluded.row_count`.execute(t)
}

/** Notes what a batch of changes put out of use and moved, for a kind of file or one list of prices; a day begins with its first change. */
export async function noteChanges(t: Tx, kind: string, lost: number, moved: number): Promise<void> {
  await sql`insert into erp_taken (kind, day_lost, day_moved) values (${kind}, ${lost}::int, ${moved}::int)
    on conflict (kind) do update set
      day_lost = excluded.day_lost + case when erp_taken.day_at > now() - interval '1 day' then erp_taken.day_lost else 0 end,
      day_moved = excluded.day_moved + case when erp_taken.day_at > now() - interval '1 day' then erp_taken.day_moved else 0 end,
      day_at = case when erp_taken.day_at > now() - interval '1 day' then erp_taken.day_at else now() end`.execute(t)
}

const limitKeys = {
  priceShare: 'ERP_PRECIOS_PARTE',
  priceMove: 'ERP_PRECIOS_CAMBIO',
  shorter: 'ERP_ARCHIVO_CORTO',
} as const satisfies Record<keyof GuardLimits, SettingKey>

/** The limits that the office set, read from the database: the command line has no settings in memory. */
export async function readLimits(t: Queryable): Promise<GuardLimits> {
  const rows = await t
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', Object.values(limitKeys))
    .execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const limit = (name: keyof GuardLimits) => Number(stored.get(limitKeys[name]) ?? unsetValue(limitKeys[name]))
  return { priceShare: limit('priceShare'), priceMove: limit('priceMove'), shorter: limit('shorter') }
}

/** Codes and descriptions of articles. */
export async function readArticleNames(t: Queryable, ids: readonly number[]) {
  const rows = await t
    .selectFrom('article')
    .select(['id', 'code', 'description'])
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
