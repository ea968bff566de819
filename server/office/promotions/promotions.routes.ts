import * as calls from '../../../contract/promotions.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import * as service from './promotions.service.ts'

/** A text of thousands of codes is larger than other bodies. */
const LIMIT = 1024 * 1024

export function promotionsRoutes(app: App, { db, catalogue }: { db: Db; catalogue: Catalogue }): void {
  const bodyLimit = LIMIT
  route(app, calls.listPromotions, () => service.promotions(db.kysely))
  route(app, calls.getPromotion, ({ params }) => service.promotionForm(db.kysely, params.id))
  route(app, calls.reviewPromotion, ({ body }) => service.reviewPromotion(db, catalogue, body), { bodyLimit })
  route(app, calls.createPromotion, ({ body, caller }) => service.createPromotion(db, caller, body), { bodyLimit })
  route(
    app,
    calls.changePromotion,
    ({ params, body, caller }) => service.changePromotion(db, caller, params.id, body),
    { bodyLimit },
  )
  route(app, calls.endPromotion, ({ params, body, caller }) =>
    service.endPromotion(db, caller, params.id, body.version),
  )
}
