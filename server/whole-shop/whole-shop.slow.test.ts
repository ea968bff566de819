/** A whole shop read and written: between both kinds of database, while orders arrive, and when something breaks. */
import fs from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db, Queryable } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { shownFiles } from '../media/files/media.rules.ts'
import { diskFiles } from '../ports/files/disk.ts'
import type { Files } from '../ports/files/port.ts'
import { makeArticle, makeClient, makeUser } from '../test/make.ts'
import { databaseKinds, openTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { type Frame, jsonFrame, readJson } from './frames.ts'
import { BACKUP, readShop } from './read-shop.ts'
import { tablesOf } from './whole-shop.queries.ts'
import { endFrame, headerFrame, tableFrame } from './whole-shop.types.ts'
import { writeShop } from './write-shop.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface TestShop {
  db: Db
  files: Files
  filesDir: string
  spoolDir: string
}

async function openShop(kind: TestDatabase['db']['kind'], migrated = true): Promise<TestShop> {
  const database = await openTestDatabase(kind, { migrated })
  closers.push(() => database.close())
  const filesDir = path.join(database.place.dataDir, 'files')
  return { db: database.db, files: diskFiles(filesDir), filesDir, spoolDir: database.place.dataDir }
}

const photoName = (number: number) => `${String(number).padStart(40, 'a')}.webp`
/** What loses something where text is taken apart or put together carelessly. */
const AWKWARD = `comilla ' doble " barra \\ coma , \n nueva línea \t ñandú 🧸 {"a":null} null \\N`

