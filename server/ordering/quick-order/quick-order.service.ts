/** Reviews a pasted or typed text: the lines that it would put into the caller's cart (R38, R219). Nothing is stored. */
import * as z from 'zod/mini'
import { product } from '../../../contract/catalogue.ts'
import { codeKey, fold } from '../../../contract/codes.ts'
import { hasPrice, unitAt } from '../../../contract/price.ts'
import { QUICK_MAX_LINES, quickTooLong } from '../../../contract/quick-order.ts'
import type { Review, ReviewRow } from '../../../contract/review.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { insteadInWords } from '../../../contract/substitute-words.ts'
import type { Caller } from '../../caller.ts'
import type { Catalogue, CatalogueState } from '../../catalogue/catalogue.ts'
import type { Queryable } from '../../db/open.ts'
import type { CartKey } from '../../db/tables.ts'
import { cutText } from '../../lib/cut-text.ts'
import { breather } from '../../lib/turns.ts'
import { malformed } from '../../refusal.ts'
import { readArticles } from '../codes/articles.service.ts'
import { articlesNear } from '../codes/codes.service.ts'
import { findOffers, type OfferedArticle } from '../codes/offers.queries.ts'
import { words } from '../lines/lines.rules.ts'
import { shown as lineOf, planCart, requireClient } from '../lines/lines.service.ts'
import { askQuantity } from '../lines/unusual.rules.ts'
import { markUnusual } from '../lines/unusual.service.ts'
import { shownArticle } from '../readers/sheet/shown-article.rules.ts'
import { whyAsked } from '../readers/text/doubts.rules.ts'
import { spacedOut } from '../readers/text/names.rules.ts'
import { readOrderText } from '../readers/text/read.rules.ts'
import type { Entry, KnownArticle, Shelf } from '../readers/text/text.types.ts'
import { insteadOf, type Substitutes, substitutesFor } from '../substitutes/substitutes.service.ts'

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
  const state = catalogue.current(clientId)
  const shelf = shelfOf(state, await goneByKey(db, clientId, state, text))
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
  const gone = await goneEntries(db, catalogue, cart, entries)
  const asked = entries.flatMap((entry, at) => {
    const taken = gone.get(at)?.decided
    if (taken && entry.quantity) return [{ row: at, article: taken.articleId, quantity: entry.quantity, ask: true }]
    return entry.kind === 'line'
      ? [{ row: at, article: entry.article.articleId, quantity: entry.quantity, note: entry.note, ask: true }]
      : []
  })
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
    const replaced = gone.get(at)
    const taken = replaced?.decided && planned.get(at)
    if (replaced && !(taken && !plan.unusual.has(taken.articleId))) {
      const instead = insteadOf(replaced.article, undefined)
      rows.push({ ...open, reason: replaced.reason, articles: replaced.proposals, instead })
      continue
    }
    if (replaced?.decided && taken) {
      const instead = insteadOf(replaced.article, replaced.decided)
      const { quantity, note, inCart } = taken
      const marks = [...entry.marks, insteadInWords(instead)]
      const { decidedBy: _, ...article } = replaced.decided
      rows.push({ ...open, kind: 'line', quantity, note, inCart, articles: [article], marks, instead })
      continue
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

/** An entry whose code is an article's that can't be ordered. */
interface GoneEntry extends Substitutes {
  readonly article: OfferedArticle
  /** Why it can't be ordered. */
  readonly reason: string
}

/** The entries, by their place, whose code is an article's that the client can't order: one statement for all of them. */
async function goneEntries(
  db: Queryable,
  catalogue: Catalogue,
  { clientId }: CartKey,
  entries: readonly Entry<KnownArticle>[],
): Promise<ReadonlyMap<number, GoneEntry>> {
  const { snapshot } = catalogue.current(clientId)
  const asked = entries.flatMap((entry, at): { at: number; article: number | string }[] => {
    if (entry.kind === 'line') {
      const { articleId } = entry.article
      const isSold = hasPrice(entry.article) && snapshot.rowByArticle(articleId) !== undefined
      return isSold ? [] : [{ at, article: articleId }]
    }
    return entry.doubt === 'unknownCode' && entry.articles.length === 0 && entry.word !== ''
      ? [{ at, article: entry.word }]
      : []
  })
  const few = asked.slice(0, SEARCHED)
  if (few.length === 0) return new Map()
  const articles = few.map(({ article }) => article)
  const find = await readArticles(db, catalogue, clientId, articles, { besideQuantity: true })
  const gone = few.flatMap(({ at, article: idOrCode }) => {
    const found = find(idOrCode)
    if (found.kind !== 'article' || (found.article.listed && hasPrice(found.article))) return []
    return [{ at, article: found.article }]
  })
  const substitutes = await substitutesFor(
    db,
    { catalogue, clientId },
    gone.map(({ article }) => article),
  )
  return new Map(
    gone.map(({ at, article }, nth) => {
      const why = article.listed ? words.noPrice : words.notSold
      const { decided, proposals } = substitutes[nth] ?? { decided: undefined, proposals: [] }
      return [at, { article, reason: `${article.code}: ${why}`, decided, proposals }]
    }),
  )
}

const shortened = (text: string): string => (text.length > LONGEST_SHOWN ? `${cutText(text, SHOWN_OF_LONG)}…` : text)

const totalOf = (rows: readonly ReviewRow[]): number =>
  rows.reduce(
    (sum, { articles: [article], quantity }) =>
      article && quantity !== null ? sum + lineAmount(unitAt(article, quantity), quantity) : sum,
    0,
  )

/** What may be a code by itself, without a number beside it that tells: short numbers are quantities. */
const SURE_CODE = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}]{3,30}$|^\d{5,20}$|^0\d{2,}$/u
/** Words of a text that are looked up as codes of articles that are not on sale. */
const LOOKED_UP = 2_000

