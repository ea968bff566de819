/** The service: configuration → database → ports → application → listen → close. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { type Db, openDatabase } from './db/open.ts'
import { fillDemoShop, isShopEmpty } from './demo/demo.ts'
import { accountMailHandlers } from './features/accounts/accounts.mail.ts'
import { verificationHandler } from './features/accounts/verify-account.service.ts'
import { newOrderMailHandler } from './features/orders/orders.mail.ts'
import { createRegistry } from './features/registry/registry.service.ts'
import { startWorker } from './jobs/worker.ts'
import type { Logger } from './log.ts'
import { ownClients } from './ports/erp-clients/own.ts'
import { diskFiles } from './ports/files/disk.ts'
import { emlFolderMailer } from './ports/mail/eml-folder.ts'
import { smtpMailer } from './ports/mail/smtp.ts'
import { georefPlaces } from './ports/places/georef.ts'
import { googlePlaces } from './ports/places/google.ts'
import { offlinePlaces } from './ports/places/offline.ts'
import type { Places } from './ports/places/port.ts'
import { arcaRegistry } from './ports/tax-registry/arca/arca.ts'
import { noRegistry } from './ports/tax-registry/none.ts'
import { offlineRegistry } from './ports/tax-registry/offline.ts'
import type { TaxRegistry } from './ports/tax-registry/port.ts'

/** A shop that answers. */
export interface RunningShop {
  /** Where it answers, e.g. http://127.0.0.1:3000. */
  readonly url: string
  /** Whether this start filled an empty database with the demo shop. */
  readonly demo: boolean
  /** Answers what is under way, finishes the jobs, closes the database. */
  close(): Promise<void>
}

export interface StartOptions {
  log: Logger
  /** Told how the demo shop advances, in pictures. */
  onDemoProgress?: (done: number, total: number) => void
  /** Told when the database is lost and the process should end. */
  onLost?: (error: Error) => void
}

/**
 * Starts the whole service. An empty embedded database outside production gets the demo shop, so that
 * a first start shows something (DESIGN.md section 8).
 */
export async function startShop(
  config: Config,
  { log, onDemoProgress, onLost }: StartOptions,
): Promise<RunningShop> {
  const { dataDir, shopName } = config
  const db = await openDatabase({ url: config.databaseUrl, dataDir, log, onLost })
  try {
    await migrate(db)
    const files = diskFiles(join(dataDir, 'files'))
    const demo = db.kind === 'embedded' && !config.production && (await isShopEmpty(db.kysely))
    if (demo) await fillDemoShop({ db, files, onProgress: onDemoProgress })

    const mailer = config.smtpUrl
      ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom })
      : emlFolderMailer({ folder: join(dataDir, 'mails'), from: config.mailFrom })
    const shop = { name: shopName, url: config.publicUrl }
    const taxRegistry = chooseRegistry(config.taxRegistry, db, log)
    const { fastify } = await buildApp({
      config,
      db,
      files,
      erpClients: ownClients,
      taxRegistry,
      places: choosePlaces(config.places),
      log,
      webDir: builtWeb(),
    })
    const mail = { db, mailer, shop }
    const handlers = {
      newOrderMail: newOrderMailHandler(mail),
      ...accountMailHandlers(mail),
      ...verificationHandler(db, createRegistry({ taxRegistry, log })),
    }
    await fastify.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
      await fastify.close()
      throw error
    })
    // Only now: when the port is taken, nothing may be left running that needs the database.
    const worker = startWorker({ db, log, handlers })
    const { port } = fastify.server.address() as AddressInfo
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      demo,
      async close() {
        await fastify.close()
        // Shorter than the time a signal leaves, so that the database is still closed in order.
        await worker.stop(5_000)
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

function chooseRegistry(config: Config['taxRegistry'], db: Db, log: Logger): TaxRegistry {
  switch (config.provider) {
    case 'offline':
      return offlineRegistry()
    case 'none':
      return noRegistry()
    case 'arca':
      return arcaRegistry({ ...config, db, log })
  }
}

function choosePlaces(config: Config['places']): Places {
  switch (config.provider) {
    case 'offline':
      return offlinePlaces()
    case 'georef':
      return georefPlaces(config.url)
    case 'google':
      return googlePlaces({ key: config.key })
  }
}

/** The built web app: beside the bundle, or in dist when started from the sources. Without a build, the API alone. */
function builtWeb(): string | undefined {
  return ['../web', '../dist/web']
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'index.html')))
}
