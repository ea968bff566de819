/** The news popup: up to ten slides (R103). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { flag, int, optionalIntText, textParam, wireObject } from './wire.ts'

export const SLIDE_SLOTS = 10

export const slide = wireObject({
  id: ['id', int],
  file: ['foto', z.nullable(z.string())],
  caption: ['aux', z.string()],
  active: ['aux2', flag],
  version: ['version', z.optional(int)],
})
export type Slide = z.output<typeof slide>

export const listSlides = endpoint({
  method: 'GET',
  path: '/api/carousel',
  access: { who: 'everyone' },
  kept: true,
  summary: 'Novedades, en su orden.',
  response: z.array(slide),
})
export const slideMedia = endpoint({
  method: 'GET',
  path: '/api/carousel/fotos',
  access: { who: 'everyone' },
  refusals: ['NOT_FOUND'],
  summary: 'Imagen o video de una novedad; n de 1 a 10.',
  query: wireObject({ slot: ['n', optionalIntText], version: ['v', textParam] }),
  response: raw('image/*, video/*'),
})
