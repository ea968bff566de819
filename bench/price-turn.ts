/**
 * `npm run bench:prices` measures two moments of a list of prices with all 10,000 articles, on a PostgreSQL server with fsync:
 * - all its prices change at once: until a buyer sees it, and the longest that the shop answers nobody meanwhile;
 * - its next prices begin while 200 buyers search and order: no order costs what its buyer was not shown, and nothing is
 *   refused but as 'prices have changed'.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { findExact, searchProducts } from '../contract/catalogue.ts'
import { createOrder, OWN_CONDITION, totalChanged } from '../contract/orders.ts'
import { priceOf } from '../contract/price.ts'
import { raiseCatalogueVersion } from '../server/db/catalogue-version.ts'
import { linesCall, wireCall } from '../testkit/client.ts'
import { shopCatalogue } from '../testkit/fill-shop.ts'
import { openShop, until } from '../testkit/shop.ts'
import { fill, fillLists, type SignedIn } from './fill.ts'
import { atMost, type Figure, printFigures, secondsText } from './report.ts'

const ARTICLES = 10_000
const BUYERS = 200
/** Milliseconds of ordering before and after the beginning. */
const [BEFORE, AFTER] = [10_000, 10_000]
/** Milliseconds that a buyer looks at a page before ordering from it. */
const LOOKING = 500
const SEEN_WITHIN = 1_500
const HELD_AT_MOST = 50
/** Milliseconds between two questions to the shop, which somebody answers at once unless it is held. */
const LOOK = 5

interface Sent {
  readonly status: number
  readonly ms: number
  readonly message: string
}
/** An order that was confirmed, and what its lines cost on the screen. */
interface Made {
  readonly orderId: number
  readonly shown: ReadonlyMap<number, number>
}

const shop = await openShop({ database: 'server', isEmpty: true })
try {
  const place = { dataDir: shop.dataDir, url: shop.databaseUrl }
  const buyers = await fill(place, shopCatalogue(ARTICLES), { ordering: 0, filling: BUYERS })
  await shop.look((db) => fillLists(db, 1))
  await shop.start()
  printFigures('Una lista de 10.000 precios', [...(await change(buyers[0]!)), ...(await beginning(buyers))])
} finally {
  await shop.close()
}

async function call(buyer: SignedIn, wire: ReturnType<typeof wireCall>): Promise<Sent & { json: unknown }> {
  const since = performance.now()
  const headers = { ...wire.headers, authorization: `Bearer ${buyer.token}` }
  const answer = await fetch(shop.url + wire.path, { method: wire.method, headers, body: wire.body ?? null })
  const json = (await answer.json()) as { message?: string }
  return { status: answer.status, ms: performance.now() - since, message: String(json?.message ?? ''), json }
}

/** What the articles of a page cost its buyer, by id. */
async function prices(buyer: SignedIn, page: number): Promise<Map<number, { price: number; multiple: number }>> {
  const query = { text: '', page, order: 'default' } as const
  const { json } = await call(buyer, wireCall(searchProducts, { query }))
  const rows = searchProducts.response.schema.parse(json)
  return new Map(rows.map((row) => [row.articleId, { price: priceOf(row), multiple: row.multiple }]))
}

