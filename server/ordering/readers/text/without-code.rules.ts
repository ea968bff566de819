/** A part of a line in which no code is known: a question where it asks for something, else words (R38). Pure. */
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

/** 'NADA-77': letters and digits that one sign joins. */
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
/** Digits of what may be a code, beside a number with its unit: '24u 8718 dominó'. */
const SHORTEST_CODE = 3
/** Letters before the digits of a code. */
const MOST_LETTERS = 5

/** A part in which no code is known. */
export function withoutCode<A extends KnownArticle>(
  here: Where & { readonly read: string },
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
  // '5555-0142' is called, not ordered.
  const free = tokensBeside(
    tokens,
    numbers.filter(({ use, from, to }) => use !== 'quantity' && to > from + 1),
  )
  const isLike = (token: Token, at: number) =>
    looksLikeCode(token) || (isLabelledCode(tokens, at) && token.kind === 'number')
  const whole = tokens.find((token, at) => isLike(token, at) && free.includes(token))
  const parted = joinedCode(tokens)
  const like = whole ?? (parted && tokens[parted.from + 2])
  const other = counts.filter(({ digitsAt }) => tokens[digitsAt] !== like)
  const quantity =
    other.length === 1 && other[0]?.unit !== 'packs' && other[0]?.unit !== 'unsure'
      ? (other[0]?.value ?? null)
      : null
  const trace: Trace<A> = { article: undefined, counts: [], shape: '', either }
  if (
    like &&
    (other.length > 0 ||
      odd.every((token) => token === like || (!whole && token === tokens[parted?.from ?? -1])))
  )
    return {
      ...question<A>(here, 'unknownCode', [], quantity, whole || !parted ? like.text : parted.text),
      trace,
    }
  // Two numbers beside each other: the longer one was meant as a code.
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
        here,
        'unknownCode',
        [],
        count?.unit ? null : (count?.value ?? null),
        either[at] ?? tokens[long.digitsAt]?.text,
      ),
      trace,
    }
  }
  const [count, ...more] = counts
  if (!count) return { kind: 'words', ...here }
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
    return { ...question<A>(here, 'noCode', [], quantity, names.map(({ text }) => text).join(' ')), trace }
  // A number alone may be the other half of the line before it.
  const isHalf = more.length === 0 && odd.length === 0
  const [article] = weak[0]?.articles ?? []
  const half = isHalf
    ? {
        article,
        counts: [{ value: count.value, unit: count.unit, cell: 0 }],
        shape: '',
        half: 'count' as const,
        isForAll: count.isEach || tokens[0]?.folded === 'de' || tokens.at(-1)?.text === ':',
      }
    : undefined
  return { kind: 'words', ...here, trace: half }
}
