/**
 * SIGKILLs of the shop while clients order and one kind of work after another is in flight, on either kind of database.
 * What was acknowledged has to be there, once; what was not is whole or absent; no start may be refused.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { httpStub } from '../../server/test/stubs/http-stub.ts'
import { checkOutbox, finishOutbox, hurryOutbox } from '../outbox.ts'
import { createRandom, type Random } from '../random.ts'
import { erpEnv, startErp } from '../services.ts'
import { type DatabaseKind, openShop, type Shop, until } from '../shop.ts'
import { launchShop } from '../shop-process.ts'
import { checkStreams, createStreams, type Stream, type Tally, whileOrdering } from '../streams.ts'
import { backupWork, killedBackupWork, migrationWork, type Work } from './command-work.ts'
import { feedWork } from './feed-work.ts'
import { createLedger, type Found, type Ledger } from './ledger.ts'

/** What the admin does when a kill comes, by the name of its kind: calls of the ledger, one after the other. */
const CALLS = {
  'sign-in': ['sign-in'],
  cart: ['cart', 'cart', 'cart', 'order'],
  import: ['import'],
  upload: ['photo'],
  'bulk edit': ['bulk edit'],
  documents: ['document'],
} as const satisfies Record<string, readonly string[]>

type Called = keyof typeof CALLS
const others = [
  'order',
  'ERP exchange',
  'webhook',
  'backup',
  'backup command',
  'migration',
  'ERP feed',
  'PostgreSQL',
] as const
/** `init`: while the shop first makes its data folder; `start`: while it starts. */
export type KillKind = Called | (typeof others)[number] | 'init' | 'start'
/** The kinds of work, in turn. */
export const killKinds: readonly KillKind[] = [...(Object.keys(CALLS) as Called[]), ...others]

export interface KillRow {
  kills: number
  acknowledged: number
  lost: number
  doubled: number
  refused: number
}
export interface KillReport {
  readonly rows: ReadonlyMap<KillKind, KillRow>
  readonly slowestStart: number
  /** In Spanish; the run has passed when there is none. */
  readonly faults: readonly string[]
}

export interface KillOptions {
  readonly database: DatabaseKind
  readonly seed: number
  /** How many clients order at the same time. */
  readonly streams: number
  /** A kill comes up to so many milliseconds after the work began: a random moment of that window. */
  readonly window: number
  readonly onProgress: (line: string) => void
}

const ARTICLES = 400
const RESTART_AFTER = 200
/** A kill during a start comes at most so many milliseconds after it. */
const MOST_START_WAIT = 1_200
/** The database's server stays away for at most so many milliseconds. */
const MOST_DOWN = 2_000

/** Kills once for each kind of the plan, in its order; `init` only as the first. @throws when the shop can't be made at all */
export async function runKills(plan: readonly KillKind[], options: KillOptions): Promise<KillReport> {
  const random = createRandom(options.seed)
  const faults: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'bulto-kills-'))
  const cleanUps: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const dataDir = join(folder, 'data')
    if (plan[0] === 'init') await killFirstStart(dataDir, join(folder, 'shop.log'))
    const erp = await startErp()
    cleanUps.push(erp.close)
    const receiver = await httpStub(() => ({ contentType: 'application/json', body: '{}' }))
    cleanUps.push(receiver.close)
    const webhook = {
      url: `${receiver.url}/avisos`,
      secret: `whsec_${'A'.repeat(43)}=`,
      events: ['pedido.creado' as const],
    }
    // After a kill of the first start, filling it shows that the folder opens.
    const shop = await openShop({
      dataDir,
      database: options.database,
      articles: ARTICLES,
      clients: options.streams + 1,
      staff: { admin: 1 },
      fill: ({ kysely }) => kysely.insertInto('webhook').values(webhook).execute(),
      env: { WEBHOOK_HOSTS: new URL(receiver.url).host, ...erpEnv(erp) },
    })
    cleanUps.push(shop.close)
    const run = createRun(shop, options, random, faults)
    for (const [at, kind] of plan.entries()) {
      if (kind === 'init') run.rowOf(kind).kills++
      else await run.kill(kind)
      options.onProgress(`${options.database} ${at + 1}/${plan.length} (${kind}): ${run.tally.acknowledged} pedidos`)
    }
    await run.finish({ erp, notices: receiver.requests })
    return { rows: run.rows, slowestStart: run.slowestStart(), faults }
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  }
}

