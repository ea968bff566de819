/** The numbers in the pieces of a line, and what each of them is: pure. */
import { MAX_QUANTITY } from '../../../contract/rules.ts'
import { numberInWords } from './number-words.rules.ts'
import { isMeasure, type Piece, type Unit, unitOf } from './text-pieces.rules.ts'
import { isAsking } from './text-vocabulary.rules.ts'

export interface WrittenNumber {
  /** The pieces that say it, from and to (without). */
  readonly from: number
  readonly to: number
  readonly value: number
  readonly unit: Unit | undefined
  /** How many a pack holds, where it is said: '3 bultos de 24'. */
  readonly packOf: number | undefined
  /** 'amount' is money or a measure; 'name' stands in a name or address, or is written as no quantity is ('007'). */
  readonly use: 'quantity' | 'amount' | 'name'
  /** Written with decimals that are 0, as spreadsheets do: a quantity or, more often, a price. */
  readonly withDecimals: boolean
  /** The cell beside it says 'UN': '12,00|UN' counts, and '3830,00|UN' is a price for each. */
  readonly isBesideUnits?: boolean
  /** 'veinticuatro', not '24'. */
  readonly inWords?: boolean
  /** 'diez y ocho' may be 18, or 10 of one article and 8 of the next. */
  readonly mayBeTwo?: boolean
}

const DIGITS = /^\d+$/
/** No quantity is written with a zero in front, but many codes are. */
const COUNT = /^[1-9]\d{0,6}$/
const TIGHT = /^[.,]$/
const POINT = /^\.$/
const THREE = /^\d{3}$/
const MONEY_BEFORE = new Set(
  'precio precios pu unitario importe total subtotal lista ars pesos vale mult multiplo uxb stock stk exist existencia saldo minimo min desc descuento dto iva tengo tenemos queda quedan hay sena desde'.split(
    ' ',
  ),
)
const ORDER_LABEL =
  /^(pedir|pedido|pido|reponer|repongo|reposicion|comprar|compro|solicitad[oa]|autorizad[oa]|mand\p{L}+|envi\p{L}+|traer|necesito|quiero|llevo|cantidad|cant|cantid|qty)$/u
/** Whether a word says of the number behind it that it is what is ordered. */
export const isOrderLabel = (folded: string): boolean => ORDER_LABEL.test(folded)
const MONEY_AFTER = new Set('subtotal acumulado pesos ars iva mil k lucas'.split(' '))
/** Whether a word labels a number that is no quantity, or comes after it. */
export const isNumberLabel = (folded: string): boolean =>
  MONEY_BEFORE.has(folded) || MONEY_AFTER.has(folded) || NAMED_NUMBERS.has(folded) || isMeasure(folded)
const NAMED_NUMBERS = new Set(
  'remito factura local sucursal suc pasillo foto hoja pos posicion sub fila orden n nº n° nro numero num item items renglon linea pag pagina cuit tel telefono cel cp hora ruta piso dto modelo mod talle escala lunes martes miercoles jueves viernes sabado domingo'.split(
    ' ',
  ),
)

/**
 * The number that begins at piece `at`, with what it counts; undefined where none begins.
 */
