import { getHistory, listAudit, listAuditors } from '../../contract/audit.ts'
import type { Db } from '../db/open.ts'
import { type App, route } from '../http/route.ts'
import { listStaff } from './audit-list.queries.ts'
import { auditPage } from './audit-list.service.ts'
import { historyOf } from './history.service.ts'

export function auditRoutes(app: App, { db }: { db: Db }): void {
  route(app, listAudit, ({ query: { page, size, ...filter } }) => auditPage(db.kysely, filter, page, size))
  route(app, listAuditors, () => listStaff(db.kysely))
  route(app, getHistory, ({ params }) => historyOf(db.kysely, params.entity, params.id))
}
