/** The ERP's short lists that forms choose from: carriers, zones, sellers, VAT conditions (R29). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { int, wireObject } from './wire.ts'

/** A carrier (expreso); 1 is the default. */
export const carrier = wireObject({ id: ['ID_EXP', int], name: ['NOMBRE_EXP', z.string()] })
export const DEFAULT_CARRIER = 1
export const listCarriers = endpoint({
  method: 'GET',
  path: '/api/auth/expresos',
  access: { who: 'everyone' },
  summary: 'Expresos.',
  response: z.array(carrier),
})

export const zone = wireObject({ id: ['ID_ZON', int], name: ['DESCRIPCION_ZON', z.string()] })
export const listZones = endpoint({
  method: 'GET',
  path: '/api/auth/zonas',
  access: { who: 'everyone' },
  summary: 'Zonas.',
  response: z.array(zone),
})

export const seller = wireObject({ id: ['ID_VC', int], name: ['DESCRIP_VC', z.string()] })
export const listSellers = endpoint({
  method: 'GET',
  path: '/api/usuarios/vendedores',
  access: { who: 'admin' },
  summary: 'Vendedores.',
  response: z.array(seller),
})

export const listVatConditions = endpoint({
  method: 'GET',
  path: '/api/usuarios/bodell/ivas',
  access: { who: 'admin' },
  summary: 'Condiciones de IVA.',
  response: z.array(wireObject({ id: ['id', int], name: ['descr', z.string()] })),
})