export function numberAt(pieces: readonly Piece[], at: number, line: string): WrittenNumber | undefined {
  const first = pieces[at]
  if (!first) return
  const said = numberInWords(pieces, at)
  if (said) {
    const { mayBeTwo } = said
    const counted = { ...withUnit(pieces, at, said.to, said.value), ...(mayBeTwo ? { mayBeTwo } : {}) }
    const next = pieces[said.to]
    // 'mil doscientos', 'a tres mil', 'treinta días'
    const isOfMuch =
      pieces[at - 1]?.folded === 'mil' ||
      (next !== undefined && isNear(next) && (MONEY_AFTER.has(next.folded) || isMeasure(next.folded)))
    if (isOfMuch && !counted.unit) return { ...counted, use: 'amount' }
    if (!counted.unit && isDay(pieces, at)) return { ...counted, use: 'name' }
    // 'un' and 'una' are words like any other unless they count something.
    return said.value === 1 && !counted.unit ? undefined : { ...counted, inWords: true }
  }
  const half = halfDozen(pieces, at)
  if (half) return half
  if (!DIGITS.test(first.text)) return
  const { to, value, withDecimals } = wholeNumber(pieces, at)
  const unit = unitBefore(pieces, at, withUnit(pieces, at, to, value))
  const isBesideUnits = withDecimals && unitCell(pieces, to) === 'units'
  const counted = {
    ...unit,
    withDecimals: withDecimals && !unit.unit && !isBesideUnits,
    ...(isBesideUnits ? { isBesideUnits } : {}),
  }
  // '350 pesos; 1000' begins anew.
  const before = /[;,|/\t]/.test(first.glue) ? '' : (pieces[at - 1]?.folded ?? '')
  const after = pieces[to]
  const isAfter = after !== undefined && isNear(after)
  const isAmount =
    (Number.isFinite(value) && !Number.isInteger(value) && !isPart(counted)) ||
    /\$\s*$/.test(first.glue) ||
    MONEY_BEFORE.has(before) ||
    isPackSize(pieces, at) ||
    isPerPack(pieces, unit.to) ||
    (!unit.unit &&
      COUNT.test(first.text) &&
      SINGULAR_PACK.has(before) &&
      LABEL_GLUE.test(first.glue) &&
      !isCountedPack(pieces, at - 1)) ||
    // 'RY10013 trae 18' says what a pack holds, 'traé 18 RY10013' asks for them.
    (at > 1 && /^(trae|traen|viene|vienen|contiene|contienen)$/.test(before)) ||
    // 'RY10013 a 1800', '18 de descuento'
    (before === 'a' &&
      pieces[at - 1]?.glue.endsWith(' ') === true &&
      !unit.unit &&
      !DIGITS.test(pieces[at - 2]?.text ?? '')) ||
    (isAfter && after.folded === 'de' && /^(desc|dto|bonif|rebaja)/.test(pieces[to + 1]?.folded ?? '')) ||
    (isAfter && (MONEY_AFTER.has(after.folded) || isMeasure(after.folded))) ||
    /^\s*["%”″]|^\s?\$(?!\s*\d)|^\s?\+(?!\s*\d)/.test(line.slice(pieces[to - 1]?.to))
  const isName =
    !(value >= 1 && value <= MAX_QUANTITY) ||
    isHour(pieces, at) ||
    isDay(pieces, at) ||
    (after?.folded === 'de' && MONTH.test(pieces[to + 1]?.folded ?? '')) ||
    // 'sumale al pedido 6 …' counts
    (before === 'pedido' &&
      /^(el|del|al)$/.test(pieces[at - 2]?.folded ?? '') &&
      !isAsking(pieces[at - 3]?.folded ?? '')) ||
    (/^(para|pa)$/.test(before) && !unit.unit && isAfter && isPeople(after.folded)) ||
    // 'RY10013 cliente 18'; 'para un cliente 12 RY10013'
    (/^(client[ea]|legajo|vendedora?)$/.test(before) &&
      !/^(una?|mi|otr[oa]|el|la)$/.test(pieces[at - 2]?.folded ?? '')) ||
    (NAMED_NUMBERS.has(before) && !(WEEKDAY.test(before) && isAfter && isGoods(after.folded))) ||
    /[#°º]\s*$/.test(first.glue)
  return isAmount || isName
    ? { ...quantity(at, to, value, undefined), use: isAmount ? 'amount' : 'name', withDecimals }
    : counted
}

/** A number with what it counts, if that is said: '2 doc', 'docena y media', '3 bultos de 24'. */
function withUnit(pieces: readonly Piece[], from: number, to: number, value: number): WrittenNumber {
  // '5 (cinco) unidades'
  const said = pieces[to]?.glue.endsWith('(') ? numberInWords(pieces, to) : undefined
  if (said?.value === value) return { ...withUnit(pieces, from, said.to, value), inWords: true }
  const unit = unitAfter(pieces, to)
  if (!unit) return quantity(from, to, value, undefined)
  const isAndAHalf =
    (unit === 'dozens' || unit === 'packs') &&
    pieces[to + 1]?.folded === 'y' &&
    HALF.has(pieces[to + 2]?.folded ?? '')
  if (isAndAHalf) return quantity(from, to + 3, value + 0.5, unit)
  return { ...quantity(from, to + 1, value, unit), ...packAfter(pieces, to + 1, unit) }
}

/** 'pasa a las 18', 'antes de las 13' */
const isHour = (pieces: readonly Piece[], at: number): boolean => {
  const [third, second, first] = [3, 2, 1].map((back) => pieces[at - back]?.folded ?? '')
  return (
    first === 'las' && (second === 'a' || (second === 'de' && /^(antes|despues|partir)$/.test(third ?? '')))
  )
}

/** 'para el 12', 'la necesito el 12' */
const isDay = (pieces: readonly Piece[], at: number): boolean =>
  /^d?el$/.test(pieces[at - 1]?.folded ?? '') &&
  /^(para|antes|hasta|desde|necesit\w+|entreg\w+|lleg\w+)$/.test(pieces[at - 2]?.folded ?? '')

/** 'bulto 24' tells what a pack holds, 'bultos: 4' how many of them. */
export const LABEL_GLUE = /^[\s:.=]*$/
const SINGULAR_PACK = new Set(['bulto', 'bto', 'blt', 'bult', 'caja', 'cja', 'cj', 'pack', 'display'])
/** A number that nothing follows with what it counts, where that stands before it: 'bultos: 4', 'cajas 3'. */
function unitBefore(pieces: readonly Piece[], at: number, number: WrittenNumber): WrittenNumber {
  const [word, earlier] = [pieces[at - 1]?.folded ?? '', pieces[at - 2]]
  const unit = unitOf(word)
  const isOther =
    !LABEL_GLUE.test(pieces[at]?.glue ?? '') ||
    unit === undefined ||
    unit === 'units' ||
    unit === 'pieces' ||
    SINGULAR_PACK.has(word)
  const isCounted = earlier && (DIGITS.test(earlier.text) || numberInWords(pieces, at - 2))
  return number.unit || isOther || isCounted ? number : { ...number, unit }
}

const MONTH = /^(enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)$/
/** '12 x bulto', '12 u/caja': what a pack holds. */
function isPerPack(pieces: readonly Piece[], at: number): boolean {
  const [first, second, third] = [pieces[at], pieces[at + 1], pieces[at + 2]]
  const isPer = /^(x|por|cada)$/.test(first?.folded ?? '') && isNear(first as Piece)
  const pack = isPer ? second : first?.glue === '/' ? first : undefined
  const behind = isPer ? third : second
  const unit = pack && SINGULAR_PACK.has(pack.folded)
  return unit === true && !DIGITS.test(behind?.text ?? '')
}
/** 'para 18 chicos' says for whom. */
const isPeople = (folded: string): boolean =>
  /^(nin|chic|nen|person|invitad|alumn|jugador|salita)/.test(folded)
const WEEKDAY = /^(lunes|martes|miercoles|jueves|viernes|sabado|domingo)$/
/** 'para el lunes 10 muñecas' counts them; 'el lunes 10 a la tarde' is a day. */
const isGoods = (folded: string): boolean =>
  folded.length > 3 &&
  !/^(hora|desde|hasta|enero|febrero|marzo|abril|mayo|junio|julio|agosto|se(p)?tiembre|octubre|noviembre|diciembre|antes|despues|para|paso|pasa|retir\w*|busc\w*)/.test(
    folded,
  )

/** '1 bulto 4567', 'un bulto = 60': the pack is counted, what stands behind it is not what it holds. */
const isCountedPack = (pieces: readonly Piece[], at: number): boolean =>
  DIGITS.test(pieces[at - 1]?.text ?? '') || numberInWords(pieces, at - 1) !== undefined

/** '(bulto x20)', 'bulto cerrado de 12': what a pack holds, not what is ordered. */
function isPackSize(pieces: readonly Piece[], at: number): boolean {
  if (!['x', 'de', 'por'].includes(pieces[at - 1]?.folded ?? '')) return false
  const isClosed = pieces[at - 2]?.folded.startsWith('cerrad')
  const packAt = at - (isClosed ? 3 : 2)
  const pack = unitOf(pieces[packAt]?.folded ?? '')
  if (!COUNT.test(pieces[at]?.text ?? '')) return false
  const before = pieces[packAt - 1]
  // '2 bultos de 00231'
  const isCounted = before !== undefined && isNear(pieces[packAt] ?? before)
  if (isCounted && (DIGITS.test(before.text) || HALF.has(before.folded) || numberInWords(pieces, packAt - 1)))
    return false
  return pack === 'packs' || pack === 'unsure'
}

const HALF = new Set(['media', 'medio'])
/** 'media docena', 'medio bulto', '1/2 doc', and a dozen that has no number: 'docena y media'. */
function halfDozen(pieces: readonly Piece[], at: number): WrittenNumber | undefined {
  const [first, second, third] = [pieces[at], pieces[at + 1], pieces[at + 2]]
  const divided = (piece: Piece | undefined) => {
    const unit = piece && unitOf(piece.folded)
    return unit === 'dozens' || unit === 'packs' ? unit : undefined
  }
  const [afterWord, afterSign] = [divided(second), divided(third)]
  if (first && HALF.has(first.folded) && afterWord) return quantity(at, at + 2, 0.5, afterWord)
  if (first?.text === '1' && second?.text === '2' && second.glue === '/' && afterSign)
    return quantity(at, at + 3, 0.5, afterSign)
  const whole = divided(first)
  if (whole && second?.folded === 'y' && HALF.has(third?.folded ?? ''))
    return quantity(at, at + 3, 1.5, whole)
  return
}

/** '1,5 docenas', '2,5 bultos' */
const isPart = ({ unit, value }: WrittenNumber): boolean =>
  (unit === 'dozens' && Number.isInteger(value * 12)) || (unit === 'packs' && Number.isInteger(value * 2))

const quantity = (from: number, to: number, value: number, unit: Unit | undefined): WrittenNumber => ({
  ...{ from, to, value, unit, packOf: undefined, use: 'quantity', withDecimals: false },
})

/** '24', '1.200', '24,00', '1.234,50'. A point before three digits stands for thousands, else for decimals. */
function wholeNumber(pieces: readonly Piece[], at: number) {
  let to = at + 1
  let text = pieces[at]?.text ?? ''
  /** The next piece's digits when it goes on with the number, else ''. */
  const part = (glue: RegExp, digits: RegExp): string => {
    const piece = pieces[to]
    if (!piece || !glue.test(piece.glue) || !digits.test(piece.text)) return ''
    to++
    return piece.text
  }
  if (text.length <= 3 && COUNT.test(text))
    for (let more = part(POINT, THREE); more; more = part(POINT, THREE)) text += more
  const decimals = part(TIGHT, /^\d{1,2}$/)
  // '48,000' is 48 to some and 48 thousand to others.
  const isOdd = part(/^,$/, /^\d{3,}$/) !== ''
  const isCount = COUNT.test(text) && !isOdd
  return { to, value: isCount ? Number(`${text}.${decimals}0`) : Number.NaN, withDecimals: decimals !== '' }
}

/** What a cell says that holds a unit and nothing else: 'UN', 'bulto'. */
const unitCell = (pieces: readonly Piece[], at: number): Unit | undefined => {
  const [cell, next] = [pieces[at], pieces[at + 1]]
  const isCell =
    cell !== undefined &&
    /^\s*[|\t;]\s*$|^ {2,}$/.test(cell.glue) &&
    (next === undefined || /[|\t;]| {2}/.test(next.glue))
  return isCell ? unitOf(cell.folded) : undefined
}

/** Whether a piece follows the one before it with at most a blank or an abbreviation's point between. */
const isNear = (piece: Piece): boolean => /^[.)]?[ \u00a0]?$/.test(piece.glue)

function unitAfter(pieces: readonly Piece[], at: number): Unit | undefined {
  const piece = pieces[at]
  // '24 un bulto' is no 24 units.
  if (piece?.folded === 'un' && unitOf(pieces[at + 1]?.folded ?? '')) return
  // 'tres juegos de cocina' are three of them.
  if (piece && isNear(piece) && pieces[at + 1]?.folded === 'de' && /^juegos?$/.test(piece.folded)) return
  if (piece && isNear(piece)) return unitOf(piece.folded)
  // That it counts units is what it does without a word, too; beside decimals it may be what one costs.
  const cell = unitCell(pieces, at)
  return cell === 'units' || cell === 'pieces' ? undefined : cell
}

/** '… de 24', '… x 24' after packs. */
function packAfter(pieces: readonly Piece[], at: number, unit: Unit): Partial<WrittenNumber> {
  const [of, count] = [pieces[at], pieces[at + 1]]
  const isPack = unit === 'packs' || unit === 'unsure'
  if (!isPack || !of || !count || !['de', 'x', 'por'].includes(of.folded) || !COUNT.test(count.text))
    return {}
  return { to: at + 2, packOf: Number(count.text) }
}
