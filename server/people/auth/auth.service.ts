/** Signing in and out (R104, R9, R12, R13, R261). */

import { notEnabledYet, type SessionUser, signinRefused } from '../../../contract/auth.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { isRequiredOf, lacks, secondFactorTexts } from '../../../contract/second-factor.ts'
import type { Db } from '../../db/open.ts'
import { forbidden, Refusal, unauthenticated } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import { findAccountByCuit, type VerifiedPerson } from './auth.queries.ts'
import { CodeAsked } from './code-asked.ts'
import { verifyNobody, verifyPassword } from './password.ts'
import { spendCode } from './second-factor.service.ts'
import { displayName, type SessionStore } from './sessions.service.ts'

export { hashPassword } from './password.ts'

export interface Credentials {
  cuit: string
  password: string
  code?: string | undefined
}

export interface SigninParts {
  db: Db
  sessions: SessionStore
  settings: Pick<Settings, 'value'>
}

/**
 * The account of a CUIT (with or without dashes) and password. An unknown CUIT and a wrong password are the same 401
 * in the same time; the right password of an account that may not sign in is a 403 with a sentence.
 */
export async function verifyAccount(db: Db, { cuit, password }: Credentials) {
  const account = await findAccountByCuit(db.kysely, cuit.replace(/\D/g, ''))
  const isRight = account
    ? await verifyPassword(account.password_hash, password)
    : await verifyNobody(password)
  if (!account || !isRight) throw unauthenticated(signinRefused)
  if (!account.enabled || !account.active) throw forbidden(notEnabledYet)
  return account
}

/**
 * Starts a session for a CUIT and password, and for an account with a second factor its code.
 * @throws Refusal as `verifyAccount`; 401 whose detail names the code where it lacks or is wrong; 403 whose detail
 * names the second factor where the shop requires one (R264)
 */
export async function signIn(parts: SigninParts, credentials: Credentials): Promise<SessionUser> {
  const { db, sessions, settings } = parts
  const account = await verifyAccount(db, credentials)
  if (account.second_factor) {
    if (!credentials.code?.trim()) throw new CodeAsked()
    if (!(await spendCode(db, account.id, credentials.code))) throw refused('codeWrong', 'code')
  } else if (isRequiredOf(settings.value('DOS_PASOS'), account.type))
    throw refused('required', 'secondFactor')
  const token = await sessions.start(account)
  // The account changed while the password was being verified: its new state decides.
  return token === null ? signIn(parts, credentials) : sessionUserOf(account, token)
}

function refused(text: 'codeWrong' | 'required', lack: keyof typeof lacks): Refusal {
  const message = secondFactorTexts[text]
  const code = lack === 'code' ? 'UNAUTHENTICATED' : 'FORBIDDEN'
  return new Refusal(code, message, [{ field: lacks[lack], message }])
}

/** What a sign-in answers. */
export const sessionUserOf = (account: VerifiedPerson, token: string): SessionUser => ({
  id: account.id,
  name: displayName(account),
  type: account.type,
  clientId: roles[account.type].isStaff ? NO_CLIENT : (account.client_id ?? NO_CLIENT),
  token,
})
