import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  exampleRefused,
  findByCodes,
  IMPORT_MAX_BYTES,
  type ImportOutcome,
  type ImportReview,
  importExample,
  importOrders,
  importReview,
  nothingMissing,
  reviewImport,
} from '../../../contract/order-import.ts'
import { getOrderLines, myOrders } from '../../../contract/orders.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'
import { followOrders } from '../orders/after-orders.service.ts'
import type { OrderEffects } from '../orders/place-order.service.ts'
import { importOrders as importInto } from './import-orders.service.ts'

type Given = Parameters<typeof importInto>[2]

withDatabases('order import', (database) => {
  let app: TestApp
  let seller: number
  let user: { id: number }
  let vendedor: TestCaller
  let admin: TestCaller
  let client: MadeClient
  let foreign: MadeClient
  const CUIT = '30712345671'
  const FOREIGN = '30700000016'

  beforeAll(async () => {
    const { db } = database()
    seller = await makeSeller(db)
    user = await makeUser(db, 'vendedor', { seller_id: seller })
    client = await makeClient(db, { cuit: CUIT, seller_id: seller, addresses: 2, sale_condition: 4 })
    foreign = await makeClient(db, { cuit: FOREIGN, seller_id: await makeSeller(db) })
    await makeArticle(db, { code: '00123', multiple: 12, listPrice: 38_30, discount: 500 })
    await makeArticle(db, { code: 'P-1', listPrice: 1_000_01 })
    await makeArticle(db, { code: 'VIEJO', listed: false })
    app = await openTestApp(db)
    vendedor = await app.as(user)
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(() => app.close())

  const review = async (caller: TestCaller, content: string | Uint8Array<ArrayBuffer>, name = 'archivo.xlsx') => {
    const answer = await postFile(app.app, caller, reviewImport.path, content, { name })
    return { ...answer, data: answer.status === 200 ? z.decode(importReview, answer.json) : undefined }
  }
  const send = (caller: TestCaller, body: Given, key?: string) =>
    caller.call(importOrders, { body: [...body], headers: key ? { 'idempotency-key': key } : {} })
  const order = (given: Partial<Given[number]> = {}): Given[number] => ({
    cuit: '30-71234567-1',
    addressId: client.addresses[0]!,
    condition: 1,
    items: [{ code: '00123', quantity: 12, price: 0, note: '', row: 2 }],
    ...given,
  })
  const ordersOf = async (clientId: number) =>
    database().db.kysely.selectFrom('sales_order').selectAll().where('client_id', '=', clientId).execute()
  const payloadOf = ({ orders }: ImportReview): Given =>
    orders
      .filter(({ clientId }) => clientId !== null)
      .map(({ cuit, number, addresses, condition, items }) => ({
        cuit,
        number,
        condition,
        addressId: addresses[0]?.id ?? -1,
        items: items.map(({ row, code, askedQuantity, price, note }) => ({
          row,
          code,
          quantity: askedQuantity,
          price: price / 100,
          note,
        })),
      }))

  /** Lines each with the highest amount of a line; their total is too large to be exact in cents. */
  async function beyondAnyTotal() {
    const { kysely } = database().db
    await sql`insert into article (id, code, description, alias, multiple, units_per_pack, inner_pack, active)
      select 500000 + n, 'D' || n, 'Caro ' || n, '', 1, 1, 1, true from generate_series(1, 1000) n
      on conflict do nothing`.execute(kysely)
    await sql`insert into listing (article_id, discount, position, hint, promo, active)
      select 500000 + n, 0, n, '', false, true from generate_series(1, 1000) n on conflict do nothing`.execute(kysely)
    return Array.from({ length: 1_000 }, (_, n) => ({
      code: `D${n + 1}`,
      quantity: 2_000,
      price: 50_000_000,
      row: n + 2,
    }))
  }

  test('a file is shown grouped, with clients, addresses, prices, and every row that needs a look', async () => {
    const { data } = await review(
      vendedor,
      [
        'CUIT;Número;Código;Cantidad;Precio;Observación',
        '30-71234567-1;A;00123;30;;urgente',
        '30712345671;A;P-1;1.000;1.234,50;',
        '30712345671;A;NADA;1;0;',
        '30-71234567-1;B;VIEJO;1;0;',
        `${FOREIGN};A;00123;12;0;`,
        ';A;00123;12;0;',
      ].join('\r\n'),
    )
    expect(data!.rows).toBe(6)
    expect(data!.notices).toEqual([{ row: 7, code: '00123', dropped: true, reason: 'La fila no tiene CUIT' }])
    const [a, b, notMine] = data!.orders
    expect(a).toMatchObject({
      cuit: CUIT,
      number: 'A',
      clientId: client.id,
      condition: 4,
      total: 36 * 36_39 + 1_000 * 1_234_50,
      earlierOrder: null,
      items: [
        {
          row: 2,
          code: '00123',
          askedQuantity: 30,
          quantity: 36,
          price: 0,
          unitPrice: 36_39,
          note: 'urgente',
        },
        { row: 3, code: 'P-1', quantity: 1_000, price: 1_234_50, unitPrice: 1_234_50 },
      ],
    })
    expect(a!.addresses.map(({ id }) => id)).toEqual(client.addresses)
    expect(a!.notices.map(({ row, dropped }) => [row, dropped])).toEqual([
      [2, false],
      [4, true],
    ])
    expect(b!.items).toEqual([])
    expect(notMine).toMatchObject({ clientId: null, items: [], addresses: [], businessName: '' })
    expect(notMine!.notices).toMatchObject([{ row: 6, reason: 'No se encontro el cliente' }])
    const { data: forAdmin } = await review(admin, `${FOREIGN};A;00123;12;0;\n`)
    expect(forAdmin!.orders[0]).toMatchObject({ clientId: foreign.id })
  })

  test('accepting makes what was shown, frozen with the agreed price, by the import channel', async () => {
    const items = [
      { code: '00123', quantity: '30', price: '0', note: 'a', row: 2 },
      { code: 'P-1', quantity: '2', price: '1.234,50', row: 3 },
      { code: 'NADA', quantity: 1, price: 0, row: 4 },
    ]
    const [made] = (await send(vendedor, [order({ items, note: 'Lunes', number: 'F-1', condition: 4 })])).data
    expect(made).toMatchObject({ lineCount: 2, total: 36 * 36_39 + 2 * 1_234_50, reason: '' })
    expect(made!.notices.map(({ row }) => row)).toEqual([2, 4])
    const lines = (await vendedor.call(getOrderLines, { params: { id: made!.orderId! } })).data
    expect(lines).toMatchObject([
      { code: '00123', quantity: 36, unitPrice: 36_39, note: 'a' },
      { code: 'P-1', quantity: 2, unitPrice: 1_234_50 },
    ])
    const [row] = (await vendedor.call(myOrders)).json
    expect(row).toMatchObject({ IDCON_PED: made!.orderId, NUMERO_CLI: 'F-1', canal: 'import' })
    expect((await vendedor.call(myOrders, { query: { page: 0, text: 'f-1' } })).json).toMatchObject([
      { IDCON_PED: made!.orderId },
    ])
    const stored = (await ordersOf(client.id)).find(({ id }) => id === made!.orderId)
    expect(stored).toMatchObject({
      channel: 'import',
      created_by: user.id,
      user_id: user.id,
      note: 'Lunes',
      sale_line: 'c',
      import_cuit: CUIT,
      import_number: 'F-1',
    })
    expect(stored!.erp_number).toBeGreaterThan(0)
  })

  test('a code is one however it is written, and a number that lost its zeros says so', async () => {
    const { db } = database()
    await makeArticle(db, { code: 'T-05721', alias: '7790007932208', listPrice: 10_00 })
    await makeArticle(db, { code: '00016', listPrice: 10_00 })
    await makeArticle(db, { code: '0500', listPrice: 10_00 })
    await makeArticle(db, { code: '00500', listPrice: 10_00 })
    await app.upToDate()
    const { data } = await review(
      vendedor,
      ['t05721;1', 'T 05721;2', '7790007932208;3', '16;4', '500;5', '99999;1']
        .map((line) => `${CUIT};Z;${line};;`)
        .join('\n'),
    )
    const [shown] = data!.orders
    expect(shown!.items.map(({ row, code, quantity, written }) => [row, code, quantity, written])).toEqual([
      [1, 'T-05721', 6, undefined],
      [4, '00016', 4, '16'],
    ])
    expect(shown!.notices.filter(({ dropped }) => dropped)).toMatchObject([
      {
        row: 5,
        reason: '500 es el código de varios artículos: 0500, 00500',
        proposals: [{ code: '0500' }, { code: '00500' }],
      },
      { row: 6, reason: 'No existe el artículo 99999' },
    ])
    const [made] = (await send(vendedor, payloadOf(data!))).data
    expect(made).toMatchObject({ lineCount: 2, reason: '' })
    const batch = await vendedor.call(findByCodes, { body: ['t 05721', '7790007932208', '16', '00016'] })
    expect(batch.data.map(({ written, code }) => [written, code])).toEqual([
      ['t 05721', 'T-05721'],
      ['7790007932208', 'T-05721'],
      ['00016', '00016'],
    ])
  })

  test('a quantity that looks like a slip is asked about by row, and the order waits for the yes', async () => {
    const { db } = database()
    const { code } = await makeArticle(db, {
      code: 'SLIP',
      multiple: 12,
      units_per_pack: 24,
      listPrice: 10_00,
    })
    const { data } = await review(vendedor, `${CUIT};S1;SLIP;480;;\n${CUIT};S2;SLIP;600;;\n`)
    expect(data!.orders.map(({ items }) => items.map(({ question }) => question))).toEqual([
      [undefined],
      ['¿600 unidades? Es más de 20 bultos (de 24)'],
    ])
    const item = { code, quantity: 600, price: 0, row: 2 }
    const asking = (ask: boolean, number: string) => order({ number, items: [{ ...item, ask }] })
    const before = (await ordersOf(client.id)).length
    const [asked] = (await send(vendedor, [asking(true, 'S2')])).data
    expect(asked).toMatchObject({
      orderId: null,
      reason: 'Confirme las cantidades antes de importar el pedido',
      notices: [{ row: 2, asking: true, reason: '¿600 unidades? Es más de 20 bultos (de 24)' }],
    })
    expect(await ordersOf(client.id)).toHaveLength(before)
    // Up to ten times the client's largest order is not unusual any more.
    expect((await send(vendedor, [asking(false, 'S2')])).data[0]).toMatchObject({ reason: '', lineCount: 1 })
    expect((await send(vendedor, [asking(true, 'S3')])).data[0]).toMatchObject({ reason: '', lineCount: 1 })
    // The specification's own call knows no questions.
    const plain = order({ number: 'S4', items: [{ ...item, quantity: 60_000 }] })
    expect((await send(vendedor, [plain])).data[0]).toMatchObject({ reason: '', lineCount: 1 })
  })

  test('the limit of a line is told with its number', async () => {
    const { data } = await review(vendedor, `${CUIT};L;00123;9.999.999;;\n${CUIT};L;P-1;9.000;20.000.000;\n`)
    expect(data!.orders[0]!.notices.map(({ reason }) => reason)).toEqual([
      'La cantidad es demasiado grande: el máximo de un renglón es 999.996 unidades',
      'La cantidad es demasiado grande: el máximo de un renglón es 5.000 unidades',
    ])
  })

  test('one wrong address refuses everything before anything is made', async () => {
    const before = (await ordersOf(client.id)).length
    for (const addressId of ['', null, undefined, foreign.addresses[0]!, -1, 'x']) {
      const refused = await send(vendedor, [order(), order({ addressId })])
      expect([refused.status, refused.json.message]).toEqual([400, 'Una o mas direcciones no son validas'])
    }
    expect((await send(vendedor, [order({ condition: 3 })])).status).toBe(400)
    expect(await ordersOf(client.id)).toHaveLength(before)
  })

  test('0 is a pickup, -1 for a client without addresses, and another seller’s client is not found', async () => {
    const { db } = database()
    const bare = await makeClient(db, { cuit: '30711111118', seller_id: seller, addresses: 0 })
    const outcomes = (
      await send(vendedor, [
        order({ addressId: 0 }),
        order({ cuit: '30711111118', addressId: -1 }),
        order({ cuit: FOREIGN, addressId: 0 }),
      ])
    ).data
    expect(outcomes.map(({ orderId, reason }) => [orderId !== null, reason])).toEqual([
      [true, ''],
      [true, ''],
      [false, 'No se encontro el cliente'],
    ])
    expect(await ordersOf(foreign.id)).toEqual([])
    expect((await ordersOf(bare.id))[0]).toMatchObject({ address: '' })
  })

  test('a client made by the shop is imported for like any other, with its own address', async () => {
    const { db } = database()
    const cuit = '30733333338'
    const made = await makeClient(db, { id: 1_000_000_007, cuit, seller_id: seller, addresses: 0 })
    const address = { id: 1_000_000_009, client_id: made.id, street: 'Mitre 7', locality: 'Salta' }
    await db.kysely.insertInto('client_address').values(address).execute()
    const { data } = await review(vendedor, `${cuit};1;00123;12\n`)
    expect(data!.orders[0]).toMatchObject({ clientId: made.id, addresses: [{ id: address.id }] })
    const [outcome] = (await send(vendedor, payloadOf(data!))).data
    expect(outcome!.reason).toBe('')
    expect(await ordersOf(made.id)).toMatchObject([{ id: outcome!.orderId, address_id: address.id }])
    for (const addressId of ['01000000009x', '99999999999', 2_147_483_648, 1.5]) {
      const body = [{ cuit, iddir: addressId, condicion: 1, items: [{ cod: '00123', cantidad: 12 }] }]
      expect((await vendedor.request('POST', importOrders.path, body)).status).toBe(400)
    }
  })

  test('the address chooses among several clients of one CUIT', async () => {
    const { db } = database()
    const [one, two] = [
      await makeClient(db, { cuit: '30722222227', seller_id: seller }),
      await makeClient(db, { cuit: '30722222227', seller_id: seller }),
    ]
    const { data } = await review(vendedor, '30722222227;1;00123;12\n')
    expect(data!.orders[0]!.addresses.map(({ id }) => id)).toEqual([...one.addresses, ...two.addresses])
    await send(vendedor, [order({ cuit: '30722222227', addressId: two.addresses[0]! })])
    expect([(await ordersOf(one.id)).length, (await ordersOf(two.id)).length]).toEqual([0, 1])
  })

  test('an order that may not be made takes no other along, not even of the same file', async () => {
    const body = [order({ number: 'M1', items: await beyondAnyTotal() }), order({ number: 'M2' })]
    const before = (await ordersOf(client.id)).length
    const { data } = await send(vendedor, body)
    expect(data.map(({ orderId, reason }) => [orderId !== null, reason])).toEqual([
      [false, 'El total del pedido es demasiado grande. Revise las cantidades'],
      [true, ''],
    ])
    expect(await ordersOf(client.id)).toHaveLength(before + 1)
  })

  test('a number twice is refused unless confirmed, and the review says so', async () => {
    const given = order({ number: 7 })
    const [first] = (await send(vendedor, [given])).data
    const [second] = (await send(admin, [given])).data
    expect(second).toMatchObject({
      orderId: null,
      reason: `El pedido 7 de este CUIT ya se importó: es el pedido web ${first!.orderId}`,
    })
    expect((await review(vendedor, `${CUIT};7;00123;12\n`)).data!.orders[0]!.earlierOrder).toBe(first!.orderId)
    const [third] = (await send(vendedor, [order({ number: '7', confirm: true })])).data
    expect(third!.orderId).toBeGreaterThan(first!.orderId!)
    const twice = (await send(vendedor, [order({ number: 'D' }), order({ number: 'D' })])).data
    expect(twice.map(({ orderId }) => orderId !== null)).toEqual([true, false])
  })

  test('a key answers its orders again, also when the request is shorter the second time', async () => {
    const both = [order({ number: 'K1' }), order({ number: 'K2', confirm: true })]
    const first = (await send(vendedor, both, 'clave')).data
    expect((await send(vendedor, both, 'clave')).data).toEqual(first)
    expect((await send(vendedor, [both[1]!], 'clave')).data).toEqual([first[1]])
  })

  test('the same file sent ten times at once makes each order once', async () => {
    const body = [order({ number: 'R1' }), order({ number: 'R2' })]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(vendedor, body, `c${n % 2}`)))
    const made = answers.flatMap(({ data }) => data.flatMap(({ orderId }) => orderId ?? []))
    expect(new Set(made).size).toBe(2)
  })

  test('one number confirmed ten times at once is made ten times, each a copy of its own', async () => {
    const body = [order({ number: 'C1', confirm: true }), order({ number: 'C2', confirm: true })]
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(vendedor, body)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const made = answers.flatMap(({ data }) => data.flatMap(({ orderId }) => orderId ?? []))
    expect(new Set(made).size).toBe(20)
    const stored = (await ordersOf(client.id)).filter(({ import_number }) => import_number === 'C1')
    expect(stored.map(({ import_copy }) => import_copy).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('many orders at once: each gets its own number and lines, one that can not be made takes none along', async () => {
    const body = Array.from({ length: 120 }, (_, n) =>
      order({ number: `T${n}`, items: [{ code: '00123', quantity: 12 * (n + 1), price: 0, note: `T${n}` }] }),
    )
    body[55] = order({ number: 'T55', items: [{ code: 'NADA', quantity: 1 }] })
    // Its total is too large to be exact in cents; that is found only when it is placed.
    body[77] = order({ number: 'T77', items: await beyondAnyTotal() })
    const { data } = await send(vendedor, body)
    expect(data.flatMap(({ orderId }, n) => (orderId === null ? [n] : []))).toEqual([55, 77])
    const stored = new Map((await ordersOf(client.id)).map((made) => [made.import_number, made]))
    for (const [n, { orderId, erpNumber, total }] of data.entries()) {
      if (orderId === null) continue
      expect(stored.get(`T${n}`)).toMatchObject({ id: orderId, erp_number: erpNumber, total })
      const lines = (await admin.call(getOrderLines, { params: { id: orderId } })).data
      expect(lines.map(({ note, quantity }) => [note, quantity])).toEqual([[`T${n}`, 12 * (n + 1)]])
    }
  })

  test('500 rows for 40 clients: every row is a line or told, and a run cut short doubles nothing', async () => {
    const { db } = database()
    const codes: string[] = []
    for (let n = 0; n < 60; n++)
      codes.push((await makeArticle(db, { multiple: 1 + (n % 4) * 6, listPrice: 10_00 + n * 37 })).code)
    const clients: string[] = []
    for (let n = 0; n < 40; n++) {
      const cuit = `309${String(n).padStart(8, '0')}`
      clients.push(cuit)
      await makeClient(db, { cuit, seller_id: seller })
    }
    const rows = Array.from({ length: 500 }, (_, n) => [
      n % 97 === 0 ? '' : clients[n % 40]!,
      `P${n % 3}`,
      n % 41 === 0 ? `NO${n}` : codes[(n * 7) % 60]!,
      n % 53 === 0 ? 'x' : (n % 30) + 1,
      n % 5 === 0 ? '1.500,25' : 0,
      `fila ${n + 2}`,
    ])
    const bytes = await writeXlsx({
      sheets: [{ name: 'a', rows: [['CUIT', 'Nro', 'Cod', 'Cant', 'Precio', 'Obs'], ...rows] }],
    })
    const { data } = await review(vendedor, new Uint8Array(bytes))
    const shown = data!
    expect(shown.rows).toBe(500)
    expect(new Set(shown.orders.map(({ cuit }) => cuit)).size).toBe(40)
    expect(answeredRows(shown, shown.orders)).toEqual(Array.from({ length: 500 }, (_, n) => n + 2))

    const body = payloadOf(shown)
    const caller = { userId: user.id, type: 'vendedor', name: '', clientId: -1, sellerId: seller } as const
    let ordersBeforeCrash = 13
    const failing = {
      numberedHere: true,
      // The order's lines are written by now: a crash here must take them along.
      afterOrders: async (_: unknown, ids: readonly number[]) => {
        if (ids.length > ordersBeforeCrash) throw new Error('the process ends here')
        ordersBeforeCrash -= ids.length
      },
    }
    const failures: unknown[] = []
    const cut = await importInto({ db, catalogue: app.catalogue, effects: failing }, caller, body, 'corrida', (error) =>
      failures.push(error),
    )
    // Orders that were made are answered, and the others are refused.
    expect(failures).toEqual([new Error('the process ends here')])
    expect(cut.map(({ orderId }) => orderId !== null)).toEqual(body.map((_, place) => place < 13))
    expect(cut[13]?.reason).toBe('No se importó porque hubo un error. Vuelva a importarlo en unos minutos')
    const countMade = () =>
      db.kysely
        .selectFrom('sales_order')
        .select(['id', 'line_count', 'total'])
        .where('import_number', 'like', 'P%')
        .execute()
    expect(await countMade()).toHaveLength(13)
    const effects: OrderEffects = {
      numberedHere: true,
      afterOrders: (t, ids) => followOrders(t, ids, false),
    }
    const outcomes = await importInto({ db, catalogue: app.catalogue, effects }, caller, body, 'corrida')
    const again = await importInto({ db, catalogue: app.catalogue, effects }, caller, body, 'otra')
    expect(again.every(({ orderId }) => orderId === null)).toBe(true)

    const made = await countMade()
    expect(made.map(({ id }) => id).sort()).toEqual(outcomes.map(({ orderId }) => orderId).sort())
    const lines = await db.kysely
      .selectFrom('sales_order_line')
      .select(['order_id', 'unit_price', 'quantity'])
      .where(
        'order_id',
        'in',
        made.map(({ id }) => id),
      )
      .execute()
    for (const { id, line_count, total } of made) {
      const own = lines.filter(({ order_id }) => order_id === id)
      expect(own).toHaveLength(line_count)
      expect(own.reduce((sum, { unit_price, quantity }) => sum + lineAmount(unit_price, quantity), 0)).toBe(total)
    }
    expect(lines).toHaveLength(shown.orders.reduce((sum, { items }) => sum + items.length, 0))
    expect(made.reduce((sum, { total }) => sum + total, 0)).toBe(
      shown.orders.reduce((sum, { total }) => sum + total, 0),
    )
  })

  /** Numbers of the rows that became a line or have a notice, in order. */
  function answeredRows(
    { notices }: Pick<ImportReview, 'notices'>,
    orders: readonly { items: readonly { row: number }[]; notices: ImportOutcome['notices'] }[],
  ): number[] {
    const told = [...notices, ...orders.flatMap((one) => one.notices)].map(({ row }) => row)
    const lines = orders.flatMap(({ items }) => items.map(({ row }) => row))
    return [...new Set([...lines, ...told])].sort((a, b) => a - b)
  }

  test('the example is read whole and never becomes an order; its codes are text for a thousand rows', async () => {
    const { status, headers, rawPayload } = await app.app
      .inject({ url: importExample.path, headers: { authorization: `Bearer ${vendedor.token}` } })
      .then((answer) => ({ ...answer, status: answer.statusCode, rawPayload: answer.rawPayload }))
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('ejemplo-pedidos.xlsx')
    const { data } = await review(vendedor, new Uint8Array(rawPayload))
    expect(data).toMatchObject({
      rows: 2,
      notices: [],
      orders: [{ clientId: client.id, number: 'EJEMPLO', refusal: exampleRefused, items: [] }],
    })
    expect(data!.orders[0]!.rows).toHaveLength(2)
    const [outcome] = (await send(vendedor, [order({ number: 'ejemplo' })])).data
    expect(outcome).toMatchObject({ orderId: null, reason: exampleRefused })
    const { sheets } = await readXlsx(new Uint8Array(rawPayload), { readStyles: true })
    expect(sheets[0]?.rows[0]).toEqual(expect.arrayContaining(['Importe', 'Total:']))
    expect(sheets[0]?.cells?.get('0,8')?.formula).toBe('SUM(G2:G1003)')
    expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 })
    const format = (place: string) => sheets[0]?.cells?.get(place)?.style?.numFmt
    for (const place of ['1,0', '3,2', '1000,2']) expect([place, format(place)]).toEqual([place, '@'])
  })

  test('what an import left out can be completed, also in a hurry, and nothing of it twice', async () => {
    const items = [
      { row: 2, code: '00123', quantity: 12 },
      { row: 3, code: 'COMPLETAR', quantity: 3 },
    ]
    const file = 'CUIT;Nro;Cod;Cant\n30712345671;K-2;00123;12\n30712345671;K-2;COMPLETAR;3\n'
    const [made] = (await send(vendedor, [order({ number: 'K-2', items })])).data
    expect(made).toMatchObject({ lineCount: 1 })
    await makeArticle(database().db, { code: 'COMPLETAR', listPrice: 10_00 })
    await app.upToDate()
    const { data } = await review(vendedor, file)
    expect(data!.orders[0]).toMatchObject({ earlierOrder: made!.orderId, missing: [1] })
    expect(data!.orders[0]!.rows[0]!.marks).toEqual([`ya está en el pedido web ${made!.orderId}`])
    // Both requests send all rows: the server knows which articles the earlier order has.
    const complete = () => send(vendedor, [order({ number: 'K-2', items, complete: true })])
    const outcomes = (await Promise.all([complete(), complete()])).map(({ data: [one] }) => one!)
    const [done] = outcomes.filter(({ orderId }) => orderId !== null)
    expect(done).toMatchObject({ lineCount: 1, total: 30_00 })
    expect(outcomes.map(({ reason }) => reason).sort()).toEqual(['', nothingMissing(done!.orderId!)])
    expect((await review(vendedor, file)).data!.orders[0]).toMatchObject({ missing: [] })
  })

  test.each(['hola\n', 'CUIT;Número;Código;Cantidad;Precio;Observación\n'])(
    'a file without rows, %j, is refused with a clear word',
    async (content) => {
      const { status, json } = await review(vendedor, content, 'pedidos.csv')
      expect([status, json.message]).toEqual([
        400,
        'La planilla no tiene filas con pedidos. Compárela con la planilla de ejemplo e intente nuevamente',
      ])
    },
  )

  test.each(['hola\n', 'CUIT;Número;Código;Cantidad\n'])(
    'text called .xlsx in which nothing is found, %j, is told as unreadable',
    async (content) => {
      const { status, json } = await review(vendedor, content)
      expect([status, json.message]).toEqual([400, expect.stringContaining('El archivo no se puede leer')])
    },
  )

  test('what is no upload, has no file, or is too large is refused', async () => {
    expect((await vendedor.request('POST', reviewImport.path, {})).status).toBe(415)
    const otherField = await postFile(app.app, vendedor, reviewImport.path, 'a;b\n', { field: 'otro' })
    expect([otherField.status, otherField.json.message]).toEqual([400, 'Seleccione un archivo'])
    const large = new Uint8Array(IMPORT_MAX_BYTES + 1)
    expect((await review(vendedor, large)).status).toBe(413)
    const picture = await review(vendedor, '\u0089PNG\r\n\u001a\n\u0000\u0000')
    expect([picture.status, picture.json.message]).toEqual([
      415,
      'El archivo debe ser una planilla de Excel (.xlsx), de LibreOffice (.ods), un CSV o un PDF con texto',
    ])
  })

  test('codes are looked up together, unknown ones left out', async () => {
    const { data } = await vendedor.call(findByCodes, { body: ['P-1', 'NADA', '00123', 'VIEJO'] })
    expect(data).toMatchObject([
      { code: 'P-1', unitPrice: 1_000_01, sold: true },
      { code: '00123', unitPrice: 36_39, multiple: 12 },
      { code: 'VIEJO', sold: false },
    ])
  })
})
