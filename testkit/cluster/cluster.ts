/** Instances of the built shop on one PostgreSQL server and one bucket, behind a reverse proxy. */
import { join } from 'node:path'
import { freePorts } from '../../server/test/free-ports.ts'
import { startSmtpServer, type TestSmtpServer } from '../../server/test/mail.ts'
import { startS3 } from '../../server/test/s3-server.ts'
import type { ErpStub } from '../../server/test/stubs/erp.ts'
import { type ReverseProxy, startProxy } from '../reverse-proxy.ts'
import { bucketEnv, erpEnv, startErp } from '../services.ts'
import { openShop, type Shop, type ShopOptions, until } from '../shop.ts'
import type { ShopProcess } from '../shop-process.ts'

/** How long an instance that was told to end goes on answering, in seconds. */
const DRAIN_SECONDS = 2

export interface Instance {
  readonly url: string
  process: ShopProcess
}

/** Instances of a shop that answer at one address. */
export interface Instances {
  readonly proxy: ReverseProxy
  readonly instances: readonly Instance[]
  /** Starts an instance again on its port; its old process has to be gone. */
  restart(instance: Instance): void
}

/** Starts so many instances of a shop on a server behind a proxy; null where no HAProxy can be had. The shop ends them. */
export async function startInstances(shop: Shop, count: number): Promise<Instances | null> {
  const [proxyPort = 0, ...ports] = await freePorts(count + 1)
  const proxy = await startProxy(shop.folder, proxyPort, ports)
  if (!proxy) return null
  const launch = (port: number) =>
    shop.launch({
      // Each instance has its own folder: what is in it may be lost with its machine.
      dataDir: join(shop.folder, `instance-${port}`),
      logFile: join(shop.folder, `instance-${port}.log`),
      // Several start at once, perhaps on a machine that others use as well.
      patience: 300_000,
      env: { PORT: String(port), TRUST_PROXY: '1', DRAIN_SECONDS: String(DRAIN_SECONDS), PUBLIC_URL: proxy.url },
    })
  try {
    const instances = ports.map((port) => ({ url: `http://127.0.0.1:${port}`, process: launch(port) }))
    await Promise.all(instances.map(({ process }) => process.ready))
    await until(() => isReady(proxy.url), 'the proxy finds an instance')
    return {
      proxy,
      instances,
      restart(instance) {
        instance.process = launch(Number(new URL(instance.url).port))
      },
    }
  } catch (error) {
    await proxy.stop()
    throw error
  }
}

export const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true

export interface Cluster extends Instances {
  readonly shop: Shop
  readonly mails: TestSmtpServer['mails']
  /** Gives each order a number; one answer in twenty is a fault. */
  readonly erp: ErpStub
  close(): Promise<void>
}

/** Starts database, bucket, mail server, ERP, proxy and three instances; null where no HAProxy can be had. */
export async function startCluster(options: Pick<ShopOptions, 'clients'>): Promise<Cluster | null> {
  const cleanUps: (() => unknown)[] = []
  const close = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  }
  try {
    const store = await startS3()
    cleanUps.push(store.stop)
    let received = 0
    // The mail server refuses every 50th mail for now (451), so that it is retried.
    const smtp = await startSmtpServer({ data: () => (++received % 50 === 0 ? '451 Later' : undefined) })
    cleanUps.push(smtp.stop)
    const erp = await startErp(0.05)
    cleanUps.push(erp.close)
    const env = { SMTP_URL: smtp.url, ...bucketEnv(store), ...erpEnv(erp) }
    const shop = await openShop({ ...options, database: 'server', staff: { admin: 1 }, env })
    cleanUps.push(shop.close)
    const started = await startInstances(shop, 3)
    if (!started) await close()
    else cleanUps.push(started.proxy.stop)
    return started && { ...started, shop, mails: smtp.mails, erp, close }
  } catch (error) {
    await close()
    throw error
  }
}
