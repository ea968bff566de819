/** Changing an order until somebody takes it, and its earlier versions (R383 to R385). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { cancelTexts, knownLine, MAX_ORDER_LINES, orderedLine } from './orders.ts'
import { reviewArticleFields } from './review.ts'
import { flag, instant, int, money, wireObject } from './wire.ts'

/** Why a change is not saved. */
export const changeTexts = {
  taken: cancelTexts.taken,
  held: 'El pedido está en espera y así no se cambia: cancélelo y haga otro, o espere a que se libere',
  cancelled: 'El pedido se canceló: ya no se puede cambiar',
  preparesOnly: 'Usted arma pedidos: quien los confirma puede cambiarlos',
  otherVat:
    'Desde que se hizo el pedido cambió si los precios de la tienda incluyen IVA: cancélelo y haga otro, o deje las cantidades como están',
  empty: 'Un pedido sin artículos no se guarda: si no lo quiere, cancélelo',
  unsold: 'Hay artículos que ya no están a la venta. Quítelos para guardar los cambios',
  repriced: 'Cambiaron precios. Revise los importes antes de guardar los cambios',
  asked: 'Hay cantidades fuera de lo habitual. Revíselas antes de guardar los cambios',
  wouldBeHeld: 'Con este cambio el pedido quedaría en espera: haga con lo nuevo un pedido aparte',
  cartChanged: 'El carrito cambió en otro equipo o en otra ventana. Revíselo antes de agregarlo al pedido',
  keyTaken: 'Su cambio anterior ya se guardó, con otros datos. Revise cómo quedó el pedido',
} as const

const params = wireObject({ id: ['id', idText] })

/** In `details` of the 409 that refuses a change of another version than the stored one: the stored one. */
export const storedVersion = wireObject({ version: ['VERSION_PED', int] })

/** A line of an order with its article at today's price. */
const lineToChange = wireObject({
  ...reviewArticleFields,
  quantity: ['cantidad', int],
  note: ['obs', z.string()],
  /** Cents of a unit in the order, which stay while the quantity stays. */
  agreedPrice: ['precioPedido', money],
  /** Whether more of it can be ordered today. */
  sold: ['enVenta', flag],
})
export type LineToChange = z.output<typeof lineToChange>

export const getOrderToChange = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/para-cambiar',
  access: { who: 'signedIn', page: 'CARRITO' },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Un pedido que todavía se puede cambiar: su versión y sus renglones, con los precios de hoy al lado.',
  params,
  response: wireObject({
    version: ['VERSION_PED', int],
    /** Until when it can be changed. */
    until: ['CAMBIABLE_HASTA', instant],
    note: ['OBS_PED', z.string()],
    lines: ['renglones', z.array(lineToChange)],
  }),
})

export const changeOrder = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/pedidos/:id/cambiar',
  access: { who: 'signedIn', page: 'CARRITO', write: true },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  takesKey: true,
  summary:
    'Cambia un pedido mientras nadie lo tomó: guarda una versión nueva con exactamente estos renglones. Con Idempotency-Key, repetirlo no hace otra versión.',
  params,
  body: wireObject({
    /** The version that the change was made of; another one is a 409 that says who changed it. */
    version: ['VERSION_PED', int],
    /** All its lines from now on. What it has already, in the same quantity, keeps its price; the rest costs what it costs today. */
    lines: ['renglones', z.array(orderedLine).check(z.maxLength(MAX_ORDER_LINES))],
    /** Its observation from now on; absent: as it was. */
    note: ['OBS_PED', z.optional(z.string().check(z.maxLength(500)))],
    /** The total that the screen showed; another one is a 409 with the lines that changed. */
    shownTotal: ['total', money],
    /** Lines of the caller's cart that go into the order, as the screen showed them; they leave the cart. */
    fromCart: ['carrito', z.optional(z.array(knownLine).check(z.maxLength(MAX_ORDER_LINES)))],
  }),
  response: wireObject({ orderId: ['IDCON_PED', int], version: ['VERSION_PED', int] }),
})

/** An earlier version of an order, as it was. */
export const orderVersion = wireObject({
  version: ['VERSION_PED', int],
  madeAt: ['fecha', instant],
  /** Whoever made it; 'La tienda' for a buyer, where somebody of the shop did. */
  madeBy: ['creadoPor', z.string()],
  note: ['OBS_PED', z.string()],
  total: ['IMPORTE_CP', money],
  lines: [
    'renglones',
    z.array(
      wireObject({
        articleId: ['IDART_PEDI', int],
        code: ['CODIGO_ART', z.string()],
        description: ['DESCRIP_ART', z.string()],
        unitPrice: ['PRECIO_LPI', money],
        quantity: ['CANTIDAD_PEDI', int],
        note: ['OBS1_PEDI', z.string()],
      }),
    ),
  ],
})
export type OrderVersion = z.output<typeof orderVersion>

export const getOrderVersions = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/versiones',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'Las versiones anteriores de un pedido, la última primero; la vigente es el pedido mismo.',
  params,
  response: z.array(orderVersion),
})
