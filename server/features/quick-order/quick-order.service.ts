/** What a pasted or typed text would put into the caller's cart (R38, R219); nothing is stored. */
import * as z from 'zod/mini'
import { product } from '../../../contract/catalogue.ts'
import { articleOfPart } from '../../../contract/code-parts.ts'
import {
  QUICK_MAX_LINES,
  type QuickArticle,
  type QuickEntry,
  type QuickReview,
  quickTooLong,
} from '../../../contract/quick-order.ts'
import { hasPrice, lineAmount, unitPrice } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { malformed } from '../../refusal.ts'
import { breather } from '../../turns.ts'
import { askQuantity, requireClient } from '../cart/cart.service.ts'
import type { Catalogue, CatalogueState } from '../catalogue/catalogue.service.ts'
import { planList } from '../filled-list/load-lines.service.ts'
import { whyAsked, whyNoLine } from './doubt-words.rules.ts'
import type { KnownArticle } from './quick-order.types.ts'
import { readOrderText } from './read-text.rules.ts'

/** Articles offered for what was typed. */
const OFFERED = 5
/** Questions for which articles are searched; a text with more of them is no order. */
const SEARCHED = 200
/** Words of a name by which articles are searched. */
const NAME_WORDS = 5

/**
 * Reads a text against today's catalogue, in its order.
 * @throws Refusal 400 for more lines than are read at once
 */
export async function reviewText(
  db: Queryable,
  catalogue: Catalogue,
  caller: Caller,
  clientId: number,
  text: string,
): Promise<QuickReview> {
  requireClient(caller, clientId)
  if (text.split(/\r\n|\r|\n/, QUICK_MAX_LINES + 1).length > QUICK_MAX_LINES) throw malformed(quickTooLong)
  const shelf = shelfOf(catalogue.current())
  const breathe = breather()
  const read = await readOrderText(text, shelf, breathe)
  const asked = read.flatMap((entry, at) =>
    entry.kind === 'line'
      ? [{ row: at, code: entry.article.code, quantity: entry.quantity, price: null, note: entry.note }]
      : [],
  )
  const { lines, notices } = await planList(db, { userId: caller.userId, clientId }, asked)
  const planned = new Map(lines.map((line) => [line.line.row, line]))
  const refused = new Map(notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason]] : [])))
  const entries: QuickEntry[] = []
  let searches = 0
  for (const [at, entry] of read.entries()) {
    const { lines: written, text: typed } = entry
    const nothing = {
      lines: [...written],
      text: typed,
      askedQuantity: null,
      quantity: null,
      note: '',
      inCart: 0,
    }
    if (entry.kind === 'other') {
      entries.push({ ...nothing, kind: 'other', reason: whyNoLine(entry.doubt), articles: [] })
      continue
    }
    if (entry.kind === 'question') {
      const isSearched = entry.word !== '' && entry.articles.length === 0 && searches++ < SEARCHED
      if (isSearched) await breathe()
      const articles = isSearched ? shelf.near(entry.word) : entry.articles
      entries.push({
        ...nothing,
        kind: 'question',
        reason: whyAsked(entry.doubt, entry.word),
        articles: articles.map(shown),
        askedQuantity: entry.quantity,
      })
      continue
    }
    const { article, quantity: askedQuantity } = entry
    const plan = planned.get(at)
    if (!plan || plan.unusual) {
      // Without a plan it cannot be sold: there is nothing to propose.
      const unusual = plan?.unusual && askQuantity(plan.line.quantity, '', plan.unusual)
      const reason = unusual ?? `${article.code}: ${refused.get(at) ?? whyNoLine('notALine')}`
      entries.push({
        ...nothing,
        kind: 'question',
        reason,
        articles: plan ? [shown(article)] : [],
        askedQuantity,
      })
      continue
    }
    const { quantity, note, inCart, unitPrice: today } = plan.line
    const articles = [{ ...shown(article), unitPrice: today }]
    entries.push({ ...nothing, kind: 'line', reason: '', articles, askedQuantity, quantity, note, inCart })
  }
  return { entries, total: totalOf(entries) }
}

const totalOf = (entries: readonly QuickEntry[]): number =>
  entries.reduce(
    (sum, { articles: [article], quantity }) =>
      article && quantity !== null ? sum + lineAmount(article.unitPrice, quantity) : sum,
    0,
  )

const shown = (article: KnownArticle): QuickArticle => ({
  articleId: article.articleId,
  code: article.code,
  description: article.description,
  unitPrice: unitPrice(article.listPrice, article.discount),
  multiple: article.multiple,
  unitsPerPack: article.unitsPerPack,
})

/** The catalogue as the reader asks it: each article is unpacked once. */
function shelfOf({ snapshot }: CatalogueState) {
  const unpacked = new Map<number, KnownArticle & { alias: string }>()
  const articleAt = (row: number): KnownArticle & { alias: string } => {
    const known = unpacked.get(row)
    if (known) return known
    const article = z.decode(product, JSON.parse(snapshot.rowJson(row)))
    unpacked.set(row, article)
    return article
  }
  const search = (text: string): readonly number[] =>
    snapshot.select({ text, order: 'default', page: 0 }).rows
  return {
    byCode: (key: string) => snapshot.rowsByKey(key).map(articleAt),
    isNameWord: snapshot.hasWord,
    /** The article whose code begins or ends like that alone, the articles nearest to a code that nothing has, or the first ones with most words of a name. */
    near(typed: string): KnownArticle[] {
      const words = typed.split(' ').slice(0, NAME_WORDS)
      const meant = words.length === 1 ? articleOfPart(typed, search(typed).map(articleAt)) : undefined
      if (meant && hasPrice(meant.listPrice)) return [meant]
      for (let most = words.length; most > 0; most--) {
        const rows = search(words.slice(0, most).join(' '))
        const sold = rows.map(articleAt).filter(({ listPrice }) => hasPrice(listPrice))
        if (sold.length > 0) return sold.slice(0, OFFERED)
      }
      return []
    },
  }
}
