/** How the screen names the columns that the log holds, and what their values mean. */
import { fulfilmentWords } from '../../contract/fulfilment-state.ts'
import { isSettingKey, kindOf } from '../../contract/setting-keys.ts'
import { articleColumns, articleWords, labelsOf, listingColumns, listingWords } from '../db/article-columns.ts'

/** Tables whose ids are shown by the name of their row. */
export const NAMED = [
  'app_user',
  'article',
  'brand',
  'category',
  'seller',
  'zone',
  'carrier',
  'client',
  'vat_condition',
  'promotion',
  'price_list',
] as const
export type Named = (typeof NAMED)[number]

/**
 * How a value is written: cents, hundredths of a percent, a yes or no, an instant, a province's id, a stored file by what
 * it is, an address by its host, one of the code's words in the users', an id by its name.
 */
export type ValueKind =
  | 'text'
  | 'money'
  | 'percent'
  | 'flag'
  | 'instant'
  | 'province'
  | 'secret'
  | 'file'
  | 'address'
  | keyof typeof valueWords
  | Named

/** Words of the code that stand in the log. */
export const valueWords = {
  channel: { web: 'Tienda web', repeat: 'Pedido repetido', import: 'Planilla importada' },
  erpState: {
    pending: 'pendiente',
    exported: 'exportado',
    accepted: 'aceptado',
    observed: 'observado',
    rejected: 'rechazado',
    dead: 'sin poder enviarse',
  },
  fulfilmentState: fulfilmentWords,
  ruleScope: { list: 'Lista', zone: 'Zona', condition: 'Condición', all: 'Todos los clientes' },
  orderRight: { prepare: 'Arma pedidos', confirm: 'Confirma pedidos' },
  savedListKind: { list: 'Lista', aside: 'Carrito aparte' },
  linkKind: { accept: 'Pedido para aceptar', paper: 'Documento' },
  linkOpens: {
    offer: 'Pedido para aceptar',
    order: 'Pedido',
    quotation: 'Cotización',
    list: 'Lista',
    account: 'Cuenta',
    catalogue: 'Catálogo',
  },
  coverage: { articles: 'Artículos', brand: 'Marca', category: 'Categoría' },
  taskState: { dead: 'sin poder hacerse', pending: 'por hacerse' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

type Words = Readonly<Record<string, readonly [label: string, kind?: ValueKind]>>

/** Columns that mean the same wherever they stand, in the order in which they are told. */
const everywhere: Words = {
  id: ['Número'],
  code: ['Código'],
  name: ['Nombre'],
  business_name: ['Razón social'],
  first_name: ['Nombre'],
  last_name: ['Apellido'],
  contact_name: ['Contacto'],
  description: ['Descripción'],
  cuit: ['CUIT'],
  email: ['Email'],
  phone: ['Teléfono'],
  mobile: ['Celular'],
  message_phone: ['Avisos de pedidos por WhatsApp a'],
  type: ['Tipo'],
  enabled: ['Habilitado', 'flag'],
  active: ['Activo', 'flag'],
  verified: ['Verificado', 'flag'],
  verified_at: ['Verificado el', 'instant'],
  verified_by: ['Verificado por', 'app_user'],
  client_id: ['Cliente', 'client'],
  seller_id: ['Vendedor', 'seller'],
  carrier_id: ['Expreso', 'carrier'],
  zone_id: ['Zona', 'zone'],
  vat_condition_id: ['Condición de IVA', 'vat_condition'],
  sale_condition: ['Condición de venta'],
  bonus: ['Bonificación', 'percent'],
  password_hash: ['Contraseña', 'secret'],
  code_hash: ['Código de seguridad', 'secret'],
  second_factor: ['Verificación en dos pasos', 'flag'],
  order_right: ['Pedidos', 'orderRight'],
  invited_by: ['Invitado por', 'app_user'],
  invited_at: ['Invitado el', 'instant'],
  ended_at: ['Dado de baja por su empresa', 'instant'],
  recovery_codes_left: ['Códigos de recuperación que quedan'],
  secret: ['Secreto', 'secret'],
  street: ['Dirección'],
  number: ['Altura'],
  crossing: ['Entre calles'],
  city: ['Ciudad'],
  province_id: ['Provincia', 'province'],
  postal_code: ['Código postal'],
  country: ['País'],
  ...(labelsOf(listingColumns, listingWords) as Words),
  parent_id: ['Categoría superior', 'category'],
  list_price: ['Precio de lista', 'money'],
  ...(labelsOf(articleColumns, articleWords) as Words),
  state: ['Estado'],
  erp_state: ['Estado en el ERP', 'erpState'],
  course_state: ['Estado del pedido', 'fulfilmentState'],
  article_id: ['Artículo', 'article'],
  slot: ['Lugar'],
  kind: ['Tipo'],
  file: ['Archivo', 'file'],
  uploaded_at: ['Subido el', 'instant'],
  expires_on: ['Vence'],
  quantity: ['Cantidad'],
  lines: ['Artículos'],
  line_count: ['Artículos'],
  total: ['Total', 'money'],
  from: ['De', 'client'],
  to: ['A', 'client'],
  dropped: ['Artículos que ya estaban'],
  user_id: ['Usuario', 'app_user'],
  created_by: ['Hecho por', 'app_user'],
  channel: ['Canal', 'channel'],
  created_at: ['Creado', 'instant'],
  at: ['Fecha', 'instant'],
  from_erp: ['Del sistema de gestión', 'flag'],
  sessions: ['Sesiones'],
  notes: ['Observación'],
}

/** Columns that mean something of their own in one kind of record. */
const ownWords: Readonly<Record<string, Words>> = {
  order: {
    id: ['Nro WEB'],
    version: ['Versión'],
    address: ['Dirección'],
    erp_number: ['Nro Pedido'],
    import_number: ['Número en la planilla'],
    note: ['Observación'],
    handled_at: ['Atendido', 'instant'],
    to_mail: ['Para'],
    paper: ['Comprobante'],
    rule_reason: ['Motivo para enviarlo bajo el mínimo'],
    held_reason: ['Por qué quedó en espera'],
    let_go_reason: ['Por qué se liberó'],
    user_id: ['Para el usuario', 'app_user'],
  },
  product: { id: ['ID en el ERP'] },
  setting: { key: ['Clave'], value: ['Valor'], aux: ['Opción'] },
  slide: { caption: ['Texto'] },
  job: { state: ['Estado', 'taskState'] },
  webhook: { url: ['Dirección', 'address'], events: ['Avisos'] },
  'erp-key': { rights: ['Permisos'] },
  promotion: {
    percent: ['Porcentaje', 'percent'],
    covers: ['Alcance', 'coverage'],
    lists: ['Listas'],
    articles: ['Artículos'],
    begins_at: ['Desde', 'instant'],
    ends_at: ['Hasta', 'instant'],
  },
  'feed-mapping': { files: ['Archivos'], lists: ['Listas'] },
  synonym: { words: ['Buscan'], meaning: ['Ven también'] },
  'order-rule': {
    scope: ['Vale para', 'ruleScope'],
    target: ['Cuál'],
    target_id: ['Número'],
    least_amount: ['Pedido mínimo', 'money'],
    free_from: ['Envío sin cargo desde', 'money'],
    days: ['Días de entrega'],
  },
  brand: { whole_packs: ['Por bulto cerrado', 'flag'] },
  substitute: {
    client_id: ['Cliente', 'client'],
    article_id: ['Artículo', 'article'],
    substitute_id: ['Reemplazo', 'article'],
  },
  'saved-list': {
    kind: ['Tipo', 'savedListKind'],
    name: ['Nombre'],
    shared: ['Compartida', 'flag'],
    archived: ['Archivada', 'flag'],
    changed_at: ['Cambiada', 'instant'],
    note: ['Observación'],
    word: ['Motivo'],
  },
  link: {
    kind: ['Tipo', 'linkKind'],
    opens: ['Abre', 'linkOpens'],
    ends_at: ['Hasta', 'instant'],
    withdrawn_at: ['Quitado el', 'instant'],
  },
  'client-address': { own_name: ['Nombre de la sucursal'] },
  'price-list': {
    clients: ['Clientes'],
    article: ['Artículo', 'article'],
    list_price: ['Precio en la lista', 'money'],
    prices: ['Precios'],
    removed: ['Precios quitados'],
    since: ['Desde', 'instant'],
  },
}

/** Columns that are not shown: how often a row was changed, its text for searches, what it is put back from, a format. */
const UNTOLD: ReadonlySet<string> = new Set(['version', 'search_text', 'kept', 'content_type'])
/** Columns that are not shown in one kind of record: a picture's file says already that it is a picture. */
const OWN_UNTOLD: Readonly<Record<string, readonly string[]>> = {
  media: ['kind'],
  slide: ['kind'],
}
/** Whether a setting is a stored file; its option is the file's format or size. */
const isFile = (key: string): boolean => isSettingKey(key) && kindOf(key).value === 'file'
export const isUntold = (entity: string, entityId: string, column: string): boolean =>
  UNTOLD.has(column) ||
  OWN_UNTOLD[entity]?.includes(column) === true ||
  (entity === 'setting' && isFile(entityId) && column === 'aux')

/** The database's name of a column: some older rows were written with the code's names. */
export const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The label of a column and how its values are written; an unknown column goes by its own name. */
export function wordOf(entity: string, column: string, entityId = ''): readonly [label: string, kind?: ValueKind] {
  if (entity === 'setting' && isFile(entityId) && column === 'value') return ['Imagen', 'file']
  if (entity === 'setting' && isSwitch(entityId, column)) return ['Activo', 'flag']
  return ownWords[entity]?.[column] ?? everywhere[column] ?? [column]
}

/** Whether a setting's text is a switch, which is stored as 1 or 0. */
const isSwitch = (key: string, column: string): boolean =>
  isSettingKey(key) && (column === 'value' || column === 'aux') && kindOf(key)[column] === 'switch'

/** What a stored file is, by the ending of its name; the rest of the name is a hash that nobody reads. */
export const fileWord = (name: string): string =>
  /[.]pdf$/i.test(name) ? 'PDF' : /[.](mp4|webm)$/i.test(name) ? 'video' : 'imagen'

const ranks = new Map(Object.keys(everywhere).map((column, rank) => [column, rank]))

/** The place of a column among others of its row; unknown columns come last. */
export const rankOf = (column: string): number => ranks.get(column) ?? ranks.size

/** Labels of the settings by key. */
export const settingWords: Readonly<Record<string, string>> = {
  ANUNCIO: 'Anuncio',
  CATALOGO: 'Página Catálogo',
  CARRITO: 'Página Carrito',
  PEDIDOS: 'Página Pedidos',
  BANNER: 'Banner',
  BANNER_IMAGEN: 'Imagen del banner',
  MARCA_NOMBRE: 'Nombre de la tienda',
  MARCA_COLOR: 'Color principal',
  MARCA_ACENTO: 'Color de acento',
  MARCA_CON_NOMBRE: 'Nombre junto al logo',
  MARCA_LOGO: 'Logo',
  MARCA_LOGO_OSCURO: 'Logo para fondos oscuros',
  MARCA_ICONO: 'Ícono de la aplicación',
  CAROUSEL: 'Novedades',
  CONTACTO_MAIL: 'Email de contacto',
  CONTACTO_TEL: 'Teléfono de contacto',
  FISCAL_RAZON: 'Razón social de la tienda',
  FISCAL_CUIT: 'CUIT de la tienda',
  FISCAL_IVA: 'Condición de IVA de la tienda',
  FISCAL_DOMICILIO: 'Domicilio de la tienda',
  COTIZACION_DIAS: 'Días de validez de las cotizaciones',
  COTIZACION_TEXTO: 'Texto al pie de las cotizaciones',
  NO_ES_FACTURA: 'Leyenda «no válido como factura»',
  NOTIF_PED: 'Correos que reciben los pedidos',
  TERMINOS: 'Términos y condiciones',
  STOCK_OBLIGATORIO: 'Stock obligatorio',
  LIMITE_OBLIGATORIO: 'Límite de crédito obligatorio',
  LIMITE_RETIENE: 'Retener los pedidos que superan el límite de crédito',
  VENCIDO_REGLA: 'Pedidos de clientes con saldo vencido',
  VENCIDO_DIAS: 'Saldo vencido: días desde los que cuenta',
  VENCIDO_IMPORTE: 'Saldo vencido: pesos desde los que cuenta',
  LIBERA_VENDEDOR: 'Los vendedores liberan pedidos en espera',
  MAIL_ACEPTADO: 'Correo al cliente: pedido aceptado',
  MAIL_DESPACHADO: 'Correo al cliente: pedido despachado',
  MAIL_FALTANTES: 'Correo al cliente: lo que va a faltar',
  ERP_PRECIOS_PARTE: 'ERP: parte de los precios que cambian mucho (%)',
  ERP_PRECIOS_CAMBIO: 'ERP: cambio de precio que es mucho (%)',
  ERP_ARCHIVO_CORTO: 'ERP: archivo más corto que el anterior (%)',
  PRECIOS_CON_IVA: 'Precios con IVA incluido',
  BONIF_EN_PRECIOS: 'Bonificación de cada cliente en los precios',
  LISTA_INCOMPLETA: 'Precio de lo que falta en la lista de un cliente',
  PRECIOS_PROXIMOS: 'Mostrar los precios que vienen',
  LISTA_SIN_CLIENTE: 'Lista de precios de quien no tiene cliente',
  LISTA_INVENTARIOS: 'Lista de precios de los inventarios públicos',
  ENTREGA_PEDIDOS: 'Cuánto se puede cambiar o cancelar un pedido',
  INACTIVIDAD_MIN: 'Minutos hasta el cierre por inactividad',
  DOS_PASOS: 'Verificación en dos pasos exigida a',
  INVENTARIO_CON_PRECIO: 'Inventario con precios',
  INVENTARIO_SIN_PRECIO: 'Inventario sin precios',
}
