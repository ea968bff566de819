/**
 * Finds the remarks of a text: all words that order nothing, except those of the closed list that change nothing. A
 * remark is shown once, as it was written, with the rows that it names. It never changes a line. Pure.
 */
import { codeKey, fold } from '../../../../contract/codes.ts'
import { isOfName, SHORT_WORD, singular } from './names.rules.ts'
import type { Entry, KnownArticle, Part, Remark } from './text.types.ts'
import { areNames, isGreetingIn, isTitle, weightOf } from './weight.rules.ts'
import { isHarmless, wordsOf } from './words.rules.ts'

/** A word that is in the names of more rows names none. */
const MOST_NAMED = 3
/** Runs of letters and digits in which a code may be written. */
const CODE_RUNS = 3
const LONGEST_CODE = 40

/** Makes a function that gives the rows that a text names, by code or by a word of the article's name. */
function rowsBy<A extends KnownArticle>(entries: readonly Entry<A>[]): (text: string) => number[] {
  const rows = new Map<string, Set<number>>()
  const add = (key: string, row: number) => rows.set(key, (rows.get(key) ?? new Set()).add(row))
  for (const [row, entry] of entries.entries())
    for (const { code, description } of entry.kind === 'line' ? [entry.article] : entry.articles.slice(0, 1)) {
      add(codeKey(fold(code)), row)
      for (const word of wordsOf(description)) if (isNaming(word)) add(singular(word), row)
    }
  return (text) => {
    const runs = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
    const named = runs.flatMap((run, at) => {
      const codes = [...Array(CODE_RUNS).keys()].map((more) => runs.slice(at, at + 1 + more).join(''))
      const byCode = codes
        .filter((code) => code.length <= LONGEST_CODE && /\d{3}|\p{L}.*\d/u.test(code))
        .flatMap((code) => [...(rows.get(code) ?? [])])
      const byName = isNaming(run) ? [...(rows.get(singular(run)) ?? [])] : []
      return [...byCode, ...(byName.length <= MOST_NAMED ? byName : [])]
    })
    return [...new Set(named)].sort((a, b) => a - b)
  }
}
const isNaming = (word: string): boolean => word.length > SHORT_WORD && !/\d/.test(word) && !isHarmless(word)

/** Characters of a title or a name; a longer text is a sentence. */
const LONGEST_NAME = 80
/** Shapes of table rows that order nothing. */
const UNORDERED = new Set(['empty', 'zero'])

/**
 * The remarks of parts that order nothing, and of lines with words that nothing explains; neighbours become one remark.
 * `names` are titles and signatures: they are shown together, and the user need not look at them.
 */
export async function remarksOf<A extends KnownArticle>(
  parts: readonly Part<A>[],
  entries: readonly Entry<A>[],
  rowOf: (part: Part<A>) => number,
  breathe: () => Promise<void>,
): Promise<{ remarks: Remark[]; names: string[] }> {
  const rowsNamed = rowsBy(entries)
  const names = new Set<string>()
  const firstEntry = parts.findIndex(({ kind }) => kind !== 'words')
  const lastEntry = parts.findLastIndex(({ kind }) => kind !== 'words')
  const titles = await titlesOf(parts, entries, breathe)
  let isSigned = false
  const isName = (part: Part<A>, read: string, at: number): boolean => {
    const isOutside = at < firstEntry || at > lastEntry
    const next = parts[at + 1]
    const isAbove = next?.kind === 'words' && weightOf(next.read) !== 'nothing' && areNames(next.read, false)
    const isOfNames = weightOf(read) === 'names' || (isOutside && areNames(read, isSigned || isAbove))
    return firstEntry >= 0 && read.length <= LONGEST_NAME && (names.has(read) || isOfNames || titles.has(part))
  }
  const remarks: { lines: number[]; text: string; rows: number[]; isOdd: boolean }[] = []
  for (const [at, part] of parts.entries()) {
    await breathe()
    const isWords = part.kind === 'words'
    const isCourtesy = isWords && weightOf(part.read) === 'nothing'
    const isNames = isWords && !isCourtesy && isName(part, part.read, at)
    if (isNames) names.add(part.read)
    // A signature begins with a greeting, and may go on for several lines of names.
    isSigned = isWords && ((isNames && isSigned) || isGreetingIn(part.read))
    if (isWords ? isCourtesy || isNames || UNORDERED.has(part.trace?.shape ?? '') : !part.odd) continue
    const rows = isWords ? rowsNamed(part.text) : [rowOf(part)]
    const last = remarks.at(-1)
    const isNext = last && last.isOdd === !isWords && (last.lines.at(-1) ?? 0) + 1 >= (part.lines[0] ?? 0)
    if (isNext) {
      last.lines.push(...part.lines)
      last.text += `\n${part.text}`
      last.rows = [...new Set([...last.rows, ...rows])].sort((a, b) => a - b)
    } else remarks.push({ lines: [...part.lines], text: part.text, rows, isOdd: !isWords })
  }
  const shown = remarks.map(({ lines, text, rows }) => ({ lines: [...new Set(lines)], text, rows }))
  return { remarks: shown, names: [...names] }
}

/** The titles of sections: several of them or, where it is the only one, one that has only words of the ordered goods. */
async function titlesOf<A extends KnownArticle>(
  parts: readonly Part<A>[],
  entries: readonly Entry<A>[],
  breathe: () => Promise<void>,
): Promise<ReadonlySet<Part<A>>> {
  const titles: Part<A>[] = []
  for (const [at, part] of parts.entries()) {
    const [before, next] = [parts[at - 1], parts[at + 1]]
    if (part.kind !== 'words' || !next || next.kind === 'words') continue
    await breathe()
    const isApart = before !== undefined && (part.lines[0] ?? 0) > (before.lines.at(-1) ?? 0) + 1
    if (isTitle(part.read, isApart)) titles.push(part)
  }
  const [only] = titles
  const isOfGoods = (word: string) =>
    isHarmless(word) || entries.some((entry) => entry.kind === 'line' && isOfName(word, entry.article))
  return new Set(titles.length > 1 || (only && [...wordsOf(only.text)].every(isOfGoods)) ? titles : [])
}
