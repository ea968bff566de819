/** The shop of a run of kills: its database of either kind, an ERP, a receiver of notices, and the people in it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { freePorts } from '../../server/test/free-ports.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { type ErpStub, erpStub, seeded } from '../../server/test/stubs/erp.ts'
import { httpStub, type StubRequest } from '../../server/test/stubs/http-stub.ts'
import { type FilledClient, fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { launchShop, type ShopProcess } from '../shop-process.ts'
import { type Cast, createCaller } from './work.ts'

export const PASSWORD = 'una-clave-larga'
const ADMIN_ID = 1_000
/** How many clients order at the same time. */
export const STREAMS = 20
const ARTICLES = 400

export type DatabaseKind = 'embedded' | 'server'

export interface KillWorld {
  readonly folder: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Kills the database's server and starts it again after so many milliseconds; undefined where it is embedded. */
  readonly crashDatabase: ((downMs: number) => Promise<void>) | undefined
  readonly erp: ErpStub
  /** What the receiver of notices got. */
  readonly notices: readonly StubRequest[]
  readonly cast: Cast
  /** A client for each kind of work that needs one. */
  readonly clients: readonly FilledClient[]
  /** The environment that the shop's commands share. */
  readonly env: NodeJS.ProcessEnv
  launch(): ShopProcess
  /** Opens the database while no shop runs on it. */
  on<T>(work: (db: Db) => Promise<T>): Promise<T>
  hasFile(name: string): boolean
  stop(): Promise<void>
}

/** Makes the shop; nothing of it runs yet but the ERP, the receiver and the server of the database. */
export async function makeKillWorld(kind: DatabaseKind): Promise<KillWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-kills-'))
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  try {
    const postgres = kind === 'server' ? await startPostgres({ fsync: true }) : undefined
    if (postgres) cleanups.push(postgres.stop)
    const erp = await erpStub(seeded(7))
    cleanups.push(erp.close)
    let numbers = 70_000
    erp.onPost = () => ({ status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: ++numbers } })
    const receiver = await httpStub(() => ({ contentType: 'application/json', body: '{}' }))
    cleanups.push(receiver.close)
    const dataDir = join(folder, 'data')
    const databaseUrl = postgres?.url
    const on = async <T>(work: (db: Db) => Promise<T>) => {
      const db = await openDatabase({ url: databaseUrl, dataDir })
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    }
    const { cast, clients } = await on((db) => fill(db, receiver.url))
    const [port] = await freePorts(1)
    const env: NodeJS.ProcessEnv = {
      PORT: String(port),
      WEBHOOK_HOSTS: new URL(receiver.url).host,
      LOG_LEVEL: 'warn',
      ERP_URL: erp.url,
      ERP_TOKEN: erp.token,
      ERP_SECONDS: '10',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    }
    return {
      crashDatabase: postgres?.crash,
      folder,
      dataDir,
      databaseUrl,
      erp,
      notices: receiver.requests,
      cast,
      clients,
      env,
      on,
      stop,
      launch: () => launchShop({ dataDir, logFile: join(folder, 'shop.log'), env }),
      hasFile: (name) => existsSync(join(dataDir, 'files', name.slice(0, 2).toLowerCase(), name)),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(db: Db, receiver: string) {
  await migrate(db)
  const items = shopCatalogue(ARTICLES)
  await fillCatalogue(db, items, { withMedia: false })
  const clients = await fillClients(db, { count: STREAMS + 4, password: PASSWORD })
  const [admin] = await fillClients(db, { count: 1, password: PASSWORD, firstId: ADMIN_ID })
  if (!admin) throw new Error('No admin')
  await db.kysely
    .updateTable('app_user')
    .set({ type: 'admin', client_id: null })
    .where('id', '=', admin.userId)
    .execute()
  await db.kysely
    .insertInto('webhook')
    .values({ url: `${receiver}/avisos`, secret: `whsec_${'A'.repeat(43)}=`, events: ['pedido.creado'] })
    .execute()
  const listings = await db.kysely.selectFrom('listing').select(['id', 'article_id']).orderBy('id').execute()
  const [client] = clients
  if (!client) throw new Error('No clients')
  const cast: Cast = {
    admin: createCaller(admin.cuit, PASSWORD),
    client,
    password: PASSWORD,
    items: items.filter(({ listPrice }) => listPrice > 0),
    listings: listings.map(({ id, article_id }) => ({ id, articleId: article_id })),
  }
  return { cast, clients }
}
