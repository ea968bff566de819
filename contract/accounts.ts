/** Becoming a client and keeping one's account: registration, registry, places, password, profile (R102, R105, R107). */
import * as z from 'zod/mini'
import { sessionUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { flag, int, intText, optionalIntText, textParam, wireObject } from './wire.ts'

const everyone = { who: 'everyone' } as const
const textOf = (most: number, allowed: RegExp, refusal: string) =>
  z._default(z.string().check(z.maxLength(most, `Hasta ${most} caracteres`), z.regex(allowed, refusal)), '')
/** One line: a name with a line break in it would be a text of its own in a mail. */
const text = (most: number) =>
  textOf(most, /^[^\p{Cc}\u2028\u2029]*$/u, 'Escríbalo en un solo renglón, sin caracteres especiales')
/** Several lines. */
const lines = (most: number) =>
  textOf(most, /^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'Hay caracteres que no se pueden guardar')
/** Longest name that is typed, a person's or of a business. */
export const LONGEST_NAME = { person: 60, business: 120 } as const

/** A carrier (expreso); 1 is the default. */
export const carrier = wireObject({ id: ['ID_EXP', int], name: ['NOMBRE_EXP', z.string()] })
export const DEFAULT_CARRIER = 1
export const listCarriers = endpoint({
  method: 'GET',
  path: '/api/auth/expresos',
  access: everyone,
  summary: 'Expresos.',
  response: z.array(carrier),
})

export const zone = wireObject({ id: ['ID_ZON', int], name: ['DESCRIPCION_ZON', z.string()] })
export type Zone = z.output<typeof zone>
export const listZones = endpoint({
  method: 'GET',
  path: '/api/auth/zonas',
  access: everyone,
  summary: 'Zonas.',
  response: z.array(zone),
})

/** A registry's address; the fiscal one has the kind FISCAL. */
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
  access: everyone,
  refusals: ['TOO_MANY', 'UNAVAILABLE'],
  effects: true,
  summary: 'Datos de un CUIT en el padrón de la administración tributaria.',
  query: wireObject({ cuit: ['cuit', textParam] }),
  response: registryEntry,
})

/** Texts of the registration (R105), verbatim; each belongs to the field it is said of. */
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
/** R4: what a used CUIT or mail answers, here as a 403 and on POST/PUT usuarios as a 501. */
export const inUse = 'EL CUIT y/o MAIL ya estan en uso'

/** What a visitor types; the fields of the spec's form and the address parts captured with it. */
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
  /** Where the seller's zones are known; an admin gives one to who chose none. */
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
  access: everyone,
  refusals: ['FORBIDDEN', 'TOO_MANY'],
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
  access: everyone,
  refusals: ['TOO_MANY'],
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
/** The fields as a body, preferred, or as the spec's query; answers like signin. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/cambiarContra',
  access: everyone,
  refusals: ['FORBIDDEN', 'TOO_MANY'],
  summary: 'Cambia la contraseña con el código recibido e inicia sesión.',
  query: newPassword,
  body: newPassword,
  response: sessionUser,
})

/** A suggestion of the places provider; `id` asks for its parts. */
export const placeSuggestion = wireObject({ id: ['id', z.string()], label: ['descripcion', z.string()] })
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
  access: everyone,
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
  access: everyone,
  summary: 'Partes de una dirección sugerida; null si el proveedor no responde.',
  params: wireObject({ id: ['id', z.string()] }),
  query: wireObject({ session: ['sesion', textParam] }),
  response: z.nullable(placeParts),
})
/** Localities of a province, for the form's list; shipped data. */
export const listLocalities = endpoint({
  method: 'GET',
  path: '/api/auth/localidades',
  access: everyone,
  summary: 'Localidades de una provincia.',
  query: wireObject({ provinceId: ['provincia', intText] }),
  response: z.array(z.string()),
})

/** The own profile (R202, /perfil). */
export const profile = wireObject({
  id: ['id', int],
  email: ['email', z.string()],
  cuit: ['cuit', z.string()],
  businessName: ['razonSocial', z.string()],
  firstName: ['nombre', z.string()],
  lastName: ['apellido', z.string()],
  phone: ['telefono', z.string()],
  mobile: ['celular', z.string()],
  carrierId: ['idexp', z.nullable(int)],
})
/** All five must be there (R205). */
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
    carrierId: ['idexp', id],
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
    notes: ['obs', lines(1000)],
    userId: ['idusu', id],
  }),
  response: int,
})
