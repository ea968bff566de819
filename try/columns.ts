/** Which column of a list of articles is what: by its headings, and where they say nothing by what stands below. */
import { headingWords, roleOfHeading } from '../server/ordering/readers/sheet/column-words.rules.ts'
import { isBlank, readNumber } from '../server/spreadsheets/numbers.rules.ts'
import type { Cell, SheetRow } from '../server/spreadsheets/sheet.ts'

/** What a column may hold, with the word that the page shows, in the order of its choices. */
export const roleWords = {
  code: 'Código',
  description: 'Descripción',
  price: 'Precio',
  brand: 'Marca',
  category: 'Categoría',
  alias: 'Otro código',
  ean: 'Código de barras',
  unitsPerPack: 'Unidades por bulto',
} as const
export type Role = keyof typeof roleWords

export interface FoundColumns {
  /** How many rows stand above the first article: titles and the row of headings. */
  readonly above: number
  /** The headings, '' where there are none. */
  readonly headings: readonly string[]
  readonly columns: Readonly<Partial<Record<Role, number>>>
}

/** Headings are looked for in so many first rows, and what a column holds in so many below. */
const LOOKED_AT = 20
const SAMPLE = 200

/** Headings beside those of an order's list. */
const WORDS: Readonly<Record<string, Role>> = {
  'descrip art': 'description',
  marca: 'brand',
  fabricante: 'brand',
  proveedor: 'brand',
  rubro: 'category',
  categoria: 'category',
  familia: 'category',
  linea: 'category',
  grupo: 'category',
  subrubro: 'category',
  bulto: 'unitsPerPack',
  bultos: 'unitsPerPack',
  'x bulto': 'unitsPerPack',
  uxb: 'unitsPerPack',
  'unidades por bulto': 'unitsPerPack',
  'unid por bulto': 'unitsPerPack',
  embalaje: 'unitsPerPack',
  'alias art': 'alias',
  pvp: 'price',
  lista: 'price',
  'precio lista': 'price',
  'precio de lista': 'price',
  'precio mayorista': 'price',
  importe: 'price',
  'precio lpi': 'price',
}
const OF_ORDERS: Readonly<Record<string, Role>> = {
  code: 'code',
  name: 'description',
  article: 'description',
  ean: 'ean',
  price: 'price',
}

function roleOf(cell: Cell): Role | undefined {
  if (typeof cell !== 'string') return undefined
  const words = headingWords(cell)
  if (words === 'alias') return 'alias'
  return WORDS[words] ?? OF_ORDERS[roleOfHeading(cell, 'orders')]
}

/** The first column of each role. */
function rolesIn(cells: readonly Cell[]): Partial<Record<Role, number>> {
  const found: Partial<Record<Role, number>> = {}
  cells.forEach((cell, column) => {
    const role = roleOf(cell)
    if (role) found[role] ??= column
  })
  return found
}

/** What the columns of a sheet hold. A role that nothing tells is left out. */
export function findColumns(rows: readonly SheetRow[]): FoundColumns {
  let best: { at: number; columns: Partial<Record<Role, number>> } = { at: -1, columns: {} }
  rows.slice(0, LOOKED_AT).forEach(({ cells }, at) => {
    const columns = rolesIn(cells)
    // One word alone may be a title above the table: 'Lista'.
    if (Object.keys(columns).length > Math.max(1, Object.keys(best.columns).length)) best = { at, columns }
  })
  const above = best.at + 1
  const headings = (rows[best.at]?.cells ?? []).map((cell) => String(cell ?? '').trim())
  return { above, headings, columns: { ...byContent(rows.slice(above), best.columns), ...best.columns } }
}

/** Code and description by what stands in the columns: short and never twice; long and in words. */
function byContent(
  rows: readonly SheetRow[],
  known: Readonly<Partial<Record<Role, number>>>,
): Partial<Record<Role, number>> {
  const sample = rows.slice(0, SAMPLE)
  const taken = new Set(Object.values(known))
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length))
  const facts = Array.from({ length: width }, (_, column) => {
    const texts = sample.map(({ cells }) => cells[column] ?? null).filter((cell) => !isBlank(cell))
    const letters = texts.reduce<number>((sum, cell) => sum + String(cell).length, 0)
    return {
      column,
      isFull: texts.length >= sample.length * 0.8 && texts.length > 0,
      differ: new Set(texts.map(String)).size / Math.max(1, texts.length),
      length: letters / Math.max(1, texts.length),
      inWords: texts.filter((cell) => typeof cell === 'string' && /\p{L}{3}/u.test(cell)).length >= texts.length * 0.7,
      areFractions: texts.some((cell) => {
        const value = readNumber(cell)
        return value !== null && !Number.isInteger(value)
      }),
    }
  }).filter(({ column, isFull }) => isFull && !taken.has(column))
  const description = facts.filter(({ inWords }) => inWords).toSorted((a, b) => b.length - a.length)[0]
  const code = facts.find(
    (fact) => fact !== description && fact.differ > 0.95 && fact.length <= 20 && !fact.areFractions,
  )
  return {
    ...(description && { description: description.column }),
    ...(code && { code: code.column }),
  }
}
