import { randomBytes } from 'node:crypto'
import { deviceKey, signin, signinRefused } from '../../../contract/auth.ts'
import { roles } from '../../../contract/roles.ts'
import * as calls from '../../../contract/sessions.ts'
import type { Db } from '../../db/open.ts'
import { browserOf, clearPageCookie, markBrowser, setPageCookie } from '../../http/page-cookie.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, bearerToken, route } from '../../http/route.ts'
import { unauthenticated } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import { findOrMakeDeviceKey } from './auth.queries.ts'
import { accountKey, signIn } from './auth.service.ts'
import { endOwnSessions, listOwnSessions } from './own-sessions.service.ts'
import type { Visitor } from './password.ts'
import { requirePasswordAgain } from './password-again.ts'
import type { SessionStore } from './sessions.service.ts'
import { createSigninLimit } from './signin-limit.ts'

interface AuthParts {
  db: Db
  sessions: SessionStore
  /** Whether the shop is reached by https: then its cookie leaves on nothing else. */
  https: boolean
  /** Tells which roles need a second factor (R264). */
  settings: Settings
}

/** AES-256. */
const KEY_BYTES = 32

export function authRoutes(app: App, { db, sessions, https, settings }: AuthParts): void {
  const limit = createSigninLimit(db)
  route(app, signin, async ({ body, request, reply }) => {
    if (body.cuit === '' && body.password === '') {
      const token = bearerToken(request)
      if (token === undefined) throw unauthenticated(signinRefused)
      await sessions.end(token)
      clearPageCookie(reply, https)
      return null
    }
    const cuit = await accountKey(db.kysely, body.cuit)
    const browser = browserOf(request, https)
    const enter = (visitor: Visitor) => signIn({ db, sessions, settings }, { ...body, cuit, visitor }, browser)
    const user = await limit.guard(visitorKey(request.ip), cuit, enter)
    setPageCookie(reply, user.token, https)
    if (roles[user.type].isStaff) markBrowser(reply, browser, https)
    return user
  })
  route(app, deviceKey, async ({ caller }) => {
    const key = await findOrMakeDeviceKey(db.kysely, caller.userId, randomBytes(KEY_BYTES))
    return key.toString('base64url')
  })
  // Both calls are for callers with a session, whose token the request therefore carries.
  route(app, calls.listOwnSessions, ({ caller, request }) =>
    listOwnSessions(db.kysely, caller.userId, bearerToken(request) ?? ''),
  )
  route(app, calls.endOwnSessions, async ({ body, caller: { userId }, request }) => {
    const address = visitorKey(request.ip)
    await requirePasswordAgain({ db, limit }, { userId, address }, body.password)
    return endOwnSessions(db, sessions, { userId, id: body.id ?? null, token: bearerToken(request) ?? '' })
  })
}