/** Kills a shop that makes its data folder for the first time. */
async function killFirstStart(dataDir: string, logFile: string): Promise<void> {
  const shop = launchShop({ dataDir, logFile })
  const unfinished = join(dataDir, 'db.new', 'base')
  while (!existsSync(unfinished)) {
    await delay(2)
    if (existsSync(join(dataDir, 'db'))) throw new Error('The first initialisation was over before it was seen')
  }
  await shop.kill()
  if (existsSync(join(dataDir, 'db'))) throw new Error('The cut came after the first initialisation')
}

function createRun(shop: Shop, { streams: _, window }: KillOptions, random: Random, faults: string[]) {
  const rows = new Map<KillKind, KillRow>()
  const rowOf = (kind: KillKind): KillRow => {
    const row = rows.get(kind) ?? { kills: 0, acknowledged: 0, lost: 0, doubled: 0, refused: 0 }
    rows.set(kind, row)
    return row
  }
  const tally: Tally = { acknowledged: 0, interrupted: 0, faults }
  const ledger = createLedger(shop, faults)
  // The first client is the admin's.
  const streams = createStreams({ url: shop.url, clients: shop.clients.slice(1), items: ledger.items }, tally)
  const backups = backupWork(shop, () => tally.acknowledged)
  /** Work that kills a process of its own; the shop goes on. */
  const ownKills = new Map<KillKind, Work>([
    ['backup command', killedBackupWork(shop, random)],
    ['migration', migrationWork(shop, random)],
    ['ERP feed', feedWork(shop, random)],
  ])
  let slowestStart = 0
  let isRunning = false

  const start = async (kind: KillKind): Promise<boolean> => {
    const since = performance.now()
    if (!isRunning) shop.launch()
    isRunning = true
    try {
      await shop.process.ready
      slowestStart = Math.max(slowestStart, performance.now() - since)
      return true
    } catch (error) {
      isRunning = false
      rowOf(kind).refused++
      faults.push(`un arranque fue rechazado: ${String(error).slice(0, 500)}`)
      return false
    }
  }
  /** A piece of the kind's work; false when the shop is gone, or nothing but orders is in flight. */
  const piece = async (kind: KillKind): Promise<boolean> => {
    if (kind === 'backup') return backups.piece()
    for (const point of CALLS[kind as keyof typeof CALLS] ?? []) {
      const status = await ledger.call(point)
      if (status === undefined || status === 503) return false
      if (status !== 200 && !(point === 'order' && status === 400)) faults.push(`${point} respondió ${status}`)
    }
    return kind in CALLS
  }
  /** Kills the shop at a random moment of the window, while clients order; answers whether the kind of work was in flight. */
  const killDuring = async (kind: KillKind) => {
    const before = tally.acknowledged
    let isOver = false
    let isInFlight = !(kind in CALLS) && kind !== 'backup'
    const isHit = await whileOrdering(streams, async () => {
      const working = (async () => {
        for (let goesOn = !isInFlight; goesOn && !isOver; ) {
          isInFlight = true
          goesOn = await piece(kind)
          isInFlight = isOver
        }
      })()
      await until(() => tally.acknowledged > before, 'the first order')
      await delay(random.between(0, window))
      isOver = true
      const wasInFlight = isInFlight
      shop.process.cut()
      await working
      return wasInFlight
    })
    await delay(RESTART_AFTER)
    await shop.process.ended
    isRunning = false
    return isHit
  }
  /** Kills the server of the database and starts it again, while the shop runs on: every stream orders again by itself. */
  const crashDuring = async (crash: (downMs: number) => Promise<void>) => {
    const counts = () => streams.map((stream) => stream.acknowledged().length)
    await whileOrdering(streams, async () => {
      await delay(random.between(200, window))
      await crash(random.between(0, MOST_DOWN))
      const before = counts()
      const haveAllOrdered = () => counts().every((count, at) => count > (before[at] ?? 0))
      const ended = shop.process.ended.then(() => true)
      await Promise.race([until(haveAllOrdered, 'orders after the crash').catch(() => false), ended])
      if (await Promise.race([ended, Promise.resolve(false)])) {
        faults.push('PostgreSQL: la tienda terminó cuando se cayó la base')
        isRunning = false
      } else if (!haveAllOrdered()) faults.push('PostgreSQL: no todos volvieron a pedir')
    })
  }
  return {
    rows,
    rowOf,
    tally,
    slowestStart: () => slowestStart,
    async kill(kind: KillKind) {
      let hit = kind
      if (kind === 'start') {
        if (isRunning) await shop.process.kill()
        isRunning = false
        shop.launch()
        await Promise.race([delay(random.between(50, MOST_START_WAIT)), shop.process.ready])
        await shop.process.kill()
      } else {
        if (!(await start(kind))) return
        const own = ownKills.get(kind)
        const before = tally.acknowledged
        if (own) await own.piece()
        else if (kind === 'PostgreSQL' && shop.postgres) await crashDuring(shop.postgres.crash)
        else if (!(await killDuring(kind))) hit = 'order'
        if (kind === 'PostgreSQL') rowOf(kind).acknowledged += tally.acknowledged - before
      }
      rowOf(hit).kills++
    },
    /** Compares everything, with the shop stopped but for the orders and the outbox. */
    async finish(receivers: Parameters<typeof checkOutbox>[1]) {
      if (!(await start('order'))) await shop.start()
      await checkOrders(shop, streams, tally, rowOf('order'))
      await shop.process.stop()
      // A killed worker's jobs are leased for two minutes, and a notice that met no shop waits for its next try.
      await shop.look((db) => hurryOutbox(db, 3_600))
      await shop.start()
      await finishOutbox(shop, faults)
      await shop.process.stop()
      const { erp, notices } = await shop.look((db) => checkOutbox(db, receivers, faults))
      Object.assign(rowOf('ERP exchange'), { acknowledged: erp.came, lost: erp.lost, doubled: erp.doubled })
      Object.assign(rowOf('webhook'), { acknowledged: notices.came, lost: notices.lost, doubled: notices.doubled })
      await judge(ledger, rowOf)
      for (const [kind, work] of [['backup', backups], ...ownKills] as [KillKind, Work][]) {
        const found = await work.check()
        Object.assign(rowOf(kind), { acknowledged: work.acknowledged(), lost: found.lost, doubled: found.doubled })
        faults.push(...found.faults.map((words) => `${kind}: ${words}`))
      }
    },
  }
}

