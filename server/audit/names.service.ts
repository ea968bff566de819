/** Names in place of the ids that the log holds. */
import type { Queryable } from '../db/open.ts'
import { NAMED, type Named } from './audit-words.rules.ts'
import { readGoneNames, readNames, readStreets } from './names.queries.ts'

/** Tables whose rows have names; addresses go by their street. */
export type NamedTable = Named | 'user_address'
/** The name of a row; undefined when the row has none, or is deleted and no name of it is known. */
export type Names = (table: NamedTable, id: number) => string | undefined
export type Ids = ReadonlyMap<NamedTable, ReadonlySet<number>>

/** Reads the names of all ids at once: one statement for each table that is named. */
export async function readAllNames(db: Queryable, ids: Ids): Promise<Names> {
  const found = new Map<NamedTable, Map<number, string>>()
  const idsOf = (table: NamedTable) => [...(ids.get(table) ?? [])]
  for (const table of NAMED) {
    if (ids.has(table)) found.set(table, new Map(await readNames(db, table, idsOf(table))))
  }
  for (const table of ['brand', 'category'] as const) {
    const names = found.get(table)
    const gone = idsOf(table).filter((id) => !names?.has(id))
    if (names && gone.length > 0)
      for (const [id, name] of await readGoneNames(db, table, gone)) names.set(id, `${name} (borrada)`)
  }
  if (ids.has('user_address')) found.set('user_address', new Map(await readStreets(db, idsOf('user_address'))))
  return (table, id) => found.get(table)?.get(id)
}
