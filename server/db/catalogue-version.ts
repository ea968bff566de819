/** The catalogue's version: raised by every change that a snapshot of the catalogue would show. */
import { sql, type Transaction } from 'kysely'
import type { Queryable } from './open.ts'
import type { Tables } from './tables.ts'
import type { Publish } from './topics.ts'

/** The catalogue's version; raised by every change that a snapshot would show. */
export async function readVersion(db: Queryable): Promise<number> {
  const { version } = await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
  return version
}

/** Raises the version inside the transaction that changes the catalogue, and tells every instance with its commit. */
export async function raiseCatalogueVersion(t: Transaction<Tables>, publish: Publish): Promise<void> {
  await t.updateTable('catalogue_version').set({ version: sql<number>`version + 1`, due: false }).execute()
  publish('catalogue')
}

/** Marks the version as due: `raiseIfDue` raises it once all changes that belong together are made. */
export async function dueCatalogueVersion(t: Transaction<Tables>): Promise<void> {
  await t.updateTable('catalogue_version').set({ due: true }).execute()
}

/** Raises the version when it is due, also when the process that marked it so has died since. */
export async function raiseIfDue(t: Transaction<Tables>, publish: Publish): Promise<void> {
  const { due } = await t.selectFrom('catalogue_version').select('due').executeTakeFirstOrThrow()
  if (due) await raiseCatalogueVersion(t, publish)
}
