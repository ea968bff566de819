/** The service: configuration → database → ports → application → listen → close. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { drillSince } from './db/drill.ts'
import { isMissing } from './db/embedded/database-folder.ts'
import { embeddedFolder } from './db/embedded/open-embedded.ts'
import { isShopEmpty } from './db/empty-shop.ts'
import { LastBackup, noteBackup } from './db/last-backup.ts'
import { migrate } from './db/migrate.ts'
import { type Db, openDatabase } from './db/open.ts'
import { DemoRefused } from './demo/demo.ts'
import {
  announcedClients,
  bringFiles,
  erpFeedHandler,
  erpLinkHandlers,
  erpTrialHandler,
  erpWaitingHandler,
  type FeedSource,
  feedRefusedMailHandler,
  pushRunHandler,
  readAnswers,
  takeFolderPictures,
  webhookHandler,
} from './erp/erp.ts'
import { ensureJob } from './jobs/jobs.queries.ts'
import type { Handlers } from './jobs/kinds.ts'
import { startWorker } from './jobs/worker.ts'
import {
  assertStorable,
  DataFolderError,
  prepareDataDir,
  refuseUnfinishedRestore,
  tracesOfLostDatabase,
} from './lib/data-folder.ts'
import { isLoopbackHost } from './lib/loopback.ts'
import { build } from './lib/version.ts'
import type { Logger } from './log.ts'
import { clearFilesHandler, isLeftBehind, mailLogo, picturePrintsHandler, planClearing } from './media/media.ts'
import {
  cancelledOrderMailHandler,
  changedOrderMailHandler,
  fulfilmentMailHandler,
  heldOrdersHandler,
  letGoMailHandler,
  mailAnswerHandler,
  mailboxHandler,
  newOrderMailHandler,
  noticesHandler,
  noticesMailHandler,
  offerMailHandler,
  orderMessageHandler,
  sentCartMailHandler,
} from './ordering/ordering.ts'
import { clearDocuments, orderPdfMaker } from './papers/papers.ts'
import { accountMailHandlers, createRegistry, findAdminCuit, verificationHandler } from './people/people.ts'
import { folderLink } from './ports/erp/folder-link.ts'
import { odooExports } from './ports/erp/interfaces/odoo-exports.ts'
import { odooLink } from './ports/erp/interfaces/odoo-link.ts'
import { tangoLink } from './ports/erp/interfaces/tango-link.ts'
import { folderExports } from './ports/erp/mapping/erp-exports.ts'
import { pictureFolder } from './ports/erp/picture-folder.ts'
import type { ErpLink, PictureFolder } from './ports/erp/port.ts'
import { pushLink } from './ports/erp/push-link.ts'
import { pushWire } from './ports/erp/push-wire.ts'
import { restErp } from './ports/erp/rest-client.ts'
import { restLink } from './ports/erp/rest-link.ts'
import { prepareShared, sharedWith } from './ports/erp/shared-folder.ts'
import type { Sharing } from './ports/erp/sharing.ts'
import { folderSource, restSource } from './ports/erp/sources.ts'
import { ownClients } from './ports/erp-clients/own.ts'
import { openStores } from './ports/files/open-files.ts'
import { emlFolderMailer } from './ports/mail/eml-folder.ts'
import { smtpMailer } from './ports/mail/smtp.ts'
import { imapMailbox } from './ports/mailbox/imap.ts'
import type { NoticeSender } from './ports/notices/port.ts'
import { whatsappNotices } from './ports/notices/whatsapp.ts'
import { georefPlaces } from './ports/places/georef.ts'
import { googlePlaces } from './ports/places/google.ts'
import { offlinePlaces } from './ports/places/offline.ts'
import type { Places } from './ports/places/port.ts'
import { arcaRegistry } from './ports/tax-registry/arca/arca.ts'
import { noRegistry } from './ports/tax-registry/none.ts'
import { offlineRegistry } from './ports/tax-registry/offline.ts'
import type { TaxRegistry } from './ports/tax-registry/port.ts'
import { drillSender } from './ports/webhooks/drill-sender.ts'
import { httpsSender } from './ports/webhooks/https-sender.ts'
import { startControl } from './whole-shop/control.ts'
import { exportShop } from './whole-shop/export-shop.ts'
import { encodeFrames } from './whole-shop/frames.ts'
import { BACKUP, readShop } from './whole-shop/read-shop.ts'
import { encodeFacts } from './whole-shop/shop-facts.ts'

/** A started shop. */
export interface RunningShop {
  /** Where it answers, e.g. http://127.0.0.1:3000. */
  readonly url: string
  /** Whether this start filled an empty database with the demo shop. */
  readonly demo: boolean
  /** Whether the shop has an admin. */
  readonly hasAdmin: boolean
  /** Drains for `drainSeconds`, answers the requests under way, gives running jobs 5 seconds, closes the database. */
  close(): Promise<void>
}

