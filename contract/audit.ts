/** The audit log: what it tells about, and how it is read (R42). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idText, optionalIdText } from './ids.ts'
import { pageSize } from './page-size.ts'
import { instant, int, optionalDayText, optionalIntText, pageIndex, textParam, wireObject } from './wire.ts'

/** Kinds of records whose changes are logged. */
export const AUDITED = [
  'user',
  'user-address',
  'client',
  'product',
  'media',
  'brand',
  'category',
  'setting',
  'slide',
  'cart',
  'order',
  'certificate',
  'job',
  'feed',
  'webhook',
  'erp-key',
  'feed-mapping',
  'promotion',
  'price-list',
  'order-rule',
  'synonym',
  'saved-list',
  'substitute',
  'client-address',
  'link',
] as const
export type AuditedEntity = (typeof AUDITED)[number]

/** How the screen calls a kind of record. */
export const entityWords: Record<AuditedEntity, string> = {
  user: 'Usuario',
  'user-address': 'Dirección',
  client: 'Cliente',
  product: 'Producto',
  media: 'Foto o video',
  brand: 'Marca',
  category: 'Categoría',
  setting: 'Configuración',
  slide: 'Novedades',
  cart: 'Carrito',
  order: 'Pedido',
  certificate: 'Certificado',
  job: 'Tarea',
  feed: 'Archivo del ERP',
  webhook: 'Webhook',
  'erp-key': 'Clave del ERP',
  'feed-mapping': 'Lectura de los archivos del ERP',
  promotion: 'Promoción',
  'price-list': 'Lista de precios',
  'order-rule': 'Regla de pedidos',
  synonym: 'Otra palabra para buscar',
  'saved-list': 'Lista guardada',
  substitute: 'Reemplazo',
  'client-address': 'Sucursal',
  link: 'Enlace',
}

/** How the screen calls what was done; another word is shown as it was written. */
export const actionWords: Readonly<Record<string, string>> = {
  create: 'Alta',
  update: 'Cambio',
  delete: 'Baja',
  import: 'Importación',
  undo: 'Deshecho',
  restore: 'Recuperación',
  retry: 'Reintento',
  accept: 'Aceptación',
  reject: 'Rechazo',
  reorder: 'Orden',
  move: 'Traslado',
  register: 'Registro',
  profile: 'Cambio de sus datos',
  verify: 'Verificación',
  'password-reset': 'Contraseña nueva',
  'end-sessions': 'Cierre de sesiones',
  'second-factor': 'Verificación en dos pasos',
  'recovery-codes': 'Códigos de recuperación nuevos',
  'recovery-code-used': 'Ingreso con código de recuperación',
  erase: 'Borrado de datos personales',
  'over-rule': 'Pedido bajo el mínimo',
  hold: 'Pedido en espera',
  'let-go': 'Pedido liberado',
  load: 'Carrito retomado',
  invite: 'Comprador invitado',
  send: 'Enviado a confirmar',
  confirm: 'Confirmado',
  cancel: 'Cancelado',
  change: 'Pedido cambiado',
  return: 'Devuelto',
  withdraw: 'Enlace quitado',
  'mail-sent': 'Mail enviado',
  'mail-pending': 'Mail por enviar',
  'mail-failed': 'Mail no enviado',
}

/** How the screen calls changes of many rows. */
export const batchWords: Readonly<Record<string, string>> = {
  choice: 'Cambio de varios artículos',
  add: 'Suma al descuento de varios artículos',
  paste: 'Columna pegada',
  sheet: 'Planilla',
  undo: 'Cambio deshecho',
  order: 'Orden',
  'tree-delete': 'Baja con lo que contenía',
  'tree-restore': 'Recuperación',
  carts: 'Carritos borrados',
  'order-state': 'Estado de varios pedidos',
  erp: 'Importación',
}

/** Entries on a page. */
export const AUDIT_PAGE_SIZE = 25
/** Matches are counted up to this number: nobody reads a thousand pages, and counting a million matches takes a second. */
export const AUDIT_COUNTED = 1000
/** Entries of a record's history; older ones are found in the audit. */
export const HISTORY_SIZE = 100
/** In the filter of who made a change: the program by itself. */
export const BY_PROGRAM = 0

/**
 * One field of a record that was changed, in the users' words; '' where there was or is nothing. For a change of many rows
 * `after` is the value that all of them got, or '' where they got different ones.
 */
export const auditChange = wireObject({
  field: ['campo', z.string()],
  before: ['antes', z.string()],
  after: ['despues', z.string()],
})
export type AuditChange = z.output<typeof auditChange>

export const auditEntry = wireObject({
  /** Unique among the entries of an answer. */
  key: ['id', z.string()],
  at: ['fecha', instant],
  /** Name of who did it; '' when the program did by itself. */
  by: ['quien', z.string()],
  action: ['accion', z.string()],
  /** One of AUDITED, unless an older version wrote another. */
  entity: ['que', z.string()],
  entityId: ['registro', z.string()],
  /** What the record is called, e.g. an article's code and description. */
  name: ['nombre', z.string()],
  changes: ['cambios', z.array(auditChange)],
  /** The change of many rows that it is part of, or that it stands for in the list; null for neither. */
  batchId: ['lote', z.nullable(int)],
  /** How many rows the entry stands for; 1 for a single one. */
  rows: ['filas', int],
  /** The kind of change of many rows that it stands for; '' for a single row. */
  kind: ['clase', z.string()],
  /** When the change of many rows was undone. */
  undoneAt: ['deshechoEl', z.nullable(instant)],
  total: ['cantPaginas', z.optional(int)],
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/auditoria',
  access: { who: 'admin' },
  summary:
    'Cambios, los últimos primero, de a 25: quién, qué registro, qué acción, entre qué días. Un cambio de muchas filas es uno. cantPaginas cuenta hasta 1000; 1001 son más.',
  query: wireObject({
    page: ['index', pageIndex],
    size: ['filas', pageSize],
    /** A user's id, or BY_PROGRAM; without it anybody. */
    by: ['quien', optionalIntText],
    entity: ['que', z.optional(z.enum(['', ...AUDITED]))],
    entityId: ['registro', textParam],
    action: ['accion', textParam],
    /** Days in Argentina, both included. */
    from: ['desde', optionalDayText],
    to: ['hasta', optionalDayText],
    /** Words in the names or codes of records. */
    text: ['n', textParam],
    /** The rows of one change of many. */
    batchId: ['lote', optionalIdText],
  }),
  response: z.array(auditEntry),
})

/** Who may have changed something: staff. */
export const listAuditors = endpoint({
  method: 'GET',
  path: '/api/auditoria/autores',
  access: { who: 'admin' },
  summary: 'Quiénes pueden haber hecho un cambio: el personal.',
  response: z.array(wireObject({ id: ['id', int], name: ['nombre', z.string()] })),
})

/** The kinds of record that have a history; it also tells the changes of what belongs to the record. */
export const WITH_HISTORY = ['user', 'product', 'order'] as const
export type WithHistory = (typeof WITH_HISTORY)[number]

export const getHistory = endpoint({
  method: 'GET',
  path: '/api/auditoria/historial/:que/:id',
  access: { who: 'admin' },
  summary:
    'Historial de un usuario (con sus direcciones, su cliente y su carrito), un producto (con sus fotos) o un pedido (creación y mails), lo último primero.',
  params: wireObject({ entity: ['que', z.enum(WITH_HISTORY)], id: ['id', idText] }),
  response: z.array(auditEntry),
})
