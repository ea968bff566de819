/** What the parts of a text say about each other: together they may be less certain than each by itself. Pure. */
import { codeKey, fold } from '../../../contract/codes.ts'
import { type Doubt, type KnownArticle, question, type TextEntry } from './quick-order.types.ts'
import { POLITE_WITHOUT } from './text-pieces.rules.ts'
import { countsAll, holdsAll, SHORT_WORD, TICKED, takesBack, UNTICKED, wordsOf } from './text-words.rules.ts'

const NUMBER_WITH_UNIT = /\d ?(u|un|unid\w*|bult\w*|doc\w*)\b|\b(bultos?|docenas?|unidad(es)?)\b/

/**
 * Asks about lines that the rest of the text makes doubtful: articles that stand in it twice, sentences that hold back
 * the whole order or say what its quantities count, boxes that are not ticked beside others that are.
 */
export function doubtTogether<A extends KnownArticle>(read: readonly TextEntry<A>[]): TextEntry<A>[] {
  const entries = takenBack(read)
  const sentences = entries.filter((entry) => articlesOf(entry).length === 0).map(({ text }) => text)
  const isHeld = sentences.some(holdsAll)
  const isCounted = sentences.some(countsAll)
  const isTicked = entries.some(({ text }) => TICKED.test(text))
  const mentions = mentionsOf(entries)
  return entries.map((entry) => {
    if (entry.kind !== 'line') return entry
    const { article, quantity, text } = entry
    const ask = (why: Doubt) => question(entry, why, [article], quantity)
    // Twice the same may be a correction or another shelf.
    if ((mentions.get(article.articleId) ?? 0) > 1) return ask('repeated')
    // Under 'cantidades en bultos' a number that says itself what it counts stands.
    if (isCounted && !NUMBER_WITH_UNIT.test(fold(text))) return ask('unsurePack')
    return isHeld || (isTicked && UNTICKED.test(text)) ? ask('inWords') : entry
  })
}

const articlesOf = <A extends KnownArticle>(entry: TextEntry<A>): readonly A[] =>
  entry.kind === 'line' ? [entry.article] : entry.kind === 'question' ? entry.articles : []

/** In how many parts of a text an article is ordered or asked about. */
function mentionsOf<A extends KnownArticle>(entries: readonly TextEntry<A>[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const entry of entries) {
    for (const { articleId } of articlesOf(entry)) counts.set(articleId, (counts.get(articleId) ?? 0) + 1)
  }
  return counts
}

/** What a chat says by itself. */
const CHAT_REMARK = /(elimin\S+ este mensaje|mensaje eliminado|multimedia omitido)\.?$/i

/**
 * A line that takes back ('no, mejor 12', 'el camión sacalo') puts in doubt the line before it, and every line whose
 * article it names.
 */
function takenBack<A extends KnownArticle>(entries: readonly TextEntry<A>[]): TextEntry<A>[] {
  const doubted = new Set<TextEntry<A>>()
  const before: { line: TextEntry<A>; key: string; name: ReadonlySet<string> }[] = []
  for (const entry of entries) {
    if (entry.kind === 'line') {
      const { code, description } = entry.article
      before.push({ line: entry, key: codeKey(fold(code)), name: wordsOf(description) })
      continue
    }
    const words = [...wordsOf(entry.text.replace(POLITE_WITHOUT, ' '))]
    if (!words.some(takesBack) || CHAT_REMARK.test(entry.text)) continue
    const telling = words.filter((word) => word.length > SHORT_WORD)
    const text = codeKey(fold(entry.text))
    const named = before.filter(
      ({ key, name }) => text.includes(key) || telling.some((word) => name.has(word)),
    )
    // 'no, mejor 24' means no article, whatever one is called.
    const isItsOwn = entry.kind === 'question' && entry.articles.some(({ code }) => !/^\d{1,3}$/.test(code))
    for (const { line } of named.length > 0 || isItsOwn ? named : before.slice(-1)) doubted.add(line)
  }
  return entries.map((entry) =>
    entry.kind === 'line' && doubted.has(entry)
      ? question(entry, 'inWords', [entry.article], entry.quantity)
      : entry,
  )
}
