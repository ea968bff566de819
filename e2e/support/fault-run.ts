/**
 * Power cuts during a stream of orders on the embedded database. The server is killed again and again;
 * clients go on with the same Idempotency-Key, as the web app does. In the end every acknowledged order
 * must be there, each once, as it was acknowledged.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type FilledClient, fillCatalogue, fillClients, shopCatalogue } from '../../bench/fill-shop.ts'
import { createRandom, type Random } from '../../bench/random.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import type { CatalogueItem } from '../../server/features/catalogue/engine/item.ts'
import { launchShop, type ShopProcess } from './shop-process.ts'

/** When a cut falls: while the data folder is first made, while the server starts, or while orders stream in. */
export type Moment = 'init' | 'start' | 'orders'

export interface FaultOptions {
  /** One cut after the other; 'init' only as the first. */
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
  /** What is not as it must be, in words; none is the proof. */
  faults: string[]
}

const PASSWORD = 'una-clave-larga'
const CLIENTS = 3
const ARTICLES = 200
/** A cut falls within this time after the orders it waits for, in milliseconds: before, in and after commits. */
const SPREAD = 120
const MOST_START_WAIT = 1_200
const LONGEST_WAIT = 60_000

interface Numbers {
  IDCON_PED: number
  NUMERO_PED: number | null
}
interface Acknowledged extends Numbers {
  key: string
  lines: readonly { idart: number; cantidad: number }[]
}

/** Nobody answered: the server is gone. */
class Unreachable extends Error {}

export async function runFaults({ moments, fromSources, onProgress }: FaultOptions): Promise<FaultReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-faults-'))
  const random = createRandom(moments.length)
  const report: FaultReport = { kills: 0, acknowledged: 0, interrupted: 0, reopened: 0, faults: [] }
  const launch = () => launchShop({ dataDir, logFile: join(dataDir, 'shop.log'), fromSources })
  let running: ShopProcess | undefined
  try {
    if (moments[0] === 'init') {
      await killDuringInit(launch, dataDir)
      report.kills++
    }
    const { items, clients } = await fill(dataDir)
    if (report.kills > 0) report.reopened++
    const streams = clients.map((client) => createStream(client, items, report))
    for (const [at, moment] of moments.entries()) {
      if (moment === 'init') continue
      running = launch()
      if (moment === 'start') {
        await Promise.race([delay(random.between(50, MOST_START_WAIT)), running.ready])
      } else {
        const url = await running.ready
        report.reopened++
        await streamUntilCut(running, url, streams, random)
      }
      await running.kill()
      report.kills++
      onProgress?.(`${at + 1}/${moments.length}: ${report.acknowledged} pedidos confirmados`)
    }
    running = launch()
    const url = await running.ready
    report.reopened++
    for (const stream of streams) await stream.check(url)
    await running.stop()
    return report
  } finally {
    await running?.kill()
    rmSync(dataDir, { recursive: true, force: true })
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

/** Opening the folder here is part of the proof when its first initialisation was cut. */
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

type Stream = ReturnType<typeof createStream>

/** All clients order at once until the cut, which falls a little after some of them were answered. */
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
  await shop.kill()
  await Promise.all(streams.map((stream) => stream.idle()))
  if (answered < wanted) throw new Error(`Only ${answered} orders were answered; see ${shop.logFile}`)
}

