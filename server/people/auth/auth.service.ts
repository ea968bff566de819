/** Signing in and out (R104, R9, R12, R13). */

import { notEnabledYet, type SessionUser, signinRefused } from '../../../contract/auth.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Browser } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { forbidden, unauthenticated } from '../../refusal.ts'
import { findAccountByCuit, noteBrowser } from './auth.queries.ts'
import { deviceWords } from './device-words.ts'
import { verifyNobody, verifyPassword } from './password.ts'
import { displayName, hashOf, type SessionStore } from './sessions.service.ts'

export { hashPassword } from './password.ts'

/** Days without a sign-in after which a browser is new again (R269). */
const KNOWN_DAYS = 90

export interface Credentials {
  cuit: string
  password: string
}

/**
 * Starts a session for a CUIT (with or without dashes) and password. An unknown CUIT and a wrong
 * password are the same 401 in the same time; the right password of an account that may not sign in
 * is a 403 with a sentence. Staff is mailed of a sign-in in a browser that is new (R269).
 */
export async function signIn(
  db: Db,
  sessions: SessionStore,
  { cuit, password }: Credentials,
  browser: Browser,
): Promise<SessionUser> {
  const account = await findAccountByCuit(db.kysely, cuit.replace(/\D/g, ''))
  const isRight = account
    ? await verifyPassword(account.password_hash, password)
    : await verifyNobody(password)
  if (!account || !isRight) throw unauthenticated(signinRefused)
  if (!account.enabled || !account.active) throw forbidden(notEnabledYet)
  const token = await sessions.start(account, browser.userAgent)
  // The account changed while the password was being verified: its new state decides.
  if (token === null) return signIn(db, sessions, { cuit, password }, browser)
  if (roles[account.type].isStaff) await tellNewBrowser(db, account.id, browser)
  return {
    id: account.id,
    name: displayName(account),
    type: account.type,
    clientId: roles[account.type].isStaff ? NO_CLIENT : (account.client_id ?? NO_CLIENT),
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
