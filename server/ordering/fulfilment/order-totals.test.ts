/**
 * Orders in every mixture of accepted, refused, dispatched and billed lines: state, pending units and totals are those of the
 * rules R304, R305 and R319, and the same at every door.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { getFulfilment, listPendingLines } from '../../../contract/fulfilment.ts'
import { listHistory } from '../../../contract/order-admin.ts'
import { orderPdf, orderSheet } from '../../../contract/order-documents.ts'
import { getOrder, myOrders } from '../../../contract/orders.ts'
import { importFeed } from '../../erp/erp.ts'
import { openFolderFeed } from '../../ports/erp/folder.ts'
import type { MailMessage } from '../../ports/mail/mail.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { fulfilmentMailHandler } from './fulfilment.mail.ts'

/** What is told of one line: units, null where the ERP says nothing of that. */
interface Line {
  ordered: number
  /** Cents. */
  price: number
  accepted: number | null
  sent: number | null
}
interface Mixture {
  lines: Line[]
  /** Cents of a bill and of a credit note. */
  bill: number | null
  credit: number | null
  /** A bare 'despachado' of the whole order, without lines. */
  bare: boolean
  cancelled: boolean
}

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const units = fc.integer({ min: 0, max: 30 })
const line: fc.Arbitrary<Line> = fc.record({
  ordered: fc.integer({ min: 1, max: 30 }),
  price: fc.integer({ min: 1, max: 99_999_99 }),
  accepted: some(units),
  sent: some(units),
})
const mixture: fc.Arbitrary<Mixture> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  bill: some(fc.integer({ min: 1, max: 900_000_00 })),
  credit: some(fc.integer({ min: 1, max: 1_000_00 })),
  bare: fc.boolean(),
  cancelled: fc.boolean(),
})

/** What the rules say of a mixture; `told` is whether anybody told anything. */
function expected({ lines, bill, credit, bare, cancelled }: Mixture) {
  const itemised = lines.some(({ sent }) => sent !== null)
  const isNews = lines.some(({ accepted }) => accepted !== null)
  const fates = lines.map(({ ordered, price, accepted, sent }) => {
    const agreed = cancelled ? 0 : (accepted ?? ordered)
    const left = itemised ? (sent ?? 0) : bare && !cancelled ? (accepted ?? ordered) : 0
    const coming = Math.min(ordered, Math.max(agreed, left))
    return {
      amount: ordered * price,
      coming: coming * price,
      pending: cancelled ? 0 : Math.max(0, agreed - left),
      left,
    }
  })
  const sum = (of: (fate: (typeof fates)[number]) => number) => fates.reduce((total, fate) => total + of(fate), 0)
  const pending = sum((fate) => fate.pending)
  const state = cancelled
    ? 'cancelled'
    : bill !== null
      ? 'billed'
      : bare || itemised
        ? pending > 0
          ? 'partly'
          : 'dispatched'
        : 'received'
  const billed = bill === null && credit === null ? null : (bill ?? 0) - (credit ?? 0)
  return {
    state,
    pending,
    total: sum(({ amount }) => amount),
    coming: sum(({ coming }) => coming),
    billed,
    told: itemised || isNews || bare || cancelled || bill !== null || credit !== null,
  }
}

const words = {
  cancelled: 'cancelado',
  billed: 'facturado',
  partly: 'despachado en parte',
  dispatched: 'despachado',
  received: 'recibido',
}
const pesos = (cents: number) =>
  `${cents < 0 ? '−' : ''}$ ${new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 }).format(Math.abs(cents) / 100)}`

