/** `bulto export`: all of a shop as files, and a shop made of them again (R396). */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import type { Db } from '../db/open.ts'
import { openDatabase } from '../db/open.ts'
import { importFeed } from '../erp/erp.ts'
import { createLog } from '../log.ts'
import { startShop } from '../main.ts'
import { openFolderFeed } from '../ports/erp/folder.ts'
import { pushWire } from '../ports/erp/push-wire.ts'
import { diskFiles } from '../ports/files/disk.ts'
import { readCsv } from '../spreadsheets/csv.ts'
import { bultoHere } from '../test/bulto-here.ts'
import { makeMarkedWorld } from '../test/marked-world.ts'
import { createDatabase, openTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { writeExport } from '../whole-shop/export-folder.ts'
import { exportShop } from '../whole-shop/export-shop.ts'
import { jsonFrame } from '../whole-shop/frames.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

let folder: string
let shops: TestDatabase[]
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-export-'))
  shops = []
})
afterEach(async () => {
  for (const shop of shops) await shop.close()
  fs.rmSync(folder, { recursive: true })
})

async function openShop(): Promise<Db> {
  const shop = await openTestDatabase('server')
  shops.push(shop)
  return shop.db
}
const inFolder = (name: string) => path.join(folder, name)
const exported = async (db: Db, name: string) => {
  fs.mkdirSync(inFolder('files'), { recursive: true })
  const source = { db, files: diskFiles(inFolder('files')), spoolDir: folder }
  await writeExport(inFolder(name), exportShop(source, pushWire))
  return inFolder(name)
}

const LATER = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
/** What a feed of an ERP may hold, with all that a careless writer of CSV loses. */
const feed: Record<string, string> = {
  vendedores: 'ID_VC;DESCRIP_VC\n7;Norma Paz\n',
  zonas: 'ID_ZON;DESCRIPCION_ZON\n3;"Cuyo; y ""norte"""\n',
  expresos: 'ID_EXP;NOMBRE_EXP\n12;Expreso Andino\n',
  ivas: 'ID_IVA;DESCRIP_IVA\n1;Responsable inscripto\n',
  listas: 'ID_LIS;DESCRIP_LIS\n2;Mayorista\n',
  clientes:
    'ID_CLI;CODIGO_CLI;RAZONSOCIAL_CLI;NOMBRE_CLI;CUIT_CLI;EMAIL_CLI;ID_VC;IDCDV_CLI;ID_ZON;ID_IVA;BONIF_CLI;ACTIVO;ID_LIS\n' +
    '77;007;Juguetería Ñandú;Ana;30712345671;a@b.example;7;4;3;1;5,25;1;2\n78;0078;=1+1;;;;;1;;;0;0;\n',
  direcciones:
    'ID_DIR;ID_CLI;DIRECCION_DIR;LOCALIDAD_DIR;IDPRV_DIR;CP_DIR;ID_EXP;NOMBRE_DIR\n310;77;San Martín 10;La Rioja;0;05300;12;Centro\n',
  articulos:
    'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO;EAN_ART;PESO_ART;STOCK_ART;INGRESO_ART;IVA_ART;EDAD_DESDE;EDAD_HASTA;LICENCIA;GENERO\n' +
    `1;00123;"Muñeca ""bebé""; 30 cm";B-1;24;12;3;6;2026;1;07798800000018;350;0;${LATER};10,5;36;72;Ponis;Niñas\n` +
    '2;123;=HYPERLINK(1);;0;0;0;1;;0;;;;;;;;;\n3;A/B;Auto;;1;1;0;1;;1;;;12;;21;;;;\n',
  precios: `ID_ART;PRECIO_LPI;DESDE\n1;15490,5;\n1;16000,01;${LATER}\n2;0;\n3;0,1;\n`,
  precios_listas: `ID_LIS;ID_ART;PRECIO_LPI;DESDE\n2;1;14200;\n2;1;14500,55;${LATER}\n2;3;0;\n`,
  precios_clientes: `ID_CLI;ID_ART;PRECIO_LPI;DESDE;HASTA;CON_DESCUENTO\n77;3;99,9;;${LATER};1\n`,
  asignaciones:
    'CODIGO_ART;MARCA;CATEGORIA;SUBCATEGORIA;ORDEN_IO;DESCUENTO_IO;OFERTA_IO;DESTACADO_IO;INDICACION_IO;ACTIVO_IO\n' +
    'A/B;Zeta;Autos;;2;0;0;1;;1\n00123;Alfa;Muñecas;Bebés;1;12,5;1;0;Con pilas;1\n123;Alfa;;;0;0;0;0;;0\n',
  escalas:
    'ID_ESC;ID_ART;MARCA;CATEGORIA;SUBCATEGORIA;UNIDADES;PORCENTAJE;ID_LIS\n1;1;;;;24;10,5;\n2;;Alfa;Muñecas;;48;20;2\n',
  cuentas: 'ID_CLI;FECHA_CTA;SALDO_CTA;LIMITE_CTA\n77;2026-10-24T18:00:00Z;-1234,56;500000\n',
  saldos:
    'ID_SAL;ID_CLI;FECHA_SAL;TIPO_SAL;NUMERO_SAL;EMISION_SAL;VENCE_SAL;IMPORTE_SAL;SALDO_SAL\n' +
    '3001;77;2026-10-24T18:00:00Z;factura;A 0003-00012345;2026-10-24;2026-12-24;44147,94;10,01\n',
  pedidos_anteriores:
    'ID_ANT;ID_CLI;CODIGO_CLI;FECHA_ANT;NUMERO_ANT;ESTADO_ANT;IMPORTE_ANT;IDCON_PED;NUMERO_PED\n' +
    '70011;77;;2025-08-14T13:30:00Z;0001-00004711;facturado;88295,88;;\n70012;;0078;2025-08-15T03:00:00Z;;;;;\n',
  renglones_anteriores:
    'ID_ANT;RENGLON_ANT;CODIGO_ART;DESCRIP_ART;CANTIDAD_ANT;PRECIO_ANT\n' +
    '70011;1;00123;"Muñeca; 30 cm";6;14715,98\n70011;2;=1+1;;-12;\n70012;1;A/B;;3;0\n',
}

