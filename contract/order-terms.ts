/** What the rules of orders come to for one client (R361). Apart from order-rules.ts: the list of clients carries it. */
import * as z from 'zod/mini'
import { flag, int, money, wireObject } from './wire.ts'

export const orderTermsFields = {
  /** Cents; null: no least. */
  least: ['PEDIDO_MINIMO', z.nullable(money)],
  /** Cents; null: nothing is told of it, 0: always. */
  freeFrom: ['ENVIO_SIN_CARGO', z.nullable(money)],
  /** Weekdays of the client's zone, 1 is Monday; empty: nobody told. */
  days: ['DIAS_ENTREGA', z.array(int)],
  /** Whether the caller prepares orders which another buyer confirms (R371). */
  preparesOnly: ['soloArma', z.optional(flag)],
  /** For a buyer who confirms: how many carts of others wait for that (R372). */
  toConfirm: ['porConfirmar', z.optional(int)],
} as const
export const orderTerms = wireObject(orderTermsFields)
export type OrderTerms = z.output<typeof orderTerms>
