/**
 * The one shop of tests and benchmarks: a database of either kind, filled with generated toys and people, and the built code
 * that runs on it, which can be started, stopped, killed and looked into.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasPrice } from '../contract/price.ts'
import type { CatalogueItem } from '../engine/item.ts'
import { migrate } from '../server/db/migrate.ts'
import { type Db, openDatabase } from '../server/db/open.ts'
import { freePorts } from '../server/test/free-ports.ts'
import { type PostgresServer, startPostgres } from '../server/test/postgres.ts'
import { type Client, createClient } from './client.ts'
import { type FilledClient, fillCatalogue, fillClients, shopCatalogue } from './fill-shop.ts'
import { PASSWORD } from './shop-data.ts'
import { copyData, launchShop, type ShopOptions as ProcessOptions, runBulto, type ShopProcess } from './shop-process.ts'

export type DatabaseKind = 'embedded' | 'server'

/** Somebody who signs in with `PASSWORD`. */
export type Person = FilledClient
type Staff = 'admin' | 'supervisor'
/** Ids of the staff begin here, far from those of clients. */
const FIRST_OF_STAFF = 900_001

export interface ShopOptions {
  /** `server`: a PostgreSQL server of its own that writes as a real one does (fsync). */
  readonly database?: DatabaseKind
  /** A server that runs already; its shop may reach it by another address, which stands in `env`. */
  readonly databaseUrl?: string | undefined
  /** Where its data lies; without one in a new folder. */
  readonly dataDir?: string
  /** Not even tables: somebody else fills it. */
  readonly isEmpty?: boolean
  /** Generated articles. */
  readonly articles?: number
  /** Client users of their own client each, who have two addresses. */
  readonly clients?: number
  /** How many of each. */
  readonly staff?: Partial<Record<Staff, number>>
  /** What else is stored before the shop starts. */
  readonly fill?: (db: Db, clients: readonly Person[]) => Promise<unknown>
  /** The migrations that have run; without them all. */
  readonly migrations?: Parameters<typeof migrate>[1]
  /** The environment of its processes and commands. */
  readonly env?: NodeJS.ProcessEnv
  readonly nodeArgs?: readonly string[]
}

type LaunchOptions = Partial<Pick<ProcessOptions, 'dataDir' | 'logFile' | 'env' | 'nodeArgs' | 'root' | 'patience'>>

export interface Shop {
  /** Where it answers while it runs; the same after each start. */
  readonly url: string
  /** Its own, for whatever the test puts beside the data; gone with the shop. */
  readonly folder: string
  readonly dataDir: string
  readonly logFile: string
  readonly databaseUrl: string | undefined
  /** The server that was started for it. */
  readonly postgres: PostgresServer | undefined
  /** Articles that can be ordered. */
  readonly items: readonly CatalogueItem[]
  readonly clients: readonly Person[]
  readonly admins: readonly Person[]
  readonly supervisors: readonly Person[]
  /** What its last `launch` started. @throws before the first one */
  readonly process: ShopProcess
  /** Starts a process and does not wait; another `dataDir` and PORT make one more instance beside it. */
  launch(more?: LaunchOptions): ShopProcess
  /** Starts it; answers the address once it takes calls. @throws when it ends before that */
  start(more?: LaunchOptions): Promise<string>
  /** Runs a command of `bulto` with the environment of its processes. */
  command(argv: readonly string[], isOver?: () => boolean): ReturnType<typeof runBulto>
  /** Looks into its database; on an embedded one no process of it may run. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A session of a person, or of the first admin. */
  client(person?: Pick<Person, 'cuit'>): Client
  /** A shop of the same content, on a copy of its embedded data. */
  copy(env?: NodeJS.ProcessEnv): Promise<Shop>
  /** Kills its processes, ends its server, and removes what was made for it. */
  close(): Promise<void>
}

