/** The admin's side of accounts (R202, R203, R205 and R207). */
import * as z from 'zod/mini'
import { userType } from './auth.ts'
import { orderRight } from './buyer-rights.ts'
import { endpoint } from './endpoint.ts'
import { id, idOr, idText } from './ids.ts'
import { pageSize } from './page-size.ts'
import {
  flag,
  instant,
  int,
  optionalLevelText,
  pageIndex,
  percentWith,
  sortText,
  textParam,
  wireObject,
} from './wire.ts'
import { fieldErrorsOn } from './wire-names.ts'

const text = z._default(z.string().check(z.maxLength(1000)), '')

/** The caller's own password, typed again: needed where `changeUser` and its neighbours say so (R340). */
const ownPassword = ['contraPropia', z.optional(z.string().check(z.maxLength(200)))] as const

/** Query parameter of /admin/usuarios: the id of the user whose edit form opens (R202). */
export const USER_TO_EDIT = 'idusu'

/** The columns that the user list can be ordered by; without one, the newest users come first. */
export const USER_SORTS = ['name', 'email', 'businessName', 'createdAt'] as const

/** Rows of a page of the user list. */
export const USERS_PAGE_SIZE = 25

const userFields = {
  email: ['email', text],
  cuit: ['cuit', text],
  firstName: ['nombre', text],
  lastName: ['apellido', text],
  businessName: ['razonSocial', text],
  phone: ['telefono', text],
  mobile: ['celular', text],
  carrierId: ['idexp', z.nullish(id)],
  zoneId: ['zona', z.nullish(id)],
  address: ['direccion', text],
  provinceId: ['provincia', z.nullish(int)],
  city: ['ciudad', text],
  notes: ['obs', text],
  type: ['tipo', userType],
  sellerId: ['idven', z.nullish(id)],
  clientId: ['idcli', z.nullish(id)],
  enabled: ['habilitado', flag],
  active: ['activo', flag],
} as const

/** A user as an admin edits it; a password never leaves the server. */
export const user = wireObject({
  id: ['id', int],
  ...userFields,
  /** As the user registered or wrote it; '' where it is not known. It goes when the address changes. */
  postalCode: ['cp', z.string()],
  verified: ['verificado', flag],
  /** When the tax registry confirmed the account, where it is known, and the admin who asked; '' when nobody did. */
  verifiedAt: ['verificadoEl', z.nullable(instant)],
  verifiedBy: ['verificadoPor', z.string()],
  /** Whether signing in takes a code, too (R261). */
  secondFactor: ['dosPasos', flag],
  /** Of a client's user: whether it confirms orders or prepares them (R371). */
  orderRight: ['permiso', z.optional(orderRight)],
  createdAt: ['fechaAlta', instant],
  version: ['version', int],
})
export type User = z.output<typeof user>

/** A row of the user list; the first one carries the count of all matches. */
export const userRow = wireObject({
  id: ['ID_USU', int],
  name: ['NOMBRE_USU', z.string()],
  email: ['EMAIL_USU', z.string()],
  cuit: ['CUIT_USU', z.string()],
  businessName: ['RAZON_SOCIAL_USU', z.string()],
  createdAt: ['FECHA_ALTA_USU', instant],
  type: ['tipo', userType],
  enabled: ['habilitado', flag],
  active: ['activo', flag],
  verified: ['verificado', flag],
  /** False where the ERP put the user's client out of use (R317). */
  clientInUse: ['clienteEnUso', flag],
  total: ['cantPaginas', z.optional(int)],
})
export type UserRow = z.output<typeof userRow>

