/** Checks on real instances what several of them promise. Each fault is reported in Spanish; a run without one has passed. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import { countCart } from '../../contract/cart.ts'
import { searchProducts } from '../../contract/catalogue.ts'
import { uploadProductImage } from '../../contract/media-upload.ts'
import { updateListing } from '../../contract/product-manager.ts'
import type { CatalogueItem } from '../../engine/item.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { type Client, createClient, linesCall, orderCall, searchCall, type WireCall, wireCall } from '../client.ts'
import { checkOutbox, finishOutbox, type Received } from '../outbox.ts'
import { until } from '../shop.ts'
import { checkStreams, createStreams, type Tally, whileOrdering } from '../streams.ts'
import type { Cluster } from './cluster.ts'

/** Longest wait for a change to reach an instance, in milliseconds. */
const LONGEST_WAIT = 30_000

/** The client of a person at each instance, with one session. */
const clientsOf = ({ instances, shop }: Cluster, person = shop.admins[0]): Client[] => {
  const client = createClient(instances[0]?.url ?? '', { cuit: person?.cuit ?? '' })
  return instances.map(({ url }) => client.at(url))
}

/** Milliseconds until `isSo`; a condition that never holds is a fault. */
async function timeUntil(isSo: () => Promise<boolean>, what: string, faults: string[]): Promise<number> {
  const since = performance.now()
  await until(isSo, what, { longest: LONGEST_WAIT, lookMs: 40 }).catch((error: unknown) => faults.push(String(error)))
  return performance.now() - since
}

/** Changes prices of articles through one instance; for each, the milliseconds until all instances showed it. */
export async function measurePrices(cluster: Cluster, items: readonly CatalogueItem[], faults: string[]) {
  const clients = clientsOf(cluster)
  const slowest: number[] = []
  for (const [round, item] of items.entries()) {
    const discount = 1_111 + round
    await clients[round % clients.length]?.call(updateListing, {
      params: { id: item.listingId },
      body: { ...item, position: item.position, discount, active: true, version: undefined },
    })
    const isShownAt = (client: Client) => async () => {
      const [row] = await client.call(searchProducts, { query: { text: item.code, page: 0, order: 'default' } })
      return row?.discount === discount
    }
    const times = clients.map((client) => timeUntil(isShownAt(client), `precio de ${item.code}`, faults))
    slowest.push(Math.max(...(await Promise.all(times))))
  }
  return slowest
}

/** Ends sessions at one instance that another has just seen alive; answers the milliseconds until each is dead there too. */
export async function measureSessions(cluster: Cluster, rounds: number, faults: string[]): Promise<number[]> {
  const times: number[] = []
  for (const person of cluster.shop.clients.slice(0, rounds)) {
    const [first, second] = clientsOf(cluster, person) as [Client, Client]
    const token = await first.token()
    const count = wireCall(countCart, { query: { userId: undefined, clientId: undefined } })
    const headers = { authorization: `Bearer ${token}` }
    const url = cluster.instances[1]?.url ?? ''
    const isDead = async () => (await fetch(url + count.path, { headers })).status === 401
    if ((await second.send(count)).status !== 200) faults.push('una sesión recién abierta no vale en otra instancia')
    await first.signOut()
    times.push(await timeUntil(isDead, 'fin de sesión', faults))
  }
  return times
}

/** Uploads a photo through one instance and checks that every instance shows it. */
export async function checkPhoto(cluster: Cluster, faults: string[]): Promise<void> {
  const { shop, instances } = cluster
  const [item] = shop.items
  const [admin] = clientsOf(cluster)
  const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'foto.png')
  await admin?.call(uploadProductImage, { query: { listingId: item?.listingId ?? 0, slot: 1 }, body })
  for (const { url } of instances) {
    const answer = await fetch(`${url}/api/pedidos/productos/imagen/${item?.articleId}?nro=1`)
    const { byteLength } = await answer.arrayBuffer()
    if (answer.status !== 200 || byteLength === 0) faults.push(`la foto no se ve en ${url}: ${answer.status}`)
  }
}

export interface OrdersReport extends Tally {
  readonly mails: Received
  readonly erp: Received
  readonly kills: number
  readonly seconds: number
}

