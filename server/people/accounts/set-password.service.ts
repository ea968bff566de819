/** A password set by whoever has the machine, where nobody who could sign in knows one any more (R321). */
import { roles, type UserType } from '../../../contract/roles.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/open.ts'
import { enqueue } from '../../jobs/outbox.ts'
import { deleteSessionsOf, findAccountByCuit } from '../auth/auth.queries.ts'
import { newPasswordProblem } from '../auth/commonest-passwords.ts'
import { hashPassword } from '../auth/password.ts'
import { deleteReset, updateUser } from './accounts.queries.ts'
import { AccountRefused } from './create-account.service.ts'

/**
 * Sets the password of the user with a CUIT (eleven digits), ends the user's sessions and mails the user. The second
 * factor stays.
 *
 * @returns what kind of user it is and whether it may sign in; undefined when nobody has the CUIT
 * @throws AccountRefused for a password that is not taken
 */
export async function setPassword(
  db: Db,
  { cuit, password, shopName }: { cuit: string; password: string; shopName: string },
): Promise<{ type: UserType; maySignIn: boolean } | undefined> {
  const account = await findAccountByCuit(db.kysely, cuit)
  if (!account) return undefined
  const { id, type } = account
  const weak = await newPasswordProblem(password, roles[type].isStaff ? 'staff' : 'client', { cuit, shopName })
  if (weak) throw new AccountRefused(weak)
  const password_hash = await hashPassword(password)
  await db.tx(async (t, publish) => {
    await updateUser(t, id, { password_hash })
    // A code that was mailed before would set another one.
    await deleteReset(t, id)
    await deleteSessionsOf(t, id)
    await audit(t, { userId: null, action: 'password-reset', entity: 'user', entityId: id })
    await enqueue(t, { kind: 'passwordSetMail', payload: { userId: id } })
    publish('session')
    publish('job')
  })
  return { type, maySignIn: account.enabled && account.active }
}
