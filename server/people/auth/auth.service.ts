/** Signing in and out (R104, R9, R12, R13, R261). */

import { notActive, notEnabledYet, type SessionUser, signinRefused } from '../../../contract/auth.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { isRequiredOf, lacks, secondFactorTexts } from '../../../contract/second-factor.ts'
import type { Browser } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { forbidden, Refusal, unauthenticated } from '../../refusal.ts'
import type { Settings } from '../../settings/settings.ts'
import { findAccountByCuit, findCuitByEmail, noteBrowser, type VerifiedPerson } from './auth.queries.ts'
import { CodeAsked } from './code-asked.ts'
import { deviceWords } from './device-words.ts'
import { type Visitor, verifyNobody, verifyPassword } from './password.ts'
import { spendCode } from './second-factor.service.ts'
import { displayName, hashOf, type SessionStore } from './sessions.service.ts'

export { hashPassword } from './password.ts'

/** Days without a sign-in after which a browser is new again (R269). */
const KNOWN_DAYS = 90

export interface Credentials {
  /** The account's, as `accountKey` answers it. */
  cuit: string
  password: string
  code?: string | undefined
  visitor: Visitor
}

export interface SigninParts {
  db: Db
  sessions: SessionStore
  settings: Pick<Settings, 'value'>
}

/**
 * By what the account of a sign-in is found and its failures are counted: the CUIT (with or without dashes) in digits, for a mail
 * address the CUIT of its account, so that both names share one limit (R15). An address that has none is answered as it is.
 */
export async function accountKey(db: Queryable, username: string): Promise<string> {
  const name = username.trim().toLowerCase()
  return name.includes('@') ? ((await findCuitByEmail(db, name)) ?? name) : name.replace(/\D/g, '')
}

/**
 * The account with a key and password. An unknown account, one that has no password yet and a wrong password are the same 401
 * in the same time; the right password of an account that may not sign in is a 403 with a sentence.
 */
export async function verifyAccount(db: Db, { cuit, password, visitor }: Credentials) {
  const account = await findAccountByCuit(db.kysely, cuit)
  const isRight = account?.password_hash
    ? await verifyPassword(account.password_hash, password, visitor)
    : await verifyNobody(password, visitor)
  if (!account || !isRight) throw unauthenticated(signinRefused)
  if (!account.active) throw forbidden(notActive)
  if (!account.enabled) throw forbidden(notEnabledYet)
  return account
}

/**
 * Starts a session for an account's key and password, and for an account with a second factor its code.
 * @throws Refusal as `verifyAccount`; 401 whose detail names the code where it lacks or is wrong; 403 whose detail
 * names the second factor where the shop requires one (R264)
 */
export async function signIn(parts: SigninParts, credentials: Credentials, browser: Browser): Promise<SessionUser> {
  const { db, settings } = parts
  const account = await verifyAccount(db, credentials)
  if (account.second_factor) {
    if (!credentials.code?.trim()) throw new CodeAsked()
    if (!(await spendCode(db, account.id, credentials.code))) throw refused('codeWrong', 'code')
  } else if (isRequiredOf(settings.value('DOS_PASOS'), account.type)) throw refused('required', 'secondFactor')
  // The account changed while the password was being verified: its new state decides.
  return (await beginSession(parts, account, browser)) ?? signIn(parts, credentials, browser)
}

function refused(text: 'codeWrong' | 'required', lack: keyof typeof lacks): Refusal {
  const message = secondFactorTexts[text]
  const code = lack === 'code' ? 'UNAUTHENTICATED' : 'FORBIDDEN'
  return new Refusal(code, message, [{ field: lacks[lack], message }])
}

/**
 * Starts a session and answers what a sign-in does; staff is mailed when the browser is new (R269).
 * @returns null when what was verified of the account is no longer so
 */
export async function beginSession(
  { db, sessions }: Pick<SigninParts, 'db' | 'sessions'>,
  account: VerifiedPerson,
  browser: Browser,
): Promise<SessionUser | null> {
  const token = await sessions.start(account, browser.userAgent)
  if (token === null) return null
  const { isStaff } = roles[account.type]
  if (isStaff) await tellNewBrowser(db, account.id, browser)
  return {
    id: account.id,
    name: displayName(account),
    type: account.type,
    clientId: isStaff ? NO_CLIENT : (account.client_id ?? NO_CLIENT),
    token,
  }
}

/** Mails the user if nobody signed in to the account in this browser before, or not for long. */
async function tellNewBrowser(db: Db, userId: number, { mark, userAgent }: Browser): Promise<void> {
  await db.tx(async (t, publish) => {
    if (!(await noteBrowser(t, { userId, markHash: hashOf(mark), forDays: KNOWN_DAYS }))) return
    await enqueue(t, { kind: 'newBrowserMail', payload: { userId, device: deviceWords(userAgent) } })
    publish('job')
  })
}
