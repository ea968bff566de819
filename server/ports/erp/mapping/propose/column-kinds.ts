/** What the columns and tables of an export look like by their headings and cells. */
import type { MappedColumn } from '../../../../../contract/erp-mapping.ts'
import { headingWords } from '../../../../spreadsheets/heading-words.rules.ts'
import { cellText, type ExportColumn, type ExportTable, isUnique, overlap } from '../columns-of-export.ts'
import { headingKey } from '../mapped-file.ts'
import { withoutPercent } from '../plain-cells.ts'
import { provinceNamed } from '../province-names.ts'
import { articleWeight, type Concept, clientWeight, isPriceHeading, names } from './field-words.ts'

/** Shares of filled cells from which on a column holds what its heading says. */
export const NEARLY_ALL = 0.9
/** Of the values of one file's key, those that the other has: the two are the same key. */
export const SAME_KEY = 0.8

/** Words by which a column says that a record is in use, and that it is not, as `headingWords` writes them. */
export const YES = new Set(
  ['s', 'si', '1', 'true', 'verdadero', 'x', 'yes', 'a', 'activo', 'activa', 'habilitado', 'habilitada'].concat([
    'vigente',
    'venta',
    'compra venta',
    'compra y venta',
  ]),
)
export const NO = new Set(
  ['n', 'no', '0', 'false', 'falso', 'i', 'inactivo', 'inactiva', 'inhabilitado', 'inhabilitada', 'baja'].concat([
    'suspendido',
    'discontinuado',
    'compra',
  ]),
)

/** A code stands once in each row, or nearly. */
export const isLikeCode = (column: ExportColumn): boolean =>
  column.values.size >= column.filled * 0.98 && column.shown.every((text) => text.length <= 40)
/** Most of its few values say yes or no. */
export const isYesOrNo = ({ values }: ExportColumn): boolean => {
  const known = [...values].filter((text) => YES.has(headingWords(text)) || NO.has(headingWords(text)))
  return values.size <= 8 && known.length * 2 >= values.size
}
/** Words rather than numbers. */
export const isLikeText = ({ numbers, shown }: ExportColumn): boolean =>
  numbers <= 0.2 && shown.some((text) => /\p{L}{2}/u.test(text))
/** Whole numbers, but for a few cells. */
export const isWhole = ({ wholes, numbers }: ExportColumn): boolean => numbers >= NEARLY_ALL && wholes >= NEARLY_ALL
/** Codes or ids: short, and no amounts. */
export const isKeyLike = ({ filled, shown, longDecimals }: ExportColumn): boolean =>
  filled > 0 && longDecimals === 0 && shown.every((text) => text.length <= 40 && !/\d[.,]\d{1,2}$/.test(text))

const VAT_RATES = new Set([0, 2.5, 5, 10.5, 21, 27])
/** 'IVA 21%' as '21', and '10,5' as '10.5'; undefined: no rate that there is, e.g. 1.21 or a code. */
function rateOf(text: string): string | undefined {
  const rate = withoutPercent(text.replace(/^iva(?: ventas?)? (?=[\d.,]+ ?%$)/i, '')).replace(',', '.')
  return rate !== '' && VAT_RATES.has(Number(rate)) ? String(Number(rate)) : undefined
}
/** Every cell is a rate of VAT that there is. */
export const isVatRate = ({ values }: ExportColumn): boolean =>
  values.size > 0 && [...values].every((text) => rateOf(text) !== undefined)
/** What the texts of a column of rates mean, where they are more than numbers. */
export const namedRates = ({ values, numbers }: ExportColumn): Partial<MappedColumn> =>
  numbers === 1 ? {} : { values: Object.fromEntries([...values].map((text) => [text, rateOf(text) ?? text])) }

/** The columns whose heading names a price and whose cells are numbers, also of another currency. */
export const pricesOf = ({ columns }: ExportTable): ExportColumn[] =>
  columns.filter(
    (column) =>
      isPriceHeading(column.heading) &&
      column.filled > 0 &&
      column.numbers + column.otherCurrency / column.filled >= 0.5,
  )

/** The column of a table that has the codes of the articles. */
export const keyOf = ({ columns }: ExportTable, codes: ExportColumn): ExportColumn | undefined =>
  columns
    .filter((column) => isKeyLike(column) && overlap(column, codes) >= SAME_KEY)
    .toSorted((a, b) => overlap(b, codes) * b.values.size - overlap(a, codes) * a.values.size)[0]

/** The key and the name of a small table that explains a column's codes. */
export function namedBy(
  { columns }: ExportTable,
  column: ExportColumn,
): { key: ExportColumn; name: ExportColumn } | undefined {
  const key = columns.find((one) => isUnique(one) && overlap(column, one) >= 0.95)
  const name =
    columns.find((one) => one !== key && isLikeText(one) && names(one.heading, 'description')) ??
    columns.find((one) => one !== key && isLikeText(one))
  return key && name && column.shown.every((text) => text.length <= 20) ? { key, name } : undefined
}

/** Whether two columns have the same heading but for capitals and accents. */
export const areSameWords = ({ theirs, mine }: { theirs: ExportColumn; mine: ExportColumn }): boolean =>
  headingKey(theirs.heading) === headingKey(mine.heading)

/** Whether there are rows without the second column whose first one is no code: a title of a group, a footer. */
export function blankAlong({ columns, rows }: ExportTable, first: string, second: string): boolean {
  const places = [first, second].map((heading) => columns.find((column) => column.heading === heading)?.place ?? -1)
  return rows.some(
    ({ cells }) => places.some((place) => cellText(cells[place]) === '') && cells.some((cell) => cellText(cell) !== ''),
  )
}

/** At least half of the texts name a province. */
export const areProvinces = ({ values }: ExportColumn): boolean =>
  [...values].filter((text) => provinceNamed(text) !== undefined).length * 2 >= values.size

/** How much a table looks like one of articles; below 2 it is none. */
export function articleScore(table: ExportTable): number {
  const headings = table.columns.map(({ heading }) => heading)
  const has = (concept: Concept) => headings.some((heading) => names(heading, concept))
  if (!has('articleCode') || !has('description')) return 0
  const score = Math.max(0, 1 + articleWeight(headings) - 2 * clientWeight(headings))
  // A list of prices repeats an article for each of its lists.
  const isOnce = table.columns.some((column) => names(column.heading, 'articleCode') && isLikeCode(column))
  return score < 2 ? 0 : isOnce ? score * 4 : score
}

/** How much a table looks like one of clients; below 2 it is none. */
export function clientScore(table: ExportTable): number {
  const headings = table.columns.map(({ heading }) => heading)
  const has = (concept: Concept) => headings.some((heading) => names(heading, concept))
  if (!has('businessName')) return 0
  const cuits = table.columns.some((column) => column.cuits >= NEARLY_ALL) ? 2 : 0
  return Math.max(0, clientWeight(headings) + cuits - 2 * articleWeight(headings))
}