/** Opens a database for a moment. */
export async function withDatabase<T>(
  place: { dataDir: string; url?: string | undefined },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(place)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Makes and fills a shop; nothing of it runs yet but its server. `close` of the answer ends it. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-shop-'))
  const dataDir = options.dataDir ?? join(folder, 'data')
  let postgres: PostgresServer | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (options.database === 'server') postgres = await startPostgres({ fsync: true })
    const databaseUrl = options.databaseUrl ?? postgres?.url
    const content = options.isEmpty
      ? { items: [], clients: [], admins: [], supervisors: [] }
      : await withDatabase({ dataDir, url: databaseUrl }, (db) => fillShop(db, options))
    return await shopOf({
      folder,
      dataDir,
      databaseUrl,
      postgres,
      content,
      env: options.env,
      nodeArgs: options.nodeArgs,
    })
  } catch (error) {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

type Content = Pick<Shop, 'items' | 'clients' | 'admins' | 'supervisors'>

async function fillShop(db: Db, { articles = 200, clients: count = 0, staff = {}, fill, migrations }: ShopOptions) {
  await migrate(db, ...(migrations ? [migrations] : []))
  const items = shopCatalogue(articles)
  await fillCatalogue(db, items, { withMedia: false })
  const clients = await fillClients(db, { count, password: PASSWORD })
  const { supervisor = 0, admin = 0 } = staff
  const people = await fillClients(db, { count: supervisor + admin, password: PASSWORD, firstId: FIRST_OF_STAFF })
  const content: Content = {
    items: items.filter(hasPrice),
    clients,
    supervisors: people.slice(0, supervisor),
    admins: people.slice(supervisor),
  }
  await appoint(db, content.supervisors, 'supervisor')
  await appoint(db, content.admins, 'admin')
  await fill?.(db, clients)
  return content
}

async function appoint({ kysely }: Db, people: readonly Person[], type: Staff): Promise<void> {
  const ids = people.map(({ userId }) => userId)
  if (ids.length > 0)
    await kysely.updateTable('app_user').set({ type, client_id: null }).where('id', 'in', ids).execute()
}

interface Made extends Pick<Shop, 'folder' | 'dataDir' | 'databaseUrl' | 'postgres'> {
  readonly content: Content
  readonly env: NodeJS.ProcessEnv | undefined
  readonly nodeArgs: readonly string[] | undefined
}

async function shopOf({ folder, dataDir, databaseUrl, postgres, content, env, nodeArgs = [] }: Made): Promise<Shop> {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, 'shop.log')
  const own = { LOG_LEVEL: 'warn', ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env }
  const launched: ShopProcess[] = []
  const shop: Shop = {
    url,
    folder,
    dataDir,
    logFile,
    databaseUrl,
    postgres,
    ...content,
    get process() {
      const last = launched.at(-1)
      if (!last) throw new Error('The shop was never started')
      return last
    },
    launch({ env: more, nodeArgs: moreArgs = [], ...given } = {}) {
      const shopEnv = { PORT: String(port), ...own, ...more }
      const started = launchShop({ dataDir, logFile, ...given, env: shopEnv, nodeArgs: [...nodeArgs, ...moreArgs] })
      launched.push(started)
      return started
    },
    start: (more) => shop.launch(more).ready,
    command: (argv, isOver) => runBulto(argv, { DATA_DIR: dataDir, PORT: '0', ...own }, isOver),
    look: (work) => withDatabase({ dataDir, url: databaseUrl }, work),
    client: (person = content.admins[0]) => createClient(url, { cuit: person?.cuit ?? '' }),
    async copy(moreEnv) {
      const copied = copyData(dataDir)
      const place = { folder: copied, dataDir: copied, databaseUrl: undefined, postgres: undefined }
      return shopOf({ ...place, content, env: { ...env, ...moreEnv }, nodeArgs })
    },
    async close() {
      await Promise.all(launched.map((started) => started.kill()))
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return shop
}

/**
 * Waits until `isSo`, and looks every `lookMs` milliseconds.
 * @throws Error with `what` when it is not so after `longest` milliseconds
 */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what: string,
  { longest = 60_000, lookMs = 100 } = {},
): Promise<void> {
  for (const end = Date.now() + longest; !(await isSo()); await delay(lookMs))
    if (Date.now() > end) throw new Error(`${what}: no llegó en ${longest} ms`)
}
