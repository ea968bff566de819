/** A client's account for whoever may see it, and orders beyond its limit (R306). */
import { beyondLimit, type ClientAccount } from '../../../contract/client-account.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import { findAccounts, listOpenBills, lockBindingAccounts } from './client-account.queries.ts'

/** The account of a client; null where the ERP told none. */
export async function accountOf(db: Queryable, clientId: number): Promise<ClientAccount | null> {
  if (clientId === NO_CLIENT) return null
  const [account] = await findAccounts(db, [clientId])
  if (!account) return null
  const { clientId: _, ...shown } = account
  return { ...shown, bills: await listOpenBills(db, clientId) }
}

/**
 * Judges orders that are about to be written, one after the other, in their transaction: answers for one of a client and a
 * final amount (R357) by how many cents it passes a limit that binds, 0 for none. Two transactions that order for a client wait for
 * each other. `clientIds` are those whose account binds; `beside` is as in `findAccounts`.
 */
export async function limitsOf(
  t: Queryable,
  clientIds: readonly number[],
  beside: number | null = null,
): Promise<(clientId: number, final: number) => number> {
  if (clientIds.length === 0) return () => 0
  await lockBindingAccounts(t, clientIds)
  const accounts = new Map((await findAccounts(t, clientIds, beside)).map((account) => [account.clientId, account]))
  return (clientId, final) => {
    const account = accounts.get(clientId)
    if (!account?.binding) return 0
    const beyond = beyondLimit(account, final)
    if (beyond === 0) account.ordered += final
    return beyond
  }
}
