/** A client's account as the ERP keeps it (R306): balance, limit, open bills. */
import * as z from 'zod/mini'
import { formatPesos } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { instant, int, money, wireObject } from './wire.ts'

/** A bill that is not paid whole. */
export const openBill = wireObject({
  kind: ['TIPO', z.string()],
  number: ['NUMERO', z.string()],
  /** yyyy-mm-dd; the due day is null where nobody told. */
  day: ['FECHA', z.string()],
  dueDay: ['VENCE', z.nullable(z.string())],
  amount: ['IMPORTE', money],
  /** What is left to pay; negative for what is in the client's favour. */
  balance: ['SALDO', money],
})
export type OpenBill = z.output<typeof openBill>

/** What an order against a rule of accounts meets (R389): it is only said, refused, or held. */
export const accountActions = ['avisar', 'rechazar', 'retener'] as const
export type AccountAction = (typeof accountActions)[number]

/** What the shop does about an overdue account, and from how many days and cents on (R389). */
const overdueRule = wireObject({
  action: ['ACCION', z.enum(accountActions)],
  days: ['DIAS', int],
  amount: ['IMPORTE', money],
})

export const clientAccount = wireObject({
  /** When the ERP told it. */
  at: ['FECHA', instant],
  /** What the client owes; negative for what is in its favour. */
  balance: ['SALDO', money],
  /** Null: no limit. */
  limit: ['LIMITE', z.nullable(money)],
  /** What comes of the orders sent since `at` and is not billed, with VAT: the balance does not hold it yet. */
  ordered: ['PEDIDOS', money],
  /** What was billed of these orders, where the balance does not hold that either (R306). */
  billedSince: ['FACTURADO_DESDE', z.optional(money)],
  /** Whether the shop makes orders keep the limit (the setting LIMITE_OBLIGATORIO); else it is only said. */
  binding: ['obligatorio', z.boolean()],
  /** Whether it holds an order beyond a limit that binds, instead of refusing it (R390). */
  holds: ['retiene', z.optional(z.boolean())],
  /** Absent: nothing is said of what is overdue. */
  overdueRule: ['REGLA_VENCIDO', z.optional(overdueRule)],
  /** The earliest due first. */
  bills: ['COMPROBANTES', z.array(openBill)],
})
export type ClientAccount = z.output<typeof clientAccount>

/** The client itself, its seller, supervisors and admins; null where the ERP told none. */
export const getClientAccount = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/cuenta',
  access: { who: 'signedIn', client: 'query.idcli' },
  kept: true,
  summary: 'La cuenta de un cliente en el ERP: saldo, límite y comprobantes pendientes; null si no la manda.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: z.nullable(clientAccount),
})

/** Cents by which an order of `final` cents, with VAT (R357), goes beyond the limit; 0 where it does not, or there is no limit. */
export const beyondLimit = (
  account: Pick<ClientAccount, 'balance' | 'limit' | 'ordered' | 'billedSince'> | null,
  final: number,
): number => (account === null || account.limit === null ? 0 : Math.max(0, final - leftOf(account, account.limit)))

/** Cents that are left below a limit; negative beyond it. */
export const leftOf = (
  { balance, ordered, billedSince = 0 }: Pick<ClientAccount, 'balance' | 'ordered' | 'billedSince'>,
  limit: number,
): number => limit - balance - ordered - billedSince

/** What is said of an order beyond the limit. */
const beyondLimitText = (beyond: number): string => `El pedido supera el límite de crédito en ${formatPesos(beyond)}`

/** What is overdue on a day. */
export interface Overdue {
  /** Cents. */
  readonly amount: number
  /** Days since the oldest of it was due. */
  readonly days: number
}

const DAY = 86_400_000

/** Whole days since the due day; 0 on that day and before. Both are yyyy-mm-dd. */
export const daysOverdue = (dueDay: string, today: string): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDay)) / DAY))

/**
 * What is overdue of open bills on a day, yyyy-mm-dd, less what stands in the client's favour; null where that is nothing. A bill
 * without a due day is never overdue.
 */
export function overdueOf(bills: readonly Pick<OpenBill, 'dueDay' | 'balance'>[], today: string): Overdue | null {
  let amount = 0
  let days = 0
  for (const { dueDay, balance } of bills) {
    const late = balance > 0 && dueDay !== null ? daysOverdue(dueDay, today) : 0
    if (late > 0 || balance < 0) amount += balance
    days = Math.max(days, late)
  }
  return amount > 0 && days > 0 ? { amount, days } : null
}

/** 'vencido $ 845.000,00, 40 días' */
export const overdueText = ({ amount, days }: Overdue): string =>
  `vencido ${formatPesos(amount)}, ${days === 1 ? '1 día' : `${days} días`}`

/** A rule of the office that an order goes against: what the shop does then, and why. */
export interface BrokenRule {
  readonly rule: 'overdue' | 'limit'
  readonly action: AccountAction
  readonly text: string
}

/**
 * The rules that an order of `final` cents, with VAT (R357), goes against by what the account says on a day, yyyy-mm-dd; none for a
 * client without an account (R389, R390). The gate of orders and the screens ask this alike.
 */
export function brokenRules(
  account: Omit<ClientAccount, 'at'> | null,
  final: number,
  today: string,
): readonly BrokenRule[] {
  if (account === null) return []
  const broken: BrokenRule[] = []
  const overdue = account.overdueRule && overdueOf(account.bills, today)
  if (account.overdueRule && overdue) {
    const { action, days, amount } = account.overdueRule
    if (overdue.days >= days && overdue.amount >= amount)
      broken.push({ rule: 'overdue', action, text: `La cuenta tiene ${overdueText(overdue)}` })
  }
  const beyond = beyondLimit(account, final)
  if (beyond > 0) {
    const action = account.binding ? (account.holds ? 'retener' : 'rechazar') : 'avisar'
    broken.push({ rule: 'limit', action, text: beyondLimitText(beyond) })
  }
  return broken
}

/** Why orders are held, as the order keeps it: 'la cuenta tiene vencido $ 845.000,00, 40 días'. */
export const heldReasonOf = (broken: readonly BrokenRule[]): string =>
  broken
    .filter(({ action }) => action === 'retener')
    .map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1))
    .join(' y ')
