/** Looking up ERP clients, for staff (R107, R207, R10, R24). */
import * as z from 'zod/mini'
import { userType } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { optionalClientIdText, optionalIdText, readId } from './ids.ts'
import { orderTerms } from './order-terms.ts'
import { address } from './users.ts'
import { instant, int, money, pageIndex, textParam, wireObject } from './wire.ts'

const staff = { who: 'staff' } as const

/** An ERP client as staff chooses it. */
export const client = wireObject({
  id: ['ID_CLI', int, 'idcli'],
  code: ['codigo', z.string()],
  businessName: ['RAZONSOCIAL_CLI', z.string(), 'razon'],
  name: ['nombre', z.string()],
  cuit: ['CUIT_CLI', z.string()],
  condition: ['IDCDV_CLI', int],
})
export type Client = z.output<typeof client>

const clients = z.array(client)
/** The clients of a seller, given the seller's user id; without an id, the caller's own. */
export const listSellersClients = endpoint({
  method: 'GET',
  path: '/api/usuarios/clientes',
  access: { who: 'staff', user: 'query.id' },
  summary: 'Clientes de un vendedor.',
  query: wireObject({ userId: ['id', optionalIdText] }),
  response: clients,
})
/** All clients; a vendedor gets the own ones. */
export const listClients = endpoint({
  method: 'GET',
  path: '/api/usuarios/clientes/all',
  access: staff,
  summary: 'Todos los clientes (a un vendedor, los propios).',
  response: clients,
})
/** What a client's order needs beside its lines: whom it is for, where it may go and on which terms. */
export const clientForOrders = wireObject({
  id: ['ID_CLI', int],
  code: ['codigo', z.string()],
  businessName: ['RAZONSOCIAL_CLI', z.string()],
  name: ['nombre', z.string()],
  cuit: ['CUIT_CLI', z.string()],
  condition: ['IDCDV_CLI', int],
  line: ['linea', z.enum(['j', 'c'])],
  /** Where the client's last order went: an address's id, 0 pickup, −1 none; null without an order. */
  lastAddressId: ['ultima', z.nullable(int)],
  addresses: ['direcciones', z.array(address)],
  /** What the rules of orders come to for it (R361); what a device kept of older answers lacks it. */
  orderTerms: ['reglas', z.optional(orderTerms)],
})
export type ClientForOrders = z.output<typeof clientForOrders>
/** For a device that will have no signal (R226): all clients at once, or a vendedor's own ones. */
export const listClientsForOrders = endpoint({
  method: 'GET',
  path: '/api/usuarios/clientes/para-pedidos',
  access: staff,
  kept: true,
  summary: 'Todos los clientes con sus direcciones y condiciones de venta (a un vendedor, los propios).',
  response: z.array(clientForOrders),
})
/** A client as a search finds it, with what tells one branch of a chain from the next. */
export const foundClient = wireObject({
  ...client.fields,
  /** Of its first address; '' without one. */
  locality: ['localidad', z.string()],
  /** Lines in the cart that the caller fills for it. */
  cartLines: ['enCarrito', int],
})
export type FoundClient = z.output<typeof foundClient>
/** The most clients that a caller names as the ones they had last. */
export const MOST_RECENT_CLIENTS = 5
const recentIds = z.codec(z.optional(z.string().check(z.maxLength(100))), z.array(int), {
  decode: (text) =>
    (text ?? '')
      .split(',')
      .flatMap((id) => readId(id) ?? [])
      .slice(0, MOST_RECENT_CLIENTS),
  encode: (ids) => (ids.length > 0 ? ids.join() : undefined),
})
/** Clients on a page of a search. */
export const CLIENT_MATCHES = 30
/**
 * Finds clients by razón social, code or CUIT, words in any order. The best matches come first. Without a text, the
 * clients that the caller had last come first, then all by name. A vendedor finds only the own ones.
 */
export const findClients = endpoint({
  method: 'GET',
  path: '/api/usuarios/buscador/cliente',
  access: staff,
  kept: true,
  summary: 'Clientes por razón social, código o CUIT.',
  query: wireObject({
    text: ['nom', textParam],
    page: ['index', pageIndex],
    /** Ids of the clients that the caller had last, the latest first. */
    recent: ['recientes', recentIds],
  }),
  response: z.array(foundClient),
})
export const getClient = endpoint({
  method: 'GET',
  path: '/api/usuarios/cliente/id',
  access: { who: 'staff', client: 'query.id' },
  kept: true,
  summary: 'Un cliente por su ID_CLI.',
  query: wireObject({ id: ['id', optionalClientIdText] }),
  response: z.nullable(client),
})
export const getClientByCode = endpoint({
  method: 'GET',
  path: '/api/usuarios/cliente',
  access: staff,
  summary: 'Un cliente por su código.',
  query: wireObject({ code: ['cod', textParam] }),
  response: z.nullable(client),
})
export const clientNotFound = 'No se encontro el cliente'
/** Why nobody may order for a client that the ERP put out of use. */
export const clientOutOfUse = {
  toClient: 'Su cuenta de cliente no está activa. Comuníquese con nosotros.',
  toStaff: 'El cliente no está activo en el sistema de gestión',
} as const
/** The zone of a client; null when it has none. */
export const getClientZone = endpoint({
  method: 'GET',
  path: '/api/usuarios/cliente/zona',
  access: { who: 'staff', client: 'query.id' },
  summary: 'Zona de un cliente.',
  query: wireObject({ id: ['id', optionalClientIdText] }),
  response: z.nullable(int),
})

/** A cart that waits (R203, cart summary). */
export const pendingCart = wireObject({
  userId: ['id', int],
  businessName: ['razon', z.string()],
  email: ['email', z.string()],
  cuit: ['cuit', z.string()],
  seller: ['vendedor', z.string()],
  total: ['total', money],
  lineCount: ['items', int],
  updatedAt: ['fecha', instant],
  clientId: ['idcli', int],
  /** The phone numbers of the client's own user. */
  phone: ['telefono', z.string()],
  mobile: ['celular', z.string()],
  /** Whole days since its oldest line was added. */
  days: ['dias', int],
  /** The name of the user who fills it. */
  holder: ['usuario', z.string()],
  holderType: ['tipo', userType],
})
export type PendingCart = z.output<typeof pendingCart>
export const listPendingCarts = endpoint({
  method: 'GET',
  path: '/api/usuarios/clientes/carrito',
  access: { who: 'staff', user: 'query.id' },
  summary: 'Carritos pendientes de los clientes de un vendedor.',
  query: wireObject({ userId: ['id', optionalIdText] }),
  response: z.array(pendingCart),
})
export const listAllPendingCarts = endpoint({
  method: 'GET',
  path: '/api/usuarios/clientes/carrito/all',
  access: staff,
  summary: 'Carritos pendientes de todos (a un vendedor, de los propios).',
  response: z.array(pendingCart),
})
