/** Signing in and out (R104, R9, R12, R13). */

import { notEnabledYet, type SessionUser, signinRefused } from '../../../contract/auth.ts'
import { roles } from '../../../contract/roles.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Db } from '../../db/open.ts'
import { forbidden, unauthenticated } from '../../refusal.ts'
import { findAccountByCuit } from './auth.queries.ts'
import { verifyNobody, verifyPassword } from './password.ts'
import { displayName, type SessionStore } from './sessions.service.ts'

export { hashPassword } from './password.ts'

export interface Credentials {
  cuit: string
  password: string
}

/**
 * Starts a session for a CUIT (with or without dashes) and password. An unknown CUIT and a wrong
 * password are the same 401 in the same time; the right password of an account that may not sign in
 * is a 403 with a sentence.
 */
export async function signIn(
  db: Db,
  sessions: SessionStore,
  { cuit, password }: Credentials,
): Promise<SessionUser> {
  const account = await findAccountByCuit(db.kysely, cuit.replace(/\D/g, ''))
  const isRight = account
    ? await verifyPassword(account.password_hash, password)
    : await verifyNobody(password)
  if (!account || !isRight) throw unauthenticated(signinRefused)
  if (!account.enabled || !account.active) throw forbidden(notEnabledYet)
  const token = await sessions.start(account)
  // The account changed while the password was being verified: its new state decides.
  if (token === null) return signIn(db, sessions, { cuit, password })
  return {
    id: account.id,
    name: displayName(account),
    type: account.type,
    clientId: roles[account.type].isStaff ? NO_CLIENT : (account.client_id ?? NO_CLIENT),
    token,
  }
}
