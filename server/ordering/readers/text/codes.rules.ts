/** Finds the codes in the tokens of a line. Pure. */
import { codeKey, fold } from '../../../../contract/codes.ts'
import { isLostCode } from '../../codes/lost-codes.rules.ts'
import { nameIn } from './names.rules.ts'
import type { KnownArticle, Shelf } from './text.types.ts'
import type { Token } from './tokens.rules.ts'
import { CLASSES, CODE_LABELS } from './words.rules.ts'

/** A code of a line, with the articles that it may name. */
export interface Code<A> {
  /** Its tokens, from `from` up to (without) `to`. */
  readonly from: number
  readonly to: number
  readonly articles: readonly A[]
  /** Whether its digits may as well be a quantity. */
  readonly isWeak: boolean
  /** The code as it was written, where its leading zeros are missing; '' for any other. */
  readonly withoutZeros: string
  /** Whether it is written without a blank. */
  readonly isTight: boolean
}

/** How many runs of letters or digits a code may be written in: 'RY 10 013'. */
const CODE_RUNS = 4
/** Digits that are never a quantity: a zero before them, or five of them. */
const NO_COUNT = /^0\d|^\d{5}/
/** Digits that a code of digits written with blanks needs: '7790001 000044'. */
const APART_DIGITS = 8

/** The one look-up of the reader: articles with that very key, else articles that differ in leading zeros only (R38). */
function lookUp<A extends KnownArticle>(key: string, isNumber: boolean, shelf: Shelf<A>) {
  const equal = shelf.byCode(key)
  if (equal.length > 0 || !isNumber) return { articles: equal, withoutZeros: '' }
  const articles = shelf.byDigits(key)
  return { articles, withoutZeros: articles.length > 0 ? key : '' }
}
/** The articles of a cell that holds a code alone; `withoutZeros` is its key where leading zeros are missing, else ''. */
export const articlesOfCell = <A extends KnownArticle>(cell: string, shelf: Shelf<A>) => {
  const key = codeKey(fold(cell))
  return lookUp(key, /^\d+$/.test(key), shelf)
}

const labelBefore = (tokens: readonly Token[], at: number): boolean => {
  const sign = tokens[at - 1]
  const label = sign?.kind === 'sign' && !sign.isApart ? tokens[at - 2] : sign
  return CODE_LABELS.has(label?.folded ?? '')
}

/** All codes of a line; of two that overlap, the longer one. */
export function codesIn<A extends KnownArticle>(tokens: readonly Token[], shelf: Shelf<A>): Code<A>[] {
  const found: Code<A>[] = []
  for (let from = 0; from < tokens.length; from++) {
    if (tokens[from]?.kind === 'sign') continue
    const best = codeAt(tokens, from, shelf)
    if (!best) continue
    // 'T 00003' may be the code T00003, or the code 00003 behind a letter.
    const within = best.isTight ? undefined : codeAt(tokens, best.to - 1, shelf)
    const withoutLetter = within && within.withoutZeros === '' ? within.articles : []
    found.push({ ...best, articles: [...new Set([...best.articles, ...withoutLetter])] })
    from = best.to - 1
  }
  // Code and bar code of one article name it once.
  return found.filter(
    (code, at) =>
      code.articles.length > 1 ||
      !found
        .slice(0, at)
        .some(
          (earlier) =>
            earlier.articles.length === 1 &&
            earlier.articles[0] === code.articles[0] &&
            !earlier.isWeak &&
            keyOf(tokens, earlier) !== keyOf(tokens, code),
        ),
  )
}

/** So many of a line's codes have their names searched in it. */
const MOST_NAMED = 4
/** The spans in which the names of the codes' articles are written out; tokens in them are neither codes nor numbers. */
export function namesWritten(tokens: readonly Token[], codes: readonly Code<KnownArticle>[]) {
  const words = tokens.map(({ folded }) => folded.replace(/[^\p{L}\p{N}]/gu, ''))
  return codes.slice(0, MOST_NAMED).flatMap(({ articles, from, to }) => {
    const name = articles[0] && nameIn(words, articles[0])
    return name && (name.to <= from || name.from >= to) ? [name] : []
  })
}