withDatabases('the totals of orders', (database) => {
  let app: TestApp
  let [client, admin] = [] as unknown as [TestCaller, TestCaller]
  let userId: number
  let clientId: number
  const articles: number[] = []
  let lastKey = 0
  const key = () => ++lastKey

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    for (let n = 0; n < 5; n++) articles.push((await makeArticle(db, { code: `0${n}`, listPrice: 100 })).id)
    clientId = (await makeClient(db, {})).id
    userId = (await makeUser(db, 'cliente', { client_id: clientId })).id
    client = await app.as({ id: userId })
    admin = await app.as(await makeUser(db, 'admin'))
    await app.upToDate()
  })
  afterAll(() => app.close())

  /** An order of the lines, made on 3 November 2026 at 9 in the morning. */
  async function order({ lines }: Mixture): Promise<number> {
    const { kysely } = database().db
    const { id } = await kysely
      .insertInto('sales_order')
      .values({
        ...{ user_id: userId, created_by: userId, client_id: clientId, business_name: 'Bazar', channel: 'web' },
        ...{ address_id: 0, address: '', sale_condition: 1, created_at: '2026-11-03T12:00:00Z' },
        total: lines.reduce((sum, { ordered, price }) => sum + ordered * price, 0),
        line_count: lines.length,
        pending_units: lines.reduce((sum, { ordered }) => sum + ordered, 0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = lines.map(({ ordered, price }, at) => ({
      ...{ order_id: id, article_id: articles[at] ?? 0, code: `0${at}`, description: `Juguete ${at}` },
      ...{ list_price: price, discount: 0, unit_price: price, multiple: 1, quantity: ordered },
      ...{ created_by: userId, channel: 'web' as const },
    }))
    await kysely.insertInto('sales_order_line').values(values).execute()
    return id
  }

  /** Brings the files of an ERP's folder that tell of the orders. */
  async function tell(orders: readonly { id: number; told: Mixture }[]): Promise<void> {
    const files: Record<string, string[]> = {
      'ID_REN;IDCON_PED;ID_ART;FECHA_REN;ACEPTADO_REN;MOTIVO_REN;REEMPLAZO_REN': [],
      'ID_DES;IDCON_PED;ID_ART;CANTIDAD_DES;FECHA_DES;REMITO_DES;EXPRESO_DES;GUIA_DES;BULTOS_DES': [],
      'ID_EST;IDCON_PED;NUMERO_PED;ESTADO;FECHA_EST;EXPRESO_EST;GUIA_EST;BULTOS_EST;MOTIVO_EST': [],
      'ID_COM;IDCON_PED;TIPO_COM;NUMERO_COM;FECHA_COM;IMPORTE_COM;ENLACE_COM': [],
    }
    const [news = [], sent = [], states = [], papers = []] = Object.values(files)
    const amount = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
    for (const { id, told } of orders) {
      for (const [at, { accepted, sent: left }] of told.lines.entries()) {
        if (accepted !== null) news.push(`${key()};${id};${articles[at]};2026-11-03T13:00:00Z;${accepted};;`)
        if (left !== null) sent.push(`${key()};${id};${articles[at]};${left};2026-11-03T14:00:00Z;R-1;;;`)
      }
      if (told.bare) states.push(`${key()};${id};;despachado;2026-11-03T15:00:00Z;;;;`)
      if (told.cancelled) states.push(`${key()};${id};;cancelado;2026-11-04T15:00:00Z;;;;`)
      if (told.bill !== null) papers.push(`${key()};${id};Factura A;A-${id};03/11/2026;${amount(told.bill)};`)
      if (told.credit !== null)
        papers.push(`${key()};${id};Nota de crédito A;C-${id};03/11/2026;${amount(told.credit)};`)
    }
    const folder = await mkdtemp(join(tmpdir(), 'bulto-totals-'))
    const names = ['renglones', 'despachos', 'estados', 'comprobantes']
    for (const [at, [headings, rows]] of Object.entries(files).entries())
      if (rows.length > 0) await writeFile(join(folder, `${names[at]}.csv`), [headings, ...rows, ''].join('\n'))
    const { files: reports } = await importFeed(database().db, await openFolderFeed(folder))
    await rm(folder, { recursive: true })
    expect(reports.map(({ refused }) => refused)).toEqual(reports.map(() => 0))
  }

  const bytesOf = async (endpoint: typeof orderPdf | typeof orderSheet, id: number) =>
    new Uint8Array(
      (
        await app.app.inject({
          url: addressOf(endpoint, { params: { id } }),
          headers: { authorization: `Bearer ${client.token}` },
        })
      ).rawPayload,
    )

  test('lists, page, papers, mail, export and webhook tell one thing of each mixture', async () => {
    const { db } = database()
    await db.kysely
      .insertInto('webhook')
      .values({ url: 'https://erp.example/', events: ['pedido.estado'], secret: 's', active: true } as never)
      .execute()
    const mixtures = fc.sample(mixture, { numRuns: process.env.TEST_CASES === 'all' ? 400 : 40 })
    // The one that the mean of chance leaves out: nothing is told.
    mixtures.push({
      lines: [{ ordered: 6, price: 10_00, accepted: null, sent: null }],
      bill: null,
      credit: null,
      bare: false,
      cancelled: false,
    })
    const orders: { id: number; told: Mixture }[] = []
    for (const told of mixtures) orders.push({ id: await order(told), told })
    await tell(orders)

    const pages = async <Row>(read: (page: number) => Promise<{ data: Row[] }>): Promise<Row[]> => {
      const rows: Row[] = []
      for (let page = 0; ; page++) {
        const { data } = await read(page)
        if (data.length === 0) return rows
        rows.push(...data)
      }
    }
    const mine = await pages((page) => client.call(myOrders, { query: { page, text: '' } }))
    const all = await pages((page) => admin.call(listHistory, { query: { page, client: '' } }))
    const pending = await pages((page) => client.call(listPendingLines, { query: { page, text: '' } }))
    const history = await app.app.inject({
      url: '/api/productos/pedidos/historicos?index=0',
      headers: {
        authorization: `Bearer ${admin.token}`,
        accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      },
    })
    const [names = [], ...exported] = (await readXlsx(new Uint8Array(history.rawPayload))).sheets[0]?.rows ?? []
    const notices = (
      await db.kysely.selectFrom('job').select('payload').where('kind', '=', 'webhook').orderBy('id').execute()
    ).map(({ payload }) => payload as Record<string, unknown>)

    for (const { id, told } of orders) {
      const { state, pending: left, total, coming, billed, told: isTold } = expected(told)
      const shown = (await client.call(getFulfilment, { params: { id } })).data
      const detail = (await client.call(getOrder, { params: { id } })).data
      const facts = [state, left, coming, billed]
      for (const row of [shown, detail, mine.find((one) => one.id === id), all.find((one) => one.id === id)])
        expect(
          [row?.fulfilmentState, row?.pendingUnits, row?.comingTotal, row?.billedTotal],
          JSON.stringify(told),
        ).toEqual(facts)
      expect(shown.lines.reduce((sum, one) => sum + one.pending, 0)).toBe(left)
      const amounts = new Map(told.lines.map(({ price }, at) => [articles[at], price]))
      const byLines = shown.lines.reduce(
        (sum, one) => sum + (amounts.get(one.articleId) ?? 0) * (one.ordered - one.missing),
        0,
      )
      expect(byLines).toBe(coming)
      // Pendientes de entrega begins once something was told.
      const listed = pending.filter(({ orderId }) => orderId === id).reduce((sum, one) => sum + one.pending, 0)
      expect(listed).toBe(isTold ? left : 0)
      const row = exported.find((cells) => cells[names.indexOf('Nro WEB')] === id) ?? []
      const cell = (name: string) => row[names.indexOf(name)] ?? null
      expect([cell('Estado'), cell('Unidades pendientes') ?? 0, cell('Viene')]).toEqual([
        words[state as keyof typeof words],
        left,
        coming / 100,
      ])
      expect(cell('Facturado')).toBe(billed === null ? null : billed / 100)
      const notice = notices.filter(({ orderId }) => orderId === id).at(-1)
      if (state !== 'received')
        expect([notice?.course, notice?.pendingUnits, notice?.comingTotal, notice?.billedTotal]).toEqual(facts)
      const sheet = (await readXlsx(await bytesOf(orderSheet, id))).sheets[0]?.rows ?? []
      const sums = new Map(sheet.map((cells) => [cells[0], cells.filter((value) => value !== null).at(-1)]))
      expect([sums.get('Viene') ?? total / 100, sums.get('Facturado') ?? null]).toEqual([
        coming / 100,
        billed === null || billed === total ? null : billed / 100,
      ])
    }
    // Drawing each takes its time: the first ones, and one of each state.
    const drawn = orders.filter(
      ({ told }, at) => at < 5 || orders.findIndex((one) => expected(one.told).state === expected(told).state) === at,
    )
    for (const { id, told } of drawn) {
      const { state, total, coming, billed } = expected(told)
      const pdf = await getDocumentProxy(await bytesOf(orderPdf, id))
      const text = (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
      expect(text).toContain(`Estado ${words[state as keyof typeof words]}`)
      const differs = coming !== total || (billed !== null && billed !== total)
      expect(text).toContain(`${differs ? 'Pedido' : 'Total'} ${pesos(total)}`)
      expect(text.includes(`Viene ${pesos(coming)}`)).toBe(coming !== total)
      if (billed !== null && billed !== total) expect(text).toContain(`Facturado ${pesos(billed)}`)
    }
    const short = orders.find(({ told }) => expected(told).coming < expected(told).total && !told.cancelled)
    const mails: MailMessage[] = []
    const handler = fulfilmentMailHandler({
      db,
      shop: { name: 'Bulto', url: 'https://tienda.example' },
      mailer: { send: async (mail: MailMessage) => void mails.push(mail) } as never,
    })
    const about = {
      orderId: short?.id ?? 0,
      about: 'missing',
      parcel: '',
      day: '2026-11-03',
      to: 'ana@cliente.example',
    }
    const job = { id: 1, kind: 'courseMail' as const, attempt: 1, createdAt: new Date().toISOString() }
    await handler(about as never, { ...job, signal: AbortSignal.timeout(60_000) })
    const { total = 0, coming = 0 } = short ? expected(short.told) : {}
    expect(mails[0]?.text).toContain(`Pedido: ${pesos(total)}\nViene: ${pesos(coming)}`)
  }, 240_000)
})
