/**
 * SIGKILLs of the shop while 20 clients order and one kind of work after another is in flight, on either kind of database.
 * What was acknowledged has to be there, once; what was not is whole or absent; no start may be refused.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRandom, type Random } from '../random.ts'
import type { ShopProcess } from '../shop-process.ts'
import { backupWork, killedBackupWork, migrationWork } from './command-work.ts'
import { createStream, Unreachable } from './fault-client.ts'
import { feedWork } from './feed-work.ts'
import { type DatabaseKind, type KillWorld, makeKillWorld, PASSWORD, STREAMS } from './kill-world.ts'
import { bulkWork, cartWork, documentsWork, type Found, importWork, signInWork, uploadWork, type Work } from './work.ts'

export const killKinds = [
  ...['sign-in', 'cart', 'order', 'import', 'upload', 'bulk edit', 'documents'],
  ...['ERP exchange', 'webhook', 'backup', 'backup command', 'migration', 'ERP feed', 'PostgreSQL'],
] as const
export type KillKind = (typeof killKinds)[number]

/** Work that kills a process of its own; the shop goes on. */
const ownKills: ReadonlySet<KillKind> = new Set(['backup command', 'migration', 'ERP feed'])

export interface KillRow {
  kills: number
  acknowledged: number
  lost: number
  doubled: number
  refused: number
}
export interface KillReport {
  readonly rows: Readonly<Record<KillKind, KillRow>>
  readonly slowestStart: number
  /** In Spanish; the run has passed when there is none. */
  readonly faults: readonly string[]
}

export interface KillOptions {
  database: DatabaseKind
  seed: number
  /** The first kind of work in `killKinds`; the others follow in turn. */
  first?: number
  onProgress: (line: string) => void
}

/** A kill comes up to this long after the work began, in milliseconds: a random moment of a long window. */
const WINDOW = 2_500
const RESTART_AFTER = 200
const LONGEST_WAIT = 60_000
/** Milliseconds in which nothing more reached the ERP or the receiver: what is missing then counts as lost. */
const STANDSTILL = 120_000

