/** Reviews a pasted or typed text: the lines that it would put into the caller's cart (R38, R219). Nothing is stored. */
import * as z from 'zod/mini'
import { product } from '../../../contract/catalogue.ts'
import { unitAt } from '../../../contract/price.ts'
import { QUICK_MAX_LINES, quickTooLong } from '../../../contract/quick-order.ts'
import type { Review, ReviewRow } from '../../../contract/review.ts'
import { lineAmount } from '../../../contract/rules.ts'
import type { Caller } from '../../caller.ts'
import type { Catalogue, CatalogueState } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { cutText } from '../../lib/cut-text.ts'
import { breather } from '../../lib/turns.ts'
import { malformed } from '../../refusal.ts'
import { articlesNear } from '../codes/codes.service.ts'
import { shown as lineOf, planCart, requireClient } from '../lines/lines.service.ts'
import { askQuantity } from '../lines/unusual.rules.ts'
import { markUnusual } from '../lines/unusual.service.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import { whyAsked } from '../readers/text/doubts.rules.ts'
import { spacedOut } from '../readers/text/names.rules.ts'
import { readOrderText } from '../readers/text/read.rules.ts'
import type { Entry, KnownArticle, Shelf } from '../readers/text/text.types.ts'

/** The most questions for which articles are searched; a text with more of them is no order. */
const SEARCHED = 200
/** Words of a name by which articles are searched. */
const NAME_WORDS = 5
/** Characters that nobody writes in one line, and how many of such a line are shown. */
const LONGEST_SHOWN = 1_500
const SHOWN_OF_LONG = 200

/** A text, with the user's answers to questions about many of its lines. `codeColumn` counts from 1. */
interface QuickText {
  readonly text: string
  readonly codeColumn?: number | null | undefined
  readonly units?: string | null | undefined
}

/**
 * Reads a text with today's catalogue; rows in the order of the text.
 * @throws Refusal 400 for more than QUICK_MAX_LINES lines, 403 for staff without a client
 */
export async function reviewText(
  db: Queryable,
  catalogue: Catalogue,
  caller: Caller,
  clientId: number,
  { text, codeColumn, units }: QuickText,
): Promise<Review> {
  requireClient(caller, clientId)
  if (text.split(/\r\n|\r|\n/, QUICK_MAX_LINES + 1).length > QUICK_MAX_LINES) throw malformed(quickTooLong)
  const shelf = shelfOf(catalogue.current(clientId))
  const breathe = breather()
  const { entries, texts, notices } = await readOrderText<KnownArticle>(text, shelf, breathe, {
    codeColumn: codeColumn ? codeColumn - 1 : undefined,
    units: units ?? undefined,
  })
  const cart = { userId: caller.userId, clientId }
  const rows = await markUnusual(db, cart, await rowsOf(db, catalogue, cart, entries, shelf, breathe))
  return {
    rows,
    texts: texts.map(({ what, lines, text: written }) => ({ kind: what, lines: [...lines], text: written })),
    remarks: texts
      .filter(({ what }) => what !== 'courtesy')
      .map(({ lines, text: written }) => ({ lines: [...lines], text: written, rows: [] })),
    notices: [...notices],
    total: totalOf(rows),
  }
}

