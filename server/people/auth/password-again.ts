/** The password once more, before something that a stolen session must not do by itself (R262, R266, R340). */
import { wrongPassword } from '../../../contract/sessions.ts'
import type { Db } from '../../db/open.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { cuitOf, type VerifiedPerson } from './auth.queries.ts'
import { verifyAccount } from './auth.service.ts'
import { createSigninLimit, type SigninLimit } from './signin-limit.ts'

interface Parts {
  db: Db
  limit: SigninLimit
}

/**
 * The account of a CUIT (eleven digits) whose password is right. A wrong one counts as a failed sign-in from `address`
 * (R15), so that a stolen session is no way round that limit.
 * @param address of the visitor, as `visitorKey` answers it
 * @param field where the request carries the password, by its clean name
 * @throws Refusal 400 for a wrong password, 403 when the account may not sign in, 429 after too many
 */
export async function verifyPasswordAgain(
  { db, limit }: Parts,
  { cuit, address }: { cuit: string; address: string },
  password: string,
  field = 'password',
): Promise<VerifiedPerson> {
  try {
    return await limit.guard(address, cuit, (visitor) => verifyAccount(db, { cuit, password, visitor }))
  } catch (error) {
    // A 401 would tell the browser that the session has ended.
    if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') throw wrongField(field, wrongPassword)
    throw error
  }
}

/** The same for the account of a signed-in user. */
export async function requirePasswordAgain(
  parts: Parts,
  { userId, address }: { userId: number; address: string },
  password: string,
  field = 'password',
): Promise<VerifiedPerson> {
  return verifyPasswordAgain(parts, { cuit: await cuitOf(parts.db.kysely, userId), address }, password, field)
}

/** The same with parts of its own, for calls outside this room. */
export function createPasswordCheck(db: Db) {
  const parts = { db, limit: createSigninLimit(db) }
  return (who: { userId: number; address: string }, password: string, field?: string) =>
    requirePasswordAgain(parts, who, password, field)
}
