/** The error body of every call (R4) and its codes. */
import * as z from 'zod/mini'

/** The HTTP status of each error code. */
export const statusOf = {
  MALFORMED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TIMEOUT: 408,
  CONFLICT: 409,
  TOO_LARGE: 413,
  WRONG_TYPE: 415,
  TOO_MANY: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  IN_USE: 501,
  /** An outside service, such as the tax registry, is down. */
  UNAVAILABLE: 503,
  /** The shop itself: its database is away or its disk is full. Comes with Retry-After, from any call. */
  OUT_OF_SERVICE: 503,
  /** The shop has too much to do, and began nothing of what was asked. Comes with Retry-After, from any call. */
  OVERLOADED: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** One refused field: named as on the wire in an answer, by its clean name everywhere else (`route()` translates). */
export const fieldError = z.object({ field: z.string(), message: z.string() })
export type FieldError = z.output<typeof fieldError>

export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.optional(z.array(z.unknown())),
})
export type ErrorBody = z.output<typeof errorBody>

/** What only the server says: why it cannot do now what was asked. Apart from `texts`, which the browser loads. */
export const serverTexts = {
  databaseAway: 'La tienda no tiene acceso a sus datos en este momento. Intente nuevamente en unos minutos',
  diskFull: 'La tienda no puede guardar datos en este momento. Intente nuevamente en unos minutos',
  overloaded: 'La tienda está muy ocupada en este momento. Intente nuevamente en unos segundos',
  tooManyRequests: 'Se hicieron demasiadas consultas seguidas. Espere unos segundos e intente nuevamente',
  queueFull: 'Hay mucho trabajo en espera en este momento. Intente nuevamente en unos segundos',
  queueOfOneFull: 'Ya tiene varios documentos o planillas en espera. Espere a que termine alguno',
  notUtf8: (place: number) => `El contenido no está en UTF-8: el byte ${place} no es parte de ninguna letra`,
  compressed: 'El contenido no puede venir comprimido (Content-Encoding)',
  notJson: (line: number, column: number) =>
    `El contenido no es JSON: no se entiende desde la línea ${line}, columna ${column}`,
  jsonEnds: 'El contenido no es JSON: termina antes de tiempo',
  tooDeep: 'El contenido tiene demasiados niveles, uno dentro de otro',
} as const

/** Texts for faults that have none of their own in the spec. */
export const texts = {
  malformed: 'Los datos enviados no son válidos',
  unauthenticated: 'Debe iniciar sesión',
  forbidden: 'No tiene permiso para realizar esta operación',
  notFound: 'No se encontró lo que buscaba',
  internal: 'La tienda tuvo un problema y no pudo responder. Intente nuevamente en unos minutos',
  timeout: 'El envío tardó demasiado en llegar. Intente nuevamente',
  tooLarge: 'El envío es demasiado grande',
  wrongType: 'El tipo de contenido no es válido',
  tooMany: 'Demasiados intentos. Espere unos minutos e intente nuevamente',
  /** A 401's: nobody used the session for as long as the shop allows (R267). */
  idle: 'Su sesión se cerró por inactividad',
  pageClosed: 'Esta sección no está habilitada en este momento',
} as const
