/** The name of a branch, a client's delivery address (R378). */
import { type RawBuilder, sql } from 'kysely'

/** What a branch is called: by the client's people, else by the ERP; '' for no name. @param address the table's alias */
export const branchName = (address: string): RawBuilder<string> =>
  sql<string>`coalesce(nullif(${sql.ref(`${address}.own_name`)}, ''), ${sql.ref(`${address}.name`)})`
