/**
 * What stands behind the numbers of lines that are written alike is a column without a heading (R38): where most say one thing
 * ('aprobado', 'motivo: reposición'), what one line alone says is of that line. Pure.
 */
import { fold } from '../../../contract/codes.ts'
import type { KnownArticle, TextEntry } from './quick-order.types.ts'
import { isOfName } from './text-names.rules.ts'
import { unitOf } from './text-pieces.rules.ts'
import { isPlainCell } from './text-remarks.rules.ts'
import { isFiller, isVariant } from './text-vocabulary.rules.ts'

/** What it comes with and what for. */
const HOW = /^(con|para|pa|p)$/
const SHORTEST_SHARED = 4
/** Lines of which most have to say the same. */
const FEWEST = 3
/** A word before a colon names what the words behind it say. */
const LABELS = /\p{L}+:/gu
const AFTER_NUMBERS = /\d[^\d]*$/

/** What a line says behind its last number that is no unit and no word of its article's name. */
function tailOf(text: string, article: KnownArticle): readonly string[] {
  if (/\d\W*$/.test(text)) return []
  const behind = fold(AFTER_NUMBERS.exec(text)?.[0] ?? '').replace(LABELS, ' ')
  return (behind.match(/\p{L}+/gu) ?? []).filter(
    (word) => word.length > 1 && unitOf(word) === undefined && !isOfName(word, article),
  )
}

/** The lines that say something of their own where the others say one thing. */
export function oddTails<A extends KnownArticle>(
  entries: readonly TextEntry<A>[],
): ReadonlySet<TextEntry<A>> {
  const lines = entries.filter(
    (entry, at) =>
      entry.kind === 'line' &&
      entry.text.includes(String(entry.quantity)) &&
      entries[at - 1]?.lines[0] !== entry.lines[0] &&
      entries[at + 1]?.lines[0] !== entry.lines[0],
  )
  if (lines.length < FEWEST) return new Set()
  const tails = new Map(
    lines.map((line) => [line, line.kind === 'line' ? tailOf(line.text, line.article) : []]),
  )
  const counts = new Map<string, number>()
  for (const tail of tails.values())
    for (const word of new Set(tail.filter((one) => one.length >= SHORTEST_SHARED || !isFiller(one))))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const isShared = (word: string) => (counts.get(word) ?? 0) > 1
  if (![...counts.values()].some((count) => count > 1 && 2 * count >= lines.length)) return new Set()
  return new Set(
    lines.filter((line) => {
      const tail = tails.get(line) ?? []
      const isOwn =
        tail.length > 0 && !HOW.test(tail[0] ?? '') && !tail.some((word) => isShared(word) || isVariant(word))
      return isOwn && line.kind === 'line' && !isPlainCell(tail.join(' '), line.article)
    }),
  )
}
