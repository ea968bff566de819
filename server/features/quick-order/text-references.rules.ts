/**
 * Which articles the sentences beside the lines of an order name (R38): whatever such a sentence says of one, it is not only the line
 * that says how it is ordered. Pure.
 */
import { codeKey, fold } from '../../../contract/codes.ts'
import { articlesOf, type KnownArticle, type TextEntry } from './quick-order.types.ts'
import { CELLS, groupsOf } from './text-groups.rules.ts'
import { isNamedBy, isOfName } from './text-names.rules.ts'
import { unitOf } from './text-pieces.rules.ts'
import { nearTo, numberOf, pointedAt } from './text-places.rules.ts'
import { isPlainCell, statesMore } from './text-remarks.rules.ts'
import { asksFor, isHeading, isOfHandling, isOfTheRest, isPoliteQuestion } from './text-sentences.rules.ts'
import { isHarmless } from './text-vocabulary.rules.ts'
import { isDoubtful, QUOTED, SHORT_WORD, wordsOf } from './text-words.rules.ts'
import { CHAT_REMARK, withoutCourtesy, withoutStamp } from './text-written.rules.ts'

/** A part of a text and the article it orders or asks for. */
interface Ordered<A extends KnownArticle> {
  readonly entry: TextEntry<A>
  /** Where it stands among all parts of the text. */
  readonly at: number
  readonly article: A
  /** Its code as it is compared, and whether it is known wherever it stands. */
  readonly code: string
  readonly isTelling: boolean
  /** The words of its line. */
  readonly own: ReadonlySet<string>
}

const CAPITAL = /^\p{Lu}\p{Ll}/u
/** 'Juguetería El Tren', 'besos, Cami': a name that is no article's; 'los Bloques' may be. */
function isOfSomebody(text: string, word: string, at: number): boolean {
  if (!CAPITAL.test(word)) return false
  const before = text.slice(0, at)
  return /[\p{L},(]\W*$/u.test(before) && !/(?<!\p{L})(el|la|los|las|del|al)\s+$/u.test(before)
}

/** 'jugueteria El Trencito' */
const OF_SHOP =
  /\b(juguet|librer|kiosc|kiosk|bazar|polirrubro|regaler|cotill)\p{L}*( (El|La|Los|Las|Lo de))?\s+$/iu
const isOfShop = (text: string, word: string, at: number): boolean =>
  /^\p{Lu}/u.test(word) && OF_SHOP.test(text.slice(0, at))

/** The words of a sentence that may name goods. */
export function wordsOfGoods(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const folded = fold(word)
    const isWord = folded.length >= SHORT_WORD && !/\d/.test(folded) && !isHarmless(folded)
    return isWord && !isOfSomebody(text, word, index) ? [folded] : []
  })
}

/** The cents of the amounts that a sentence speaks of: 'el de 2500' is known by its price. */
const amountsIn = (text: string): ReadonlySet<number> =>
  new Set(
    wordsOf(text).size < FEWEST_WORDS
      ? []
      : (text.replace(/(\d)\.(?=\d{3}\b)/g, '$1').match(/\d{3,}/g) ?? []).map(
          (amount) => Number(amount) * 100,
        ),
  )
/** 'el 10013', 'la 14': the end of a code. */
const CODE_END = /\b(?:el|la|del) (?:cod\w* )?(\d{2,})\b(?![.,:/]\d|\s?(?:%|hs|h\b|de \p{L}))/gu
function endedIn<A extends KnownArticle>(said: string, ordered: readonly Ordered<A>[]): TextEntry<A>[] {
  if (!/\d\d/.test(said)) return []
  const named = new Set([...fold(said).matchAll(CODE_END)].map(([, end = '']) => end))
  // 'del 00003' beside a line of 00003 is that one, and no end of T00003.
  const ends = [...named].filter((end) => !ordered.some(({ code }) => code === end))
  if (ends.length === 0) return []
  return ordered.flatMap(({ entry, code }) => (ends.some((end) => code.endsWith(end)) ? [entry] : []))
}
/** What has fewer is a label with its value. */
const FEWEST_WORDS = 4

