/** Joins codes and quantities that stand in lines of their own. Pure. */
import { isOfName, timesInName } from './names.rules.ts'
import { unitsOf } from './numbers.rules.ts'
import { type Context, type KnownArticle, type Part, question } from './text.types.ts'
import { isHarmless, wordsOf } from './words.rules.ts'

/** Whether a part only writes out the name of an article: 'Tren Pitefa x12 u.', 'Descripción: Tren'. */
const isNameOf = <A extends KnownArticle>({ text }: Part<A>, article: A | undefined): boolean =>
  article !== undefined &&
  [...wordsOf(text)].every(
    (word) => isOfName(word, article) || isHarmless(word) || timesInName(Number(word), article) > 0,
  )

/**
 * Joins codes and quantities in lines of their own when the text orders nothing else and they take turns throughout, in
 * one order. The article's name may stand between the two. Otherwise answers the parts as they are.
 */
export function joinHalves<A extends KnownArticle>(parts: readonly Part<A>[], context: Context): Part<A>[] {
  const names = new Set<Part<A>>()
  let before: A | undefined
  for (const [at, part] of parts.entries()) {
    // The name below the code names the same article once more.
    if (part.trace?.half === 'code' && part.trace.article === before) names.add(part)
    if (part.trace?.half === 'code') before = part.trace.article
    if (part.trace?.half === 'count') before = undefined
    const after = parts[at + 1]?.trace
    const isName = [before, after?.half === 'code' ? after.article : undefined].some((article) =>
      isNameOf(part, article),
    )
    if (!part.trace?.half && isName) names.add(part)
  }
  const halves = parts.filter((part) => part.trace?.half && !names.has(part))
  const ordering = parts.filter((part) => !names.has(part) && (part.kind !== 'words' || part.trace?.half))
  const isTurning =
    halves.length > 1 &&
    halves.length % 2 === 0 &&
    ordering.length === halves.length &&
    halves.every(({ trace }, at) => trace?.half === halves[at % 2]?.trace?.half) &&
    halves[0]?.trace?.half !== halves[1]?.trace?.half
  if (!isTurning) return [...parts]
  const joined: Part<A>[] = []
  for (let nth = 0; nth < halves.length; nth += 2) {
    const pair = halves.slice(nth, nth + 2)
    const from = nth === 0 ? 0 : parts.indexOf(pair[0] as Part<A>)
    const to = halves[nth + 2] ? parts.indexOf(halves[nth + 2] as Part<A>) : parts.length
    const all = parts.slice(from, to)
    const [code, count] = pair[0]?.trace?.half === 'code' ? pair : [...pair].reverse()
    const own = all.filter((part) => pair.includes(part) || names.has(part))
    joined.push(lineOf(own, code, count, context), ...all.filter((part) => !own.includes(part)))
  }
  return joined.sort((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
}

function lineOf<A extends KnownArticle>(
  all: readonly Part<A>[],
  code: Part<A> | undefined,
  count: Part<A> | undefined,
  context: Context,
): Part<A> {
  const source = { lines: all.flatMap(({ lines }) => lines), text: all.map(({ text }) => text).join('\n') }
  const [article, number] = [code?.trace?.article, count?.trace?.counts[0]]
  if (!article || !number) return question(source, 'noQuantity')
  const unit = number.unit ?? context.unit
  const { quantity, isSure } = unitsOf(article, { value: number.value, unit, packOf: undefined })
  return quantity !== null && isSure
    ? { kind: 'line', ...source, article, quantity, addends: [], note: '', marks: [] }
    : question(source, 'unsurePack', [article], quantity)
}
