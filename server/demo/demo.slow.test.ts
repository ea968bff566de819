import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAnnouncement } from '../../contract/settings.ts'
import { hasDemoData } from '../db/demo-mark.ts'
import { silentLog } from '../db/log.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { cardVariant, documentVariant } from '../media/files/media.rules.ts'
import { prepareAccount } from '../people/accounts/create-account.service.ts'
import { verifyPassword } from '../people/auth/password.ts'
import { diskFiles } from '../ports/files/disk.ts'
import { createSettings } from '../settings/settings.service.ts'
import { makeUser } from '../test/make.ts'
import { createDatabase, withDatabases } from '../test/test-database.ts'
import { tablesOf } from '../whole-shop/whole-shop.queries.ts'
import { brands } from './brands.ts'
import { DEMO_PASSWORD } from './clients.ts'
import { DemoRefused, type DemoReport, fillDemoShop } from './demo.ts'
import { addedLines, addedToDemo, nothingAdded, replaceDemo } from './replace-demo.ts'

// Both databases share the files: the second fill finds every picture made.
const folder = mkdtemp(join(tmpdir(), 'bulto-demo-'))
afterAll(async () => rm(await folder, { recursive: true, force: true }))

withDatabases('the demo shop', (database, kind) => {
  const progress: [number, number][] = []
  let report: DemoReport
  const count = async (from: string) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(database().db.kysely)
    return rows[0]?.n
  }
  const openFiles = async () => diskFiles(await folder)

  beforeAll(async () => {
    report = await fillDemoShop({
      db: database().db,
      files: await openFiles(),
      onProgress: (done, total) => progress.push([done, total]),
    })
  }, 240_000)

  test('tells what it did and how far it was', async () => {
    expect(report).toEqual({ articles: 600, clients: 30, orders: await count('sales_order') })
    const [done, total] = progress.at(-1) ?? []
    expect(done).toBe(total)
    expect(progress.map(([one]) => one)).toEqual(Array.from({ length: total ?? 0 }, (_, index) => index + 1))
  })

  test('has six brands in their order, and categories with and without subcategories', async () => {
    const rows = await database().db.kysely.selectFrom('brand').select('name').orderBy('position').execute()
    expect(rows.map(({ name }) => name)).toEqual(brands.map(({ name }) => name))
    expect(await count('category where parent_id is null')).toBeGreaterThan(30)
    expect(
      await count(
        'category c where parent_id is null and not exists (select from category s where s.parent_id = c.id)',
      ),
    ).toBeGreaterThan(5)
    expect(await count('category where parent_id is not null')).toBeGreaterThan(30)
    expect(await count('category s join category p on p.id = s.parent_id where p.brand_id <> s.brand_id')).toBe(0)
  })

  test('every listing stands in a place of its own brand', async () => {
    expect(await count('listing')).toBeGreaterThan(570)
    expect(
      await count(
        'listing l join category c on c.id in (l.category_id, l.subcategory_id) where c.brand_id <> l.brand_id',
      ),
    ).toBe(0)
    expect(await count('listing l join category s on s.id = l.subcategory_id where s.parent_id <> l.category_id')).toBe(
      0,
    )
    expect(
      await count('listing where brand_id is not null and category_id is null and subcategory_id is not null'),
    ).toBe(0)
    // Articles of categories that have subcategories stand in one.
    expect(
      await count(
        'listing l where subcategory_id is null and exists (select from category s where s.parent_id = l.category_id)',
      ),
    ).toBe(0)
    expect(await count('article a where not exists (select from price p where p.article_id = a.id)')).toBe(0)
  })

  test('lists of prices and prices of clients are the ERP’s, and the first client’s end in a month, at the end of a day', async () => {
    expect(await count('list_price where from_erp and active')).toBe(
      3 * ((await count('price where list_price > 0')) ?? 0),
    )
    expect(await count('client where list_id is not null')).toBeGreaterThan(20)
    expect(await count('client_price where from_erp and now() between since and until')).toBe(10)
    expect(
      await count(`client_price where client_id = 1 and until > now() + interval '30 days' and until <= now() + interval '31 days'
        and (until at time zone 'America/Argentina/Buenos_Aires')::time = '00:00'`),
    ).toBe(5)
  })

  test('every picture and video is stored, in all its sizes', async () => {
    const files = await openFiles()
    const { kysely } = database().db
    const media = await kysely.selectFrom('media').select(['kind', 'file', 'slot']).execute()
    expect(media.length).toBeGreaterThan(800)
    expect(media.filter(({ kind }) => kind === 'video').length).toBeGreaterThan(3)
    const pictures = new Set(media.filter(({ kind }) => kind === 'image').map(({ file }) => file))
    const videos = new Set(media.filter(({ kind }) => kind === 'video').map(({ file }) => file))
    const names = [...pictures].flatMap((file) => [file, cardVariant(file), documentVariant(file)]).concat([...videos])
    const missing = await Promise.all(names.map(async (name) => ((await files.stat(name))?.size ? null : name)))
    expect(missing.filter(Boolean)).toEqual([])
    expect(
      await count(
        'media m where slot > 1 and not exists (select from media f where f.article_id = m.article_id and f.slot = m.slot - 1)',
      ),
    ).toBe(0)
  })

  test('past orders add up', async () => {
    const { rows } = await sql<{ id: number }>`
      select o.id from sales_order o
      left join (
        select order_id, sum(unit_price * quantity) as total, count(*) as lines from sales_order_line group by order_id
      ) l on l.order_id = o.id
      where l.total is distinct from o.total or l.lines is distinct from o.line_count`.execute(database().db.kysely)
    expect(rows).toEqual([])
    expect(await count('sales_order o join app_user u on u.id = o.user_id')).toBe(await count('sales_order'))
    expect(await count('sales_order where client_id = 1')).toBeGreaterThan(25)
    expect(await count('sales_order where created_at > now()')).toBe(0)
  })

  test('later orders get ids and numbers behind the past ones', async () => {
    const { kysely } = database().db
    const { rows } = await sql<{ next: number; last: number }>`
      select nextval('own_order_number') as next, max(erp_number) as last from sales_order`.execute(kysely)
    expect(rows[0]?.next).toBe((rows[0]?.last ?? 0) + 1)
    const inOrder = await kysely.selectFrom('sales_order').select('created_at').orderBy('id').execute()
    const dates = inOrder.map(({ created_at }) => created_at)
    expect(dates).toEqual([...dates].sort())
  })

  test('the accounts open with the printed password', async () => {
    const users = await database().db.kysely.selectFrom('app_user').selectAll().orderBy('id').execute()
    expect(users.map(({ type, cuit, enabled }) => [type, cuit, enabled])).toEqual([
      ['admin', '20111111112', true],
      ['supervisor', '20222222223', true],
      ['vendedor', '20333333334', true],
      ['cliente', '30712345671', true],
      ['cliente', '30700000016', true],
      ['cliente', '30711111111', false],
      ['cliente', expect.stringMatching(/^sin-cuit-\d+$/), true],
    ])
    const opens = await Promise.all(users.map((user) => verifyPassword(user.password_hash, DEMO_PASSWORD)))
    expect(opens).toEqual(users.map(() => true))
  })

  test('the second client’s last order was changed: what it was has one line less, and the amounts agree', async () => {
    const { rows } = await sql<{ version: number; lines: number; before: number; isRight: boolean }>`
      select o.version, o.line_count as lines,
        (select count(*)::int from order_version_line l where l.order_id = o.id) as before,
        v.total = (select sum(unit_price * quantity) from order_version_line l where l.order_id = o.id) as "isRight"
      from sales_order o join order_version v on v.order_id = o.id`.execute(database().db.kysely)
    expect(rows).toEqual([{ version: 2, lines: rows[0]?.lines, before: (rows[0]?.lines ?? 0) - 1, isRight: true }])
    expect(rows[0]?.before).toBeGreaterThan(0)
  })

  test('a cart of the first client waits to be confirmed', async () => {
    const waiting = await database()
      .db.kysely.selectFrom('sent_cart as s')
      .innerJoin('app_user as maker', 'maker.id', 's.user_id')
      .innerJoin('app_user as first', 'first.id', 'maker.invited_by')
      .innerJoin('saved_list_line as line', 'line.list_id', 's.list_id')
      .select(['maker.email', 'maker.order_right', 'first.cuit', 's.state'])
      .select(({ fn }) => fn.countAll<number>().as('lines'))
      .groupBy(['maker.email', 'maker.order_right', 'first.cuit', 's.state'])
      .execute()
    expect(waiting).toEqual([
      { email: 'lola.paz@bulto.example', order_right: 'prepare', cuit: '30712345671', state: 'waiting', lines: 6 },
    ])
  })

  test('pages are open, and banner, news and announcement have something to show', async () => {
    const { db } = database()
    const files = await openFiles()
    const settings = await createSettings(db, silentLog)
    const open = ['CATALOGO', 'CARRITO', 'PEDIDOS', 'BANNER', 'CAROUSEL'].map((name) => settings.isOpen(name))
    expect(open).toEqual([true, true, true, true, true])
    expect(parseAnnouncement(settings.announcement())).toMatchObject({
      title: 'Bienvenidos',
      backgroundColour: 'yellow',
    })
    expect(settings.contact().every(({ value }) => value)).toBe(true)
    expect(await files.stat(settings.value('BANNER_IMAGEN'))).not.toBeNull()
    const tokens = [settings.value('INVENTARIO_CON_PRECIO'), settings.value('INVENTARIO_SIN_PRECIO')]
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
    expect(tokens[0]).not.toBe(tokens[1])
    settings.close()
    const slides = await db.kysely.selectFrom('slide').select(['file', 'caption']).where('active', '=', true).execute()
    expect(slides).toHaveLength(3)
    for (const { file } of slides) expect(await files.stat(file ?? '')).not.toBeNull()
  })

  test('a shop that has something is left alone', async () => {
    await expect(fillDemoShop({ db: database().db, files: await openFiles() })).rejects.toThrow(DemoRefused)
    expect(await count('article')).toBe(600)
  })

  test('gives way to a shop of one’s own: every table is as a new shop has it, and every file is gone', async () => {
    const { db } = database()
    const fresh = await createDatabase(kind)
    const mine = await mkdtemp(join(tmpdir(), 'bulto-own-'))
    try {
      expect(await hasDemoData(db.kysely)).toBe(true)
      // Orders that other tests made.
      const before = await addedToDemo(db.kysely)
      expect(nothingAdded({ ...before, orderNumbers: [] })).toBe(true)
      // What use of the shop leaves besides: a person's account and order, a mail, a made document, files.
      const person = await makeUser(db, 'cliente', { first_name: 'Eva', last_name: 'Ríos' })
      const { id } = await db.kysely
        .insertInto('sales_order')
        .values({
          erp_number: null,
          user_id: person.id,
          client_id: 1,
          business_name: 'x',
          address_id: 0,
          address: '',
          sale_condition: 1,
          total: 1,
          line_count: 1,
          channel: 'web',
          created_by: person.id,
          idempotency_key: null,
          import_cuit: null,
          import_number: null,
          import_copy: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const orders = [...before.orderNumbers, id]
      expect(addedLines(await addedToDemo(db.kysely))).toEqual([
        `1 usuario: Eva Ríos (${person.cuit})`,
        `${orders.length} ${orders.length === 1 ? 'pedido' : 'pedidos'}: ${orders.join(', ')}`,
      ])
      const files = diskFiles(join(mine, 'files'))
      for (const name of ['aa11.webp', 'bb22.mp4']) await files.put(name, Buffer.from('demo'))
      await mkdir(join(mine, 'mails'))
      await mkdir(join(mine, 'documents'))
      for (const name of ['mails/1_pedido.eml', 'documents/catalogo.pdf', 'backup.json'])
        await writeFile(join(mine, name), 'demo')

      const store = await prepareAccount({
        type: 'admin',
        cuit: '27-23456789-1',
        email: 'ana@tienda.example',
        password: 'una-clave-larga',
      })
      const { version } = await db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
      await replaceDemo({ db, files, documents: undefined, dataDir: mine }, store)

      expect(await hasDemoData(db.kysely)).toBe(false)
      const filesLeft = (await readdir(mine, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      )
      expect(filesLeft.map(({ name }) => name)).toEqual([])
      const now = await rowsByTable(db)
      const other = await openDatabase(fresh.options)
      const asNew = await rowsByTable(other).finally(() => other.close())
      // The new admin and its audit remain, and the version, which must not fall for devices that saw the demo.
      for (const table of ['app_user', 'audit', 'catalogue_version']) {
        expect(now[table]).toHaveLength(1)
        delete now[table]
        delete asNew[table]
      }
      expect(now).toEqual(asNew)
      const after = await db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
      expect(after.version).toBeGreaterThan(version)
      const { rows } = await sql<{ next: number }>`select nextval('own_order_number')::int as next`.execute(db.kysely)
      expect(rows).toEqual([{ next: 1 }])
    } finally {
      await fresh.remove()
      await rm(mine, { recursive: true })
    }
  })
})

/** Every row of every table, as JSON, sorted. */
async function rowsByTable({ kysely }: Db): Promise<Record<string, string[]>> {
  const tables = await tablesOf(kysely)
  const read = async (name: string) => {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} as t order by 1`.execute(kysely)
    return rows.map(({ row }) => row)
  }
  const all: Record<string, string[]> = {}
  for (const { name } of tables) all[name] = await read(name)
  return all
}
