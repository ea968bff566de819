/** A client's account for whoever may see it, and the orders that go against its rules (R306, R389). */
import {
  type AccountAction,
  type BrokenRule,
  brokenRules,
  type ClientAccount,
  type OpenBill,
} from '../../../contract/client-account.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import type { Queryable } from '../../db/open.ts'
import { dayInArgentina } from '../../lib/dates.ts'
import { findAccounts, findRules, listHeld, listOpenBills, lockAccounts } from './client-account.queries.ts'

/** The account of a client; null where the ERP told none. */
export async function accountOf(db: Queryable, clientId: number): Promise<ClientAccount | null> {
  if (clientId === NO_CLIENT) return null
  return (await accountsOf(db, [clientId])).get(clientId) ?? null
}

/** The accounts of clients with the rules of the office; a client of whom the ERP told none is not among them. */
async function accountsOf(
  db: Queryable,
  clientIds: readonly number[],
  beside: number | null = null,
): Promise<Map<number, ClientAccount>> {
  const accounts = await findAccounts(db, clientIds, beside)
  if (accounts.length === 0) return new Map()
  const rules = await rulesOfAccounts(db)
  const found = new Map<number, ClientAccount & { bills: OpenBill[] }>(
    accounts.map(({ clientId, ...account }) => [clientId, { ...account, ...rules, bills: [] }]),
  )
  for (const { clientId, ...bill } of await listOpenBills(db, clientIds)) found.get(clientId)?.bills.push(bill)
  return found
}

/** The rules as they are set, as an account carries them. */
async function rulesOfAccounts(db: Queryable): Promise<Pick<ClientAccount, 'binding' | 'holds' | 'overdueRule'>> {
  const texts = await findRules(db)
  const action = texts.VENCIDO_REGLA
  return {
    binding: texts.LIMITE_OBLIGATORIO === '1',
    holds: texts.LIMITE_RETIENE === '1',
    ...(action !== 'no' && {
      overdueRule: {
        action: action as AccountAction,
        days: Number(texts.VENCIDO_DIAS),
        amount: Number(texts.VENCIDO_IMPORTE) * 100,
      },
    }),
  }
}

/**
 * Judges orders that are about to be written, one after the other, in their transaction: answers for one of a client and a
 * final amount (R357) which rules that bind it goes against. It counts for the next one unless it is refused. Two transactions that
 * order for a client wait for each other, and for an ERP that is telling its account. `clientIds` are those whose account binds.
 * `beside` is as in `findAccounts`.
 */
export async function rulesAtTheGate(
  t: Queryable,
  clientIds: readonly number[],
  beside: number | null = null,
): Promise<(clientId: number, final: number) => readonly BrokenRule[]> {
  if (clientIds.length === 0) return () => []
  await lockAccounts(t, clientIds)
  const accounts = await accountsOf(t, clientIds, beside)
  const today = dayInArgentina(new Date())
  return (clientId, final) => {
    const account = accounts.get(clientId)
    if (!account) return []
    const binding = bindingOf(brokenRules(account, final, today))
    if (!binding.some(({ action }) => action === 'rechazar')) account.ordered += final
    return binding
  }
}

const bindingOf = (broken: readonly BrokenRule[]) => broken.filter(({ action }) => action !== 'avisar')

/**
 * The held orders of a client that no rule holds any more, as its account stands now; locks the account as an order does. Each
 * counts before those that came after it, whether it goes or stays: a large one is not passed by small ones.
 */
export async function heldNoMore(t: Queryable, clientId: number): Promise<number[]> {
  await lockAccounts(t, [clientId])
  const held = await listHeld(t, clientId)
  const account = (await accountsOf(t, [clientId])).get(clientId)
  if (!account) return held.map(({ id }) => id)
  const today = dayInArgentina(new Date())
  account.ordered -= held.reduce((sum, { final }) => sum + final, 0)
  return held.flatMap(({ id, final }) => {
    const stays = bindingOf(brokenRules(account, final, today)).length > 0
    account.ordered += final
    return stays ? [] : [id]
  })
}
