/** SQL of the metrics: the version of the stored catalogue. */
import type { Queryable } from '../../db/open.ts'

export async function storedCatalogueVersion(db: Queryable): Promise<number> {
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
  return version
}
