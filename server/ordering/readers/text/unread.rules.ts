/** The texts that nobody read, in their place: nothing of a text is left out but blanks (R38). Pure. */
import type { KnownArticle, Part, UnreadText, Words } from './text.types.ts'
import { isCourtesy } from './weight.rules.ts'

/** Shapes of table rows that order nothing. */
const UNORDERED: ReadonlySet<string | undefined> = new Set(['empty', 'zero'])
/** Whether a part is a row of a table that orders nothing. */
export const isUnordered = (part: Part<KnownArticle>): boolean =>
  part.kind === 'words' && UNORDERED.has(part.trace?.shape)

/**
 * The texts of the parts that order nothing: each a text of its own, but all courtesies are one, in the place of the first, and
 * so are the lines of a quoted mail.
 */
export function textsOf(parts: readonly Part<KnownArticle>[]): UnreadText[] {
  const texts: { lines: number[]; text: string; what: UnreadText['what'] }[] = []
  let courtesies: (typeof texts)[number] | undefined
  let quoted: (typeof texts)[number] | undefined
  for (const part of parts) {
    if (part.kind !== 'words' || isUnordered(part)) continue
    const what = whatOf(part)
    const whole = what === 'courtesy' ? courtesies : part.of === 'quote' ? quoted : undefined
    if (whole) {
      whole.lines.push(...part.lines)
      whole.text += `\n${part.text}`
      continue
    }
    const made = { lines: [...part.lines], text: part.text, what }
    texts.push(made)
    if (what === 'courtesy') courtesies = made
    else if (part.of === 'quote') quoted = made
  }
  return texts
}

const whatOf = ({ of, read }: Words): UnreadText['what'] =>
  of === 'media' ? 'media' : of === undefined && isCourtesy(read) ? 'courtesy' : 'text'
