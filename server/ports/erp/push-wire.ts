/** Lists, orders and answers as a program of the ERP's writes and reads them when it calls the shop (R293). */
import type { ListSubject } from '../../../contract/key-rights.ts'
import { cutText } from '../../lib/cut-text.ts'
import type { Cell } from '../../spreadsheets/sheet.ts'
import { type Column, maybeMissing } from './columns.ts'
import type { FeedFile, FeedProblem, FeedRecords, FeedRow, FeedTable } from './erp.ts'
import {
  type FileFormat,
  feedTables,
  formatOf,
  formats,
  hasJoinedKey,
  isNews,
  keyFieldsOf,
  keyOfRecord,
} from './formats.ts'
import { answerFormats, clientOnWire, clientSchema, orderOnWire, orderSchema } from './link-wire.ts'
import type { Answers, PushedKind, PushWire } from './port.ts'
import { readFormat } from './read-records.ts'

/** A row with 1 here is gone, as over REST. */
const GONE = 'BAJA'

/** Whose right each list is, and a row of it. A new format needs one line here. */
const pushed: { readonly [T in FeedTable]: { subject: ListSubject; example: Record<string, Cell> } } = {
  sellers: { subject: 'listas', example: { ID_VC: 7, DESCRIP_VC: 'Norma Paz' } },
  zones: { subject: 'listas', example: { ID_ZON: 3, DESCRIPCION_ZON: 'Cuyo' } },
  carriers: { subject: 'listas', example: { ID_EXP: 12, NOMBRE_EXP: 'Expreso Andino' } },
  vatConditions: { subject: 'listas', example: { ID_IVA: 1, DESCRIP_IVA: 'Responsable inscripto' } },
  priceLists: { subject: 'articulos', example: { ID_LIS: 2, DESCRIP_LIS: 'Mayorista' } },
  clients: {
    subject: 'clientes',
    example: {
      ID_CLI: 77,
      CODIGO_CLI: 'C77',
      RAZONSOCIAL_CLI: 'Juguetería Sol',
      NOMBRE_CLI: 'Ana Sol',
      CUIT_CLI: '30712345671',
      EMAIL_CLI: 'compras@sol.example',
      ID_VC: 7,
      IDCDV_CLI: 1,
      ID_ZON: 3,
      ID_IVA: 1,
      BONIF_CLI: 5,
      ACTIVO: 1,
      ID_LIS: 2,
    },
  },
  addresses: {
    subject: 'clientes',
    example: {
      ID_DIR: 310,
      ID_CLI: 77,
      DIRECCION_DIR: 'San Martín 10',
      LOCALIDAD_DIR: 'La Rioja',
      IDPRV_DIR: 12,
      CP_DIR: '5300',
      ID_EXP: 12,
    },
  },
  articles: {
    subject: 'articulos',
    example: {
      ID_ART: 1001,
      CODIGO_ART: '00123',
      DESCRIP_ART: 'Muñeca bebé 30 cm',
      ALIAS_ART: '',
      UXB: 24,
      INTERNO: 12,
      SURTIDO: 0,
      MULTIPLO: 6,
      TEMPORADA: '2026',
      ACTIVO: 1,
      STOCK_ART: 240,
    },
  },
  prices: { subject: 'articulos', example: { ID_ART: 1001, PRECIO_LPI: 15490.5 } },
  listPrices: {
    subject: 'articulos',
    example: { ID_LIS: 2, ID_ART: 1001, PRECIO_LPI: 14200, DESDE: '2026-12-01' },
  },
  clientPrices: {
    subject: 'clientes',
    example: {
      ID_CLI: 77,
      ID_ART: 1001,
      PRECIO_LPI: 13900,
      DESDE: '2026-12-01',
      HASTA: '2026-12-31',
      CON_DESCUENTO: 0,
    },
  },
  listings: {
    subject: 'asignaciones',
    example: {
      CODIGO_ART: '00123',
      MARCA: 'Sol',
      CATEGORIA: 'Muñecas',
      SUBCATEGORIA: 'Bebés',
      ORDEN_IO: 1,
      DESCUENTO_IO: 0,
      OFERTA_IO: 0,
      DESTACADO_IO: 0,
      INDICACION_IO: '',
      ACTIVO_IO: 1,
    },
  },
  priceSteps: { subject: 'articulos', example: { ID_ESC: 1, ID_ART: 1001, MARCA: '', UNIDADES: 24, PORCENTAJE: 10 } },
  orderStates: {
    subject: 'pedidos',
    example: { ID_EST: 9001, IDCON_PED: 482, ESTADO: 'en preparación', FECHA_EST: '2026-10-23T10:00:00Z' },
  },
  orderLines: {
    subject: 'pedidos',
    example: {
      ID_REN: 5001,
      IDCON_PED: 482,
      ID_ART: 1001,
      FECHA_REN: '2026-10-23T10:00:00Z',
      ACEPTADO_REN: 3,
      MOTIVO_REN: 'Sin stock',
    },
  },
  orderDispatches: {
    subject: 'pedidos',
    example: {
      ID_DES: 7001,
      IDCON_PED: 482,
      ID_ART: 1001,
      CANTIDAD_DES: 3,
      FECHA_DES: '2026-10-24T15:30:00Z',
      REMITO_DES: 'R 0001-00004711',
      EXPRESO_DES: 'Expreso Andino',
      GUIA_DES: '88-123',
      BULTOS_DES: 1,
    },
  },
  orderPapers: {
    subject: 'pedidos',
    example: {
      ID_COM: 3001,
      IDCON_PED: 482,
      TIPO_COM: 'factura',
      NUMERO_COM: 'A 0003-00012345',
      FECHA_COM: '2026-10-24',
      IMPORTE_COM: 44147.94,
    },
  },
  clientAccounts: {
    subject: 'clientes',
    example: { ID_CLI: 77, FECHA_CTA: '2026-10-24T18:00:00Z', SALDO_CTA: 44147.94, LIMITE_CTA: 500000 },
  },
  clientBills: {
    subject: 'clientes',
    example: {
      ID_SAL: 3001,
      ID_CLI: 77,
      FECHA_SAL: '2026-10-24T18:00:00Z',
      TIPO_SAL: 'factura',
      NUMERO_SAL: 'A 0003-00012345',
      EMISION_SAL: '2026-10-24',
      VENCE_SAL: '2026-12-24',
      IMPORTE_SAL: 44147.94,
      SALDO_SAL: 44147.94,
    },
  },
  pastOrders: {
    subject: 'pedidos',
    example: {
      ID_ANT: 70011,
      CODIGO_CLI: 'C77',
      FECHA_ANT: '2025-08-14',
      NUMERO_ANT: '0001-00004711',
      ESTADO_ANT: 'facturado',
      IMPORTE_ANT: 88295.88,
    },
  },
  pastLines: {
    subject: 'pedidos',
    example: { ID_ANT: 70011, RENGLON_ANT: 1, CODIGO_ART: '00123', CANTIDAD_ANT: 6, PRECIO_ANT: 14715.98 },
  },
}

