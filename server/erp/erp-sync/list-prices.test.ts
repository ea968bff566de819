/** Lists of prices and prices of one client's own as an ERP's folder brings them (R353). */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { restFeed } from '../../ports/erp/rest-feed.ts'
import { makeArticle } from '../../test/make.ts'
import { pagedList } from '../../test/stubs/paged-list.ts'
import { withDatabases } from '../../test/test-database.ts'
import { type ImportOptions, importFeed, tryFeed } from './erp-sync.service.ts'

const LISTS = 'ID_LIS;DESCRIP_LIS'
const LIST_PRICES = 'ID_LIS;ID_ART;PRECIO_LPI;DESDE'
const CLIENT_PRICES = 'ID_CLI;ID_ART;PRECIO_LPI;DESDE;HASTA;CON_DESCUENTO'
const CLIENTS =
  'ID_CLI;CODIGO_CLI;RAZONSOCIAL_CLI;NOMBRE_CLI;CUIT_CLI;EMAIL_CLI;ID_VC;IDCDV_CLI;ID_ZON;ID_IVA;BONIF_CLI;ACTIVO;ID_LIS'
const client = (id: number, list: number | '', { bonus = 5, name = 'Sol', active = 1 } = {}) =>
  `${id};C${id};${name};;;;;1;;;${bonus};${active};${list}`
const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
/** A day on which some prices have begun and others have not: the 1st of December, 09:00 in Buenos Aires. */
const NOW = Date.parse('2026-12-01T12:00:00Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-lists-'))
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

