/** Databases for tests: each test file has its own. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type DatabaseOptions, type Db, openDatabase } from '../db/open.ts'
import { createServerDatabase } from './database-templates.ts'

export type DatabaseKind = Db['kind']
export const databaseKinds: readonly DatabaseKind[] = ['embedded', 'server']

export interface TestDatabaseOptions extends Pick<DatabaseOptions, 'onStatement' | 'onLost' | 'log'> {
  /** Without the tables when false. */
  migrated?: boolean
}

/** Where a fresh database is, for tests that open it themselves, several times or in a child process. */
export interface DatabasePlace {
  readonly options: DatabaseOptions
  /** A folder of the test's own; the embedded database is in it. */
  readonly dataDir: string
  remove(): Promise<void>
}

export interface TestDatabase {
  readonly db: Db
  readonly place: DatabasePlace
  /** Closes the database and removes it. */
  close(): Promise<void>
}

/** Makes a fresh database: a copy of the run's template. */
export async function createDatabase(
  kind: DatabaseKind,
  { migrated = true }: { migrated?: boolean } = {},
): Promise<DatabasePlace> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  const removeFolder = async () => fs.rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'embedded') {
    const templates = inject('embeddedTemplates')
    const template = migrated ? templates.migrated : templates.empty
    // The template's lock is not copied: no process owns the copy.
    fs.cpSync(path.join(template, 'db'), path.join(dataDir, 'db'), { recursive: true })
    return { options: { dataDir }, dataDir, remove: removeFolder }
  }
  const { url, drop } = await createServerDatabase(inject('postgresUrl'), { migrated })
  return {
    options: { url, dataDir },
    dataDir,
    remove: async () => {
      await drop()
      await removeFolder()
    },
  }
}

/** Makes and opens a fresh database. */
export async function openTestDatabase(
  kind: DatabaseKind,
  { migrated = true, ...options }: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const place = await createDatabase(kind, { migrated })
  const db = await openDatabase({ ...place.options, ...options })
  return {
    db,
    place,
    close: async () => {
      await db.close()
      await place.remove()
    },
  }
}

/**
 * Describes tests on a PostgreSQL server, where statements of several connections meet; on the embedded database as well
 * with `npm test -- --both` (decision 0151). Each kind has one fresh, migrated database, opened before
 * its first test and removed after its last.
 *
 *     withDatabases('cart', (database) => {
 *       test('…', async () => {
 *         const { db } = database()
 *         …
 *       })
 *     })
 *
 * @param tests gets the function that gives the database, to be called inside tests and hooks only
 */
export function withDatabases(
  name: string,
  tests: (database: () => TestDatabase, kind: DatabaseKind) => void,
  options: TestDatabaseOptions = {},
): void {
  const kinds = process.env.TEST_DATABASES === 'both' ? databaseKinds : (['server'] as const)
  describeOn(kinds, name, tests, options)
}

/** Like `withDatabases`, on both kinds each time: for what depends on the kind. */
export function withBothDatabases(
  name: string,
  tests: (database: () => TestDatabase, kind: DatabaseKind) => void,
  options: TestDatabaseOptions = {},
): void {
  describeOn(databaseKinds, name, tests, options)
}

function describeOn(
  kinds: readonly DatabaseKind[],
  name: string,
  tests: (database: () => TestDatabase, kind: DatabaseKind) => void,
  options: TestDatabaseOptions,
): void {
  describe.each(kinds)(`${name} (%s database)`, (kind) => {
    withDatabase(kind, (database) => tests(database, kind), options)
  })
}

/** Like `withDatabases`, for tests of one kind alone; used inside a `describe`. */
export function withDatabase(
  kind: DatabaseKind,
  tests: (database: () => TestDatabase) => void,
  options: TestDatabaseOptions = {},
): void {
  let current: TestDatabase | undefined
  beforeAll(async () => {
    current = await openTestDatabase(kind, options)
  })
  afterAll(async () => {
    await current?.close()
  })
  tests(() => {
    if (!current) throw new Error('The database is open inside tests and hooks only')
    return current
  })
}
