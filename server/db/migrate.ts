/** Brings the database to the structure that this version of the code expects. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type Migration, type MigrationResult, Migrator, sql } from 'kysely'
import { DatabaseOpenError, errorCode } from './errors.ts'
import { type Log, silentLog } from './log.ts'
import { migrations as allMigrations } from './migrations/index.ts'
import type { Db } from './open.ts'
import type { Tables } from './tables.ts'

type Migrations = Readonly<Record<string, Migration>>
const TABLE = 'schema_migration'

/** Tells our lock from those of others in the same database: 'bulto' in ASCII. */
const LOCK = 0x62756c746f
/** How long a statement waits for a table that requests use; new requests queue behind the statement. */
const LOCK_TIMEOUT = '2s'
const ATTEMPTS = 30
const PAUSE_MS = 500
/** lock_not_available and deadlock_detected: requests held a lock that the migration needed. */
const IN_THE_WAY: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

/**
 * Runs the missing migrations, all or none, in the order of their numbers, while instances of the version before go on.
 * Several instances may call this at once: one runs the migrations, the others wait and find nothing left to do.
 *
 * A database that a newer version migrated is left as it is: that version expands first and contracts later. A migration
 * that contracts ends in `_needs_NNNN`, the oldest migration that a version must know to go on beside it.
 *
 * @param migrations only tests give others than the real ones
 * @returns the names of the migrations that this call ran
 * @throws Error that names a migration that failed; DatabaseOpenError when a newer version migrated the database so far
 *   that this version can't use it
 */
export async function migrate(
  db: Db,
  migrations: Migrations = allMigrations,
  log: Pick<Log, 'warn'> = silentLog,
): Promise<string[]> {
  return db.kysely.connection().execute(async (connection) => {
    // Waiting for another instance, or rewriting a large table, may take longer than a request may.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${LOCK}::bigint)`.execute(connection)
    try {
      const executed = await executedMigrations(connection)
      const newer = executed.filter((name) => !Object.hasOwn(migrations, name))
      if (newer.length > 0) {
        assertUsable(newer, executed, migrations)
        log.warn({ newer }, 'a newer version migrated the database; this one goes on beside it')
        return []
      }
      // The migrator would read the whole structure first: a fifth of a second of each start.
      if (executed.length === Object.keys(migrations).length) return []
      await sql.raw(`set lock_timeout = '${LOCK_TIMEOUT}'`).execute(connection)
      return await migratePatiently(connection, migrations, log)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset idle_in_transaction_session_timeout`.execute(connection)
    }
  })
}

/** Tries again when requests hold a table that a migration needs alone. The migration must not block them for long. */
async function migratePatiently(
  connection: Kysely<Tables>,
  migrations: Migrations,
  log: Pick<Log, 'warn'>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const { error, results = [] } = await migrator(connection, migrations).migrateToLatest()
    if (!error) return results.map(({ migrationName }) => migrationName)
    if (attempt === ATTEMPTS || !IN_THE_WAY.has(errorCode(error))) throw explain(error, results)
    log.warn({ attempt, err: error }, 'requests hold a table that a migration needs; it is tried again')
    await delay(PAUSE_MS)
  }
}

/** Names of the migrations that the database went through. */
async function executedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ made: boolean }>`select to_regclass(${TABLE}) is not null as made`.execute(db)
  if (!rows[0]?.made) return []
  const executed = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(db)
  return executed.rows.map(({ name }) => name)
}

/** @throws DatabaseOpenError when this version can't use the database that a newer version migrated */
function assertUsable(newer: readonly string[], executed: readonly string[], migrations: Migrations): void {
  const known = Object.keys(migrations)
  const missing = known.find((name) => !executed.includes(name))
  if (missing !== undefined)
    throw new DatabaseOpenError(
      `La base de datos es de otra versión de la tienda: tiene la migración ${newer[0]}, que esta no conoce, y le falta ${missing}.`,
    )
  const breaking = newer.find((name) => {
    const needed = /_needs_(\d{4})$/.exec(name)?.[1]
    return needed !== undefined && !known.some((own) => own.startsWith(needed))
  })
  if (breaking === undefined) return
  throw new DatabaseOpenError(
    `Una versión más nueva de la tienda ya cambió la base de datos (${breaking}) y esta no puede usarla. Inicie la versión nueva.`,
  )
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
    migrationTableName: TABLE,
    migrationLockTableName: 'schema_migration_lock',
  })
}

function explain(error: unknown, results: readonly MigrationResult[]): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const failed = results.find(({ status }) => status === 'Error')?.migrationName
  const message = failed ? `La migración ${failed} falló: ${reason}` : `No se pudo migrar la base de datos: ${reason}`
  return new Error(message, { cause: error })
}
