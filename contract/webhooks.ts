/** Addresses outside that are told what happens here (R220, R42). The fields of a notice keep the ERP page's names. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { erpState } from './erp.ts'
import { fulfilmentRowFields } from './fulfilment-state.ts'
import { idText } from './ids.ts'
import { orderChannel } from './orders.ts'
import { flag, instant, int, money, wireObject } from './wire.ts'

/** The events that an address can be told of, by their names in the notice. */
export const webhookEvents = ['pedido.creado', 'pedido.cambiado', 'pedido.estado', 'usuario.habilitado'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** The event that 'Probar' sends. */
export const TEST_EVENT = 'prueba'

/** The most addresses that a shop may have. */
export const MOST_WEBHOOKS = 10
export const LONGEST_WEBHOOK_URL = 500

export const webhookTexts = {
  url: 'Debe ser una dirección completa que empiece con https://',
  credentials: 'La dirección no puede llevar usuario ni contraseña',
  events: 'Elija al menos un aviso',
  twice: 'Ya hay un webhook con esa dirección',
  tooMany: `Se admiten hasta ${MOST_WEBHOOKS} webhooks`,
} as const

/** What is wrong with an address, as far as its text tells; whether http is allowed, the server decides. */
export function webhookUrlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || text.length > LONGEST_WEBHOOK_URL) return webhookTexts.url
  return url.username || url.password ? webhookTexts.credentials : undefined
}

const choice = {
  url: ['url', z.string().check(z.maxLength(LONGEST_WEBHOOK_URL))],
  events: ['avisos', z.array(z.enum(webhookEvents)).check(z.maxLength(webhookEvents.length))],
} as const

/** A webhook without its secret, which is told once. */
export const webhook = wireObject({
  id: ['id', int],
  ...choice,
  active: ['activo', flag],
  version: ['version', int],
})
export type Webhook = z.output<typeof webhook>

const webhookId = wireObject({ id: ['id', idText] })
/** The only time that a secret leaves the shop. */
const toldSecret = wireObject({ id: ['id', int], secret: ['secreto', z.string()] })
export type ToldSecret = z.output<typeof toldSecret>

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/config/webhooks',
  access: { who: 'admin' },
  summary: 'Los webhooks: a qué direcciones se avisa y de qué. Nunca su secreto.',
  response: z.array(webhook),
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/config/webhooks',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Agrega un webhook (hasta 10); responde su secreto, por única vez.',
  body: wireObject(choice),
  response: toldSecret,
})
export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/config/webhooks/:id',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Cambia un webhook. Lo que pasa mientras no está activo no se avisa.',
  params: webhookId,
  body: wireObject({ ...choice, active: ['activo', flag], version: ['version', z.optional(int)] }),
  response: webhook,
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/config/webhooks/:id',
  access: { who: 'admin' },
  summary: 'Quita un webhook y lo que faltaba avisarle.',
  params: webhookId,
  response: z.boolean(),
})
export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/config/webhooks/:id/secreto',
  access: { who: 'admin' },
  summary: 'Cambia el secreto de un webhook; responde el nuevo, por única vez.',
  params: webhookId,
  response: toldSecret,
})

/** The answer of an address to a test. */
export const webhookTrial = wireObject({
  /** A status from 200 to 299. */
  accepted: ['aceptado', flag],
  /** Null: no answer. */
  status: ['codigo', z.nullable(int)],
  ms: ['ms', int],
  /** The beginning of its body, or why there is none. */
  text: ['texto', z.string()],
})
export type WebhookTrial = z.output<typeof webhookTrial>

export const tryWebhook = endpoint({
  method: 'POST',
  path: '/api/config/webhooks/:id/probar',
  access: { who: 'admin' },
  summary: 'Envía un aviso de prueba, firmado, y muestra qué respondió la dirección.',
  params: webhookId,
  response: webhookTrial,
})

/** An order as a notice tells it: what and how much, by the ERP's keys; nobody's name, CUIT, mail, address or note. */
export const orderNotice = wireObject({
  orderId: ['IDCON_PED', int],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
  createdAt: ['FECHA_CARGA_PED', instant],
  /** Its version (R383), whose lines these are; 1: nobody changed it. */
  version: ['VERSION_PED', int],
  /** Null: a client that the ERP does not know. */
  clientId: ['ID_CLI', z.nullable(int)],
  clientCode: ['CODIGO_CLI', z.string()],
  total: ['IMPORTE_CP', money],
  channel: ['CANAL', orderChannel],
  lines: [
    'RENGLONES',
    z.array(
      wireObject({
        articleId: ['ID_ART', int],
        code: ['CODIGO_ART', z.string()],
        quantity: ['CANTIDAD_PEDI', int],
        unitPrice: ['PRECIO_PEDI', money],
      }),
    ),
  ],
})

export const orderStateNotice = wireObject({
  orderId: ['IDCON_PED', int],
  erpNumber: ['NUMERO_PED', z.nullable(int)],
  /** What the ERP answered to the order (R218); null where no ERP takes orders. */
  state: ['ESTADO', z.nullable(erpState)],
  reason: ['MOTIVO', z.string()],
  /** The present state of its fulfilment (R304). */
  fulfilmentState: fulfilmentRowFields.fulfilmentState,
  fulfilmentText: fulfilmentRowFields.fulfilmentText,
  pendingUnits: fulfilmentRowFields.pendingUnits,
  comingTotal: fulfilmentRowFields.comingTotal,
  billedTotal: fulfilmentRowFields.billedTotal,
})

export const userNotice = wireObject({
  userId: ['ID', int],
  type: ['TIPO', z.string()],
  clientId: ['ID_CLI', z.nullable(int)],
})
