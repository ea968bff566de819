import * as calls from '../../../contract/buyers.ts'
import type { Db } from '../../db/open.ts'
import { createLimit } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import type { SessionStore } from '../auth/sessions.service.ts'
import * as service from './buyers.service.ts'

const DAY_MS = 24 * 60 * 60_000

export function buyersRoutes(app: App, parts: { db: Db; sessions: SessionStore }): void {
  const invitations = createLimit(parts.db, {
    name: 'invitations of client',
    most: calls.MOST_INVITATIONS_A_DAY,
    windowMs: DAY_MS,
    message: calls.buyerTexts.tooManyInvitations,
  })
  // Refusals count as well: each tells whether an address has an account.
  const always = () => true
  route(app, calls.listBuyers, ({ caller }) => service.buyersOf(parts.db.kysely, caller))
  route(app, calls.inviteBuyer, ({ body, caller }) =>
    invitations.guard(String(caller.clientId), () => service.inviteBuyer(parts, caller, body), always),
  )
  route(app, calls.changeBuyer, ({ params, body, caller }) => service.changeBuyer(parts, caller, params.id, body.right))
  route(app, calls.endBuyer, ({ params, caller }) => service.endBuyer(parts, caller, params.id))
}
