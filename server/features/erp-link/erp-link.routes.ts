import * as calls from '../../../contract/erp.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { deadTasks, lastImports, resendOrder, retryTask } from './erp-admin.service.ts'

export function erpLinkRoutes(app: App, { db }: { db: Db }): void {
  route(app, calls.resendOrder, ({ params, caller }) => resendOrder(db, caller, params.id))
  route(app, calls.listTasks, () => deadTasks(db))
  route(app, calls.retryTask, ({ params, caller }) => retryTask(db, caller, params.id))
  route(app, calls.listImports, () => lastImports(db))
}