/** What docs/export.md says comes out otherwise: numbers that the shop gives, versions, and when a row was made. */
const OTHERWISE = ['version', 'created_at', 'changed_at']
const TABLES = [
  ...['seller', 'zone', 'carrier', 'vat_condition', 'price_list', 'client', 'client_address', 'article', 'price'],
  ...['price_ahead', 'list_price', 'client_price', 'brand', 'category', 'listing', 'price_step', 'client_account'],
  ...['client_bill', 'past_order', 'past_order_line'],
]
/** Stands in what nobody is shown: passwords, keys of links and of inventories. */
const KEY = 'clave-que-nadie-lee'

async function rowsOf(db: Db) {
  const found: Record<string, string[]> = {}
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.kysely)
    found[table] = rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !OTHERWISE.includes(name))))
      .toSorted()
  }
  return found
}

async function importInto(db: Db, directory: string) {
  const report = await importFeed(db, await openFolderFeed(directory), { partial: false, force: false })
  expect(report.files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem })))).toEqual([])
  expect(report.complete).toBe(true)
}

test('export and import again give the same shop, table by table, and the same export', async () => {
  const first = await openShop()
  await importInto(first, await feedFolder())
  const before = await rowsOf(first)
  // Otherwise the comparison below would compare nothing.
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])

  const written = await exported(first, 'once')
  const second = await openShop()
  await importInto(second, written)
  expect(await rowsOf(second)).toEqual(before)

  const again = await exported(second, 'twice')
  for (const name of Object.keys(feed))
    expect(fs.readFileSync(path.join(again, `${name}.csv`), 'utf8'), name).toBe(
      fs.readFileSync(path.join(written, `${name}.csv`), 'utf8'),
    )
})

