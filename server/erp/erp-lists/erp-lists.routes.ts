import * as calls from '../../../contract/erp-lists.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { listCarriers, listSellers, listVatConditions, listZones } from './erp-lists.queries.ts'

export function erpListsRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.listCarriers, () => listCarriers(db.kysely))
  route(app, calls.listZones, () => listZones(db.kysely))
  route(app, calls.listSellers, () => listSellers(db.kysely))
  route(app, calls.listVatConditions, () => listVatConditions(db.kysely))
}
