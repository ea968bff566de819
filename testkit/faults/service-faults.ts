/** The database, the bucket, the mail server and the ERP away, slow and babbling, each behind a relay of the test's own. */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSmtpServer } from '../../server/test/mail.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { startS3 } from '../../server/test/s3-server.ts'
import { erpStub, seeded } from '../../server/test/stubs/erp.ts'
import { type FaultShop, makeFaultShop } from './fault-shop.ts'

const manners = ['away', 'slow', 'babbling'] as const
type Manner = 'well' | (typeof manners)[number]
/** How long a slow service holds back every piece of an answer, in milliseconds. */
const SLOW_MS = 400
const ASKED = ['sign-in', 'cart', 'order', 'photo', 'document'] as const

interface Relay {
  readonly port: number
  behave(manner: Manner): void
  close(): Promise<void>
}

/** Passes connections on to `port` of this machine, as it is told to behave. */
async function startRelay(port: number): Promise<Relay> {
  let manner: Manner = 'well'
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => near.destroy()).once('close', () => sockets.delete(near))
    if (manner === 'away') return void near.destroy()
    if (manner === 'babbling') return void near.end(Buffer.from('\u0000¿qué?\r\n<html>no\r\n'.repeat(20)))
    const far = connect(port, '127.0.0.1')
    far.on('error', () => near.destroy()).once('close', () => near.end())
    near.once('close', () => far.destroy()).pipe(far)
    far.on('data', async (bytes) => {
      far.pause()
      if (manner === 'slow') await delay(SLOW_MS)
      near.write(bytes)
      far.resume()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    behave(next) {
      manner = next
      // Connections that are open already meet the fault, too.
      if (next === 'away' || next === 'babbling') for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const through = (url: string, { port }: Relay) => {
  const address = new URL(url)
  address.port = String(port)
  return address.href.replace(/\/$/, '')
}

/** Each service in each manner while somebody works; then well again. Answers what was seen, in Spanish. */
export async function runServiceFaults(folder: string, faults: string[], isShort = false): Promise<string> {
  const cleanups: (() => unknown)[] = []
  try {
    const postgres = await startPostgres({ fsync: true })
    cleanups.push(postgres.stop)
    const store = await startS3()
    cleanups.push(store.stop)
    const smtp = await startSmtpServer()
    cleanups.push(smtp.stop)
    const erp = await erpStub(seeded(5))
    cleanups.push(erp.close)
    let numbers = 80_000
    erp.onPost = () => ({ status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: ++numbers } })
    const portOf = (url: string) => Number(new URL(url).port)
    const relays = {
      database: await startRelay(portOf(postgres.url)),
      bucket: await startRelay(portOf(store.config.url)),
      mail: await startRelay(smtp.port),
      ERP: await startRelay(portOf(erp.url)),
    }
    cleanups.push(() => Promise.all(Object.values(relays).map((relay) => relay.close())))
    const shop = await makeFaultShop({ dataDir: join(folder, 'data'), databaseUrl: postgres.url }, faults, {
      DATABASE_URL: through(postgres.url, relays.database),
      ...{ SMTP_URL: through(smtp.url, relays.mail), S3_URL: through(store.config.url, relays.bucket) },
      ...{ S3_ACCESS_KEY: store.config.accessKey, S3_SECRET_KEY: store.config.secretKey },
      ...{ S3_REGION: store.config.region, ERP_URL: through(erp.url, relays.ERP), ERP_TOKEN: erp.token },
    })
    const running = shop.launch()
    cleanups.push(() => running.kill())
    const url = await running.ready
    await shop.setToken(url)
    const seen: string[] = []
    for (const [service, relay] of Object.entries(relays))
      for (const manner of manners) {
        // Each call that meets a slow service waits for its limit of time.
        if (isShort && manner === 'slow') continue
        relay.behave(manner)
        const statuses: (number | undefined)[] = []
        for (const name of ASKED) statuses.push(await shop.call(url, name))
        const ready = await fetch(`${url}/readyz`).catch(() => undefined)
        if (service === 'database' && manner !== 'slow' && ready?.status !== 503)
          faults.push(`/readyz respondió ${ready?.status} con la base ${manner}`)
        relay.behave('well')
        seen.push(`${service} ${manner}: ${statuses.join(' ')}`)
        if (statuses.includes(undefined)) faults.push(`${service} ${manner}: una llamada quedó sin respuesta`)
        // Mail and ERP are asked after the answer: whoever orders meets nothing of their faults.
        const asksLater = service === 'mail' || service === 'ERP'
        if (asksLater && statuses.some((status) => status !== 200)) faults.push(`${seen.at(-1)}`)
        await recovered(url, shop, `${service} ${manner}`)
      }
    await running.stop()
    await shop.check()
    return `\n  ${seen.join('\n  ')}\n  ${shop.acknowledged()} piezas confirmadas`
  } finally {
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
}

async function recovered(url: string, shop: FaultShop, what: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const isWell = (await shop.call(url, 'cart')) === 200 && (await shop.call(url, 'order')) === 200
    if (isWell && (await shop.call(url, 'photo')) === 200) return
    await delay(500)
  }
  shop.faults.push(`después de ${what} la tienda no volvió a andar`)
}
