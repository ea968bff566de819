/** The catalogue's version: raised by every change that a snapshot of the catalogue would show. */
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { Publish } from './topics.ts'

/** Raises the version inside the transaction that changes the catalogue, and tells every instance with its commit. */
export async function raiseCatalogueVersion(t: Transaction<Tables>, publish: Publish): Promise<void> {
  await t.updateTable('catalogue_version').set({ version: sql<number>`version + 1` }).execute()
  publish('catalogue')
}