async function fillShop({ db, files }: TestShop): Promise<{ userId: number; articleId: number }> {
  const { kysely } = db
  const article = await makeArticle(db, { description: AWKWARD, listPrice: 9_007_199_254_740_991 })
  const client = await makeClient(db, { business_name: AWKWARD })
  const user = await makeUser(db, 'cliente', { client_id: client.id, notes: AWKWARD })
  await kysely.insertInto('user_address').values({ user_id: user.id, street: 'Calle 1' }).execute()
  const { id: brand } = await kysely
    .insertInto('brand')
    .values({ name: 'Ñandú', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: parent } = await kysely
    .insertInto('category')
    .values({ brand_id: brand, name: 'padre', position: 1, parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: child } = await kysely
    .insertInto('category')
    .values({ brand_id: brand, name: 'hijo', position: 1, parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The one that is read first belongs to the one that is read last.
  await kysely.updateTable('category').set({ parent_id: child }).where('id', '=', parent).execute()
  await sql`insert into audit (user_id, action, entity, entity_id, before, after, at) values
    (${user.id}, 'change', 'user', '1', ${JSON.stringify({ a: AWKWARD, b: [1.5, null, true] })}::jsonb, null,
     '2026-01-02 03:04:05.678901+00')`.execute(kysely)
  await kysely
    .insertInto('session')
    .values({
      token_hash: Buffer.from([0, 255, 92, 10]),
      user_id: user.id,
      expires_at: new Date(2_000_000_000_000),
    })
    .execute()
  for (const slot of [1, 2]) {
    const file = photoName(slot)
    await kysely
      .insertInto('media')
      .values({ article_id: article.id, slot, kind: 'image', file, content_type: 'image/webp' })
      .execute()
    for (const name of shownFiles(file)) await files.put(name, Buffer.from(`${name} `.repeat(9_000 * slot)))
  }
  await files.put('certificado.pdf', Buffer.from('%PDF'))
  await kysely.insertInto('certificate').values({ name: 'A1.pdf', file: 'certificado.pdf' }).execute()
  await kysely.updateTable('catalogue_version').set({ version: 7 }).execute()
  return { userId: user.id, articleId: article.id }
}

/** An order of `count` lines, as one transaction. */
async function makeOrder(db: Db, { userId, articleId }: { userId: number; articleId: number }, count = 1) {
  return db.tx(async (t) => {
    const { id } = await t
      .insertInto('sales_order')
      .values({
        user_id: userId,
        client_id: -1,
        business_name: 'Bazar',
        address_id: 0,
        address: '',
        sale_condition: 1,
        total: 100,
        line_count: count,
        channel: 'web',
        created_by: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = {
      code: '1',
      description: 'x',
      list_price: 1,
      discount: 0,
      unit_price: 1,
      multiple: 1,
      quantity: 1,
    }
    const lines = Array.from({ length: count }, (_, at) => ({
      ...line,
      order_id: id,
      article_id: articleId + at,
      created_by: userId,
      channel: 'web' as const,
    }))
    await t.insertInto('sales_order_line').values(lines).execute()
    return id
  })
}

/** All rows of all tables, computed columns too, as the database itself writes them. */
async function everything(db: Queryable): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name } of await tablesOf(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    found[name] = rows.map(({ row }) => row).sort()
  }
  return found
}

const stored = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, fs.readFileSync(path.join(parentPath, name)).toString('base64')])
    .sort()

const take = async (frames: AsyncIterable<Frame>): Promise<Frame[]> => {
  const all: Frame[] = []
  for await (const frame of frames) all.push(frame)
  return all
}
const give = async function* (frames: readonly Frame[]) {
  yield* frames
}
const summaryOf = (frames: readonly Frame[]) => readJson(endFrame, frames.at(-1) as Frame)
const all = { withFiles: true }

describe.each(databaseKinds.flatMap((from) => databaseKinds.map((to) => [from, to] as const)))(
  'from %s to %s',
  (from, to) => {
    test('every row of every table and every file is the same, and the next one can be added', async () => {
      const source = await openShop(from)
      const who = await fillShop(source)
      await makeOrder(source.db, who, 3)
      const target = await openShop(to, false)
      const summary = await writeShop(target, readShop(source, all), { fromThePast: false })
      expect(await everything(target.db.kysely)).toEqual(await everything(source.db.kysely))
      expect(stored(target.filesDir)).toEqual(stored(source.filesDir))
      expect(summary).toMatchObject({ files: 9, missing: [] })
      expect(summary.tables).toMatchObject({ sales_order_line: { rows: 3 }, session: { rows: 1 } })
      // Identities go on, references are judged and triggers work as before.
      expect(await makeOrder(target.db, who)).toBe(2)
      const broken = target.db.kysely.insertInto('price').values({ article_id: 987_654, list_price: 1 }).execute()
      await expect(broken).rejects.toThrow(/foreign key/)
      const { kysely } = target.db
      await kysely.updateTable('brand').set({ position: 2 }).execute()
      expect(await kysely.selectFrom('brand').select('version').execute()).toEqual([{ version: 2 }])
    })
  },
)

describe('a backup', () => {
  test('has no sessions; what is restored repeats no number and no version of the catalogue', async () => {
    const source = await openShop('embedded')
    const who = await fillShop(source)
    const last = await makeOrder(source.db, who)
    const frames = await take(readShop(source, BACKUP))
    expect(Object.keys(summaryOf(frames).tables)).not.toContain('session')
    const target = await openShop('server', false)
    await writeShop(target, give(frames), { fromThePast: true })
    const { kysely } = target.db
    expect(await kysely.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await makeOrder(target.db, who)).toBe(last + 10_001)
    const { version } = await kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    expect(version).toBeGreaterThan(1_700_000_000)
  })

  test.each(databaseKinds)('of a shop that takes orders has each of them whole (%s)', async (kind) => {
    const source = await openShop(kind)
    const who = await fillShop(source)
    let going = true
    let made = 0
    const orders = Promise.all(
      [1, 2, 3].map(async () => {
        while (going) {
          await makeOrder(source.db, who, 4)
          made++
        }
      }),
    )
    while (made < 5) await new Promise((resolve) => setImmediate(resolve))
    const before = made
    const frames = await take(readShop(source, BACKUP))
    going = false
    await orders
    expect(made).toBeGreaterThan(before)
    const target = await openShop('server', false)
    await writeShop(target, give(frames), { fromThePast: true })
    const { rows } = await sql<{ orders: number; broken: number }>`
      select count(*) as orders, count(*) filter (where line_count <> lines) as broken
      from sales_order o, lateral (select count(*) as lines from sales_order_line where order_id = o.id) l`.execute(
      target.db.kysely,
    )
    expect(rows[0]?.broken).toBe(0)
    expect(rows[0]?.orders).toBeGreaterThanOrEqual(before)
  })

  test('tells of files that were lost before, and can still be restored', async () => {
    const source = await openShop('embedded')
    await fillShop(source)
    await source.files.remove(photoName(1))
    const frames = await take(readShop(source, BACKUP))
    expect(summaryOf(frames).missing).toEqual([photoName(1)])
    const target = await openShop('server', false)
    expect((await writeShop(target, give(frames), { fromThePast: true })).files).toBe(8)
  })

  test('leaves nothing behind in its folder', async () => {
    const source = await openShop('embedded')
    const before = fs.readdirSync(source.spoolDir).sort()
    await take(readShop(source, BACKUP))
    for await (const _ of readShop(source, BACKUP)) break
    expect(fs.readdirSync(source.spoolDir).sort()).toEqual(before)
  })
})

describe('nothing is written', () => {
  async function framesOfShop(): Promise<Frame[]> {
    const source = await openShop('embedded')
    await fillShop(source)
    return take(readShop(source, all))
  }
  async function refused(target: TestShop, frames: readonly Frame[], why: string): Promise<void> {
    await expect(writeShop(target, give(frames), { fromThePast: false })).rejects.toThrow(why)
  }
  const countUsers = (kysely: Kysely<Tables>) => kysely.selectFrom('app_user').select('id').execute()

  test('into a shop that has something', async () => {
    const frames = await framesOfShop()
    const target = await openShop('server')
    await makeUser(target.db, 'admin')
    const before = await everything(target.db.kysely)
    await refused(target, frames, 'ya tiene una tienda')
    expect(await everything(target.db.kysely)).toEqual(before)
  })

  test.each(databaseKinds)('of a stream that ends before its end (%s), and the place stays usable', async (kind) => {
    const frames = await framesOfShop()
    const target = await openShop(kind, false)
    await refused(target, frames.slice(0, -1), 'se cortaron')
    expect(await countUsers(target.db.kysely)).toEqual([])
    await writeShop(target, give(frames), { fromThePast: false })
    expect(await countUsers(target.db.kysely)).toHaveLength(1)
  })

  test('of a stream that lacks rows, or a file, or counts with numbers that no table has', async () => {
    const frames = await framesOfShop()
    const target = await openShop('server', false)
    const name = (frame: Frame | undefined) => (frame?.kind === 'table' ? readJson(tableFrame, frame).name : '')
    const withoutFiles = frames.filter(({ kind }) => kind !== 'file' && kind !== 'data')
    await refused(target, withoutFiles, 'Falta el archivo')
    const withoutAudit = frames.filter((_, at) => name(frames[at - 1]) !== 'audit')
    await refused(target, withoutAudit, 'La tabla audit no quedó igual (1 filas y 0)')
    const sequences = { ajena_seq: { last: 1, called: true } }
    const withOtherNumbers = [...frames.slice(0, -1), jsonFrame('end', { ...summaryOf(frames), sequences })]
    await refused(target, withOtherNumbers, 'El archivo está dañado')
    expect(await countUsers(target.db.kysely)).toEqual([])
  })

  test('of a newer version, or into tables of one', async () => {
    const [first, ...rest] = await framesOfShop()
    const header = readJson(headerFrame, first as Frame)
    const of = (migrations: string[]): Frame[] => [
      { kind: 'header', bytes: Buffer.from(JSON.stringify({ ...header, migrations })) },
      ...rest,
    ]
    const empty = await openShop('server', false)
    await refused(empty, of([...header.migrations, '9999_of_tomorrow']), 'versión más nueva de Bulto')
    await refused(await openShop('server'), of(header.migrations.slice(0, -1)), 'use una base recién creada')
  })
})

test('a shop of an older version is brought up to date', async () => {
  const source = await openShop('server', false)
  const { migrations } = await import('../db/migrations/index.ts')
  const { migrate } = await import('../db/migrate.ts')
  const names = Object.keys(migrations).sort().slice(0, 6)
  await migrate(source.db, Object.fromEntries(names.map((name) => [name, migrations[name] as never])))
  const { kysely } = source.db
  await kysely.insertInto('seller').values({ id: 5, name: 'Ana' }).execute()
  const frames = await take(readShop(source, all))
  const target = await openShop('embedded', false)
  await writeShop(target, give(frames), { fromThePast: true })
  const applied = await sql<{ name: string }>`select name from schema_migration`.execute(target.db.kysely)
  expect(applied.rows).toHaveLength(Object.keys(migrations).length)
  expect(await target.db.kysely.selectFrom('seller').select('name').execute()).toEqual([{ name: 'Ana' }])
})
