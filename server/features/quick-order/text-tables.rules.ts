/** Tables in a pasted text: cells copied from a spreadsheet under headings that say what they hold. Pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import type { KnownArticle, KnownArticles } from './quick-order.types.ts'
import { noLine, question } from './quick-order.types.ts'
import { unitsOf } from './text-counts.rules.ts'
import type { Read } from './text-halves.rules.ts'
import {
  isBoundHeading,
  isBrokenHeading,
  isCodeHeading,
  isMissingHeading,
  isMoneyHeading,
  isNameHeading,
  isOfDelivery,
  isOrderHeading,
  isPackHeading,
  isPriceBound,
  isQuantityHeading,
  isUnheardOf,
  quantityUnit,
} from './text-headings.rules.ts'
import { isOfName } from './text-names.rules.ts'
import { numberAt, type WrittenNumber } from './text-numbers.rules.ts'
import { piecesOf, unitOf } from './text-pieces.rules.ts'
import { isPlainCell } from './text-remarks.rules.ts'
import { isFiller, isVariant } from './text-vocabulary.rules.ts'
import { CROSSED, isDone, isDoubtful, SHORT_WORD, wordsOf } from './text-words.rules.ts'
import type { WrittenLine } from './text-written.rules.ts'

/** Where a table has its code and its quantity. */
export interface Table {
  readonly sign: string
  readonly cells: number
  /** Columns of codes: the shop's own, bar codes, the client's. */
  readonly codes: readonly number[]
  /** Columns of quantities with what they count, to be read with them: ' bultos' or ''. Two that count the same leave it open. */
  readonly quantities: readonly { readonly at: number; readonly unit: string }[]
  /** The quantity is called a total. */
  readonly isTotal: boolean
  /** The quantities are those of several shops; only one of a row is what is ordered for certain. */
  readonly isOfShops: boolean
  /** What other columns are told by. */
  readonly others: ReadonlyMap<number, Column>
}

interface Column {
  /** It holds names of goods. */
  readonly isName: boolean
  /** It counts what comes back, or says what it may cost. */
  readonly isBroken: boolean
  /** Whether most rows say this: 'ok', 'ustedes', 'hoy'; false where most say one thing and only this row another; undefined otherwise. */
  isUsual(cell: string): boolean | undefined
  /** What a cell that says 'ídem' repeats of the rows above its own. */
  repeated(row: WrittenLine): string | undefined
}

const SIGNS = ['\t', ';', '|', ',', '  ']
const cellsOf = (text: string, sign: string): string[] =>
  text.split(sign === '  ' ? / {2,}/ : sign).map((cell) => cell.trim())

/** The table whose headings a line holds, or undefined for any other line; what stands below is asked for where it is one. */
export function tableOf(text: string, rest: () => readonly WrittenLine[]): Table | undefined {
  const sign = SIGNS.find((one) => text.includes(one))
  if (sign === undefined) return
  // 'StockMin', 'APedir', 'Cant.Pedida'
  const apart = text.replace(
    /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{3}\.)(?=\p{L}{4})/gu,
    ' ',
  )
  const headings = cellsOf(fold(apart).replaceAll('_', ' '), sign)
  const named = headings.flatMap((heading, at) => (isCodeHeading(heading) ? [at] : []))
  const codes = [
    ...named.filter((at) => !headings[at]?.startsWith('art')),
    ...named.filter((at) => headings[at]?.startsWith('art')),
  ]
  if (codes.length === 0 || headings.some((heading) => /^\d|\d{3}|^art.*\d|^cod.*\d/.test(heading))) return
  const all = headings.flatMap((heading, at) => (isQuantityHeading(heading) ? [{ heading, at }] : []))
  // Beside 'cantidad', 'bulto' says what a pack holds.
  const isOrdered = all.filter(({ heading }) => isOrderHeading(heading)).length === 1
  // Before the code 'Pedido' is the order's number, where another column counts.
  const counted = all.filter(({ heading, at }) => !(heading === 'pedido' && at < Math.min(...codes)))
  const found = isOrdered
    ? all.filter(({ heading }) => !isPackHeading(heading) && !isMissingHeading(heading))
    : counted.length > 0
      ? counted
      : all
  const quantities = headings.some(isOfDelivery) ? [] : found
  // Beside the parts that it sums up, and without any money, a total is the quantity.
  const total = headings.findIndex((heading) => /^total( \w+)?$/.test(heading))
  const isUnits = quantities.length === 0 && total >= 0 && !headings.some(isMoneyHeading)
  if (isUnits) quantities.push({ heading: '', at: total })
  // 'Quilmes', 'Bernal', 'Wilde': what is ordered for each of several shops.
  const shops = headings.flatMap((heading, at) => (isUnheardOf(heading) ? [at] : []))
  const isOfShops = quantities.length === 0 && shops.length > 1
  if (isOfShops) quantities.push(...shops.map((at) => ({ heading: '', at })))
  // 'Cant. ideal' and 'Cant. mínima': either may be sent.
  const bounds = headings.flatMap((heading, at) => (isBoundHeading(heading) ? [{ heading, at }] : []))
  if (bounds.length > 1)
    quantities.splice(0, quantities.length, ...bounds.map((one) => ({ ...one, heading: '' })))
  const below = rest()
  const used = new Set([...codes, ...quantities.map((one) => one.at)])
  const others = headings.flatMap((heading, at): [number, Column][] =>
    used.has(at)
      ? []
      : [
          [
            at,
            {
              isName: isNameHeading(heading),
              isBroken: isBrokenHeading(heading) || isPriceBound(heading),
              isUsual: usualIn(below, sign, at),
              repeated: repeatedIn(below, sign, at),
            },
          ],
        ],
  )
  return {
    ...{ sign, cells: headings.length, codes, isOfShops },
    quantities: quantities.map(({ heading, at }) => ({ at, unit: quantityUnit(heading) ?? '' })),
    isTotal: quantities.some(({ at }) => headings[at]?.startsWith('total')),
    others: new Map(others),
  }
}

