/** Making an account without the registration form: enabled at once, for whoever runs the shop. */

import type { Transaction } from 'kysely'
import { inUse } from '../../../contract/accounts.ts'
import { parseCuit } from '../../../contract/cuit.ts'
import { isEmail } from '../../../contract/email.ts'
import type { UserType } from '../../../contract/roles.ts'
import { roles } from '../../../contract/roles.ts'
import { audit } from '../../audit/audit.ts'
import { type Db, isTwice, type Queryable } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { hashPassword } from '../auth/auth.service.ts'
import { newPasswordProblem } from '../auth/commonest-passwords.ts'
import { findAdmin, findClientOfAccount, insertUser, isTaken, sellerExists } from './accounts.queries.ts'

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
  const store = await prepareAccount(account)
  return db.tx(store)
}

/**
 * Checks an account without the database and hashes its password, which is slow. Answers the function that stores the
 * account, for a transaction that may do more.
 *
 * @throws AccountRefused, at once or when the account is stored
 */
export async function prepareAccount(
  account: NewAccount,
): Promise<(t: Transaction<Tables>) => Promise<CreatedAccount>> {
  const { type, password, clientId, sellerId } = account
  const known = { cuit: account.cuit, shopName: account.shopName }
  const weak = await newPasswordProblem(password, roles[type].isStaff ? 'staff' : 'client', known)
  if (weak) throw new AccountRefused(weak)
  if (clientId !== undefined && roles[type].isStaff)
    throw new AccountRefused('Solo un cliente se vincula con un cliente del ERP')
  if (roles[type].reaches === 'sellers' && sellerId === undefined)
    throw new AccountRefused('Un vendedor necesita su vendedor del ERP')
  const passwordHash = await hashPassword(password)
  return async (t) => {
    try {
      return await storeAccount(t, account, passwordHash)
    } catch (error) {
      if (isTwice(error)) throw new AccountRefused(inUse)
      throw error
    }
  }
}

async function storeAccount(
  t: Transaction<Tables>,
  account: NewAccount,
  passwordHash: string,
): Promise<CreatedAccount> {
  const { type, clientId, sellerId } = account
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
    password_hash: passwordHash,
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
}

/** The CUIT of an admin who can sign in; undefined: nobody runs the shop yet. */
export const findAdminCuit = async (db: Queryable): Promise<string | undefined> => (await findAdmin(db))?.cuit
