import * as calls from '../../../contract/prices-ahead.ts'
import { clientOf } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { Settings } from '../../settings/settings.ts'
import { dayPricesSheet } from './prices-ahead.headings.ts'
import { comingPrices, dayPrices } from './prices-ahead.service.ts'

export function pricesAheadRoutes(app: App, { db, settings }: { db: Db; settings: Settings }): void {
  route(app, calls.listDayPrices, ({ query }) => dayPrices(db, query), {
    sheet: { ...dayPricesSheet, rows: ({ query: { page: _page, ...asked } }) => dayPrices(db, asked) },
  })
  route(app, calls.listComingPrices, ({ query, caller }) =>
    comingPrices(db, settings, clientOf(caller, query.clientId), query.articleIds),
  )
}
