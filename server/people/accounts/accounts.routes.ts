import * as calls from '../../../contract/accounts.ts'
import { roles } from '../../../contract/roles.ts'
import type { Db } from '../../db/open.ts'
import { browserOf, markBrowser, setPageCookie } from '../../http/page-cookie.ts'
import { createLimit, GUESSES, visitorKey } from '../../http/rate-limit.ts'
import { type App, route } from '../../http/route.ts'
import { Refusal } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import { createCodeLimit } from '../auth/code-limit.ts'
import type { SessionStore } from '../auth/sessions.service.ts'
import { createSigninLimit } from '../auth/signin-limit.ts'
import type { Registry } from '../registry/registry.service.ts'
import { saveProfile, saveUserAddress } from './profile.service.ts'
import { registerProspect } from './register.service.ts'
import { requestReset, resetPassword } from './reset-password.service.ts'

export interface AccountsParts {
  db: Db
  sessions: SessionStore
  registry: Registry
  https: boolean
  settings: Settings
}

const HOUR_MS = 60 * 60_000

export function accountsRoutes(app: App, { db, sessions, settings, registry, https }: AccountsParts): void {
  // A malformed or refused request counts for no limit (R15).
  const registrations = createLimit(db, { name: 'registrations', most: 20, windowMs: HOUR_MS })
  // A code dies of five wrong tries: without a limit a stranger who knows an address would keep each of its codes from being used.
  const wrongCodes = createLimit(db, { name: 'wrongCodes', ...GUESSES })
  const isWrongCode = (error: unknown) => error instanceof Refusal && error.message === calls.resetTexts.changeFailed
  const codes = { db, limit: createCodeLimit(db, createSigninLimit(db)) }

  route(app, calls.register, async ({ body, request }) => {
    const isMade = (error: unknown) => error === undefined
    const register = () => registerProspect({ db, registry, shopName: app.face().name }, body)
    return { id: await registrations.guard(visitorKey(request.ip), register, isMade) }
  })
  route(app, calls.sendResetCode, async ({ query, request }) => {
    await requestReset(codes, query.email, visitorKey(request.ip))
    return true
  })
  route(app, calls.changePassword, async ({ query, body, request, reply }) => {
    const browser = browserOf(request, https)
    const given = {
      email: body.email ?? query.email ?? '',
      code: body.code ?? query.code ?? '',
      password: body.password ?? query.password ?? '',
    }
    const reset = () => resetPassword({ db, sessions, settings, shopName: app.face().name }, given, browser)
    const user = await wrongCodes.guard(visitorKey(request.ip), reset, isWrongCode)
    setPageCookie(reply, user.token, https)
    if (roles[user.type].isStaff) markBrowser(reply, browser, https)
    return user
  })
  route(app, calls.updateProfile, async ({ body, caller }) => {
    const { id, ...data } = body
    await saveProfile(db, caller, id, data)
    sessions.forget()
    return true
  })
  route(app, calls.saveAddress, ({ body, caller }) =>
    saveUserAddress(db, caller, body.userId, {
      ...body,
      id: body.id ?? null,
      provinceId: body.provinceId ?? null,
    }),
  )
}
