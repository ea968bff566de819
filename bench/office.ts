/** Measures the lists of the back office as one person meets them: call after call, 10,000 articles, 10,000 users. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { addressOf } from '../contract/address.ts'
import { filterListings, type ListingFilter, listUnassigned } from '../contract/product-manager.ts'
import { filterUsers } from '../contract/user-admin.ts'
import { launchShop } from '../e2e/support/shop-process.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase } from '../server/db/open.ts'
import { createSessions } from '../server/features/auth/sessions.service.ts'
import { startPostgres } from '../server/test/postgres.ts'
import { startSession } from '../server/test/test-app.ts'
import { fillCatalogue, fillClients, shopCatalogue } from './fill-shop.ts'

const ARTICLES = 10_000
const USERS = 10_000
/** Calls that count of each list, after some that warm it up. */
const CALLS = 100
const WARM_UP = 20

/** Milliseconds. */
export interface ListTime {
  readonly name: string
  readonly p50: number
  readonly p95: number
}

/** Addresses of one list, asked for in turn. */
interface List {
  readonly name: string
  readonly paths: readonly string[]
}

const listings = (given: Partial<ListingFilter>, page = 0): string =>
  addressOf(filterListings, { query: { text: '', order: 'default', active: true, page, ...given } })
const users = (given: { name?: string; sort?: 'businessName' }, page = 0): string =>
  addressOf(filterUsers, {
    query: {
      ...{ name: given.name ?? '', type: '', enabled: '', active: '', page },
      sort: given.sort && { by: given.sort, down: false },
    },
  })

const WORDS = ['auto', 'muñeca', 'bebe rosa', 'oso', 'pista', 'qqqq']
const PAGES = [0, 1, 20, 200]
/** Every list, with the filters that cost it most. */
const LISTS: readonly List[] = [
  { name: 'artículos, sin filtro', paths: PAGES.map((page) => listings({}, page)) },
  { name: 'artículos, en todo estado', paths: PAGES.map((page) => listings({ active: undefined }, page)) },
  { name: 'artículos, por palabras', paths: WORDS.map((text) => listings({ text, active: undefined })) },
  {
    name: 'artículos, por precio',
    paths: (['priceAsc', 'priceDesc'] as const).flatMap((order) =>
      PAGES.map((page) => listings({ order }, page)),
    ),
  },
  { name: 'artículos, por código', paths: PAGES.map((page) => listings({ order: 'codeDesc' }, page)) },
  { name: 'artículos de una marca', paths: [1, 2, 3].map((brandId) => listings({ brandId })) },
  { name: 'artículos sin categoría', paths: [listings({ categoryId: 99 })] },
  {
    name: 'artículos no asignados',
    paths: [addressOf(listUnassigned, { query: { text: '', page: 0 } }), listings({ brandId: 0 })],
  },
  { name: 'usuarios', paths: PAGES.map((page) => users({}, page)) },
  { name: 'usuarios, por nombre', paths: ['juguetería', 'ana 5', '1001'].map((name) => users({ name })) },
  { name: 'usuarios, por razón social', paths: PAGES.map((page) => users({ sort: 'businessName' }, page)) },
]

/** Fills a database of the kind, starts the shop on it and times each list, one call at a time. */
export async function measureOffice(kind: 'embedded' | 'server'): Promise<ListTime[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulto-bench-'))
  const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
  try {
    const token = await fill({ dataDir, url: postgres?.url })
    const shop = launchShop({
      dataDir,
      logFile: join(dataDir, 'shop.log'),
      env: { LOG_LEVEL: 'warn', ...(postgres && { DATABASE_URL: postgres.url }) },
    })
    try {
      const url = await shop.ready
      const times: ListTime[] = []
      for (const list of LISTS) times.push(await time(url, token, list))
      return times
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Articles, users, and an admin whose session it answers. */
async function fill(place: { dataDir: string; url: string | undefined }): Promise<string> {
  const db = await openDatabase(place)
  try {
    await migrate(db)
    await fillCatalogue(db, shopCatalogue(ARTICLES), { withMedia: true })
    const batch = USERS / 10
    let adminId = 0
    for (let at = 0; at < USERS; at += batch) {
      const made = await fillClients(db, { count: batch, password: 'una-clave-larga', firstId: 1_001 + at })
      adminId = made[0]?.userId ?? adminId
    }
    await db.kysely.updateTable('app_user').set({ type: 'admin' }).where('id', '=', adminId).execute()
    const sessions = createSessions(db)
    const token = await startSession(db, sessions, adminId)
    sessions.close()
    return token
  } finally {
    await db.close()
  }
}

async function time(url: string, token: string, { name, paths }: List): Promise<ListTime> {
  const times: number[] = []
  for (let nth = 0; nth < WARM_UP + CALLS; nth++) {
    const begun = performance.now()
    const answer = await fetch(url + paths[nth % paths.length], {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
    await answer.arrayBuffer()
    if (nth >= WARM_UP) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.min(CALLS - 1, Math.floor(CALLS * share))] ?? 0
  return { name, p50: quantile(0.5), p95: quantile(0.95) }
}
