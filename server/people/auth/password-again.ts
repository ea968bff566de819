/** The password asked again before what a stolen session must not do (R262). */
import { secondFactorTexts } from '../../../contract/second-factor.ts'
import type { Caller } from '../../caller.ts'
import type { Db } from '../../db/open.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import type { VerifiedPerson } from './auth.queries.ts'
import { verifyAccount } from './auth.service.ts'
import { cuitOf } from './second-factor.queries.ts'
import type { SigninLimit } from './signin-limit.ts'

export interface PasswordCheck {
  /**
   * The account of a CUIT (eleven digits) whose password is right; its wrong ones count as failed sign-ins (R15).
   * @param address of the visitor, as `visitorKey` answers it
   * @throws Refusal 400 naming `password`, 403 when the account may not sign in, 429
   */
  verify(cuit: string, password: string, address: string): Promise<VerifiedPerson>
  /** The same for the caller's own account. */
  requirePasswordAgain(caller: Caller, password: string, address: string): Promise<VerifiedPerson>
}

export function createPasswordCheck(db: Db, limit: SigninLimit): PasswordCheck {
  const verify = async (cuit: string, password: string, address: string) => {
    try {
      return await limit.guard(address, cuit, () => verifyAccount(db, { cuit, password }))
    } catch (error) {
      // A 401 would end the session of whoever mistypes.
      if (error instanceof Refusal && error.code === 'UNAUTHENTICATED')
        throw wrongField('password', secondFactorTexts.passwordWrong)
      throw error
    }
  }
  return {
    verify,
    requirePasswordAgain: async (caller, password, address) =>
      verify(await cuitOf(db.kysely, caller.userId), password, address),
  }
}
