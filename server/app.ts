/** The application: reads as a table of contents. */
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Endpoint } from '../contract/endpoint.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { bulkEditRoutes } from './catalogue/bulk-edit/bulk-edit.routes.ts'
import { type Catalogue, createCatalogue, createMissedSearches } from './catalogue/catalogue.ts'
import { categoryManagerRoutes } from './catalogue/category-manager/category-manager.routes.ts'
import { inventoryRoutes } from './catalogue/inventory/inventory.routes.ts'
import { pricesAheadRoutes } from './catalogue/prices-ahead/prices-ahead.routes.ts'
import { productManagerRoutes } from './catalogue/product-manager/product-manager.routes.ts'
import { catalogueRoutes } from './catalogue/search/catalogue.routes.ts'
import { deviceCatalogueRoutes } from './catalogue/search/device-catalogue.routes.ts'
import { pricesWithVatRoutes } from './catalogue/search/prices-with-vat.routes.ts'
import { synonymsRoutes } from './catalogue/search/synonyms.routes.ts'
import type { Config } from './config.ts'
import type { Db } from './db/open.ts'
import { createErpKeys } from './erp/erp.ts'
import { erpLinkRoutes } from './erp/erp-link/erp-link.routes.ts'
import { erpListsRoutes } from './erp/erp-lists/erp-lists.routes.ts'
import { feedMappingRoutes } from './erp/feed-mapping/feed-mapping.routes.ts'
import { erpKeysRoutes } from './erp/push/keys.routes.ts'
import { pushRoutes } from './erp/push/push.routes.ts'
import { webhooksRoutes } from './erp/webhooks/webhooks.routes.ts'
import { createArrivingBodies } from './http/arriving-bodies.ts'
import { type BodyPace, installBodyPace } from './http/body-pace.ts'
import { installCompression } from './http/compression.ts'
import { installErrorExit } from './http/errors.ts'
import { constantHeaders, installHeaders } from './http/headers.ts'
import { healthRoutes, type LoadFigures } from './http/health.ts'
import { installJsonBodies } from './http/json-body.ts'
import { installLoadShedding, type LoadParts } from './http/load-shedding.ts'
import { openapiRoutes } from './http/openapi.ts'
import { createPublicLimit } from './http/public-limit.ts'
import { sweepCounts } from './http/rate-limit.ts'
import { installRefusals, protocolRefusals } from './http/refusals.ts'
import { createKeyLimit, createRequestLimit } from './http/request-limit.ts'
import { type App, bearerToken } from './http/route.ts'
import { installUploads } from './http/upload.ts'
import type { Logger } from './log.ts'
import { carouselRoutes } from './media/carousel/carousel.routes.ts'
import { certificatesRoutes } from './media/certificates/certificates.routes.ts'
import { mediaRoutes } from './media/files/media.routes.ts'
import { dashboardRoutes } from './office/dashboard/dashboard.routes.ts'
import { metricsRoutes } from './office/metrics/metrics.routes.ts'
import { orderAdminRoutes } from './office/order-admin/order-admin.routes.ts'
import { ownListsRoutes } from './office/price-lists/own-lists.routes.ts'
import { priceListsRoutes } from './office/price-lists/price-lists.routes.ts'
import { promotionsRoutes } from './office/promotions/promotions.routes.ts'
import { cartRoutes } from './ordering/cart/cart.routes.ts'
import { clientAccountRoutes } from './ordering/client-account/client-account.routes.ts'
import { filledListRoutes } from './ordering/filled-list/filled-list.routes.ts'
import { fulfilmentRoutes } from './ordering/fulfilment/fulfilment.routes.ts'
import { linesRoutes } from './ordering/lines/lines.routes.ts'
import { linksRoutes } from './ordering/links/links.routes.ts'
import { mailboxRoutes } from './ordering/mailbox/mailbox.routes.ts'
import { noticesRoutes } from './ordering/notices/notices.routes.ts'
import { offersRoutes } from './ordering/offers/offers.routes.ts'
import { branchOrdersRoutes } from './ordering/order-import/branch-orders.routes.ts'
import { orderImportRoutes } from './ordering/order-import/order-import.routes.ts'
import { orderMessagesRoutes } from './ordering/order-messages/order-messages.routes.ts'
import { orderRulesRoutes } from './ordering/order-rules/order-rules.routes.ts'
import { createHabits, createLinkDoor, createTakenIds, followOrders, type OrderEffects } from './ordering/ordering.ts'
import { ordersRoutes } from './ordering/orders/orders.routes.ts'
import { pastOrdersRoutes } from './ordering/past-orders/past-orders.routes.ts'
import { quickOrderRoutes } from './ordering/quick-order/quick-order.routes.ts'
import { savedListsRoutes } from './ordering/saved-lists/saved-lists.routes.ts'
import { substitutesRoutes } from './ordering/substitutes/substitutes.routes.ts'
import { usualOrderRoutes } from './ordering/usual-order/usual-order.routes.ts'
import { pageRoutes } from './page/page.routes.ts'
import { catalogueFilesRoutes } from './papers/catalogue-files/catalogue-files.routes.ts'
import { orderCertificatesRoutes } from './papers/order-certificates/order-certificates.routes.ts'
import { orderDocumentsRoutes } from './papers/order-documents/order-documents.routes.ts'
import { openMadeFiles, readPhoto, sharedDocuments } from './papers/papers.ts'
import { documentsRoutes } from './papers/quotation/documents.routes.ts'
import { sharedPapersRoutes } from './papers/shared-papers/shared-papers.routes.ts'
import { accountsRoutes } from './people/accounts/accounts.routes.ts'
import { userAdminRoutes } from './people/accounts/user-admin.routes.ts'
import { usersRoutes } from './people/accounts/users.routes.ts'
import { authRoutes } from './people/auth/auth.routes.ts'
import { secondFactorRoutes } from './people/auth/second-factor.routes.ts'
import { buyersRoutes } from './people/buyers/buyers.routes.ts'
import { clientsRoutes } from './people/clients/clients.routes.ts'
import { contactsRoutes } from './people/contacts/contacts.routes.ts'
import {
  createPasswordCheck,
  createPlaceSearch,
  createRegistry,
  createSessions,
  sellersReach,
} from './people/people.ts'
import { placesRoutes } from './people/places/places.routes.ts'
import { registryRoutes } from './people/registry/registry.routes.ts'
import type { ErpExports, PushWire } from './ports/erp/port.ts'
import type { ErpClients } from './ports/erp-clients/port.ts'
import type { DocumentStore, Files } from './ports/files/port.ts'
import type { Places } from './ports/places/port.ts'
import type { TaxRegistry } from './ports/tax-registry/port.ts'
import type { WebhookSender } from './ports/webhooks/port.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { createSettings, currentFace, makeInventoryTokens } from './settings/settings.ts'

