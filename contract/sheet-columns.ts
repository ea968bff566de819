/** What each column of a sheet holds: found by its heading, or chosen by a person who sees the first rows (R240). */
import * as z from 'zod/mini'
import { review } from './review.ts'
import { flag, int, wireObject } from './wire.ts'

const WIRE_ROLES = {
  '': '',
  codigo: 'code',
  ean: 'ean',
  nombre: 'name',
  cantidad: 'quantity',
  bultos: 'packs',
  precio: 'price',
  obs: 'note',
  cuit: 'cuit',
  numero: 'number',
} as const
type WireRole = keyof typeof WIRE_ROLES
/** A column with what one branch asks for: 'dir:' and the address's id (R379). */
export type BranchRole = `dir:${number}`
/** What a column holds that is no branch's. */
export type NamedRole = Exclude<(typeof WIRE_ROLES)[WireRole], ''>
/** What a column holds; '' for a column that is not read. */
export type ColumnRole = '' | NamedRole | BranchRole

const BRANCH = /^dir:[1-9]\d{0,9}$/
export const branchRole = (addressId: number): BranchRole => `dir:${addressId}`
/** The address of a branch's column; undefined for another column. */
export const branchOf = (role: ColumnRole | undefined): number | undefined =>
  role !== undefined && BRANCH.test(role) ? Number(role.slice('dir:'.length)) : undefined

const wireRole = z.union([
  z.enum(Object.keys(WIRE_ROLES) as [WireRole, ...WireRole[]]),
  z.string().check(z.regex(BRANCH)),
])
const role = z.codec(wireRole, z.custom<ColumnRole>(), {
  decode: (wire) => (wire in WIRE_ROLES ? WIRE_ROLES[wire as WireRole] : (wire as BranchRole)),
  encode: (name) => Object.entries(WIRE_ROLES).find(([, clean]) => clean === name)?.[0] ?? name,
})

/** What the roles are called on the screen, in the order in which they are offered. */
export const roleNames: Readonly<Record<NamedRole, string>> = {
  code: 'Código',
  ean: 'EAN',
  name: 'Descripción',
  quantity: 'Cantidad',
  packs: 'Bultos',
  price: 'Precio acordado',
  note: 'Observación',
  cuit: 'CUIT',
  number: 'Número de pedido',
}

/** Columns beyond these are never read: of a list and of orders 40, of a sheet of branches all of these. */
export const MOST_COLUMNS = 120

const columnsOf = {
  /** Which sheet of the file, from 0. */
  sheet: ['hoja', int],
  /** The row of its headings; 0 for none. */
  headings: ['titulos', int],
  /** What each column holds. */
  roles: ['columnas', z.array(role).check(z.maxLength(MOST_COLUMNS))],
} as const
const sheetColumns = wireObject(columnsOf)
export type SheetColumns = z.output<typeof sheetColumns>

const sampleRow = wireObject({ row: ['fila', int], cells: ['celdas', z.array(z.string())] })
/** A sheet with its first rows and the supposed roles of its columns; without any role it is not read. */
const sampledSheet = wireObject({
  ...columnsOf,
  name: ['nombre', z.string()],
  rows: ['filas', z.array(sampleRow)],
})
export type SampledSheet = z.output<typeof sampledSheet>

export const columnsFound = wireObject({
  /** Whether the columns are in doubt: then nothing of the file is read before somebody chooses them. */
  asking: ['preguntar', flag],
  /** Why they are in doubt; '' where they are not. */
  reason: ['motivo', z.string()],
  sheets: ['hojas', z.array(sampledSheet)],
})
export type ColumnsFound = z.output<typeof columnsFound>

/** A review of a sheet; its columns can be changed, and the same file sent again with them. */
export const sheetReview = wireObject({ ...review.fields, columns: ['columnas', columnsFound] })
export type SheetReview = z.output<typeof sheetReview>

const MOST_TEXT = 8_000
const notColumns = 'Las columnas elegidas no se entienden'
/** The columns that a person chose, as JSON in an address. They are remembered for the file's client and for these headings. */
export const chosenColumns = z.codec(
  z.optional(z.string().check(z.maxLength(MOST_TEXT, notColumns))),
  z.optional(z.array(sheetColumns).check(z.maxLength(MOST_COLUMNS))),
  {
    decode: (text, payload) => {
      if (!text) return undefined
      try {
        return JSON.parse(text)
      } catch {
        payload.issues.push({ code: 'custom', input: text, message: notColumns })
        return z.NEVER
      }
    },
    encode: (columns) => (columns === undefined ? undefined : JSON.stringify(columns)),
  },
)