/**
 * The articles whose whole name is all that a line says, or all that stands beside its first or last number, as one code; else none.
 */
export function wholeNameIn<A extends KnownArticle>(
  read: string,
  tokens: readonly Token[],
  numbers: readonly { readonly from: number; readonly to: number; readonly digitsAt: number }[],
  shelf: Shelf<A>,
): Code<A>[] {
  const [first, last] = [numbers[0], numbers.at(-1)]
  // Signs around the two, and the 'x' between them, belong to neither: '10x Muñeca', 'Muñeca: *6 u*'.
  const isBetween = (at: number) => tokens[at]?.kind === 'sign' || tokens[at]?.folded === 'x'
  const areBetween = (from: number, to: number) => tokens.slice(from, to).every((_, at) => isBetween(from + at))
  const spans = [
    first && areBetween(0, first.from) && { from: first.to, to: tokens.length },
    // '12 Balde Rotinido': a word for a pack may belong to the name.
    first && areBetween(0, first.digitsAt) && { from: first.digitsAt + 1, to: tokens.length },
    last && areBetween(last.to, tokens.length) && { from: 0, to: last.from },
    // Its only numbers are the name's own.
    first && { from: 0, to: tokens.length },
  ].filter((span) => typeof span === 'object')
  for (let { from, to } of spans) {
    while (from < to && isBetween(from)) from++
    while (from < to && isBetween(to - 1)) to--
    if (to - from < FEWEST_OF_NAME) continue
    const articles = shelf.byName(read.slice(tokens[from]?.from, tokens[to - 1]?.to))
    if (articles.length > 0) return [{ from, to, articles, isWeak: false, withoutZeros: '', isTight: true }]
  }
  return []
}
/** Words that a name needs to order an article by it. */
const FEWEST_OF_NAME = 3

const keyOf = (tokens: readonly Token[], { from, to }: { from: number; to: number }): string =>
  codeKey(
    tokens
      .slice(from, to)
      .map(({ folded }) => folded)
      .join(''),
  )

function codeAt<A extends KnownArticle>(tokens: readonly Token[], from: number, shelf: Shelf<A>): Code<A> | undefined {
  let best: Code<A> | undefined
  let key = ''
  let runs = 0
  let isTight = true
  for (let at = from; at < tokens.length && runs < CODE_RUNS; at++) {
    const token = tokens[at]
    if (!token || token.cell !== tokens[from]?.cell || token.inWords) break
    // One sign between two runs: 'RY-2040', 'MX500/A', 'ab 12-3'.
    if (token.kind === 'sign' && tokens[at - 1]?.kind === 'sign') break
    if (at > from && token.isApart) isTight = false
    key += codeKey(token.folded)
    if (token.kind === 'sign') continue
    runs++
    const isDigits = /^\d+$/.test(key)
    if (!/\d/.test(key) || (!isTight && isDigits && key.length < APART_DIGITS)) continue
    const isAlone = at === from && token.kind === 'number'
    if (isAlone && CLASSES.called.has(tokens[at - 1]?.folded ?? '') && !NO_COUNT.test(token.text)) continue
    const { articles, withoutZeros } = lookUp(key, isAlone, shelf)
    // A code without blanks wins over a longer one with blanks.
    if (articles.length === 0 || (best && !isTight && !best.isWeak)) continue
    const isWeak = isAlone && !NO_COUNT.test(token.text) && !labelBefore(tokens, from)
    best = { from, to: at + 1, articles, isWeak, withoutZeros, isTight }
  }
  return best
}

/** Whether a word may be somebody's idea of a code: letters with at least two digits, digits that count nothing, or what a cell made of it. */
export const looksLikeCode = ({ folded, kind }: Token): boolean =>
  NO_COUNT.test(folded) || isLostCode(folded) || (kind === 'word' && /\d.*\d/.test(folded) && !/^\d+x\d+$/.test(folded))
/** Whether a label of a code stands before token `at`. */
export const isLabelledCode = (tokens: readonly Token[], at: number): boolean => labelBefore(tokens, at)
