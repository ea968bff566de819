/** Tables in a pasted text: cells copied from a spreadsheet under headings that say what they hold. Pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import type { KnownArticle, KnownArticles } from './quick-order.types.ts'
import { noLine, question } from './quick-order.types.ts'
import { unitsOf } from './text-counts.rules.ts'
import type { Read } from './text-halves.rules.ts'
import { numberAt } from './text-numbers.rules.ts'
import { piecesOf, type WrittenLine } from './text-pieces.rules.ts'
import { CROSSED } from './text-words.rules.ts'

/** Where a table has its code and its quantity. */
export interface Table {
  readonly sign: string
  readonly cells: number
  readonly code: number
  /** -1 when no heading says it: rows are asked about then. */
  readonly quantity: number
  /** What the quantity counts, to be read with it: ' bultos' or ''. */
  readonly unit: string
}

const SIGNS = ['\t', ';', '|', ',']
const CODE = /^(cod|codigo|cod\.? ?art.*|articulo|art|sku|ref|referencia|cod\.? de art.*)\.?$/
const QUANTITY =
  /^(total a \w+|cant|cantidad|pedido|pido|pedir|unidades|unid|un|u|qty|bultos?|docenas?|doc|cajas?|packs?)\.?( (a )?ped\w*| solicitada)?( ?\(\w+\.?\))?$/

const MONEY = /precio|importe|valor|unitario|\$|subtotal|neto|iva|dto|desc/

const cellsOf = (text: string, sign: string): string[] => text.split(sign).map((cell) => cell.trim())

/** The table whose headings a line holds, or undefined for any other line. */
export function tableOf(text: string): Table | undefined {
  const sign = SIGNS.find((one) => text.includes(one))
  if (sign === undefined) return
  const headings = cellsOf(fold(text), sign)
  const code = headings.findIndex((heading) => CODE.test(heading))
  const quantities = headings.flatMap((heading, at) => (QUANTITY.test(heading) ? [{ heading, at }] : []))
  // Beside the parts that it sums up, and without any money, a total is the quantity.
  const total = headings.findIndex((heading) => /^total( \w+)?$/.test(heading))
  const isUnits = quantities.length === 0 && total >= 0 && !headings.some((heading) => MONEY.test(heading))
  if (isUnits) quantities.push({ heading: '', at: total })
  const [quantity, ...more] = quantities
  if (code < 0 || /\d/.test(text)) return
  if (!quantity || more.length > 0) return { sign, cells: headings.length, code, quantity: -1, unit: '' }
  const [unit] = /bulto|doc|caja|pack/.exec(quantity.heading) ?? []
  return { sign, cells: headings.length, code, quantity: quantity.at, unit: unit ? ` ${unit}` : '' }
}

const NOTHING = /^[-–0.,\s]*$/
/** A number alone, maybe with the decimals that spreadsheets give it. */
const NUMBER_ALONE = /^(\d+|\d{1,3}(\.\d{3})+)([.,]0{1,2})?$/

/** A row of a table; undefined for a line that is none of it. Under its heading a code of two digits is a code. */
export function readRow<A extends KnownArticle>(
  table: Table,
  written: WrittenLine,
  shop: KnownArticles<A>,
): Read<A> | undefined {
  const cells = cellsOf(written.read, table.sign)
  // Copied rows lose the empty cells at their end.
  if (!written.read.includes(table.sign) || cells.length > table.cells) return
  const code = cells[table.code] ?? ''
  const cell = cells[table.quantity] ?? ''
  const articles = shop.byCode(codeKey(fold(code)))
  if (code === '') return noLine(written)
  if (table.quantity < 0)
    return articles.length > 0 ? question(written, 'unclearQuantity', articles) : undefined
  // An empty quantity is how a price list says 'not this one'.
  if (NOTHING.test(cell)) return noLine(written, 'noQuantity')
  const alone = NUMBER_ALONE.exec(cell)
  const text = alone ? `${alone[1]}${table.unit}` : cell
  const pieces = piecesOf(text, () => false)
  const number = pieces[0] && numberAt(pieces, 0, text)
  const isCount = number?.use === 'quantity' && number.to === pieces.length && !/^\s*-/.test(cell)
  const [article, ...others] = articles
  const { quantity, isSure } =
    article && isCount ? unitsOf(article, number) : { quantity: null, isSure: true }
  if (!article) return { ...question<A>(written, 'unknownCode', [], null), word: code }
  if (others.length > 0) return question(written, 'severalArticles', articles, quantity)
  if (quantity === null || !isCount)
    return question(written, isSure ? 'unclearQuantity' : 'unsurePack', articles)
  if (!isSure) return question(written, 'unsurePack', articles, quantity)
  if (CROSSED.test(written.read)) return question(written, 'inWords', articles, quantity)
  return { kind: 'line', lines: written.lines, text: written.text, article, quantity, note: '' }
}
