/** The separator between the cells of a text file. */
import type { Separator } from './csv.ts'

/** Of separators that fit equally well the first one counts. */
const CANDIDATES: readonly Separator[] = ['\t', ';', '|', ',']
const LOOKED_AT = 100
/** The first line by which a file tells Excel its separator: 'sep=;'. */
const DECLARATION = /^\s*"?sep=([;,\t|])"?\s*(?:\r\n|\r|\n|$)/i

/** The separator that a file's first line declares, which then is no row. */
export const declaredSeparator = (text: string): Separator | undefined =>
  DECLARATION.exec(text.replace(/^\ufeff/, '').slice(0, 20))?.[1] as Separator | undefined

/**
 * The separator that most lines have, because a title above the table has none, and commas of prices are not in every
 * line. `said`: the file's first line declares the separator, and is no row.
 */
export function separatorOf(text: string): { separator: Separator; said: boolean } {
  const declared = declaredSeparator(text)
  if (declared) return { separator: declared, said: true }
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  let [best, most]: [Separator, number] = [';', 0]
  for (const separator of CANDIDATES) {
    const having = lines.filter((line) => line.includes(separator)).length
    if (having > most) [best, most] = [separator, having]
  }
  return { separator: best, said: false }
}