/** Asks the shop all the time how it is; `end` answers the longest that an answer took, in milliseconds. */
function watchHeld(url: string): { end(): Promise<number> } {
  let isOver = false
  let longest = 0
  const watching = (async () => {
    while (!isOver) {
      const since = performance.now()
      await (await fetch(`${url}/healthz`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - since)
      await delay(LOOK)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return longest
    },
  }
}

async function change(buyer: SignedIn): Promise<Figure[]> {
  const seen: number[] = []
  const held: number[] = []
  const code = (await firstCode(buyer)) ?? ''
  for (let round = 0; round < 5; round++) {
    const priceNow = async () => {
      const { json } = await call(buyer, wireCall(findExact, { query: { code } }))
      return priceOf(findExact.response.schema.parse(json)[0]!)
    }
    const before = await priceNow()
    await shop.look(async (db) => {
      const watch = watchHeld(shop.url)
      await db.tx(async (t, publish) => {
        await sql`update list_price set list_price = list_price + 100`.execute(t)
        await raiseCatalogueVersion(t, publish)
      })
      const since = performance.now()
      await until(async () => (await priceNow()) !== before, 'the new price', { lookMs: 10 })
      seen.push(performance.now() - since)
      held.push(await watch.end())
    })
  }
  return [
    atMost('Todos cambian: visto por un comprador (el mayor de cinco)', Math.max(...seen), SEEN_WITHIN, secondsText),
    atMost(
      '  lo más que tardó /healthz mientras tanto',
      Math.max(...held),
      HELD_AT_MOST,
      (ms) => `${Math.round(ms)} ms`,
    ),
  ]
}

async function firstCode(buyer: SignedIn): Promise<string | undefined> {
  const { json } = await call(buyer, wireCall(searchProducts, { query: { text: '', page: 0, order: 'default' } }))
  return searchProducts.response.schema.parse(json).find((row) => priceOf(row) > 0)?.code
}

async function beginning(buyers: readonly SignedIn[]): Promise<Figure[]> {
  const at = Date.now() + BEFORE
  await shop.look(async (db) => {
    await fillLists(db, 1, { since: new Date(at).toISOString(), above: 10 })
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
  })
  const sent: Sent[] = []
  const made: Made[] = []
  const refusals = { before: 0, after: 0 }
  await Promise.all(
    buyers.map(async (buyer, nth) => {
      await delay((nth * LOOKING) / BUYERS)
      for (let round = 0; Date.now() < at + AFTER; round++) {
        const shown = [...(await prices(buyer, (nth + round) % 40))].filter(([, { price }]) => price > 0).slice(0, 3)
        await delay(LOOKING)
        const lines = shown.map(([articleId, { price, multiple }]) => {
          return { articleId, quantity: multiple, note: '', unitPrice: price, ask: false }
        })
        const saved = lines.map(({ articleId, quantity }) => {
          return { item: { articleId, listPrice: 0, discount: 0 }, quantity }
        })
        sent.push(await call(buyer, linesCall(buyer.clientId, saved)))
        const shownTotal = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
        const query = {
          clientId: buyer.clientId,
          addressId: buyer.clientId * 10 + 1,
          note: '',
          condition: OWN_CONDITION,
          shownTotal,
        }
        const key = `turno-${nth}-${round}`.padEnd(32, '0')
        const order = await call(
          buyer,
          wireCall(createOrder, { query, body: { lines }, headers: { 'idempotency-key': key } }),
        )
        sent.push(order)
        if (order.status === 200) {
          const { orderId } = createOrder.response!.parse(order.json) as { orderId: number }
          made.push({ orderId, shown: new Map(lines.map(({ articleId, unitPrice }) => [articleId, unitPrice])) })
        } else if (order.message === totalChanged) refusals[Date.now() < at ? 'before' : 'after']++
      }
    }),
  )
  const bad = sent.filter(({ status, message }) => status !== 200 && message !== totalChanged)
  const wrong = await wrongLines(made)
  const longest = Math.max(...sent.map(({ ms }) => ms))
  const count = (value: number) => String(value)
  return [
    { name: `Comienzo con ${BUYERS} compradores: pedidos confirmados`, value: String(made.length) },
    { name: '  avisados de que el precio cambió, antes y después', value: `${refusals.before} y ${refusals.after}` },
    atMost('  renglones con un precio que no se mostró', wrong, 0, count),
    atMost('  otras respuestas', bad.length, 0, count),
    ...bad.slice(0, 3).map(({ status, message }) => ({ name: `    ${status}`, value: message.slice(0, 80) })),
    { name: '  respuesta más lenta', value: secondsText(longest) },
  ]
}

/** How many lines of the orders cost something else than was shown. */
async function wrongLines(made: readonly Made[]): Promise<number> {
  const shown = new Map(made.map(({ orderId, shown: prices }) => [orderId, prices]))
  const stored = await shop.look((db) =>
    db.kysely.selectFrom('sales_order_line').select(['order_id', 'article_id', 'unit_price']).execute(),
  )
  return stored.filter(({ order_id, article_id, unit_price }) => {
    const prices = shown.get(order_id)
    return prices && prices.get(article_id) !== unit_price
  }).length
}
