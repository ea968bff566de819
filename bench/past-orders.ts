/**
 * `npm run bench:past` measures the load of 200,000 orders of the past with 2,000,000 lines (R397): seconds, memory, the size of the
 * files, what the calls of the screens take before and after, and that the shop's own figures stay as they were.
 * `-- --orders 20000` makes fewer, `-- --database embedded` measures the embedded database.
 */
import { once } from 'node:events'
import { createWriteStream, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { searchProducts } from '../contract/catalogue.ts'
import { getOrderWork, getQuietClients, getSales } from '../contract/dashboard.ts'
import { myOrders } from '../contract/orders.ts'
import { takenArticles, usualOrder } from '../contract/usual-order.ts'
import type { Db } from '../server/db/open.ts'
import { importFeed } from '../server/erp/erp.ts'
import { openFolderFeed } from '../server/ports/erp/folder.ts'
import { wireCall } from '../testkit/client.ts'
import { type DatabaseKind, openShop } from '../testkit/shop.ts'
import { type Figure, printFigures, secondsText } from './report.ts'

const { values } = parseArgs({ options: { orders: { type: 'string' }, database: { type: 'string' } } })
const ORDERS = Number(values.orders ?? 200_000)
const LINES = 10
const CLIENTS = 2_000
const ARTICLES = 10_000
/** The shop's own: orders of each client. */
const OWN = 5
/** Clients whose screens are asked for, each once. */
const ASKED = 60
const database = (values.database ?? 'server') as DatabaseKind

/** By CUIT: each signs in once, because a sign-in may be mailed. */
const sessions = new Map<string, ReturnType<typeof shop.client>>()
const shop = await openShop({
  database,
  articles: ARTICLES,
  clients: CLIENTS,
  staff: { admin: 1 },
  fill: fillOwnOrders,
})
try {
  await shop.start()
  const before = await screens()
  const folder = join(shop.folder, 'anteriores')
  const bytes = await writeFiles(folder)
  const isEmbedded = database === 'embedded'
  if (isEmbedded) await shop.process.stop()
  const first = await load(folder)
  const again = await load(folder)
  if (isEmbedded) await shop.start()
  const after = await screens()
  const sizes = isEmbedded ? undefined : await shop.look(tableSizes)
  const figures: Figure[] = [
    { name: 'Pedidos y renglones', value: `${ORDERS} y ${ORDERS * LINES}` },
    { name: 'Archivos', value: bytes.map((size) => megabytes(size)).join(' y ') },
    { name: 'Primera carga', value: secondsText(first.ms) },
    {
      name: '  memoria más alta del proceso, antes y durante',
      value: `${megabytes(first.rss)} y ${megabytes(first.most)}`,
    },
    {
      name: '  lo más que tardó /healthz mientras tanto',
      value: first.held === null ? '—' : `${Math.round(first.held)} ms`,
    },
    { name: '  nuevas', value: first.inserted.join(' y ') },
    { name: 'La misma carga otra vez', value: secondsText(again.ms) },
    { name: '  nuevas o cambiadas', value: String(again.written) },
    ...(sizes ?? []),
    ...Object.keys(before.times).map((name) => ({
      name: `${name}: mediana y la más lenta, antes → después`,
      value: `${before.times[name]} → ${after.times[name]} ms`,
    })),
    { name: 'Cifras de la tienda iguales antes y después', value: before.figures === after.figures ? 'sí' : 'NO' },
    { name: 'Trabajos y correos, antes y después', value: `${before.jobs} y ${after.jobs}` },
  ]
  printFigures(`Pedidos anteriores, base ${database}`, figures)
  if (before.figures !== after.figures || before.jobs !== after.jobs || again.written > 0) process.exitCode = 1
} finally {
  await shop.close()
}

function megabytes(size: number): string {
  return `${Math.round(size / 2 ** 20)} MB`
}

/** Orders of the shop's own, of the last months. */
async function fillOwnOrders(db: Db): Promise<void> {
  await sql`insert into sales_order (user_id, client_id, business_name, address_id, address, sale_condition, channel,
      created_by, line_count, total, created_at)
    select u.id, u.client_id, 'x', 0, 'x', 1, 'web', u.id, ${LINES}::int, 100000, now() - make_interval(days => 3 + n * 17)
    from app_user u, generate_series(1, ${OWN}::int) n where u.client_id is not null`.execute(db.kysely)
  await sql`insert into sales_order_line (order_id, article_id, code, description, list_price, discount, unit_price,
      multiple, quantity, created_by, channel)
    select o.id, a.id, a.code, a.description, 1000, 0, 1000, 1, 12, o.user_id, 'web'
    from sales_order o, generate_series(1, ${LINES}::int) n,
      lateral (select id, code, description from article where id > (o.id * 37 + n * 911) % ${ARTICLES}::int order by id limit 1) a`.execute(
    db.kysely,
  )
  await sql`analyze`.execute(db.kysely)
}

async function writeFiles(folder: string): Promise<number[]> {
  mkdirSync(folder, { recursive: true })
  const codes = shop.items.map(({ code }) => code)
  const write = async (name: string, heading: string, rows: (order: number) => string) => {
    const path = join(folder, `${name}.csv`)
    const stream = createWriteStream(path)
    stream.write(`${heading}\r\n`)
    for (let from = 0; from < ORDERS; from += 1000) {
      let text = ''
      for (let order = from + 1; order <= Math.min(ORDERS, from + 1000); order++) text += rows(order)
      if (!stream.write(text)) await once(stream, 'drain')
    }
    stream.end()
    await finished(stream)
    return statSync(path).size
  }
  const dayOf = (order: number) => new Date(Date.UTC(2023, 0, 1 + (order % 1000))).toISOString().slice(0, 10)
  return [
    await write('pedidos_anteriores', 'ID_ANT;CODIGO_CLI;FECHA_ANT;NUMERO_ANT;ESTADO_ANT;IMPORTE_ANT', (order) => {
      return `${order};C${1_001 + (order % CLIENTS)};${dayOf(order)};0001-${order};facturado;${order},50\r\n`
    }),
    await write('renglones_anteriores', 'ID_ANT;RENGLON_ANT;CODIGO_ART;DESCRIP_ART;CANTIDAD_ANT;PRECIO_ANT', (order) =>
      Array.from({ length: LINES }, (_, at) => {
        // Each client takes some dozens of articles again and again; one in twenty is not in the shop.
        const place = ((order % CLIENTS) * 31 + ((order + at * 7) % 40) * 13) % codes.length
        const code = at === 0 && order % 2 === 0 ? `VIEJO-${order % 500}` : codes[place]
        return `${order};${at + 1};${code};Artículo de antes con un nombre;${6 * (1 + (order % 5))};${100 + at},25\r\n`
      }).join(''),
    ),
  ]
}

async function load(folder: string) {
  globalThis.gc?.()
  const rss = process.memoryUsage().rss
  let most = rss
  let held: number | null = null
  let isOver = false
  const watch = (async () => {
    for (; !isOver; await new Promise((done) => setTimeout(done, 50))) {
      most = Math.max(most, process.memoryUsage().rss)
      if (database === 'embedded') continue
      const since = performance.now()
      await fetch(`${shop.url}/healthz`)
      held = Math.max(held ?? 0, performance.now() - since)
    }
  })()
  const since = performance.now()
  const report = await shop.look(async (db) => importFeed(db, await openFolderFeed(folder)))
  const ms = performance.now() - since
  isOver = true
  await watch
  if (!report.complete) throw new Error(JSON.stringify(report.files.map(({ problems }) => problems.slice(0, 3))))
  const written = report.files.reduce((sum, file) => sum + file.inserted + file.changed + file.deactivated, 0)
  return { ms, rss, most, held, inserted: report.files.map(({ inserted }) => inserted), written }
}

function sessionOf(person: (typeof shop.clients)[number] | undefined) {
  const client = sessions.get(person?.cuit ?? '') ?? shop.client(person)
  sessions.set(person?.cuit ?? '', client)
  return client
}

/** Milliseconds of the calls that the screens make, the shop's figures, and how much waits to be sent. */
async function screens() {
  const times: Record<string, string> = {}
  const measure = async (
    name: string,
    ask: (person: ReturnType<typeof shop.client>, clientId: number) => Promise<unknown>,
  ) => {
    const taken: number[] = []
    for (const person of shop.clients.slice(0, ASKED)) {
      const client = sessionOf(person)
      await client.token()
      const since = performance.now()
      await ask(client, person.clientId)
      taken.push(performance.now() - since)
    }
    taken.sort((a, b) => a - b)
    times[name] = `${(taken[taken.length >> 1] ?? 0).toFixed(1)} / ${(taken.at(-1) ?? 0).toFixed(0)}`
  }
  await measure('La última vez, en el catálogo', (client, clientId) =>
    client.ask(wireCall(takenArticles, { query: { clientId } })),
  )
  await measure('Su pedido de siempre', (client, clientId) => client.ask(wireCall(usualOrder, { query: { clientId } })))
  await measure('Mis Pedidos', (client) => client.ask(wireCall(myOrders, { query: { page: 0, text: '' } })))
  await measure('Buscar', (client) =>
    client.ask(wireCall(searchProducts, { query: { text: 'auto', page: 0, order: 'default' } })),
  )
  const admin = sessionOf(shop.admins[0])
  const asked = [getSales, getOrderWork, getQuietClients]
  const figures = await Promise.all(asked.map((call) => admin.ask(wireCall(call, {}))))
  const isEmbedded = database === 'embedded'
  if (isEmbedded) await shop.process.stop()
  const jobs = await shop.look(async ({ kysely }) => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from job where kind ilike '%mail%'`.execute(
      kysely,
    )
    return String(rows[0]?.count)
  })
  if (isEmbedded) await shop.start()
  // The time at which they were added up.
  const same = JSON.stringify(figures).replaceAll(/"fecha":"[^"]*"/g, '')
  return { times, figures: same, jobs }
}

async function tableSizes({ kysely }: Db): Promise<Figure[]> {
  const { rows } = await sql<{ name: string; bytes: string; index: string }>`
    select relname as name, pg_table_size(oid) as bytes, pg_indexes_size(oid) as index
    from pg_class where relname in ('past_order', 'past_order_line')`.execute(kysely)
  return rows.map(({ name, bytes, index }) => {
    return { name: `  ${name}, con sus índices`, value: `${megabytes(Number(bytes))} y ${megabytes(Number(index))}` }
  })
}
