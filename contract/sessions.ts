/** The sessions of the signed-in user: which are open, and ending them from any of them (R266). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { instant, int, wireObject } from './wire.ts'

/** An open session of the caller. `device` is in words ('Chrome en Android'); `lastUsedAt` is at most a minute late. */
export const ownSession = wireObject({
  id: ['id', int],
  device: ['dispositivo', z.string()],
  beganAt: ['inicio', instant],
  lastUsedAt: ['ultimoUso', instant],
  /** The one that asks. */
  isCurrent: ['actual', z.boolean()],
})
export type OwnSession = z.output<typeof ownSession>

/** The one that asks first, then those used last. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sesiones',
  access: { who: 'signedIn' },
  summary: 'Sesiones abiertas del usuario.',
  response: z.array(ownSession),
})

/** The password typed wrong once more: the session of whoever typed it goes on. */
export const wrongPassword = 'La contraseña no es correcta'

/** Ends one session of the caller, or without an id all but the one that asks; asks for the password again. Answers how many. */
export const endOwnSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sesiones/cerrar',
  access: { who: 'signedIn' },
  refusals: ['NOT_FOUND'],
  summary: 'Cierra una sesión del usuario, o todas menos la actual. Pide la contraseña otra vez.',
  body: wireObject({
    id: ['id', z.nullish(id)],
    password: ['contra', z.string().check(z.maxLength(200))],
  }),
  response: int,
})
