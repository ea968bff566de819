/** What the parts of a text say about each other: together they may be less certain than each by itself. Pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import { articlesOf, type Doubt, type KnownArticle, question, type TextEntry } from './quick-order.types.ts'
import { belowHeadings } from './text-groups.rules.ts'
import { isSort } from './text-headings.rules.ts'
import { isOfName, singular } from './text-names.rules.ts'
import { leadOf, opensOnCondition } from './text-openings.rules.ts'
import { referencesOf, wordsOfGoods } from './text-references.rules.ts'
import {
  asksFor,
  asksForGoods,
  declaredUnit,
  holdsAll,
  isHeading,
  isOfHandling,
  isOfTheRest,
  isPaper,
  meansAll,
} from './text-sentences.rules.ts'
import { oddTails } from './text-tails.rules.ts'
import { isHarmless } from './text-vocabulary.rules.ts'
import { QUOTED, SHORT_WORD, TICKED, takesBack, UNTICKED, wordsOf } from './text-words.rules.ts'
import { CHAT_REMARK, withoutCourtesy, withoutStamp } from './text-written.rules.ts'

const NUMBER_WITH_UNIT = /\d ?(u|un|unid\w*|bult\w*|bto?s?|doc\w*)\b|\b(bultos?|docenas?|unidad(es)?)\b/

/**
 * Asks about lines that the rest of the text makes doubtful: articles that stand in it twice, sentences that hold back
 * the whole order or say what its quantities count, boxes that are not ticked beside others that are.
 */
export async function doubtTogether<A extends KnownArticle>(
  read: readonly TextEntry<A>[],
  names: (word: string) => boolean,
  breathe: () => Promise<void>,
): Promise<TextEntry<A>[]> {
  const { entries, taking } = await takenBack(read, names, breathe)
  const sentences = entries.filter(isSentence).map(({ text }) => text)
  const firstLine = entries.findIndex(({ kind }) => kind === 'line')
  const asking = entries
    .slice(0, firstLine + 1)
    .findLastIndex((entry) =>
      entry.kind === 'line' ? asksFor(leadOf(entry.text)) : isSentence(entry) && asksFor(entry.text),
    )
  const { lines: doubted, referring } = await referencesOf(
    entries,
    {
      isSentence,
      isTaking: (entry) => taking.has(entry),
      names: (word) => names(word) || names(singular(word)),
    },
    breathe,
  )
  // 'el camión no lo mandes' leaves the others alone, be it in this order or not.
  const isOfOne = (entry: TextEntry<A>) =>
    !meansAll(entry.text) &&
    (referring.has(entry) || wordsOfGoods(entry.text).some((word) => names(word) || names(singular(word))))
  const isHeld = entries.some(
    (entry, at) =>
      isSentence(entry) &&
      !isAbove(entries, at) &&
      !isOfOne(entry) &&
      (meansAll(entry.text) || !isAnswer(entries, at, names)) &&
      holdsAll(entry.text, { names, isAsked: at < asking || isOrderOfOther(entry) }),
  )
  const isConditional = entries
    .slice(0, Math.max(firstLine, 0))
    .some(
      (entry, at) =>
        isSentence(entry) && !isOfOne(entry) && !isSaidBehind(entries, at) && opensOnCondition(entry.text),
    )
  const below = belowHeadings(
    entries,
    isSentence,
    names,
    (entry) => referring.has(entry) || taking.has(entry),
  )
  const odd = oddTails(entries)
  const isCounted = sentences.some((text) => declaredUnit(text) === 'unsure')
  const isTicked = entries.some(({ text }) => TICKED.test(text))
  const ordering = entries.filter(({ kind }) => kind !== 'other')
  const areTicked =
    isTicked && 2 * ordering.filter(({ text }) => TICKED_BEHIND.test(text)).length > ordering.length
  const mentions = mentionsOf(entries)
  return entries.map((entry) => {
    if (entry.kind !== 'line') return entry
    const { article, quantity, text } = entry
    const ask = (why: Doubt) => question(entry, why, [article], quantity)
    // Twice the same may be a correction or another shelf.
    if ((mentions.get(article.articleId) ?? 0) > 1) return ask('repeated')
    // Under 'cantidades en bultos' a number that says itself what it counts stands.
    if (isCounted && !NUMBER_WITH_UNIT.test(fold(text))) return ask('unsurePack')
    return isHeld ||
      isConditional ||
      doubted.has(entry) ||
      below.has(entry) ||
      odd.has(entry) ||
      (isTicked && (UNTICKED.test(text) || (areTicked && !TICKED.test(text))))
      ? ask('inWords')
      : entry
  })
}

/** Whether a part of a text orders nothing and asks for no article, unless by a number that may be none. */
const isSentence = <A extends KnownArticle>(entry: TextEntry<A>): boolean =>
  entry.kind !== 'line' &&
  !isTaken(entry.text) &&
  !(entry.kind === 'question' && entry.doubt === 'unknownCode' && !isPaper(entry.text)) &&
  !QUOTED.test(entry.text) &&
  articlesOf(entry).every(({ code }) => /^\d+$/.test(code))

