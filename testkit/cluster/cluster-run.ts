/** Checks on real instances what several of them promise. Each fault is reported in Spanish; a run without one has passed. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { updateListing } from '../../contract/product-manager.ts'
import { migrate } from '../../server/db/migrate.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { createStream } from '../faults/fault-client.ts'
import { ADMIN_CUIT, type Cluster, type Instance, PASSWORD } from './cluster.ts'
import { type Caller, signIn } from './cluster-caller.ts'
import { checkOutbox, type OutboxReport } from './cluster-outbox.ts'

type Fault = (words: string) => void
const POLL_MS = 40
/** Longest wait for a change to reach an instance, in milliseconds. */
const LONGEST_WAIT = 30_000

/** Polls `isSo` and answers the milliseconds until it held; a condition that never holds is a fault. */
async function timeUntil(isSo: () => Promise<boolean>, what: string, fault: Fault): Promise<number> {
  const since = performance.now()
  while (!(await isSo())) {
    if (performance.now() - since > LONGEST_WAIT) {
      fault(`${what}: no llegó en ${LONGEST_WAIT} ms`)
      break
    }
    await delay(POLL_MS)
  }
  return performance.now() - since
}

/** Changes an article's price through one instance; answers, for each round, the milliseconds until all instances showed it. */
export async function measurePrices(
  { instances, db, items }: Cluster,
  rounds: number,
  fault: Fault,
): Promise<number[]> {
  const admin = await signIn(instances[0]?.url ?? '', ADMIN_CUIT)
  const slowest: number[] = []
  for (let round = 0; round < rounds; round++) {
    const item = items[round]
    const changing = instances[round % instances.length]
    if (!item || !changing) continue
    const listing = await db.kysely
      .selectFrom('listing')
      .selectAll()
      .where('article_id', '=', item.articleId)
      .executeTakeFirstOrThrow()
    const body = z.encode(updateListing.body, {
      position: listing.position,
      brandId: listing.brand_id,
      categoryId: listing.category_id,
      subcategoryId: listing.subcategory_id,
      discount: 1_111 + round,
      hint: listing.hint,
      promo: listing.promo,
      future: listing.future,
      active: true,
    } as never)
    const { status, json } = await admin.call(changing.url, 'PUT', `/api/pedidos/productos/item/${listing.id}`, body)
    if (status !== 200) fault(`el cambio de precio respondió ${status}: ${JSON.stringify(json)}`)
    const shown = (instance: Instance) => async () => {
      const search = `/api/pedidos/productos/filtros?index=0&n=${encodeURIComponent(item.code)}`
      const found = await admin.call<{ DESCUENTO_IO: number }[]>(instance.url, 'GET', search)
      return found.json[0]?.DESCUENTO_IO === (1_111 + round) / 100
    }
    const times = await Promise.all(
      instances.map((instance) => timeUntil(shown(instance), `precio en ${instance.url}`, fault)),
    )
    slowest.push(Math.max(...times))
  }
  return slowest
}

/** Ends sessions at one instance that another has just seen alive; answers the milliseconds until each is dead there too. */
export async function measureSessions(
  { instances, clients }: Cluster,
  rounds: number,
  fault: Fault,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [instances[0]?.url ?? '', instances[1]?.url ?? '']
    const visitor = await signIn(first, clients[round]?.cuit ?? '')
    const isDead = async () => (await visitor.call(second, 'GET', '/api/pedidos/itemsCarrito/cantidad')).status === 401
    if (await isDead()) fault('una sesión recién abierta no vale en otra instancia')
    await visitor.call(first, 'POST', '/api/auth/signin', { username: '', password: '' })
    times.push(await timeUntil(isDead, 'fin de sesión', fault))
  }
  return times
}

/** Uploads a photo through one instance and checks that every instance shows it. */
export async function checkPhoto({ instances, db, items }: Cluster, fault: Fault): Promise<void> {
  const admin = await signIn(instances[0]?.url ?? '', ADMIN_CUIT)
  const { id, article_id } = await db.kysely
    .selectFrom('listing')
    .select(['id', 'article_id'])
    .where('article_id', '=', items[0]?.articleId ?? 0)
    .executeTakeFirstOrThrow()
  const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'foto.png')
  const sent = await admin.call(instances[0]?.url ?? '', 'POST', `/api/pedidos/productos/imagen?idio=${id}&nro=1`, form)
  if (sent.status !== 200) fault(`la foto no entró: ${sent.status} ${JSON.stringify(sent.json)}`)
  for (const { url } of instances) {
    const answer = await fetch(`${url}/api/pedidos/productos/imagen/${article_id}?nro=1`)
    const bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200 || bytes === 0) fault(`la foto no se ve en ${url}: ${answer.status}`)
  }
}

export interface OrdersReport extends OutboxReport {
  /** Orders that an instance acknowledged. */
  acknowledged: number
  /** Orders whose answer a kill swallowed; they were sent again. */
  interrupted: number
  kills: number
  seconds: number
}