/** Kills `count` times, the kinds of work in turn. @throws when the shop can't be made at all */
export async function runKills(
  count: number,
  { database, seed, first = 0, onProgress }: KillOptions,
): Promise<KillReport> {
  const random = createRandom(seed)
  const rows = Object.fromEntries(
    killKinds.map((kind) => [kind, { kills: 0, acknowledged: 0, lost: 0, doubled: 0, refused: 0 }]),
  ) as Record<KillKind, KillRow>
  const faults: string[] = []
  let slowestStart = 0
  const world = await makeKillWorld(database)
  let shop: ShopProcess | undefined
  try {
    const { cast, clients } = world
    const tally = { acknowledged: 0, interrupted: 0, faults }
    const streams = clients.slice(4).map((client) => createStream(client, cast.items, PASSWORD, tally))
    if (streams.length !== STREAMS) throw new Error('Too few clients')
    const castOf = (at: number) => ({ ...cast, client: clients[at] ?? cast.client })
    const works: Record<KillKind, Work | undefined> = {
      'sign-in': signInWork(castOf(0)),
      cart: cartWork(castOf(1)),
      order: undefined,
      import: importWork(castOf(2)),
      upload: uploadWork(castOf(0), world.hasFile),
      'bulk edit': bulkWork(castOf(0)),
      documents: documentsWork(castOf(3)),
      'ERP exchange': undefined,
      webhook: undefined,
      backup: backupWork(world, () => tally.acknowledged),
      'backup command': killedBackupWork(world, random),
      migration: migrationWork(world, random),
      'ERP feed': feedWork(world, random),
      PostgreSQL: undefined,
    }
    const started = async (kind: KillKind): Promise<string | undefined> => {
      const since = performance.now()
      shop ??= world.launch()
      try {
        const url = await shop.ready
        slowestStart = Math.max(slowestStart, performance.now() - since)
        return url
      } catch (error) {
        rows[kind].refused++
        faults.push(`un arranque fue rechazado: ${String(error).slice(0, 500)}`)
        shop = undefined
        return undefined
      }
    }
    for (let nth = 0; nth < count; nth++) {
      const kind = killKinds[(first + nth) % killKinds.length] ?? 'order'
      const url = await started(kind)
      if (url === undefined || !shop) continue
      if (ownKills.has(kind)) {
        await works[kind]?.piece(url)
        rows[kind].kills++
        onProgress(`${database} ${nth + 1}/${count} (${kind})`)
        continue
      }
      const running = shop
      if (kind === 'PostgreSQL' && world.crashDatabase) {
        const before = tally.acknowledged
        await crashDuring(running, url, { streams, random, faults }, world.crashDatabase)
        rows.PostgreSQL.kills++
        rows.PostgreSQL.acknowledged += tally.acknowledged - before
        onProgress(`${database} ${nth + 1}/${count} (${kind}): ${tally.acknowledged} pedidos confirmados`)
        continue
      }
      const isHit = await killDuring(running, url, { streams, work: works[kind], random, faults })
      await delay(RESTART_AFTER)
      shop = world.launch()
      await running.ended
      await Promise.all(streams.map((stream) => stream.idle()))
      if (isHit) rows[kind].kills++
      else rows.order.kills++
      onProgress(`${database} ${nth + 1}/${count} (${kind}): ${tally.acknowledged} pedidos confirmados`)
    }
    let url = await started('order')
    if (url === undefined) {
      shop = world.launch()
      url = await shop.ready
    }
    await Promise.all(streams.map((stream) => stream.check(url)))
    await running(shop).stop()
    shop = undefined
    await finishOutbox(world, rows, faults)
    await world.on(async (db) => {
      const stored = await db.kysely.selectFrom('sales_order').select('id').where('channel', '=', 'web').execute()
      const known = new Set(streams.flatMap((stream) => stream.acknowledged().map(({ IDCON_PED }) => IDCON_PED)))
      const ids = new Set(stored.map(({ id }) => id))
      // Every unanswered order was sent once more, so what is stored beyond the acknowledged ones is there twice.
      const lost = [...known].filter((id) => !ids.has(id)).length
      const doubled = [...ids].filter((id) => !known.has(id)).length
      Object.assign(rows.order, { acknowledged: tally.acknowledged, lost, doubled })
      if (lost + doubled > 0) faults.push(`pedidos: ${lost} perdidos, ${doubled} repetidos`)
      for (const kind of killKinds) {
        const work = works[kind]
        if (!work) continue
        const found: Found = await work.check(db)
        Object.assign(rows[kind], {
          acknowledged: work.acknowledged,
          lost: found.lost,
          doubled: found.doubled,
        })
        if (found.lost > 0) faults.push(`${kind}: ${found.lost} perdidos`)
        if (found.doubled > 0) faults.push(`${kind}: ${found.doubled} repetidos`)
        for (const words of found.faults) faults.push(`${kind}: ${words}`)
      }
    })
    return { rows, slowestStart, faults }
  } finally {
    await shop?.kill()
    await world.stop()
  }
}

const running = (shop: ShopProcess | undefined): ShopProcess => {
  if (!shop) throw new Error('No shop runs')
  return shop
}

interface Flight {
  streams: readonly ReturnType<typeof createStream>[]
  work: Work | undefined
  random: Random
  faults: string[]
}

/** Kills the shop at a random moment of the window; answers whether the kind of work was in flight then. */
async function killDuring(shop: ShopProcess, url: string, { streams, work, random, faults }: Flight) {
  let over = false
  let inFlight = work === undefined
  const answered = new Promise<void>((resolve) => {
    for (const stream of streams)
      void stream.run(url, () => {
        resolve()
        return !over
      })
  })
  const working = (async () => {
    while (work && !over) {
      inFlight = true
      try {
        await work.piece(url)
      } catch (error) {
        if (!(error instanceof Unreachable)) faults.push(String(error))
        return
      }
      inFlight = over
    }
  })()
  await Promise.race([answered, delay(LONGEST_WAIT)])
  await delay(random.between(0, WINDOW))
  const isHit = inFlight
  over = true
  shop.cut()
  await working
  return isHit
}

const MOST_DOWN = 2_000

/**
 * Kills the server of the database at a random moment of the window and starts it again, while the shop runs on: meanwhile it
 * answers 503 with a sentence, and afterwards every stream orders again by itself.
 */
