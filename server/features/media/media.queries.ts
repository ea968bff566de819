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

/** What fills one slot of an article. */
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
