/** Signing in and out (R104, R107, R9, R12, R13). */

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { userTypes } from './roles.ts'
import { int, wireObject } from './wire.ts'

export const userType = z.enum(userTypes)

/** The stored user: what a signin answers and the browser keeps. `clientId` is −1 without an ERP client. */
export const sessionUser = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  type: ['tipo', userType],
  clientId: ['idcli', int],
  token: ['accessToken', z.string()],
})
export type SessionUser = z.output<typeof sessionUser>

/** A header of the 403 for a client that is not the cliente's own: the own one's id, which may have changed since the sign-in. */
export const PRESENT_CLIENT = 'x-idcli'

/** Empty credentials with a bearer token sign that session out and answer null. */
export const signin = endpoint({
  method: 'POST',
  path: '/api/auth/signin',
  access: { who: 'everyone' },
  refusals: ['UNAUTHENTICATED', 'FORBIDDEN'],
  summary: 'Inicia sesión con CUIT o mail y contraseña; con credenciales vacías cierra la sesión del token.',
  body: wireObject({
    /** A CUIT, or the mail address of an account (R370). */
    cuit: ['username', z.string().check(z.maxLength(254))],
    password: ['password', z.string().check(z.maxLength(200))],
    /** Of an account with a second factor alone (R261): the app's six digits, or a recovery code. */
    code: ['codigo', z.optional(z.string().check(z.maxLength(40)))],
  }),
  response: z.nullable(sessionUser),
})

/**
 * The key with which a user's devices seal the work that waits on them while the user is gone (R37, R229): 32 bytes as
 * base64url, always the same, told to that user's own session alone.
 */
export const deviceKey = endpoint({
  method: 'GET',
  path: '/api/auth/llave',
  access: { who: 'signedIn' },
  summary: 'Clave con la que un equipo cierra lo que espera en él mientras su usuario no está.',
  response: z.string().check(z.regex(/^[\w-]{43}$/)),
})

/** The spec's sentence for a wrong CUIT or password; nobody learns which of the two. */
export const signinRefused = 'Los datos ingresados son incorrectos'
/** Told with the right password alone, of an account that was refused, ended or switched off. */
export const notActive = 'Su cuenta no está activa. Comuníquese con nosotros'
export const notEnabledYet = 'Su cuenta todavía no fue habilitada. Le avisaremos por correo cuando lo esté'
