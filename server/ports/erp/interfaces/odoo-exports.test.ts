/** Articles and clients of Odoo, from its records to the shop's prices, by the watched folder and the mapping of the recipe. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bringFiles } from '../../../erp/erp-link/erp-link.service.ts'
import { importNews } from '../../../erp/erp-sync/feed-news.service.ts'
import { type OdooStub, odooStub } from '../../../test/stubs/odoo.ts'
import { withDatabases } from '../../../test/test-database.ts'
import { storeMapping } from '../mapping/feed-mapping.queries.ts'
import { folderSource } from '../sources.ts'
import { odooExports } from './odoo-exports.ts'

const never = new AbortController().signal
const recipes = join(import.meta.dirname, '../../../../docs/recetas')
const PRODUCTS = 'product.template.csv'
const PARTNERS = 'res.partner.csv'
const HOUR = 3_600_000

withDatabases('files of Odoo', (database) => {
  let odoo: OdooStub
  let root: string
  let at: number
  /** What passes whenever the time is asked for. */
  let tick: number
  beforeEach(async () => {
    odoo = await odooStub()
    root = await mkdtemp(join(tmpdir(), 'bulto-odoo-'))
    at = Date.parse('2026-11-30T12:00:00Z')
    tick = 0
    for (const folder of ['entrada', 'hechos', 'rechazados']) await mkdir(join(root, folder))
    await sql`truncate seller, vat_condition, client, client_address, article, price, brand, category, listing, feed_key,
      feed_mapping, erp_cursor, erp_waiting, erp_run restart identity cascade`.execute(database().db.kysely)
    product('MB-030', { name: 'Muñeca bebé 30 cm', barcode: '7790000000012', list_price: 15490.5, qty_available: 24 })
    product('00412', { name: 'Libro "de" cuentos, surtido', categ_id: [2, 'Todos / Libros'], qty_available: -2 })
    partner('C-1', { vat: '30712345671', email: 'compras@sol.example', street: 'San Martín 10', city: 'La Rioja' })
    partner('C-2', { name: 'Luna Rosa', street: 'Mitre 20', state_id: [2, 'Ciudad Autónoma de Buenos Aires (AR)'] })
  })
  afterEach(async () => {
    await odoo.close()
    await rm(root, { recursive: true })
  })

  const product = (default_code: string | false, given = {}) => {
    const usual = { name: 'Auto', categ_id: [1, 'Todos / Muñecas'] as const, list_price: 2500, qty_available: 7 }
    return odoo.put('product.template', { ...usual, sale_ok: true, ...given, default_code }).id
  }
  const partner = (ref: string | false, given = {}) =>
    odoo.put('res.partner', {
      ...{ name: 'Juguetería Sol S.R.L.', parent_id: false, zip: '5300', state_id: [1, 'La Rioja (AR)'] },
      ...{ user_id: [4, 'Ana Paz'], l10n_ar_afip_responsibility_type_id: [1, 'IVA Responsable Inscripto'] },
      ...given,
      ref,
    }).id
  const newExports = () =>
    odooExports({ url: odoo.url, key: odoo.key, database: odoo.database, askMs: 300 }, database().db.kysely, {
      folder: root,
      everyMs: HOUR,
      now: () => {
        at += tick
        return at
      },
    })
  /** What the office reads in the list of imports. */
  const runs = async () =>
    (
      await sql<{ text: string }>`select report->>'text' as text from erp_run order by id`.execute(database().db.kysely)
    ).rows.map(({ text }) => text)
  const lying = async () => (await readdir(join(root, 'entrada'))).sort()
  const read = (file: string) => readFile(join(root, 'entrada', file), 'utf8')
  const take = async (...files: string[]) => {
    for (const file of files) await rm(join(root, 'entrada', file))
  }

  test('are what a person would have exported: the headings of the recipe, and records with a reference', async () => {
    // Not sold, archived, without a reference; a person of a client.
    product('X-1', { sale_ok: false })
    product('X-2', { active: false })
    product(false)
    partner('P-1', { parent_id: [1, 'Sol'] })
    partner(false)
    expect(await newExports()(never)).toBe('')
    expect(await lying()).toEqual([PRODUCTS, PARTNERS])
    const [id1, id2] = odoo.records['product.template'].map(({ id }) => id)
    expect((await read(PRODUCTS)).split('\r\n')).toEqual([
      '"ID","Referencia interna","Nombre","Código de barras","Categoría de producto","Precio de venta","Cantidad a mano","Activo"',
      `"${id1}","MB-030","Muñeca bebé 30 cm","7790000000012","Todos / Muñecas","15490.5","24","True"`,
      `"${id2}","00412","Libro ""de"" cuentos, surtido","","Todos / Libros","2500","-2","True"`,
      '',
    ])
    for (const file of [PRODUCTS, PARTNERS]) {
      const example = await readFile(join(recipes, 'ejemplos/odoo', file), 'utf8')
      expect((await read(file)).split('\r\n')[0]).toBe(example.split(/\r?\n/)[0])
    }
    expect((await read(PARTNERS)).split('\r\n').slice(1, 3)).toEqual([
      expect.stringMatching(
        /^"\d+","C-1","Juguetería Sol S.R.L.","30712345671","compras@sol.example","San Martín 10","La Rioja","La Rioja \(AR\)","5300","Ana Paz","IVA Responsable Inscripto"$/,
      ),
      expect.stringContaining('"Ciudad Autónoma de Buenos Aires (AR)"'),
    ])
  })

  test('hold the names in the language of the key’s user, also where the English ones are older', async () => {
    product('A-1', { name: 'Ball', 'name:es_AR': 'Pelota' })
    expect(await newExports()(never)).toBe('')
    expect(await read(PRODUCTS)).toContain('"A-1","Pelota"')
    odoo.lang = false
    at += 24 * HOUR
    await newExports()(never)
    expect(await read(PRODUCTS)).toContain('"A-1","Ball"')
  })

  test('come in by the folder, and a price that changes at Odoo changes in the shop', async () => {
    const { db } = database()
    await storeMapping(db.kysely, JSON.parse(await readFile(join(recipes, 'mapeos/odoo.json'), 'utf8')))
    const source = folderSource(root, 1000, { settleMs: 0, db: db.kysely })
    const bring = newExports()
    const look = async () => {
      await bringFiles(db, bring, never)
      // Two looks: files are taken once they stay as they are.
      for (let times = 0; times < 2; times++) await importNews(db, source, never)
      at += HOUR
    }
    const prices = async () =>
      (
        await sql<{ code: string; price: number; stock: number }>`select a.code, p.list_price as price, a.stock
          from article a join price p on p.article_id = a.id order by a.code`.execute(db.kysely)
      ).rows
    await look()
    expect(await prices()).toEqual([
      { code: '00412', price: 250_000, stock: 0 },
      { code: 'MB-030', price: 1_549_050, stock: 24 },
    ])
    const clients = await db.kysely.selectFrom('client').select(['code', 'cuit']).orderBy('code').execute()
    expect(clients).toEqual([
      { code: 'C-1', cuit: '30712345671' },
      { code: 'C-2', cuit: '' },
    ])
    expect(await lying()).toEqual([])
    await look()
    expect(await readdir(join(root, 'hechos'))).toHaveLength(1)
    odoo.change('product.template', odoo.records['product.template'][1]?.id ?? 0, { list_price: 2600 })
    await look()
    expect(await prices()).toMatchObject([{ code: '00412', price: 260_000 }, { code: 'MB-030' }])
    expect(await readdir(join(root, 'hechos'))).toHaveLength(2)
  })

  test('are written when it is time and something changed, by whatever process, and once a day', async () => {
    let bring = newExports()
    await bring(never)
    await take(PRODUCTS, PARTNERS)
    const calls = odoo.calls.length
    at += HOUR - 1
    await bring(never)
    expect(odoo.calls).toHaveLength(calls)
    at += 1
    await bring(never)
    expect(odoo.calls.length).toBeGreaterThan(calls)
    expect(await lying()).toEqual([])
    partner('C-3')
    bring = newExports()
    await bring(never)
    expect(await lying()).toEqual([PARTNERS])
    await take(PARTNERS)
    at += 24 * HOUR
    await bring(never)
    expect(await lying()).toEqual([PRODUCTS, PARTNERS])
  })

  test('come whole or not at all: what is cut in the middle leaves the file before as it is, and is told once', async () => {
    for (let n = 0; n < 1_200; n++) product(`A-${n}`)
    await writeFile(join(root, 'entrada', PRODUCTS), 'lo de antes')
    const bring = newExports()
    const cut = { status: 200, body: '[{"id":1' }
    const before = (await runs()).length
    for (const faults of [['silence'], [cut], [cut], [{ status: 500, body: '{}' }]] as const) {
      // The first page is good.
      odoo.faults.set('product.template/search_read', [undefined as never, ...faults])
      await bringFiles(database().db, bring, never)
      expect(await read(PRODUCTS)).toBe('lo de antes')
      // The clients do not wait for the articles, and nothing unfinished is left.
      expect(await lying()).toEqual([PRODUCTS, PARTNERS])
      at += 300_000
    }
    expect((await runs()).slice(before)).toEqual([
      expect.stringMatching(/^product.template.csv: .*tardó demasiado\r\n$/),
      expect.stringContaining('la respuesta está cortada o no es JSON'),
      'product.template.csv: Odoo respondió 500 a product.template/search_read: sin explicación\r\n',
    ])
    const asked = odoo.calls.length
    expect(await bring(never)).toBe('')
    const pages = odoo.calls.slice(asked).filter(({ what }) => what === 'product.template/search_read')
    expect(pages.map(({ body }) => body.limit)).toEqual(Array.from({ length: 7 }, () => 200))
    expect((await read(PRODUCTS)).split('\r\n')).toHaveLength(1_204)
  })

  test('an Odoo that is too slow is given up, so that the folder is not held up', async () => {
    for (let n = 0; n < 1_200; n++) product(`A-${n}`)
    tick = 180_000
    expect(await newExports()(never)).toBe(
      'product.template.csv: Odoo no terminó de dar product.template.csv en 10 minutos\r\n',
    )
    expect(await lying()).toEqual([PARTNERS])
  })

  test('a list without a single record is told, and empties nothing', async () => {
    for (const { id } of odoo.records['product.template']) odoo.change('product.template', id, { active: false })
    expect(await newExports()(never)).toBe(
      'product.template.csv: Odoo no muestra ningún registro con referencia para product.template.csv\r\n',
    )
    expect(await lying()).toEqual([PARTNERS])
  })

  test('what Odoo has only with an application is empty without it', async () => {
    for (const field of ['qty_available', 'l10n_ar_afip_responsibility_type_id']) odoo.lacks.add(field)
    expect(await newExports()(never)).toBe('')
    expect(await read(PRODUCTS)).toContain('"15490.5","","True"')
    expect(await read(PARTNERS)).toContain('"Ana Paz",""')
  })

  test('batches of a month ago are cleared, with nothing but such files in them', async () => {
    const put = async (folder: string, batch: string, ...files: string[]) => {
      await mkdir(join(root, folder, batch))
      for (const file of files) await writeFile(join(root, folder, batch, file), 'x')
    }
    await put('hechos', '2026-10-01T10-00-00-000Z', PRODUCTS, 'informe.txt')
    await put('rechazados', '2026-10-01T10-00-00-000Z', PARTNERS)
    await put('hechos', '2026-10-01T11-00-00-000Z', PRODUCTS, 'precios.csv')
    await put('hechos', '2026-11-29T10-00-00-000Z', PRODUCTS)
    await put('hechos', 'guardado', PRODUCTS)
    // Reports of files that somebody took away, and what somebody packed.
    await put('hechos', '2026-10-01T12-00-00-000Z', 'informe.txt')
    await writeFile(join(root, 'hechos', '2026-10-01T10-00-00-000Z.zip'), 'x')
    expect(await newExports()(never)).toBe('')
    expect(await readdir(join(root, 'rechazados'))).toEqual([])
    expect((await readdir(join(root, 'hechos'))).sort()).toEqual([
      '2026-10-01T10-00-00-000Z.zip',
      '2026-10-01T11-00-00-000Z',
      '2026-10-01T12-00-00-000Z',
      '2026-11-29T10-00-00-000Z',
      'guardado',
    ])
  })

  test('what cannot be cleared is told once and holds nothing back', async () => {
    await rm(join(root, 'rechazados'), { recursive: true })
    const bring = newExports()
    const before = (await runs()).length
    await bringFiles(database().db, bring, never)
    expect(await lying()).toEqual([PRODUCTS, PARTNERS])
    at += HOUR
    await bringFiles(database().db, bring, never)
    expect((await runs()).slice(before)).toEqual(['No se puede borrar lo viejo de rechazados (ENOENT)\r\n'])
  })
})