/** As strict as a call that writes: staff reads nobody else's account, only an admin does. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/usuarios/:id',
  access: { who: 'signedIn', user: 'params.id', write: true },
  summary: 'Un usuario.',
  params: wireObject({ id: ['id', idText] }),
  response: user,
})
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/usuarios/all',
  access: { who: 'admin' },
  summary: 'Todos los usuarios, por páginas.',
  query: wireObject({ page: ['index', pageIndex] }),
  response: z.array(userRow),
})
export const filterUsers = endpoint({
  method: 'GET',
  path: '/api/usuarios/filtro',
  access: { who: 'admin' },
  summary: 'Usuarios por nombre, tipo, habilitado y activo; como planilla, todos los que coinciden.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    name: ['n', textParam],
    type: ['t', textParam],
    enabled: ['h', textParam],
    active: ['a', textParam],
    /** Whether the user's client is in use; one without client counts as in use. */
    clientInUse: ['c', z.optional(textParam)],
    sort: ['o', sortText(USER_SORTS)],
  }),
  response: z.array(userRow),
})
export const listNotEnabled = endpoint({
  method: 'GET',
  path: '/api/usuarios/clientes/no-habilitados',
  access: { who: 'admin' },
  summary: 'Usuarios que esperan ser habilitados.',
  response: z.array(userRow),
})

/** The refusal of a bonus, on the screen as at the server (R205). */
export const BONUS_REFUSED = 'La bonificación va de 0 a 100'

/** The terms of a new client that the legacy system gets (R203). */
const legacyFields = {
  sellerId: ['vendedor', z.nullish(id)],
  saleCondition: ['condicion', z._default(int, 1)],
  bonus: ['bonif', z._default(percentWith(BONUS_REFUSED), 0)],
  vatConditionId: ['iva', z._default(id, 1)],
  zoneId: ['zona', z.nullish(id)],
} as const
export const legacyData = wireObject(legacyFields)
/** As stored: 0 stands for a client without VAT condition. */
const storedLegacyData = wireObject({
  ...legacyFields,
  vatConditionId: ['iva', idOr(0)],
  version: ['version', int],
})
/** The terms as an edit sends them: with the version that it began with, which is checked (R41). */
const legacyChange = { ...legacyFields, version: ['version', z.optional(int)] } as const

/** The wire fields without which a user is refused, by both calls below. */
export const neededFields = [
  ...(['email', 'nombre', 'idexp', 'direccion', 'provincia', 'ciudad'] as const),
  ...(['tipo', 'habilitado', 'activo'] as const),
]

/** `createClient` makes the ERP client too ('alta en el sistema'), only when no client has the CUIT. */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/usuarios',
  access: { who: 'admin' },
  refusals: ['NOT_FOUND', 'IN_USE'],
  summary: 'Crea un usuario; 501 cuando el CUIT o el mail ya están en uso. Un admin pide la contraseña propia.',
  body: wireObject({
    ...userFields,
    password: ['contra', text],
    ownPassword,
    createClient: ['crearCliente', z._default(flag, false)],
    legacy: ['bodell', z.nullish(legacyData)],
  }),
  response: wireObject({ id: ['id', int] }),
})
/**
 * The CUIT stays as it was; so does the razón social, unless it was empty, and the password when the form has none. With
 * `legacy`, the terms of the user's client are changed, or the client is made, in the same step as the user or not at all.
 */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/usuarios',
  access: { who: 'admin' },
  refusals: ['NOT_FOUND', 'CONFLICT', 'IN_USE'],
  summary:
    'Cambia un usuario; 501 cuando el mail ya está en uso. Mail, contraseña y hacer admin piden la contraseña propia.',
  body: wireObject({
    id: ['id', id],
    ...userFields,
    /** Absent: it stays. */
    orderRight: ['permiso', z.optional(orderRight)],
    password: ['contra', text],
    ownPassword,
    version: ['version', z.optional(int)],
    legacy: ['bodell', z.nullish(wireObject(legacyChange))],
  }),
  response: z.boolean(),
})
/** Texts of the rules that only the server can judge. */
export const userTexts = {
  onlyAdmin: 'Es el único administrador habilitado: antes de cambiarlo, haga administrador a otra persona',
  ownPasswordAsked: 'Para este cambio escriba su contraseña',
  passwordForStaff: 'Para pasar de cliente a personal hace falta una contraseña nueva, de al menos 12 caracteres',
} as const

/**
 * The fields that are missing before a user can be enabled; none when it can be. A client's own address, zone and carrier
 * are taken from it and are not missing (R323).
 */
