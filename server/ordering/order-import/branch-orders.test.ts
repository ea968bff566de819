/** Orders of several branches from one sheet: read, asked about, and made all or none (R378, R379). */
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type BranchReview,
  branchesStand,
  branchProblems,
  branchReview,
  branchTemplate,
  makeBranchOrders,
  nameBranch,
  refusedBranch,
  reviewBranches,
} from '../../../contract/branch-orders.ts'
import { preparesOnly } from '../../../contract/buyer-rights.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { createOrderRule } from '../../../contract/order-rules.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { branchRole, type SheetColumns } from '../../../contract/sheet-columns.ts'
import { seededNumbers } from '../../lib/seeded-numbers.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'
import { branchTexts } from './branch-review.service.ts'

type Body = BodyOf<typeof makeBranchOrders>

withDatabases('orders of branches', (database) => {
  let app: TestApp
  let client: MadeClient
  let sellerId: number
  let buyer: TestCaller
  let seller: TestCaller
  let admin: TestCaller
  let centro: number
  let norte: number
  let sur: number
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId, addresses: 3 })
    ;[centro = 0, norte = 0, sur = 0] = client.addresses
    for (const [code, given] of Object.entries({
      '00123': { multiple: 12, listPrice: 38_00 },
      'P-1': { listPrice: 1_000_00 },
      '00052': { listPrice: 500_00 },
      VIEJO: { listed: false },
    }))
      ids[code] = (await makeArticle(db, { code, ...given })).id
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    admin = await app.as(await makeUser(db, 'admin'))
    for (const [at, name] of ['Centro', 'Norte', 'Sur'].entries())
      await buyer.call(nameBranch, { params: { id: client.addresses[at]! }, body: { name } })
    await app.upToDate()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { kysely } = database().db
    await kysely.deleteFrom('order_rule').execute()
    await kysely.deleteFrom('sheet_columns').execute()
  })

  const read = async (
    content: string | Uint8Array<ArrayBuffer>,
    { caller = buyer, query = '' }: { caller?: TestCaller; query?: string } = {},
  ) => {
    const answer = await postFile(app.app, caller, `${reviewBranches.path}${query}`, content, { name: 'pedido.csv' })
    return { ...answer, data: answer.status === 200 ? z.decode(branchReview, answer.json) : undefined }
  }
  const reviewOf = async (content: string | Uint8Array<ArrayBuffer>): Promise<BranchReview> => {
    const { data, json } = await read(content)
    if (!data) throw new Error(JSON.stringify(json))
    return data
  }
  /** What each branch would get: units by branch and code; a question has its reason in place of units. */
  const told = ({ rows, branches }: BranchReview) =>
    rows.flatMap(({ cells, text }) =>
      cells.map(({ addressId, row }) => [
        branches.find((branch) => branch.addressId === addressId)?.name,
        row.kind === 'line' ? row.articles[0]?.code : text,
        row.kind === 'line' ? row.quantity : row.reason,
      ]),
    )
  const ordersOf = (clientId: number) =>
    database().db.kysely.selectFrom('sales_order').selectAll().where('client_id', '=', clientId).orderBy('id').execute()
  const linesOf = (orderIds: readonly number[]) =>
    database()
      .db.kysely.selectFrom('sales_order_line')
      .select(['order_id', 'code', 'quantity', 'note'])
      .where('order_id', 'in', orderIds)
      .orderBy('id')
      .execute()
  const line = (code: string, quantity: number, unitPrice: number, more: object = {}) => ({
    ...{ articleId: ids[code]!, quantity, unitPrice, note: '' },
    ...more,
  })
  const body = (orders: Body['orders'], more: Partial<Body> = {}): Body => ({ note: '', orders, ...more })
  let keys = 0
  const make = (caller: TestCaller, given: Body, key = `clave-${keys++}`) =>
    caller.call(makeBranchOrders, { body: given, headers: { 'idempotency-key': key } })
  const refusals = (json: unknown) =>
    ((json as { details?: unknown[] }).details ?? []).map((one) => z.decode(refusedBranch, one as never))

  test('the columns of branches are known by name, address or id, whatever the case, accents and blanks', async () => {
    const street = (
      await database().db.kysely.selectFrom('client_address').selectAll().where('id', '=', sur).execute()
    )[0]!
    const answer = await reviewOf(
      `Código;Descripción;  CÉNTRO ;${norte};${street.street.toUpperCase()};Total\n00123;;12;24;36;72\n`,
    )
    expect(told(answer)).toEqual([
      ['Centro', '00123', 12],
      ['Norte', '00123', 24],
      ['Sur', '00123', 36],
    ])
    expect(answer.branches.map(({ name }) => name)).toEqual(['Centro', 'Norte', 'Sur'])
    expect(answer.rows[0]!.cells.every(({ row }) => row.articles[0]!.unitPrice === 38_00)).toBe(true)
  })

  test('a messy sheet: rows above the headings, totals, decimals, lost zeros, merged headings, rows of one article', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Pedido',
          rows: [
            ['Pedido de marzo', null, null, null, null, null],
            [null, null, null, null, null, null],
            ['Código', 'Detalle', 'Sucursales', null, null, null],
            [null, null, 'Centro', 'Norte', 'Sur', 'Total'],
            [123, 'Cualquier cosa', 12, null, 0, 12],
            ['P-1', null, '2,5', 1, '-3', null],
            ['p1', null, null, 2, null, 2],
            ['NADA', null, 4, 4, null, 8],
            ['VIEJO', null, null, null, 1, 1],
            [null, null, null, null, null, null],
            ['Total', null, 18.5, 7, -2, 23.5],
          ],
          merges: [
            { startRow: 2, startCol: 0, endRow: 3, endCol: 0 },
            { startRow: 2, startCol: 1, endRow: 3, endCol: 1 },
            { startRow: 2, startCol: 2, endRow: 2, endCol: 4 },
          ],
        },
      ],
    })
    const answer = await reviewOf(Buffer.from(bytes))
    expect(told(answer).sort()).toEqual(
      [
        ['Centro', '00123', 12],
        ['Centro', 'NADA', 'No existe el artículo NADA'],
        ['Centro', 'P-1', expect.stringContaining('2,5')],
        ['Norte', 'NADA', 'No existe el artículo NADA'],
        ['Norte', 'P-1', 3],
        ['Sur', 'P-1', 'La cantidad debe ser mayor que 0'],
        ['Sur', 'VIEJO', 'Este artículo ya no está a la venta'],
      ].sort(),
    )
    // Both rows of the one article are one row of the review.
    expect(answer.rows.map(({ lines }) => lines)).toEqual([[5], [6, 7], [8], [9]])
    expect(answer.said).toEqual(['1 código venía sin sus ceros', 'La fila 11 es un total: no se leyó'])
  })

  test('a heading that is no branch is asked about, and the answer is remembered', async () => {
    const sheet = 'Código;Centro;Suc. 2;Nota\n00123;12;24;frágil\n'
    const asked = await reviewOf(sheet)
    expect(asked.rows).toEqual([])
    expect(asked.columns).toMatchObject({
      asking: true,
      reason: '«Suc. 2» no es una sucursal de este cliente: elija qué columna es',
    })
    expect(asked.columns.sheets[0]!.roles).toEqual(['code', branchRole(centro), '', 'note'])
    const columns = (roles: SheetColumns['roles']) =>
      `?columnas=${encodeURIComponent(JSON.stringify([{ hoja: 0, titulos: 1, columnas: roles.map((role) => ({ code: 'codigo', note: 'obs' })[role as string] ?? role) }]))}`
    const chosen = await read(sheet, { query: columns(['code', branchRole(centro), branchRole(norte), 'note']) })
    const both = [
      ['Centro', '00123', 12],
      ['Norte', '00123', 24],
    ]
    expect(told(chosen.data!)).toEqual(both)
    expect(chosen.data!.rows[0]!.cells.map(({ row }) => row.note)).toEqual(['frágil', 'frágil'])
    const again = await reviewOf(sheet)
    expect(told(again)).toEqual(both)
    expect(again.said).toContain('Las columnas se leyeron como se eligieron la última vez')
    // Of a column that nobody reads it is told that it was not read.
    const left = await read(sheet, { query: columns(['code', branchRole(centro), '', 'note']) })
    expect(left.data!.said).toContain('No se leyó la columna «Suc. 2»')
    // Another client's address is no column of this client's sheet.
    const { addresses } = await makeClient(database().db)
    const foreign = await read(sheet, { query: columns(['code', branchRole(addresses[0]!), '', '']) })
    expect(foreign).toMatchObject({ status: 400 })
  })

  test('branches of one name, one branch twice, and a sheet without branches are asked about', async () => {
    const { db } = database()
    const twins = await makeClient(db, { addresses: 2 })
    await db.kysely.updateTable('client_address').set({ name: 'Local' }).where('client_id', '=', twins.id).execute()
    const other = await app.as(await makeUser(db, 'cliente', { client_id: twins.id }))
    const reasonOf = async (sheet: string, caller = buyer) => (await read(sheet, { caller })).data?.columns.reason
    expect(await reasonOf('Código;LOCAL\n00123;12\n', other)).toBe('«LOCAL» puede ser más de una sucursal: elija cuál')
    expect(await reasonOf('Código;Norte;norte\n00123;12;24\n')).toBe(
      'Hay más de una columna «norte»: elija cuál se lee',
    )
    expect(await reasonOf('Código;Sucursal 1;Sucursal 2\n00123;12;24\n')).toBe(
      'Ningún título es una sucursal de este cliente: elija cuál es cada columna',
    )
    expect(await reasonOf('Código;Centro;\n00123;12;5\n')).toBe(
      'La columna 3 tiene números y ningún título: elija de qué sucursal son',
    )
  })

  test('refuses a sheet without quantities, who orders without a client, and a client without branches', async () => {
    const { db } = database()
    expect(await read('Código;Centro;Norte\n00123;;0\n')).toMatchObject({
      status: 400,
      json: { message: branchTexts.nothingAsked },
    })
    expect(await read('Código;Centro\n00123;1\n', { caller: seller })).toMatchObject({
      status: 403,
    })
    const newcomer = await app.as(await makeUser(db, 'cliente'))
    expect(await read('Código;Centro\n00123;1\n', { caller: newcomer })).toMatchObject({
      status: 409,
      json: { message: branchTexts.noClient },
    })
    const { id } = await makeClient(db, { addresses: 0, seller_id: sellerId })
    expect(await read('Código;Centro\n00123;1\n', { caller: seller, query: `?idcli=${id}` })).toMatchObject({
      status: 409,
      json: { message: branchTexts.noBranches },
    })
  })

  test('an order for each branch, each with its address; sent again with its key they are the same', async () => {
    const orders = [
      { addressId: centro, lines: [line('00123', 24, 38_00, { note: 'frágil' }), line('P-1', 1, 1_000_00)] },
      { addressId: sur, lines: [line('P-1', 3, 1_000_00)] },
    ]
    const first = await make(buyer, body(orders, { note: 'Por la mañana' }), 'una-clave')
    expect(first.status).toBe(200)
    expect(first.data.map(({ addressId, lineCount, total }) => [addressId, lineCount, total])).toEqual([
      [centro, 2, lineAmount(38_00, 24) + 1_000_00],
      [sur, 1, 3_000_00],
    ])
    const made = first.data.map(({ orderId }) => orderId)
    expect(await linesOf(made)).toEqual([
      { order_id: made[0], code: '00123', quantity: 24, note: 'frágil' },
      { order_id: made[0], code: 'P-1', quantity: 1, note: '' },
      { order_id: made[1], code: 'P-1', quantity: 3, note: '' },
    ])
    const stored = await ordersOf(client.id)
    expect(stored.map(({ id, address_id, note, channel }) => ({ id, address_id, note, channel }))).toEqual(
      made.map((id, at) => ({ id, address_id: [centro, sur][at], note: 'Por la mañana', channel: 'import' })),
    )
    expect((await make(buyer, body(orders, { note: 'Por la mañana' }), 'una-clave')).data).toEqual(first.data)
    // The same key with anything else is another request.
    for (const other of [
      body(orders),
      body(orders.slice(1), { note: 'Por la mañana' }),
      body([orders[0]!, { ...orders[1]!, lines: [line('P-1', 4, 1_000_00)] }], { note: 'Por la mañana' }),
    ])
      expect(await make(buyer, other, 'una-clave')).toMatchObject({
        status: 409,
        json: { message: branchesStand(made) },
      })
    expect(await ordersOf(client.id)).toHaveLength(2)
  })

  test('pressed twice at once there is one set of orders', async () => {
    const before = (await ordersOf(client.id)).length
    const orders = [centro, norte, sur].map((addressId) => ({ addressId, lines: [line('P-1', 1, 1_000_00)] }))
    const answers = await Promise.all([1, 2, 3].map(() => make(buyer, body(orders), 'a-la-vez')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await ordersOf(client.id)).toHaveLength(before + 3)
  })

  test('where one branch is below its least amount none is ordered, and a supervisor’s reason lets it pass', async () => {
    const rule = { ...{ scope: 'all' as const, targetId: null, freeFrom: null, days: [] }, least: 2_000_00 }
    await admin.call(createOrderRule, { body: rule })
    const before = await ordersOf(client.id)
    const orders = [
      { addressId: centro, lines: [line('P-1', 5, 1_000_00)] },
      { addressId: norte, lines: [line('P-1', 1, 1_000_00)] },
    ]
    const refused = await make(seller, body(orders, { clientId: client.id }), 'corta')
    expect(refused.status).toBe(409)
    expect(refusals(refused.json)).toEqual([
      { addressId: norte, lines: [], reason: 'Faltan $ 1.000,00 para el pedido mínimo, que es de $ 2.000,00' },
    ])
    expect(await ordersOf(client.id)).toEqual(before)
    expect((await reviewOf('Código;Centro\nP-1;1\n')).least).toBe(2_000_00)
    const reasoned = [orders[0]!, { ...orders[1]!, ruleReason: 'Va con el otro' }]
    // Its reason is nothing of a seller's; the refused attempt left no key behind.
    expect((await make(seller, body(reasoned, { clientId: client.id }), 'corta')).status).toBe(409)
    expect((await make(admin, body(reasoned, { clientId: client.id }))).status).toBe(200)
  })

  test('the limit of an account holds for the sum of all branches', async () => {
    const { db } = database()
    const bound = await makeClient(db, { addresses: 2, seller_id: sellerId })
    const account = { client_id: bound.id, balance: 0, credit_limit: 5_000_00, at: '2026-11-01T00:00:00Z' }
    await db.kysely.insertInto('client_account').values(account).execute()
    await db.kysely
      .insertInto('setting')
      .values({ key: 'LIMITE_OBLIGATORIO', value: '1' })
      .onConflict((twice) => twice.column('key').doUpdateSet({ value: '1' }))
      .execute()
    const orders = bound.addresses.map((addressId) => ({ addressId, lines: [line('P-1', 3, 1_000_00)] }))
    const refused = await make(seller, body(orders, { clientId: bound.id }))
    expect(refused.status).toBe(409)
    expect(refusals(refused.json).map(({ addressId }) => addressId)).toEqual([bound.addresses[1]])
    expect(await ordersOf(bound.id)).toEqual([])
    expect((await make(seller, body(orders.slice(1), { clientId: bound.id }))).status).toBe(200)
    await db.kysely.updateTable('setting').set({ value: '0' }).where('key', '=', 'LIMITE_OBLIGATORIO').execute()
  })

  test('another price, an article that is gone and an unusual quantity are told, and none is ordered', async () => {
    const before = await ordersOf(client.id)
    const orders = [
      { addressId: centro, lines: [line('P-1', 1, 900_00)] },
      { addressId: norte, lines: [line('VIEJO', 1, 100_00)] },
      { addressId: sur, lines: [line('00052', 90_000, 500_00, { ask: true })] },
    ]
    const refused = await make(buyer, body(orders))
    expect(refused.status).toBe(409)
    expect(refusals(refused.json).map(({ addressId, reason }) => [addressId, reason])).toEqual([
      [centro, branchProblems.repriced],
      [norte, branchProblems.unsold],
      [sur, branchProblems.asked],
    ])
    expect(refusals(refused.json)[0]!.lines).toMatchObject([{ code: 'P-1', unitPrice: 1_000_00 }])
    expect(refusals(refused.json)[2]!.lines[0]!.question).toContain('¿90.000 unidades?')
    expect(await ordersOf(client.id)).toEqual(before)
  })

  test('goes by the gate: who only prepares, a client out of use, another’s address and client', async () => {
    const { db } = database()
    const lola = await app.as(await makeUser(db, 'cliente', { client_id: client.id, order_right: 'prepare' }))
    const orders = [{ addressId: centro, lines: [line('P-1', 1, 1_000_00)] }]
    expect(await make(lola, body(orders))).toMatchObject({ status: 403, json: { message: preparesOnly } })
    expect((await read('Código;Centro\nP-1;1\n', { caller: lola })).data!.refusal).toBe(preparesOnly)
    const foreign = await makeClient(db)
    expect(await make(seller, body(orders, { clientId: foreign.id }))).toMatchObject({ status: 403 })
    const elsewhere = [{ ...orders[0]!, addressId: foreign.addresses[0]! }]
    expect(await make(buyer, body(elsewhere))).toMatchObject({ status: 409 })
    expect(await make(buyer, body([...orders, ...orders]))).toMatchObject({ status: 400 })
    await db.kysely.updateTable('client').set({ active: false }).where('id', '=', client.id).execute()
    expect((await make(buyer, body(orders))).status).toBe(403)
    await db.kysely.updateTable('client').set({ active: true }).where('id', '=', client.id).execute()
  })

  test('every cell of any sheet is in one line of its branch or told; what is ordered is what was shown', async () => {
    const next = seededNumbers(379)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T
    for (let round = 0; round < 20; round++) {
      const codes = Array.from({ length: 1 + Math.floor(next() * 8) }, () =>
        pick(['00123', '123', 'P-1', '52', 'NADA', 'VIEJO']),
      )
      const cell = () => pick(['', '', '0', '1', '12', '24', '2,5', 'dos', '-1'])
      const rows = codes.map((code) => [code, cell(), cell(), cell()])
      const filled = rows.flatMap(([, ...cells], row) =>
        cells.flatMap((value, at) => (value === '' || value === '0' ? [] : [`${row + 2} ${client.addresses[at]}`])),
      )
      const { data } = await read(['Código;Centro;Norte;Sur', ...rows.map((row) => row.join(';'))].join('\n'))
      if (!data) {
        expect(filled).toEqual([])
        continue
      }
      const found = data.rows.flatMap(({ cells }) =>
        cells.flatMap(({ addressId, row }) => row.lines.map((at) => `${at} ${addressId}`)),
      )
      expect(found.sort()).toEqual(filled.sort())
      const orders = data.branches.flatMap(({ addressId }) => {
        const lines = data.rows.flatMap(({ cells }) =>
          cells.flatMap(
            ({
              addressId: of,
              row: {
                kind,
                articles: [article],
                quantity,
              },
            }) =>
              of === addressId && kind === 'line' && article && quantity !== null
                ? [{ articleId: article.articleId, quantity, unitPrice: article.unitPrice, note: '' }]
                : [],
          ),
        )
        return lines.length === 0 ? [] : [{ addressId, lines }]
      })
      if (orders.length === 0) continue
      const answer = await make(buyer, body(orders))
      expect(answer.status).toBe(200)
      const stored = await linesOf(answer.data.map(({ orderId }) => orderId))
      expect(stored.map(({ quantity }) => quantity)).toEqual(
        orders.flatMap(({ lines }) => lines.map((one) => one.quantity)),
      )
    }
  })

  test('sixty articles of twelve branches are twelve orders', async () => {
    const { db } = database()
    const chain = await makeClient(db, { seller_id: sellerId, addresses: 12 })
    const articles = await Promise.all(
      Array.from({ length: 60 }, (_, at) => makeArticle(db, { code: `CAD${at}`, listPrice: 10_00 })),
    )
    await app.upToDate()
    const sheet = [
      `Código;${chain.addresses.join(';')}`,
      ...articles.map((_, at) => `CAD${at};${chain.addresses.map((__, of) => at + of + 1).join(';')}`),
    ].join('\n')
    const { data } = await read(sheet, { caller: seller, query: `?idcli=${chain.id}` })
    expect(data!.rows).toHaveLength(60)
    expect(data!.rows.flatMap(({ cells }) => cells)).toHaveLength(720)
    const orders = chain.addresses.map((addressId, of) => ({
      addressId,
      lines: articles.map(({ id }, at) => ({ articleId: id, quantity: at + of + 1, unitPrice: 10_00, note: '' })),
    }))
    const answer = await make(seller, body(orders, { clientId: chain.id }))
    expect(answer.data.map(({ addressId, lineCount }) => [addressId, lineCount])).toEqual(
      chain.addresses.map((addressId) => [addressId, 60]),
    )
  })

  test('the template has the branches across and what the client takes down, and is read again', async () => {
    await make(buyer, body([{ addressId: centro, lines: [line('00052', 7, 500_00)] }]))
    const response = await app.app.inject({
      url: branchTemplate.path,
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    const { sheets } = await readXlsx(response.rawPayload)
    const [headings, ...rows] = sheets[0]!.rows
    expect(headings).toEqual(['Código', 'Descripción', 'Centro', 'Norte', 'Sur'])
    const codes = rows.map(([code]) => code).filter(Boolean)
    expect(codes).toContain('00052')
    const filled = await writeXlsx({ sheets: [{ name: 'Sucursales', rows: [headings!, ['00052', null, 1, null, 2]] }] })
    expect(told(await reviewOf(Buffer.from(filled)))).toEqual([
      ['Centro', '00052', 1],
      ['Sur', '00052', 2],
    ])
  })

  test('a branch is named by its client and the office, audited; the ERP’s name is shown where it has none', async () => {
    const { db } = database()
    const { id, addresses } = await makeClient(db, { addresses: 1, seller_id: sellerId })
    const [addressId = 0] = addresses
    await db.kysely.updateTable('client_address').set({ name: 'Del ERP' }).where('id', '=', addressId).execute()
    const name = (caller: TestCaller, text: string, clientId = id) =>
      caller.call(nameBranch, { params: { id: addressId }, body: { clientId, name: text } })
    expect((await name(seller, '  Terminal ')).data).toBe('Terminal')
    expect((await name(admin, '')).data).toBe('Del ERP')
    expect((await name(buyer, 'Mía')).status).toBe(403)
    expect((await name(buyer, 'Mía', client.id)).status).toBe(404)
    const audit = await db.kysely
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'client-address')
      .where('entity_id', '=', String(addressId))
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      { action: 'update', before: { own_name: '' }, after: { own_name: 'Terminal' } },
      { action: 'update', before: { own_name: 'Terminal' }, after: { own_name: '' } },
    ])
  })
})