/** Listings are matched by code; BAJA is for records that have an id. */
const mayGo = (table: FeedTable): boolean => table !== 'listings'

const columnsOf = (table: FeedTable) => Object.entries(formatOf(table).columns)

const propertiesOf = (columns: Readonly<Record<string, Column<unknown>>>) =>
  Object.fromEntries(Object.values(columns).map(({ heading, says, json }) => [heading, { ...json, description: says }]))

/** A row of the ERP's answers: what it is about and its state must be told. */
function answerSchema({ columns }: FileFormat) {
  const [about, state] = headingsOf(columns)
  return { type: 'object', properties: propertiesOf(columns), required: [about, state], additionalProperties: false }
}

function kindOf(table: FeedTable): PushedKind {
  const keys = keyFieldsOf(table)
  const properties = propertiesOf(formatOf(table).columns)
  const gone = { [GONE]: { enum: [0, 1], description: '1: the record is gone' } }
  return {
    table,
    name: formats[table].file,
    isNews: isNews(table),
    hasTextKey: hasJoinedKey(table),
    ...pushed[table],
    row: {
      type: 'object',
      properties: mayGo(table) ? { ...properties, ...gone } : properties,
      required: columnsOf(table).flatMap(([field, { heading, optional: mayLack }]) =>
        (keys.includes(field) || isNews(table)) && !mayLack ? [heading] : [],
      ),
      additionalProperties: false,
      examples: [pushed[table].example],
    },
  }
}

type Row = Readonly<Record<string, unknown>>
interface Sorted {
  /** Rows that are objects of known columns with plain values, by their place. */
  good: [row: number, cells: Row][]
  problems: FeedProblem[]
}

const isPlain = (value: unknown): value is Cell | undefined =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)