async function crashDuring(
  shop: ShopProcess,
  url: string,
  { streams, random, faults }: Omit<Flight, 'work'>,
  crash: (downMs: number) => Promise<void>,
) {
  let over = false
  let isBack = false
  let hasEnded = false
  void shop.ended.then(() => {
    hasEnded = true
  })
  const orderedAgain = new Set<(typeof streams)[number]>()
  const ordering = streams.map(async (stream) => {
    while (!over) {
      await stream.run(url, () => {
        if (isBack) orderedAgain.add(stream)
        return !over
      })
      await delay(100)
    }
  })
  await delay(random.between(200, WINDOW))
  await crash(random.between(0, MOST_DOWN))
  isBack = true
  const ordered = () => orderedAgain.size
  for (const until = Date.now() + LONGEST_WAIT; ordered() < streams.length && Date.now() < until && !hasEnded; )
    await delay(100)
  over = true
  await Promise.all(ordering)
  if (hasEnded) faults.push('PostgreSQL: la tienda terminó cuando se cayó la base')
  else if (ordered() < streams.length)
    faults.push(`PostgreSQL: solo ${ordered()} de ${streams.length} volvieron a pedir`)
}

/** Starts the shop once more until ERP and receiver have everything, and compares with the orders that are stored. */
async function finishOutbox(world: KillWorld, rows: Record<KillKind, KillRow>, faults: string[]) {
  // A killed worker's jobs are leased for two minutes, and a notice that met no shop waits for its next try.
  const hurry = () =>
    world.on(async (db) => {
      await sql`update job set lease_until = now(), run_at = now() where state in ('running', 'pending')
        and kind in ('erpOrder', 'webhook')`.execute(db.kysely)
    })
  await hurry()
  const stored = new Set(await shopOrders(world))
  const shop = world.launch()
  const ids = () => [...world.erp.posted.values()].map(({ body }) => Number(body.IDCON_PED))
  const told = () =>
    world.notices.map(({ headers, body }) => {
      const { evento, datos } = JSON.parse(body) as { evento: string; datos: { IDCON_PED: number } }
      return { key: String(headers['webhook-id']), evento, id: datos.IDCON_PED }
    })
  await shop.ready
  // A long run leaves thousands of orders to hand over: as long as some arrive, the others are waited for.
  const arrived = () => new Set(ids()).size + new Set(told().map(({ id }) => id)).size
  try {
    let [before, since] = [arrived(), Date.now()]
    while (before < 2 * stored.size && Date.now() - since < STANDSTILL) {
      await delay(500)
      if (arrived() > before) [before, since] = [arrived(), Date.now()]
    }
  } finally {
    await shop.stop()
  }
  const posted = ids()
  const notices = told()
  const missing = (all: readonly number[]) => [...stored].filter((id) => !all.includes(id)).length
  /** One order under two keys; the same key twice is what a receiver is told to expect. */
  const twice = (all: readonly { id: number; key: string }[]) => {
    const keys = new Set(all.map(({ id, key }) => `${id} ${key}`))
    return keys.size - new Set(all.map(({ id }) => id)).size
  }
  const created = notices.filter(({ evento }) => evento === 'pedido.creado')
  Object.assign(rows['ERP exchange'], {
    acknowledged: posted.length,
    lost: missing(posted),
    doubled: posted.length - new Set(posted).size,
  })
  Object.assign(rows.webhook, {
    acknowledged: new Set(created.map(({ id }) => id)).size,
    lost: missing(created.map(({ id }) => id)),
    doubled: twice(created),
  })
  for (const kind of ['ERP exchange', 'webhook'] as const) {
    const { lost, doubled } = rows[kind]
    if (lost + doubled > 0)
      faults.push(`${kind}: ${lost} perdidos, ${doubled} repetidos de ${stored.size}; ${await unfinished(world)}`)
  }
}

/** How many jobs are not done, by kind and state, with an error of theirs. */
const unfinished = (world: KillWorld): Promise<string> =>
  world.on(async (db) => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', count(*), kind, state, max(error)) as text
      from job where state <> 'done' group by kind, state`.execute(db.kysely)
    return `sin hacer: ${rows.map(({ text }) => text).join('; ') || 'nada'}`
  })

const shopOrders = (world: KillWorld): Promise<number[]> =>
  world.on(async (db) => (await db.kysely.selectFrom('sales_order').select('id').execute()).map(({ id }) => id))
