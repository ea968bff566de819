/** SQL for the pictures and videos of articles. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from '../../db/open.ts'
import type { MediaKind, Tables } from '../../db/tables.ts'

export interface MediaRow {
  articleId: number
  /** 1 to 5. */
  slot: number
  kind: MediaKind
  /** Name of the stored file. */
  file: string
  contentType: string
}

const columns = ['article_id as articleId', 'slot', 'kind', 'file', 'content_type as contentType'] as const

/** The picture or video in one slot of an article; undefined when the slot is empty. */
export function findMedia(db: Queryable, articleId: number, slot: number): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media')
    .select(columns)
    .where('article_id', '=', articleId)
    .where('slot', '=', slot)
    .executeTakeFirst()
}

/** Every filled slot of every article. */
export function listMedia(db: Queryable): Promise<MediaRow[]> {
  return db.selectFrom('media').select(columns).orderBy('article_id').orderBy('slot').execute()
}

/** Ids of all articles by code, letter case as stored. */
export async function articleIdsByCode(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.selectFrom('article').select(['code', 'id']).execute()
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Which of the codes an article has. */
export async function knownCodes(db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('article')
    .select('code')
    .where('code', 'in', [...codes])
    .execute()
  return new Set(rows.map(({ code }) => code))
}

/** Fills or replaces slots, all in one statement. */
export async function saveMedia(t: Transaction<Tables>, rows: readonly MediaRow[]): Promise<void> {
  if (rows.length === 0) return
  const column = <K extends keyof MediaRow>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into media (article_id, slot, kind, file, content_type)
    select * from unnest(
      ${column('articleId')}::integer[], ${column('slot')}::integer[], ${column('kind')}::text[],
      ${column('file')}::text[], ${column('contentType')}::text[])
    on conflict (article_id, slot) do update
    set kind = excluded.kind, file = excluded.file, content_type = excluded.content_type`.execute(t)
}

/** The row of one slot, locked for a change; undefined when the slot is empty. */
export function lockMedia(t: Transaction<Tables>, articleId: number, slot: number) {
  return t
    .selectFrom('media')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('slot', '=', slot)
    .forUpdate()
    .executeTakeFirst()
}

export async function deleteMedia(t: Transaction<Tables>, articleId: number, slot: number): Promise<void> {
  await t.deleteFrom('media').where('article_id', '=', articleId).where('slot', '=', slot).execute()
}

/** Whether a listing exists. */
export async function isListed(db: Queryable, listingId: number): Promise<boolean> {
  const row = await db.selectFrom('listing').select('id').where('id', '=', listingId).executeTakeFirst()
  return row !== undefined
}

/** The article of a listing, locked so that changes of its media follow each other; undefined when there is none. */
export async function lockListedArticle(t: Transaction<Tables>, listingId: number): Promise<number | undefined> {
  const row = await t
    .selectFrom('listing')
    .select('article_id')
    .where('id', '=', listingId)
    .forUpdate()
    .executeTakeFirst()
  return row?.article_id
}

/** The article of a code, locked so that changes of its media follow each other; undefined when there is none. */
export async function lockArticleOfCode(t: Transaction<Tables>, code: string): Promise<number | undefined> {
  const row = await t.selectFrom('article').select('id').where('code', '=', code).forUpdate().executeTakeFirst()
  return row?.id
}

/** The row that the last change of a slot replaced or removed; null when the slot was empty, or it changed before `since`. */
export async function lastTakenAway(t: Transaction<Tables>, entityId: string, since: Date): Promise<unknown> {
  const row = await t
    .selectFrom('audit')
    .select(['before', 'at'])
    .where('entity', '=', 'media')
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && new Date(row.at) >= since ? row.before : null
}
