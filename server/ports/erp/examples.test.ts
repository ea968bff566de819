/** The examples of docs/erp.md are what the shop reads and writes. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { outgoingOrder } from '../../test/outgoing-order.ts'
import { httpStub } from '../../test/stubs/http-stub.ts'
import { openFolderFeed } from './folder.ts'
import { folderLink } from './folder-link.ts'
import type { Answers } from './port.ts'
import { restErp } from './rest-client.ts'
import { restLink } from './rest-link.ts'
import { readPages } from './rest-pages.ts'

const page = await readFile(join(import.meta.dirname, '../../../docs/erp.md'), 'utf8')
/** The block whose fence says so, e.g. 'csv precios.csv'. */
function example(title: string): string {
  const [, text] = new RegExp(`^\`\`\`${title.replaceAll('/', '\\/')}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? []
  return text ?? expect.fail(`docs/erp.md has no example '${title}'`)
}
const never = new AbortController().signal

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-examples-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the first feed is read without a fault', async () => {
  for (const name of ['articulos.csv', 'precios.csv']) await writeFile(join(folder, name), example(`csv ${name}`))
  const feed = await openFolderFeed(folder)
  const articles = await feed.read('articles')
  expect(articles?.problems).toEqual([])
  expect(articles?.rows.map(({ record }) => record)).toMatchObject([
    { id: 1001, code: '00123', stock: 240, arrivesOn: null },
    { id: 1002, description: 'Auto a fricción; surtido', stock: 0, arrivesOn: '2026-12-03' },
  ])
  const prices = await feed.read('prices')
  expect(prices?.problems).toEqual([])
  expect(prices?.rows.map(({ record }) => record.listPrice)).toEqual([15_490_50, 3_200_00])
})

test('prices by list and by client are read without a fault', async () => {
  const files = ['listas', 'precios_listas', 'precios_clientes']
  for (const name of files) await writeFile(join(folder, `${name}.csv`), example(`csv ${name}.csv`))
  const feed = await openFolderFeed(folder)
  const read = []
  for (const table of feed.tables) read.push(await feed.read(table))
  expect(read.map((file) => [file?.name, file?.problems])).toEqual(files.map((name) => [`${name}.csv`, []]))
  expect((await feed.read('listPrices'))?.rows.map(({ record }) => record.id)).toEqual([
    '2/1001/',
    '2/1001/2026-12-01T03:00:00.000Z',
    '2/1002/',
  ])
  expect((await feed.read('clientPrices'))?.rows[0]?.record.until).toBe('2027-01-01T03:00:00.000Z')
})

test('news of orders and accounts are read without a fault', async () => {
  const files = ['estados', 'renglones', 'despachos', 'comprobantes', 'cuentas', 'saldos']
  for (const name of files) await writeFile(join(folder, `${name}.csv`), example(`csv ${name}.csv`))
  // The day after those of the examples: nothing may lie in the future.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T00:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const feed = await openFolderFeed(folder)
  const read = []
  for (const table of feed.tables) read.push(await feed.read(table))
  expect(read.map((file) => [file?.name, file?.problems, file?.complete])).toEqual(
    ['estados', 'renglones', 'despachos', 'comprobantes', 'cuentas', 'saldos'].map((name) => [
      `${name}.csv`,
      [],
      false,
    ]),
  )
  const states = await feed.read('orderStates')
  expect(states?.rows.map(({ record }) => [record.orderId, record.orderNumber, record.state, record.at])).toEqual([
    [482, null, 'aceptado', '2026-11-21T13:30:00.000Z'],
    [null, 90_211, 'despachado', '2026-11-22T14:00:00.000Z'],
  ])
  const papers = await feed.read('orderPapers')
  expect(papers?.rows[0]?.record).toMatchObject({
    number: '0001-00001234',
    day: '2026-11-22',
    amount: 58_863_92,
  })
})

test('orders of the past are read without a fault, whole and in parts', async () => {
  const files = ['pedidos_anteriores', 'renglones_anteriores']
  for (const name of files) await writeFile(join(folder, `${name}.csv`), example(`csv ${name}.csv`))
  // The day after those of the examples: nothing may lie in the future.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T00:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const feed = await openFolderFeed(folder)
  expect(feed.tables).toEqual(['pastOrders', 'pastLines'])
  expect((await feed.read('pastOrders'))?.rows.map(({ record }) => [record.id, record.shopOrderId])).toEqual([
    [70_011, null],
    [70_012, 482],
  ])
  const parts = []
  for await (const part of feed.readParts?.('pastLines') ?? []) parts.push(part)
  expect(parts.map(({ problems, rows }) => [problems, rows.map(({ record }) => record)])).toMatchObject([
    [
      [],
      [
        { id: '70011/1', code: '00123', quantity: 6, unitPrice: 14_715_98 },
        { id: '70011/2', code: '00098', unitPrice: null },
      ],
    ],
  ])
})

test('the page of changes answers the question beside it', async () => {
  const erp = await httpStub(() => ({ contentType: 'application/json', body: example('json 200 /precios') }))
  try {
    const service = restErp({ url: erp.url, token: 'x', pause: async () => {} })
    const from = { since: '2026-11-20T10:00:00Z', after: 1001 }
    const reading = await readPages(service, '/precios', 'ID_ART', { from, limit: 1000 })
    expect([...(reading?.rows.keys() ?? [])]).toEqual([1002, 1001])
    expect(reading?.end).toEqual({ since: '2026-11-21T08:30:00.25Z', after: 1001 })
    const [asked] = erp.requests
    expect(`GET ${decodeURIComponent(asked?.url ?? '')}\n`).toBe(example('http GET /precios'))
  } finally {
    await erp.close()
  }
})

test('an order leaves as the page has it, over REST and as a file, and its answers are understood', async () => {
  const erp = await httpStub(() => ({ contentType: 'application/json', body: example('json 200 /pedidos') }))
  try {
    // Posting needs no database.
    const link = restLink(restErp({ url: erp.url, token: 'x' }), undefined as never)
    expect(await link.sendOrder(outgoingOrder, never)).toEqual({
      orderId: 482,
      state: 'accepted',
      number: 90_211,
      reason: '',
    })
    const sent = JSON.parse(example('json POST /pedidos'))
    expect(JSON.parse(erp.requests[0]?.body ?? '')).toEqual(sent)
    expect(erp.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      'idempotency-key': 'pedido-482-1',
    })

    const files = folderLink(folder, 'json', { settleMs: 0 })
    await files.sendOrder(outgoingOrder, never)
    expect(await readdir(join(folder, 'salida'))).toEqual(['pedido-482.json'])
    expect(JSON.parse(await readFile(join(folder, 'salida', 'pedido-482.json'), 'utf8'))).toEqual(sent)

    await mkdir(join(folder, 'respuestas', 'entrada'), { recursive: true })
    await writeFile(join(folder, 'respuestas', 'entrada', 'respuestas-0001.csv'), example('csv respuestas-0001.csv'))
    const answers: Answers['orders'][number][] = []
    const take = async ({ orders }: Answers) => void answers.push(...orders)
    await files.readAnswers(take, never)
    expect(await files.readAnswers(take, never)).toBe('')
    expect(answers).toEqual([
      { orderId: 482, state: 'accepted', number: 90_211, reason: '' },
      { orderId: 483, state: 'rejected', number: null, reason: 'Cliente bloqueado por falta de pago' },
    ])
  } finally {
    await erp.close()
  }
})
