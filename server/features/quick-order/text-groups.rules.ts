/**
 * What headings in the middle of an order say of the lines below them (R38): a kind of goods, a shelf, a shop or the asking itself leave
 * them as they are; whatever else stands there may be why they are apart. Pure.
 */
import { fold } from '../../../contract/codes.ts'
import type { KnownArticle, TextEntry } from './quick-order.types.ts'
import { isCodeHeading, isQuantityHeading, isSort } from './text-headings.rules.ts'
import { isNamedBy, singular } from './text-names.rules.ts'
import { asksFor, isHeading, isOfHandling, isOfOtherLines, isPoliteQuestion } from './text-sentences.rules.ts'
import { isFiller, isHarmless } from './text-vocabulary.rules.ts'
import { isDone, isDoubtful, wordsOf } from './text-words.rules.ts'
import { withoutStamp } from './text-written.rules.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
/** The sheets and parts of a list. */
const PARTS = set(
  'hoja pagina pag estante gondola pasillo seccion rubro marca entrega grupo parte subtotal total mas aparte todo todos color codigo ean barra',
)
/** Who or what a name belongs to: 'Suc. Güemes', 'Martínez Hnos'. */
const SHOPS = set(
  'suc sucursal local kiosco kiosko quiosco libreria jugueteria bazar polirrubro cotillon almacen despensa casa negocio cliente cooperadora escuela jardin hnos hermanos sr sra srta don dona senor senora',
)
/** Cells, stamps of a chat, what a chat says by itself. */
export const CELLS = /[\t|;]| {2}/
const cellsOf = (text: string): string[] =>
  fold(text)
    .split(CELLS)
    .map((cell) => cell.trim())
const NO_HEADING = /[\t|;]|^\W*\p{L}+ \d{1,2}:\d{2}\b|\b(omitid[oa]|eliminad[oa]|elimino este mensaje)\b/u

const STAMP = /^\W*\d[^\p{L}]*[^:]{0,30}: /u

/** Whether a line between the lines of an order says nothing of those below it. */
function isPlain(text: string, names: (word: string) => boolean): boolean {
  const said = fold(withoutStamp(text)).replace(STAMP, '')
  if (
    !/\p{L}/u.test(said) ||
    asksFor(text) ||
    isPoliteQuestion(text) ||
    (isOfHandling(said) && !/\bque\b/.test(said) && ![...wordsOf(said)].some(isDone))
  )
    return true
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const isShop = words.some((word) => SHOPS.has(fold(word)))
  return words.every((word) => {
    const folded = fold(word)
    const is = (known: (one: string) => boolean) => known(folded) || known(singular(folded))
    return (
      /\d/.test(word) ||
      folded.length === 1 ||
      (isShop && /^\p{Lu}/u.test(word)) ||
      is((one) => isSort(one) || PARTS.has(one) || SHOPS.has(one) || names(one)) ||
      isCodeHeading(folded) ||
      isQuantityHeading(folded) ||
      (isHarmless(folded) && !isDoubtful(folded))
    )
  })
}

/** What stands below a heading that may say it is not ordered, to the next heading. */
export function belowHeadings<A extends KnownArticle>(
  entries: readonly TextEntry<A>[],
  isSentence: (entry: TextEntry<A>) => boolean,
  names: (word: string) => boolean,
  isOfLines: (entry: TextEntry<A>) => boolean,
): ReadonlySet<TextEntry<A>> {
  let isOther = false
  let isBelowLines = false
  return new Set(
    entries.filter((entry, at) => {
      if (entry.kind === 'line') isBelowLines = true
      const next = entries[at + 1]
      const isAbove = next !== undefined && next.kind !== 'other'
      // 'Imputar a cta. 4402 (pagado)'
      const isTold =
        entry.kind === 'question' && entry.doubt === 'noCode' && [...wordsOf(entry.text)].some(isDone)
      const isAlone = entry.kind === 'other' ? entry.doubt === 'notALine' : isTold || isHeading(entry.text)
      // What is said behind a line's own numbers is of that line.
      const isBehind = at > 0 && entries[at - 1]?.lines[0] === entry.lines[0]
      if (isSentence(entry) && isAlone && !isBehind && !NO_HEADING.test(fold(entry.text))) {
        if (isBelowLines && isAbove && !isOfLines(entry))
          isOther =
            isOfOtherLines(entry.text, { names }) ||
            !isPlain(
              entry.text,
              (word) => names(word) || (next.kind === 'line' && isNamedBy(word, next.article)),
            )
        else if (isHeading(entry.text)) isOther = isOfOtherLines(entry.text, { names })
      }
      return isOther
    }),
  )
}

/** Words of a heading; what has more is a sentence. */
const MOST_OF_TITLE = 4
/** The lines of a group and what a sentence calls it by. */
interface Group<A extends KnownArticle> {
  readonly isMeant: (said: string) => boolean
  readonly lines: readonly TextEntry<A>[]
}
/** What headings make of the lines: 'lo de vidriera' means those below 'Vidriera', 'el dep' all that have the column. */
export function groupsOf<A extends KnownArticle>(entries: readonly TextEntry<A>[]): readonly Group<A>[] {
  const heads = entries.flatMap((entry, at) => {
    const next = entries[at + 1]
    const isHead =
      entry.kind === 'other' && entry.doubt === 'notALine' && next !== undefined && next.kind !== 'other'
    return isHead ? [{ at, text: withoutStamp(entry.text), isTable: CELLS.test(entry.text) }] : []
  })
  const titles = heads.filter(({ isTable }) => !isTable)
  return heads.flatMap(({ at, text, isTable }, nth) => {
    const words = [...wordsOf(text)].filter(
      (word) =>
        word.length > 2 &&
        !/\d/.test(word) &&
        !isFiller(word) &&
        !SHOPS.has(word) &&
        !isCodeHeading(word) &&
        !isQuantityHeading(word),
    )
    if (isTable && !cellsOf(text).some(isCodeHeading)) return []
    if (words.length === 0 || (!isTable && (words.length > 3 || titles.length < 2))) return []
    const end = isTable ? undefined : heads[nth + 1]?.at
    const named = new RegExp(`\\b${isTable ? '' : '(?:de|del|los|las|el|la) '}(?:${words.join('|')})\\b`)
    // 'Depósito es lo que tengo' says so of the heading, whatever a deposit may be elsewhere.
    const begins = (said: string) =>
      !isTable &&
      words.some((word) => said.replace(/^\W*/, '').startsWith(`${word} `)) &&
      wordsOf(said).size > MOST_OF_TITLE
    return [
      {
        isMeant: (said: string) =>
          said !== fold(text) && (begins(said) || (named.test(said) && (isTable || !isOfHandling(said)))),
        lines: entries.slice(at, end),
      },
    ]
  })
}
