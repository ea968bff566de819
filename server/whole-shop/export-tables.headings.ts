/**
 * What `bulto export` writes of each table, in the folder TABLES (R396). Every table and every column of the database has
 * its place here, or the word why it is left out: a new one does not compile until it has, and export-page.test.ts compares
 * this with the database's own catalogue. docs/export.md is made of it.
 */
import { settingKeys } from '../../contract/setting-keys.ts'
import type { Tables } from '../db/tables.ts'
import { type FeedTable, feedTables, isNews } from '../ports/erp/erp.ts'

type TableName = keyof Tables

/** A heading; `hundredths`: what the database keeps as cents, or hundredths of a percent, is written as pesos or percent. */
interface Heading {
  readonly heading: string
  readonly hundredths?: true
}
/** Why a column or a table is not exported, in Spanish. */
interface LeftOut {
  readonly left: string
}
type OfColumn = string | Heading | LeftOut

export interface ExportedTable<T extends TableName = TableName> {
  /** File name without its ending. */
  readonly file: string
  /** What a row is, in Spanish. */
  readonly says: string
  /** SQL that the rows are ordered by. */
  readonly order: string
  readonly columns: { readonly [C in keyof Tables[T] & string]: OfColumn }
  /** SQL of the rows that are exported; without it all. */
  readonly where?: string
  /** More columns: SQL by heading, over the row `x`. */
  readonly also?: Readonly<Record<string, string>>
}

const hundredths = (heading: string): Heading => ({ heading, hundredths: true })
const SECRET: LeftOut = { left: 'secreto' }
const MADE: LeftOut = { left: 'se deduce de las otras' }
const INNER: LeftOut = { left: 'interno del programa' }
const AS_FILE: LeftOut = { left: 'el archivo está en su carpeta' }

/** Settings that open something to whoever knows them. */
const TOKENS = Object.entries(settingKeys).flatMap(([key, { value }]) => (value === 'token' ? [key] : []))

const ofArticle = (column = 'article_id') => ({ CODIGO_ART: `(select code from article where id = x.${column})` })
const ofClient = { CLIENTE: '(select business_name from client where id = x.client_id)' }

const named = (file: string, says: string, idHeading: string, nameHeading: string) =>
  ({
    file,
    says,
    order: 'id',
    columns: { id: idHeading, name: nameHeading, active: 'EN_USO', from_erp: 'DEL_ERP' },
  }) as const

/** The amounts and texts of a line of an order, as it was agreed. */
const agreed = {
  article_id: 'ID_ART',
  code: 'CODIGO_ART',
  description: 'DESCRIP_ART',
  list_price: hundredths('PRECIO_LISTA'),
  discount: hundredths('DESCUENTO'),
  unit_price: hundredths('PRECIO_UNITARIO'),
  price_reason: 'MOTIVO_PRECIO',
  quantity: 'CANTIDAD',
  note: 'NOTA',
} as const

