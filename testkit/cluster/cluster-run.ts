/** What several instances promise, put to the proof on the real thing; faults are told in words, none is the proof. */
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
const LONGEST_WAIT = 30_000

/** Milliseconds until `isSo`; an answer that never comes is a fault. */
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

/** Changes the price of an article through one instance, and says how long the slowest instance took to show it, each time. */
export async function measurePrices(
  { instances, db, items }: Cluster,
  rounds: number,
  fault: Fault,
): Promise<number[]> {
  const admin = await signIn(instances[0]?.url ?? '', ADMIN_CUIT)
  const slowest: number[] = []
  for (let round = 0; round < rounds; round++) {
    const item = items[round]
    const at = instances[round % instances.length]
    if (!item || !at) continue
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
      ...{ hint: listing.hint, promo: listing.promo, future: listing.future, active: true },
    } as never)
    const { status, json } = await admin.call(
      at.url,
      'PUT',
      `/api/pedidos/productos/item/${listing.id}`,
      body,
    )
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

/** Ends sessions at one instance that another one has just seen alive; milliseconds until it is dead there. */
export async function measureSessions(
  { instances, clients }: Cluster,
  rounds: number,
  fault: Fault,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [here, there] = [instances[0]?.url ?? '', instances[1]?.url ?? '']
    const visitor = await signIn(here, clients[round]?.cuit ?? '')
    const isDead = async () =>
      (await visitor.call(there, 'GET', '/api/pedidos/itemsCarrito/cantidad')).status === 401
    if (await isDead()) fault('una sesión recién abierta no vale en otra instancia')
    await visitor.call(here, 'POST', '/api/auth/signin', { username: '', password: '' })
    times.push(await timeUntil(isDead, 'fin de sesión', fault))
  }
  return times
}

/** A photo that comes in through one instance and is shown by the others. */
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
  const sent = await admin.call(
    instances[0]?.url ?? '',
    'POST',
    `/api/pedidos/productos/imagen?idio=${id}&nro=1`,
    form,
  )
  if (sent.status !== 200) fault(`la foto no entró: ${sent.status} ${JSON.stringify(sent.json)}`)
  for (const { url } of instances) {
    const answer = await fetch(`${url}/api/pedidos/productos/imagen/${article_id}?nro=1`)
    const bytes = (await answer.arrayBuffer()).byteLength
    if (answer.status !== 200 || bytes === 0) fault(`la foto no se ve en ${url}: ${answer.status}`)
  }
}

export interface OrdersReport extends OutboxReport {
  acknowledged: number
  interrupted: number
  kills: number
  seconds: number
}

/** Orders of all clients at once while one instance after the other is killed and started again. */
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
  const killing = killInTurn(cluster, everyMs, isEnough, () =>
    onProgress(`${tally.acknowledged} pedidos confirmados`),
  )
  await Promise.all(
    streams.map(async (stream) => {
      while (!isEnough()) {
        await stream.run(proxy.url, () => !isEnough())
        // As the web app: not at once, where nobody answered.
        await delay(200)
      }
    }),
  )
  const kills = await killing
  const seconds = (performance.now() - since) / 1000
  // What was interrupted last is asked again.
  for (const stream of streams) await stream.run(proxy.url, () => false)
  for (const words of tally.faults) fault(words)

  const stored = await db.kysely.selectFrom('sales_order').select('id').execute()
  if (stored.length !== tally.acknowledged)
    fault(`${tally.acknowledged} pedidos confirmados y ${stored.length} en la base`)
  const told = streams.flatMap((stream) => stream.acknowledged())
  const ids = new Set(stored.map(({ id }) => id))
  for (const { IDCON_PED } of told) if (!ids.has(IDCON_PED)) fault(`falta el pedido ${IDCON_PED}`)
  if (new Set(told.map(({ IDCON_PED }) => IDCON_PED)).size !== told.length) fault('hay pedidos repetidos')
  return {
    ...{ acknowledged: tally.acknowledged, interrupted: tally.interrupted, kills, seconds },
    ...(await checkOutbox(cluster, ids, fault)),
  }
}

/** SIGKILL for one instance after the other, each started again at once; answers how many, once all are back. */
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
    // On a slow machine a start takes longer than that: one at a time is away.
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
  slowest: number
}

/** The first instance of a newer version migrates, and all are replaced one by one, while people work: nobody is refused. */
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
      if (status !== 200)
        fault(`${method} ${path} respondió ${status}: ${JSON.stringify(json).slice(0, 200)}`)
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
      await must(
        caller,
        'GET',
        `/api/pedidos/productos/filtros?index=0&n=${encodeURIComponent(item?.code ?? '')}`,
      )
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
    // Until the proxy has found it again.
    await delay(1_000)
  }
  done = true
  await Promise.all(people)
  return report
}

/** What a newer version may do to tables that everybody is using. */
const expanded = {
  up: async (t: Kysely<unknown>) => {
    for (const table of ['cart_line', 'sales_order', 'listing'])
      await sql`alter table ${sql.table(table)} add column from_the_future text not null default ''`.execute(
        t,
      )
  },
}
