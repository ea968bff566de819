/** Forgotten and changed passwords: a mailed six-digit code, stored hashed (R14). */

import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { type NewPassword, newPasswordProblems } from '../../../contract/account-rules.ts'
import { resetTexts } from '../../../contract/accounts.ts'
import type { SessionUser } from '../../../contract/auth.ts'
import { isEmail } from '../../../contract/email.ts'
import { roles } from '../../../contract/roles.ts'
import { audit } from '../../audit/audit.ts'
import type { Browser } from '../../caller.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { type Refusal, refuseProblems, wrongField } from '../../refusal.ts'
import { hashPassword, type SigninParts, signIn } from '../auth/auth.service.ts'
import type { CodeLimit } from '../auth/code-limit.ts'
import { newPasswordProblem } from '../auth/commonest-passwords.ts'
import { countTry, deleteReset, findUserByEmail, lockReset, saveReset, updateUser } from './accounts.queries.ts'

export const RESET_MINUTES = 15
const MAX_TRIES = 5
/** No user has this id. */
const NOBODY = 0

// Six digits are few, so the hash is bound to the user: equal codes of two users are stored differently.
const hashOf = (userId: number, code: string): Buffer => createHash('sha256').update(`${userId}:${code}`).digest()

/**
 * Puts the mail with a code into the outbox when the address has an account, and does not tell whether it
 * has. @param from the visitor's address, as `visitorKey` answers it
 * @throws Refusal 400 for a text that is no mail address, 429 when too many were asked for
 */
export async function requestReset(
  { db, limit }: { db: Db; limit: CodeLimit },
  email: string,
  from: string,
): Promise<void> {
  const address = email.trim()
  if (address === '') throw wrongField('email', resetTexts.email)
  if (!isEmail(address)) throw wrongField('email', resetTexts.mailFailed)
  const user = await findUserByEmail(db.kysely, address)
  await limit.guard({ address: from, email: address.toLowerCase(), cuit: user?.cuit ?? '' }, async () => {
    if (!user) return
    await db.tx(async (t, publish) => {
      await enqueue(t, { kind: 'resetCodeMail', payload: { userId: user.id } })
      publish('job')
    })
  })
}

/** Makes the one valid code of a user, stores its hash and answers it: the only time it exists in clear. */
export async function newResetCode(db: Db, userId: number, minutes = RESET_MINUTES): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  await db.tx((t) => saveReset(t, userId, hashOf(userId, code), expiresAt))
  return code
}

/**
 * Sets a new password with a mailed code, ends the user's sessions and signs in. A wrong, old or
 * worn-out code and an unknown address are the same refusal.
 * @throws Refusal 400 with the refused fields; 403 when the account may not sign in, 401 when it takes a code as well
 * (its password is set)
 */
export async function resetPassword(
  { shopName, ...parts }: SigninParts & { shopName: string },
  given: NewPassword,
  browser: Browser,
): Promise<SessionUser> {
  const { db, sessions } = parts
  const missing = newPasswordProblems(given)
  refuseProblems(missing)
  const user = await findUserByEmail(db.kysely, given.email.trim())
  // An unknown address runs the same statements, and the slow hash comes only after the right code: the time of
  // the answer does not tell who has an account.
  const isRightCode = await db.tx((t) => tryCode(t, user?.id ?? NOBODY, given.code))
  if (!user || !isRightCode) throw refused()
  // Only somebody with the code learns the rules for the account's password; a weak one does not spend the code.
  const weak = await newPasswordProblem(given.password, roles[user.type].isStaff ? 'staff' : 'client', {
    cuit: user.cuit,
    shopName,
  })
  if (weak) throw wrongField('password', weak)
  const password = await hashPassword(given.password)
  const isChanged = await db.tx(async (t, publish) => {
    // Another request may have spent the code meanwhile.
    if (!(await tryCode(t, user.id, given.code))) return false
    await deleteReset(t, user.id)
    await updateUser(t, user.id, { password_hash: password })
    await sessions.endAllOf(t, user.id)
    await audit(t, { userId: user.id, action: 'password-reset', entity: 'user', entityId: user.id })
    publish('session')
    return true
  })
  if (!isChanged) throw refused()
  sessions.forget()
  return signIn(parts, { cuit: user.cuit, password: given.password, visitor: 'known' }, browser)
}

/** Whether a code is the user's live one, which stays locked until the transaction ends; a wrong one is counted. */
async function tryCode(t: Queryable, userId: number, code: string): Promise<boolean> {
  const reset = await lockReset(t, userId)
  if (!reset || reset.tries >= MAX_TRIES) return false
  const isRight = timingSafeEqual(reset.code_hash, hashOf(userId, code.trim()))
  if (!isRight) await countTry(t, userId)
  return isRight
}

const refused = (): Refusal => wrongField('code', resetTexts.changeFailed)
