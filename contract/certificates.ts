/** Certificates of products: PDFs that everybody may see, each named by its article's code (R28, R102, R202). */
import * as z from 'zod/mini'
import { endpoint, raw } from './endpoint.ts'
import { idText } from './ids.ts'
import { pageSize } from './page-size.ts'
import { instant, int, pageIndex, sortText, textParam, wireObject } from './wire.ts'

/** Bytes of one certificate. */
export const CERTIFICATE_MAX_BYTES = 20 * 1024 * 1024
/** A certificate expires soon when this many days or fewer are left. */
export const EXPIRES_SOON_DAYS = 60

/** The spec's texts, exactly as written (R208). */
export const certificateTexts = {
  title: 'Subir certificados de productos',
  upload: 'Subir PDF',
  uploaded: 'Archivo subido correctamente',
  notUploaded: 'Error al subir archivo',
  broken: 'Error interno',
  choose: 'Selecciona un archivo PDF.',
  notFound: 'No se encontro el certificado',
  tooLarge: 'El certificado es muy grande, el archivo debe ser menor a 20 MB.',
  name: 'El nombre del archivo debe ser el código del artículo y terminar en .pdf',
} as const

/** yyyy-mm-dd. */
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Debe ser una fecha'))

/** A certificate; `code` is its name without the ending, `description` that of the article, '' when there is none. */
export const certificate = wireObject({
  id: ['id', int],
  name: ['nombre', z.string()],
  at: ['fecha', instant],
  code: ['codigo', z.string()],
  description: ['descripcion', z.string()],
  kind: ['tipo', z.string()],
  expiresOn: ['vence', z.nullable(day)],
})
export type Certificate = z.output<typeof certificate>

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/certificados/all',
  access: { who: 'everyone' },
  summary: 'Certificados, por nombre; con codigo, el de ese artículo.',
  query: wireObject({ code: ['codigo', textParam] }),
  response: z.array(certificate),
})
/** Rows of a page of the office's list. */
export const CERTIFICATES_PAGE_SIZE = 25
/** The columns that the office's list can be ordered by; without one it goes by name. */
export const CERTIFICATE_SORTS = ['name', 'at', 'description', 'kind', 'expiresOn'] as const

/** The office's list (R250): by words of a certificate's name and type and of its article's description. */
export const filterCertificates = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/certificados/filtro',
  access: { who: 'admin' },
  summary: 'Certificados por nombre, artículo o tipo, de a 25; el primero lleva cuántos coinciden.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    text: ['n', textParam],
    sort: ['o', sortText(CERTIFICATE_SORTS)],
  }),
  response: z.array(wireObject({ ...certificate.fields, total: ['cantPaginas', z.optional(int)] })),
})
/** Certificates that expired or will within EXPIRES_SOON_DAYS, the earliest end first. */
export const listExpiring = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/certificados/vencen',
  access: { who: 'admin' },
  summary: 'Certificados vencidos y por vencer.',
  response: z.array(certificate),
})
export const findCertificate = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/certificados/buscar',
  access: { who: 'everyone' },
  refusals: ['NOT_FOUND'],
  summary: 'Un certificado en PDF por el nombre de su archivo, con o sin .pdf.',
  query: wireObject({ name: ['nombreArchivo', textParam] }),
  response: raw('application/pdf'),
})
export const articleCertificate = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/certificados',
  access: { who: 'everyone' },
  refusals: ['NOT_FOUND'],
  summary: 'El certificado en PDF de un artículo.',
  query: wireObject({ articleId: ['idart', idText] }),
  response: raw('application/pdf'),
})
/** All certificates of an order's articles in one PDF; its first page lists the missing ones (R216). */
export const orderCertificates = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/certificados',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'Los certificados de los artículos de un pedido en un PDF; en la primera página, los que faltan.',
  params: wireObject({ id: ['id', idText] }),
  response: raw('application/pdf'),
})
/** Multipart field `file`; `tipo` and `vence` (yyyy-mm-dd) in the address, both optional. */
export const uploadCertificate = endpoint({
  method: 'POST',
  path: '/api/pedidos/productos/certificados',
  access: { who: 'admin' },
  refusals: ['TOO_LARGE', 'WRONG_TYPE', 'TIMEOUT'],
  summary: 'Sube o reemplaza un certificado; el nombre del archivo es el código del artículo.',
  query: wireObject({
    kind: ['tipo', textParam],
    expiresOn: ['vence', z.optional(z.union([day, z.literal('')]))],
  }),
  body: raw('multipart/form-data'),
  response: z.boolean(),
})
export const deleteCertificate = endpoint({
  method: 'DELETE',
  path: '/api/pedidos/productos/certificados/:id',
  access: { who: 'admin' },
  summary: 'Quita un certificado.',
  params: wireObject({ id: ['id', idText] }),
  response: z.boolean(),
})
