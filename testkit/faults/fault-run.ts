/**
 * Power cuts during a stream of orders on the embedded database. The server is killed again and again;
 * clients repeat an order with the same Idempotency-Key, as the web app does. In the end the server must
 * have every acknowledged order, each once and unchanged.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { createRandom, type Random } from '../random.ts'
import { launchShop, type ShopProcess } from '../shop-process.ts'
import { createStream, type Stream } from './fault-client.ts'

/** When the server is killed: while it first makes the data folder, while it starts, or while orders stream in. */
export type Moment = 'init' | 'start' | 'orders'

export interface FaultOptions {
  /** The cuts in order; 'init' only as the first. */
  moments: readonly Moment[]
  /** Start from the sources instead of the build. */
  fromSources?: boolean
  onProgress?: (line: string) => void
}

export interface FaultReport {
  kills: number
  /** Orders the server acknowledged, also after asking again. */
  acknowledged: number
  /** Attempts whose first answer a cut swallowed. */
  interrupted: number
  /** How often the folder opened after a cut. */
  reopened: number
  /** Faults in Spanish; the run has passed when there is none. */
  faults: string[]
}

const PASSWORD = 'una-clave-larga'
const CLIENTS = 3
const ARTICLES = 200
/** A cut comes up to this long after the orders it waits for, in milliseconds: so it hits before, in and after commits. */
const SPREAD = 120
/** A cut during a start comes at most this long after it, in milliseconds. */
const MOST_START_WAIT = 1_200
const LONGEST_WAIT = 60_000

/** Runs the cuts on a new data folder, then compares every order. @throws when the shop can't be started or filled at all */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const { moments, fromSources, onProgress } = options
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-faults-'))
  const random = createRandom(moments.length)
  const report: FaultReport = {
    kills: 0,
    acknowledged: 0,
    interrupted: 0,
    reopened: 0,
    faults: [],
  }
  const launch = () => launchShop({ dataDir, logFile: join(dataDir, 'shop.log'), fromSources })
  let running: ShopProcess | undefined
  try {
    if (moments[0] === 'init') {
      await killDuringInit(launch, dataDir)
      report.kills++
    }
    const { items, clients } = await fill(dataDir)
    if (report.kills > 0) report.reopened++
    const streams = clients.map((client) => createStream(client, items, PASSWORD, report))
    for (const [at, moment] of moments.entries()) {
      if (moment === 'init') continue
      running = launch()
      if (moment === 'start') {
        await Promise.race([delay(random.between(50, MOST_START_WAIT)), running.ready])
        await running.kill()
      } else {
        const url = await answering(running, report)
        if (url === undefined) continue
        await streamUntilCut(running, url, streams, random)
        await running.ended
        await Promise.all(streams.map((stream) => stream.idle()))
      }
      report.kills++
      onProgress?.(`${at + 1}/${moments.length}: ${report.acknowledged} pedidos confirmados`)
    }
    running = launch()
    let url = await answering(running, report)
    if (url === undefined) {
      running = launch()
      url = await running.ready
    }
    for (const stream of streams) await stream.check(url)
    await running.stop()
    return report
  } finally {
    await running?.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The address of a shop that was started after a cut; undefined when the start was refused, which goes into the report. */
async function answering(shop: ShopProcess, report: FaultReport): Promise<string | undefined> {
  try {
    const url = await shop.ready
    report.reopened++
    return url
  } catch (error) {
    report.faults.push(`un arranque fue rechazado: ${String(error)}`)
    return undefined
  }
}

async function killDuringInit(launch: () => ShopProcess, dataDir: string): Promise<void> {
  const shop = launch()
  const unfinished = join(dataDir, 'db.new', 'base')
  for (const until = Date.now() + LONGEST_WAIT; !existsSync(unfinished); await delay(2)) {
    if (Date.now() > until) throw new Error('The first initialisation did not begin')
  }
  await shop.kill()
  if (existsSync(join(dataDir, 'db'))) throw new Error('The cut came after the first initialisation')
}

/** Fills the shop. After a cut in the first initialisation this also checks that the folder opens. */
async function fill(dataDir: string) {
  const db = await openDatabase({ dataDir })
  try {
    await migrate(db)
    const items = shopCatalogue(ARTICLES)
    await fillCatalogue(db, items, { withMedia: false })
    const clients = await fillClients(db, { count: CLIENTS, password: PASSWORD })
    return { items: items.filter(({ listPrice }) => listPrice > 0), clients }
  } finally {
    await db.close()
  }
}

/** All clients order at once; a little after some orders were answered the process is killed. Does not wait until it is gone. */
async function streamUntilCut(shop: ShopProcess, url: string, streams: readonly Stream[], random: Random) {
  let answered = 0
  const wanted = random.between(2, 6)
  let stop = false
  const enough = new Promise<void>((resolve) => {
    for (const stream of streams)
      void stream.run(url, () => {
        answered++
        if (answered >= wanted) resolve()
        return !stop
      })
  })
  await Promise.race([enough, delay(LONGEST_WAIT)])
  await delay(random.between(0, SPREAD))
  stop = true
  shop.cut()
  if (answered < wanted) throw new Error(`Only ${answered} orders were answered; see ${shop.logFile}`)
}
