/** Reads a part of a line without a known code: a question where it orders something, else words (R38). Pure. */
import { isLostCode } from '../../codes/lost-codes.rules.ts'
import { type Code, isLabelledCode, looksLikeCode } from './codes.rules.ts'
import { isExplained } from './evidence.rules.ts'
import { SHORT_WORD } from './names.rules.ts'
import type { WrittenNumber } from './numbers.rules.ts'
import { tokensBeside } from './pairs.rules.ts'
import {
  type Context,
  type KnownArticle,
  type Part,
  question,
  type Shelf,
  type Trace,
  type Where,
} from './text.types.ts'
import type { Token } from './tokens.rules.ts'
import { isHarmless, isVariant, unitOf } from './words.rules.ts'

/** The first text such as 'NADA-77': letters and digits that a dash joins. */
function joinedCode(tokens: readonly Token[]): { from: number; text: string } | undefined {
  const from = tokens.findIndex(({ kind, text }, at) => {
    const [sign, digits] = [tokens[at + 1], tokens[at + 2]]
    const isJoined = sign?.text === '-' && !sign.isApart && digits?.isApart === false
    return isJoined && kind === 'word' && text.length <= MOST_LETTERS && /^\d{2,}$/.test(digits?.text ?? '')
  })
  return from < 0
    ? undefined
    : {
        from,
        text: tokens
          .slice(from, from + 3)
          .map(({ text }) => text)
          .join(''),
      }
}
/** Digits that a number needs to be taken for a code beside a count with its unit: '24u 8718 dominó'. */
const SHORTEST_CODE = 3
/** Letters before the digits of a code. */
const MOST_LETTERS = 5

/**
 * A question about the code, or about the missing quantity, where the part seems to order; else its words.
 * @param numbers all numbers of the part
 * @param weak codes of digits that may be a quantity
 * @param either the bare numbers, each of which may be a code
 */
export function withoutCode<A extends KnownArticle>(
  source: Where & { readonly read: string },
  tokens: readonly Token[],
  numbers: readonly WrittenNumber[],
  weak: readonly Code<A>[],
  either: readonly string[],
  shelf: Shelf<A>,
  context: Context,
): Part<A> {
  const counts = numbers.filter(({ use }) => use === 'quantity')
  const beside = tokensBeside(tokens, numbers)
  const odd = beside.filter((token) => !isExplained(token, []))
  // A number of several tokens that is no quantity is no code either: the telephone '5555-0142'.
  const free = tokensBeside(
    tokens,
    numbers.filter(({ use, from, to }) => use !== 'quantity' && to > from + 1),
  )
  const isLikeCode = (token: Token, at: number) =>
    // Without a quantity a day is a day: 'para el 5-mar'.
    (looksLikeCode(token) && (counts.length > 0 || !isLostCode(token.folded))) ||
    (isLabelledCode(tokens, at) && token.kind === 'number')
  const whole = tokens.find((token, at) => isLikeCode(token, at) && free.includes(token))
  const joined = joinedCode(tokens)
  const codeToken = whole ?? (joined && tokens[joined.from + 2])
  const otherCounts = counts.filter(({ digitsAt }) => tokens[digitsAt] !== codeToken)
  const quantity =
    otherCounts.length === 1 && otherCounts[0]?.unit !== 'packs' && otherCounts[0]?.unit !== 'unsure'
      ? (otherCounts[0]?.value ?? null)
      : null
  const isOfAbove = beside.some(({ folded }) => folded === 'arriba')
  const trace: Trace<A> = { article: undefined, counts: [], shape: '', either, isOfAbove }
  if (
    codeToken &&
    (otherCounts.length > 0 ||
      odd.every((token) => token === codeToken || (!whole && token === tokens[joined?.from ?? -1])))
  )
    return {
      ...question<A>(source, 'unknownCode', [], quantity, whole || !joined ? codeToken.text : joined.text),
      trace,
    }
  // Of two numbers side by side, the longer one was meant as a code.
  const [long, short] = [...counts].sort((a, b) => String(b.value).length - String(a.value).length)
  const isBeside =
    long &&
    short &&
    String(long.value).length >= SHORTEST_CODE &&
    !long.unit &&
    short.unit &&
    Math.max(long.from - short.to, short.from - long.to) <= 1
  if ((odd.length === 0 || isBeside) && counts.length === 2 && long) {
    const at = context.codeAt ?? either.indexOf(tokens[long.digitsAt]?.text ?? '')
    const count = counts.find(({ digitsAt }) => tokens[digitsAt]?.text !== either[at])
    return {
      ...question<A>(
        source,
        'unknownCode',
        [],
        count?.unit ? null : (count?.value ?? null),
        either[at] ?? tokens[long.digitsAt]?.text,
      ),
      trace,
    }
  }
  const [count, ...more] = counts
  if (!count) return { kind: 'words', ...source }
  const names = beside.filter(
    ({ kind, folded }) =>
      kind === 'word' &&
      folded.length >= SHORT_WORD &&
      !isHarmless(folded) &&
      !isVariant(folded) &&
      unitOf(folded) === undefined,
  )
  const known = names.filter(({ folded }) =>
    [folded, folded.replace(/s$/, ''), folded.replace(/es$/, '')].some((word) => shelf.isNameWord(word)),
  )
  if (more.length === 0 && known.length > 0 && known.length * 2 >= names.length)
    return { ...question<A>(source, 'noCode', [], quantity, names.map(({ text }) => text).join(' ')), trace }
  // A number alone may be the other half of the line before it; in words it may be the code of a line: 'el 118 no'.
  const isHalf = more.length === 0 && odd.length === 0
  const [article] = weak.length === 1 ? (weak[0]?.articles ?? []) : []
  const half = isHalf
    ? {
        counts: [{ value: count.value, unit: count.unit, cell: 0 }],
        half: 'count' as const,
        isForAll: count.isEach || tokens[0]?.folded === 'de' || tokens.at(-1)?.text === ':',
      }
    : {}
  return { kind: 'words', ...source, trace: { article, counts: [], shape: '', isOfAbove, ...half } }
}