export interface StartOptions {
  log: Logger
  /**
   * Fills the embedded database with the demo shop, and makes the database if there is none. The database is not open
   * here while this runs. Without this function an empty shop stays empty.
   */
  fillDemo?: () => Promise<void>
  /** Told when the database is lost and the process should end. */
  onLost?: (error: Error) => void
}

/**
 * Starts the whole service. A new embedded database outside production gets the demo shop, so that a first
 * start shows something.
 *
 * @throws DataFolderError when the data folder cannot be used, or has lost its database
 * @throws DemoRefused when the demo shop, whose passwords everybody knows, would be open to other machines
 */
export async function startShop(config: Config, { log, fillDemo, onLost }: StartOptions): Promise<RunningShop> {
  const { dataDir, shopName } = config
  log.info({ ...build, node: process.versions.node }, 'the shop starts')
  prepareDataDir(dataDir, log)
  if (!config.databaseUrl) refuseLostDatabase(dataDir)
  const mayFill = fillDemo !== undefined && !config.databaseUrl && !config.production
  const fill = async () => {
    if (!isLoopback(config.host)) throw new DemoRefused(DEMO_IS_LOCAL)
    if (config.misplaced)
      throw new DemoRefused(`${config.misplaced} Corríjala o quítela: así, la tienda de muestra no se carga sola.`)
    await fillDemo?.()
  }
  // Making a database takes memory that its process never gives back: `fillDemo` makes it, too, in a child process.
  let isFilled = mayFill && isMissing(embeddedFolder(dataDir))
  if (isFilled) await fill()
  const open = () => openDatabase({ url: config.databaseUrl, limits: config.databaseLimits, dataDir, log, onLost })
  let db = await open()
  try {
    await migrate(db, undefined, log)
    // A first start that was cut short leaves an empty shop.
    if (mayFill && !isFilled && (await isShopEmpty(db.kysely))) {
      await db.close()
      await fill()
      db = await open()
      isFilled = true
    }
    const isDrill = (await drillSince(db.kysely)) !== null
    if (isDrill) log.warn('this shop is a drill: no job runs, nothing is sent (bulto end-drill ends it)')
    if (config.erp.kind === 'folder' && !isDrill) await prepareErpFolder(config.erp)
    const stores = await openStores(config)
    const { files } = stores
    // The bucket may be the real shop's: the drill does not know its documents, and would clear them.
    const documents = isDrill ? undefined : stores.documents

    const mailer = config.smtpUrl
      ? smtpMailer({ url: config.smtpUrl, from: config.mailFrom })
      : emlFolderMailer({ folder: join(dataDir, 'mails'), from: config.mailFrom })
    const shop = { name: shopName, url: config.publicUrl }
    // The tax authority gives each certificate one ticket at a time, and the real shop needs it.
    const taxRegistry = isDrill ? noRegistry() : chooseRegistry(config.taxRegistry, db, log)
    const webhookSender = isDrill ? drillSender() : httpsSender({ allowed: config.webhookHosts })
    const { fastify, drain } = await buildApp({
      config,
      db,
      files,
      storable: () => assertStorable(dataDir),
      documentsDir: join(dataDir, 'documents'),
      documents,
      erpClients: config.erp.kind === 'none' ? ownClients : announcedClients(ownClients),
      pushWire,
      erpFetches: config.erp.kind === 'push',
      hasErp: config.erp.kind !== 'none',
      erpExports: config.erp.kind === 'folder' ? folderExports(config.erp.folder, db.kysely) : undefined,
      taxRegistry,
      places: choosePlaces(config.places),
      webhookSender,
      isDrill,
      hasNoMail: !config.smtpUrl && !isDrill && !isLoopbackHost(new URL(config.publicUrl).hostname),
      hasMailbox: config.imapUrl !== undefined,
      sendsMessages: config.notices.provider !== 'none',
      log,
      webDir: builtWeb(),
    })
    const mail = { db, mailer, shop, logo: mailLogo(files, log) }
    const erp = openErp(config.erp, db)
    const handlers: Omit<Handlers, 'webhook' | 'orderMessage'> = {
      newOrderMail: newOrderMailHandler({
        ...mail,
        orderPdf: orderPdfMaker({ db, files, shopName, shopAddress: config.publicUrl }),
      }),
      cancelledOrderMail: cancelledOrderMailHandler(mail),
      changedOrderMail: changedOrderMailHandler(mail),
      letGoMail: letGoMailHandler(mail),
      heldOrders: heldOrdersHandler({ db, hasErp: config.erp.kind !== 'none' }),
      courseMail: fulfilmentMailHandler(mail),
      sentCartMail: sentCartMailHandler(mail),
      offerMail: offerMailHandler(mail),
      notices: noticesHandler({ db, hours: config.noticeHours }),
      noticesMail: noticesMailHandler({ ...mail, hours: config.noticeHours }),
      answerMail: mailAnswerHandler(mail),
      mailbox: mailboxHandler({ db, files, log, mailbox: config.imapUrl ? imapMailbox(config.imapUrl) : undefined }),
      feedRefusedMail: feedRefusedMailHandler(mail),
      ...accountMailHandlers(mail),
      ...verificationHandler(db, createRegistry({ taxRegistry, log })),
      clearFiles: clearFilesHandler(db, files, log, async () => {
        if (documents) await clearDocuments(db, documents)
      }),
      picturePrints: picturePrintsHandler(db, files, log),
      erpFeed: erpFeedHandler(db, erp?.source, log, {
        before: async (signal) => {
          await readAnswers(db, erp?.link, signal)
          await bringFiles(db, erp?.bring, signal)
        },
        after: async (signal) => {
          if (erp?.pictures) await takeFolderPictures({ db, files, log }, erp.pictures, signal)
        },
      }),
      erpWaiting: erpWaitingHandler(db, log),
      pushRun: pushRunHandler(db, log),
      erpTrial: erpTrialHandler(db, erp?.source, log),
      ...erpLinkHandlers(db, erp?.link),
    }
    if (config.erp.kind !== 'none') await ensureJob(db.kysely, 'erpFeed')
    if (config.imapUrl) await ensureJob(db.kysely, 'mailbox')
    await ensureJob(db.kysely, 'notices')
    await planClearing(db)
    const hasAdmin = (await findAdminCuit(db.kysely)) !== undefined
    // With a PostgreSQL server a command opens the database itself, and several instances may share the data folder.
    const control =
      db.kind === 'embedded'
        ? await startControl(
            dataDir,
            {
              backup: () => encodeFrames(readShop({ db, files, spoolDir: dataDir }, BACKUP)),
              export: () => encodeFrames(exportShop({ db, files, spoolDir: dataDir }, pushWire)),
              facts: () => encodeFacts(db, files),
              noteBackup: (given) => noteFromCommand(db, given),
            },
            log,
          )
        : undefined
    await fastify.listen({ port: config.port, host: config.host, backlog: BACKLOG }).catch(async (error: unknown) => {
      await control?.close()
      await fastify.close()
      throw error
    })
    // The workers start after the port is open: when `listen` fails, nothing may go on that needs the database.
    const { erpOrder, erpClient, erpReport, ...others } = handlers
    const workers = [
      startWorker({ db, log, handlers: others }),
      // What is sent to the ERP has a worker of its own: an ERP that is silent delays no mail with a code.
      startWorker({ db, log, concurrency: 2, handlers: { erpOrder, erpClient, erpReport } }),
      // Webhooks and messages have a worker of their own: a slow receiver delays no mail and no order on its way to the ERP.
      startWorker({
        db,
        log,
        concurrency: 2,
        handlers: {
          webhook: webhookHandler(db, webhookSender),
          orderMessage: orderMessageHandler({ db, sender: chooseNotices(config.notices), hours: config.noticeHours }),
        },
      }),
    ]
    const { port } = fastify.server.address() as AddressInfo
    return {
      url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      demo: isFilled,
      hasAdmin,
      async close() {
        drain()
        await delay(config.drainSeconds * 1000)
        await control?.close()
        await fastify.close()
        // Shorter than the grace period after a signal, so that the database is still closed in order.
        await Promise.all(workers.map((worker) => worker.stop(5_000)))
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Connections that may wait to be accepted. With Node's 511 the system refuses a burst, which comes back seconds later. */
const BACKLOG = 4_096

/** Notes the backup that `bulto backup` made through this shop. */
async function* noteFromCommand(db: Db, given: unknown): AsyncGenerator<Buffer> {
  await noteBackup(db.kysely, z.parse(LastBackup, given))
  yield Buffer.alloc(0)
}

/** An empty database in the place of a lost one would look like a new shop, and be filled like one. */
function refuseLostDatabase(dataDir: string): void {
  refuseUnfinishedRestore(dataDir)
  const traces = tracesOfLostDatabase(dataDir)
  if (traces.length === 0) return
  throw new DataFolderError(
    `La carpeta de datos ${dataDir} es de una tienda que ya anduvo (tiene ${traces.join(', ')}), pero falta su base de datos (db). ` +
      'Si usaba un servidor PostgreSQL, indíquelo con DATABASE_URL. Si la base se perdió, restaure la última copia con «bulto restore» en una carpeta vacía. ' +
      'Para empezar de nuevo, elija con DATA_DIR una carpeta vacía.',
  )
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

const DEMO_IS_LOCAL =
  'La base de datos está vacía y HOST abre la tienda a otros equipos: la tienda de muestra, que tiene un administrador con una contraseña conocida, no se carga sola. ' +
  'Para una tienda propia inicie con NODE_ENV=production; para la de muestra ejecute antes «npm run bulto -- demo».'

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

/** The feed from the ERP and the link that takes orders to it; undefined for a shop without an ERP. */
function openErp(
  erp: Config['erp'],
  db: Db,
):
  | {
      source: FeedSource | undefined
      link: ErpLink
      pictures?: PictureFolder
      /** Writes the other program's articles and clients into the folder; answers what went wrong, '' for nothing. */
      bring?: ((signal: AbortSignal) => Promise<string>) | undefined
    }
  | undefined {
  if (erp.kind === 'rest') {
    const service = restErp(erp)
    return { source: restSource(service, db.kysely, erp.everyMs), link: restLink(service, db.kysely) }
  }
  if (erp.kind === 'none') return undefined
  if (erp.kind === 'push') return { source: undefined, link: pushLink(db.kysely) }
  const options = { sharing: sharedWith(erp.groupId), settleMs: erp.settleMs }
  const files = folderLink(erp.folder, erp.format, options)
  return {
    source: folderSource(erp.folder, erp.everyMs, { ...options, db: db.kysely }),
    link: linkOf(erp.interface, db, files),
    pictures: pictureFolder(erp.folder, (name) => !isLeftBehind(name), options),
    bring: bringFrom(erp, db, options.sharing),
  }
}

type ErpFolder = Extract<Config['erp'], { kind: 'folder' }>

/** Orders go to another program's own interface where one is set; all else goes by the folder. */
function linkOf(to: ErpFolder['interface'], { kysely }: Db, files: ErpLink): ErpLink {
  if (to === undefined) return files
  return to.kind === 'tango' ? tangoLink(to, kysely, files) : odooLink(to, kysely, files)
}

/** Writes another program's articles and clients into the folder; undefined where something else exports them there. */
function bringFrom({ folder, interface: from }: ErpFolder, { kysely }: Db, sharing: Sharing) {
  if (from?.kind !== 'odoo' || from.readMs === undefined) return undefined
  return odooExports(from, kysely, { folder, everyMs: from.readMs, sharing })
}

/**
 * Prepares the folder that the shop shares with the ERP. Otherwise an ERP that lists the folder before the first order,
 * or has no right to it, would fail where nobody looks.
 */
async function prepareErpFolder({ folder, groupId }: ErpFolder) {
  try {
    await prepareShared(folder, sharedWith(groupId))
  } catch (error) {
    throw new DataFolderError(
      `No se puede preparar la carpeta ${folder} (ERP_FOLDER): ${error instanceof Error ? error.message : error}. ` +
        'El usuario de la tienda debe poder escribir en ella y, con ERP_FOLDER_GROUP, ser del grupo.',
      { cause: error },
    )
  }
}

/** Who sends messages to telephones; undefined for a shop that sends none. */
const chooseNotices = (config: Config['notices']): NoticeSender | undefined =>
  config.provider === 'none' ? undefined : whatsappNotices(config)

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

/**
 * The folder of the built web app: beside the bundle, or in dist when the shop is started from the sources. Undefined
 * without a build: the shop then serves the API alone. The sources have an index.html, too, but only a build has a
 * manifest.
 */
function builtWeb(): string | undefined {
  return ['../web', '../dist/web']
    .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
    .find((folder) => existsSync(join(folder, '.vite', 'manifest.json')))
}
