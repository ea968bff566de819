/** The password once more, before something that a stolen session must not do by itself. */
import { wrongPassword } from '../../../contract/sessions.ts'
import type { Db } from '../../db/open.ts'
import { Refusal, unauthenticated, wrongField } from '../../refusal.ts'
import { findCredentials } from './auth.queries.ts'
import { verifyPassword } from './password.ts'
import type { SigninLimit } from './signin-limit.ts'

/**
 * Refuses unless the password is the user's. A wrong one counts as a failed sign-in from `address` (R15), so that a
 * stolen session is no way round that limit.
 * @param field where the request carries the password, by its clean name
 * @throws Refusal 400 for a wrong password, 429 after too many
 */
export async function requirePasswordAgain(
  { db, limit }: { db: Db; limit: SigninLimit },
  { userId, address }: { userId: number; address: string },
  password: string,
  field = 'password',
): Promise<void> {
  const account = await findCredentials(db.kysely, userId)
  try {
    await limit.guard(address, account?.cuit ?? '', async () => {
      if (!account || !(await verifyPassword(account.password_hash, password))) throw unauthenticated()
    })
  } catch (error) {
    // A 401 would tell the browser that the session has ended.
    if (error instanceof Refusal && error.code === 'UNAUTHENTICATED') throw wrongField(field, wrongPassword)
    throw error
  }
}
