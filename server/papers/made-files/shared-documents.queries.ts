/** SQL of the documents that stand in the bucket. */
import { sql } from 'kysely'
import type { Queryable } from '../../db/open.ts'

/** The catalogue's day is in a document's name: what is older is asked for by nobody. */
const over = sql<boolean>`made_at < now() - interval '1 day'`

/** What stands in the bucket under a key; undefined when nothing does. */
export function findDocument(db: Queryable, key: string) {
  return db
    .selectFrom('made_document')
    .select(['file', 'bytes', 'articles'])
    .where('key', '=', key)
    .where(sql<boolean>`not ${over}`)
    .executeTakeFirst()
}

export interface NewDocument {
  key: string
  file: string
  bytes: number
  articles: number
}

/** False when another instance was first. */
export async function insertDocument(db: Queryable, document: NewDocument): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('made_document')
    .values(document)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Forgets a document that is not in the bucket any more. */
export async function deleteDocument(db: Queryable, file: string): Promise<void> {
  await db.deleteFrom('made_document').where('file', '=', file).execute()
}

/** Forgets what is over, and of the rest the oldest beyond `keep` bytes; answers their names in the bucket. */
export async function deleteOldDocuments(db: Queryable, keep: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`delete from made_document
    using (select key, sum(bytes) over (order by made_at desc, key) as bytes_with_younger from made_document) as kept
    where made_document.key = kept.key and (${over} or bytes_with_younger > ${keep})
    returning file`.execute(db)
  return rows.map(({ file }) => file)
}

/** Which of these names some document has. */
export async function namesInUse(db: Queryable, files: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('made_document')
    .select('file')
    .where('file', 'in', [...files, ''])
    .execute()
  return new Set(rows.map(({ file }) => file))
}