withDatabases('the files of price lists', (database) => {
  beforeAll(async () => {
    for (const id of range(30)) await makeArticle(database().db, { id, listPrice: 100_00 })
  })
  beforeEach(async () => {
    const { kysely } = database().db
    await sql`truncate client_price, list_price, erp_taken, erp_waiting, erp_waiting_rows, audit cascade`.execute(
      kysely,
    )
    await sql`delete from price_step`.execute(kysely)
    await sql`delete from client where from_erp`.execute(kysely)
    await sql`delete from price_list`.execute(kysely)
    await take({ listas: [LISTS, '1;Minorista', '2;Mayorista'] })
    await take({ clientes: [CLIENTS, client(7, ''), client(8, '')] })
    await sql`update catalogue_version set due = false`.execute(kysely)
  })

  const write = async (files: Record<string, readonly string[]>) => {
    for (const name of await readdir(folder)) await rm(join(folder, name))
    for (const [name, rows] of Object.entries(files))
      await writeFile(join(folder, `${name}.csv`), [...rows, ''].join('\r\n'))
  }
  /** Imports files and answers their reports. */
  async function take(files: Record<string, readonly string[]>, options: ImportOptions = {}) {
    await write(files)
    return (await importFeed(database().db, await openFolderFeed(folder), options)).files
  }
  const told = (problems: readonly { row: number | null; message: string }[]) =>
    problems.map(({ row, message }) => [row, message])
  const listPrices = async () => {
    const rows = await database().db.kysely.selectFrom('list_price').selectAll().orderBy('id').execute()
    return rows.map(({ id, since, list_price, active }) => [id, since, list_price, active])
  }
  const inUse = async () =>
    (
      await database()
        .db.kysely.selectFrom('list_price')
        .select('id')
        .where('active', '=', true)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id)
  const version = async () =>
    (await database().db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

  test('a price of a list begins at 00:00 in Buenos Aires, at an hour, or has always held', async () => {
    const rows = ['1;1;10;', '1;2;20;30/11/2026', '1;3;30;2026-12-24 18:30', '2;1;40;2026-11-30T03:00:00Z', '2;2;0;']
    const before = await version()
    const [report] = await take({ precios_listas: [LIST_PRICES, ...rows] })
    expect([report?.outcome, report?.inserted, await version()]).toEqual(['imported', 5, before + 1])
    const stored = [
      ['1/1/', '-infinity', 10_00, true],
      ['1/2/2026-11-30T03:00:00.000Z', '2026-11-30T03:00:00.000Z', 20_00, true],
      ['1/3/2026-12-24T21:30:00.000Z', '2026-12-24T21:30:00.000Z', 30_00, true],
      ['2/1/2026-11-30T03:00:00.000Z', '2026-11-30T03:00:00.000Z', 40_00, true],
      ['2/2/', '-infinity', 0, true],
    ]
    expect(await listPrices()).toEqual(stored)
    const [again] = await take({ precios_listas: [LIST_PRICES, ...rows] })
    expect([again?.unchanged, await listPrices(), await version()]).toEqual([5, stored, before + 1])
  })

  test('a file without DESDE is read, and a later one with it stands beside its prices', async () => {
    await take({ precios_listas: ['ID_LIS;ID_ART;PRECIO_LPI', '1;1;10', '1;2;20'] })
    const [report] = await take({ precios_listas: [LIST_PRICES, '1;1;10;', '1;2;20;', '1;1;12;25/12/2026'] })
    expect([report?.unchanged, report?.inserted]).toEqual([2, 1])
    expect(await inUse()).toEqual(['1/1/', '1/1/2026-12-25T03:00:00.000Z', '1/2/'])
  })

  test('a full file puts out of use what it lacks; one of beginnings ahead alone ends nothing and says so', async () => {
    await take({ precios_listas: [LIST_PRICES, '1;1;10;', '1;2;20;', '1;3;30;'] })
    const [ahead] = await take({ precios_listas: [LIST_PRICES, '1;1;11;02/12/2026', '1;2;21;2026-12-01 09:01'] })
    expect([ahead?.outcome, ahead?.inserted, ahead?.deactivated]).toEqual(['imported', 2, 0])
    expect(told(ahead?.remarks ?? [])).toEqual([
      [null, 'Solo trae precios que todavía no rigen: lo que falta en el archivo sigue como estaba'],
    ])
    expect(await inUse()).toHaveLength(5)
    const [full] = await take(
      { precios_listas: [LIST_PRICES, '1;1;11;02/12/2026', '1;2;21;2026-12-01 09:00'] },
      { force: true },
    )
    expect([full?.inserted, full?.deactivated]).toEqual([1, 4])
    expect(await inUse()).toEqual(['1/1/2026-12-02T03:00:00.000Z', '1/2/2026-12-01T12:00:00.000Z'])
  })

  test('bad rows of a list are told in words, and nothing of the file is taken', async () => {
    const [report] = await take({
      precios_listas: [
        LIST_PRICES,
        '1;1;10;',
        '1;1;11;',
        '9;1;10;',
        '1;999999;10;',
        '1;2;10;31/02/2026',
        '1;2;;',
        '1;2;-1;',
      ],
    })
    expect(report?.outcome).toBe('refused')
    expect(told(report?.problems ?? [])).toEqual([
      [3, 'Repite ID_LIS, ID_ART, DESDE de la fila 2'],
      [4, 'La lista 9 no existe'],
      [5, 'El artículo 999999 no existe'],
      [6, '«31/02/2026» debe ser una fecha dd/mm/aaaa'],
      [7, 'Está vacío'],
      [8, 'No puede ser negativo'],
    ])
    expect(await listPrices()).toEqual([])
  })

  test('a feed leaves a list of the shop’s own alone, with its clients and prices, and can’t write to it (R359)', async () => {
    const { kysely } = database().db
    const id = 1_000_000_001
    await kysely.insertInto('price_list').values({ id, name: 'Revendedores', from_erp: false }).execute()
    const own = { list_id: id, article_id: 1, since: '-infinity', from_erp: false }
    await kysely
      .insertInto('list_price')
      .values({ id: `${id}/1/`, ...own, list_price: 5_00 })
      .execute()
    await sql`update client set own_list_id = ${id} where id = 7`.execute(kysely)
    await take({
      listas: [LISTS, '1;Minorista'],
      precios_listas: [LIST_PRICES, '1;1;10;'],
      clientes: [CLIENTS, client(7, 1), client(8, 1)],
    })
    expect(await inUse()).toEqual(['1/1/', `${id}/1/`])
    const clients = await kysely.selectFrom('client').select(['id', 'list_id', 'own_list_id']).orderBy('id').execute()
    expect(clients.filter(({ id: client }) => client === 7 || client === 8)).toEqual([
      { id: 7, list_id: 1, own_list_id: id },
      { id: 8, list_id: 1, own_list_id: null },
    ])
    const [lists, prices] = await take({
      listas: [LISTS, '1;Minorista', `${id};Mía`],
      precios_listas: [LIST_PRICES, '1;1;10;', `${id};1;1;`],
    })
    expect(told(lists?.problems ?? [])).toEqual([[3, expect.stringContaining('propio de la tienda')]])
    expect(prices?.outcome).toBe('refused')
    const stored = await kysely.selectFrom('price_list').select('name').where('id', '=', id).executeTakeFirst()
    expect(stored?.name).toBe('Revendedores')
  })

  test("a client's price ends with its last day in Buenos Aires, and later ones may overlap", async () => {
    const [report] = await take({
      precios_clientes: [
        CLIENT_PRICES,
        '7;1;10;;;',
        '7;1;9;30/11/2026;31/12/2026;1',
        '7;1;8;15/12/2026;2026-12-20 18:00;0',
        '8;1;7;01/12/2026;01/12/2026;',
      ],
    })
    expect(report).toMatchObject({ outcome: 'imported', inserted: 4 })
    const rows = await database().db.kysely.selectFrom('client_price').selectAll().orderBy('id').execute()
    expect(
      rows.map(({ id, since, until, list_price, with_discount }) => [id, since, until, list_price, with_discount]),
    ).toEqual([
      ['7/1/', '-infinity', 'infinity', 10_00, false],
      ['7/1/2026-11-30T03:00:00.000Z', '2026-11-30T03:00:00.000Z', '2027-01-01T03:00:00.000Z', 9_00, true],
      ['7/1/2026-12-15T03:00:00.000Z', '2026-12-15T03:00:00.000Z', '2026-12-20T21:00:00.000Z', 8_00, false],
      ['8/1/2026-12-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z', '2026-12-02T03:00:00.000Z', 7_00, false],
    ])
    const [again] = await take({ precios_clientes: ['ID_CLI;ID_ART;PRECIO_LPI', '7;1;10'] }, { force: true })
    expect(again).toMatchObject({ unchanged: 1, deactivated: 3 })
  })

  test('bad rows of client prices are told in words', async () => {
    const [report] = await take({
      precios_clientes: [
        CLIENT_PRICES,
        '7;1;10;02/12/2026;01/12/2026;',
        '7;1;10;2026-12-01 10:00;2026-12-01 10:00;',
        '7;2;10;01/12/2026;;',
        '7;2;11;01/12/2026;31/12/2026;',
        '99;1;10;;;',
        '7;3;10;;;2',
      ],
    })
    expect(told(report?.problems ?? [])).toEqual([
      [2, 'HASTA debe ser posterior a DESDE'],
      [3, 'HASTA debe ser posterior a DESDE'],
      [5, 'Repite ID_CLI, ID_ART, DESDE de la fila 4'],
      [6, 'El cliente 99 no existe'],
      [7, '«2» debe ser 1 o 0'],
    ])
  })

  test("a client's list and bonus make the catalogue's version due, another change of it does not", async () => {
    const before = await version()
    await take({ clientes: [CLIENTS, client(7, '', { name: 'Luna' }), client(8, '')] })
    expect(await version()).toBe(before)
    await take({ clientes: [CLIENTS, client(7, 2, { name: 'Luna' }), client(8, '')] })
    expect(await version()).toBe(before + 1)
    await take({ clientes: [CLIENTS, client(7, 2, { name: 'Luna' }), client(8, '', { bonus: 6 })] })
    expect(await version()).toBe(before + 2)
    // An old feed says nothing of lists: they stay.
    const old = (row: string) => row.replace(/;[^;]*$/, '')
    const [report] = await take({
      clientes: [CLIENTS, client(7, 2, { name: 'Luna' }), client(8, '', { bonus: 6 })].map(old),
    })
    expect([report?.outcome, report?.unchanged]).toEqual(['imported', 2])
    const lists = await database().db.kysely.selectFrom('client').select(['id', 'list_id']).orderBy('id').execute()
    expect(lists).toEqual([
      { id: 7, list_id: 2 },
      { id: 8, list_id: null },
    ])
    const [unknown] = await take({ clientes: [CLIENTS, client(7, 9)] }, { force: true })
    expect(told(unknown?.problems ?? [])).toEqual([[2, 'La lista 9 no existe']])
  })

  test('a step of prices may be of one list, and of all where it names none', async () => {
    const heading = 'ID_ESC;ID_ART;MARCA;UNIDADES;PORCENTAJE;ID_LIS'
    const [bad] = await take({ escalas: [heading, '1;1;;12;5;9'] })
    expect(told(bad?.problems ?? [])).toEqual([[2, 'La lista 9 no existe']])
    await take({ escalas: [heading, '1;1;;12;5;2', '2;1;;24;10;'] })
    const steps = await database().db.kysely.selectFrom('price_step').select(['id', 'list_id']).orderBy('id').execute()
    expect(steps).toEqual([
      { id: 1, list_id: 2 },
      { id: 2, list_id: null },
    ])
  })

  test('clients of a list without prices are told with their rows once all files are taken', async () => {
    const files = { clientes: [CLIENTS, client(7, 2), client(8, 1), client(9, 2, { active: 0 })] }
    const withPrices = { ...files, precios_listas: [LIST_PRICES, '1;1;10;', '2;1;0;', '2;2;5;02/12/2026'] }
    for (const run of [tryFeed, importFeed]) {
      await write(withPrices)
      const [clients] = (await run(database().db, await openFolderFeed(folder))).files
      expect(clients?.remarks).toMatchObject([
        { row: 2, column: 'ID_LIS', message: 'La lista 2 «Mayorista» no tiene precios que rijan hoy' },
      ])
    }
    const [prices] = await take({ precios_listas: [LIST_PRICES, '1;1;10;'] }, { force: true })
    expect(told(prices?.remarks ?? [])).toEqual([
      [null, 'La lista 2 «Mayorista» no tiene precios que rijan hoy y la tiene un cliente'],
    ])
    const [full] = await take({ precios_listas: [LIST_PRICES, '1;1;10;', '2;1;10;'] })
    expect(full?.remarks).toEqual([])
    const [lists] = await take({ listas: [LISTS, '1;Minorista'] }, { force: true })
    expect(told(lists?.remarks ?? [])).toEqual([
      [null, 'La lista 2 «Mayorista» está fuera de uso y la tiene un cliente'],
    ])
  })

  const priced = (list: number, price: (id: number) => number | string, ids = range(30), since = '') =>
    ids.map((id) => `${list};${id};${price(id)};${since}`)
  const guardsOf = async (rows: readonly string[]) => {
    const [report] = await take({ precios_listas: [LIST_PRICES, ...rows] })
    return report?.guards.map(({ code, message }) => `${code}: ${message}`)
  }

  test('guards judge each list for itself, by the price that holds, and name it', async () => {
    await take({ precios_listas: [LIST_PRICES, ...priced(1, () => 100), ...priced(2, () => 200, [1, 2, 3])] })
    // One article of the small list is a third of it, and nothing of both.
    expect(await guardsOf([...priced(1, () => 100), ...priced(2, () => 200, [1, 2])])).toEqual([
      'BAJAS: Dejaría fuera de uso 1 de 3 precios de la lista 2 «Mayorista» (33 %; faltan 1, vienen en 0 o inactivos 0)',
    ])
    expect(await guardsOf([...priced(1, () => 100), ...priced(2, (id) => (id === 1 ? 2000 : 200), [1, 2, 3])])).toEqual(
      ['DIEZ_VECES: 1 de 3 precios de la lista 2 «Mayorista» cambian diez veces o más'],
    )
    expect(await guardsOf([...priced(1, (id) => (id <= 10 ? 160 : 100)), ...priced(2, () => 200, [1, 2, 3])])).toEqual([
      'PRECIOS: 10 de 30 precios de la lista 1 «Minorista» (33 %) cambian más del 50 %',
    ])
    expect(await guardsOf([...priced(1, () => 100, range(20)), ...priced(2, () => 200, [1, 2, 3])])).toEqual([
      'BAJAS: Dejaría fuera de uso 10 de 30 precios de la lista 1 «Minorista» (33 %; faltan 10, vienen en 0 o inactivos 0)',
      'FILAS: Trae 20 precios de la lista 1 «Minorista» y había 30 (33 % menos)',
    ])
    // A list that is new has nothing to lose.
    await take({ listas: [LISTS, '1;Minorista', '2;Mayorista', '3;Nueva'] })
    expect(
      await guardsOf([...priced(1, () => 100), ...priced(2, () => 200, [1, 2, 3]), ...priced(3, () => 1, [1])]),
    ).toEqual([])
  })

  test('a price that goes on under a new beginning is no loss, and one of ten times is seen under it, also ahead', async () => {
    await take({ precios_listas: [LIST_PRICES, ...priced(1, () => 100)] })
    // Beside the price that it follows.
    expect(await guardsOf([...priced(1, () => 100), '1;4;1200;30/11/2026'])).toEqual([
      'DIEZ_VECES: 1 de 30 precios de la lista 1 «Minorista» cambian diez veces o más',
    ])
    expect(await guardsOf(priced(1, () => 110, range(30), '01/12/2026'))).toEqual([])
    expect(await inUse()).toHaveLength(30)
    expect(await guardsOf(priced(1, (id) => (id === 4 ? 1200 : 110), range(30), '2026-12-01 08:00'))).toEqual([
      'DIEZ_VECES: 1 de 30 precios de la lista 1 «Minorista» cambian diez veces o más',
    ])
    // A file that only announces: the share is one of all that the list has.
    expect(await guardsOf(priced(1, (id) => (id === 4 ? 1200 : 110), [4, 5], '24/12/2026'))).toEqual([
      'DIEZ_VECES: 1 de 30 precios de la lista 1 «Minorista» cambian diez veces o más',
    ])
    expect(await guardsOf(priced(1, () => 120, [4, 5], '24/12/2026'))).toEqual([])
    // It was judged when it came; when its day has come, it is no change.
    vi.setSystemTime(Date.parse('2026-12-24T03:00:00Z'))
    expect(
      await guardsOf([...priced(1, () => 110, range(30), '01/12/2026'), ...priced(1, () => 120, [4, 5], '24/12/2026')]),
    ).toEqual([])
  })

  test('prices of clients are judged together, and shown with article and client', async () => {
    const rows = range(10).map((id) => `7;${id};100;;;`)
    await take({ precios_clientes: [CLIENT_PRICES, ...rows, '8;1;100;;;', '8;2;100;;;'] })
    const [few] = await take({ precios_clientes: [CLIENT_PRICES, ...rows, '8;1;100;;;'] })
    expect(few).toMatchObject({ outcome: 'imported', deactivated: 1 })
    await write({ precios_clientes: [CLIENT_PRICES, ...rows, '8;1;2000;;;'] })
    const [moved] = (await importFeed(database().db, await openFolderFeed(folder), { waits: 'prueba' })).files
    expect(moved?.guards).toMatchObject([{ message: '1 de 11 precios de clientes cambian diez veces o más' }])
    const { shown } = await database()
      .db.kysely.selectFrom('erp_waiting')
      .select('shown')
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    expect(shown).toMatchObject({ precios: [{ descripcion: expect.stringContaining('(cliente C8 Sol)') }] })
  })

  test('an article that goes on under a new id keeps its prices in lists', async () => {
    await take({
      precios_listas: [LIST_PRICES, '1;1;10;', '1;1;11;24/12/2026'],
      precios_clientes: [CLIENT_PRICES, '7;1;9;;;'],
    })
    const heading = 'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO'
    const articles = await database()
      .db.kysely.selectFrom('article')
      .select(['id', 'code'])
      .where('active', '=', true)
      .orderBy('id')
      .execute()
    const rows = articles.map(({ id, code }) => `${id === 1 ? 901 : id};${code};Oso;;1;0;0;1;;1`)
    const [report] = await take({ articulos: [heading, ...rows] })
    expect(report).toMatchObject({ outcome: 'imported', inserted: 1, deactivated: 1 })
    expect(await inUse()).toEqual(['1/901/', '1/901/2026-12-24T03:00:00.000Z'])
    const [prices] = await take({ precios_listas: [LIST_PRICES, '1;901;10;', '1;901;11;24/12/2026'] })
    expect(prices).toMatchObject({ unchanged: 2 })
  })

  test('over REST a page begins after a key of three columns, and a row that is gone ends', async () => {
    await take({ listas: [LISTS, '1;Minorista', '2;Mayorista', '12;Remate'] })
    const row = (list: number, more: object = {}) => {
      return { ID_LIS: list, ID_ART: 1, PRECIO_LPI: 10.5, ACTUALIZADO: '2026-11-21T10:30:00Z', ...more }
    }
    const erp = await pagedList('/precios_listas', {
      first: '',
      pages: { '': [row(12), row(2), row(1, { DESDE: '2026-12-24' })], '12/1/': [row(12, { ID_ART: 10 })] },
      later: [{ ID_LIS: 1, ID_ART: 1, DESDE: '24/12/2026', BAJA: 1, ACTUALIZADO: '2026-12-01T10:00:00Z' }],
    })
    const { db } = database()
    const read = () => {
      const service = restErp({ url: erp.url, token: 'x', pause: async () => {} })
      return importFeed(db, restFeed({ erp: service, db: db.kysely }))
    }
    try {
      expect((await read()).files).toMatchObject([{ outcome: 'imported', inserted: 4 }])
      expect(erp.asked).toEqual(['', '12/1/'])
      expect((await read()).files).toMatchObject([{ outcome: 'imported', deactivated: 1 }])
      expect(await inUse()).toEqual(['12/1/', '12/10/', '2/1/'])
    } finally {
      await erp.close()
    }
  })
})
