/** A client's account as the ERP keeps it (R306): balance, limit, open bills. */
import * as z from 'zod/mini'
import { formatPesos } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { instant, money, wireObject } from './wire.ts'

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
  /** Whether an order beyond the limit is refused (the setting LIMITE_OBLIGATORIO); else it is only said. */
  binding: ['obligatorio', z.boolean()],
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

/** The sentence about an order beyond the limit, said before it is sent and when it is refused. */
export const beyondLimitText = (beyond: number): string =>
  `El pedido supera el límite de crédito en ${formatPesos(beyond)}`