/** All clients order at once while the instances are killed in turn and started again; then compares orders, mails and ERP. */
export async function killDuringOrders(
  cluster: Cluster,
  items: readonly CatalogueItem[],
  { orders, everyMs, onProgress }: { orders: number; everyMs: number; onProgress: (line: string) => void },
  faults: string[],
): Promise<OrdersReport> {
  const { proxy, shop, erp, mails } = cluster
  const tally: Tally = { acknowledged: 0, interrupted: 0, faults }
  const since = performance.now()
  const streams = createStreams({ url: proxy.url, clients: shop.clients, items }, tally)
  const isEnough = () => tally.acknowledged >= orders || tally.faults.length > 0
  const onKill = () => onProgress(`${tally.acknowledged} pedidos confirmados`)
  const kills = await whileOrdering(streams, () => killInTurn(cluster, everyMs, isEnough, onKill))
  const seconds = (performance.now() - since) / 1000
  await checkStreams(streams, tally, () =>
    shop.look(async ({ kysely }) => {
      const stored = await kysely.selectFrom('sales_order').select('id').execute()
      return stored.map(({ id }) => id)
    }),
  )
  await finishOutbox({ url: cluster.instances[0]?.url ?? '', databaseUrl: shop.databaseUrl, look: shop.look }, faults)
  const told = await shop.look((db) => checkOutbox(db, { erp, mails }, faults))
  return { ...tally, kills, seconds, mails: told.mails, erp: told.erp }
}

/** Kills the instances in turn (SIGKILL) and starts each again at once; answers the number of kills when all are back. */
export async function killInTurn(
  { instances, restart }: Cluster,
  everyMs: number,
  isEnough: () => boolean,
  onKill: () => void,
) {
  const areReady = () => Promise.all(instances.map(({ process }) => process.ready))
  const orEnough = async (waits: Promise<unknown>) => {
    let isOver = false
    void waits.then(() => {
      isOver = true
    })
    await until(() => isOver || isEnough(), 'an instance', { longest: 300_000 })
  }
  let kills = 0
  for (;;) {
    await orEnough(delay(everyMs))
    // On a slow machine a start takes longer than `everyMs`: only one instance is away at a time.
    await orEnough(areReady())
    const instance = instances[kills % instances.length]
    if (isEnough() || !instance) break
    await instance.process.kill()
    restart(instance)
    kills++
    onKill()
  }
  await areReady()
  return kills
}

/** Migrates as a newer version would and replaces the instances one by one while clients work. A refused call is a fault. */
export async function upgrade(
  { proxy, shop, instances, restart }: Cluster,
  items: readonly CatalogueItem[],
  faults: string[],
): Promise<{ requests: number; slowest: number }> {
  const report = { requests: 0, slowest: 0 }
  let done = false
  const must = async (client: Client, call: WireCall) => {
    const since = performance.now()
    report.requests++
    await client.ask(call).catch((error: unknown) => faults.push(String(error)))
    report.slowest = Math.max(report.slowest, performance.now() - since)
  }
  const people = shop.clients.map(async (person, at) => {
    const client = createClient(proxy.url, person)
    for (let nth = 0; !done; nth++) {
      const item = items[(at * 7 + nth) % items.length]
      if (!item) throw new Error('Nothing is sold')
      const lines = [{ item, quantity: item.multiple }]
      await must(client, searchCall(item.code))
      await must(client, linesCall(person.clientId, lines))
      await must(client, orderCall(person.clientId, `u-${at}-${nth}-`, lines))
    }
  })
  for (const [at, instance] of instances.entries()) {
    await delay(500)
    if (at === 0) await shop.look((db) => migrate(db, { ...migrations, '9999_expanded': expanded }))
    await instance.process.stop()
    restart(instance)
    await instance.process.ready
    // The proxy needs a moment to find the instance again.
    await delay(1_000)
  }
  done = true
  await Promise.all(people)
  return report
}

/** A migration such as a newer version may make on tables in use. */
const expanded = {
  up: async (t: Kysely<unknown>) => {
    for (const table of ['cart_line', 'sales_order', 'listing'])
      await sql`alter table ${sql.table(table)} add column from_the_future text not null default ''`.execute(t)
  },
}
