/** Tables in a pasted text: cells copied from a spreadsheet under headings that say what they hold. Pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import type { KnownArticle, KnownArticles } from './quick-order.types.ts'
import { noLine, question } from './quick-order.types.ts'
import { unitsOf } from './text-counts.rules.ts'
import type { Read } from './text-halves.rules.ts'
import { isOfName } from './text-names.rules.ts'
import { numberAt, type WrittenNumber } from './text-numbers.rules.ts'
import { piecesOf, type WrittenLine } from './text-pieces.rules.ts'
import { CROSSED, isDoubtful, wordsOf } from './text-words.rules.ts'

/** Where a table has its code and its quantity. */
export interface Table {
  readonly sign: string
  readonly cells: number
  readonly code: number
  /** Columns of quantities with what they count, to be read with them: ' bultos' or ''. Two that count the same leave it open. */
  readonly quantities: readonly { readonly at: number; readonly unit: string }[]
  /** The quantity is called a total. */
  readonly isTotal: boolean
}

const SIGNS = ['\t', ';', '|', ',', '  ']
const CODE =
  /^(n[°º]? ?)?(cod|codigo|cod\.? ?art.*|codigo (de )?(art.*|prod.*|barras?)|articulo|art|sku|ref|referencia|ean|cod\.? de .*|cod\.? barras?)\.?( n[°º])?$/
/** Headings of a quantity: those that say nothing but what is ordered, and those that may say what a pack holds. */
const QUANTITY =
  /^(total a \w+|cant|cantid|ctd|cdad|cantidad|a pedir|pedido( nuevo)?|nuevo pedido|pido|pedir|qty|q|solicitado|quiero|necesito|unidades|unid|un|uni|uds|u|bultos?|btos|docenas?|doc|cajas?|packs?)\.?( (a )?ped\w*| solicitad\w+)?( ?\((en )?(u|un|unid\w*|bult\w*|doc\w*|cajas?|packs?|ped\w*)\.?\))?$/
const PACK =
  /^(u(nid\w*|n)?\.? ?)?(x|por) ?(bulto|bto|caja|pack)\w*\.?$|^(bulto|bto|uxb|u\/b|caja|pack)\.?$|^(minimo|multiplo|mult|min)\.?$/
const ORDERED =
  /^(total a \w+|cant|ctd|cdad|cantid|cantidad|a pedir|pedido|nuevo pedido|pido|pedir|qty|solicitado|quiero|necesito)/

const MONEY = /precio|importe|valor|unitario|\$|subtotal|neto|iva|dto|desc/

const cellsOf = (text: string, sign: string): string[] =>
  text.split(sign === '  ' ? / {2,}/ : sign).map((cell) => cell.trim())

const unitIn = (heading: string): string => {
  const [unit] = /bulto|bto|doc|caja|pack/.exec(heading) ?? []
  return unit ? ` ${unit}` : ''
}
export const isCodeHeading = (folded: string): boolean => CODE.test(folded)
/** What a folded heading of a quantity says that it counts, as it stands beside a number; undefined for other headings. */
export const quantityUnit = (folded: string): string | undefined =>
  QUANTITY.test(folded) ? unitIn(folded) : undefined

/** The table whose headings a line holds, or undefined for any other line. */
export function tableOf(text: string): Table | undefined {
  const sign = SIGNS.find((one) => text.includes(one))
  if (sign === undefined) return
  const headings = cellsOf(fold(text).replaceAll('_', ' '), sign)
  const named = headings.findIndex((heading) => CODE.test(heading) && !heading.startsWith('art'))
  const code = named < 0 ? headings.findIndex((heading) => CODE.test(heading)) : named
  const all = headings.flatMap((heading, at) => (QUANTITY.test(heading) ? [{ heading, at }] : []))
  // Beside 'cantidad', 'bulto' says what a pack holds.
  const isOrdered = all.filter(({ heading }) => ORDERED.test(heading)).length === 1
  const quantities = isOrdered ? all.filter(({ heading }) => !PACK.test(heading)) : all
  // Beside the parts that it sums up, and without any money, a total is the quantity.
  const total = headings.findIndex((heading) => /^total( \w+)?$/.test(heading))
  const isUnits = quantities.length === 0 && total >= 0 && !headings.some((heading) => MONEY.test(heading))
  if (isUnits) quantities.push({ heading: '', at: total })
  if (code < 0 || headings.some((heading) => /^\d|\d{3}/.test(heading))) return
  const isTotal = quantities.some(({ at }) => headings[at]?.startsWith('total'))
  const counted = quantities.map(({ heading, at }) => {
    return { at, unit: unitIn(heading) }
  })
  return { sign, cells: headings.length, code, quantities: counted, isTotal }
}