/** What more than half of the rows have in a column is said of all, unless it says what was; what one alone has is of that one. */
function usualIn(below: readonly WrittenLine[], sign: string, at: number): Column['isUsual'] {
  let counts: ReadonlyMap<string, number> | undefined
  let usual: string | undefined
  return (cell) => {
    if (!counts) {
      const all = below.map(({ read }) => fold(cellsOf(read, sign)[at] ?? '')).filter((one) => one !== '')
      const found = new Map<string, number>()
      for (const one of all) found.set(one, (found.get(one) ?? 0) + 1)
      counts = found
      const [most] = [...found].filter(([, count]) => 2 * count > Math.max(all.length, FEWEST_SAME))
      usual = most && /\p{L}/u.test(most[0]) && !tellsWhatWas(most[0]) ? most[0] : undefined
    }
    return usual === undefined || (cell !== usual && (counts.get(cell) ?? 0) > 1) ? undefined : cell === usual
  }
}
/** What the rows above each row say in a column, the nearest that says anything of its own. */
function repeatedIn(below: readonly WrittenLine[], sign: string, at: number): Column['repeated'] {
  let above: Map<WrittenLine, string | undefined> | undefined
  return (row) => {
    if (!above) {
      above = new Map()
      let said: string | undefined
      for (const line of below) {
        above.set(line, said)
        const cell = fold(cellsOf(line.read, sign)[at] ?? '')
        if (!DITTO.test(cell)) said = cell
      }
    }
    return above.get(row)
  }
}
const tellsWhatWas = (cell: string): boolean =>
  [...wordsOf(cell)].some((word) => isDoubtful(word) || (isDone(word) && !isFiller(word)))
