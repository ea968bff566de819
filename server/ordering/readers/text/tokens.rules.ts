/** Cuts a line of a pasted order into words, numbers and signs. Pure. */
import { fold } from '../../../../contract/codes.ts'
import { isLostCode } from '../../codes/lost-codes.rules.ts'
import { CLASSES, HUNDREDS, LONGEST_SAYING, ONES, SAYINGS, TENS, unitOf } from './words.rules.ts'

export interface Token {
  readonly kind: 'word' | 'number' | 'sign'
  readonly text: string
  /** Lower case, without accents. */
  readonly folded: string
  /** Characters of the line from its first up to (without) `to`. */
  readonly from: number
  readonly to: number
  /** A blank, a tab or the beginning of the line stands before it. */
  readonly isApart: boolean
  /** Number of its cell: the tabs before it in the line. */
  readonly cell: number
  /** The value of a number; NaN for words, signs and digits that count nothing: '007'. */
  readonly value: number
  /** The number is written in words. */
  readonly inWords?: boolean
  /** It is part of a saying that changes nothing, so that its own words mean nothing. */
  readonly isSaid?: boolean
}

/** '1.200', '1.234,50', '1,000', '24,00' */
const GROUPED =
  /(?:[1-9]\d{0,2}(?:\.\d{3}){1,3}(?:,\d{1,2})?|[1-9]\d{0,2}(?:,\d{3}){1,2}|\d{1,7}[.,]\d{1,2})(?![.,]?\d)/y
/** '0,125', '0.5000': behind a zero nothing stands for thousands (R315). */
const PART_OF_ONE = /0\d{0,2}[.,]\d{3,6}(?![.,]?\d)/y
/** '3-oct', 'MAR-5': what a spreadsheet shows of a code with a dash. */
const DAY = /(?:\d{1,2}-[a-z]{3}|[a-z]{3}-\d{1,2})(?![\p{L}\p{N}])/iuy
const RUN = /[\p{L}\p{N}]+/uy
const BLANK = /\s+/y
const COUNT = /^[1-9]\d{0,6}$/

const matchAt = (pattern: RegExp, line: string, at: number): string => {
  pattern.lastIndex = at
  return pattern.exec(line)?.[0] ?? ''
}
/** A number as Argentines write it; a comma before three digits stands for thousands, as a point does. */
function numberOf(text: string): number {
  if (COUNT.test(text)) return Number(text)
  const isThousands = /^[1-9]\d{0,2}([.,]\d{3})+(,\d{1,2})?$/.test(text)
  if (isThousands) return Number(text.replace(/[.,](?=\d{3})/g, '').replace(',', '.'))
  return /[.,]/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

/**
 * The tokens of a line. Letters and digits without a blank are one token where `isKnown` knows them as a code, and are
 * cut where a count or its unit is glued to a word: 'x24', '24x00231', '2doc'.
 * @param isKnown whether a folded text is a code
 */
export function tokensOf(line: string, isKnown: (key: string) => boolean): Token[] {
  const tokens: Token[] = []
  let at = 0
  let cell = 0
  let isApart = true
  const add = (kind: Token['kind'], text: string) => {
    const value = kind === 'number' ? numberOf(text) : Number.NaN
    tokens.push({ kind, text, folded: fold(text), from: at, to: at + text.length, isApart, cell, value })
    at += text.length
    isApart = false
  }
  while (at < line.length) {
    const blank = matchAt(BLANK, line, at)
    if (blank) {
      at += blank.length
      cell += blank.split('\t').length - 1
      isApart = true
      continue
    }
    const number = matchAt(GROUPED, line, at) || matchAt(PART_OF_ONE, line, at)
    const day = isApart ? matchAt(DAY, line, at) : ''
    const run = number ? '' : matchAt(RUN, line, at)
    if (isLostCode(day)) add('word', day)
    else if (number) add('number', number)
    else if (run) for (const part of partsOf(run, isKnown)) add(/^\d+$/.test(part) ? 'number' : 'word', part)
    else add('sign', String.fromCodePoint(line.codePointAt(at) ?? 0))
  }
  return markSayings(joinWords(tokens))
}

const TIMES_BEFORE = /^(x)(\d{1,6})$/i
const TIMES_AFTER = /^(\d{1,6})(x)$/i
const TIMES_CODE = /^(\d{1,6})(x)(.+)$/i
const CODE_TIMES = /^(.+)(x)(\d{1,6})$/i
const COUNT_CODE = /^(\d{1,4})(\p{L}(?=.*\d).*)$/u
const NUMBER_AND_WORD = /^(\d{1,6})(\p{L}{1,12})$/u

function partsOf(text: string, isKnown: (key: string) => boolean): string[] {
  if (!/\d/.test(text) || isKnown(fold(text))) return [text]
  const times = TIMES_BEFORE.exec(text) ?? TIMES_AFTER.exec(text)
  if (times) return times.slice(1)
  const before = TIMES_CODE.exec(text)
  if (before && isKnown(fold(before[3] ?? ''))) return before.slice(1)
  const after = CODE_TIMES.exec(text)
  if (after && isKnown(fold(after[1] ?? ''))) return after.slice(1)
  const glued = COUNT_CODE.exec(text)
  if (glued && isKnown(fold(glued[2] ?? ''))) return glued.slice(1)
  const counted = NUMBER_AND_WORD.exec(text)
  const word = fold(counted?.[2] ?? '')
  return counted && (unitOf(word) || CLASSES.measure.has(word)) ? counted.slice(1) : [text]
}

/** Joins the words of a number into one token: 'cuarenta y ocho' is 48. */
function joinWords(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const word = (ahead: number) => tokens[at + ahead]?.folded ?? ''
    let used = 0
    let value = HUNDREDS.get(word(0)) ?? 0
    if (value > 0) used++
    const ten = TENS.get(word(used))
    // 'cada uno' counts nothing.
    const isEach = joined.at(-1)?.folded === 'cada'
    const ones = isEach ? undefined : ONES.get(ten === undefined ? word(used) : word(used + 2))
    if (ten !== undefined) {
      const isJoined = word(used + 1) === 'y' && ones !== undefined && ones < 10
      value += ten + (isJoined ? ones : 0)
      used += isJoined ? 3 : 1
    } else if (ones !== undefined) {
      value += ones
      used++
    }
    const [first, last] = [tokens[at], tokens[at + used - 1]]
    if (used === 0 || !first || !last) {
      if (first) joined.push(first)
      at++
      continue
    }
    const text = tokens.slice(at, at + used).map((token) => token.text)
    joined.push({ ...first, kind: 'number', text: text.join(' '), to: last.to, value, inWords: true })
    at += used
  }
  return joined
}

/** Marks the tokens of sayings: the words of 'sin falta' and 'si puede ser' mean something else alone. */
function markSayings(tokens: readonly Token[]): Token[] {
  const inSaying = new Set<number>()
  for (let at = 0; at < tokens.length; at++)
    for (let end = at + 2; end <= Math.min(tokens.length, at + LONGEST_SAYING); end++)
      if (
        SAYINGS.has(
          tokens
            .slice(at, end)
            .map(({ folded }) => folded)
            .join(' '),
        )
      )
        for (let place = at; place < end; place++) inSaying.add(place)
  return tokens.map((token, at) =>
    inSaying.has(at) || token.text.toLowerCase() === 'sí' ? { ...token, isSaid: true } : token,
  )
}