/** One client: fills its cart, orders it, again and again; after a cut it repeats what was not answered. */
function createStream(client: FilledClient, items: readonly CatalogueItem[], report: FaultReport) {
  let token = ''
  let pending: (Pick<Acknowledged, 'key' | 'lines'> & { inCart: boolean }) | undefined
  let made = 0
  let running: Promise<void> = Promise.resolve()
  const acknowledged: Acknowledged[] = []

  const call = async <T>(url: string, method: string, path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}/api${path}`, { ...init, method, headers }).catch((cause: unknown) => {
      throw new Unreachable('no answer', { cause })
    })
    const body = await answer.json().catch((cause: unknown) => {
      throw new Unreachable('half an answer', { cause })
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(body)}`)
    return body as T
  }
  const json = (body: unknown): RequestInit => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const signIn = async (url: string) => {
    if (token) return
    const credentials = json({ username: client.cuit, password: PASSWORD })
    const { accessToken } = await call<{ accessToken: string }>(url, 'POST', '/auth/signin', credentials)
    token = accessToken
  }
  const nextCart = () => {
    const nth = made++
    const lines = [0, 1, 2].map((step) => {
      const item = items[(nth * 7 + step * 31) % items.length]
      return { idart: item?.articleId ?? 0, cantidad: (item?.multiple ?? 1) * (1 + ((nth + step) % 4)) }
    })
    return { key: `${client.clientId}-${nth}-${'0'.repeat(24)}`, lines, inCart: false }
  }
  const order = (url: string, key: string) =>
    call<Numbers>(url, 'POST', `/pedidos/productos/pedido?idcli=${client.clientId}&dir=0&obs=&cond=-1`, {
      headers: { 'idempotency-key': key },
    })
  /** Fills the pending cart and sends it; it stays pending until it is answered. */
  const finish = async (url: string) => {
    pending ??= nextCart()
    const { key, lines } = pending
    if (!pending.inCart) {
      for (const line of lines) {
        const body = json({ id: null, obs: '', idcli: client.clientId, ...line })
        await call(url, 'POST', '/pedidos/itemsCarrito', body)
      }
      pending.inCart = true
    }
    const numbers = await order(url, key)
    acknowledged.push({ key, lines, ...numbers })
    report.acknowledged++
    pending = undefined
  }
  const untilGone = async (url: string, goOn: () => boolean) => {
    try {
      await signIn(url)
      do await finish(url)
      while (goOn())
    } catch (error) {
      if (!(error instanceof Unreachable)) report.faults.push(String(error))
      else if (pending?.inCart) report.interrupted++
    }
  }
  const fault = (words: string) => void report.faults.push(`cliente ${client.clientId}: ${words}`)

  return {
    run(url: string, goOn: () => boolean): Promise<void> {
      running = untilGone(url, goOn)
      return running
    },
    idle: () => running,
    /** Compares what was acknowledged with what is there. */
    async check(url: string) {
      if (pending) await finish(url)
      const stored = new Map<number, { IMPORTE_CP: number; items: number; NUMERO_PED: number | null }>()
      for (let page = 0, rows = 25; rows === 25; page++) {
        type Row = Numbers & { IMPORTE_CP: number; items: number }
        const found = await call<Row[]>(url, 'GET', `/pedidos/productos/pedidos?index=${page}`)
        for (const row of found) stored.set(row.IDCON_PED, row)
        rows = found.length
      }
      if (stored.size !== acknowledged.length)
        fault(`${acknowledged.length} pedidos confirmados y ${stored.size} guardados`)
      for (const { key, IDCON_PED, NUMERO_PED, lines } of acknowledged) {
        const there = stored.get(IDCON_PED)
        if (!there) fault(`falta el pedido ${IDCON_PED}`)
        else if (there.NUMERO_PED !== NUMERO_PED) fault(`el pedido ${IDCON_PED} cambió de número`)
        const again = await order(url, key)
        if (again.IDCON_PED !== IDCON_PED) fault(`la clave de ${IDCON_PED} respondió ${again.IDCON_PED}`)
        const kept = await call<{ IDART_PEDI: number; CANTIDAD_PEDI: number }[]>(
          url,
          'GET',
          `/pedidos/productos/pedidos/${IDCON_PED}`,
        )
        const words = (all: { id: number; quantity: number }[]) =>
          all
            .map(({ id, quantity }) => `${id}x${quantity}`)
            .sort()
            .join()
        const asked = words(lines.map(({ idart, cantidad }) => ({ id: idart, quantity: cantidad })))
        const found = words(kept.map((line) => ({ id: line.IDART_PEDI, quantity: line.CANTIDAD_PEDI })))
        if (asked !== found) fault(`el pedido ${IDCON_PED} tiene ${found} en lugar de ${asked}`)
      }
    },
  }
}
