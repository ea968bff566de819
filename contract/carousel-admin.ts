/** The admin's side of the news popup: its slides, their order, and their pictures and videos (R103, R40). */
import * as z from 'zod/mini'
import { SLIDE_SLOTS, slide } from './carousel.ts'
import { endpoint } from './endpoint.ts'
import { slotText, uploadBody } from './media-upload.ts'
import { flag, wireObject } from './wire.ts'

/** A slide as it is saved: its picture or video stays with it, is changed by an upload alone, and goes with `removesFile`. */
const slideToSave = wireObject({
  id: slide.fields.id,
  caption: ['aux', z.string().check(z.maxLength(200))],
  active: slide.fields.active,
  version: slide.fields.version,
  removesFile: ['quitarFoto', z.optional(flag)],
})
/** All ten slides, in their new order; a slide that moves takes its picture along (R40). */
export const saveSlides = endpoint({
  method: 'PUT',
  path: '/api/carousel',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Cambia las diez novedades y su orden.',
  body: z.array(slideToSave).check(z.maxLength(SLIDE_SLOTS)),
  response: z.array(slide),
})
export const slidesRefused = 'Deben venir las diez novedades, cada una una vez'

const slot = wireObject({ slot: ['idcar', slotText(SLIDE_SLOTS)] })

/** Answers the slide as `GET carousel` does. */
export const uploadSlideImage = endpoint({
  method: 'POST',
  path: '/api/carousel/imagen',
  access: { who: 'admin' },
  summary: 'Pone una imagen en una de las diez novedades.',
  query: slot,
  body: uploadBody,
  response: slide,
})
export const uploadSlideVideo = endpoint({
  method: 'POST',
  path: '/api/carousel/video',
  access: { who: 'admin' },
  summary: 'Pone un video (mp4 o webm) en una de las diez novedades.',
  query: slot,
  body: uploadBody,
  response: slide,
})