/** The lines that a sentence calls by a word that stands in them and in few others: 'lo de Beto', 'lo que va a medias'. */
function calledIn<A extends KnownArticle>(said: string, ordered: readonly Ordered<A>[]): TextEntry<A>[] {
  const owned = new Set(
    [...said.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) =>
      isOfShop(said, word, index) ? [fold(word)] : [],
    ),
  )
  const words = [...wordsOf(said)].filter(
    (word) =>
      !owned.has(word) &&
      word.length > SHORT_WORD &&
      !/\d/.test(word) &&
      !isHarmless(word) &&
      unitOf(word) === undefined,
  )
  // '* sujeto a espacio' is of the line that has the star.
  const mark = /^\s*([*#†+¹²³])/u.exec(said)?.[1]
  const marked = mark ? ordered.filter(({ entry }) => entry.text.includes(mark)) : []
  if (marked.length < ordered.length && marked.length > 0) return marked.map(({ entry }) => entry)
  if (words.length === 0) return []
  const few = words.filter((word) => 2 * ordered.filter(({ own }) => own.has(word)).length < ordered.length)
  return ordered.flatMap(({ entry, own }) => (few.some((word) => own.has(word)) ? [entry] : []))
}

/** '6 muñecas articuladas' is a line by itself: of an article that all its words name. */
const COUNTS_GOODS = /^\W*(y |e |tambien |mas )*\d|^\W*(\p{L}+\W+){1,4}\d+\W*(u|un|unid\w*)?\W*$/u
/** 'la línea RY', 'los MX': by what codes begin with. */
const BEGINNING = /\b(?:linea|serie|familia|marca|los|las|lo|todo|codigos?) (?:de |con )?([a-z]{2,4})\b/g
const beginningsIn = (text: string): readonly string[] =>
  [...fold(text).matchAll(BEGINNING)].flatMap(([, begin = '']) => (isHarmless(begin) ? [] : [begin]))
/** The lines whose article a sentence names, by its code or by any word of its name, however it is bent or shortened. */
function namedIn<A extends KnownArticle>(text: string, ordered: readonly Ordered<A>[]): Ordered<A>[] {
  const goods = wordsOfGoods(text)
  const key = codeKey(fold(text))
  const isCounted = COUNTS_GOODS.test(fold(text)) && !MEANS_KNOWN.test(text)
  const amounts = amountsIn(text)
  const beginnings = beginningsIn(text)
  return ordered.filter(({ article, code, isTelling }) => {
    if (isTelling && key.includes(code)) return true
    if (amounts.has(article.listPrice)) return true
    if (beginnings.some((begin) => code.startsWith(begin) && !/^[a-z]/.test(code.slice(begin.length))))
      return true
    const isNamed = (word: string) => isNamedBy(word, article)
    return isCounted ? goods.length > 0 && goods.every(isNamed) : goods.some(isNamed)
  })
}
const MEANS_KNOWN = /\b(el|la|los|las|del)\s/i

/** What points at lines without a name or a place; before a noun it would be of something else. */
const UNNAMED =
  /\b(es[ao]|esto)\b(?! (mes|semana|direccion|cuenta|plata|fecha|hora))|\b(es[ea]s?|esos|estos?|este|un[oa] (que|de)|algun[oa]s? (que|de)|cualquiera|l[ao]s (dos|tres|cuatro)|amb[ao]s) (?=no\b|si\b|l[oa]s?\b|te\b|me\b|se\b|le\b|que\b|de\b|van?\b|es\b|son\b|dos\b|tres\b|ya\b|mejor\b|puede|hay\b|estan?\b|era|para\b|pon|dej|sac|mand|cost|cuest|sal|dal)|\b(el|la|los|las|lo) (sin|menos|mas (?!(pronto|rapido|posible|antes|temprano|importante|tardar|cerca|bien)\b)) ?[a-z]|\b(los|las|el|la) que (no |se |me |ya )*(llev|tien|tienen|estan?\b|van?\b|dic|dig|puse|pus|anot|marq|marc|qued)|\b(es[eao]s?|estos?|este)\W*$/
/** 'Nota: …' below the labels of one article. */
const REMARK = /^\W*(?:obs|observ\p{L}*|notas?|coment\p{L}*|aclar\p{L}*)\W*:\s*(.+)$/u
/** On what a request hangs that names goods. */
const HINGE = /[,;.?]\s|\b(si|cuando|solo|o|u|menos|sin|no|ni|pero|despues|luego|mejor|en (vez|lugar))\b/
/** 'Subtotal muñecas 18', a row of a price list. */
const SUM = /^\W*(sub)?total/i
const ROW = /[\t|]/
/** Whether a line is the name of an article that is ordered below it and nothing else, or asks for it in one clause: 'me faltan muñecas'. */
function titleOf<A extends KnownArticle>(said: string, at: number): (below: Ordered<A>) => boolean {
  const words = [...wordsOf(said)]
  const naming = words.filter((word) => word.length >= SHORT_WORD && !isHarmless(word))
  const isAsking = asksFor(said) && !HINGE.test(fold(said))
  const mayName = !words.some(isDoubtful)
  return (below) =>
    below.at > at && (isAsking || (mayName && naming.every((word) => isOfName(word, below.article))))
}
const BETWEEN = /\bentre (el|la|los|las)\b/
/** 'muñecas 6' orders by itself, whatever its numbers point at. */
const isCounting = <A extends KnownArticle>(entry: TextEntry<A>): boolean =>
  entry.kind === 'question' && entry.doubt === 'noCode' && /\d\W*$/.test(entry.text)

/** Whether a sentence that names nothing says something of the whole order that nothing explains. */
function isOfAll(said: string, isBehind: boolean): boolean {
  if (isBehind && ONLY_WHEN.test(fold(said))) return true
  if (isHeading(said) || asksFor(said) || CHAT_REMARK.test(said)) return false
  // What is of handling explains its own clause.
  if (isOfHandling(fold(said)))
    return clausesOf(withoutCourtesy(said)).some(
      (clause) => !isOfHandling(fold(clause)) && !ENDS_AS_NAME.test(clause) && UNNAMED.test(fold(clause)),
    )
  if (isOfTheRest(said) || isPoliteQuestion(said)) return false
  const rest = withoutCourtesy(said)
  const isOpen = [...wordsOf(rest)].some((word) => !/\d/.test(word) && !isHarmless(word))
  return (isOpen && UNNAMED.test(fold(rest))) || (isBehind && statesMore(rest))
}

/** 'mandalo recién cuando …' */
const ONLY_WHEN = /\b(recien|solo|solamente|unicamente) (si|cuando|despues)\b/
const clausesOf = (text: string): string[] => text.split(/[.!?;,]/)
/** 'Santa Victoria Este' */
const ENDS_AS_NAME = /\p{Lu}\p{Ll}+\W*$/u
/** 'el más caro de los tres' */
const OF_THESE = /\b(el|la|los|las) (mas|menos) \p{L}+ (de|que) /u
/** 'con una de las dos me alcanza': what stands in one row may be of all whose names it says. */
const ONE_OF =
  /\b(un[oa]|algun[oa]?|cualquier[ao]?|amb[ao]s|entre) (de )?(l[ao]s )?(dos|tres|l[ao]s|cuatro)\b/
const OFFERS =
  /\b(entr|ingres|reingres|lleg|volvi)(o|aron|ieron)\b.*\b(quer|quier|llev|sum|anot|mand|agreg)\w*\W*\?/
const LIMITS =
  /\d|\b(si|no|ni|sin|solo|o|menos|salvo|excepto|hasta|recien|minimo|agot\w*|falt\w*|qued\w*|discontin\w*)\b/
const IN_BRACKETS = /^\W*\([^()]*\)\W*$/
/** What the sentences of a text refer to, and which of them refer to anything. */
export async function referencesOf<A extends KnownArticle>(
  entries: readonly TextEntry<A>[],
  {
    isSentence,
    isTaking,
    names,
  }: {
    readonly isSentence: (entry: TextEntry<A>) => boolean
    readonly isTaking: (entry: TextEntry<A>) => boolean
    readonly names: (word: string) => boolean
  },
  breathe: () => Promise<void>,
): Promise<{ readonly lines: ReadonlySet<TextEntry<A>>; readonly referring: ReadonlySet<TextEntry<A>> }> {
  const ordered = entries.flatMap((entry, at): Ordered<A>[] => {
    const [article, ...others] = articlesOf(entry)
    if (!article || others.length > 0) return []
    const code = codeKey(fold(article.code))
    const isTelling = /\p{L}/u.test(code) && code.length > SHORT_WORD
    return [{ entry, at, article, code, isTelling, own: wordsOf(withoutStamp(entry.text)) }]
  })
  const placed = entries.flatMap(({ text }, at) =>
    articlesOf(entries[at] as TextEntry<A>).length > 0 && !QUOTED.test(text)
      ? [{ at, number: numberOf(text) }]
      : [],
  )
  const lastLine = entries.findLastIndex((entry) => articlesOf(entry).length > 0)
  const groups = groupsOf(entries)
  const [meant, referring] = [new Set<TextEntry<A>>(), new Set<TextEntry<A>>()]
  for (const [at, entry] of entries.entries()) {
    await breathe()
    const said = withoutStamp(entry.text)
    for (const line of endedIn(said, ordered)) meant.add(line)
    // '… esta fila y la de arriba son para el otro local'
    if (articlesOf(entry).length > 0)
      for (const one of nearTo(said, at, placed))
        if (entries[one.at]) meant.add(entries[one.at] as TextEntry<A>)
    if (entry.kind === 'question' && entry.doubt === 'inWords' && ONE_OF.test(fold(said)))
      for (const one of namedIn(said, ordered)) meant.add(one.entry)
    const isQuoted = QUOTED.test(said) && articlesOf(entry).length === 0
    // Who orders above a quoted offer has read it: 'entró el camión, querés?'
    if (isQuoted && at > lastLine && OFFERS.test(fold(said)) && !LIMITS.test(fold(said))) continue
    if (entry.kind === 'line' || entry.doubt === 'noQuantity' || SUM.test(said) || ROW.test(said)) continue
    if (!isSentence(entry) && !isQuoted) continue
    const ofCodes = articlesOf(entry).filter(({ code }) => code.length > SHORT_WORD)
    const isTitleOf = titleOf<A>(said, at)
    const named = [
      ...ordered.filter((one) => one.entry !== entry && ofCodes.includes(one.article)),
      ...namedIn(
        said,
        ordered.filter((one) => one.entry !== entry && !isTitleOf(one)),
      ),
    ]
    const pointed = isCounting(entry)
      ? []
      : pointedAt(said, at, placed).flatMap((one) => entries[one.at] ?? [])
    const grouped =
      isQuoted || isHeading(said) || CELLS.test(said)
        ? []
        : groups.filter((group) => group.isMeant(fold(said))).flatMap((group) => group.lines)
    const places = BETWEEN.test(fold(said)) ? named.map((one) => one.at) : []
    const between = entries.slice(Math.min(...places, entries.length), Math.max(...places, 0))
    const called = entry.kind === 'other' && !isQuoted ? calledIn(said, ordered) : []
    const above = entries[at - 1]
    const remark = REMARK.exec(fold(said))?.[1]
    // In brackets between two lines it is of the one above it.
    const isAside = IN_BRACKETS.test(said) && at < lastLine && wordsOf(said).size >= FEWEST_WORDS
    const ofAbove =
      above?.kind === 'line' &&
      ((remark !== undefined && above.lines.length > 1 && !isPlainCell(remark, above.article)) ||
        (isAside && !isPlainCell(fold(said), above.article)))
        ? [above]
        : []
    const all = [...ofAbove, ...named.map((one) => one.entry), ...called, ...pointed, ...grouped, ...between]
    // What answers or goes on with a sentence before it is about the same.
    const goesOn = above !== undefined && referring.has(above)
    const isFree =
      all.length === 0 &&
      (entry.kind === 'other' || !/\d/.test(said)) &&
      !isQuoted &&
      !goesOn &&
      (!isTaking(entry) || OF_THESE.test(fold(said)))
    if (isFree && !wordsOfGoods(said).some(names) && isOfAll(said, at > lastLine))
      all.push(...ordered.map((one) => one.entry))
    for (const line of all) meant.add(line)
    if (all.length > 0) referring.add(entry)
  }
  return { lines: meant, referring }
}
