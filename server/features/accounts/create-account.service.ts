/** Making an account without the registration form: enabled at once, for whoever runs the shop. */
import { inUse } from '../../../contract/accounts.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import { isEmail } from '../../../contract/email.ts'
import { passwordProblem } from '../../../contract/password.ts'
import { type Db, isTwice } from '../../db/open.ts'
import type { UserType } from '../../db/tables.ts'
import { audit } from '../audit/audit.service.ts'
import { hashPassword } from '../auth/auth.service.ts'
import { findClientOfAccount, insertUser, isTaken, sellerExists } from './accounts.queries.ts'

export interface NewAccount {
  type: UserType
  password: string
  /** In any writing; a cliente's defaults to the client's. */
  cuit?: string
  /** A cliente's defaults to the client's. */
  email?: string
  firstName?: string
  lastName?: string
  /** ID of the ERP's client, for a cliente. */
  clientId?: number
  /** ID of the ERP's seller; a vendedor needs one. */
  sellerId?: number
  /** No password may be made of it. */
  shopName?: string
}

export interface CreatedAccount {
  id: number
  type: UserType
  /** Eleven digits. */
  cuit: string
  email: string
}

/** The account can't be made; the message is Spanish. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused'
}

/** Makes an enabled account. @throws AccountRefused */
export async function createAccount(db: Db, account: NewAccount): Promise<CreatedAccount> {
  const { type, password, clientId, sellerId } = account
  const known = { cuit: account.cuit, shopName: account.shopName }
  const weak = passwordProblem(password, type === 'cliente' ? 'client' : 'staff', known)
  if (weak) throw new AccountRefused(weak)
  if (clientId !== undefined && type !== 'cliente')
    throw new AccountRefused('Solo un cliente se vincula con un cliente del ERP')
  if (type === 'vendedor' && sellerId === undefined)
    throw new AccountRefused('Un vendedor necesita su vendedor del ERP')
  const password_hash = await hashPassword(password)
  try {
    return await db.tx(async (t) => {
      const client = clientId === undefined ? undefined : await findClientOfAccount(t, clientId)
      if (clientId !== undefined && !client) throw new AccountRefused(`No existe el cliente ${clientId}`)
      if (sellerId !== undefined && !(await sellerExists(t, sellerId))) {
        throw new AccountRefused(`No existe el vendedor ${sellerId}`)
      }
      const cuit = parseCuit(account.cuit ?? client?.cuit ?? '')
      if (!cuit) throw new AccountRefused('Debe ingresar un CUIT válido')
      const email = (account.email ?? client?.email ?? '').trim().toLowerCase()
      if (!isEmail(email)) throw new AccountRefused('Debe ingresar un email válido')
      if (await isTaken(t, { cuit, email })) throw new AccountRefused(inUse)
      const id = await insertUser(t, {
        cuit,
        email,
        password_hash,
        type,
        first_name: account.firstName ?? '',
        last_name: account.lastName ?? '',
        business_name: client?.business_name ?? '',
        client_id: clientId ?? null,
        seller_id: sellerId ?? null,
        enabled: true,
      })
      const after = { cuit, email, type, clientId, sellerId }
      await audit(t, { userId: null, action: 'create', entity: 'user', entityId: id, after })
      return { id, type, cuit, email }
    })
  } catch (error) {
    if (isTwice(error)) throw new AccountRefused(inUse)
    throw error
  }
}
