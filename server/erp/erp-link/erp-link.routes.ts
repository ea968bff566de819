import * as calls from '../../../contract/erp.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { conflict } from '../../refusal.ts'
import { acceptWaiting, rejectWaiting } from '../erp-sync/answer-waiting.service.ts'
import { feedStatus } from '../erp-sync/feed-state.service.ts'
import { beginTrial, lastTrial } from '../erp-sync/feed-trial.service.ts'
import { waitingFeeds } from '../erp-sync/waiting.service.ts'
import { waitingChanges, waitingChangesSheet } from '../erp-sync/waiting-changes.service.ts'
import { deadTasks, lastImports, resendOrder, retryTask } from './erp-admin.service.ts'

export function erpLinkRoutes(app: App, { db, hasErp }: { db: Db; hasErp: boolean }): void {
  route(app, calls.resendOrder, ({ params, caller }) => resendOrder(db, caller, params.id))
  route(app, calls.listTasks, () => deadTasks(db))
  route(app, calls.retryTask, ({ params, caller }) => retryTask(db, caller, params.id))
  route(app, calls.listImports, () => lastImports(db))
  route(app, calls.getFeedStatus, () => feedStatus(db.kysely))
  route(app, calls.listWaiting, () => waitingFeeds(db.kysely))
  route(
    app,
    calls.listWaitingChanges,
    async ({ params, query: { page } }) =>
      (await waitingChanges(db, params.id)).slice(page * calls.CHANGES_PAGE_SIZE, (page + 1) * calls.CHANGES_PAGE_SIZE),
    { sheet: { ...waitingChangesSheet, rows: ({ params }) => waitingChanges(db, params.id) } },
  )
  route(app, calls.acceptWaiting, ({ params, caller }) => acceptWaiting(db, caller, params.id))
  route(app, calls.rejectWaiting, ({ params, caller }) => rejectWaiting(db, caller, params.id))
  route(app, calls.getTrial, async () => ({ hasErp, last: await lastTrial(db.kysely) }))
  route(app, calls.beginTrial, () => {
    if (!hasErp) throw conflict(calls.noErp)
    return beginTrial(db)
  })
}
