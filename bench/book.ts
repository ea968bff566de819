/** Measures an order of 30 lines, saved line by line and saved by one call: SQL statements and processor time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../server/db/open.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { openTestApp } from '../server/test/test-app.ts'
import { shopCatalogue } from '../testkit/fill-shop.ts'
import { launchShop } from '../testkit/shop-process.ts'
import { bearer, cpuOf, fill, ORDER_LINES, orderPath, type SignedIn } from './http.ts'

const ARTICLES = 10_000
/** Counted orders of each way; as many before them warm up. */
const ORDERS = 100

export interface BookFigures {
  statements: { single: number; together: number }
  /** Milliseconds of processor, all threads of the shop; NaN where the system does not tell. */
  cpuMs: { single: number; together: number }
}

type Way = (client: SignedIn, send: Send) => Promise<void>
type Send = (client: SignedIn, path: string, body?: unknown) => Promise<void>

/** Fills a database, starts the shop on it, and makes orders in both ways. */
export async function measureBook(): Promise<BookFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = await startPostgres({ fsync: true })
  const items = shopCatalogue(ARTICLES)
  const priced = items.filter(({ listPrice }) => listPrice > 0)
  const linesOf = (client: SignedIn) =>
    Array.from({ length: ORDER_LINES }, (_, at) => {
      const item = priced[(client.clientId * ORDER_LINES + at) % priced.length]!
      return { fila: at, idart: item.articleId, cantidad: item.multiple, preguntar: true }
    })
  const single: Way = async (client, send) => {
    for (const { idart, cantidad } of linesOf(client))
      await send(client, '/api/pedidos/itemsCarrito', {
        id: null,
        idart,
        cantidad,
        obs: '',
        idcli: client.clientId,
      })
    await send(client, orderPath(client))
  }
  const together: Way = async (client, send) => {
    await send(client, '/api/pedidos/itemsCarrito/lista', {
      idcli: client.clientId,
      renglones: linesOf(client),
    })
    await send(client, orderPath(client))
  }
  try {
    const place = { dataDir, url: postgres.url }
    const clients = await fill(place, items, { ordering: 0, filling: 20 })
    const statements = {
      single: await countStatements(place, clients[0]!, single),
      together: await countStatements(place, clients[0]!, together),
    }
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: { LOG_LEVEL: 'warn', DATABASE_URL: postgres.url },
    })
    try {
      const url = await shop.ready
      const send: Send = async (client, path, body) => {
        const answer = await fetch(url + path, {
          method: 'POST',
          headers: {
            ...bearer(client.token),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      }
      const cpu = async (way: Way): Promise<number> => {
        const run = async () => {
          for (let at = 0; at < ORDERS; at++) await way(clients[at % clients.length]!, send)
        }
        await run()
        // Work left from the start (packing the catalogue for devices) and mails of the first orders must not count.
        await untilIdle(shop.pid)
        const before = cpuOf(shop.pid)
        await run()
        return (cpuOf(shop.pid) - before) / ORDERS
      }
      return { statements, cpuMs: { single: await cpu(single), together: await cpu(together) } }
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** For how long a process is watched, in milliseconds. */
const WATCHED = 500
/** How many of them it may compute and still count as idle. */
const IDLE = 10

async function untilIdle(pid: number | undefined): Promise<void> {
  for (;;) {
    const before = cpuOf(pid)
    await setTimeout(WATCHED)
    // Also true of NaN, where the system tells no processor time.
    if (!(cpuOf(pid) - before > IDLE)) return
  }
}

/**
 * SQL statements of one order and its lines, begin and commit included. A call before it brings the session into memory, so
 * that looking it up is not counted.
 */
async function countStatements(place: { dataDir: string; url: string }, client: SignedIn, way: Way): Promise<number> {
  let statements = 0
  const db = await openDatabase({ ...place, onStatement: () => statements++ })
  const { app, close } = await openTestApp(db)
  try {
    await app.inject({ url: '/api/config/numped', headers: bearer(client.token) })
    statements = 0
    await way(client, async ({ token }, url, payload) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: bearer(token),
        ...(payload !== undefined && { payload: payload as object }),
      })
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    })
    return statements
  } finally {
    await close()
    await db.close()
  }
}
