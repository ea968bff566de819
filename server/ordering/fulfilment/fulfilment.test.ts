/** What became of orders, as an ERP's folder tells it and the office sets it, and as each caller sees it (R304 to R307). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCartLine } from '../../../contract/cart.ts'
import { beyondLimit, getClientAccount } from '../../../contract/client-account.ts'
import { getFulfilment, listPendingLines, setOrderStates, undoOrderStates } from '../../../contract/fulfilment.ts'
import { listHistory } from '../../../contract/order-admin.ts'
import { createOrder, myOrders, repeatOrder } from '../../../contract/orders.ts'
import { smallPdf } from '../../../testkit/small-pdf.ts'
import type { Tables } from '../../db/tables.ts'
import { importFeed } from '../../erp/erp.ts'
import { takeNews } from '../../erp/order-updates/order-updates.service.ts'
import type { FeedFile, NewsTable } from '../../ports/erp/erp.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'
import { fulfilmentMailHandler, fulfilmentToMail } from './fulfilment.mail.ts'

const headings = {
  estados: 'ID_EST;IDCON_PED;NUMERO_PED;ESTADO;FECHA_EST;EXPRESO_EST;GUIA_EST;BULTOS_EST;MOTIVO_EST',
  renglones: 'ID_REN;IDCON_PED;ID_ART;FECHA_REN;ACEPTADO_REN;MOTIVO_REN;REEMPLAZO_REN',
  despachos: 'ID_DES;IDCON_PED;ID_ART;CANTIDAD_DES;FECHA_DES;REMITO_DES;EXPRESO_DES;GUIA_DES;BULTOS_DES',
  comprobantes: 'ID_COM;IDCON_PED;TIPO_COM;NUMERO_COM;FECHA_COM;IMPORTE_COM;ENLACE_COM',
  cuentas: 'ID_CLI;FECHA_CTA;SALDO_CTA;LIMITE_CTA',
  saldos: 'ID_SAL;ID_CLI;FECHA_SAL;TIPO_SAL;NUMERO_SAL;EMISION_SAL;VENCE_SAL;IMPORTE_SAL;SALDO_SAL',
} as const
type Name = keyof typeof headings

withDatabases('the fulfilment of orders', (database, kind) => {
  let app: TestApp
  let client: TestCaller
  let seller: TestCaller
  let stranger: TestCaller
  let supervisor: TestCaller
  let clientId: number
  let sellerId: number
  let userId: number
  let articles: { id: number; code: string }[]
  let lastKey = 0
  const key = () => ++lastKey
  /** So many minutes ago, as the ERP writes it. */
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    articles = []
    for (const code of ['A1', 'B2', 'C3', 'D4', 'Z9'])
      articles.push(await makeArticle(db, { code, units_per_pack: 12, listPrice: 100_00 }))
    sellerId = await makeSeller(db)
    clientId = (await makeClient(db, { seller_id: sellerId, email: 'compras@cliente.example' })).id
    userId = (await makeUser(db, 'cliente', { client_id: clientId, email: 'ana@cliente.example' })).id
    client = await app.as({ id: userId })
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    stranger = await app.as(await makeUser(db, 'vendedor', { seller_id: await makeSeller(db) }))
    supervisor = await app.as(await makeUser(db, 'supervisor', { first_name: 'Eva', last_name: 'Paz' }))
    await app.upToDate()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await database().db.kysely.deleteFrom('job').execute()
  })

  /** An order of 24 units of each of the first four articles. */
  async function order(more: { created_at?: string } = {}): Promise<number> {
    const { kysely } = database().db
    const { id } = await kysely
      .insertInto('sales_order')
      .values({
        user_id: userId,
        created_by: userId,
        client_id: clientId,
        business_name: 'Bazar',
        ...more,
        address_id: 0,
        address: '',
        sale_condition: 1,
        total: 9_600_00,
        line_count: 4,
        channel: 'web',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('sales_order_line')
      .values(
        articles.slice(0, 4).map((article) => ({
          order_id: id,
          article_id: article.id,
          code: article.code,
          description: `Juguete ${article.code}`,
          list_price: 100_00,
          discount: 0,
          unit_price: 100_00,
          multiple: 1,
          quantity: 24,
          created_by: userId,
          channel: 'web' as const,
        })),
      )
      .execute()
    return id
  }
  const idOf = (code: string) => articles.find((article) => article.code === code)?.id ?? 0

  /** Imports files of news as an ERP's folder brings them. */
  async function send(files: Partial<Record<Name, readonly (readonly (string | number)[])[]>>) {
    const folder = await mkdtemp(join(tmpdir(), 'bulto-news-'))
    try {
      for (const [name, rows] of Object.entries(files)) {
        const lines = [headings[name as Name], ...rows.map((row) => row.join(';')), '']
        await writeFile(join(folder, `${name}.csv`), lines.join('\n'))
      }
      return await importFeed(database().db, await openFolderFeed(folder))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const state = (orderId: number, word: string, at: string, id = key()) =>
    [id, orderId, '', word, at, '', '', '', ''] as const
  const fulfilmentOf = async (caller: TestCaller, id: number) => {
    const answer = await caller.call(getFulfilment, { params: { id } })
    expect(answer.status).toBe(200)
    return answer.data
  }
  const shown = ({ lines }: Awaited<ReturnType<typeof fulfilmentOf>>) =>
    lines.map((line) => [line.code, line.ordered, line.accepted, line.dispatched, line.pending, line.missing])
  const mails = async () =>
    (
      await database()
        .db.kysely.selectFrom('job')
        .select(['payload', 'unique_key'])
        .where('kind', '=', 'courseMail')
        .orderBy('id')
        .execute()
    ).map(({ payload }) => payload as { orderId: number; about: string; parcel: string; day: string })

  test('three dispatches, one line never, one replaced, states doubled and out of order', async () => {
    const id = await order()
    expect((await fulfilmentOf(client, id)).fulfilmentState).toBe('received')
    expect(shown(await fulfilmentOf(client, id))[0]).toEqual(['A1', 24, null, 0, 24, 0])

    // The later state comes first, and twice in one file.
    const preparing = state(id, 'En Preparacion', ago(300))
    await send({ estados: [preparing, preparing] })
    expect((await fulfilmentOf(client, id)).fulfilmentState).toBe('preparing')
    await send({ estados: [state(id, 'aceptado', ago(400))] })
    const twoSteps = await fulfilmentOf(client, id)
    expect(twoSteps.fulfilmentState).toBe('preparing')
    expect(twoSteps.steps.map((step) => step.state)).toEqual(['received', 'accepted', 'preparing'])
    expect((await mails()).map(({ about }) => about)).toEqual(['accepted'])

    await send({
      renglones: [
        [key(), id, idOf('C3'), ago(290), '', 'sin stock hasta diciembre', ''],
        [key(), id, idOf('D4'), ago(290), 0, 'reemplazado', idOf('Z9')],
      ],
    })
    const told = await fulfilmentOf(client, id)
    expect(told.lines.map(({ code, reason, replacedBy }) => [code, reason, replacedBy])).toEqual([
      ['A1', '', ''],
      ['B2', '', ''],
      ['C3', 'sin stock hasta diciembre', ''],
      ['D4', 'reemplazado', 'Z9'],
    ])
    expect(shown(told)[3]).toEqual(['D4', 24, 0, 0, 0, 24])

    const parcel = (article: string, units: number, n: number) =>
      [key(), id, idOf(article), units, ago(250 - 50 * n), `R-${n}`, 'Vía Cargo', `G-${n}`, 2] as const
    // The third one comes before the second.
    const [first, second, third] = [parcel('A1', 24, 1), parcel('B2', 12, 2), parcel('B2', 12, 3)]
    await send({ despachos: [first] })
    expect((await fulfilmentOf(client, id)).pendingUnits).toBe(48)
    await send({ despachos: [third, parcel('Z9', 24, 3)] })
    await send({ despachos: [second, first, first] })
    const last = await fulfilmentOf(client, id)
    expect([last.fulfilmentState, last.fulfilmentText]).toEqual(['partly', 'despachado en parte'])
    expect(shown(last)).toEqual([
      ['A1', 24, 24, 24, 0, 0],
      ['B2', 24, 24, 24, 0, 0],
      ['C3', 24, 24, 0, 24, 0],
      ['D4', 24, 0, 0, 0, 24],
      ['Z9', 0, 0, 24, 0, 0],
    ])
    expect(last.dispatches.map(({ note, guide, packages, lines }) => [note, guide, packages, lines.length])).toEqual([
      ['R-1', 'G-1', 2, 1],
      ['R-2', 'G-2', 2, 1],
      ['R-3', 'G-3', 2, 2],
    ])
    expect(last.pendingUnits).toBe(24)
    expect(last.steps.map((step) => step.state).slice(-3)).toEqual(['partly', 'partly', 'partly'])
    // One mail for each event, whatever came again.
    expect((await mails()).map(({ about, parcel: of }) => [about, of])).toEqual([
      ['accepted', ''],
      ['missing', ''],
      ['dispatched', 'G-1'],
      ['dispatched', 'G-3'],
      ['dispatched', 'G-2'],
    ])

    const pending = await client.call(listPendingLines, { query: { page: 0, text: '' } })
    expect(pending.data.map((line) => [line.orderId, line.code, line.pending, line.reason, line.matches])).toEqual([
      [id, 'C3', 24, 'sin stock hasta diciembre', 1],
    ])
    for (const caller of [seller, supervisor])
      expect((await caller.call(listPendingLines, { query: { page: 0, text: 'c3' } })).data).toHaveLength(1)
    expect((await stranger.call(listPendingLines, { query: { page: 0, text: '' } })).data).toEqual([])

    await send({ estados: [state(id, 'cancelado', ago(1))] })
    const cancelled = await fulfilmentOf(seller, id)
    expect([cancelled.fulfilmentState, cancelled.pendingUnits]).toEqual(['cancelled', 0])
    expect((await client.call(listPendingLines, { query: { page: 0, text: '' } })).data).toEqual([])
  })

  test('what is still to leave counts from the first moment on; the list of it begins once something is told', async () => {
    const body = { id: null, articleId: idOf('A1'), quantity: 36, note: '', clientId: null }
    expect((await client.call(saveCartLine, { body })).status).toBe(200)
    const { orderId: id } = (await client.call(createOrder, { query: { note: '', addressId: 0 } })).data
    const row = async () =>
      (await client.call(myOrders, { query: { page: 0, text: '' } })).data.find((order) => order.id === id)
    const listed = async () =>
      (await client.call(listPendingLines, { query: { page: 0, text: '' } })).data.filter((line) => line.orderId === id)
    expect([(await row())?.pendingUnits, await listed()]).toEqual([36, []])
    await send({ estados: [state(id, 'aceptado', ago(9))] })
    expect([(await row())?.pendingUnits, (await listed()).length]).toEqual([36, 1])
    await send({ despachos: [[key(), id, idOf('A1'), 6, ago(8), 'R-6', '', '', '']] })
    expect(await row()).toMatchObject({ fulfilmentState: 'partly', pendingUnits: 30 })
    expect(await listed()).toMatchObject([{ fulfilmentState: 'partly', pending: 30 }])
    await send({ renglones: [[key(), id, idOf('A1'), ago(7), 6, 'sin stock', '']] })
    expect(await row()).toMatchObject({ fulfilmentState: 'dispatched', pendingUnits: 0 })
    expect(await listed()).toEqual([])
  })

  test('what is dated by its day alone comes behind what was told of that day; what is told twice is one step', async () => {
    const { db } = database()
    const id = await order({ created_at: '2026-11-03T12:00:00Z' })
    await db.kysely
      .updateTable('sales_order')
      .set({ erp_state: 'accepted', erp_answered_at: '2026-11-03T13:00:00Z' })
      .where('id', '=', id)
      .execute()
    await send({
      estados: [state(id, 'aceptado', '2026-11-03T13:05:00Z'), state(id, 'despachado', '2026-11-03T18:00:00Z')],
      comprobantes: [[key(), id, 'Factura A', 'A-77', '03/11/2026', '9600,00', '']],
    })
    const billed = await fulfilmentOf(client, id)
    expect(billed.fulfilmentState).toBe('billed')
    expect(billed.steps.map((step) => step.state)).toEqual(['received', 'accepted', 'dispatched', 'billed'])
    await send({ estados: [state(id, 'entregado', '2026-11-04T03:00:00Z')] })
    expect((await fulfilmentOf(client, id)).fulfilmentState).toBe('delivered')
  })

  test('the same row again changes nothing, an older one of a key neither', async () => {
    const id = await order()
    const row = state(id, 'entregado', ago(10))
    const [report] = (await send({ estados: [row] })).files
    expect(report).toMatchObject({ outcome: 'imported', inserted: 1, changed: 0 })
    const before = await fulfilmentOf(client, id)
    const older = [row[0], id, '', 'aceptado', ago(20), '', '', '', ''] as const
    const [again] = (await send({ estados: [row, older] })).files
    expect(again).toMatchObject({ outcome: 'imported', inserted: 0, changed: 0, unchanged: 2 })
    expect(await fulfilmentOf(client, id)).toEqual(before)
  })

  test('an unknown state is shown as written and told; an unknown order is a bad row beside the good ones', async () => {
    const id = await order()
    const bad = 2_000_000_000
    const report = await send({
      estados: [
        state(id, 'En depósito central', ago(5)),
        state(bad, 'aceptado', ago(5)),
        state(id, 'aceptado', '01/01/2099'),
      ],
    })
    expect(report.files[0]).toMatchObject({ outcome: 'partial', read: 3, inserted: 1, refused: 2 })
    expect(report.files[0]?.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, 'ESTADO'],
      [3, 'IDCON_PED'],
      [4, 'FECHA_EST'],
    ])
    const fulfilment = await fulfilmentOf(client, id)
    expect([fulfilment.fulfilmentState, fulfilment.fulfilmentText]).toEqual(['other', 'En depósito central'])
    const mine = await client.call(myOrders, { query: { page: 0, text: '', fulfilmentState: 'other' } })
    expect(mine.data.map((row) => [row.id, row.fulfilmentText])).toEqual([[id, 'En depósito central']])
    const all = await supervisor.call(listHistory, { query: { page: 0, fulfilmentState: 'other', client: '' } })
    expect(all.data.map((row) => row.id)).toEqual([id])
  })

  test('papers are shown with their link, and a link that leads inside is a bad row', async () => {
    const id = await order()
    const report = await send({
      comprobantes: [
        [key(), id, 'Factura A', '0001-00001234', '20/11/2026', '9600,50', 'https://facturas.example/1.pdf'],
        [key(), id, 'Remito', 'R-7', '20/11/2026', '', ''],
        [key(), id, 'Factura A', 'x', '20/11/2026', '', 'https://10.0.0.1/x.pdf'],
        [key(), id, 'Factura A', 'y', '20/11/2026', '', 'javascript:alert(1)'],
      ],
    })
    expect(report.files[0]?.problems.map(({ row, column }) => [row, column])).toEqual([
      [4, 'ENLACE_COM'],
      [5, 'ENLACE_COM'],
    ])
    const fulfilment = await fulfilmentOf(client, id)
    expect(fulfilment.fulfilmentState).toBe('billed')
    expect(
      fulfilment.papers.map(({ kind, number, amount, link, hasFile }) => [kind, number, amount, link, hasFile]),
    ).toEqual([
      ['Remito', 'R-7', null, null, false],
      ['Factura A', '0001-00001234', 9_600_50, 'https://facturas.example/1.pdf', false],
    ])
    // The bill is of the day on which the order came, whose first instant is before it.
    expect(fulfilment.steps.map(({ state }) => state)).toEqual(['received', 'billed'])
  })

  test('the office uploads a bill as a PDF, which those of the order open, and takes it away again', async () => {
    const id = await order()
    const papers = `/api/pedidos/productos/pedidos/${id}/comprobantes`
    const pdf = new Uint8Array(smallPdf('A-9'))
    const address = `${papers}?tipo=Factura%20A&numero=A-9&importe=9600.50`
    const posted = await postFile(app.app, supervisor, address, pdf, { name: 'a.pdf' })
    expect(posted.status).toBe(200)
    const fulfilment = await fulfilmentOf(client, id)
    expect(fulfilment.papers).toMatchObject([{ kind: 'Factura A', number: 'A-9', amount: 9_600_50, hasFile: true }])
    expect(fulfilment.steps.at(-1)).toMatchObject({ state: 'billed', source: 'office' })
    const one = `${papers}/${posted.json}`
    for (const caller of [client, seller, supervisor]) expect((await caller.request('GET', one)).status).toBe(200)
    expect((await stranger.request('GET', one)).status).toBe(403)
    const text = new TextEncoder().encode('hola')
    expect((await postFile(app.app, supervisor, address, text, { name: 'a.pdf' })).status).toBe(415)
    expect((await supervisor.request('DELETE', one)).status).toBe(200)
    expect((await fulfilmentOf(client, id)).fulfilmentState).toBe('received')
    expect((await client.request('GET', one)).status).toBe(404)
  })

  test('old history mails nobody', async () => {
    const old = await order({ created_at: '2025-01-01T12:00:00Z' })
    const recent = await order()
    await send({
      estados: [state(old, 'aceptado', ago(5)), state(recent, 'aceptado', ago(5 * 24 * 60))],
    })
    expect(await mails()).toEqual([])
  })

  test('the office sets the state of many orders, and takes it back; what the ERP told since stands', async () => {
    const ids = [await order(), await order()]
    const set = await supervisor.call(setOrderStates, {
      body: {
        orders: ids.map((id) => ({ id, version: 0 })),
        state: 'dispatched',
        carrier: 'Andreani',
        guide: 'G-9',
      },
    })
    expect(set.data.changed).toBe(2)
    const [one = 0, two = 0] = ids
    const fulfilment = await fulfilmentOf(supervisor, one)
    expect(fulfilment.steps.at(-1)).toMatchObject({
      state: 'dispatched',
      source: 'office',
      by: 'Eva Paz',
      guide: 'G-9',
    })
    expect((await fulfilmentOf(client, one)).steps.at(-1)?.by).toBeUndefined()
    // Nobody tells dispatches by line: all of it has left.
    expect(shown(fulfilment)[0]).toEqual(['A1', 24, 24, 24, 0, 0])
    // Somebody else read the orders before.
    const stale = await supervisor.call(setOrderStates, {
      body: { orders: [{ id: one, version: 0 }], state: 'delivered' },
    })
    expect(stale.status).toBe(409)
    await send({ estados: [state(two, 'entregado', ago(-1))] })
    const undone = await supervisor.call(undoOrderStates, { params: { id: set.data.batchId ?? 0 } })
    expect(undone.data).toBe(2)
    expect((await fulfilmentOf(client, one)).fulfilmentState).toBe('received')
    expect((await fulfilmentOf(client, two)).fulfilmentState).toBe('delivered')
    const again = await supervisor.call(undoOrderStates, { params: { id: set.data.batchId ?? 0 } })
    expect(again.status).toBe(409)
    // The mail that waits says nothing of what was taken back.
    const sent: MailMessage[] = []
    const handler = fulfilmentMailHandler({
      db: database().db,
      shop: { name: 'Bulto', url: 'https://tienda.example' },
      mailer: { send: async (mail: MailMessage) => void sent.push(mail) } as never,
    })
    const [mail] = await mails()
    await handler({ ...mail, to: 'ana@cliente.example' } as never, {
      id: 1,
      kind: 'courseMail',
      attempt: 1,
      createdAt: ago(0),
      signal: new AbortController().signal,
    })
    expect(sent).toEqual([])
  })

  test('a mail says what left and what is still to come, in no words of the office', async () => {
    const id = await order()
    await send({ despachos: [[key(), id, idOf('A1'), 24, ago(1), '', 'Vía Cargo', 'G-77', 2]] })
    const sent: MailMessage[] = []
    const { db } = database()
    const parts = { db, shop: { name: 'Bulto', url: 'https://tienda.example' } }
    const handler = fulfilmentMailHandler({
      ...parts,
      mailer: { send: async (mail: MailMessage) => void sent.push(mail) } as never,
    })
    const [mail] = await mails()
    const job = {
      id: 9,
      kind: 'courseMail' as const,
      attempt: 1,
      createdAt: ago(0),
      signal: AbortSignal.timeout(60_000),
    }
    await handler(mail as never, job)
    const [withTo] = (await mails()).slice(1) as unknown as { to: string }[]
    expect(withTo?.to).toBe('ana@cliente.example')
    await handler(withTo as never, job)
    expect(sent[0]?.subject).toBe(`Salió su pedido web ${id} - Bulto`)
    expect(sent[0]?.text).toContain('A1  Juguete A1: 24 unidades')
    expect(sent[0]?.text).not.toContain('Remito')
    expect(sent[0]?.text).toContain('Guía: G-77')
    const [, rest = ''] = (sent[0]?.text ?? '').split('Quedan 72 unidades por despachar:')
    expect(rest).toMatch(/B2 {2}Juguete B2: 24 unidades/)
    expect(sent[0]?.text).toContain(`https://tienda.example/pedido/${id}`)
    // Switched off, nobody is told.
    await db.kysely.insertInto('setting').values({ key: 'MAIL_DESPACHADO', value: '0' }).execute()
    await handler(withTo as never, job)
    expect(sent).toHaveLength(1)
  })

  test('a dispatch without guide or remito is of its day in Argentina: that evening is one mail, the morning after another', async () => {
    const id = await order()
    const midnight = Date.parse(`${new Date(Date.now() - 27 * 3_600_000).toISOString().slice(0, 10)}T03:00:00Z`)
    const hoursLater = (hours: number) => new Date(midnight + hours * 3_600_000).toISOString()
    const left = (article: string, at: string) => [key(), id, idOf(article), 24, at, '', 'Vía Cargo', '', 1] as const
    await send({ despachos: [left('A1', hoursLater(-3.5))] })
    await send({ despachos: [left('B2', hoursLater(-2.5))] })
    await send({ despachos: [left('C3', hoursLater(-2))] })
    await send({ despachos: [left('D4', hoursLater(0.1))] })
    const told = (await mails()).filter(({ about }) => about === 'dispatched')
    const days = [hoursLater(-24), hoursLater(0)].map((at) => at.slice(0, 10))
    expect(told.map(({ day }) => day)).toEqual(days)
    const parts = await Promise.all(told.map((mail) => fulfilmentToMail(database().db, mail as never)))
    expect(parts.map((part) => part?.lines.map(({ code }) => code))).toEqual([['A1', 'B2', 'C3'], ['D4']])
  })

  test('a dispatch that is set by hand lists what left, and every mail names the order as all sides know it', async () => {
    const id = await order()
    const { db } = database()
    const numbers = { erp_number: 4_711_000 + id, import_number: 'OC-0077' }
    await db.kysely.updateTable('sales_order').set(numbers).where('id', '=', id).execute()
    await db.kysely.deleteFrom('setting').where('key', '=', 'MAIL_DESPACHADO').execute()
    const sent: MailMessage[] = []
    const handler = fulfilmentMailHandler({
      db,
      shop: { name: 'Bulto', url: 'https://tienda.example' },
      mailer: { send: async (mail: MailMessage) => void sent.push(mail) } as never,
    })
    const sendFirst = async () => {
      const [mail] = await mails()
      const job = { id: 12, kind: 'courseMail' as const, attempt: 1, createdAt: ago(0) }
      await handler({ ...mail, to: 'ana@cliente.example' } as never, { ...job, signal: AbortSignal.timeout(60_000) })
      return sent.at(-1)?.text ?? ''
    }
    const body = { orders: [{ id, version: 0 }], state: 'dispatched' as const, carrier: 'Andreani', guide: 'G-12' }
    await supervisor.call(setOrderStates, { body: { ...body, packages: 3 } })
    const byHand = await sendFirst()
    for (const code of ['A1', 'B2', 'C3', 'D4']) expect(byHand).toContain(`${code}  Juguete ${code}: 24 unidades`)
    expect(byHand).toContain('Despachamos lo siguiente de su pedido.')
    for (const fact of ['Su N° de pedido: OC-0077', `N° de pedido: ${4_711_000 + id}`, 'Guía: G-12', 'Bultos: 3'])
      expect(byHand).toContain(fact)
    expect(byHand).not.toContain('por despachar')
    // By the ERP with its remito, one unit of one article: the rest is named, and one is one.
    await database().db.kysely.deleteFrom('job').execute()
    const other = await order()
    await send({ despachos: [[key(), other, idOf('A1'), 1, ago(1), 'R-0001-77', 'Vía Cargo', '', 1]] })
    const byErp = await sendFirst()
    expect(byErp).toContain('Remito: R-0001-77')
    expect(byErp).toMatch(/A1 {2}Juguete A1: 1 unidad\n/)
    expect(byErp).not.toContain('1 unidades')
    expect(byErp).toMatch(
      /Quedan 95 unidades por despachar:[\s\S]*A1 {2}Juguete A1: 23 unidades[\s\S]*D4 {2}Juguete D4: 24/,
    )
  })

  test('an account is shown to those of the client, and its limit refuses an order where the shop says so', async () => {
    const { db } = database()
    // One without orders.
    clientId = (await makeClient(db, { seller_id: sellerId })).id
    client = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
    await send({
      cuentas: [[clientId, ago(0), '9500,00', '10000,00']],
      saldos: [
        [key(), clientId, ago(1), 'Factura A', 'A-1', '01/11/2026', '30/11/2026', '9500,00', '9500,00'],
        [key(), clientId, ago(1), 'Factura A', 'A-0', '01/10/2026', '', '500,00', '0'],
      ],
    })
    const account = await client.call(getClientAccount, { query: {} })
    expect(account.data).toMatchObject({ balance: 9_500_00, limit: 10_000_00, ordered: 0, binding: false })
    expect(account.data?.bills.map(({ number, dueDay, balance }) => [number, dueDay, balance])).toEqual([
      ['A-1', '2026-11-30', 9_500_00],
    ])
    expect((await seller.call(getClientAccount, { query: { clientId } })).data?.balance).toBe(9_500_00)
    expect((await stranger.call(getClientAccount, { query: { clientId } })).status).toBe(403)
    expect(beyondLimit(account.data, 600_00)).toBe(100_00)

    const buy = async (quantity: number) => {
      const body = { id: null, articleId: idOf('A1'), quantity, note: '', clientId: null }
      expect((await client.call(saveCartLine, { body })).status).toBe(200)
      return client.call(createOrder, { query: { note: '', addressId: 0 } })
    }
    expect((await buy(6)).status).toBe(200)
    await db.kysely.insertInto('setting').values({ key: 'LIMITE_OBLIGATORIO', value: '1' }).execute()
    const refused = await buy(6)
    expect(refused.status).toBe(409)
    expect(JSON.stringify(refused.json)).toContain('supera el límite de crédito en $ 700,00')
    // Paid, by a later account; an older one changes nothing.
    await send({
      cuentas: [
        [clientId, ago(-1), '0,00', '10000,00'],
        [clientId, ago(600), '99999,00', '1,00'],
      ],
    })
    expect((await buy(6)).status).toBe(200)
  })

  test('an account counts what comes and is not billed, and a bill that its balance cannot hold', async () => {
    const { db } = database()
    const own = (await makeClient(db, { seller_id: sellerId })).id
    const buyer = await app.as(await makeUser(db, 'cliente', { client_id: own }))
    const id = await order({ created_at: '2026-11-03T15:00:00Z' })
    await db.kysely.updateTable('sales_order').set({ client_id: own }).where('id', '=', id).execute()
    const figures = async () => {
      const { data } = await buyer.call(getClientAccount, { query: {} })
      return [data?.ordered, data?.billedSince]
    }
    // Dated by its hour: the order came later, and so did its bill.
    await send({ cuentas: [[own, '2026-11-03T11:00:00Z', '0,00', '10000,00']] })
    expect(await figures()).toEqual([9_600_00, 0])
    await send({ renglones: [[key(), id, idOf('C3'), '2026-11-03T16:00:00Z', 0, 'sin stock', '']] })
    expect(await figures()).toEqual([7_200_00, 0])
    await send({ comprobantes: [[key(), id, 'Factura A', 'A-31', '03/11/2026', '5000,00', '']] })
    expect(await figures()).toEqual([2_200_00, 5_000_00])
    // Dated by its day: the balance holds what was billed on that day.
    await db.kysely
      .updateTable('client_account')
      .set({ at: '2026-11-03T03:00:00Z' })
      .where('client_id', '=', own)
      .execute()
    expect(await figures()).toEqual([2_200_00, 0])
    await send({ comprobantes: [[key(), id, 'Nota de crédito A', 'C-2', '03/11/2026', '500,00', '']] })
    expect(await figures()).toEqual([2_700_00, 0])
  })

  test('an order that left in part is that again once its cancellation is taken back', async () => {
    const id = await order()
    await send({ despachos: [[key(), id, idOf('A1'), 24, ago(3), 'R-1', '', '', '']] })
    const { fulfilmentVersion: version } = await fulfilmentOf(supervisor, id)
    const cancelled = await supervisor.call(setOrderStates, {
      body: { orders: [{ id, version }], state: 'cancelled' },
    })
    expect(await fulfilmentOf(client, id)).toMatchObject({ fulfilmentState: 'cancelled', comingTotal: 2_400_00 })
    await supervisor.call(undoOrderStates, { params: { id: cancelled.data.batchId ?? 0 } })
    expect(await fulfilmentOf(client, id)).toMatchObject({
      fulfilmentState: 'partly',
      pendingUnits: 72,
      comingTotal: 9_600_00,
    })
  })

  test('a repeat proposes what is still owed or does not come, and sets the rest', async () => {
    const { db } = database()
    const own = (await makeClient(db, { seller_id: sellerId })).id
    const buyer = await app.as(await makeUser(db, 'cliente', { client_id: own }))
    const ofOwn = async () => {
      const id = await order()
      await db.kysely.updateTable('sales_order').set({ client_id: own }).where('id', '=', id).execute()
      return id
    }
    const [old, recent] = [await ofOwn(), await ofOwn()]
    await send({
      estados: [state(old, 'despachado', ago(50))],
      renglones: [
        [key(), recent, idOf('B2'), ago(9), 12, '', ''],
        [key(), old, idOf('C3'), ago(60), 0, 'sin stock en fábrica', ''],
        [key(), recent, idOf('C3'), ago(9), 0, '', ''],
      ],
      despachos: [
        [key(), recent, idOf('A1'), 24, ago(8), 'R-1', '', '', ''],
        [key(), recent, idOf('D4'), 4, ago(8), 'R-1', '', '', ''],
      ],
    })
    const repeat = async (onlyMissing: boolean) => {
      const body = { clientId: null, clearCart: true, onlyMissing }
      const { data } = await buyer.call(repeatOrder, { params: { id: old }, body })
      return data.map((line) => [line.code, line.outcome, line.quantity, line.reason, line.proposals?.[0]?.code])
    }
    expect(await repeat(false)).toEqual([
      ['B2', 'a-confirmar', 0, `Pendientes de entrega: 12 unidades del pedido ${recent}`, 'B2'],
      ['C3', 'a-confirmar', 0, `No viene en el pedido ${old}: sin stock en fábrica`, 'C3'],
      ['D4', 'a-confirmar', 0, `Pendientes de entrega: 20 unidades del pedido ${recent}`, 'D4'],
      ['A1', 'agregado', 24, undefined, undefined],
    ])
    // Whoever asks for what does not come has read that it does not.
    expect(await repeat(true)).toEqual([['C3', 'agregado', 24, undefined, undefined]])
    // Of a line that came in part it says how many did not.
    await send({
      renglones: [[key(), old, idOf('A1'), ago(5), 18, 'último bulto', '']],
      despachos: [[key(), old, idOf('A1'), 18, ago(4), 'R-2', '', '', '']],
    })
    expect(await repeat(false)).toContainEqual([
      'A1',
      'a-confirmar',
      0,
      `No vienen 6 en el pedido ${old}: último bulto`,
      'A1',
    ])
  })

  test('of two that are told of an order at once, the later state stands, whoever commits first', async () => {
    const { db } = database()
    const id = await order()
    const tell = (t: Transaction<Tables>, erpId: number, state: string, at: string) => {
      const record = { id: erpId, orderId: id, orderNumber: null, state, at, carrier: '', guide: '', reason: '' }
      const file = { table: 'orderStates', rows: [{ row: 2, record }], gone: [], headings: {} }
      return takeNews(t, file as unknown as FeedFile<NewsTable>, () => undefined)
    }
    const [early, late] = [key(), key()]
    let second: Promise<unknown> | undefined
    await db.tx(async (t) => {
      await tell(t, late, 'entregado', '2026-11-03T10:00:00.000Z')
      second = db.tx((other) => tell(other, early, 'despachado', '2026-11-02T10:00:00.000Z'))
      // The embedded database lets nobody in meanwhile anyway.
      while (kind === 'server' && !(await somebodyWaits(t)));
    })
    await second
    const { course_state } = await db.kysely
      .selectFrom('sales_order')
      .select('course_state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(course_state).toBe('delivered')
  })
})

/** Whether somebody waits for a lock in this database. */
async function somebodyWaits(t: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' limit 1`.execute(t)
  return rows.length > 0
}
