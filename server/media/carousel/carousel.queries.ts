/** SQL for the news popup. */
import type { Slide } from '../../../contract/carousel.ts'
import type { Queryable } from '../../db/open.ts'

/** All ten slides in their order; a slide's id is its slot. */
export function listAllSlides(db: Queryable): Promise<Slide[]> {
  return db.selectFrom('slide').select(['slot as id', 'file', 'caption', 'active', 'version']).orderBy('slot').execute()
}

/** The stored file of a slide; undefined for a slot that does not exist or is empty. */
export async function findSlideMedia(
  db: Queryable,
  slot: number,
): Promise<{ file: string; contentType: string } | undefined> {
  const row = await db.selectFrom('slide').select(['file', 'content_type']).where('slot', '=', slot).executeTakeFirst()
  return row?.file && row.content_type ? { file: row.file, contentType: row.content_type } : undefined
}

/** All ten slides by slot, locked for a change. */
export function lockSlides(t: Queryable) {
  return t.selectFrom('slide').selectAll().orderBy('slot').forUpdate().execute()
}
