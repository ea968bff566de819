import * as calls from '../../../contract/erp-mapping.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import type { ErpExports } from '../../ports/erp/port.ts'
import { dropMapping, keepMapping, proposeMapping } from './feed-mapping.service.ts'

export function feedMappingRoutes(app: App, { db, exports }: { db: Db; exports: ErpExports | undefined }): void {
  route(app, calls.proposeMapping, ({ body: { answers } }) => proposeMapping(exports, answers))
  route(app, calls.keepMapping, ({ body: { answers }, caller }) => keepMapping(db, exports, caller, answers))
  route(app, calls.listUnreadFiles, () => exports?.unread() ?? [])
  route(app, calls.dropMapping, ({ caller }) => dropMapping(db, exports, caller))
}
