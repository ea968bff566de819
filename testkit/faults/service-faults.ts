/** The database, the bucket, the mail server and the ERP away, slow, babbling and silent, each behind a relay of the test's own. */

import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../server/db/open.ts'
import { openFiles } from '../../server/ports/files/open-files.ts'
import { startSmtpServer } from '../../server/test/mail.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { startS3 } from '../../server/test/s3-server.ts'
import { erpStub, seeded } from '../../server/test/stubs/erp.ts'
import { type FaultShop, makeFaultShop } from './fault-shop.ts'
import { checkOutbox } from './outbox-check.ts'
import { type Manner, manners, type Relay, startRelay } from './relay.ts'
import type { Scene } from './scene.ts'

const ASKED = ['sign-in', 'cart', 'order', 'photo', 'document'] as const
/** Milliseconds within which /readyz tells that a service is missing. */
const LONGEST_READY = 20_000
/** Calls that meet one of these wait for their limit of time. */
const PATIENT: readonly Manner[] = ['slow', 'silent']

const through = (url: string, { port }: Relay) => {
  const address = new URL(url)
  address.port = String(port)
  return address.href.replace(/\/$/, '')
}

/** Each service in each manner while somebody works; then well again. Answers what was seen, in Spanish. */
export async function serviceFaults({ folder, faults, extent: { isShort }, atEnd }: Scene): Promise<string> {
  const postgres = await startPostgres({ fsync: true })
  atEnd(postgres.stop)
  const store = await startS3()
  atEnd(store.stop)
  const smtp = await startSmtpServer()
  atEnd(smtp.stop)
  const erp = await erpStub(seeded(5))
  atEnd(erp.close)
  let numbers = 80_000
  erp.onPost = () => ({ status: 200, json: { ESTADO: 'aceptado', NUMERO_PED: ++numbers } })
  const portOf = (url: string) => Number(new URL(url).port)
  const relays = {
    database: await startRelay(portOf(postgres.url)),
    bucket: await startRelay(portOf(store.config.url)),
    mail: await startRelay(smtp.port),
    ERP: await startRelay(portOf(erp.url)),
  }
  atEnd(() => Promise.all(Object.values(relays).map((relay) => relay.close())))
  const dataDir = join(folder, 'data')
  const env = {
    DATABASE_URL: through(postgres.url, relays.database),
    SMTP_URL: through(smtp.url, relays.mail),
    S3_URL: through(store.config.url, relays.bucket),
    S3_ACCESS_KEY: store.config.accessKey,
    S3_SECRET_KEY: store.config.secretKey,
    S3_REGION: store.config.region,
    ERP_URL: through(erp.url, relays.ERP),
    ERP_TOKEN: erp.token,
  }
  // What is compared afterwards goes no way through a relay.
  const files = await openFiles({ dataDir, s3: store.config })
  const shop = await makeFaultShop({ dataDir, databaseUrl: postgres.url }, faults, env, files)
  const running = shop.launch()
  atEnd(shop.kill)
  const url = await running.ready
  await shop.setToken(url)
  // The office gets a mail of every order.
  await shop.call(url, 'order mails')
  const [office = ''] = shop.marks('order mails')
  const seen: string[] = []
  for (const [service, relay] of Object.entries(relays))
    for (const manner of manners) {
      if (isShort && PATIENT.includes(manner)) continue
      relay.behave(manner)
      const statuses: (number | undefined)[] = []
      for (const name of ASKED) statuses.push(await shop.call(url, name))
      const isFrozen = service === 'database' && manner === 'silent'
      if (isFrozen && statuses.some((status) => status !== 503))
        faults.push(`base muda: respondió ${statuses.join(' ')}`)
      const signal = AbortSignal.timeout(LONGEST_READY)
      const ready = await fetch(`${url}/readyz`, { signal }).catch(() => undefined)
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
  const db = await openDatabase({ url: postgres.url, dataDir })
  const outbox = await checkOutbox(db, { erp, smtp, office }, faults).finally(db.close)
  await running.stop()
  await shop.check()
  return `\n  ${seen.join('\n  ')}\n  ${outbox}\n  ${shop.acknowledged()} piezas confirmadas`
}

async function recovered(url: string, shop: FaultShop, what: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const isWell = (await shop.call(url, 'cart')) === 200 && (await shop.call(url, 'order')) === 200
    if (isWell && (await shop.call(url, 'photo')) === 200) return
    await delay(500)
  }
  shop.faults.push(`después de ${what} la tienda no volvió a andar`)
}
