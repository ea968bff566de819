/** Places of Argentina: suggestions of addresses and the localities of a province (R102, R17). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { int, intText, optionalIntText, textParam, wireObject } from './wire.ts'

/** A suggestion of the places provider; `id` asks for its parts. */
export const placeSuggestion = wireObject({
  id: ['id', z.string()],
  label: ['descripcion', z.string()],
  /** The address line that was typed before the place, from a provider that knows places alone (R247). */
  line: ['direccion', z.optional(z.string())],
})
export type PlaceSuggestion = z.output<typeof placeSuggestion>
/** The parts of an address (R102: address parts captured). */
export const placeParts = wireObject({
  street: ['calle', z.string()],
  number: ['numero', z.string()],
  crossing: ['interseccion', z.string()],
  postalCode: ['cp', z.string()],
  city: ['localidad', z.string()],
  provinceId: ['provincia', z.nullable(int)],
  country: ['pais', z.string()],
})
export type PlaceParts = z.output<typeof placeParts>
/** Ours (R17): an outage answers an empty list, never an error. */
export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/api/auth/lugares',
  access: { who: 'everyone' },
  summary: 'Sugerencias de direcciones de Argentina.',
  query: wireObject({
    text: ['texto', textParam],
    provinceId: ['provincia', optionalIntText],
    session: ['sesion', textParam],
  }),
  response: z.array(placeSuggestion),
})
export const findPlace = endpoint({
  method: 'GET',
  path: '/api/auth/lugares/:id',
  access: { who: 'everyone' },
  summary: 'Partes de una dirección sugerida; null si el proveedor no responde.',
  params: wireObject({ id: ['id', z.string()] }),
  query: wireObject({ session: ['sesion', textParam] }),
  response: z.nullable(placeParts),
})
/** Localities of a province, for the form's list; shipped data. */
export const listLocalities = endpoint({
  method: 'GET',
  path: '/api/auth/localidades',
  access: { who: 'everyone' },
  summary: 'Localidades de una provincia.',
  query: wireObject({ provinceId: ['provincia', intText] }),
  response: z.array(z.string()),
})