export interface AppParts {
  config: Pick<
    Config,
    | 'shopName'
    | 'companyUrl'
    | 'videoUrl'
    | 'dataFiscalUrl'
    | 'publicUrl'
    | 'hstsSubdomains'
    | 'trustProxy'
    | 'metricsToken'
    | 'requestsPerUser'
    | 'requestsUnderWay'
  >
  db: Db
  files: Files
  /** Throws when no file can be stored in the data folder. */
  storable: () => Promise<void>
  /** Folder for documents that are made anew when they are gone. */
  documentsDir: string
  /** Where instances leave made documents for each other; undefined without a bucket. */
  documents?: DocumentStore | undefined
  erpClients: ErpClients
  /** How a program of the ERP's writes and reads when it calls the shop. */
  pushWire: PushWire
  /** Whether an ERP takes the orders and numbers them (R26). */
  hasErp: boolean
  /** The exports of a program in the shared folder; undefined without one. */
  erpExports?: ErpExports | undefined
  /** Whether the ERP's program fetches the orders by itself (R295). */
  erpFetches: boolean
  taxRegistry: TaxRegistry
  places: Places
  /** Sends the notice by which an admin tries a webhook; the worker sends all others. */
  webhookSender: WebhookSender
  /** Whether the shop reads a mailbox (R326), which its menu says. */
  hasMailbox?: boolean
  /** Whether the shop sends messages to telephones (R393), which the profile offers. */
  sendsMessages?: boolean
  /** Whether others reach the shop and no mail leaves it, which its screens say (R332). */
  hasNoMail?: boolean
  /** Whether the shop is a drill (R301), which its screens say. */
  isDrill?: boolean
  log: Logger
  /** Folder of the built web app; undefined serves the API alone. */
  webDir: string | undefined
  /** How slowly bodies may arrive; tests are less patient. */
  bodyPace?: BodyPace
  /** Clock and event loop of the load shedding; tests bring their own. */
  load?: Omit<LoadParts, 'underWay' | 'countsFor'>
}

