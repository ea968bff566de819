/** What stands between the cells of a text file. */
import type { Separator } from './csv.ts'

/** Of those that fit equally the first counts. */
const CANDIDATES: readonly Separator[] = ['\t', ';', '|', ',']
const LOOKED_AT = 100
/** The line by which Excel is told, 'sep=;'. */
const SAID = /^\s*"?sep=([;,\t|])"?\s*(?:\r\n|\r|\n|$)/i

/**
 * The separator that most lines have: a title above the table, or a comma within a price, is not in every line.
 * `said`: the file's first line says it, and is no row.
 */
export function separatorOf(text: string): { separator: Separator; said: boolean } {
  const said = SAID.exec(text.slice(0, 20))?.[1]
  if (said) return { separator: said as Separator, said: true }
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