async function checkOrders(shop: Shop, streams: readonly Stream[], tally: Tally, row: KillRow): Promise<void> {
  const users = shop.clients.slice(1).map(({ userId }) => userId)
  const stored = async () => {
    if (!shop.databaseUrl) await shop.process.stop()
    const rows = await shop.look(({ kysely }) =>
      kysely.selectFrom('sales_order').select('id').where('user_id', 'in', users).execute(),
    )
    return rows.map(({ id }) => id)
  }
  Object.assign(row, await checkStreams(streams, tally, stored), { acknowledged: tally.acknowledged })
}

/** Puts what became of the ledger's pieces into the rows of their kinds. */
async function judge(ledger: Ledger, rowOf: (kind: KillKind) => KillRow): Promise<void> {
  const found = await ledger.check()
  const sum = (points: readonly string[], of: (point: string, found: Found | undefined) => number) =>
    [...new Set(points)].reduce((total, point) => total + of(point, found[point]), 0)
  for (const [kind, points] of Object.entries(CALLS))
    Object.assign(rowOf(kind as KillKind), {
      acknowledged: sum(points, (point) => ledger.count(point)),
      lost: sum(points, (_, one) => one?.lost ?? 0),
      doubled: sum(points, (_, one) => one?.doubled ?? 0),
    })
}