/** Milliseconds within which a request's headers must arrive, and between two searches for late ones. */
const SLOW_HEADERS = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 }
/** JSON bodies are small; files come as uploads with limits of their own. */
const BODY_LIMIT = 1024 * 1024
/** Ids of places are long: some carry the address, others are the provider's. */
const MAX_PARAM_LENGTH = 600
/** A request that takes longer is logged even if it only reads and succeeds. */
const SLOW_MS = 1_000

export interface Application {
  /** Its `close()` ends what the features keep running, too. */
  readonly fastify: FastifyInstance
  /** Makes `/readyz` say that the service is not ready, and ends each connection after its answer. Calls are answered. */
  drain(): void
  /** The catalogue that the application shows; tests wait on it for their own changes. */
  readonly catalogue: Catalogue
  /** Every call there is. */
  readonly endpoints: readonly Endpoint[]
}

/** Builds the application from parts that are open already. */
export async function buildApp(parts: AppParts): Promise<Application> {
  const { config, db, files, erpClients, log, webDir } = parts
  const https = config.publicUrl.startsWith('https:')
  const headers = constantHeaders({ https, subdomains: config.hstsSubdomains })
  const fastify = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: making each its own costs as much as finding its session. Lines name the request themselves.
    childLoggerFactory: (logger, bindings, options) => (options.level ? logger.child(bindings, options) : logger),
    trustProxy: config.trustProxy,
    ...protocolRefusals(headers),
    bodyLimit: BODY_LIMIT,
    http: SLOW_HEADERS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  })
  installHeaders(fastify, headers)
  installErrorExit(fastify, log)
  const requests = createRequestLimit(config.requestsPerUser)
  const countsFor = (request: FastifyRequest) => requests.countsFor(request, bearerToken(request))
  const arriving = createArrivingBodies()
  const shedding = installLoadShedding(fastify, { ...parts.load, underWay: config.requestsUnderWay, countsFor })
  const load = (): LoadFigures => ({
    underWay: shedding.underWay(),
    arriving: arriving.counts().arriving,
    refused: shedding.shed() + arriving.counts().ended,
  })
  installRefusals(fastify, headers)
  installCompression(fastify)
  installJsonBodies(fastify)
  installBodyPace(fastify, { pace: parts.bodyPace, arriving, countsFor })
  await installUploads(fastify)
  logRequests(fastify)

  await makeInventoryTokens(db)
  const settings = await createSettings(db, log)
  const face = currentFace(settings, config.shopName)
  const sessions = createSessions(db, () => Number(settings.value('INACTIVIDAD_MIN')))
  const catalogue = await createCatalogue(db, log)
  const missedSearches = createMissedSearches(db, log)
  const registry = createRegistry({ taxRegistry: parts.taxRegistry, log })
  const stopSweeping = sweepCounts(db)
  fastify.addHook('onClose', async () => {
    stopSweeping()
    sessions.close()
    settings.close()
    await missedSearches.close()
    await catalogue.close()
  })

  const app: App = {
    fastify,
    sessions,
    keys: createErpKeys(db, createKeyLimit()),
    reach: sellersReach(db),
    requests,
    isPageOpen: (page) => settings.isOpen(page),
    face,
    endpoints: [],
  }
  const effects: OrderEffects = {
    numberedHere: !parts.hasErp,
    afterOrders: (t, orderIds) => followOrders(t, orderIds, parts.hasErp),
  }
  const { drain } = healthRoutes(fastify, { db, storable: parts.storable, log, load })
  authRoutes(app, { db, sessions, https, settings })
  secondFactorRoutes(app, { db, sessions, https, settings })
  const habits = createHabits(db)
  catalogueRoutes(app, { catalogue, missedSearches, takenOf: createTakenIds(habits) })
  deviceCatalogueRoutes(app, { db, catalogue })
  pricesWithVatRoutes(app, { db, catalogue, settings })
  const publicLimit = createPublicLimit()
  inventoryRoutes(app, { db, catalogue, settings, publicLimit })
  categoryManagerRoutes(app, { db })
  bulkEditRoutes(app, { db })
  mediaRoutes(app, { db, files })
  productManagerRoutes(app, { db })
  linesRoutes(app, { db, catalogue })
  cartRoutes(app, { db })
  ordersRoutes(app, { db, catalogue, effects })
  orderRulesRoutes(app, { db })
  savedListsRoutes(app, { db, catalogue, effects })
  linksRoutes(app, { db })
  const linkDoor = createLinkDoor(db)
  offersRoutes(app, { db, effects, linkDoor, publicLimit })
  await noticesRoutes(app, { db, publicLimit })
  orderMessagesRoutes(app, { db, offered: parts.sendsMessages ?? false })
  substitutesRoutes(app, { db, catalogue })
  fulfilmentRoutes(app, { db, files })
  clientAccountRoutes(app, { db })
  orderImportRoutes(app, { db, catalogue, effects })
  branchOrdersRoutes(app, { db, catalogue, effects })
  filledListRoutes(app, { db, catalogue })
  quickOrderRoutes(app, { db, catalogue })
  mailboxRoutes(app, { db, files })
  pastOrdersRoutes(app, { db, catalogue })
  usualOrderRoutes(app, { db, catalogue, habits })
  orderAdminRoutes(app, { db })
  priceListsRoutes(app, { db, settings })
  ownListsRoutes(app, { db })
  pricesAheadRoutes(app, { db, settings })
  promotionsRoutes(app, { db, catalogue })
  synonymsRoutes(app, { db, catalogue })
  contactsRoutes(app, { db })
  usersRoutes(app, { db })
  userAdminRoutes(app, { db, sessions, erpClients, registry })
  erpListsRoutes(app, { db })
  erpLinkRoutes(app, { db, hasErp: parts.hasErp && !parts.erpFetches })
  feedMappingRoutes(app, { db, exports: parts.erpExports })
  registryRoutes(app, { db, registry })
  placesRoutes(app, { db, placeSearch: createPlaceSearch({ places: parts.places, log }) })
  buyersRoutes(app, { db, sessions })
  accountsRoutes(app, { db, sessions, settings, registry, https })
  clientsRoutes(app, { db })
  certificatesRoutes(app, { db, files, publicLimit })
  const shopAddress = config.publicUrl
  documentsRoutes(app, { db, files, face, shopAddress })
  orderDocumentsRoutes(app, { db, files, face, shopAddress })
  const madeFiles = await openMadeFiles({
    folder: parts.documentsDir,
    photo: (name) => readPhoto(files, name),
    shared: parts.documents && sharedDocuments(db, parts.documents, log),
  })
  fastify.addHook('onClose', () => madeFiles.close())
  metricsRoutes(fastify, { db, catalogue, madeFiles, load, token: config.metricsToken })
  const catalogueFiles = { catalogue, files, settings, madeFiles, face, shopAddress }
  catalogueFilesRoutes(app, { db, ...catalogueFiles })
  await sharedPapersRoutes(app, { db, publicLimit, linkDoor, ...catalogueFiles })
  orderCertificatesRoutes(app, { db: db.kysely, files, madeFiles, face })
  settingsRoutes(app, { db, settings, files })
  erpKeysRoutes(app, { db, checkPassword: createPasswordCheck(db) })
  pushRoutes(app, { db, files, wire: parts.pushWire, log, fetches: parts.erpFetches })
  webhooksRoutes(app, { db, sender: parts.webhookSender })
  carouselRoutes(app, { db, files })
  auditRoutes(app, { db })
  dashboardRoutes(app, { db, missedSearches })
  openapiRoutes(app, config.publicUrl)
  if (webDir) {
    const shop = {
      dataFiscalUrl: config.dataFiscalUrl ?? null,
      isDrill: parts.isDrill ?? false,
      ...(parts.hasMailbox && { hasMailbox: true }),
      ...(parts.taxRegistry.isNone && { hasNoRegistry: true }),
      ...(parts.hasNoMail && { hasNoMail: true }),
    }
    const { companyUrl, videoUrl } = config
    await pageRoutes(app, { db, catalogue, settings, publicLimit, face, shop, webDir, companyUrl, videoUrl, https })
  }
  return { fastify, catalogue, endpoints: app.endpoints, drain }
}

/** One line for what changed something, failed or was slow. Only the path: queries can carry secrets. */
function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply
    // An outage has a line of its own in the log, and on a full disk every further line does harm.
    if (!request.outage && (request.method !== 'GET' || statusCode >= 400 || elapsedTime > SLOW_MS)) {
      const path = withoutToken(request.url.split('?')[0] ?? '')
      const facts = {
        reqId: request.id,
        method: request.method,
        path,
        status: statusCode,
        ms: Math.round(elapsedTime),
        user: request.caller?.userId,
        key: request.erpKey?.id,
      }
      // 501 and 503 are answers that are meant; only a 500 is a fault of ours.
      if (statusCode === 500) request.log.error(facts, 'request')
      else request.log.info(facts, 'request')
    }
    done()
  })
}

/** A path without the token that opens a public inventory: no log may hold one. */
const withoutToken = (path: string): string => path.replace(/(\/inventario\/)[^/]+/, '$1:token')