/** All clients order at once while the instances are killed in turn and started again; then compares orders, mails and ERP. */
export async function killDuringOrders(
  cluster: Cluster,
  { orders, everyMs, onProgress }: { orders: number; everyMs: number; onProgress: (line: string) => void },
  fault: Fault,
): Promise<OrdersReport> {
  const { proxy, clients, items, db } = cluster
  const tally = { acknowledged: 0, interrupted: 0, faults: [] as string[] }
  const since = performance.now()
  const streams = clients.map((client) => createStream(client, items, PASSWORD, tally))
  const isEnough = () => tally.acknowledged >= orders || tally.faults.length > 0
  const killing = killInTurn(cluster, everyMs, isEnough, () => onProgress(`${tally.acknowledged} pedidos confirmados`))
  await Promise.all(
    streams.map(async (stream) => {
      while (!isEnough()) {
        await stream.run(proxy.url, () => !isEnough())
        // Waits before it tries again, as the web app does.
        await delay(200)
      }
    }),
  )
  const kills = await killing
  const seconds = (performance.now() - since) / 1000
  // Interrupted orders are sent once more.
  for (const stream of streams) await stream.run(proxy.url, () => false)
  for (const words of tally.faults) fault(words)

  const stored = await db.kysely.selectFrom('sales_order').select('id').execute()
  if (stored.length !== tally.acknowledged)
    fault(`${tally.acknowledged} pedidos confirmados y ${stored.length} en la base`)
  const acknowledged = streams.flatMap((stream) => stream.acknowledged())
  const ids = new Set(stored.map(({ id }) => id))
  for (const { IDCON_PED } of acknowledged) if (!ids.has(IDCON_PED)) fault(`falta el pedido ${IDCON_PED}`)
  if (new Set(acknowledged.map(({ IDCON_PED }) => IDCON_PED)).size !== acknowledged.length)
    fault('hay pedidos repetidos')
  return {
    acknowledged: tally.acknowledged,
    interrupted: tally.interrupted,
    kills,
    seconds,
    ...(await checkOutbox(cluster, ids, fault)),
  }
}

/** Kills the instances in turn (SIGKILL) and starts each again at once; answers the number of kills when all are back. */
async function killInTurn(
  { instances, restart }: Cluster,
  everyMs: number,
  isEnough: () => boolean,
  onKill: () => void,
): Promise<number> {
  let kills = 0
  while (!isEnough()) {
    await Promise.race([delay(everyMs), untilEnough(isEnough)])
    const instance = instances[kills % instances.length]
    // On a slow machine a start takes longer than `everyMs`: only one instance is away at a time.
    await Promise.race([Promise.all(instances.map(({ shop }) => shop.ready)), untilEnough(isEnough)])
    if (isEnough() || !instance) break
    await instance.shop.kill()
    restart(instance)
    kills++
    onKill()
  }
  await Promise.all(instances.map(({ shop }) => shop.ready))
  return kills
}

async function untilEnough(isEnough: () => boolean): Promise<void> {
  while (!isEnough()) await delay(100)
}

export interface UpgradeReport {
  requests: number
  /** The slowest request, in milliseconds. */
  slowest: number
}

/** Migrates as a newer version would and replaces the instances one by one while clients work. A refused call is a fault. */
export async function upgrade(
  { proxy, clients, items, instances, db, restart }: Cluster,
  fault: Fault,
): Promise<UpgradeReport> {
  const report = { requests: 0, slowest: 0 }
  let done = false
  const must = async (caller: Caller, method: string, path: string, body?: unknown, headers?: object) => {
    const since = performance.now()
    report.requests++
    try {
      const { status, json } = await caller.call(proxy.url, method, path, body, headers)
      if (status !== 200) fault(`${method} ${path} respondió ${status}: ${JSON.stringify(json).slice(0, 200)}`)
    } catch (error) {
      fault(`${method} ${path} quedó sin respuesta: ${String((error as Error).cause ?? error)}`)
    }
    report.slowest = Math.max(report.slowest, performance.now() - since)
  }
  const people = clients.map(async (client, at) => {
    const caller = await signIn(proxy.url, client.cuit)
    for (let nth = 0; !done; nth++) {
      const item = items[(at * 7 + nth) % items.length]
      const line = {
        id: null,
        idart: item?.articleId,
        cantidad: item?.multiple,
        obs: '',
        idcli: client.clientId,
      }
      await must(caller, 'GET', `/api/pedidos/productos/filtros?index=0&n=${encodeURIComponent(item?.code ?? '')}`)
      await must(caller, 'POST', '/api/pedidos/itemsCarrito', line)
      const order = `/api/pedidos/productos/pedido?idcli=${client.clientId}&dir=0&obs=&cond=-1`
      await must(caller, 'POST', order, undefined, { 'idempotency-key': `u-${at}-${nth}-${'0'.repeat(24)}` })
    }
  })
  for (const [at, instance] of instances.entries()) {
    await delay(500)
    if (at === 0) await migrate(db, { ...migrations, '9999_expanded': expanded })
    await instance.shop.stop()
    restart(instance)
    await instance.shop.ready
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
