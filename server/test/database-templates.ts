/** Migrated databases that test files copy instead of migrating each for itself. */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'

const dayMs = 24 * 60 * 60 * 1000
const serverTemplate = 'bulto_template'

/** Runs one statement on the server at `url`, such as CREATE DATABASE, which no transaction may hold. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of database `name` on the server at `url`. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function prepareServerTemplates(url: string): Promise<void> {
  await onServer(url, `drop database if exists ${serverTemplate} with (force)`)
  await onServer(url, `create database ${serverTemplate}`)
  const db = await openDatabase({ url: databaseUrl(url, serverTemplate), dataDir: '' })
  try {
    await migrate(db)
  } finally {
    await db.close()
  }
}

/**
 * A new database on the server at `url`.
 *
 * @returns its address and the function that removes it, closing what is still connected
 */
export async function createServerDatabase(
  url: string,
  { migrated }: { migrated: boolean },
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `bulto_test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} template ${migrated ? serverTemplate : 'template0'}`)
  return {
    url: databaseUrl(url, name),
    drop: () => onServer(url, `drop database if exists ${name} with (force)`),
  }
}

/** The embedded templates' data folders, kept between runs until a migration or the engine changes. */
export async function prepareEmbeddedTemplates(): Promise<{ migrated: string; empty: string }> {
  const prefix = path.join(os.tmpdir(), `bulto-templates-${os.userInfo().uid}-`)
  const folder = `${prefix}${templateVersion()}`
  const templates = { migrated: path.join(folder, 'migrated'), empty: path.join(folder, 'empty') }
  removeUnused(prefix)
  if (fs.existsSync(folder)) {
    const now = new Date()
    fs.utimesSync(folder, now, now)
    return templates
  }
  const draft = fs.mkdtempSync(`${folder}.new-`)
  const initial = await openDatabase({ dataDir: path.join(draft, 'empty') })
  await initial.close()
  fs.cpSync(path.join(draft, 'empty'), path.join(draft, 'migrated'), { recursive: true })
  const db = await openDatabase({ dataDir: path.join(draft, 'migrated') })
  await migrate(db)
  await db.close()
  try {
    fs.renameSync(draft, folder)
  } catch (error) {
    // Another run was faster; its templates are the same.
    if (!fs.existsSync(folder)) throw error
    fs.rmSync(draft, { recursive: true })
  }
  return templates
}

/** Removes templates of other versions, and unfinished ones, once no run has used them for a day. */
function removeUnused(prefix: string): void {
  const parent = path.dirname(prefix)
  for (const name of fs.readdirSync(parent)) {
    const folder = path.join(parent, name)
    if (folder.startsWith(prefix) && fs.statSync(folder).mtimeMs < Date.now() - dayMs) {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

function templateVersion(): string {
  const testFolder = path.dirname(fileURLToPath(import.meta.url))
  const server = path.dirname(testFolder)
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const ingredients = [
    path.join(path.dirname(path.dirname(engine)), 'package.json'),
    ...filesIn(path.join(server, 'db', 'embedded')),
    ...filesIn(path.join(server, 'db', 'migrations')),
  ]
  const hash = createHash('sha256')
  for (const file of ingredients) hash.update(fs.readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(folder, name))
}
