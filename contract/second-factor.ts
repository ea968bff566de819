/** The second factor of staff at the sign-in: a code of an app, or a recovery code (R261 to R265). */
import * as z from 'zod/mini'
import { sessionUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import type { UserType } from './roles.ts'
import { flag, int, wireObject } from './wire.ts'

/** The password of whoever asks, typed again. */
const password = ['contra', z.string().check(z.maxLength(200))] as const
/** Whose account, for somebody who may not sign in before the second factor is on (R264); without it, the caller's. */
const cuit = ['username', z.optional(z.string().check(z.maxLength(254)))] as const

export const secondFactorTexts = {
  ownTakenAway: 'La verificación propia se apaga en «Mis datos», con la contraseña',
  codeAsked: 'Ingrese el código de verificación de su aplicación',
  codeWrong: 'El código de verificación no es correcto o ya fue usado',
  required: 'Para ingresar debe activar la verificación en dos pasos',
  isOn: 'La verificación en dos pasos ya está activada',
} as const

/** The field of `details` by which a refused sign-in says what it lacks: a code (401), or a second factor at all (403). */
export const lacks = { code: 'codigo', secondFactor: 'dosPasos' } as const

/** The roles that a shop's setting names (R264). */
export const isRequiredOf = (setting: string, type: UserType): boolean => setting.split(';').includes(type)

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/dos-pasos',
  access: { who: 'staff' },
  summary: 'Si la verificación en dos pasos propia está activada y cuántos códigos de recuperación quedan.',
  response: wireObject({
    isOn: ['activa', flag],
    /** Whether the shop requires it of the caller's role. */
    required: ['exigida', flag],
    codesLeft: ['quedan', int],
  }),
})

/** Answers a new secret, which counts once `switchOn` gets a code made from it. An earlier one that did not is forgotten. */
export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/dos-pasos/clave',
  access: { who: 'everyone' },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Clave nueva para la aplicación de códigos; vale cuando se la activa.',
  body: wireObject({ cuit, password }),
  response: wireObject({
    /** Base32, to be typed. */
    secret: ['clave', z.string()],
    /** The same as a link otpauth://, to be shown as a QR code. */
    link: ['enlace', z.string()],
  }),
})

export const recoveryCodes = z.array(z.string())

/** Ends the account's other sessions. Who had none gets one in `user`, as from a signin. */
export const switchOnSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/dos-pasos',
  access: { who: 'everyone' },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Activa la verificación en dos pasos y entrega, por única vez, los códigos de recuperación.',
  body: wireObject({ cuit, password, code: ['codigo', z.string().check(z.maxLength(40))] }),
  response: wireObject({ codes: ['codigos', recoveryCodes], user: ['usuario', z.nullable(sessionUser)] }),
})

/** Answers the new codes; the earlier ones are good no more. */
export const renewRecoveryCodes = endpoint({
  method: 'PUT',
  path: '/api/auth/dos-pasos/codigos',
  access: { who: 'staff' },
  refusals: ['NOT_FOUND'],
  summary: 'Códigos de recuperación nuevos en lugar de los anteriores.',
  body: wireObject({ password }),
  response: recoveryCodes,
})

export const switchOffSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/auth/dos-pasos/baja',
  access: { who: 'staff' },
  summary: 'Desactiva la verificación en dos pasos propia.',
  body: wireObject({ password }),
  response: z.boolean(),
})

/** For somebody who lost the phone and the codes. */
export const takeAwaySecondFactor = endpoint({
  method: 'PUT',
  path: '/api/usuarios/:id/dos-pasos/baja',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Quita la verificación en dos pasos de un usuario y se lo avisa por correo. Pide la contraseña propia.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({ password }),
  response: z.boolean(),
})
