/** Orders of the past as an ERP's folder and its calls bring them (R397), on both databases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import { keptKeys, triedKeys } from '../../ports/erp/mapping/feed-keys.ts'
import { decodeMapping } from '../../ports/erp/mapping/mapping.ts'
import { pushWire } from '../../ports/erp/push-wire.ts'
import { restErp } from '../../ports/erp/rest-client.ts'
import { restFeed } from '../../ports/erp/rest-feed.ts'
import { makeClient, makeUser } from '../../test/make.ts'
import { httpStub } from '../../test/stubs/http-stub.ts'
import { withDatabases } from '../../test/test-database.ts'
import { importFeed, takeBatch, tryFeed } from '../erp-sync/erp-sync.service.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-past-'))
})
afterEach(() => rm(folder, { recursive: true }))

const HEADS = 'ID_ANT;CODIGO_CLI;FECHA_ANT;NUMERO_ANT;ESTADO_ANT;IMPORTE_ANT;IDCON_PED;NUMERO_PED'
const LINES = 'ID_ANT;RENGLON_ANT;CODIGO_ART;DESCRIP_ART;CANTIDAD_ANT;PRECIO_ANT'

withDatabases('orders of the past', (database) => {
  beforeEach(async () => {
    await sql`truncate past_order, past_order_line, client, job, sales_order restart identity cascade`.execute(
      database().db.kysely,
    )
  })

  const write = async ({ heads, lines }: { heads?: readonly string[]; lines?: readonly string[] }) => {
    if (heads) await writeFile(join(folder, 'pedidos_anteriores.csv'), [HEADS, ...heads, ''].join('\r\n'))
    if (lines) await writeFile(join(folder, 'renglones_anteriores.csv'), [LINES, ...lines, ''].join('\r\n'))
  }
  const take = async (given: { heads?: readonly string[]; lines?: readonly string[] }) => {
    await rm(folder, { recursive: true })
    folder = await mkdtemp(join(tmpdir(), 'bulto-past-'))
    await write(given)
    return (await importFeed(database().db, await openFolderFeed(folder))).files
  }
  const makeOrder = (
    clientId: number,
    userId: number,
    told: { erp_state: 'accepted' | 'exported' | null; erp_number: number | null },
  ) =>
    database()
      .db.kysely.insertInto('sales_order')
      .values({
        ...{ user_id: userId, client_id: clientId, business_name: 'x', address_id: 0, address: 'x', sale_condition: 1 },
        ...{ channel: 'web', created_by: userId, line_count: 1, total: 0, ...told },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  /** Everything that is stored but when it was. */
  const stored = async () => {
    const { kysely } = database().db
    const heads = await sql`select id, client_id, at, number, state, total, shop_order_id, line_count, lines_total
      from past_order order by id`.execute(kysely)
    const lines = await sql`select * from past_order_line order by past_id, line`.execute(kysely)
    return [heads.rows, lines.rows]
  }
  const figures = (files: readonly { inserted: number; changed: number; unchanged: number; deactivated: number }[]) =>
    files.map(({ inserted, changed, unchanged, deactivated }) => [inserted, changed, unchanged, deactivated])

  test('come by the code of their client, with lines of articles that the shop does not have', async () => {
    const sol = await makeClient(database().db, { code: '0077' })
    const [heads, lines] = await take({
      heads: ['11;0077;14/08/2025 10:30;0001-11;facturado;1234,50;;', '12;0077;2025-09-01;;;;;'],
      lines: ['11;1;00123;Muñeca;6;100,25', '11;2;00999;Auto;-2;', '12;1;00123;;12;99'],
    })
    expect([heads?.outcome, lines?.outcome, lines?.problems]).toEqual(['imported', 'imported', []])
    expect(await stored()).toEqual([
      [
        {
          ...{ id: 11, client_id: sol.id, at: '2025-08-14T13:30:00.000Z', number: '0001-11', state: 'facturado' },
          ...{ total: 1234_50, shop_order_id: null, line_count: 2, lines_total: null },
        },
        {
          ...{ id: 12, client_id: sol.id, at: '2025-09-01T03:00:00.000Z', number: '', state: '' },
          ...{ total: null, shop_order_id: null, line_count: 1, lines_total: 1188_00 },
        },
      ],
      [
        { past_id: 11, line: 1, code: '00123', description: 'Muñeca', quantity: 6, unit_price: 100_25 },
        { past_id: 11, line: 2, code: '00999', description: 'Auto', quantity: -2, unit_price: null },
        { past_id: 12, line: 1, code: '00123', description: '', quantity: 12, unit_price: 99_00 },
      ],
    ])
  })

  test('an order that comes again takes the place of the one that is there, with all its lines', async () => {
    await makeClient(database().db, { code: 'C1' })
    const lines = ['11;1;A;;6;1', '11;2;B;;7;1', '11;3;C;;8;1', '12;1;A;;9;1']
    await take({ heads: ['11;C1;2025-08-14;;;;;', '12;C1;2025-08-15;;;;;'], lines })
    expect(figures(await take({ heads: ['11;C1;2025-08-14;;;;;', '12;C1;2025-08-15;;;;;'], lines }))).toEqual([
      [0, 0, 2, 0],
      [0, 0, 4, 0],
    ])
    // One line less, one other quantity; order 12 is not in the files and stays.
    expect(figures(await take({ heads: ['11;C1;2025-08-16;;;;;'], lines: ['11;1;A;;6;1', '11;3;C;;1;1'] }))).toEqual([
      [0, 1, 0, 0],
      [0, 1, 1, 1],
    ])
    const [heads, left] = await stored()
    expect(left).toMatchObject([
      { past_id: 11, line: 1, quantity: 6 },
      { past_id: 11, line: 3, quantity: 1 },
      { past_id: 12, line: 1 },
    ])
    expect(heads).toMatchObject([
      { id: 11, at: '2025-08-16T03:00:00.000Z', line_count: 2, lines_total: 7_00 },
      { id: 12, line_count: 1 },
    ])
  })

  test('rows that name what is not there are told with their numbers; the others are taken', async () => {
    await makeClient(database().db, { code: 'C1' })
    const [heads, lines] = await take({
      heads: ['11;C1;2025-08-14;;;;;', '12;C9;2025-08-14;;;;;', '13;;2025-08-14;;;;;'],
      lines: ['11;1;A;;6;1', '12;1;A;;6;1'],
    })
    expect([heads?.outcome, heads?.problems.map(({ row, message }) => [row, message])]).toEqual([
      'partial',
      [
        [3, 'El cliente «C9» no existe'],
        [4, 'Falta el cliente: ID_CLI o CODIGO_CLI'],
      ],
    ])
    expect([lines?.outcome, lines?.problems.map(({ row, message }) => [row, message])]).toEqual([
      'partial',
      [[3, 'No hay un pedido anterior con ese ID_ANT']],
    ])
    expect((await stored()).map((rows) => rows?.length)).toEqual([1, 1])
  })

  test('an order of the shop’s own is known by its number or by the ERP’s, and is not there twice', async () => {
    const { db } = database()
    const sol = await makeClient(db, { code: 'C1' })
    const other = await makeClient(db, { code: 'C2' })
    const user = await makeUser(db, 'cliente', { client_id: sol.id })
    const given = await makeOrder(sol.id, user.id, { erp_state: 'accepted', erp_number: 900 })
    // Numbered by the shop itself: an ERP may have had the same number for another order.
    await makeOrder(sol.id, user.id, { erp_state: null, erp_number: 901 })
    const heads = [
      `11;C1;2025-08-14;;;;${given.id};`,
      '12;C1;2025-08-14;;;;;900',
      '13;C1;2025-08-14;;;;;901',
      '14;C2;2025-08-14;;;;;900',
      `15;C2;2025-08-14;;;;${given.id};`,
    ]
    const [told, lines] = await take({ heads, lines: ['11;1;A;;6;1', '12;1;A;;6;1', '13;1;A;;6;1', '14;1;A;;6;1'] })
    expect(told?.remarks.map(({ row, code }) => [row, code])).toEqual([
      [2, 'PROPIO'],
      [3, 'PROPIO'],
    ])
    expect(told?.problems.map(({ row, message }) => [row, message])).toEqual([
      [6, `El pedido ${given.id} de la tienda es de otro cliente`],
    ])
    expect([lines?.outcome, lines?.inserted]).toEqual(['imported', 2])
    const [stand, rows] = await stored()
    expect(stand).toMatchObject([
      { id: 11, shop_order_id: given.id, line_count: 0 },
      { id: 12, shop_order_id: given.id },
      { id: 13, shop_order_id: null, line_count: 1 },
      { id: 14, client_id: other.id, shop_order_id: null },
    ])
    expect(rows).toMatchObject([{ past_id: 13 }, { past_id: 14 }])
  })

  test('one that was taken before the shop’s order had its number loses its lines once it has', async () => {
    const { db } = database()
    const sol = await makeClient(db, { code: 'C1' })
    const user = await makeUser(db, 'cliente', { client_id: sol.id })
    const order = await makeOrder(sol.id, user.id, { erp_state: 'exported', erp_number: null })
    const files = { heads: ['11;C1;2025-08-14;;;;;900'], lines: ['11;1;A;;6;1'] }
    await take(files)
    expect((await stored())[1]).toHaveLength(1)
    await db.kysely.updateTable('sales_order').set({ erp_number: 900 }).where('id', '=', order.id).execute()
    await take(files)
    expect(await stored()).toMatchObject([[{ id: 11, shop_order_id: order.id, line_count: 0, lines_total: null }], []])
  })

  test('a trial tells the same and stores nothing', async () => {
    await makeClient(database().db, { code: 'C1' })
    await write({ heads: ['11;C1;2025-08-14;;;;;'], lines: ['11;1;A;;6;1', '12;1;A;;6;1'] })
    const { files } = await tryFeed(database().db, await openFolderFeed(folder))
    expect(files.map(({ outcome, inserted, refused }) => [outcome, inserted, refused])).toEqual([
      ['imported', 1, 0],
      ['partial', 1, 1],
    ])
    expect(await stored()).toEqual([[], []])
  })

  test('by batches rows come one by one: what a batch lacks stays, and BAJA takes back', async () => {
    const { db } = database()
    await makeClient(db, { code: 'C1' })
    const push = async (table: 'pastOrders' | 'pastLines', rows: readonly object[]) =>
      takeBatch(db, await pushWire.read(table, rows), { source: 'x', isTrial: false }, async () => {})
    const line = (nth: number, quantity: number) => {
      return { ID_ANT: 11, RENGLON_ANT: nth, CODIGO_ART: 'A', CANTIDAD_ANT: quantity, PRECIO_ANT: 2.5 }
    }
    await push('pastOrders', [{ ID_ANT: 11, CODIGO_CLI: 'C1', FECHA_ANT: '2025-08-14' }])
    await push('pastLines', [line(1, 6), line(2, 7)])
    const report = await push('pastLines', [line(2, 8), { ...line(3, 9), ID_ANT: 12 }])
    expect([...(report.results ?? [])]).toEqual([[1, 'changed']])
    expect(report.problems).toMatchObject([{ row: 2, column: 'ID_ANT' }])
    expect(await stored()).toMatchObject([
      [{ line_count: 2, lines_total: 35_00 }],
      [
        { line: 1, quantity: 6 },
        { line: 2, quantity: 8 },
      ],
    ])
    await push('pastLines', [{ ID_ANT: 11, RENGLON_ANT: 1, BAJA: 1 }])
    expect(await stored()).toMatchObject([[{ line_count: 1, lines_total: 20_00 }], [{ line: 2 }]])
    await push('pastOrders', [{ ID_ANT: 11, BAJA: 1 }])
    expect(await stored()).toEqual([[], []])
  })

  test('whatever comes, twice, late and in any order: what the last file says of an order is what stands', async () => {
    await makeClient(database().db, { code: 'C1' })
    await makeClient(database().db, { code: 'C2' })
    const line = fc.record({
      nth: fc.integer({ min: 1, max: 4 }),
      code: fc.constantFrom('0001', '1', 'A/B'),
      quantity: fc.integer({ min: -3, max: 50 }),
      price: fc.option(fc.integer({ min: 0, max: 99_999 })),
    })
    const order = fc.record({
      id: fc.integer({ min: 1, max: 5 }),
      client: fc.constantFrom('C1', 'C2'),
      day: fc.integer({ min: 1, max: 28 }),
      lines: fc.uniqueArray(line, { selector: ({ nth }) => nth, maxLength: 4 }),
    })
    const file = fc.uniqueArray(order, { selector: ({ id }) => id, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), fc.boolean(), async (files, mixed) => {
        await sql`truncate past_order, past_order_line`.execute(database().db.kysely)
        const last = new Map<number, (typeof files)[number][number]>()
        for (const orders of files) {
          const heads = orders.map(({ id, client, day }) => `${id};${client};${day < 10 ? '0' : ''}${day}/03/2025;;;;;`)
          const rows = orders.flatMap(({ id, lines }) =>
            lines.map(({ nth, code, quantity, price }) => {
              return `${id};${nth};${code};;${quantity};${price === null ? '' : (price / 100).toFixed(2).replace('.', ',')}`
            }),
          )
          // Lines of an order need not stand together.
          await take({
            heads,
            lines: mixed ? rows.toReversed().sort((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? '')) : rows,
          })
          for (const given of orders) {
            const lines = given.lines.length > 0 ? given.lines : (last.get(given.id)?.lines ?? [])
            last.set(given.id, { ...given, lines })
          }
        }
        const before = await stored()
        const [heads = [], rows = []] = before as Record<string, unknown>[][]
        expect(heads.map(({ id }) => id)).toEqual([...last.keys()].sort((a, b) => a - b))
        expect(
          rows.map(({ past_id, line, code, quantity, unit_price }) => [past_id, line, code, quantity, unit_price]),
        ).toEqual(
          [...last.values()]
            .sort((a, b) => a.id - b.id)
            .flatMap(({ id, lines }) =>
              lines
                .toSorted((a, b) => a.nth - b.nth)
                .map(({ nth, code, quantity, price }) => [id, nth, code, quantity, price]),
            ),
        )
        await importFeed(database().db, await openFolderFeed(folder))
        expect(await stored()).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })

  test('a file of many rows is taken in parts: what was cut goes on with the same file, and twice changes nothing', async () => {
    const { db } = database()
    await makeClient(db, { code: 'C1' })
    const ids = Array.from({ length: 700 }, (_, at) => at + 1)
    // Only the first line tells the decimal sign of the file.
    const price = (id: number, line: number) => (id === 1 && line === 1 ? '10,50' : '10')
    const lines = ids.flatMap((id) =>
      Array.from({ length: 20 }, (_, at) => `${id};${at + 1};A${at};;${id};${price(id, at + 1)}`),
    )
    await write({ heads: ids.map((id) => `${id};C1;2025-08-14;;;;;`), lines })
    const feed = await openFolderFeed(folder)
    const cut = {
      ...feed,
      async *readParts(table: 'pastOrders' | 'pastLines') {
        for await (const part of feed.readParts?.(table) ?? []) {
          yield part
          if (table === 'pastLines') throw new Error('the machine was switched off')
        }
      },
    }
    await expect(importFeed(db, cut)).rejects.toThrow('switched off')
    const half = ((await stored())[1] ?? []).length
    expect([half > 0, half < lines.length, half % 20]).toEqual([true, true, 0])
    const whole = await importFeed(db, await openFolderFeed(folder))
    expect(whole.files.map(({ outcome, read }) => [outcome, read])).toEqual([
      ['imported', 700],
      ['imported', lines.length],
    ])
    const before = await stored()
    expect(before[1]).toHaveLength(lines.length)
    expect(before[1]?.[0]).toMatchObject({ past_id: 1, line: 1, unit_price: 10_50 })
    expect(figures((await importFeed(db, await openFolderFeed(folder))).files)).toEqual([
      [0, 0, 700, 0],
      [0, 0, lines.length, 0],
    ])
    expect(await stored()).toEqual(before)
    // A trial looks at the first rows, and does not tell of orders that it did not look for.
    expect((await tryFeed(db, await openFolderFeed(folder))).files.map(({ outcome }) => outcome)).toEqual([
      'imported',
      'imported',
    ])
  })

  test('a row that is damaged takes no line away that stands', async () => {
    await makeClient(database().db, { code: 'C1' })
    const heads = ['11;C1;2025-08-14;;;;;']
    await take({ heads, lines: ['11;1;A;;6;1', '11;2;B;;7;1', '11;3;C;;8;1'] })
    const [, damaged] = await take({ heads, lines: ['11;1;A;;9;1', '11;2;B;;siete;1'] })
    expect([damaged?.outcome, damaged?.changed, damaged?.deactivated, damaged?.refused]).toEqual(['partial', 1, 0, 1])
    expect((await stored())[1]).toMatchObject([{ quantity: 9 }, { quantity: 7 }, { quantity: 8 }])
    const [, whole] = await take({ heads, lines: ['11;1;A;;9;1', '11;2;B;;7;1'] })
    expect([whole?.outcome, whole?.deactivated]).toEqual(['imported', 1])
    expect((await stored())[1]).toMatchObject([{ quantity: 9 }, { quantity: 7 }])
  })

  test('a line that comes to more than any number does not end the load', async () => {
    await makeClient(database().db, { code: 'C1' })
    const heads = ['11;C1;2025-08-14;;;;;', '12;C1;2025-08-14;;;;;']
    const [, lines] = await take({ heads, lines: ['11;1;A;;2147483647;999999999', '12;1;A;;-2;10,50'] })
    expect(lines?.outcome).toBe('imported')
    expect((await stored())[0]).toMatchObject([{ lines_total: 9_007_199_254_740_991 }, { lines_total: -21_00 }])
  })

  test('files of another program are taken in parts as well, tried first, and an order loses the lines it lost', async () => {
    const { db } = database()
    await makeClient(db, { code: 'C1' })
    // Of an earlier load, by the numbers of the ERP.
    await take({ heads: ['900;C1;2024-01-10;;;;;'], lines: ['900;1;VIEJO;;3;1'] })
    await rm(join(folder, 'pedidos_anteriores.csv'))
    await rm(join(folder, 'renglones_anteriores.csv'))
    const before = await stored()
    const mapping = decodeMapping(
      {
        version: 1,
        archivos: { c: { archivo: 'ventas.csv' }, r: { archivo: 'detalle.csv', decimal: ',' } },
        listas: [
          {
            lista: 'pedidos_anteriores',
            archivo: 'c',
            columnas: {
              ID_ANT: { clave: ['Comprobante'] },
              CODIGO_CLI: { columna: 'Cliente' },
              FECHA_ANT: { columna: 'Fecha' },
            },
          },
          {
            lista: 'renglones_anteriores',
            archivo: 'r',
            columnas: {
              ID_ANT: { clave: ['Comprobante'] },
              RENGLON_ANT: { columna: 'Item' },
              CODIGO_ART: { columna: 'Producto' },
              CANTIDAD_ANT: { columna: 'Cantidad' },
              PRECIO_ANT: { columna: 'Precio' },
            },
          },
        ],
      },
      'prueba',
    )
    const names = Array.from({ length: 700 }, (_, at) => `A-${String(at + 1).padStart(4, '0')}`)
    const put = async (linesOf: (name: string) => readonly string[]) => {
      const heads = names.map((name) => `${name};C1;14/08/2025`)
      await writeFile(join(folder, 'ventas.csv'), ['Comprobante;Cliente;Fecha', ...heads, ''].join('\r\n'))
      const rows = names.flatMap((name) => linesOf(name).map((line) => `${name};${line}`))
      const text = ['Comprobante;Item;Producto;Cantidad;Precio', ...rows, ''].join('\r\n')
      await writeFile(join(folder, 'detalle.csv'), text)
    }
    const lines = Array.from({ length: 10 }, (_, at) => `${at + 1};0012;6;1.234,50`)
    await put((name) => (name === 'A-0650' ? [...lines.slice(0, 9), '10;0012;seis;1'] : lines))
    const tried = await tryFeed(db, await openFolderFeed(folder, { mapping, keys: triedKeys(db.kysely) }))
    expect(tried.files.map(({ inserted, refused }) => [inserted, refused])).toEqual([
      [700, 0],
      [6999, 1],
    ])
    expect(await stored()).toEqual(before)
    const feed = () => openFolderFeed(folder, { mapping, keys: keptKeys(db.kysely) })
    const first = await importFeed(db, await feed())
    expect(first.files.map(({ read, inserted, refused }) => [read, inserted, refused])).toEqual([
      [700, 700, 0],
      [7000, 6999, 1],
    ])
    expect(first.files[1]?.problems).toMatchObject([{ row: 6501, column: 'Cantidad' }])
    const parts: number[] = []
    for await (const { rowCount, problems } of (await feed()).readParts?.('pastLines') ?? [])
      parts.push(rowCount, problems.length)
    expect(parts).toEqual([5000, 0, 2000, 1])
    await put((name) => (name === 'A-0001' ? lines.slice(0, 2) : lines))
    const second = await importFeed(db, await feed())
    expect(second.files.map(({ inserted, deactivated }) => [inserted, deactivated])).toEqual([
      [0, 0],
      [1, 8],
    ])
    const [heads, rows] = await stored()
    // The numbers that the shop gives begin behind those.
    expect([[heads?.[0]], [rows?.[0]]]).toEqual(before)
    expect(heads?.[1]).toMatchObject({ id: 901, line_count: 2, lines_total: 14_814_00 })
    expect(rows?.[1]).toMatchObject({ code: '0012', quantity: 6, unit_price: 1_234_50 })
  })

  test('over REST a list of thousands is taken in parts, page after page; later what changed, and BAJA takes back', async () => {
    const { db } = database()
    const { id: client_id } = await makeClient(db, { code: 'C1' })
    const ids = Array.from({ length: 650 }, (_, at) => at + 1)
    const head = { client_id, at: '2025-08-14T03:00:00Z', total: null, lines_total: null, shop_order_id: null }
    await db.kysely
      .insertInto('past_order')
      .values(ids.map((id) => ({ ...head, id })))
      .execute()
    const line = (id: number, nth: number, more: object = {}) => {
      const key = { ID_ANT: id, RENGLON_ANT: nth }
      return { ...key, CODIGO_ART: 'A', CANTIDAD_ANT: id, ACTUALIZADO: '2026-01-21T10:30:00Z', ...more }
    }
    const all = ids.flatMap((id) => Array.from({ length: 10 }, (_, at) => line(id, at + 1)))
    const later = [line(7, 3, { CANTIDAD_ANT: 99 }), { ID_ANT: 8, RENGLON_ANT: 1, BAJA: 1 }].map((row) => {
      return { ...row, ACTUALIZADO: '2026-02-01T10:00:00Z' }
    })
    let pages = 0
    const erp = await httpStub(({ url }) => {
      const { pathname, searchParams } = new URL(url, 'http://erp')
      if (pathname !== '/renglones_anteriores') return { status: 404, contentType: 'application/json', body: '{}' }
      pages++
      const [desde, despues] = [searchParams.get('desde') ?? '', searchParams.get('despues') ?? '']
      const begun = desde.startsWith('2026-01-21T10:2') ? later : all
      const from = begun.findIndex(({ ID_ANT, RENGLON_ANT }) => `${ID_ANT}/${RENGLON_ANT}` === despues) + 1
      const filas = begun.slice(from, from + Number(searchParams.get('limite')))
      const body = { desde, despues, cantidad: filas.length, hay_mas: from + filas.length < begun.length, filas }
      return { contentType: 'application/json', body: JSON.stringify(body) }
    })
    const read = async () => {
      const service = restErp({ url: erp.url, token: 'x', pause: async () => {} })
      return (await importFeed(db, restFeed({ erp: service, db: db.kysely }))).files
    }
    try {
      expect(await read()).toMatchObject([{ outcome: 'imported', read: 6500, inserted: 6500, unchanged: 0 }])
      expect(pages).toBe(7)
      expect((await stored())[1]).toHaveLength(6500)
      expect(await read()).toMatchObject([{ outcome: 'imported', changed: 1, deactivated: 1 }])
      expect((await stored())[0]?.slice(6, 8)).toMatchObject([{ line_count: 10 }, { line_count: 9 }])
    } finally {
      await erp.close()
    }
  })

  test('nothing is written, handed over or mailed but the history itself', async () => {
    const { db } = database()
    await makeClient(db, { code: 'C1' })
    const counts = async () => {
      const { rows } = await sql<{ name: string; rows: string }>`
        select table_name as name, (xpath('/row/c/text()', query_to_xml(
          'select count(*) as c from ' || quote_ident(table_name), false, true, '')))[1]::text as rows
        from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(
        db.kysely,
      )
      return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
    }
    const before = await counts()
    await take({ heads: ['11;C1;2025-08-14;;;;;', '12;C1;2025-08-14;;;;;'], lines: ['11;1;A;;6;1', '12;1;A;;6;1'] })
    expect(await counts()).toEqual({ ...before, past_order: '2', past_order_line: '2' })
  })
})
