/** Numbers in words, as they are said into a telephone: pure. */
import type { Piece } from './text-pieces.rules.ts'

const values = (words: string, first: number, step: number): [string, number][] =>
  words.split(' ').map((word, at) => [word, first + at * step])
const ONES = new Map([
  ['un', 1],
  ['una', 1],
  ...values('uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince', 1, 1),
  ...values('dieciseis diecisiete dieciocho diecinueve veinte', 16, 1),
  ...values('veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete', 21, 1),
  ...values('veintiocho veintinueve', 28, 1),
] as [string, number][])
const TENS = new Map(values('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10))
const HUNDREDS = new Map([
  ['cien', 100],
  ...values('ciento doscientos trescientos cuatrocientos quinientos', 100, 100),
  ...values('seiscientos setecientos ochocientos novecientos', 600, 100),
] as [string, number][])

/** 'diez y ocho', 'veinte y cuatro': one number as it was once written, or two of which each has its own article. */
const TENS_OF_OLD = new Map([
  ['diez', 10],
  ['veinte', 20],
])

/**
 * The number that the pieces say from `at` on, up to 999, and the piece after it: 'cuarenta y ocho' is 48. `mayBeTwo` says that
 * nobody can tell it from two numbers.
 */
export function numberInWords(
  pieces: readonly Piece[],
  at: number,
): { value: number; to: number; mayBeTwo: boolean } | undefined {
  const word = (index: number) => pieces[index]?.folded ?? ''
  let to = at
  let value = HUNDREDS.get(word(to)) ?? 0
  if (value > 0) to++
  const old = TENS_OF_OLD.get(word(to))
  const ofOld = word(to + 1) === 'y' ? ONES.get(word(to + 2)) : undefined
  if (old !== undefined && ofOld !== undefined && ofOld < 10)
    return { value: value + old + ofOld, to: to + 3, mayBeTwo: true }
  const ten = TENS.get(word(to))
  if (ten !== undefined) {
    const one = word(to + 1) === 'y' ? ONES.get(word(to + 2)) : undefined
    const isJoined = one !== undefined && one < 10
    value += ten + (isJoined ? one : 0)
    to += isJoined ? 3 : 1
  } else if (ONES.has(word(to))) {
    value += ONES.get(word(to++)) ?? 0
  }
  return to === at ? undefined : { value, to, mayBeTwo: false }
}