/** A name that no column has is refused: ignored, it would be a price or a stock that nobody changed. */
function sortOut(rows: readonly unknown[], known: ReadonlySet<string>): Sorted {
  const sorted: Sorted = { good: [], problems: [] }
  for (const [index, value] of rows.entries()) {
    const row = index + 1
    const refuse = (column: string | null, message: string) =>
      sorted.problems.push({ code: 'CELDA', row, column, message })
    const before = sorted.problems.length
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse(null, 'La fila debe ser un objeto con una columna por nombre')
      continue
    }
    for (const [name, cell] of Object.entries(value)) {
      if (!known.has(name)) refuse(cutText(name, 60), 'No hay una columna con ese nombre')
      else if (!isPlain(cell)) refuse(name, 'Debe ser un texto, un número o null')
    }
    if (sorted.problems.length === before) sorted.good.push([row, value as Row])
  }
  return sorted
}

/** Rows as a sheet: each row has a cell for each heading, undefined where the row lacks it. */
function sheetOf(good: Sorted['good'], headings: readonly string[]) {
  const lines = good.map(([row, cells]) => ({
    row,
    cells: headings.map((heading) => cells[heading] as Cell),
  }))
  return { rows: [{ row: 0, cells: [...headings] }, ...lines] }
}

const headingsOf = (columns: Readonly<Record<string, Column<unknown>>>): string[] =>
  Object.values(columns).map(({ heading }) => heading)

async function read<T extends FeedTable>(table: T, given: readonly unknown[]): Promise<FeedFile<T>> {
  const format = formatOf(table)
  const keys = keyFieldsOf(table)
  const headings = headingsOf(format.columns)
  const sorted = sortOut(given, new Set(mayGo(table) ? [...headings, GONE] : headings))
  const isGone = ([, cells]: [number, Row]) => cells[GONE] === 1 || cells[GONE] === true
  const [kept, gone] = [sorted.good.filter((row) => !isGone(row)), sorted.good.filter(isGone)]
  // News are told whole; of a record only what changed need be said.
  const columns = Object.fromEntries(
    Object.entries(format.columns).map(([field, column]) => [
      field,
      keys.includes(field) || isNews(table) ? column : maybeMissing(column),
    ]),
  )
  const name = `${format.file} (API)`
  const read = await readFormat({ ...format, columns } as FileFormat, name, sheetOf(kept, headings))
  const onlyKey = Object.fromEntries(keys.map((field) => [field, format.columns[field] as Column<unknown>]))
  const goneRows = await readFormat(
    { ...format, unique: format.key ? [] : keys, columns: onlyKey, check: undefined } as unknown as FileFormat,
    name,
    sheetOf(gone, headingsOf(onlyKey)),
  )
  const keyOf = ({ record }: { record: object }) => keyOfRecord(table, record)
  return {
    table,
    name,
    headings: read.headings,
    rows: read.rows as unknown as FeedRow<FeedRecords[T]>[],
    rowCount: given.length,
    problems: [...sorted.problems, ...read.problems, ...goneRows.problems],
    remarks: read.remarks,
    complete: false,
    gone: goneRows.rows.map(keyOf),
    goneRows: new Map(goneRows.rows.map((row) => [row.row, keyOf(row)])),
    mayLack: true,
    optionalFields: Object.entries(format.columns).flatMap(([field, column]) => (column.optional ? [field] : [])),
  }
}

/** What the shop keeps as a whole number of hundredths goes out as it came in, and a flag as 1 or 0. */
function cellOf(value: unknown, { decimals }: Column<unknown>): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return decimals && typeof value === 'number' ? value / 100 : value
}

/** How a program of the ERP's writes and reads. */
export const pushWire: PushWire = {
  kinds: feedTables.map(kindOf),
  read,
  write: (table, record) =>
    Object.fromEntries(
      columnsOf(table).flatMap(([field, column]) =>
        record[field] === undefined ? [] : [[column.heading, cellOf(record[field], column)]],
      ),
    ),
  order: orderOnWire,
  client: clientOnWire,
  schemas: {
    order: orderSchema,
    client: clientSchema,
    answers: {
      orders: answerSchema(answerFormats.orders as unknown as FileFormat),
      clients: answerSchema(answerFormats.clients as unknown as FileFormat),
    },
  },
  async readAnswers<K extends keyof Answers>(kind: K, given: readonly unknown[]) {
    const format = answerFormats[kind] as unknown as FileFormat
    const headings = headingsOf(format.columns)
    const { good, problems } = sortOut(given, new Set(headings))
    // What an answer need not say is as empty as in a file.
    const whole = good.map(([row, cells]): [number, Row] => [
      row,
      Object.fromEntries(headings.map((heading) => [heading, cells[heading] ?? null])),
    ])
    const read = await readFormat(format, format.file, sheetOf(whole, headings))
    return {
      answers: new Map(read.rows.map(({ row, record }) => [row, record as unknown as Answers[K][number]])),
      problems: [...problems, ...read.problems],
    }
  },
}