export const exportedTables: { readonly [T in TableName]: ExportedTable<T> | LeftOut } = {
  seller: named('vendedores', 'Vendedores, también los que ya no se usan', 'ID_VC', 'DESCRIP_VC'),
  zone: named('zonas', 'Zonas', 'ID_ZON', 'DESCRIPCION_ZON'),
  carrier: named('expresos', 'Expresos', 'ID_EXP', 'NOMBRE_EXP'),
  vat_condition: named('ivas', 'Condiciones de IVA', 'ID_IVA', 'DESCRIP_IVA'),
  price_list: {
    file: 'listas',
    says: 'Listas de precios, del ERP y propias',
    order: 'id',
    columns: { id: 'ID_LIS', name: 'DESCRIP_LIS', active: 'EN_USO', from_erp: 'DEL_ERP', version: INNER },
  },
  client: {
    file: 'clientes',
    says: 'Clientes, del ERP y los registrados en la tienda',
    order: 'id',
    columns: {
      id: 'ID_CLI',
      code: 'CODIGO_CLI',
      business_name: 'RAZONSOCIAL_CLI',
      contact_name: 'NOMBRE_CLI',
      cuit: 'CUIT_CLI',
      email: 'EMAIL_CLI',
      seller_id: 'ID_VC',
      sale_condition: 'IDCDV_CLI',
      zone_id: 'ID_ZON',
      vat_condition_id: 'ID_IVA',
      bonus: hundredths('BONIF_CLI'),
      list_id: 'ID_LIS',
      own_list_id: 'ID_LIS_PROPIA',
      search_text: MADE,
      active: 'EN_USO',
      from_erp: 'DEL_ERP',
      version: INNER,
    },
  },
  client_address: {
    file: 'direcciones',
    says: 'Direcciones de entrega de los clientes',
    order: 'id',
    columns: {
      id: 'ID_DIR',
      client_id: 'ID_CLI',
      street: 'DIRECCION_DIR',
      locality: 'LOCALIDAD_DIR',
      province_id: 'IDPRV_DIR',
      postal_code: 'CP_DIR',
      carrier_id: 'ID_EXP',
      name: 'NOMBRE_DIR',
      own_name: 'NOMBRE_PROPIO',
      active: 'EN_USO',
      from_erp: 'DEL_ERP',
    },
  },
  client_account: {
    file: 'cuentas',
    says: 'Lo que debe cada cliente, según el ERP',
    order: 'client_id',
    columns: {
      client_id: 'ID_CLI',
      at: 'FECHA',
      balance: hundredths('SALDO'),
      credit_limit: hundredths('LIMITE'),
    },
    also: ofClient,
  },
  client_bill: {
    file: 'saldos',
    says: 'Comprobantes de cada cliente con lo que falta pagar, según el ERP',
    order: 'id',
    columns: {
      id: 'NUMERO',
      erp_id: 'CLAVE_ERP',
      client_id: 'ID_CLI',
      at: 'FECHA',
      kind: 'TIPO',
      number: 'COMPROBANTE',
      day: 'EMISION',
      due_day: 'VENCE',
      amount: hundredths('IMPORTE'),
      balance: hundredths('SALDO'),
    },
    also: ofClient,
  },
  article: {
    file: 'articulos',
    says: 'Artículos, también los que ya no se usan',
    order: 'id',
    columns: {
      id: 'ID_ART',
      code: 'CODIGO_ART',
      description: 'DESCRIP_ART',
      alias: 'ALIAS_ART',
      units_per_pack: 'UXB',
      inner_pack: 'INTERNO',
      assortment: 'SURTIDO',
      multiple: 'MULTIPLO',
      season: 'TEMPORADA',
      ean: 'EAN_ART',
      weight: 'PESO_ART',
      stock: 'STOCK_ART',
      arrives_on: 'INGRESO_ART',
      vat_rate: hundredths('IVA_ART'),
      age_from: 'EDAD_DESDE',
      age_to: 'EDAD_HASTA',
      licence: 'LICENCIA',
      gender: 'GENERO',
      active: 'EN_USO',
      from_erp: 'DEL_ERP',
      search_text: MADE,
      code_key: MADE,
      alias_key: MADE,
    },
  },
  price: {
    file: 'precios',
    says: 'Precios de la lista base; 0: sin precio',
    order: 'article_id',
    columns: { article_id: 'ID_ART', list_price: hundredths('PRECIO_LISTA') },
    also: ofArticle(),
  },
  price_ahead: {
    file: 'precios_proximos',
    says: 'Precios de la lista base que todavía no rigen',
    order: 'article_id, since',
    columns: { article_id: 'ID_ART', since: 'DESDE', list_price: hundredths('PRECIO_LISTA') },
    also: ofArticle(),
  },
  list_price: {
    file: 'precios_listas',
    says: 'Precios de las otras listas, también los que ya no se usan',
    order: 'id',
    columns: {
      id: MADE,
      list_id: 'ID_LIS',
      article_id: 'ID_ART',
      since: 'DESDE',
      list_price: hundredths('PRECIO_LISTA'),
      active: 'EN_USO',
      from_erp: 'DEL_ERP',
    },
    also: ofArticle(),
  },
  client_price: {
    file: 'precios_clientes',
    says: 'Precios de un solo cliente, también los que ya no se usan',
    order: 'id',
    columns: {
      id: MADE,
      client_id: 'ID_CLI',
      article_id: 'ID_ART',
      since: 'DESDE',
      until: 'HASTA',
      list_price: hundredths('PRECIO_LISTA'),
      with_discount: 'CON_DESCUENTO',
      active: 'EN_USO',
      from_erp: 'DEL_ERP',
    },
    also: ofArticle(),
  },
  price_step: {
    file: 'escalas',
    says: 'Descuentos por cantidad, de un artículo o de una rama del árbol',
    order: 'id',
    columns: {
      id: 'ID_ESC',
      article_id: 'ID_ART',
      brand: 'MARCA',
      category: 'CATEGORIA',
      subcategory: 'SUBCATEGORIA',
      brand_id: MADE,
      category_id: MADE,
      list_id: 'ID_LIS',
      units: 'UNIDADES',
      percent: hundredths('PORCENTAJE'),
      active: 'EN_USO',
      from_erp: 'DEL_ERP',
    },
    also: ofArticle(),
  },
  promotion: {
    file: 'promociones',
    says: 'Promociones de la tienda',
    order: 'id',
    columns: {
      id: 'PROMOCION',
      name: 'NOMBRE',
      percent: hundredths('PORCENTAJE'),
      covers: 'ALCANCE',
      brand_id: 'ID_MARCA',
      category_id: 'ID_CATEGORIA',
      lists: 'LISTAS',
      begins_at: 'DESDE',
      ends_at: 'HASTA',
      version: INNER,
    },
  },
  promotion_article: {
    file: 'promociones_articulos',
    says: 'Artículos de las promociones que los nombran uno por uno',
    order: 'promotion_id, article_id',
    columns: { promotion_id: 'PROMOCION', article_id: 'ID_ART', price: hundredths('PRECIO') },
    also: ofArticle(),
  },
  order_rule: {
    file: 'reglas_de_pedidos',
    says: 'Mínimos, envío sin cargo y días de entrega',
    order: 'id',
    columns: {
      id: 'NUMERO',
      scope: 'ALCANCE',
      target_id: 'DE_QUIEN',
      least_amount: hundredths('MINIMO'),
      free_from: hundredths('SIN_CARGO_DESDE'),
      days: 'DIAS',
      version: INNER,
    },
  },
  synonym: {
    file: 'sinonimos',
    says: 'Palabras que buscan lo mismo que otras',
    order: 'id',
    columns: { id: 'NUMERO', words: 'PALABRAS', meaning: 'SIGNIFICA', key: MADE },
  },
  brand: {
    file: 'marcas',
    says: 'Marcas, la raíz del árbol',
    order: 'position, id',
    columns: { id: 'ID_MARCA', name: 'MARCA', position: 'ORDEN', whole_packs: 'POR_BULTO', version: INNER },
  },
  category: {
    file: 'categorias',
    says: 'Categorías y subcategorías de cada marca',
    order: 'brand_id, parent_id nulls first, position, id',
    columns: {
      id: 'ID_CATEGORIA',
      brand_id: 'ID_MARCA',
      parent_id: 'DENTRO_DE',
      name: 'NOMBRE',
      position: 'ORDEN',
      version: INNER,
    },
  },
  listing: {
    file: 'asignaciones',
    says: 'Dónde y cómo se muestra cada artículo',
    order: 'article_id',
    columns: {
      id: INNER,
      article_id: 'ID_ART',
      brand_id: 'ID_MARCA',
      category_id: 'ID_CATEGORIA',
      subcategory_id: 'ID_SUBCATEGORIA',
      position: 'ORDEN',
      discount: hundredths('DESCUENTO'),
      promo: 'OFERTA',
      future: 'FUTURO',
      hint: 'INDICACION',
      active: 'EN_USO',
      created_at: 'CREADO',
      version: INNER,
    },
    also: ofArticle(),
  },
  substitute: {
    file: 'reemplazos',
    says: 'Qué se pide en lugar de un artículo; sin cliente: para todos',
    order: 'id',
    columns: {
      id: 'NUMERO',
      client_id: 'ID_CLI',
      article_id: 'ID_ART',
      substitute_id: 'REEMPLAZO',
      decided_by: 'DECIDIDO_POR',
      decided_at: 'DECIDIDO',
    },
    also: ofArticle(),
  },
  media: {
    file: 'fotos',
    says: 'Fotos y videos de los artículos, en la carpeta fotos',
    order: 'article_id, slot',
    columns: { article_id: 'ID_ART', slot: 'LUGAR', kind: 'TIPO', file: AS_FILE, content_type: AS_FILE },
    also: ofArticle(),
  },
  certificate: {
    file: 'certificados',
    says: 'Certificados de los artículos, en la carpeta certificados',
    order: 'id',
    columns: {
      id: INNER,
      name: 'ARCHIVO',
      file: AS_FILE,
      uploaded_at: 'CREADO',
      kind: 'TIPO',
      expires_on: 'VENCE',
    },
  },
  slide: {
    file: 'novedades',
    says: 'Novedades de la portada, en la carpeta novedades',
    order: 'slot',
    columns: {
      slot: 'LUGAR',
      caption: 'TEXTO',
      active: 'EN_USO',
      kind: 'TIPO',
      file: AS_FILE,
      content_type: AS_FILE,
      version: INNER,
    },
  },
  app_user: {
    file: 'usuarios',
    says: 'Cuentas, sin sus contraseñas',
    order: 'id',
    columns: {
      id: 'USUARIO',
      email: 'EMAIL',
      cuit: 'CUIT',
      password_hash: SECRET,
      type: 'TIPO',
      first_name: 'NOMBRE',
      last_name: 'APELLIDO',
      business_name: 'RAZON_SOCIAL',
      phone: 'TELEFONO',
      mobile: 'CELULAR',
      carrier_id: 'ID_EXP',
      zone_id: 'ID_ZON',
      notes: 'NOTA',
      seller_id: 'ID_VC',
      client_id: 'ID_CLI',
      enabled: 'HABILITADO',
      active: 'EN_USO',
      verified: 'VERIFICADO',
      verified_at: 'VERIFICADO_EL',
      verified_by: 'VERIFICADO_POR',
      second_factor: 'DOS_PASOS',
      order_right: 'CONFIRMA_PEDIDOS',
      invited_by: 'INVITADO_POR',
      invited_at: 'INVITADO',
      ended_at: 'TERMINADO',
      created_at: 'CREADO',
      version: INNER,
      search_text: MADE,
      name_key: MADE,
      business_name_key: MADE,
    },
  },
  user_address: {
    file: 'usuarios_direcciones',
    says: 'Direcciones que los usuarios cargaron en sus datos',
    order: 'id',
    columns: {
      id: 'NUMERO',
      user_id: 'USUARIO',
      street: 'CALLE',
      province_id: 'PROVINCIA',
      city: 'CIUDAD',
      postal_code: 'CODIGO_POSTAL',
      notes: 'NOTA',
      created_at: 'CREADO',
      number: 'ALTURA',
      crossing: 'ENTRE_CALLES',
      country: 'PAIS',
    },
  },
  message_consent: {
    file: 'usuarios_mensajes',
    says: 'Quién aceptó mensajes al teléfono',
    order: 'user_id',
    columns: { user_id: 'USUARIO', phone: 'TELEFONO', agreed_at: 'ACEPTADO' },
  },
  sales_order: {
    file: 'pedidos',
    says: 'Pedidos; sus renglones están en pedidos_renglones',
    order: 'id',
    columns: {
      id: 'PEDIDO',
      erp_number: 'NUMERO_ERP',
      erp_state: 'ESTADO_ERP',
      erp_reason: 'MOTIVO_ERP',
      erp_answered_at: 'RESPONDIDO_ERP',
      user_id: 'USUARIO',
      client_id: 'ID_CLI',
      business_name: 'RAZON_SOCIAL',
      address_id: 'ID_DIR',
      address: 'DIRECCION',
      sale_line: 'LINEA',
      sale_condition: 'CONDICION',
      asked_condition: 'CONDICION_PEDIDA',
      note: 'NOTA',
      total: hundredths('TOTAL'),
      line_count: 'RENGLONES',
      channel: 'CANAL',
      created_by: 'HECHO_POR',
      created_at: 'CREADO',
      idempotency_key: INNER,
      import_cuit: 'IMPORTADO_CUIT',
      import_number: 'IMPORTADO_NUMERO',
      import_copy: 'IMPORTADO_COPIA',
      new_user: 'USUARIO_NUEVO',
      handled_at: 'ATENDIDO',
      course_state: 'ESTADO',
      course_text: 'ESTADO_TEXTO',
      course_at: 'ESTADO_EL',
      course_version: INNER,
      pending_units: 'PENDIENTE',
      coming_total: hundredths('TOTAL_QUE_VIENE'),
      billed_total: hundredths('TOTAL_FACTURADO'),
      prices_with_vat: 'PRECIOS_CON_IVA',
      rule_reason: 'MOTIVO_MINIMO',
      hand_over_at: 'PASA_AL_ERP',
      taken_at: 'TOMADO',
      withdrawn_at: 'CANCELADO',
      version: 'VERSION',
      changed_at: 'CAMBIADO',
      changed_by: 'CAMBIADO_POR',
      change_key: INNER,
      held_at: 'RETENIDO',
      held_reason: 'RETENIDO_MOTIVO',
      let_go_at: 'LIBERADO',
      let_go_by: 'LIBERADO_POR',
      let_go_reason: 'LIBERADO_MOTIVO',
    },
  },
  sales_order_line: {
    file: 'pedidos_renglones',
    says: 'Renglones de los pedidos, como se acordaron',
    order: 'order_id, id',
    columns: {
      id: 'NUMERO',
      order_id: 'PEDIDO',
      ...agreed,
      list_id: 'ID_LIS',
      bonus: hundredths('BONIFICACION'),
      vat_rate: hundredths('IVA'),
      multiple: 'MULTIPLO',
      created_by: 'HECHO_POR',
      channel: 'CANAL',
    },
  },
  order_version: {
    file: 'pedidos_versiones',
    says: 'Versiones anteriores de los pedidos que se cambiaron',
    order: 'order_id, version',
    columns: {
      order_id: 'PEDIDO',
      version: 'VERSION',
      made_at: 'CREADO',
      made_by: 'HECHO_POR',
      change_key: INNER,
      note: 'NOTA',
      total: hundredths('TOTAL'),
    },
  },
  order_version_line: {
    file: 'pedidos_versiones_renglones',
    says: 'Renglones de esas versiones',
    order: 'order_id, version, nth',
    columns: { order_id: 'PEDIDO', version: 'VERSION', nth: 'LUGAR', ...agreed },
  },
  order_event: {
    file: 'pedidos_estados',
    says: 'Estados por los que pasó cada pedido',
    order: 'order_id, id',
    columns: {
      id: 'NUMERO',
      erp_id: 'CLAVE_ERP',
      order_id: 'PEDIDO',
      at: 'FECHA',
      state: 'ESTADO',
      text: 'ESTADO_TEXTO',
      source: 'ORIGEN',
      user_id: 'USUARIO',
      batch_id: INNER,
      carrier: 'EXPRESO',
      guide: 'GUIA',
      packages: 'BULTOS',
      reason: 'MOTIVO',
      stored_at: INNER,
    },
  },
  order_line_news: {
    file: 'pedidos_aceptado',
    says: 'Cuánto aceptó el ERP de cada artículo; vacío: todo',
    order: 'order_id, id',
    columns: {
      id: 'NUMERO',
      erp_id: 'CLAVE_ERP',
      order_id: 'PEDIDO',
      article_id: 'ID_ART',
      at: 'FECHA',
      accepted: 'ACEPTADO_UNIDADES',
      reason: 'MOTIVO',
      replaced_by: 'REEMPLAZO',
    },
    also: ofArticle(),
  },
  order_dispatch: {
    file: 'pedidos_despachos',
    says: 'Lo que salió de cada pedido; negativo: lo que volvió',
    order: 'order_id, id',
    columns: {
      id: 'NUMERO',
      erp_id: 'CLAVE_ERP',
      order_id: 'PEDIDO',
      article_id: 'ID_ART',
      at: 'FECHA',
      quantity: 'CANTIDAD',
      note: 'REMITO',
      carrier: 'EXPRESO',
      guide: 'GUIA',
      packages: 'BULTOS',
    },
    also: ofArticle(),
  },
  order_paper: {
    file: 'pedidos_comprobantes',
    says: 'Comprobantes de los pedidos; los que se subieron están en la carpeta comprobantes, por su NUMERO',
    order: 'order_id, id',
    columns: {
      id: 'NUMERO',
      erp_id: 'CLAVE_ERP',
      order_id: 'PEDIDO',
      kind: 'TIPO',
      number: 'COMPROBANTE',
      day: 'EMISION',
      amount: hundredths('IMPORTE'),
      link: 'ENLACE',
      file: AS_FILE,
    },
  },
  cart_line: {
    file: 'carritos',
    says: 'Renglones de los carritos; ID_CLI -1: sin cliente',
    order: 'user_id, client_id, id',
    columns: {
      id: INNER,
      user_id: 'USUARIO',
      client_id: 'ID_CLI',
      article_id: 'ID_ART',
      quantity: 'CANTIDAD',
      note: 'NOTA',
      shown_price: hundredths('PRECIO_VISTO'),
      channel: 'CANAL',
      created_by: 'HECHO_POR',
      updated_at: 'CAMBIADO',
      created_at: 'CREADO',
    },
    also: ofArticle(),
  },
  saved_list: {
    file: 'listas_guardadas',
    says: 'Listas guardadas y carritos apartados; ID_CLI -1: sin cliente',
    order: 'id',
    columns: {
      id: 'LISTA',
      user_id: 'USUARIO',
      client_id: 'ID_CLI',
      kind: 'TIPO',
      name: 'NOMBRE',
      shared: 'COMPARTIDA',
      archived: 'ARCHIVADA',
      changed_at: 'CAMBIADO',
      version: INNER,
    },
  },
  saved_list_line: {
    file: 'listas_guardadas_renglones',
    says: 'Renglones de esas listas',
    order: 'list_id, place',
    columns: {
      list_id: 'LISTA',
      place: 'LUGAR',
      article_id: 'ID_ART',
      quantity: 'CANTIDAD',
      note: 'NOTA',
      shown_price: hundredths('PRECIO_VISTO'),
    },
    also: ofArticle(),
  },
  sent_cart: {
    file: 'carritos_enviados',
    says: 'Carritos que un comprador mandó a confirmar',
    order: 'list_id',
    columns: {
      list_id: 'LISTA',
      client_id: 'ID_CLI',
      user_id: 'USUARIO',
      state: 'ESTADO',
      address_id: 'ID_DIR',
      note: 'NOTA',
      sent_at: 'ENVIADO',
      decided_by: 'DECIDIDO_POR',
      decided_at: 'DECIDIDO',
      word: 'RESPUESTA',
      order_id: 'PEDIDO',
    },
  },
  offer: {
    file: 'enviados_para_aceptar',
    says: 'Pedidos que un vendedor mandó por enlace; RENGLONES_JSON los tiene como texto JSON, en centavos',
    order: 'id',
    columns: {
      id: 'NUMERO',
      client_id: 'ID_CLI',
      user_id: 'USUARIO',
      list_id: 'LISTA',
      quotation: 'COTIZACION',
      address_id: 'ID_DIR',
      note: 'NOTA',
      lines: 'RENGLONES_JSON',
      state: 'ESTADO',
      decided_at: 'DECIDIDO',
      word: 'RESPUESTA',
      order_id: 'PEDIDO',
    },
  },
  article_wish: {
    file: 'avisos_de_articulos',
    says: 'Quién espera que un artículo tenga precio o stock',
    order: 'user_id, client_id, article_id',
    columns: {
      user_id: 'USUARIO',
      client_id: 'ID_CLI',
      article_id: 'ID_ART',
      price_then: hundredths('PRECIO_VISTO'),
      stock_then: 'STOCK_VISTO',
      asked_at: 'PEDIDO_EL',
    },
    also: ofArticle(),
  },
  list_watch: {
    file: 'avisos_de_listas',
    says: 'Quién quiere saber cuando cambia un precio de una lista guardada',
    order: 'user_id, list_id',
    columns: { user_id: 'USUARIO', list_id: 'LISTA', asked_at: 'PEDIDO_EL' },
  },
  mail_sender: {
    file: 'remitentes',
    says: 'De qué cliente es cada dirección de correo que manda pedidos',
    order: 'address',
    columns: { address: 'EMAIL', client_id: 'ID_CLI', chosen_by: 'DECIDIDO_POR' },
  },
  setting: {
    file: 'configuracion',
    says: 'La configuración que se cambió, sin las claves de los inventarios públicos',
    order: 'key',
    where: `key not in (${TOKENS.map((key) => `'${key}'`).join(', ')})`,
    columns: { key: 'CLAVE', value: 'VALOR', aux: 'VALOR_2', version: INNER },
  },
  missed_search: {
    file: 'busquedas_sin_resultado',
    says: 'Qué se buscó y no se encontró, por día',
    order: 'day, text',
    columns: { day: 'DIA', text: 'TEXTO', count: 'VECES' },
  },
  password_reset: SECRET,
  second_factor: SECRET,
  device_key: SECRET,
  session: SECRET,
  known_browser: SECRET,
  notice_link: SECRET,
  shared_link: { left: 'enlaces con clave, que terminan con la tienda' },
  webhook: { left: 'direcciones con su clave; se dan de alta de nuevo' },
  erp_key: SECRET,
  registry_ticket: SECRET,
  audit: { left: 'el historial de quién cambió qué; está en la copia de seguridad' },
  change_batch: { left: 'del historial' },
  sheet_columns: { left: 'qué columnas eligió cada uno al subir una planilla' },
  quotation: { left: 'solo numera las cotizaciones' },
  list_watch_price: { left: 'lo último avisado' },
  notice_mail: { left: 'correos por salir' },
  received_mail: { left: 'correos recibidos; siguen en su casilla' },
  mailbox: { left: 'hasta dónde se leyó la casilla' },
  job: { left: 'trabajos por hacer' },
  erp_outbox: { left: 'lo que espera al ERP; el pedido mismo está' },
  erp_cursor: { left: 'hasta dónde se leyó el ERP' },
  erp_feed: { left: 'informes de la importación' },
  erp_run: { left: 'informes de la importación' },
  erp_waiting: { left: 'importaciones sin confirmar' },
  erp_waiting_rows: { left: 'importaciones sin confirmar' },
  erp_taken: { left: 'informes de la importación' },
  erp_batch: { left: 'envíos del ERP del último día' },
  push_run: { left: 'envíos del ERP sin terminar' },
  push_run_batch: { left: 'envíos del ERP sin terminar' },
  catalogue_version: INNER,
  demo_fill: INNER,
  drill: INNER,
  last_backup: INNER,
  counted_try: INNER,
  document_ticket: INNER,
  made_document: INNER,
}

