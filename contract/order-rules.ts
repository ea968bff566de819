/** Ours: rules of orders as the office writes them (R361). What a buyer is told of them: order-amounts.ts. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { MAX_LINE_AMOUNT } from './rules.ts'
import { int, optionalIntText, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** Why a rule is refused. */
export const orderRuleTexts = {
  target: 'Elija para qué clientes vale',
  sameTarget: 'Ya hay una regla para esos clientes: cámbiela',
  nothing: 'Escriba el pedido mínimo, desde cuánto no se cobra el envío, o los días de entrega',
  amount: 'El importe debe ser un número como 50.000 o 50.000,00',
  days: 'Los días de entrega son de una zona',
} as const

/** Whose orders a rule is about, the most particular first: of several rules the first of these counts. */
export const RULE_SCOPES = ['list', 'zone', 'condition', 'all'] as const
const ruleScope = wireWords({ list: 'lista', zone: 'zona', condition: 'condicion', all: 'todos' })
export type RuleScope = z.output<typeof ruleScope>

const { amount: wrong } = orderRuleTexts
const amount = z.nullable(
  z.codec(z.number(wrong).check(z.minimum(0, wrong), z.maximum(MAX_LINE_AMOUNT / 100, wrong)), z.int(), {
    decode: (pesos) => Math.round(pesos * 100),
    encode: (cents) => cents / 100,
  }),
)
/** Weekdays, 1 is Monday. */
const days = z.array(int.check(z.minimum(1), z.maximum(7))).check(z.maxLength(7))

const fields = {
  scope: ['alcance', ruleScope],
  /** The id of the list (0: the base list), zone or condition; null: all clients. */
  targetId: ['destino', z.nullable(int)],
  /** Cents that an order comes to at least. Null: the rule says nothing of it; 0: there is no least. */
  least: ['PEDIDO_MINIMO', amount],
  /** Cents from which delivery is free. Null: the rule says nothing of it; 0: always. */
  freeFrom: ['ENVIO_SIN_CARGO', amount],
  /** The days on which there are deliveries in the zone. */
  days: ['DIAS_ENTREGA', days],
} as const
const body = wireObject(fields)
export type OrderRuleBody = z.output<typeof body>

export const orderRule = wireObject({
  id: ['id', int],
  ...fields,
  /** The name of the list or zone; '' for the others, and for one that is gone. */
  target: ['nombreDestino', z.string()],
  version: ['version', int],
})
export type OrderRule = z.output<typeof orderRule>

const params = wireObject({ id: ['id', idText] })
const made = wireObject({ id: ['id', int] })

export const listOrderRules = endpoint({
  method: 'GET',
  path: '/api/reglas-pedido',
  access: { who: 'supervisor' },
  summary: 'Las reglas de los pedidos: mínimo, envío sin cargo y días de entrega, las más generales primero.',
  response: z.array(orderRule),
})

export const createOrderRule = endpoint({
  method: 'POST',
  path: '/api/reglas-pedido',
  access: { who: 'admin' },
  summary: 'Hace una regla de los pedidos.',
  body,
  response: made,
})

export const changeOrderRule = endpoint({
  method: 'PUT',
  path: '/api/reglas-pedido/:id',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Cambia una regla de los pedidos.',
  params,
  body: wireObject({ ...fields, version: ['version', z.optional(int)] }),
  response: made,
})

export const deleteOrderRule = endpoint({
  method: 'DELETE',
  path: '/api/reglas-pedido/:id',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Borra una regla de los pedidos.',
  params,
  query: wireObject({ version: ['version', optionalIntText] }),
  response: made,
})
