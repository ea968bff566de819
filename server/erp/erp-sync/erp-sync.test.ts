/** Imports as an ERP's folder brings them, on both databases. Every test writes the files it means. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { offers } from '../../db/offers.ts'
import type { Topic } from '../../db/open.ts'
import { everything as anything } from '../../db/topics.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { withDatabases } from '../../test/test-database.ts'
import { tryImportLock } from './erp-sync.queries.ts'
import { ImportBusyError, type ImportOptions, importFeed, reportText, tryFeed } from './erp-sync.service.ts'

const headings = {
  vendedores: 'ID_VC;DESCRIP_VC',
  zonas: 'ID_ZON;DESCRIPCION_ZON',
  expresos: 'ID_EXP;NOMBRE_EXP',
  ivas: 'ID_IVA;DESCRIP_IVA',
  clientes:
    'ID_CLI;CODIGO_CLI;RAZONSOCIAL_CLI;NOMBRE_CLI;CUIT_CLI;EMAIL_CLI;ID_VC;IDCDV_CLI;ID_ZON;ID_IVA;BONIF_CLI;ACTIVO',
  direcciones: 'ID_DIR;ID_CLI;DIRECCION_DIR;LOCALIDAD_DIR;IDPRV_DIR;CP_DIR;ID_EXP',
  articulos: 'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO',
  precios: 'ID_ART;PRECIO_LPI',
  asignaciones:
    'CODIGO_ART;MARCA;CATEGORIA;SUBCATEGORIA;ORDEN_IO;DESCUENTO_IO;OFERTA_IO;DESTACADO_IO;INDICACION_IO;ACTIVO_IO',
} as const
type FileName = keyof typeof headings

/** An article's row; the code is the id with leading zeros unless given. */
const article = (id: number, { code = `00${id}`, name = `Artículo ${id}`, active = 1 } = {}) =>
  `${id};${code};${name};779${id};24;12;0;1;2026;${active}`
const client = (id: number, { code = `C${id}`, name = `Juguetería ${id}`, seller = '1', active = 1 } = {}) =>
  `${id};${code};${name};;30-71234567-1;c${id}@cliente.example;${seller};1;1;1;5;${active}`
const range = (count: number) => Array.from({ length: count }, (_, place) => place + 1)

/** A small but whole shop. */
const shop = {
  vendedores: ['1;Ana', '2;Beto'],
  zonas: ['1;Centro'],
  expresos: ['1;A convenir'],
  ivas: ['1;Responsable Inscripto'],
  clientes: range(10).map((id) => client(id)),
  direcciones: ['1;1;San Martín 10;La Rioja;8;5300;1', '2;2;Mitre 20;CABA;0;1000;'],
  articulos: range(10).map((id) => article(id)),
  precios: range(10).map((id) => `${id};${id}00,50`),
  asignaciones: [
    '001;Tuki;Autos;A fricción;5;10;1;0;Por bulto;1',
    '002;Pirucho;Muñecas;;3;33,33;0;1;;1',
    '003;TUKI;autos;Trenes;4;0;0;0;;1',
    '004;Tuki;Peluches;;1;0;0;0;;0',
    '005;;;;2;0;0;0;;1',
  ],
} satisfies Partial<Record<FileName, string[]>>

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-feed-'))
})
afterEach(() => rm(folder, { recursive: true }))