/** The articles that are not on sale, by the codes of a text: one statement, and none where the catalogue knows all its codes. */
async function goneByKey(
  db: Queryable,
  clientId: number,
  { snapshot }: CatalogueState,
  text: string,
): Promise<ReadonlyMap<string, readonly OfferedArticle[]>> {
  const keys = new Set<string>()
  for (const word of fold(text).split(/[\s,;:()=|]+/)) {
    const key = codeKey(word)
    if (SURE_CODE.test(key) && snapshot.rowsByKey(key).length === 0) keys.add(key)
    if (keys.size === LOOKED_UP) break
  }
  const byKey = new Map<string, OfferedArticle[]>()
  if (keys.size === 0) return byKey
  for (const offer of await findOffers(db, clientId, { ids: [], keys: [...keys] }))
    for (const key of new Set(offer.keys.map((code) => codeKey(fold(code)))))
      if (keys.has(key) && !offer.listed) byKey.set(key, [...(byKey.get(key) ?? []), offer])
  return byKey
}

/** The catalogue as the reader asks it. Each article is unpacked once. */
function shelfOf(
  { snapshot }: CatalogueState,
  gone: ReadonlyMap<string, readonly OfferedArticle[]>,
): Shelf & { near(typed: string): KnownArticle[] } {
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
    byCode: (key: string) => {
      const rows = snapshot.rowsByKey(key)
      return rows.length > 0 ? rows.map(articleAt) : (gone.get(key) ?? [])
    },
    byDigits: (digits: string) => snapshot.rowsButForZeros(digits).map(articleAt),
    byName: (name: string) =>
      (names++ < SEARCHED ? search(name) : [])
        .map(articleAt)
        .filter(({ description }) => spacedOut(description) === spacedOut(name)),
    isNameWord: snapshot.hasWord,
    /** Articles near a code or a name; where nothing is, those near its first words. */
    near(typed: string): KnownArticle[] {
      const parts = typed.split(' ').slice(0, NAME_WORDS)
      for (let most = parts.length; most > 0; most--) {
        const near = articlesNear(snapshot, parts.slice(0, most).join(' '), articleAt)
        if (near.length > 0) return near
      }
      return []
    },
  }
}
