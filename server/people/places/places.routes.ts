/** Addresses for the registration form (R102, R17). */
import { findPlace, listLocalities, suggestPlaces } from '../../../contract/places.ts'
import type { Db } from '../../db/open.ts'
import { createLimit, visitorKey } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import { localitiesOf } from '../../ports/places/port.ts'
import type { PlaceSearch } from './places.service.ts'

const MINUTE_MS = 60_000
/** Far more requests than anybody's typing makes; with some providers each costs the shop money. */
const MOST_A_MINUTE = 60

export interface PlacesRoutesParts {
  db: Db
  placeSearch: PlaceSearch
  /** Milliseconds. */
  now?: () => number
}

export function placesRoutes(app: App, { db, placeSearch, now }: PlacesRoutesParts): void {
  const limit = createLimit(db, { name: 'places', most: MOST_A_MINUTE, windowMs: MINUTE_MS, now })

  // Beyond the limit there are no suggestions, as in an outage: the form goes on without.
  route(app, suggestPlaces, async ({ query, request }) =>
    (await limit.admits(visitorKey(request.ip))) ? placeSearch.suggest(query) : [],
  )
  route(app, findPlace, async ({ params, query, request }) =>
    (await limit.admits(visitorKey(request.ip))) ? placeSearch.find(params.id, query.session) : null,
  )
  route(app, listLocalities, ({ query }) => localitiesOf(query.provinceId))
}
