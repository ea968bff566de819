import * as calls from '../../../contract/erp-keys.ts'
import type { Db } from '../../db/open.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import { allKeys, createKey, withdrawKey } from './keys.service.ts'

/** Asks for the password of a signed-in user again. @throws Refusal 400 for a wrong one, 429 after too many */
type PasswordCheck = (who: { userId: number; address: string }, password: string) => Promise<unknown>

export function erpKeysRoutes(app: App, { db, checkPassword }: { db: Db; checkPassword: PasswordCheck }): void {
  route(app, calls.listErpKeys, () => allKeys(db))
  route(app, calls.createErpKey, async ({ body: { password, ...wanted }, caller, request }) => {
    await checkPassword({ userId: caller.userId, address: visitorKey(request.ip) }, password)
    return createKey(db, caller, wanted)
  })
  route(app, calls.deleteErpKey, ({ params, caller }) => withdrawKey(db, caller, params.id))
}