/** Entries as rows of a review: lines at today's price and multiple, questions with proposals. */
async function rowsOf(
  db: Queryable,
  catalogue: Catalogue,
  cart: CartKey,
  entries: readonly Entry<KnownArticle>[],
  shelf: { near(typed: string): KnownArticle[] },
  breathe: () => Promise<void>,
): Promise<ReviewRow[]> {
  const asked = entries.flatMap((entry, at) =>
    entry.kind === 'line'
      ? [{ row: at, article: entry.article.articleId, quantity: entry.quantity, note: entry.note, ask: true }]
      : [],
  )
  const plan = await planCart(db, catalogue, cart, asked)
  const planned = new Map(plan.lines.map((line) => [line.row, lineOf(line, plan)]))
  const refused = new Map(plan.refused.map(({ row, reason }) => [row, reason]))
  const rows: ReviewRow[] = []
  let searches = 0
  for (const [at, entry] of entries.entries()) {
    const open: ReviewRow = {
      kind: 'question',
      lines: [...entry.lines],
      text: shortened(entry.text),
      reason: '',
      marks: [...entry.marks],
      articles: [],
      askedQuantity: entry.quantity,
      quantity: null,
      addends: [...entry.addends],
      note: '',
      inCart: 0,
      agreedPrice: 0,
    }
    if (entry.kind === 'question') {
      const isSearched = entry.word !== '' && entry.articles.length === 0 && searches++ < SEARCHED
      if (isSearched) await breathe()
      const articles = isSearched ? shelf.near(entry.word) : entry.articles
      const codeColumns = entry.codeColumns?.map((at) => at + 1)
      rows.push({
        ...open,
        ...(codeColumns ? { codeColumns, text: entry.text } : {}),
        ...(entry.unit ? { unit: entry.unit, text: entry.text } : {}),
        reason: whyAsked(entry.doubt, entry.word),
        articles: articles.map(shownArticle),
      })
      continue
    }
    const { article } = entry
    const line = planned.get(at)
    const slip = line && plan.unusual.get(line.articleId)
    if (!line || slip) {
      // Without a planned line the article cannot be sold: it is not proposed.
      const unusual = slip && askQuantity(line.quantity, '', slip.why)
      const reason = unusual ?? `${article.code}: ${refused.get(at) ?? 'No se puede pedir'}`
      rows.push({ ...open, reason, articles: line ? [shownArticle(article)] : [] })
      continue
    }
    const { quantity, note, inCart } = line
    rows.push({
      ...open,
      kind: 'line',
      quantity,
      note,
      inCart,
      articles: [shownArticle(article)],
      marks: [
        ...entry.marks,
        ...(quantity === entry.quantity ? [] : [`se vende de a ${article.multiple.toLocaleString('es-AR')}`]),
      ],
    })
  }
  return rows
}

const shortened = (text: string): string => (text.length > LONGEST_SHOWN ? `${cutText(text, SHOWN_OF_LONG)}…` : text)

const totalOf = (rows: readonly ReviewRow[]): number =>
  rows.reduce(
    (sum, { articles: [article], quantity }) =>
      article && quantity !== null ? sum + lineAmount(unitAt(article, quantity), quantity) : sum,
    0,
  )

/** The catalogue as the reader asks it. Each article is unpacked once. */
function shelfOf({ snapshot }: CatalogueState): Shelf & { near(typed: string): KnownArticle[] } {
  const unpacked = new Map<number, KnownArticle & { alias: string }>()
  const articleAt = (row: number): KnownArticle & { alias: string } => {
    const known = unpacked.get(row)
    if (known) return known
    const article = z.decode(product, JSON.parse(snapshot.rowJson(row)))
    unpacked.set(row, article)
    return article
  }
  let names = 0
  const search = (text: string): readonly number[] => snapshot.select({ text, order: 'default', page: 0 }).rows
  return {
    byCode: (key: string) => snapshot.rowsByKey(key).map(articleAt),
    byDigits: (digits: string) => snapshot.rowsButForZeros(digits).map(articleAt),
    byName: (name: string) =>
      (names++ < SEARCHED ? search(name) : [])
        .map(articleAt)
        .filter(({ description }) => spacedOut(description) === spacedOut(name)),
    isNameWord: snapshot.hasWord,
    /** Articles near a code or a name; where nothing is, those near its first words. */
    near(typed: string): KnownArticle[] {
      const words = typed.split(' ').slice(0, NAME_WORDS)
      for (let most = words.length; most > 0; most--) {
        const near = articlesNear(snapshot, words.slice(0, most).join(' '), articleAt)
        if (near.length > 0) return near
      }
      return []
    },
  }
}
