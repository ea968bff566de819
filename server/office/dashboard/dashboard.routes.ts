import {
  getCartAges,
  getMissedSearches,
  getOrderWork,
  getPastFigures,
  getQuietClients,
  getSales,
  renewDashboard,
} from '../../../contract/dashboard.ts'
import type { MissedSearches } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { listCartAges } from './carts.queries.ts'
import { keepAhead, kept } from './kept.ts'
import { countOrderWork } from './order-work.queries.ts'
import { readPastFigures } from './past-figures.queries.ts'
import { findQuietClients } from './quiet-clients.service.ts'
import { createSales } from './sales.service.ts'

const MINUTE_MS = 60_000
/** How often figures are made before anybody asks: more often than the shortest `usableMs`. */
const AHEAD_MS = 10 * MINUTE_MS
/** Figures of the present: fresh for a minute, and usable for a quarter of an hour while new ones are made. */
const EVERY_MINUTE = { freshMs: MINUTE_MS, usableMs: 15 * MINUTE_MS }
/** Figures in days, which need not be fresher than an hour. */
const EVERY_HOUR = { freshMs: 60 * MINUTE_MS, usableMs: 12 * 60 * MINUTE_MS }

export function dashboardRoutes(
  app: App,
  { db: { kysely }, missedSearches }: { db: Db; missedSearches: MissedSearches },
): void {
  const sales = kept(createSales(kysely), EVERY_MINUTE)
  const quietClients = kept(() => findQuietClients(kysely), EVERY_HOUR)
  const cartAges = kept(() => listCartAges(kysely), EVERY_MINUTE)
  const pastFigures = kept(() => readPastFigures(kysely), EVERY_HOUR)
  const ahead = keepAhead([sales, quietClients, cartAges, pastFigures], AHEAD_MS)
  app.fastify.addHook('onListen', ahead.begin)
  app.fastify.addHook('onClose', async () => ahead.stop())
  route(app, getSales, () => sales())
  route(app, getQuietClients, () => quietClients())
  route(app, getCartAges, () => cartAges())
  route(app, getPastFigures, () => pastFigures())
  route(app, renewDashboard, async () => {
    await Promise.all([sales.renew(), quietClients.renew(), cartAges.renew(), pastFigures.renew()])
    return true
  })
  // Not kept: whoever has dealt with an order sees it leave the list.
  route(app, getOrderWork, () => countOrderWork(kysely))
  route(app, getMissedSearches, () => missedSearches.list())
}