/** '[14/3 09:20] Ventas: Recibido 👍': in a chat, by who takes the order. */
const isTaken = (text: string): boolean => {
  const said = withoutStamp(text)
  return said !== text && TAKING.test(said)
}
/** 'dale, ahí lo paso': what it is told with goes on to who takes it. */
const TAKING =
  /^\W*((recibid|anotad|agendad)[oa]s?|(ok|dale|listo)\W+(ah[ií] |ya |ahora )?(te |se )?l[oa]s? (paso|mando|anoto|cargo|preparo)( al? \p{L}+)?)[^\p{L}\d]*(gracias|(ma[ñn]ana|hoy|el \p{L}+) sale)?[^\p{L}\d]*$/iu
/** '48 ✅' */
const TICKED_BEHIND = /\d\W*[☑✅✔✓]\W*$/u
/** Whether a text is a heading: it ends with a colon, or is a word or two between lines of the order. */
const isAbove = <A extends KnownArticle>(entries: readonly TextEntry<A>[], at: number): boolean => {
  const { text = '' } = entries[at] ?? {}
  const isBetween = at > 0 && entries[at - 1]?.kind === 'line' && entries[at + 1]?.kind === 'line'
  return isHeading(text) || (isBetween && /^\W*\p{L}+( \p{L}+){0,2}\W*$/u.test(text) && !/[.!?]/.test(text))
}

/** Whether it stands behind an article in the same line, and is of that one. */
const isSaidBehind = <A extends KnownArticle>(entries: readonly TextEntry<A>[], at: number): boolean => {
  const [before, entry] = [entries[at - 1], entries[at]]
  return before !== undefined && before.lines[0] === entry?.lines[0] && articlesOf(before).length > 0
}
/** 'después te digo' below '> los yoyós están en oferta, ¿llevás 100?' answers that alone. */
const isAnswer = <A extends KnownArticle>(
  entries: readonly TextEntry<A>[],
  at: number,
  names: (word: string) => boolean,
): boolean => {
  const { text = '' } = entries[at - 1] ?? {}
  return (
    QUOTED.test(text) &&
    text.includes('?') &&
    (articlesOf(entries[at - 1] as TextEntry<A>).length > 0 ||
      wordsOfGoods(text).some((word) => names(word) || names(singular(word)) || isSort(word)))
  )
}

/** 'y 6 muñecas de las que te pedí en junio': a line without a code, not a word about the others. */
const isOrderOfOther = <A extends KnownArticle>(entry: TextEntry<A>): boolean =>
  entry.kind === 'question' && entry.doubt === 'noCode' && /^\W*(y )?\d+ /i.test(entry.text)

/** In how many parts of a text an article is ordered or asked about. */
function mentionsOf<A extends KnownArticle>(entries: readonly TextEntry<A>[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const entry of entries.filter(({ text }) => !QUOTED.test(text))) {
    for (const { articleId } of articlesOf(entry)) counts.set(articleId, (counts.get(articleId) ?? 0) + 1)
  }
  return counts
}

/** '" 24' or 'ídem 24' under a line means its article again. */
const DITTO = /^\s*(["”″'']+|''|ídem|idem|otr[ao]s?|igual)\s*[x:-]?\s*\d/i
/** A line that is of the one before and makes it another: 'idem pero el de madera', 'lo mismo en rojo', 'otra de las chicas'. */
const LIKE_BEFORE =
  /^[\W\d]*(x ?\d+ )?(y |e |pero |tambien |como |repet\w* |(agreg|sum|mand|pon|anot)\w* )*(otr[oa]s? |un[oa]s? |es[eoa]s? |est[eoa]s? |al? |del? |el |la |lo |los |las )*(idem|id\b|ditto|mism[oa]s?\b|(?<!\blo )anterior(es)?\b|de arriba|igual(es)?(?=\W*$|,| (al?|que|pero|en|del?|con|sin|x|cantidad)\b))/
const MARK_AS_ABOVE = /^\s*["”″]\s*\p{L}(?!.*["“”])/u
/** The same without a word for it, right below what it changes. */
const RIGHT_BELOW =
  /^[\W\d]*(y |o |tambien )+en \p{L}|^[\W\d]*(el|la|los|las) [^,.]* tambien\W*$|^[\W\d]*(y |o |tambien |en realidad |que sean? |\d+ )*((otr[oa]s?|es[eoa]s?|est[eoa]s?|un[oa]s?|el|la|los|las) )*(pero (en|el|la|los|las|del?|con|sin|que|mas)|(otr[oa]s?|es[eoa]s?|un[oa]s?|el|la|los|las) (en|del?(?! que\b)|pero|mas|color|modelo)|otr[oa]s? (color|modelo|tamano|motivo)(es|s)?|distint[oa]s?|diferentes?|mas\W*$)(?!\w)/u
/** What is as before without being goods. */
const OF_OTHER_MATTERS =
  /\b(transporte|expreso|flete|envi[oa]|correo|comisionista|entreg\w*|direccion|domicilio|local|cuit|efectivo|pag\w*|condicion\w*|descuento|forma|cuenta|datos|nombre|factur\w*|horario|dias?|hoy|ahora|yo|siempre|vez|veces|mes|semana|ano|precios?|gracias|momento|telefono|mail|cosa|favor|pedido)\b/
const isLikeBefore = (text: string, isRightBelow: boolean): boolean => {
  // A list may be lettered: 'd) ídem c) pero en rojo'.
  const folded = fold(text).replace(/^\W*[a-z][).] ?/, '')
  return (
    (LIKE_BEFORE.test(folded) || MARK_AS_ABOVE.test(text) || (isRightBelow && RIGHT_BELOW.test(folded))) &&
    !OF_OTHER_MATTERS.test(folded) &&
    !isHeading(text)
  )
}
/** What is said of an article that was ordered above: it comes another time, or it was another number. */
const POSTPONED = /\b(despues|la proxima|mas adelante|otro dia|para otra)\b/
const CORRECTED =
  /^\W*(edit\p{L}*|corri[gj]\p{L}*|correcci[oó]n)\b|^\s*\*(?=\S)[^*]*$|\bque sean? \d|\bson \d+ no \d/iu
