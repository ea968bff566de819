/** What a buyer is told of the rules of orders (R361, R362), in the cart, at confirming and when an order is refused. */
import * as z from 'zod/mini'
import { formatPesos } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { optionalClientIdText } from './ids.ts'
import { orderTermsFields } from './order-terms.ts'
import { instant, int, money, wireObject } from './wire.ts'

/** An order that can still be changed (R385), to which a cart can be added. */
const openOrder = wireObject({
  id: ['IDCON_PED', int],
  version: ['VERSION_PED', int],
  madeAt: ['FECHA_CARGA_PED', instant],
  until: ['CAMBIABLE_HASTA', instant],
})
export type OpenOrder = z.output<typeof openOrder>
/** The terms of a cart's client, with the last such order; absent for none. */
const cartTerms = wireObject({ ...orderTermsFields, openOrder: ['pedidoAbierto', z.optional(openOrder)] })
export type CartTerms = z.output<typeof cartTerms>

export const getOrderTerms = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedido/reglas',
  access: { who: 'signedIn', client: 'query.idcli' },
  kept: true,
  summary:
    'El pedido mínimo de un cliente, desde cuánto no se le cobra el envío, qué días se entrega en su zona y el pedido que todavía puede cambiar.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: cartTerms,
})

/** In `details` of the 409 that refuses an order below its least amount: a supervisor may send it with a reason (R363). */
export const belowLeast = wireObject({ missing: ['FALTA', money], least: ['PEDIDO_MINIMO', money] })
export type BelowLeast = z.output<typeof belowLeast>

/** Cents that a total lacks; 0 for none. */
export const missingTo = (amount: number | null | undefined, total: number): number =>
  Math.max(0, (amount ?? 0) - total)

/** 'Faltan $ 18.400,00 para el pedido mínimo', in the cart as in the refusal. */
export const missingToLeast = (missing: number): string => `Faltan ${formatPesos(missing)} para el pedido mínimo`
export const missingToFree = (missing: number): string => `Faltan ${formatPesos(missing)} para el envío sin cargo`
/** The refusal of an order below its least amount. */
export const belowLeastText = ({ missing, least }: BelowLeast): string =>
  `${missingToLeast(missing)}, que es de ${formatPesos(least)}`

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados', 'domingos'] as const
export const weekdayName = (day: number): string => WEEKDAYS[day - 1] ?? ''
/** 'los martes y jueves'; '' for no day. */
export function daysInWords(weekdays: readonly number[]): string {
  const names = [...weekdays].sort((a, b) => a - b).map(weekdayName)
  if (names.length === 0) return ''
  if (names.length === WEEKDAYS.length) return 'todos los días'
  const last = names.pop() ?? ''
  return `los ${names.length > 0 ? `${names.join(', ')} y ` : ''}${last}`
}