withDatabases('importFeed', (database, kind) => {
  beforeEach(async () => {
    await sql`truncate seller, zone, carrier, vat_condition, client, client_address, article, price,
      brand, category, listing, media, cart_line restart identity cascade`.execute(database().db.kysely)
  })

  const csv = (file: FileName, rows: readonly string[]) => [headings[file], ...rows, ''].join('\r\n')
  const write = async (files: Partial<Record<FileName, readonly string[]>>) => {
    for (const [name, rows] of Object.entries(files)) {
      await writeFile(join(folder, `${name}.csv`), csv(name as FileName, rows))
    }
  }
  const run = async (options: ImportOptions = {}) => importFeed(database().db, await openFolderFeed(folder), options)
  /** Replaces the folder by the given files, imports it and gives the report of the last file. */
  const runOnly = async (files: Partial<Record<FileName, readonly string[]>>, options: ImportOptions = {}) => {
    await rm(folder, { recursive: true })
    folder = await mkdtemp(join(tmpdir(), 'bulto-feed-'))
    await write(files)
    const { files: reports } = await run(options)
    const last = reports.at(-1)
    if (!last) throw new Error('nothing was imported')
    return last
  }
  const loadShop = async () => {
    await write(shop)
    return run()
  }
  const db = () => database().db.kysely
  /** Everything an import could write, to see that it wrote nothing. */
  const everything = async () => {
    const tables = [
      'seller',
      'client',
      'client_address',
      'article',
      'price',
      'brand',
      'category',
      'listing',
      'catalogue_version',
    ] as const
    return Promise.all(
      tables.map(async (table) => (await sql`select * from ${sql.table(table)} order by 1`.execute(db())).rows),
    )
  }
  const version = async () =>
    (await db().selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
  const activeIds = async (table: 'client' | 'article') => {
    const rows = await db().selectFrom(table).select('id').where('active', '=', true).orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  const priceOf = async (id: number) =>
    (await db().selectFrom('price').select('list_price').where('article_id', '=', id).executeTakeFirst())?.list_price

  /** Notices come after their transaction, in their order: when this notice has come, all earlier ones have. */
  const toldAll = () =>
    new Promise<void>((resolve, reject) => {
      const last = randomUUID()
      const stop = database().db.on('settings', (told) => {
        // An earlier notice of the settings may still be on its way.
        if (told !== last) return
        stop()
        resolve()
      })
      database()
        .db.tx(async (_, publish) => publish('settings', last))
        .catch(reject)
    })

  describe('a whole feed', () => {
    it('is stored and reported file by file', async () => {
      const report = await loadShop()
      expect(report.complete).toBe(true)
      expect(
        report.files.map(({ file, read, inserted, changed, unchanged }) => [file, read, inserted, changed, unchanged]),
      ).toEqual([
        ['vendedores.csv', 2, 2, 0, 0],
        ['zonas.csv', 1, 1, 0, 0],
        ['expresos.csv', 1, 1, 0, 0],
        ['ivas.csv', 1, 1, 0, 0],
        ['clientes.csv', 10, 10, 0, 0],
        ['direcciones.csv', 2, 2, 0, 0],
        ['articulos.csv', 10, 10, 0, 0],
        ['precios.csv', 10, 10, 0, 0],
        ['asignaciones.csv', 5, 5, 0, 0],
      ])
      expect(await priceOf(3)).toBe(30050)
      expect(await db().selectFrom('client').selectAll().where('id', '=', 4).executeTakeFirst()).toEqual({
        id: 4,
        list_id: null,
        own_list_id: null,
        code: 'C4',
        business_name: 'Juguetería 4',
        contact_name: '',
        cuit: '30712345671',
        email: 'c4@cliente.example',
        seller_id: 1,
        sale_condition: 1,
        zone_id: 1,
        vat_condition_id: 1,
        bonus: 500,
        search_text: 'jugueteria 4 c4 30712345671',
        active: true,
        from_erp: true,
        version: 1,
      })
      expect(
        await db().selectFrom('client_address').select(['province_id', 'carrier_id']).orderBy('id').execute(),
      ).toEqual([
        { province_id: 8, carrier_id: 1 },
        { province_id: 0, carrier_id: null },
      ])
    })

    it('names a branch where it has the column, and leaves what the client calls it', async () => {
      await loadShop()
      const names = () => db().selectFrom('client_address').select(['name', 'own_name']).orderBy('id').execute()
      const [heading, first, second] = [headings.direcciones, ...shop.direcciones]
      await writeFile(join(folder, 'direcciones.csv'), `${heading};NOMBRE_DIR\r\n${first};Centro\r\n${second};\r\n`)
      await run()
      await db().updateTable('client_address').set({ own_name: 'Terminal' }).where('name', '=', 'Centro').execute()
      const named = [
        { name: 'Centro', own_name: 'Terminal' },
        { name: '', own_name: '' },
      ]
      expect(await names()).toEqual(named)
      // A feed without the column.
      await loadShop()
      expect(await names()).toEqual(named)
    })

    it('changes nothing the second time and tells nobody', async () => {
      await loadShop()
      const before = await everything()
      const heard: Topic[] = []
      await toldAll()
      // A look for missed news (every half second) may see only now what the first load published: its payload says so.
      const stop = database().db.on('catalogue', (payload) => {
        if (payload !== anything) heard.push('catalogue')
      })
      const report = await run()
      await toldAll()
      stop()
      expect(
        report.files.map(({ inserted, changed, deactivated, refused }) => inserted + changed + deactivated + refused),
      ).toEqual(Array(9).fill(0))
      expect(report.files.map(({ read, unchanged }) => unchanged === read)).toEqual(Array(9).fill(true))
      expect(await everything()).toEqual(before)
      expect(heard).toEqual([])
    })

    it('raises the catalogue version with every file that the catalogue shows, and only then', async () => {
      await loadShop()
      const before = await version()
      await runOnly({ clientes: [...shop.clientes.slice(1), client(1, { name: 'Otra' })] })
      expect(await version()).toBe(before)
      await runOnly({ precios: ['1;70', ...shop.precios.slice(1)] })
      expect(await version()).toBe(before + 1)
    })

    it('lets the planner know how large the tables have become, so that lists are fast at once', async () => {
      await loadShop()
      const { rows } = await sql<{ table: string; rows: number }>`
        select relname as table, reltuples::int as rows from pg_class
        where relname in ('client', 'article', 'price', 'listing', 'brand') order by 1`.execute(db())
      expect(rows.map(({ table, rows }) => [table, rows])).toEqual([
        ['article', 10],
        ['brand', 2],
        ['client', 10],
        ['listing', 5],
        ['price', 10],
      ])
    })

    it('is read in Windows-1252 too, with a decimal point, and is the same', async () => {
      await loadShop()
      for (const name of ['clientes', 'direcciones', 'articulos', 'precios', 'asignaciones'] as const) {
        const text = csv(
          name,
          shop[name].map((row) => (name === 'clientes' ? row : row.replace(/(\d),(\d)/g, '$1.$2'))),
        )
        await writeFile(join(folder, `${name}.csv`), Buffer.from(text, 'latin1'))
      }
      const report = await run()
      expect(report.complete).toBe(true)
      expect(report.files.map(({ read, unchanged }) => unchanged === read)).toEqual(Array(9).fill(true))
    })

    it('tells how far it is, up to all rows of each file', async () => {
      await write(shop)
      const last = new Map<string, number>()
      await importFeed(database().db, await openFolderFeed(folder), {}, ({ file, done, total }) => {
        expect(done).toBeLessThanOrEqual(total)
        last.set(file, done)
      })
      expect(last.get('clientes.csv')).toBe(10)
      expect(last.get('asignaciones.csv')).toBe(5)
    })
  })

  describe('what loses nothing', () => {
    const told = (file: { remarks: readonly { row: number | null; column: string | null; message: string }[] }) =>
      file.remarks.map(({ row, column, message }) => [row, column, message])

    it('is taken and told: a stock below zero is 0, a whole number may have decimals that are zeros (R30)', async () => {
      await loadShop()
      const stocks = ['-3', '12,00', '12.0', '-0,00', '7', '', '0', '1', '2', '3']
      const rows = shop.articulos.map((row, place) => `${row};${stocks[place]}`)
      const file = [`${headings.articulos};STOCK_ART`, ...rows, ''].join('\r\n')
      await writeFile(join(folder, 'articulos.csv'), file)
      const report = await run()
      expect(report.complete).toBe(true)
      const articles = report.files.find(({ table }) => table === 'articles')
      expect([articles?.outcome, articles?.changed, articles?.refused, articles?.problems]).toEqual([
        'imported',
        9,
        0,
        [],
      ])
      const stored = await db().selectFrom('article').select('stock').orderBy('id').execute()
      expect(stored.map(({ stock }) => stock)).toEqual([0, 12, 12, 0, 7, null, 0, 1, 2, 3])
      const zeros = 'Los decimales que sobran son ceros: se leyó el número sin ellos'
      expect(articles && told(articles)).toEqual([
        [2, 'STOCK_ART', 'Es negativo: se tomó como 0'],
        [3, 'STOCK_ART', zeros],
        [4, 'STOCK_ART', zeros],
        [5, 'STOCK_ART', zeros],
      ])
      expect(reportText(report)).toContain('fila 2, columna STOCK_ART: Es negativo: se tomó como 0')
      expect(reportText(report)).toContain(`3 filas (3-5), columna STOCK_ART: ${zeros}`)
    })

    it('is a price with more decimals, all of them zeros; any other digit there is refused (R30)', async () => {
      await loadShop()
      const prices = range(10).map((id) => `${id};${id}000,${id % 2 ? '0000' : '5000'}`)
      const taken = await runOnly({ precios: prices }, { force: true })
      expect([taken.outcome, taken.changed, taken.remarks.length]).toEqual(['imported', 10, 10])
      expect([await priceOf(1), await priceOf(2)]).toEqual([100_000, 200_050])
      const refused = await runOnly({ precios: ['1;1000,22642', ...prices.slice(1)] }, { force: true })
      expect([refused.outcome, refused.problems.map(({ row }) => row)]).toEqual(['refused', [2]])
      expect(await priceOf(1)).toBe(100_000)
    })
  })

  describe('optional columns', () => {
    const audience = 'EDAD_DESDE;EDAD_HASTA;LICENCIA;GENERO'
    const extended = `${headings.articulos};EAN_ART;PESO_ART;STOCK_ART;INGRESO_ART;${audience}`
    const readFacts = () =>
      db()
        .selectFrom('article')
        .select(['ean', 'weight', 'stock', 'arrives_on', 'age_from', 'age_to', 'licence', 'gender'])
        .where('id', '=', 1)
        .executeTakeFirst()
    const writeArticles = (heading: string, first: string) =>
      writeFile(
        join(folder, 'articulos.csv'),
        [heading, `${article(1)}${first}`, ...shop.articulos.slice(1).map((row) => row + first), ''].join('\n'),
      )

    it('are stored, and stay when a later file has them no more; an empty cell empties them', async () => {
      await loadShop()
      const ages = { age_from: null, age_to: null }
      const nothing = { ean: '', weight: null, stock: null, arrives_on: null, ...ages, licence: '', gender: '' }
      expect(await readFacts()).toEqual(nothing)
      await writeArticles(extended, ';7790000870422;350;12;03/12/2026;36;72;Dinoamigos;Unisex')
      expect((await run()).complete).toBe(true)
      const told = { age_from: 36, age_to: 72, licence: 'Dinoamigos', gender: 'Unisex' }
      const all = { ean: '7790000870422', weight: 350, stock: 12, arrives_on: '2026-12-03', ...told }
      expect(await readFacts()).toEqual(all)
      // As before, without them, and with another change.
      await runOnly({ articulos: [article(1, { name: 'Otro' }), ...shop.articulos.slice(1)] })
      expect(await readFacts()).toEqual(all)
      await writeArticles(`${headings.articulos};STOCK_ART`, ';')
      await run()
      expect(await readFacts()).toEqual({ ...all, stock: null })
    })

    it('are judged where they are there', async () => {
      await loadShop()
      await writeArticles(extended, ';12;-1;1,5;31/02/2026;3 años;-1;x;x')
      const [, , , , , , report] = (await run()).files
      expect(report?.problems.filter(({ row }) => row === 2).map(({ column }) => column)).toEqual([
        'EAN_ART',
        'PESO_ART',
        'STOCK_ART',
        'INGRESO_ART',
        'EDAD_DESDE',
        'EDAD_HASTA',
      ])
      expect(await readFacts()).toMatchObject({ stock: null })
    })
  })

  it('tells what a feed would change, and changes nothing', async () => {
    await loadShop()
    const before = await everything()
    await write({
      articulos: [...shop.articulos, article(11)],
      precios: ['1;70', ...shop.precios.slice(1), '11;9'],
    })
    const report = await tryFeed(database().db, await openFolderFeed(folder))
    // An article that comes in the same feed as its price is known.
    expect(report.complete).toBe(true)
    expect(report.files.find(({ table }) => table === 'prices')).toMatchObject({ inserted: 1, changed: 1 })
    expect(await everything()).toEqual(before)
  })

  describe('listings', () => {
    it('make brands and categories in the order of their first appearance', async () => {
      await loadShop()
      const brands = await db().selectFrom('brand').select(['id', 'name', 'position']).orderBy('position').execute()
      expect(brands.map(({ name, position }) => [name, position])).toEqual([
        ['Tuki', 1],
        ['Pirucho', 2],
      ])
      const categories = await db()
        .selectFrom('category')
        .leftJoin('category as parent', 'parent.id', 'category.parent_id')
        .innerJoin('brand', 'brand.id', 'category.brand_id')
        .select(['brand.name as brand', 'parent.name as parent', 'category.name', 'category.position'])
        .orderBy('category.id')
        .execute()
      expect(categories.map(({ brand, parent, name, position }) => [brand, parent, name, position])).toEqual([
        ['Tuki', null, 'Autos', 1],
        ['Pirucho', null, 'Muñecas', 1],
        ['Tuki', null, 'Peluches', 2],
        ['Tuki', 'Autos', 'A fricción', 1],
        ['Tuki', 'Autos', 'Trenes', 2],
      ])
    })

    it('carry what the file says', async () => {
      await loadShop()
      const rows = await db()
        .selectFrom('listing')
        .leftJoin('brand', 'brand.id', 'listing.brand_id')
        .leftJoin('category as sub', 'sub.id', 'listing.subcategory_id')
        .select([
          'article_id',
          'brand.name as brand',
          'sub.name as sub',
          'listing.position',
          'discount',
          'promo',
          'future',
          'hint',
          'active',
        ])
        .orderBy('article_id')
        .execute()
      expect(rows.map(Object.values)).toEqual([
        [1, 'Tuki', 'A fricción', 5, 1000, true, false, 'Por bulto', true],
        [2, 'Pirucho', null, 3, 3333, false, true, '', true],
        [3, 'Tuki', 'Trenes', 4, 0, false, false, '', true],
        [4, 'Tuki', null, 1, 0, false, false, '', false],
        [5, null, null, 2, 0, false, false, '', true],
      ])
    })

    it('of the shop stay as they are; only articles without one get theirs', async () => {
      await loadShop()
      await db().updateTable('listing').set({ discount: 1, brand_id: null }).where('article_id', '=', 1).execute()
      await db().updateTable('brand').set({ name: 'Tuki Toys' }).where('name', '=', 'Tuki').execute()
      const report = await runOnly({
        asignaciones: [...shop.asignaciones, '006;Pirucho;MUNECAS;;1;0;0;0;;1'],
      })
      expect(report).toMatchObject({ inserted: 1, unchanged: 5 })
      expect(
        await db()
          .selectFrom('listing')
          .select(['discount', 'brand_id'])
          .where('article_id', '=', 1)
          .executeTakeFirst(),
      ).toEqual({
        discount: 1,
        brand_id: null,
      })
      expect(await db().selectFrom('brand').select('name').orderBy('position').execute()).toEqual([
        { name: 'Tuki Toys' },
        { name: 'Pirucho' },
      ])
      expect(await db().selectFrom('category').select('id').where('name', 'ilike', 'mu%').execute()).toHaveLength(1)
    })

    it('of unknown articles are refused with their rows', async () => {
      await loadShop()
      const before = await everything()
      expect(await runOnly({ asignaciones: ['006;Tuki;;;1;0;0;0;;1', '999;Nueva;;;1;0;0;0;;1'] })).toMatchObject({
        outcome: 'refused',
        problems: [{ row: 3, column: 'CODIGO_ART', message: 'El artículo «999» no existe' }],
      })
      expect(await everything()).toEqual(before)
    })

    it('survive an import of articles and prices untouched', async () => {
      await loadShop()
      const listings = await db().selectFrom('listing').selectAll().orderBy('id').execute()
      await runOnly({
        articulos: shop.articulos.map((row) => row.replace('Artículo', 'Juguete')),
        precios: shop.precios.map((row) => row.replace(',50', ',75')),
      })
      expect(await db().selectFrom('listing').selectAll().orderBy('id').execute()).toEqual(listings)
    })
  })

  describe('a file with something wrong', () => {
    const whole = () => csv('precios', shop.precios)
    it.each([
      [
        'a letter in a price',
        () => whole().replace('300,50', '3O0,50'),
        { row: 4, column: 'PRECIO_LPI', message: '«3O0,50» no es un número' },
      ],
      [
        'a thousands separator',
        () => whole().replace('300,50', '1.300,50'),
        { row: 4, column: 'PRECIO_LPI', message: expect.stringContaining('separador de miles') },
      ],
      [
        'a missing column',
        () => whole().replace('PRECIO_LPI', 'PRECIO'),
        { row: 1, column: 'PRECIO_LPI', message: 'Falta la columna PRECIO_LPI' },
      ],
      [
        'its end cut off',
        () => whole().slice(0, -9),
        { row: 11, column: null, message: expect.stringContaining('parece cortado') },
      ],
      [
        'its end cut off inside a price',
        () => whole().slice(0, -4),
        { row: 11, column: null, message: expect.stringContaining('parece cortado') },
      ],
      [
        'an unknown article',
        () => whole().replace('\r\n3;', '\r\n77;'),
        { row: 4, column: 'ID_ART', message: 'El artículo 77 no existe' },
      ],
      [
        'a negative price',
        () => whole().replace('300,50', '-300,50'),
        { row: 4, column: 'PRECIO_LPI', message: 'No puede ser negativo' },
      ],
    ])('as %s leaves its data as it was', async (_, content, problem) => {
      await loadShop()
      const before = await everything()
      await writeFile(join(folder, 'precios.csv'), content())
      const report = await run()
      expect(report.complete).toBe(false)
      expect(report.files.find(({ table }) => table === 'prices')).toMatchObject({
        file: 'precios.csv',
        outcome: 'refused',
        inserted: 0,
        changed: 0,
        unchanged: 0,
        deactivated: 0,
        refused: 10,
        problems: [problem],
      })
      expect(await everything()).toEqual(before)
    })

    it('as an unknown client names file, row and column', async () => {
      await loadShop()
      const report = await runOnly({ direcciones: [...shop.direcciones, '3;99;Mitre 1;CABA;0;;9'] })
      expect(report).toMatchObject({
        file: 'direcciones.csv',
        outcome: 'refused',
        problems: [
          { row: 4, column: 'ID_CLI', message: 'El cliente 99 no existe' },
          { row: 4, column: 'ID_EXP', message: 'El expreso 9 no existe' },
        ],
      })
      expect(await db().selectFrom('client_address').select('id').execute()).toHaveLength(2)
    })

    it('tells all its bad rows at once, also those that only the database knows', async () => {
      await loadShop()
      const report = await runOnly({ precios: ['1;x', '77;1', '2;-1'] })
      expect(report.problems.map(({ row }) => row)).toEqual([2, 3, 4])
    })

    it('does not keep the others from being imported, and explains what follows from it', async () => {
      await loadShop()
      const { files } = await (async () => {
        await write({
          clientes: [...shop.clientes, client(11, { seller: 'x' })],
          direcciones: [...shop.direcciones, '3;11;Mitre 1;CABA;0;;'],
          vendedores: [...shop.vendedores, '3;Caro'],
        })
        return run()
      })()
      const outcome = Object.fromEntries(files.map((report) => [report.file, report.outcome]))
      expect(outcome).toMatchObject({
        'vendedores.csv': 'imported',
        'clientes.csv': 'refused',
        'direcciones.csv': 'refused',
        'precios.csv': 'imported',
      })
      expect(files.find(({ table }) => table === 'addresses')?.problems[0]?.message).toBe(
        'El cliente 11 no existe (clientes.csv no se importó completo)',
      )
    })

    it('gives its good rows when that is asked for, and then puts nothing out of use', async () => {
      await loadShop()
      const report = await runOnly({ precios: ['1;105', '2;x', '77;1'] }, { partial: true })
      expect(report).toMatchObject({ outcome: 'partial', read: 3, changed: 1, deactivated: 0, refused: 2 })
      expect(report.problems.map(({ row }) => row)).toEqual([3, 4])
      expect(await priceOf(1)).toBe(10_500)
      expect(await priceOf(2)).toBe(20050)
      expect(await priceOf(9)).toBe(90050)
    })
  })

  describe('what a full file no longer has', () => {
    it('is put out of use, not deleted, and comes back with the next file', async () => {
      await loadShop()
      const report = await runOnly({ articulos: shop.articulos.slice(1), clientes: shop.clientes.slice(2) })
      expect(report).toMatchObject({
        file: 'articulos.csv',
        outcome: 'imported',
        unchanged: 9,
        deactivated: 1,
      })
      expect(await activeIds('article')).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect(await activeIds('client')).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
      expect(await runOnly({ articulos: shop.articulos.slice(1) })).toMatchObject({
        unchanged: 9,
        deactivated: 0,
      })
      expect(await runOnly({ articulos: shop.articulos })).toMatchObject({ changed: 1, unchanged: 9 })
      expect(await activeIds('article')).toHaveLength(10)
    })

    it('if a price, becomes 0: the article is shown without one', async () => {
      await loadShop()
      expect(await runOnly({ precios: shop.precios.slice(1) })).toMatchObject({
        unchanged: 9,
        deactivated: 1,
      })
      expect(await priceOf(1)).toBe(0)
      expect(await runOnly({ precios: shop.precios.slice(1) })).toMatchObject({
        unchanged: 9,
        deactivated: 0,
      })
    })

    it('is refused when it is more than 20 percent, unless forced', async () => {
      await loadShop()
      const before = await everything()
      expect(await runOnly({ clientes: shop.clientes.slice(3) })).toMatchObject({
        outcome: 'refused',
        guards: [{ code: 'BAJAS', message: expect.stringContaining('3 de 10 clientes (30 %') }],
      })
      expect(await everything()).toEqual(before)
      expect(await runOnly({ clientes: shop.clientes.slice(3) }, { force: true })).toMatchObject({
        outcome: 'imported',
        deactivated: 3,
      })
      expect(await activeIds('client')).toEqual([4, 5, 6, 7, 8, 9, 10])
    })

    it('counts rows that the file itself calls inactive', async () => {
      await loadShop()
      const inactive = shop.articulos.map((row, place) => (place < 3 ? row.replace(/1$/, '0') : row))
      expect(await runOnly({ articulos: inactive })).toMatchObject({
        outcome: 'refused',
        guards: [{ code: 'BAJAS' }],
      })
      expect(await runOnly({ articulos: inactive }, { force: true })).toMatchObject({
        changed: 3,
        deactivated: 0,
      })
    })

    it('stays in use when the shop made it itself', async () => {
      await loadShop()
      await db()
        .insertInto('article')
        .values({ id: 500, code: 'OWN', description: 'Propio', from_erp: false })
        .execute()
      await db().insertInto('price').values({ article_id: 500, list_price: 100 }).execute()
      await runOnly({ articulos: shop.articulos, precios: shop.precios })
      expect(await activeIds('article')).toContain(500)
      expect(await priceOf(500)).toBe(100)
    })
  })

  describe('rows that the shop made itself', () => {
    it('are not taken over by an id or a code', async () => {
      await loadShop()
      await db()
        .insertInto('article')
        .values({ id: 500, code: 'OWN', description: 'Propio', from_erp: false })
        .execute()
      const report = await runOnly({
        articulos: [...shop.articulos, article(500), article(501, { code: 'OWN' })],
      })
      expect(report).toMatchObject({
        outcome: 'refused',
        problems: [
          { row: 12, column: 'ID_ART', message: expect.stringContaining('propio de la tienda') },
          { row: 13, column: 'CODIGO_ART', message: expect.stringContaining('ID 500') },
        ],
      })
    })
  })

  describe('codes', () => {
    it('may change places', async () => {
      await loadShop()
      const swapped = [article(1, { code: '002' }), article(2, { code: '001' }), ...shop.articulos.slice(2)]
      expect(await runOnly({ articulos: swapped })).toMatchObject({ outcome: 'imported', changed: 2 })
      const rows = await db().selectFrom('article').select('code').where('id', 'in', [1, 2]).orderBy('id').execute()
      expect(rows).toEqual([{ code: '002' }, { code: '001' }])
    })

    it('may pass from a row that is gone to a new one', async () => {
      await loadShop()
      const renewed = [...shop.articulos.slice(1), article(11, { code: '001' })]
      expect(await runOnly({ articulos: renewed })).toMatchObject({
        outcome: 'imported',
        inserted: 1,
        deactivated: 1,
      })
      const rows = await db()
        .selectFrom('article')
        .select(['code', 'active'])
        .where('id', 'in', [1, 11])
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { code: '001~1', active: false },
        { code: '001', active: true },
      ])
      expect(await runOnly({ articulos: renewed })).toMatchObject({ unchanged: 10 })
    })

    describe('of an article that goes on under a new id', () => {
      const renewed = [...shop.articulos.slice(1), article(11, { code: '001' })]
      const remark = { code: 'OTRO_ID', column: 'ID_ART', message: expect.stringContaining('cambió de ID') }
      /** By article id: the discount of its listing, its pictures, its price and what carts have of it. */
      const belongings = async (...articleIds: number[]) => {
        const { rows } = await sql<object>`
          select a.id, l.discount, p.list_price as price,
            array(select file from media m where m.article_id = a.id order by slot) as files,
            array(select quantity from cart_line c where c.article_id = a.id order by user_id) as carts
          from article a left join listing l on l.article_id = a.id left join price p on p.article_id = a.id
          where a.id = any(${articleIds}::int[]) order by a.id`.execute(db())
        return rows
      }
      const nothing = { discount: null, price: null, files: [], carts: [] }
      const addToCart = async (articleId: number, quantity: number) => {
        const user = {
          email: `${randomUUID()}@cliente.example`,
          cuit: randomUUID(),
          password_hash: '',
          type: 'cliente',
        }
        const { id } = await db()
          .insertInto('app_user')
          .values(user as never)
          .returning('id')
          .executeTakeFirstOrThrow()
        const line = { user_id: id, client_id: -1, article_id: articleId, quantity, channel: 'web', created_by: id }
        await db()
          .insertInto('cart_line')
          .values(line as never)
          .execute()
        return id
      }
      beforeEach(async () => {
        await loadShop()
        await db()
          .insertInto('media')
          .values([1, 2].map((slot) => ({ article_id: 1, slot, kind: 'image', file: `f${slot}`, content_type: 'x' })))
          .execute()
        await addToCart(1, 12)
      })

      it('keeps listing, pictures, price and lines of carts, is told and audited, and may come back', async () => {
        const [before] = await belongings(1)
        expect(before).toMatchObject({ discount: 1000, price: 100_50, files: ['f1', 'f2'], carts: [12] })
        expect(await runOnly({ articulos: renewed })).toMatchObject({
          outcome: 'imported',
          remarks: [{ ...remark, row: 11 }],
        })
        expect(await belongings(1, 11)).toEqual([
          { id: 1, ...nothing },
          { ...before, id: 11 },
        ])
        const logged = db().selectFrom('audit').select(['entity_id', 'before', 'after']).orderBy('id', 'desc')
        expect(await logged.executeTakeFirst()).toEqual({ entity_id: '11', before: { id: 1 }, after: { id: 11 } })
        expect(await runOnly({ articulos: shop.articulos })).toMatchObject({ remarks: [{ ...remark, row: 2 }] })
        expect(await belongings(1, 11)).toEqual([before, { id: 11, ...nothing }])
      })

      it('also where its old row says that it is out of use, and never in the place of what the new one has', async () => {
        await runOnly({ articulos: [...shop.articulos, article(11, { code: 'X', active: 0 })] })
        await db().insertInto('price').values({ article_id: 11, list_price: 5 }).execute()
        await db()
          .insertInto('media')
          .values({ article_id: 11, slot: 2, kind: 'image', file: 'own', content_type: 'x' })
          .execute()
        const ended = [article(1, { code: 'old', active: 0 }), ...renewed]
        expect(await runOnly({ articulos: ended })).toMatchObject({ remarks: [{ ...remark, row: 12 }] })
        expect(await belongings(1, 11)).toEqual([
          { id: 1, ...nothing, price: 100_50, files: ['f2'] },
          { id: 11, discount: 1000, price: 5, files: ['f1', 'own'], carts: [12] },
        ])
      })

      it('but not of one that was out of use before: the code is a new article then, and carts show it as it was', async () => {
        await runOnly({ articulos: shop.articulos.slice(1) })
        expect(await runOnly({ articulos: renewed })).toMatchObject({ outcome: 'imported', remarks: [] })
        expect(await belongings(11)).toEqual([{ id: 11, ...nothing }])
        const shown = db().selectFrom(offers(db(), 'base')).select('code').where('articleId', 'in', [1, 11])
        expect(await shown.execute()).toEqual([{ code: '001' }, { code: '001' }])
      })
    })

    it('that differ only in how they are written are taken and told, of articles in use', async () => {
      await loadShop()
      const report = await runOnly({
        articulos: [
          ...shop.articulos,
          ...[article(11, { code: 'Lap-1' }), article(12, { code: 'LAP 1' }), article(13, { code: 'lap1', active: 0 })],
          article(14, { code: '0.0.2' }),
        ],
      })
      const remark = { code: 'CODIGO_PARECIDO', column: 'CODIGO_ART' }
      expect(report).toMatchObject({
        outcome: 'imported',
        inserted: 4,
        remarks: [
          { ...remark, row: 13, message: expect.stringContaining('«LAP 1» y «Lap-1» (ID 11)') },
          { ...remark, row: 15, message: expect.stringContaining('«0.0.2» y «002» (ID 2)') },
        ],
      })
    })
  })

  // The embedded database has one connection, so there a second import can only wait its turn.
  if (kind === 'server') {
    it('refuses a second import at the same time', async () => {
      await write(shop)
      await database().db.tx(async (t) => {
        expect(await tryImportLock(t)).toBe(true)
        await expect(run()).rejects.toThrow(ImportBusyError)
      })
      expect((await run()).complete).toBe(true)
    })
  }

  it('tells the log which prices and articles it changed, as one change of nobody; not what is new', async () => {
    const { kysely } = database().db
    const logged = () =>
      kysely
        .selectFrom('audit')
        .innerJoin('change_batch as b', 'b.id', 'audit.batch_id')
        .select(['entity', 'entity_id', 'action', 'before', 'after', 'b.kind', 'b.row_count', 'audit.user_id'])
        .orderBy('audit.id')
        .execute()
    await kysely.deleteFrom('audit').execute()
    await loadShop()
    expect(await logged()).toEqual([])
    const cheaper = shop.precios.map((row, at) => (at === 2 ? '3;250,00' : row)).slice(0, 9)
    await runOnly({ precios: cheaper })
    const batch = { entity: 'product', action: 'import', kind: 'erp', row_count: 2, user_id: null }
    expect(await logged()).toEqual([
      { ...batch, entity_id: '3', before: { list_price: 300_50 }, after: { list_price: 250_00 } },
      { ...batch, entity_id: '10', before: { list_price: 1000_50 }, after: { list_price: 0 } },
    ])
    await runOnly({ precios: cheaper })
    expect(await logged()).toHaveLength(2)
    await runOnly({ articulos: range(10).map((id) => article(id, id === 4 ? { name: 'Otro' } : {})) })
    expect((await logged()).slice(2)).toEqual([
      { ...batch, row_count: 1, entity_id: '4', before: { description: 'Artículo 4' }, after: { description: 'Otro' } },
    ])
  })
})
