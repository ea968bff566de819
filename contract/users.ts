/** Users, their clients and addresses (R107, R207, R10). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { clientIdText, idText, optionalClientIdText } from './ids.ts'
import { int, wireObject } from './wire.ts'

/** A delivery address; `carrier` empty means the client's own. */
export const address = wireObject({
  id: ['ID_DIR', int],
  street: ['DIRECCION_DIR', z.string()],
  locality: ['LOCALIDAD_DIR', z.string()],
  provinceId: ['IDPRV_DIR', z.nullable(int)],
  /** What a device kept of older answers lacks it. */
  postalCode: ['CP_DIR', z.optional(z.string())],
  carrier: ['NOMBRE_EXP', z.string()],
  /** What the client calls this branch (R378); '' for none. What a device kept of older answers lacks it. */
  name: ['NOMBRE_DIR', z.optional(z.string())],
})
export type Address = z.output<typeof address>

export const isAdmin = endpoint({
  method: 'GET',
  path: '/api/usuarios/admin/:id',
  access: { who: 'signedIn', user: 'params.id' },
  summary: 'Si un usuario es admin.',
  params: wireObject({ userId: ['id', idText] }),
  response: z.boolean(),
})
/** ERP addresses of a client, by ID_CLI. */
export const clientAddresses = endpoint({
  method: 'GET',
  path: '/api/usuarios/direcciones-bodell/:id',
  access: { who: 'signedIn', client: 'params.id' },
  kept: true,
  summary: 'Direcciones de entrega de un cliente.',
  params: wireObject({ clientId: ['id', clientIdText] }),
  response: z.array(address),
})
/** `clientAddresses` with the client in the query, for older callers. */
export const clientAddressesByQuery = endpoint({
  method: 'GET',
  path: '/api/usuarios/cuit/direcciones',
  access: { who: 'signedIn', client: 'query.idcli' },
  summary: 'Direcciones de entrega de un cliente.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: z.array(address),
})

export const ownAddress = wireObject({
  id: ['ID', int],
  street: ['DIRECCION', z.string()],
  provinceId: ['ID_PROVINCIA', z.nullable(int)],
  city: ['CIUDAD', z.string()],
  /** What a device kept of older answers lacks it. */
  postalCode: ['CP', z.optional(z.string())],
  notes: ['OBS', z.string()],
})
export type OwnAddress = z.output<typeof ownAddress>
/** Addresses a user typed, by user id; for a user without an ERP client they are where orders go. */
export const userAddresses = endpoint({
  method: 'GET',
  path: '/api/usuarios/direcciones/:id',
  access: { who: 'signedIn', user: 'params.id' },
  kept: true,
  summary: 'Direcciones propias de un usuario.',
  params: wireObject({ userId: ['id', idText] }),
  response: z.array(ownAddress),
})

/** A client's sale condition and the line it belongs to. */
export const saleTerms = wireObject({ condition: ['IDCDV_CLI', int], line: ['linea', z.enum(['j', 'c'])] })
export type SaleTerms = z.output<typeof saleTerms>
export const clientSaleTerms = endpoint({
  method: 'GET',
  path: '/api/usuarios/cdv-bodell/:id',
  access: { who: 'staff', client: 'params.id' },
  kept: true,
  summary: 'Línea y condición de venta de un cliente.',
  params: wireObject({ clientId: ['id', clientIdText] }),
  response: saleTerms,
})
