import * as calls from '../../../contract/second-factor.ts'
import type { Caller } from '../../caller.ts'
import { browserOf, markBrowser, setPageCookie } from '../../http/page-cookie.ts'
import { visitorKey } from '../../http/rate-limit.ts'
import { type App, bearerToken, route } from '../../http/route.ts'
import { conflict } from '../../refusal.ts'
import { accountKey, beginSession, type SigninParts } from './auth.service.ts'
import { requirePasswordAgain, verifyPasswordAgain } from './password-again.ts'
import { findSecondFactor } from './second-factor.queries.ts'
import { begin, renewCodes, switchOff, switchOn } from './second-factor.service.ts'
import { createSigninLimit } from './signin-limit.ts'

interface SecondFactorParts extends SigninParts {
  https: boolean
}

export function secondFactorRoutes(app: App, parts: SecondFactorParts): void {
  const { db, settings, https } = parts
  const guarded = { db, limit: createSigninLimit(db) }
  /** The account of who signs in and may not yet, by CUIT; else the caller's own. */
  const verify = async (
    { cuit, password }: { cuit?: string | undefined; password: string },
    caller: Caller | undefined,
    ip: string,
  ) =>
    caller && !cuit
      ? requirePasswordAgain(guarded, { userId: caller.userId, address: visitorKey(ip) }, password)
      : verifyPasswordAgain(
          guarded,
          { cuit: await accountKey(db.kysely, cuit ?? ''), address: visitorKey(ip) },
          password,
        )

  route(app, calls.getSecondFactor, async ({ caller }) => {
    const factor = await findSecondFactor(db.kysely, caller.userId)
    return {
      isOn: factor?.is_on ?? false,
      required: calls.isRequiredOf(settings.value('DOS_PASOS'), caller.type),
      codesLeft: factor?.recovery_hashes.length ?? 0,
    }
  })
  route(app, calls.beginSecondFactor, async ({ body, caller, request }) =>
    begin(db, await verify(body, caller, request.ip), app.face().name),
  )
  route(app, calls.switchOnSecondFactor, async ({ body, caller, request, reply }) => {
    const account = await verify(body, caller, request.ip)
    const isOwn = caller?.userId === account.id
    const codes = await switchOn(parts, account, body.code, isOwn ? bearerToken(request) : undefined)
    if (isOwn) return { codes, user: null }
    const browser = browserOf(request, https)
    const user = await beginSession(parts, { ...account, second_factor: true }, browser)
    if (user) {
      setPageCookie(reply, user.token, https)
      markBrowser(reply, browser, https)
    }
    return { codes, user }
  })
  route(app, calls.renewRecoveryCodes, async ({ body, caller, request }) => {
    await verify(body, caller, request.ip)
    return renewCodes(db, caller.userId)
  })
  route(app, calls.switchOffSecondFactor, async ({ body, caller, request }) => {
    await verify(body, caller, request.ip)
    await switchOff(db, caller.userId, caller.userId)
    return true
  })
  route(app, calls.takeAwaySecondFactor, async ({ params, body, caller, request }) => {
    // With a stolen session this would be the way round the password.
    if (params.id === caller.userId) throw conflict(calls.secondFactorTexts.ownTakenAway)
    await verify(body, caller, request.ip)
    await switchOff(db, caller.userId, params.id)
    return true
  })
}