test('everybody’s data is in the files, each row as wide as its headings, and no secret', async () => {
  const db = await openShop()
  const world = await makeMarkedWorld(db)
  for (const [table, column] of Object.entries({
    app_user: 'password_hash',
    webhook: 'secret',
    shared_link: 'token_hash',
  }))
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${KEY} || ctid::text`.execute(db.kysely)
  for (const key of ['INVENTARIO_CON_PRECIO', 'INVENTARIO_SIN_PRECIO'])
    await sql`insert into setting (key, value) values (${key}, ${KEY})
      on conflict (key) do update set value = excluded.value`.execute(db.kysely)
  const written = await exported(db, 'all')
  const names = fs.readdirSync(written, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'))
  const texts = names.map((name) => fs.readFileSync(path.join(written, name), 'utf8')).join('\n')
  for (const owner of ['A1', 'A2', 'B1', 'B2', 'office'] as const) expect(texts, owner).toContain(world.markers[owner])
  expect(texts).not.toContain(world.markers.secret)
  expect(texts).not.toContain(KEY)

  for (const name of names) {
    const { rows } = readCsv(fs.readFileSync(path.join(written, name)))
    expect(
      rows.filter(({ damage, cells }) => damage || cells.length !== rows[0]?.cells.length),
      name,
    ).toEqual([])
  }
  const { rows: orders } = readCsv(fs.readFileSync(path.join(written, 'tienda/pedidos.csv')))
  const { rows: count } = await sql<{ count: number }>`select count(*) as count from sales_order`.execute(db.kysely)
  expect(orders.length - 1).toBe(count[0]?.count)
})

test('an export is whole or absent, and goes over nothing', async () => {
  async function* broken() {
    yield jsonFrame('table', { name: 'tienda/pedidos.csv', columns: [] })
    throw new Error('the disk is full')
  }
  await expect(writeExport(inFolder('x'), broken())).rejects.toThrow('the disk is full')
  async function* cut() {
    yield jsonFrame('table', { name: 'tienda/pedidos.csv', columns: [] })
  }
  await expect(writeExport(inFolder('x'), cut())).rejects.toThrow('La exportación no llegó a su final.')
  async function* outside() {
    yield jsonFrame('table', { name: '../fuera.csv', columns: [] })
  }
  await expect(writeExport(inFolder('x'), outside())).rejects.toThrow()
  expect(fs.readdirSync(folder)).toEqual([])

  fs.writeFileSync(inFolder('mine.txt'), 'mine')
  const refused = await bultoHere(['export', folder], { DATA_DIR: inFolder('data') })
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('no está vacía, y no se pisa nada') })
  expect(fs.readdirSync(folder)).toEqual(['mine.txt'])
})

test('beside a running shop with the embedded database, pictures by their article’s code', async () => {
  const place = await createDatabase('embedded')
  try {
    const files = diskFiles(path.join(place.dataDir, 'files'))
    const db = await openDatabase(place.options)
    await importFeed(db, await openFolderFeed(await feedFolder()), { partial: false, force: false })
    const name = `${'a'.repeat(40)}.webp`
    const other = `${'b'.repeat(40)}.webp`
    for (const [slot, file] of [
      [1, name],
      [2, other],
    ] as const)
      await db.kysely
        .insertInto('media')
        .values({ article_id: slot === 1 ? 1 : 3, slot, kind: 'image', file, content_type: 'image/webp' })
        .execute()
    await db.close()
    await files.put(name, Buffer.from('shown'))
    await files.put(`${'a'.repeat(40)}.orig.jpg`, Buffer.from('as it was uploaded'))
    const env = { DATA_DIR: place.dataDir, LOG_LEVEL: 'silent', PORT: '0' }
    const shop = await startShop(readConfig({ ...env, NODE_ENV: 'production' }), { log: createLog('silent') })
    try {
      const { code, said } = await bultoHere(['export', inFolder('out')], env)
      expect(said).toContain('Falta el archivo fotos/A%2fB_2.webp')
      expect(code).toBe(0)
    } finally {
      await shop.close()
    }
    expect(fs.readdirSync(inFolder('out/fotos'))).toEqual(['00123.jpg'])
    expect(fs.readFileSync(inFolder('out/fotos/00123.jpg'), 'utf8')).toBe('as it was uploaded')
    expect(fs.readFileSync(inFolder('out/LEEME.md'), 'utf8')).toContain('# La exportación de una tienda')
    // The rest is as readable from a shop that stands still.
    expect((await bultoHere(['export', inFolder('still')], env)).code).toBe(0)
    expect(fs.readFileSync(inFolder('still/articulos.csv'), 'utf8')).toBe(
      fs.readFileSync(inFolder('out/articulos.csv'), 'utf8'),
    )
  } finally {
    await place.remove()
  }
})

async function feedFolder(): Promise<string> {
  fs.mkdirSync(inFolder('feed'), { recursive: true })
  for (const [name, text] of Object.entries(feed)) fs.writeFileSync(inFolder(`feed/${name}.csv`), text)
  return inFolder('feed')
}