/** 'total de bultos no sé' */
const TOTAL = /^\W*total\b/i
/** Words of a sentence that can only be of the line before it. */
const FEW_WORDS = 4
/**
 * A line that takes back ('no, mejor 12', 'el camión sacalo') puts in doubt the line before it, or every line whose
 * article it names; one that is of the line before and changes it ('idem pero el de madera') both.
 */
async function takenBack<A extends KnownArticle>(
  entries: readonly TextEntry<A>[],
  names: (word: string) => boolean,
  breathe: () => Promise<void>,
) {
  const [doubted, taking] = [new Set<TextEntry<A>>(), new Set<TextEntry<A>>()]
  const before: { line: TextEntry<A>; key: string }[] = []
  for (const [at, entry] of entries.entries()) {
    await breathe()
    if (entry.kind === 'line') {
      before.push({ line: entry, key: codeKey(fold(entry.article.code)) })
      continue
    }
    if (QUOTED.test(entry.text) || TOTAL.test(entry.text)) continue
    if (isAnswer(entries, at, names)) {
      taking.add(entry)
      const asked = new Set(articlesOf(entries[at - 1] ?? entry).map(({ articleId }) => articleId))
      for (const one of entries) if (one.kind === 'line' && asked.has(one.article.articleId)) doubted.add(one)
      continue
    }
    const words = [...wordsOf(withoutCourtesy(entry.text))]
    const isAsked = entry.text.includes('?') && asksForGoods(entry.text)
    const isBack = words.some(takesBack) && !isOfHandling(fold(entry.text)) && !isOfTheRest(entry.text)
    const isLater = POSTPONED.test(fold(entry.text)) || CORRECTED.test(entry.text)
    const isLike = isLikeBefore(entry.text, entries[at - 1]?.kind === 'line')
    if (!(isBack || isLater || isLike || DITTO.test(entry.text) || isAsked) || CHAT_REMARK.test(entry.text))
      continue
    if (isLike || words.length <= FEW_WORDS) taking.add(entry)
    // What names its own article, says nothing of another of such a name: 'RY10014 muñeca articulada no'.
    const [own, ...others] = articlesOf(entry)
    const telling = words.filter(
      (word) =>
        word.length > SHORT_WORD && !isHarmless(word) && !(own && others.length === 0 && isOfName(word, own)),
    )
    const text = codeKey(fold(entry.text))
    const named = before.filter(
      ({ key, line }) =>
        text.includes(key) || (line.kind === 'line' && telling.some((word) => isOfName(word, line.article))),
    )
    // 'no, mejor 24' means no article, whatever one is called.
    const isItsOwn =
      entry.kind === 'question' &&
      (entry.doubt === 'unknownCode' ||
        entry.articles.some(
          (article) => !/^\d{1,3}$/.test(article.code) || telling.some((word) => isOfName(word, article)),
        ))
    for (const { line } of named.length > 0 || isItsOwn || isAsked || !(isBack || DITTO.test(entry.text))
      ? named
      : before.slice(-1))
      doubted.add(line)
    // A word of it may be of another article's name, too: 'el de madera'.
    for (const { line } of isLike && !isItsOwn ? before.slice(-1) : []) doubted.add(line)
  }
  const left = entries.map((entry) =>
    entry.kind === 'line' && doubted.has(entry)
      ? question(entry, 'inWords', [entry.article], entry.quantity)
      : entry,
  )
  return { entries: left, taking }
}
