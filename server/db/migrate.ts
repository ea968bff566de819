/** Brings the database to the structure that this version of the code expects. */
import { type Kysely, type Migration, type MigrationResult, Migrator, sql } from 'kysely'
import { migrations as allMigrations } from './migrations/index.ts'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

type Migrations = Readonly<Record<string, Migration>>

/**
 * Runs the migrations that are missing, all or none, in the order of their numbers. Several instances
 * may call it at once: one works, the others wait and find nothing left to do.
 *
 * @param migrations only tests give others than the real ones
 * @returns the names of those that this call ran
 * @throws when one fails, naming it; when the database knows a migration that this version does not
 */
export async function migrate(db: Db, migrations: Migrations = allMigrations): Promise<string[]> {
  return db.kysely.connection().execute(async (connection) => {
    // Waiting for another instance, or rewriting a large table, may take longer than a request may.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection)
    try {
      const { error, results = [] } = await migrator(connection, migrations).migrateToLatest()
      if (error) throw explain(error, results)
      return results.map(({ migrationName }) => migrationName)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset idle_in_transaction_session_timeout`.execute(connection)
    }
  })
}

/** Names of the migrations that `migrate` would run now. */
export async function pendingMigrations(db: Db, migrations: Migrations = allMigrations): Promise<string[]> {
  const known = await migrator(db.kysely, migrations).getMigrations()
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

function migrator(db: Kysely<Tables>, migrations: Migrations): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  })
}

function explain(error: unknown, results: readonly MigrationResult[]): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  const message = failed
    ? `La migración ${failed} falló: ${reason}`
    : `No se pudo migrar la base de datos: ${reason}`
  return new Error(message, { cause: error })
}
