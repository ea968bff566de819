/** Links that open one thing without an account (R386): an order to accept, or a paper. Who has the link reads that thing alone. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText, optionalClientIdText } from './ids.ts'
import { instant, int, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** Days that a link lasts when its maker says nothing, and at most. */
export const LINK_DAYS = 30
export const MOST_LINK_DAYS = 90
/** Links of one user that work at once. */
export const MOST_LINKS = 500

/** Why a link is refused. */
export const linkTexts = {
  /** One text for a link that ended, was taken away or never was: a stranger learns nothing from it. */
  gone: 'Este enlace ya no sirve: venció, lo quitaron o se copió incompleto. Pida otro a quien se lo envió',
  lastDay: `Elija un día desde hoy y hasta dentro de ${MOST_LINK_DAYS} días`,
  tooMany: `Puede tener hasta ${MOST_LINKS} enlaces a la vez: quite alguno`,
  used: 'Ese enlace ya se usó: no hay nada que quitar',
  guesses: 'Se probaron demasiados enlaces desde su conexión. Espere unos minutos e intente nuevamente',
} as const

export const linkKindWords = { accept: 'aceptar', paper: 'papel' } as const
export const linkKind = wireWords(linkKindWords)
export type LinkKind = keyof typeof linkKindWords

/** What a link opens. */
export const linkOpensWords = {
  offer: 'oferta',
  order: 'pedido',
  quotation: 'cotizacion',
  list: 'lista',
  account: 'cuenta',
  catalogue: 'catalogo',
} as const
export const linkOpens = wireWords(linkOpensWords)
export type LinkOpens = keyof typeof linkOpensWords

/** The key of a link as a page sends it: in a body, because addresses stand in logs. Of another form it is one that nobody made. */
export const linkKey = z.string().check(z.maxLength(100))

/** Where a link stands: its key comes after the '#', which no browser sends along. @param path e.g. '/aceptar' */
export const linkAddress = (origin: string, path: string, key: string): string => `${origin}${path}#${key}`

/** A link that works. */
export const sharedLink = wireObject({
  id: ['id', int],
  kind: ['tipo', linkKind],
  opens: ['abre', linkOpens],
  opensId: ['idabre', z.nullable(int)],
  /** Who made it; '' where the caller did. */
  madeBy: ['hechoPor', z.string()],
  madeAt: ['hechoEl', instant],
  endsAt: ['hasta', instant],
})
export type SharedLink = z.output<typeof sharedLink>

export const listLinks = endpoint({
  method: 'GET',
  path: '/api/pedidos/enlaces',
  access: { who: 'signedIn', client: 'query.idcli' },
  summary: 'Los enlaces compartidos que sirven todavía: los propios; al personal, también los demás del cliente.',
  query: wireObject({ clientId: ['idcli', optionalClientIdText] }),
  response: z.array(sharedLink),
})

export const withdrawLink = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/enlaces/:id',
  access: { who: 'signedIn' },
  refusals: ['CONFLICT'],
  summary: 'Quita un enlace, que deja de servir: quien lo hizo, o el personal que atiende al cliente.',
  params: wireObject({ id: ['id', idText] }),
  response: wireObject({ id: ['id', int] }),
})
