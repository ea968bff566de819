/** The database, the bucket, the mail server and the ERP away, slow, babbling and silent, each behind a relay of the test's own. */

import { join } from 'node:path'
import { openFiles } from '../../server/ports/files/open-files.ts'
import { startSmtpServer } from '../../server/test/mail.ts'
import { startPostgres } from '../../server/test/postgres.ts'
import { startS3 } from '../../server/test/s3-server.ts'
import { checkOutbox, finishOutbox } from '../outbox.ts'
import { bucketEnv, erpEnv, startErp } from '../services.ts'
import { type Manner, manners, type Relay, startRelay } from './relay.ts'
import { backToWork, openScene, type Scene } from './scene.ts'

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
export async function serviceFaults(scene: Scene): Promise<string> {
  const { folder, faults, extent, atEnd } = scene
  const postgres = await startPostgres({ fsync: true })
  atEnd(postgres.stop)
  const store = await startS3()
  atEnd(store.stop)
  const smtp = await startSmtpServer()
  atEnd(smtp.stop)
  const erp = await startErp()
  atEnd(erp.close)
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
    ...bucketEnv(store, through(store.config.url, relays.bucket)),
    ...erpEnv(erp, through(erp.url, relays.ERP)),
  }
  // What is compared afterwards goes no way through a relay.
  const files = await openFiles({ dataDir, s3: store.config })
  const { shop, ledger } = await openScene(scene, { dataDir, databaseUrl: postgres.url, env }, files)
  await shop.start()
  // The office gets a mail of every order.
  await ledger.call('order mails')
  const seen: string[] = []
  for (const [service, relay] of Object.entries(relays))
    for (const manner of manners) {
      if (extent.isShort && PATIENT.includes(manner)) continue
      relay.behave(manner)
      const statuses: (number | undefined)[] = []
      for (const name of ASKED) statuses.push(await ledger.call(name))
      const isFrozen = service === 'database' && manner === 'silent'
      if (isFrozen && statuses.some((status) => status !== 503))
        faults.push(`base muda: respondió ${statuses.join(' ')}`)
      const signal = AbortSignal.timeout(LONGEST_READY)
      const ready = await fetch(`${shop.url}/readyz`, { signal }).catch(() => undefined)
      if (service === 'database' && manner !== 'slow' && ready?.status !== 503)
        faults.push(`/readyz respondió ${ready?.status} con la base ${manner}`)
      relay.behave('well')
      seen.push(`${service} ${manner}: ${statuses.join(' ')}`)
      if (statuses.includes(undefined)) faults.push(`${service} ${manner}: una llamada quedó sin respuesta`)
      // Mail and ERP are asked after the answer: whoever orders meets nothing of their faults.
      const asksLater = service === 'mail' || service === 'ERP'
      if (asksLater && statuses.some((status) => status !== 200)) faults.push(`${seen.at(-1)}`)
      await backToWork(scene, ledger, `${service} ${manner}`, ['cart', 'order', 'photo'])
    }
  await finishOutbox(shop, faults)
  const told = await shop.look((db) => checkOutbox(db, { erp, mails: smtp.mails }, faults))
  await shop.process.stop()
  await ledger.check()
  return `\n  ${seen.join('\n  ')}\n  ${told.erp.came} pedidos en el ERP, ${told.mails.came} correos\n  ${ledger.count()} piezas confirmadas`
}
