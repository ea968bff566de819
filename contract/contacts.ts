/** Ours: the directory of the users' contact data (R28). */
import * as z from 'zod/mini'
import { userType } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { optionalIdText } from './ids.ts'
import { pageSize } from './page-size.ts'
import { flag, int, pageIndex, sortText, textParam, wireObject } from './wire.ts'

/** Rows of a page. */
export const CONTACTS_PAGE_SIZE = 25

/** The columns that the directory can be ordered by; without one, it goes by razón social. */
export const CONTACT_SORTS = ['businessName', 'name', 'email', 'seller'] as const

/** A user's contact data; the first row carries the count of all matches. */
export const contact = wireObject({
  id: ['id', int],
  businessName: ['razonSocial', z.string()],
  name: ['nombre', z.string()],
  email: ['email', z.string()],
  phone: ['telefono', z.string()],
  mobile: ['celular', z.string()],
  /** The seller of the user's client, or the seller that the user is; '' for neither. */
  seller: ['vendedor', z.string()],
  type: ['tipo', userType],
  active: ['activo', flag],
  total: ['cantPaginas', z.optional(int)],
})
export type Contact = z.output<typeof contact>

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/usuarios/contactos',
  access: { who: 'admin' },
  summary: 'Datos de contacto de los usuarios; como planilla, todos los que coinciden.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    text: ['n', textParam],
    /** Absent or '' for everybody. */
    type: ['t', z.optional(z.enum(['', ...userType.options]))],
    sellerId: ['v', optionalIdText],
    sort: ['o', sortText(CONTACT_SORTS)],
  }),
  response: z.array(contact),
})
