/** A shop of its own for the load: filled, with its usual limits, on the embedded database or on a PostgreSQL server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueItem } from '../../engine/item.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { USUAL_UNDER_WAY } from '../../server/http/load-shedding.ts'
import { USUAL_REQUESTS } from '../../server/http/request-limit.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { launchShop } from '../shop-process.ts'
import { PASSWORD, type Person } from './people.ts'

export const BUYERS = 200
const SELLERS = 4
const OFFICE = 2
const ARTICLES = 5_000
const FIRST_SELLER = 5_001
const FIRST_OF_OFFICE = 6_001

export interface LoadShop {
  readonly url: string
  /** Articles that can be ordered. */
  readonly items: readonly CatalogueItem[]
  readonly buyers: readonly Person[]
  readonly sellers: readonly Person[]
  readonly office: readonly Person[]
  /** Megabytes of memory that the process holds (RSS); NaN where the system does not tell. */
  memory(): number
  stop(): Promise<void>
}

export async function startLoadShop(kind: 'embedded' | 'server'): Promise<LoadShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-load-'))
  const cleanups: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  try {
    const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
    if (postgres) cleanups.push(postgres.stop)
    const items = shopCatalogue(ARTICLES)
    const people = await fill({ dataDir, ...(postgres && { url: postgres.url }) }, items)
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: {
        LOG_LEVEL: 'warn',
        REQUESTS_PER_USER: String(USUAL_REQUESTS),
        REQUESTS_UNDER_WAY: String(USUAL_UNDER_WAY),
        ...(postgres && { DATABASE_URL: postgres.url }),
      },
    })
    cleanups.push(shop.stop)
    const url = await shop.ready
    const sold = items.filter(({ listPrice }) => listPrice > 0)
    return { url, items: sold, ...people, memory: () => memoryOf(shop.pid), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(place: { dataDir: string; url?: string }, items: readonly CatalogueItem[]) {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, items, { withMedia: false })
    const clients = await fillClients(db, { count: BUYERS, password: PASSWORD })
    const sellers = await fillClients(db, { count: SELLERS, password: PASSWORD, firstId: FIRST_SELLER })
    const office = await fillClients(db, { count: OFFICE, password: PASSWORD, firstId: FIRST_OF_OFFICE })
    const appoint = (ids: readonly number[], type: 'supervisor' | 'admin') =>
      db.kysely.updateTable('app_user').set({ type, client_id: null }).where('id', 'in', ids).execute()
    // A seller's rows would need sellers of the ERP: a supervisor makes the same calls, for all clients.
    await appoint(
      sellers.map(({ userId }) => userId),
      'supervisor',
    )
    await appoint(
      office.map(({ userId }) => userId),
      'admin',
    )
    const person = (role: Person['role'], cuit: string, clientId: number | null): Person => ({ role, cuit, clientId })
    return {
      buyers: clients.map(({ cuit, clientId }) => person('buyer', cuit, clientId)),
      // Each orders for a client of its own, whose user buys nothing.
      sellers: sellers.map(({ cuit, clientId }) => person('seller', cuit, clientId)),
      office: office.map(({ cuit }) => person('office', cuit, null)),
    }
  } finally {
    await db.close()
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return Number.NaN
  }
}
