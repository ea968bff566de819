/** The tax registry, as the registration and the user form ask it (R102, R15). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { int, textParam, wireObject } from './wire.ts'

/** An address in the registry; the fiscal address has the kind FISCAL. */
const registryAddress = wireObject({
  kind: ['tipoDomicilio', z.string()],
  street: ['calle', z.string()],
  number: ['numero', z.string()],
  provinceId: ['idProvincia', z.nullable(int)],
  city: ['localidad', z.string()],
  postalCode: ['codPostal', z.string()],
})
/** What the tax registry tells of a CUIT. */
export const registryEntry = wireObject({
  cuit: ['cuit', z.string()],
  firstName: ['nombre', z.string()],
  lastName: ['apellido', z.string()],
  businessName: ['razonSocial', z.string()],
  addresses: ['domicilio', z.array(registryAddress)],
})
export type RegistryEntry = z.output<typeof registryEntry>
/** 400 cuitRefused for a wrong or unknown CUIT; 503 when the registry does not answer: the form goes on with typed data. */
export const lookUpCuit = endpoint({
  method: 'GET',
  path: '/api/auth/padron',
  access: { who: 'everyone' },
  refusals: ['UNAVAILABLE'],
  effects: true,
  summary: 'Datos de un CUIT en el padrón de la administración tributaria.',
  query: wireObject({ cuit: ['cuit', textParam] }),
  response: registryEntry,
})
