import * as calls from '../../../contract/order-messages.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { agree, consentOf, endConsent } from './consent.service.ts'

interface Parts {
  db: Db
  /** Whether the shop sends messages (NOTICES). */
  offered: boolean
}

export function orderMessagesRoutes(app: App, { db, offered }: Parts): void {
  route(app, calls.getOrderMessages, ({ caller }) => consentOf(db.kysely, caller, offered))
  route(app, calls.agreeToOrderMessages, ({ body, caller }) => agree(db, caller, body.phone, offered))
  route(app, calls.endOrderMessages, ({ caller }) => endConsent(db, caller, offered))
}
