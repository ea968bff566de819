import * as calls from '../../../contract/price-lists.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Settings } from '../../settings/settings.ts'
import { articlePrices, clientPrices, clientTerms, priceLists } from './price-lists.service.ts'

export function priceListsRoutes(app: App, { db: { kysely }, settings }: { db: Db; settings: Settings }): void {
  route(app, calls.listPriceLists, () => priceLists(kysely))
  route(app, calls.getArticlePrices, ({ params }) => articlePrices(kysely, params.articleId))
  route(app, calls.getClientTerms, ({ params }) => clientTerms(kysely, settings, params.clientId))
  route(app, calls.listClientPrices, ({ params, query }) => clientPrices(kysely, params.clientId, query.page))
}
