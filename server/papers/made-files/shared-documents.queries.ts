/** SQL of the documents in the bucket. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** A document's key has the day in it: nobody asks for an older one. */
const isOld = sql<boolean>`made_at < now() - interval '1 day'`

/** The document in the bucket for a key; undefined when there is none. */
export function findDocument(db: Queryable, key: string) {
  return db
    .selectFrom('made_document')
    .select(['file', 'bytes', 'articles'])
    .where('key', '=', key)
    .where(sql<boolean>`not ${isOld}`)
    .executeTakeFirst()
}

export interface NewDocument {
  key: string
  file: string
  bytes: number
  articles: number
}

/** Stores the row of a document; false when another instance was first. */
export async function insertDocument(db: Queryable, document: NewDocument): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('made_document')
    .values(document)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes the row of a document that is not in the bucket any more. */
export async function deleteDocument(db: Queryable, file: string): Promise<void> {
  await db.deleteFrom('made_document').where('file', '=', file).execute()
}

/** Deletes the rows of old documents, and of the oldest others beyond `keep` bytes; answers their names in the bucket. */
export async function deleteOldDocuments(db: Queryable, keep: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`delete from made_document
    using (select key, sum(bytes) over (order by made_at desc, key) as bytes_with_younger from made_document) as kept
    where made_document.key = kept.key and (${isOld} or bytes_with_younger > ${keep})
    returning file`.execute(db)
  return rows.map(({ file }) => file)
}

/** Those of the names that belong to a stored row. */
export async function namesInUse(db: Queryable, files: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('made_document')
    .select('file')
    .where('file', 'in', [...files, ''])
    .execute()
  return new Set(rows.map(({ file }) => file))
}