const NOTHING = /^[-–0.,\s]*$/
/** A number alone, maybe with the decimals that spreadsheets give it. */
const NUMBER_ALONE = /^(\d+|\d{1,3}(\.\d{3})+)([.,]0{1,2})?$/

/** The quantity that a cell holds, and nothing else. */
function countIn(cell: string, unit: string): WrittenNumber | undefined {
  const alone = NUMBER_ALONE.exec(cell)
  const text = alone ? `${alone[1]}${unit}` : cell
  const pieces = piecesOf(text, () => false)
  const number = pieces[0] && numberAt(pieces, 0, text)
  const isCount = number?.use === 'quantity' && number.to === pieces.length && !/^\s*-/.test(cell)
  return isCount ? number : undefined
}

/** What a sentence of the text says that quantities count, as it would stand beside a number. */
const WORD_OF = { packs: ' bultos', dozens: ' docenas', unsure: ' cajas', units: '' }

/** A code and its quantities, each said to be that: a line when they say one thing. */
export function readCells<A extends KnownArticle>(
  here: Pick<Read<A>, 'lines' | 'text'>,
  code: string,
  quantities: readonly { readonly text: string; readonly unit: string }[],
  shop: KnownArticles<A>,
  unitOfAll: 'packs' | 'dozens' | 'unsure' | undefined,
): Read<A> {
  const articles = shop.byCode(codeKey(fold(code)))
  const [article, ...others] = articles
  const filled = quantities.filter(({ text }) => !NOTHING.test(text))
  if (!article) return { ...question<A>(here, 'unknownCode', [], null), word: code }
  if (quantities.length === 0) return question(here, 'noQuantity', articles)
  if (filled.length === 0) return noLine(here, 'noQuantity')
  const [first, ...more] = filled.map(({ text, unit }) => {
    const number = countIn(text, unit || WORD_OF[unitOfAll ?? 'units'])
    return number ? unitsOf(article, number) : { quantity: null, isSure: true }
  })
  const { quantity, isSure } = first ?? { quantity: null, isSure: false }
  if (others.length > 0) return question(here, 'severalArticles', articles, quantity)
  if (quantity === null) return question(here, isSure ? 'unclearQuantity' : 'unsurePack', articles)
  if (more.some((other) => other.quantity !== quantity)) return question(here, 'unclearQuantity', articles)
  if (!isSure) return question(here, 'unsurePack', articles, quantity)
  return { kind: 'line', lines: here.lines, text: here.text, article, quantity, note: '' }
}

/** A row of a table; undefined for a line that is none of it. Under its heading a code of two digits is a code. */
export function readRow<A extends KnownArticle>(
  table: Table,
  written: WrittenLine,
  shop: KnownArticles<A>,
  unit: 'packs' | 'dozens' | 'unsure' | undefined,
): Read<A> | undefined {
  const cells = cellsOf(written.read, table.sign)
  // Copied rows lose the empty cells at their end.
  if (!written.read.includes(table.sign) || cells.length > table.cells) return
  const code = cells[table.code] ?? ''
  const articles = shop.byCode(codeKey(fold(code)))
  // Columns drawn with blanks are not always kept.
  if (table.sign === '  ' && articles.length === 0) return
  if (code === '') return noLine(written)
  const areAlike = new Set(table.quantities.map((column) => column.unit)).size < table.quantities.length
  if (table.quantities.length === 0 || areAlike)
    return articles.length > 0 ? question(written, 'unclearQuantity', articles) : undefined
  // An empty quantity is how a price list says 'not this one'.
  const filled = table.quantities.filter(({ at }) => !NOTHING.test(cells[at] ?? ''))
  if (filled.length === 0) return noLine(written, 'noQuantity')
  // 'Total' has to be what its parts come to.
  const [{ at: only } = { at: -1 }] = table.quantities
  const parts = cells.flatMap((cell, at) =>
    at > table.code && at < only && /^\d+$/.test(cell) ? [Number(cell)] : [],
  )
  const isWrongSum =
    table.isTotal && parts.length > 1 && parts.reduce((sum, part) => sum + part, 0) !== Number(cells[only])
  if (isWrongSum) return question(written, 'unclearQuantity', articles)
  const read = readCells(
    written,
    code,
    filled.map((column) => ({ text: cells[column.at] ?? '', unit: column.unit })),
    shop,
    unit,
  )
  if (read.kind !== 'line') return read
  const { article, quantity } = read
  const speaks = cells.some(
    (other, at) =>
      at !== table.code && [...wordsOf(other)].some((word) => isDoubtful(word) && !isOfName(word, article)),
  )
  if (CROSSED.test(written.read) || speaks) return question(written, 'inWords', articles, quantity)
  return read
}
