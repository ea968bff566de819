/** Ours: several buyers of one client (R370, R371). What one of them sends to be confirmed: saved-lists.ts. */
import * as z from 'zod/mini'
import { LONGEST_NAME, ONE_LINE } from './accounts.ts'
import { orderRight } from './buyer-rights.ts'
import { endpoint } from './endpoint.ts'
import { idText } from './ids.ts'
import { flag, instant, int, wireObject } from './wire.ts'

/** Buyers of one client at once, and invitations that its first user may try in a day, refused ones among them. */
export const MOST_BUYERS = 20
export const MOST_INVITATIONS_A_DAY = 20
/** How long the code of an invitation is good. */
export const INVITATION_DAYS = 7

/** Query parameter of the page that resets a password: the address of somebody who was invited and has a code. */
export const INVITED = 'invitado'

/** Why something about buyers is refused. */
export const buyerTexts = {
  notFirst: 'Solo el primer usuario de su empresa invita y da de baja compradores',
  email: 'Debe ingresar un email válido',
  name: 'Debe ingresar el nombre',
  taken: 'No se puede invitar a esa dirección. Use otra o comuníquese con nosotros',
  tooMany: `Puede tener hasta ${MOST_BUYERS} compradores: dé de baja alguno`,
  tooManyInvitations: 'Ya envió muchas invitaciones hoy. Intente mañana',
  gone: 'Esa persona ya no es compradora de su empresa',
} as const

/** Whether a text is a name, and holds nothing that a mail program would make a link of. */
export const isPlainName = (text: string): boolean => !/[/\\@:]|[\p{L}\d]\.\p{L}{2}/u.test(text)

const oneLine = z
  .string()
  .check(
    z.trim(),
    z.maxLength(LONGEST_NAME.person, `Hasta ${LONGEST_NAME.person} caracteres`),
    z.regex(...ONE_LINE),
    z.refine(isPlainName, 'Escriba un nombre'),
  )

/** Somebody who orders for the caller's client. */
export const buyer = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  firstName: ['nombreDePila', z.string()],
  lastName: ['apellido', z.string()],
  email: ['email', z.string()],
  right: ['permiso', orderRight],
  /** Whether it is the caller. */
  isCaller: ['yo', flag],
  /** Whether the first user invited it: only then the right may be changed and the buyer ended here. */
  isInvited: ['invitado', flag],
  /** When it was invited last, while it has not chosen a password yet; else null. */
  waitsSince: ['invitadoEl', z.nullable(instant)],
  /** When a session of it that is still open was used last; null without one. */
  lastUsedAt: ['ultimoUso', z.nullable(instant)],
})

/** A caller whose client has a first user who is not the caller is told that name, and nothing of the others. */
export const listBuyers = endpoint({
  method: 'GET',
  path: '/api/usuarios/compradores',
  access: { who: 'signedIn' },
  summary: 'El permiso de quien llama y, si es el primer usuario de su cliente, los compradores de este.',
  response: wireObject({
    right: ['permiso', orderRight],
    isFirst: ['primero', flag],
    /** Who invites and ends buyers; '' for a caller without a client. */
    first: ['primerUsuario', z.string()],
    buyers: ['compradores', z.array(buyer)],
  }),
})

/** Sent again for the same address, a new code is mailed, and name and right are what the last call says. */
export const inviteBuyer = endpoint({
  method: 'POST',
  path: '/api/usuarios/compradores',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'Invita por mail a un comprador del cliente propio; repetirlo envía otro mail.',
  body: wireObject({
    email: ['email', z.string().check(z.trim(), z.maxLength(254, buyerTexts.email))],
    firstName: ['nombre', oneLine.check(z.minLength(1, buyerTexts.name))],
    lastName: ['apellido', oneLine],
    right: ['permiso', orderRight],
  }),
  response: wireObject({ id: ['id', int] }),
})

const params = wireObject({ id: ['id', idText] })

export const changeBuyer = endpoint({
  method: 'PUT',
  path: '/api/usuarios/compradores/:id',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'Cambia el permiso de un comprador invitado.',
  params,
  body: wireObject({ right: ['permiso', orderRight] }),
  response: wireObject({ id: ['id', int] }),
})

export const endBuyer = endpoint({
  method: 'DELETE',
  path: '/api/usuarios/compradores/:id',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'Da de baja a un comprador invitado: su sesión se cierra enseguida.',
  params,
  response: wireObject({ id: ['id', int] }),
})
