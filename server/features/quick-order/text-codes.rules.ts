/** The codes in the pieces of a line: pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import type { KnownArticle, KnownArticles } from './quick-order.types.ts'
import { numberAt, type WrittenNumber } from './text-numbers.rules.ts'
import type { Piece } from './text-pieces.rules.ts'

export interface Code<A> {
  readonly from: number
  readonly to: number
  readonly articles: readonly A[]
  /** A quantity, if the line has another code. */
  readonly number: WrittenNumber | undefined
}

/** How many pieces a code may be written in: 'RY 10 013'. */
const CODE_PIECES = 4
/** What may stand between the pieces of a code: blanks or one sign, the sign with blanks or without. */
const CODE_GLUE = /^ {0,2}[^\s\p{L}\p{N}]? {0,2}$/u

const CODE_LABELS = new Set('art articulo cod codigo ref referencia sku'.split(' '))

/** The number that a code of digits alone could be instead: '1000', '1.000', but not 'cod. 1000'. */
function numberAs(
  pieces: readonly Piece[],
  from: number,
  to: number,
  text: string,
): WrittenNumber | undefined {
  if (CODE_LABELS.has(pieces[from - 1]?.folded ?? '')) return
  const number = numberAt(pieces, from, text)
  return number && number.to >= to ? number : undefined
}

const NUMBER_LABELS = new Set('n nº nro numero num'.split(' '))
/** 'Cliente 4567', 'Pedido N° 1000': digits that are called something else. */
function isOfElse(pieces: readonly Piece[], at: number): boolean {
  const before = pieces[at - 1]
  if (!before) return false
  const isNumbered = NUMBER_LABELS.has(before.folded)
  const label = (isNumbered ? pieces[at - 2]?.folded : before.folded) ?? ''
  const isElse = OF_ELSE.has(label) || (isNumbered && /^pedidos?$/.test(label))
  return isElse && /^\d+$/.test(pieces[at]?.text ?? '') && !/[,;\t|]/.test(pieces[at]?.glue ?? '')
}
/** '11 4567-2040' is called, not ordered. */
const isOfPhone = (pieces: readonly Piece[], at: number): boolean => {
  const isPart = (one: Piece | undefined, other: Piece | undefined) =>
    /^\d{4}$/.test(one?.text ?? '') && /^\d{4}$/.test(other?.text ?? '') && other?.glue === '-'
  return isPart(pieces[at], pieces[at + 1]) || isPart(pieces[at - 1], pieces[at])
}
const OF_ELSE = new Set(
  'cliente vendedor orden oc factura remito presupuesto lote cuenta cbu dni legajo cuit cp tel telefono cel celular ruta piso dto depto local suc sucursal av avda avenida calle km codpostal matricula interno int fax puesto stand galeria manzana mz timbre torre oficina encargado nota comprobante lunes martes miercoles jueves viernes sabado domingo'.split(
    ' ',
  ),
)

const keyOf = (pieces: readonly Piece[], { from, to }: { from: number; to: number }): string =>
  pieces
    .slice(from, to)
    .map(({ folded }) => folded)
    .join('')

/** Whether somebody writes the letters of codes apart from their digits: 'ry 10013'. */
export const writesApart = <A extends KnownArticle>(text: string, shop: KnownArticles<A>): boolean =>
  [...text.matchAll(/(?<![\p{L}\p{N}])([\p{L}-]{2,6}) (\d{3,6})(?![\p{L}\p{N}])/gu)].some(
    ([, letters = '', digits = '']) => shop.byCode(codeKey(fold(letters + digits))).length > 0,
  )

/** The codes of a line; `tangled` are the articles of codes that lie over each other, each as likely. */
export function codesIn<A extends KnownArticle>(
  pieces: readonly Piece[],
  text: string,
  shop: KnownArticles<A>,
  isSpaced: boolean,
) {
  const found: (Code<A> & { isTight: boolean })[] = []
  for (let from = 0; from < pieces.length; from++) {
    let key = ''
    let isTight = true
    for (let to = from + 1; to <= Math.min(pieces.length, from + CODE_PIECES); to++) {
      const { folded = '', glue = '' } = pieces[to - 1] ?? {}
      if (to > from + 1) {
        if (!CODE_GLUE.test(glue)) break
        isTight &&= !glue.includes(' ')
      }
      key += codeKey(to > from + 1 ? glue + folded : folded)
      if (to === from + 1 && (isOfElse(pieces, from) || isOfPhone(pieces, from))) break
      const articles = /\d/.test(key) ? shop.byCode(key) : []
      if (articles.length === 0) continue
      const number = numberAs(pieces, from, to, text)
      // '24 cm' and '$ 1000' are no codes, whatever articles are called.
      if (number?.use === 'amount') continue
      // Nor is what says what it counts: '24 unidades'.
      if (number?.unit && number.unit !== 'pieces') continue
      found.push({ from, to, articles, isTight, number: number?.use === 'quantity' ? number : undefined })
    }
  }
  // 'T 00003' beside 'RY 10013': whoever writes codes apart means the letter to belong to what follows it.
  const isWrittenApart = (whole: { from: number; to: number }, part: { from: number; to: number }) =>
    whole.to === part.to &&
    pieces.slice(whole.from, part.from).every(({ folded }) => /^[b-df-np-tvwz]$/.test(folded))
  // What is written together is one: 'T-00003' is not 00003 with a T before it.
  const codes = found.filter(
    (code) =>
      !found.some(
        (other) =>
          other !== code &&
          other.from <= code.from &&
          other.to >= code.to &&
          (other.isTight || (isSpaced && isWrittenApart(other, code))),
      ),
  )
  // Code and bar code of one article beside each other name it once.
  const distinct: typeof codes = []
  for (const code of codes) {
    const last = distinct.at(-1)
    const isSame =
      last?.to === code.from && last.articles.length === 1 && last.articles[0] === code.articles[0]
    if (last && isSame) distinct.splice(-1, 1, { ...last, to: code.to })
    else distinct.push(code)
  }
  // So do they anywhere in a line: '7790001000013;12;RY10013'.
  const once = distinct.filter(({ articles: [article, ...more], from, to }, at) => {
    const [earlier] = distinct.filter(
      (other) => more.length === 0 && other.articles.length === 1 && other.articles[0] === article,
    )
    const isSame = (one: { from: number; to: number }) => keyOf(pieces, one) === keyOf(pieces, { from, to })
    return earlier === undefined || distinct.indexOf(earlier) === at || isSame(earlier)
  })
  const overlapping = once.filter((code) =>
    once.some((other) => other !== code && other.from < code.to && code.from < other.to),
  )
  return {
    codes: once,
    /** Where an article is named again. */
    again: distinct.filter((code) => !once.includes(code)),
    tangled: overlapping.length > 0 ? overlapping.flatMap(({ articles }) => articles) : undefined,
  }
}