const FEWEST_SAME = 3
const DITTO = /^(idem|id\.?|["”″]|'')$/

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

/** What a cell of its own says that the row's quantity counts: 'bulto' under 'Medida'. */
const unitColumn = (table: Table, cells: readonly string[]): string => {
  const [quantity, ...others] = table.quantities
  if (!quantity || others.length > 0) return ''
  const word = [quantity.at + 1, quantity.at - 1]
    .map((at) => (table.codes.includes(at) ? '' : (cells[at] ?? '')))
    .find((cell) => /^\p{L}+\.?$/u.test(cell) && unitOf(fold(cell).replace('.', '')) !== undefined)
  return word ? ` ${word}` : ''
}

/** What stands before the name where a cell holds both: 'RY-2040' of 'RY-2040 Auto a fricción'. */
function codeOfNamed<A extends KnownArticle>(cell: string, shop: KnownArticles<A>): string {
  if (shop.byCode(codeKey(fold(cell))).length > 0) return cell
  const words = cell.split(/\s+/)
  const ends = [...words.keys()].filter((end) => {
    const [article, ...others] = shop.byCode(codeKey(fold(words.slice(0, end).join(' '))))
    const named = [...wordsOf(words.slice(end).join(' '))]
    return (
      article !== undefined &&
      others.length === 0 &&
      named.some((word) => word.length > SHORT_WORD) &&
      named.every((word) => isOfName(word, article) || isFiller(word))
    )
  })
  return ends.length === 1 ? words.slice(0, ends[0]).join(' ') : cell
}

/** 'rosa' in a column of colours is this row's own, whatever the others say. */
const areVariants = (said: string): boolean => [...wordsOf(said)].every(isVariant)

const SENTENCE = /^\D*\p{L}\s+\D*\p{L}\s+\D*$|^\P{L}*\p{L}+\s+\p{L}+\s+\p{L}+|^\p{L}{3,}: /u
/** A row of a table; undefined for a line that is none of it. Under its heading a code of two digits is a code. */
export function readRow<A extends KnownArticle>(
  table: Table,
  written: WrittenLine,
  shop: KnownArticles<A>,
  unit: 'packs' | 'dozens' | 'unsure' | undefined,
): Read<A> | undefined {
  // A comma may stand in a name: 'ROMPECABEZAS 100,24' under 'DESCRIPCION,CANT'.
  const isOfCommas =
    table.sign === '\t' && !written.read.includes('\t') && written.read.split(',').length === table.cells
  const cells = cellsOf(written.read, isOfCommas ? ',' : table.sign)
  // Copied rows lose the empty cells at their end.
  if (!(isOfCommas || written.read.includes(table.sign)) || cells.length > table.cells) return
  const filledCodes = table.codes.flatMap((at) => (cells[at] ? [codeOfNamed(cells[at], shop)] : []))
  const known = filledCodes.filter((cell) => shop.byCode(codeKey(fold(cell))).length > 0)
  const [code = ''] = known.length > 0 ? known : filledCodes
  const articles = shop.byCode(codeKey(fold(code)))
  const isCode = (at: number) => table.codes.includes(at)
  // Columns drawn with blanks are not always kept.
  if (table.sign === '  ' && articles.length === 0) return
  // A sentence has commas, too.
  if (articles.length === 0 && SENTENCE.test(code)) return
  if (code === '') return noLine(written)
  const named = unitColumn(table, cells)
  const areAlike =
    !table.isOfShops && new Set(table.quantities.map((column) => column.unit)).size < table.quantities.length
  if (table.quantities.length === 0 || areAlike)
    return articles.length > 0 ? question(written, 'unclearQuantity', articles) : undefined
  // An empty quantity is how a price list says 'not this one'.
  const filled = table.quantities.filter(({ at }) =>
    // Of two columns without a known name a 0 may be the one that counts.
    table.isOfShops ? (cells[at] ?? '') !== '' : !NOTHING.test(cells[at] ?? ''),
  )
  if (filled.length === 0) return noLine(written, 'noQuantity')
  if (table.isOfShops && filled.length > 1) return question(written, 'unclearQuantity', articles)
  // Two codes of two articles in one row.
  if (known.some((cell) => shop.byCode(codeKey(fold(cell)))[0] !== articles[0]))
    return question(
      written,
      'severalArticles',
      known.flatMap((cell) => shop.byCode(codeKey(fold(cell)))),
    )
  // 'Total' has to be what its parts come to.
  const [{ at: only } = { at: -1 }] = table.quantities
  const parts = cells.flatMap((cell, at) =>
    !isCode(at) && at > Math.min(...table.codes) && at < only && /^\d+$/.test(cell) ? [Number(cell)] : [],
  )
  const isWrongSum =
    table.isTotal && parts.length > 1 && parts.reduce((sum, part) => sum + part, 0) !== Number(cells[only])
  if (isWrongSum) return question(written, 'unclearQuantity', articles)
  const read = readCells(
    written,
    code,
    filled.map((column) => ({ text: cells[column.at] ?? '', unit: column.unit || named })),
    shop,
    unit,
  )
  if (read.kind !== 'line') return read
  const { article, quantity } = read
  // As they were written: a wish that is no doubt beside a code may be one in a cell of its own.
  const raw = cellsOf(written.text, isOfCommas ? ',' : table.sign)
  const speaks = (raw.length === cells.length ? raw : cells).some((cell, at) => {
    const column = table.others.get(at)
    if (!column || cell === '') return false
    const own = fold(cell)
    const said = DITTO.test(own) ? column.repeated(written) || own : own
    if (column.isBroken) return !NOTHING.test(cell)
    return column.isName
      ? [...wordsOf(said)].some((word) => isDoubtful(word) && !isOfName(word, article))
      : !areVariants(said) && !(column.isUsual(said) ?? isPlainCell(said, article))
  })
  if (CROSSED.test(written.read) || speaks) return question(written, 'inWords', articles, quantity)
  return read
}