export const getEnabling = endpoint({
  method: 'GET',
  path: '/api/usuarios/:id/habilitacion',
  access: { who: 'admin' },
  summary: 'Qué falta para habilitar a un usuario, con el cliente que se le vincula: el suyo, o el que tiene su CUIT.',
  params: wireObject({ id: ['id', idText] }),
  /** Another client than the user's own or the one with the CUIT; 0: none. */
  query: wireObject({ clientId: ['idcli', optionalLevelText] }),
  response: wireObject({ missing: ['faltan', fieldErrorsOn(user)], clientId: ['idcli', z.nullable(int)] }),
})
/** Says no to a user who waits to be enabled (R251): the user stays, without being active, and is told nothing. */
export const rejectUser = endpoint({
  method: 'PUT',
  path: '/api/usuarios/:id/rechazo',
  access: { who: 'admin' },
  refusals: ['CONFLICT'],
  summary: 'Rechaza a un usuario que espera ser habilitado: queda no activo, sin aviso.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
/**
 * Enables a user. Of the body only fields that were missing are taken, the client it is linked to, or the terms of a client
 * to be made. 400 with the fields still missing in `details`.
 */
export const enableUser = endpoint({
  method: 'PUT',
  path: '/api/usuarios/:id/habilitacion',
  access: { who: 'admin' },
  refusals: ['CONFLICT', 'IN_USE'],
  summary:
    'Habilita a un usuario, completa lo que le falta y lo vincula a un cliente. Habilitar a un admin pide la contraseña propia.',
  params: wireObject({ id: ['id', idText] }),
  body: wireObject({
    firstName: userFields.firstName,
    businessName: userFields.businessName,
    carrierId: userFields.carrierId,
    zoneId: userFields.zoneId,
    address: userFields.address,
    provinceId: userFields.provinceId,
    city: userFields.city,
    clientId: userFields.clientId,
    legacy: ['bodell', z.nullish(legacyData)],
    ownPassword,
  }),
  about: user,
  response: z.boolean(),
})
/** Asks the tax registry again; 400 when it does not know the CUIT, 503 while it does not answer. */
export const verifyUser = endpoint({
  method: 'POST',
  path: '/api/usuarios/:id/verificar',
  access: { who: 'admin' },
  refusals: ['UNAVAILABLE'],
  summary: 'Consulta de nuevo el padrón por un usuario sin verificar.',
  params: wireObject({ id: ['id', idText] }),
  response: user,
})
export const verifyUnavailable =
  'No se pudo consultar el padrón en este momento. Se vuelve a consultar solo, o intente más tarde'

export const setUserZone = endpoint({
  method: 'PUT',
  path: '/api/usuarios/zona',
  access: { who: 'admin' },
  refusals: ['NOT_FOUND'],
  summary: 'Cambia la zona de un usuario.',
  query: wireObject({ id: ['id', idText], zoneId: ['zona', idText] }),
  response: z.boolean(),
})
/** Data of the user's client in the legacy system, for the user form. */
export const getLegacyData = endpoint({
  method: 'GET',
  path: '/api/usuarios/bodell/:id',
  access: { who: 'admin' },
  summary: 'Datos del cliente de un usuario en el sistema de gestión; null sin cliente.',
  params: wireObject({ id: ['id', idText] }),
  response: z.nullable(storedLegacyData),
})
export const updateLegacyData = endpoint({
  method: 'PUT',
  path: '/api/usuarios/bodell',
  access: { who: 'admin' },
  refusals: ['NOT_FOUND', 'CONFLICT'],
  summary: 'Cambia los datos del cliente de un usuario en el sistema de gestión.',
  body: wireObject({ userId: ['usuarios', id], ...legacyChange }),
  about: user,
  response: z.boolean(),
})
/** The user with a CUIT; null when nobody has it. */
export const findUserByCuit = endpoint({
  method: 'GET',
  path: '/api/usuarios/cuit',
  access: { who: 'admin' },
  summary: 'Usuario con un CUIT.',
  query: wireObject({ cuit: ['cuit', textParam] }),
  response: z.nullable(userRow),
})
