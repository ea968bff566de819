import { randomBytes } from 'node:crypto'
import { deviceKey, signin, signinRefused } from '../../../contract/auth.ts'
import type { Db } from '../../db/open.ts'
import { clearPageCookie, setPageCookie } from '../../http/page-cookie.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, bearerToken, route } from '../../http/route.ts'
import { unauthenticated } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import { findOrMakeDeviceKey } from './auth.queries.ts'
import { signIn } from './auth.service.ts'
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
    const cuit = body.cuit.replace(/\D/g, '')
    const user = await limit.guard(visitorKey(request.ip), cuit, () =>
      signIn({ db, sessions, settings }, body),
    )
    setPageCookie(reply, user.token, https)
    return user
  })
  route(app, deviceKey, async ({ caller }) => {
    const key = await findOrMakeDeviceKey(db.kysely, caller.userId, randomBytes(KEY_BYTES))
    return key.toString('base64url')
  })
}
