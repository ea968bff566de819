/** Orders, clients and answers as the ERP writes them. */
import { csvRow } from '../../spreadsheets/csv.ts'
import { choice, id, maybeEmptyText, reference } from './columns.ts'
import { format } from './formats.ts'
import type { OutgoingClient, OutgoingOrder, Verdict } from './port.ts'

const verdicts: Readonly<Record<string, Verdict>> = {
  exportado: 'exported',
  aceptado: 'accepted',
  observado: 'observed',
  rechazado: 'rejected',
}

/** The files (or lists of a service) that hold the ERP's answers. */
export const answerFormats = {
  orders: format({
    file: 'respuestas',
    unique: [],
    columns: {
      orderId: id('IDCON_PED'),
      state: choice('ESTADO', verdicts),
      number: reference('NUMERO_PED'),
      reason: maybeEmptyText('MOTIVO', 500),
    },
  }),
  clients: format({
    file: 'respuestas_clientes',
    unique: [],
    columns: {
      clientId: id('IDCLI_WEB'),
      state: choice('ESTADO', verdicts),
      erpId: reference('ID_CLI'),
      reason: maybeEmptyText('MOTIVO', 500),
    },
  }),
} as const

const amount = (cents: number) => cents / 100

/** An order under the ERP's names; amounts in pesos, percents in percent. */
export const orderOnWire = (order: Omit<OutgoingOrder, 'key'>) => ({
  IDCON_PED: order.id,
  FECHA_CARGA_PED: order.createdAt,
  ID_CLI: order.clientId,
  IDCLI_WEB: order.shopClientId,
  CODIGO_CLI: order.clientCode,
  CUIT_CLI: order.cuit,
  RAZONSOCIAL_CLI: order.businessName,
  EMAIL_CLI: order.email,
  ID_DIR: order.addressId,
  DIRECCION_PED: order.address,
  IDCDV_CLI: order.saleCondition,
  LINEA: order.saleLine,
  OBS_PED: order.note,
  IMPORTE_CP: amount(order.total),
  CANAL: order.channel,
  ID_VC: order.sellerId,
  HECHO_POR: order.madeBy,
  HECHO_POR_TIPO: order.madeByType,
  ID_EXP: order.carrierId,
  BONIF_CLI: amount(order.bonus),
  BONIF_EN_PRECIO: order.lines.some(({ bonus }) => bonus > 0) ? 1 : 0,
  PRECIOS_CON_IVA: order.pricesWithVat ? 1 : 0,
  VERSION_PED: order.version,
  RENGLONES: order.lines.map((line) => ({
    ID_ART: line.articleId,
    CODIGO_ART: line.code,
    DESCRIP_ART: line.description,
    CANTIDAD_PEDI: line.quantity,
    PRECIO_LPI: amount(line.listPrice),
    DESCUENTO_IO: amount(line.discount),
    PRECIO_PEDI: amount(line.unitPrice),
    MOTIVO_PRECIO: line.priceReason,
    ID_LIS: line.listId,
    BONIF_PEDI: amount(line.bonus),
    OBS1_PEDI: line.note,
    IVA_ART: line.vatRate === null ? null : amount(line.vatRate),
  })),
})

/** A client under the ERP's names; its bonus in percent. */
export const clientOnWire = (client: Omit<OutgoingClient, 'key'>) => ({
  IDCLI_WEB: client.id,
  ID_CLI: client.erpId,
  RAZONSOCIAL_CLI: client.businessName,
  NOMBRE_CLI: client.contactName,
  CUIT_CLI: client.cuit,
  EMAIL_CLI: client.email,
  ID_VC: client.sellerId,
  IDCDV_CLI: client.saleCondition,
  ID_ZON: client.zoneId,
  ID_IVA: client.vatConditionId,
  BONIF_CLI: amount(client.bonus),
  DIRECCION: client.address && {
    DIRECCION_DIR: client.address.street,
    LOCALIDAD_DIR: client.address.locality,
    IDPRV_DIR: client.address.provinceId,
    ID_EXP: client.address.carrierId,
  },
})

