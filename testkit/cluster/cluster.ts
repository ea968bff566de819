/** Three instances of the built shop on one PostgreSQL server and one bucket, behind a reverse proxy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogueItem } from '../../engine/item.ts'
import { migrate } from '../../server/db/migrate.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { freePorts } from '../../server/test/free-ports.ts'
import { startSmtpServer, type TestSmtpServer } from '../../server/test/mail.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { startS3 } from '../../server/test/s3-server.ts'
import { type ErpStub, erpStub, seeded } from '../../server/test/stubs/erp.ts'
import { type FilledClient, fillCatalogue, fillClients, shopCatalogue } from '../fill-shop.ts'
import { type ReverseProxy, startProxy } from '../reverse-proxy.ts'
import { launchShop, type ShopProcess } from '../shop-process.ts'

export const PASSWORD = 'una-clave-larga'
export const ADMIN_CUIT = '30000010000'
/** How long an instance that was told to end goes on answering, in seconds. */
const DRAIN_SECONDS = 2
const ARTICLES = 200

export interface Instance {
  readonly url: string
  shop: ShopProcess
}

export interface Cluster {
  /** Deleted when the cluster stops. */
  readonly folder: string
  readonly databaseUrl: string
  readonly proxy: ReverseProxy
  readonly instances: readonly Instance[]
  /** The test's own connection to the instances' database. */
  readonly db: Db
  readonly mails: TestSmtpServer['mails']
  /** Gives each order a number; the same order always gets the same one. */
  readonly erp: ErpStub
  /** Articles that can be ordered. */
  readonly items: readonly CatalogueItem[]
  readonly clients: readonly FilledClient[]
  /** Starts an instance again on its port; its old process has to be gone. */
  restart(instance: Instance): void
  stop(): Promise<void>
}

export interface ClusterOptions {
  instances: number
  clients: number
}

/** Starts database, bucket, mail server, ERP, proxy and instances; null where no HAProxy can be had. */
export async function startCluster({ instances: count, clients: people }: ClusterOptions): Promise<Cluster | null> {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-cluster-'))
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
  }
  try {
    const [proxyPort = 0, ...ports] = await freePorts(count + 1)
    const proxy = await startProxy(folder, proxyPort, ports)
    if (!proxy) {
      await stop()
      return null
    }
    cleanups.push(proxy.stop)
    const postgres = await startPostgres({ fsync: true })
    cleanups.push(postgres.stop)
    const store = await startS3()
    cleanups.push(store.stop)
    let receivedMails = 0
    // The mail server refuses every 50th mail for now (451), so that it is retried.
    const smtp = await startSmtpServer({ data: () => (++receivedMails % 50 === 0 ? '451 Later' : undefined) })
    cleanups.push(smtp.stop)
    const erp = await startErp()
    cleanups.push(erp.close)
    const db = await openDatabase({ url: postgres.url, dataDir: folder })
    cleanups.push(() => db.close())
    const { items, clients } = await fill(db, people)

    const launch = (port: number) =>
      launchShop({
        // Each instance has its own folder: what is in it may be lost with its machine.
        dataDir: join(folder, `instance-${port}`),
        logFile: join(folder, `instance-${port}.log`),
        // Three start at once, perhaps on a machine that others use as well.
        patience: 300_000,
        env: {
          PORT: String(port),
          DATABASE_URL: postgres.url,
          SMTP_URL: smtp.url,
          TRUST_PROXY: '1',
          S3_URL: store.config.url,
          S3_REGION: store.config.region,
          S3_ACCESS_KEY: store.config.accessKey,
          S3_SECRET_KEY: store.config.secretKey,
          ERP_URL: erp.url,
          ERP_TOKEN: erp.token,
          ERP_SECONDS: '10',
          DRAIN_SECONDS: String(DRAIN_SECONDS),
          LOG_LEVEL: 'warn',
          PUBLIC_URL: proxy.url,
        },
      })
    const instances = ports.map((port) => ({ url: `http://127.0.0.1:${port}`, port, shop: launch(port) }))
    cleanups.push(() => Promise.all(instances.map(({ shop }) => shop.kill())))
    await Promise.all(instances.map(({ shop }) => shop.ready))
    await behindProxy(proxy.url)
    return {
      folder,
      databaseUrl: postgres.url,
      proxy,
      instances,
      db,
      mails: smtp.mails,
      erp,
      items,
      clients,
      stop,
      restart(instance) {
        instance.shop = launch(Number(new URL(instance.url).port))
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** An ERP that fails one call in twenty: with a 500, or by losing the answer to an order that it has taken. */
async function startErp(): Promise<ErpStub> {
  const erp = await erpStub(seeded(11), ['500', 'lost'])
  let accepted = 0
  erp.abuse = 0.05
  erp.onPost = () => ({ status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: 70_000 + ++accepted } })
  return erp
}

async function fill(db: Db, people: number) {
  await migrate(db)
  const items = shopCatalogue(ARTICLES)
  await fillCatalogue(db, items, { withMedia: false })
  const clients = await fillClients(db, { count: people, password: PASSWORD })
  const [admin] = await fillClients(db, { count: 1, password: PASSWORD, firstId: 1_000 })
  await db.kysely
    .updateTable('app_user')
    .set({ type: 'admin', client_id: null })
    .where('id', '=', admin?.userId ?? 0)
    .execute()
  return { items: items.filter(({ listPrice }) => listPrice > 0), clients }
}

/** Waits until the proxy has found an instance that is ready. */
export async function behindProxy(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The proxy finds no instance')
}
