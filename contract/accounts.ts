/** Becoming a client and keeping one's account: registration, password, profile (R102, R105, R107). */
import * as z from 'zod/mini'
import { sessionUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { flag, int, textParam, wireObject } from './wire.ts'

/** What a text of one line holds, and what is said of another. */
export const ONE_LINE = [
  /^[^\p{Cc}\u2028\u2029]*$/u,
  'Escríbalo en un solo renglón, sin caracteres especiales',
] as const
const textOf = (most: number, allowed: RegExp, refusal: string) =>
  z._default(z.string().check(z.maxLength(most, `Hasta ${most} caracteres`), z.regex(allowed, refusal)), '')
/** One line: a name with a line break in it would be a text of its own in a mail. */
const text = (most: number) => textOf(most, ...ONE_LINE)
/** Several lines. */
const lines = (most: number) => textOf(most, /^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'Hay caracteres que no se pueden guardar')
/** Longest name that is typed, a person's or of a business. */
export const LONGEST_NAME = { person: 60, business: 120 } as const

/** The spec's texts of the registration (R105), verbatim, by the field that each is shown at. */
export const registrationTexts = {
  terms: 'Debe aceptar los términos y condiciones',
  email: 'Debe ingresar un email válido',
  password: 'Debe ingresar una contraseña válida',
  carrier: 'Debe ingresar un EXPRESO válido',
  cuit: 'Debe ingresar un CUIT válido',
  passwordsDiffer: 'Las contraseñas no coinciden',
  cuitRefused: 'El cuit ingresado es invalido',
  name: 'Debe ingresar su nombre',
  zone: 'Debe ingresar una ZONA válida',
  failed: 'No se pudo realizar el registro, intente nuevamente',
} as const
/** The text for a CUIT or mail that is in use (R4): the registration refuses it with 403, POST/PUT usuarios with 501. */
export const inUse = 'EL CUIT y/o MAIL ya estan en uso'

/** The form of a visitor: the fields of the spec's form, and the address parts captured with it. */
export const registration = wireObject({
  email: ['email', text(200)],
  password: ['contra', text(200)],
  confirmation: ['confirmar', text(200)],
  cuit: ['cuit', text(40)],
  firstName: ['nombre', text(LONGEST_NAME.person)],
  lastName: ['apellido', text(LONGEST_NAME.person)],
  businessName: ['razonSocial', text(LONGEST_NAME.business)],
  mobile: ['celular', text(60)],
  phone: ['telefono', text(60)],
  address: ['direccion', text(300)],
  provinceId: ['provincia', z.nullish(int)],
  city: ['localidad', text(150), 'ciudad'],
  /** Asked for where the seller's zones are known; an admin gives one to a user who chose none. */
  zoneId: ['zona', z.nullish(id)],
  carrierId: ['expreso', z.nullish(id), 'idexp'],
  notes: ['observacion', lines(1000)],
  terms: ['terminos', z._default(flag, false)],
  street: ['calle', text(200)],
  number: ['numero', text(30)],
  crossing: ['interseccion', text(200)],
  postalCode: ['cp', text(20)],
  country: ['pais', text(60)],
})
export type Registration = z.output<typeof registration>
/** 400 with every refused field in `details`; 403 with the reason when the account can't be made. */
export const register = endpoint({
  method: 'POST',
  path: '/api/auth/',
  access: { who: 'everyone' },
  refusals: ['FORBIDDEN'],
  summary: 'Registra un prospecto; la cuenta espera a que un administrador la habilite.',
  body: registration,
  response: wireObject({ id: ['id', int] }),
})

/** Texts of the password reset (R105 and R108), verbatim. */
export const resetTexts = {
  email: 'Ingrese una dirección de mail',
  password: 'La nueva contraseña no puede estar vacia..',
  passwordsDiffer: 'Las contraseñas no coinciden..',
  code: 'Ingrese un codigo valido..',
  mailFailed: 'No se pudo enviar el correo, revise la dirección de email',
  changeFailed: 'No se realizo el cambio, verifique el codigo de seguridad..',
} as const
/** Always the same answer, whether or not the address has an account (R14). */
export const sendResetCode = endpoint({
  method: 'GET',
  path: '/api/auth/cambiarContra',
  access: { who: 'everyone' },
  effects: true,
  summary: 'Envía por correo el código para cambiar la contraseña.',
  query: wireObject({ email: ['mail', textParam] }),
  response: z.boolean(),
})
const newPassword = wireObject({
  email: ['email', z.optional(z.string())],
  code: ['token', z.optional(z.string())],
  password: ['contra', z.optional(z.string())],
})
/** Takes the fields from the body, or else from the query as in the spec; answers like `signin`. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/cambiarContra',
  access: { who: 'everyone' },
  refusals: ['UNAUTHENTICATED', 'FORBIDDEN'],
  summary: 'Cambia la contraseña con el código recibido e inicia sesión.',
  query: newPassword,
  body: newPassword,
  response: sessionUser,
})

/** All five fields must be filled in (R205). */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/usuarios/update-perfil',
  access: { who: 'signedIn', user: 'body.id', write: true },
  refusals: ['NOT_FOUND'],
  summary: 'Cambia los datos de contacto del perfil propio.',
  body: wireObject({
    id: ['id', id],
    firstName: ['nombre', text(LONGEST_NAME.person)],
    lastName: ['apellido', text(LONGEST_NAME.person)],
    phone: ['telefono', text(60)],
    mobile: ['celular', text(60)],
    carrierId: ['idexp', z.nullish(id)],
  }),
  response: z.boolean(),
})
/** `id` null adds an address; direccion, provincia and ciudad are required. Answers its id. */
export const saveAddress = endpoint({
  method: 'POST',
  path: '/api/usuarios/direcciones',
  access: { who: 'signedIn', user: 'body.idusu', write: true },
  refusals: ['NOT_FOUND'],
  summary: 'Agrega o cambia una dirección de un usuario.',
  body: wireObject({
    id: ['id', z.nullish(id)],
    street: ['direccion', text(300)],
    provinceId: ['provincia', z.nullish(int)],
    city: ['ciudad', text(150)],
    /** Absent: it stays while the address does, and is forgotten with it. */
    postalCode: ['cp', z.optional(z.string().check(z.maxLength(20)))],
    notes: ['obs', lines(1000)],
    userId: ['idusu', id],
  }),
  response: int,
})