const text = { type: 'string' }
const whole = { type: 'integer' }
const maybeWhole = { type: ['integer', 'null'] }
const number = { type: 'number' }
const maybeNumber = { type: ['number', 'null'] }
/** JSON Schema of a record that has all its fields, whatever they hold. */
const whoseFields = <K extends string>(properties: Record<K, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

type OrderRow = ReturnType<typeof orderOnWire>
const orderLine = whoseFields<keyof OrderRow['RENGLONES'][number]>({
  ID_ART: whole,
  CODIGO_ART: text,
  DESCRIP_ART: text,
  CANTIDAD_PEDI: whole,
  PRECIO_LPI: number,
  DESCUENTO_IO: number,
  PRECIO_PEDI: number,
  MOTIVO_PRECIO: text,
  ID_LIS: maybeWhole,
  BONIF_PEDI: number,
  OBS1_PEDI: text,
  IVA_ART: maybeNumber,
})
export const orderSchema = whoseFields<keyof OrderRow>({
  IDCON_PED: whole,
  FECHA_CARGA_PED: { type: 'string', format: 'date-time' },
  ID_CLI: maybeWhole,
  IDCLI_WEB: maybeWhole,
  CODIGO_CLI: text,
  CUIT_CLI: text,
  RAZONSOCIAL_CLI: text,
  EMAIL_CLI: text,
  ID_DIR: maybeWhole,
  DIRECCION_PED: text,
  IDCDV_CLI: whole,
  LINEA: text,
  OBS_PED: text,
  IMPORTE_CP: number,
  CANAL: text,
  ID_VC: maybeWhole,
  HECHO_POR: text,
  HECHO_POR_TIPO: text,
  ID_EXP: maybeWhole,
  BONIF_CLI: number,
  BONIF_EN_PRECIO: { type: 'integer', enum: [1, 0] },
  PRECIOS_CON_IVA: { type: 'integer', enum: [1, 0] },
  VERSION_PED: whole,
  RENGLONES: { type: 'array', items: orderLine },
})

type ClientRow = ReturnType<typeof clientOnWire>
export const clientSchema = whoseFields<keyof ClientRow>({
  IDCLI_WEB: whole,
  ID_CLI: maybeWhole,
  RAZONSOCIAL_CLI: text,
  NOMBRE_CLI: text,
  CUIT_CLI: text,
  EMAIL_CLI: text,
  ID_VC: maybeWhole,
  IDCDV_CLI: whole,
  ID_ZON: maybeWhole,
  ID_IVA: maybeWhole,
  BONIF_CLI: number,
  DIRECCION: {
    ...whoseFields<keyof NonNullable<ClientRow['DIRECCION']>>({
      DIRECCION_DIR: text,
      LOCALIDAD_DIR: text,
      IDPRV_DIR: maybeWhole,
      ID_EXP: maybeWhole,
    }),
    type: ['object', 'null'],
  },
})

/** An order as CSV: a row for each line, with the order's own columns repeated; amounts with a comma. */
export function orderCsv(order: OutgoingOrder): string {
  const { RENGLONES, ...head } = orderOnWire(order)
  return csv(RENGLONES.map((line) => ({ ...head, ...line })))
}

/** A client as CSV: one row, with the columns of its address. */
export function clientCsv(client: OutgoingClient): string {
  const { DIRECCION, ...own } = clientOnWire(client)
  const noAddress = { DIRECCION_DIR: '', LOCALIDAD_DIR: '', IDPRV_DIR: null, ID_EXP: null }
  return csv([{ ...own, ...(DIRECCION ?? noAddress) }])
}

type Value = string | number | null

const csv = (rows: readonly Record<string, Value>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map(csvRow).join('')
