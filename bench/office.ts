/**
 * Measures the lists of the back office as one person meets them, call after call: 10,000 articles, 10,000 users,
 * 100,000 orders and a log of a million changes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { launchShop } from '../e2e/support/shop-process.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createSessions } from '../server/features/auth/sessions.service.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { startSession } from '../server/test/test-app.ts'
import { fillOffice } from './fill-office.ts'
import { fillCatalogue, fillClients, shopCatalogue } from './fill-shop.ts'
import { type List, officeLists } from './office-lists.ts'

const ARTICLES = 10_000
const USERS = 10_000
/** Calls that count of each list, after some that warm it up. */
const CALLS = 100
const WARM_UP = 20

/** Milliseconds. */
export interface ListTime {
  readonly name: string
  /** The very first time it is asked for. */
  readonly first: number
  readonly p50: number
  readonly p95: number
}

/** Fills a database of the kind, starts the shop on it and times each list, one call at a time. */
export async function measureOffice(kind: 'embedded' | 'server'): Promise<ListTime[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  try {
    const { token, ...people } = await fill({ dataDir, url: postgres?.url })
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: { LOG_LEVEL: 'warn', ...(postgres && { DATABASE_URL: postgres.url }) },
    })
    try {
      const url = await shop.ready
      const times: ListTime[] = []
      for (const list of officeLists(people)) times.push(await time(url, token, list))
      return times
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Filled {
  /** An admin's. */
  token: string
  staffId: number
  clientId: number
}

/** Articles, users, what years of use leave, and an admin. */
async function fill(place: { dataDir: string; url: string | undefined }): Promise<Filled> {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, shopCatalogue(ARTICLES), { withMedia: true })
    const batch = USERS / 10
    let adminId = 0
    for (let at = 0; at < USERS; at += batch) {
      const made = await fillClients(db, { count: batch, password: 'una-clave-larga', firstId: 1_001 + at })
      adminId = made.at(-1)?.userId ?? adminId
    }
    await fillOffice(db, ARTICLES)
    await db.kysely
      .updateTable('app_user')
      .set({ type: 'admin', seller_id: null })
      .where('id', '=', adminId)
      .execute()
    const { clientId } = await db.kysely
      .selectFrom('sales_order')
      .select('client_id as clientId')
      .where('client_id', '>', 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    const sessions = createSessions(db)
    const token = await startSession(db, sessions, adminId)
    sessions.close()
    return { token, staffId: adminId, clientId }
  } finally {
    await db.close()
  }
}

async function time(url: string, token: string, { name, paths }: List): Promise<ListTime> {
  const times: number[] = []
  let first = 0
  for (let nth = 0; nth < WARM_UP + CALLS; nth++) {
    const begun = performance.now()
    const answer = await fetch(url + paths[nth % paths.length], {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
    await answer.arrayBuffer()
    if (nth === 0) first = performance.now() - begun
    if (nth >= WARM_UP) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.min(CALLS - 1, Math.floor(CALLS * share))] ?? 0
  return { name, first, p50: quantile(0.5), p95: quantile(0.95) }
}