/** The files that `bulto import` reads again; news of orders are about orders that only this shop has. */
export const feedFiles: readonly FeedTable[] = feedTables.filter(
  (table) => !isNews(table) || table === 'clientAccounts' || table === 'clientBills',
)

/** The folder of the tables' files: so that an import of the export takes the files of the feed alone. */
const TABLES = 'tienda'
export const pathOf = ({ file }: ExportedTable): string => `${TABLES}/${file}.csv`

const isLeft = (given: object): given is LeftOut => 'left' in given

/** The tables that are exported. */
export const exportedFiles = Object.entries(exportedTables).flatMap(([name, table]) =>
  isLeft(table) ? [] : [[name, table as unknown as ExportedTable] as const],
)
/** Those that are not, with the reason. */
export const leftTables = Object.entries(exportedTables).flatMap(([name, table]) =>
  isLeft(table) ? [[name, table.left] as const] : [],
)

interface ExportedColumn extends Heading {
  /** Over the row `x`. */
  readonly sql: string
}

/** The columns of a table's file, in their order. */
export const columnsOfExport = ({ columns, also = {} }: ExportedTable): readonly ExportedColumn[] => [
  ...Object.entries<OfColumn>(columns).flatMap(([column, given]) => {
    if (typeof given === 'string') return [{ heading: given, sql: `x."${column}"` }]
    return isLeft(given) ? [] : [{ ...given, sql: `x."${column}"` }]
  }),
  ...Object.entries(also).map(([heading, sql]) => ({ heading, sql })),
]
