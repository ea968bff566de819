/** Makes the rows of a review of written rows: lines, or questions that the user can answer in place (R38, R240, R241). */

import { hasPrice, priceAt, unitAt } from '../../../../contract/price.ts'
import type { InsteadOf, Review, ReviewArticle, ReviewRow } from '../../../../contract/review.ts'
import { sheetName } from '../../../../contract/row-place.ts'
import { lineAmount } from '../../../../contract/rules.ts'
import { insteadInWords } from '../../../../contract/substitute-words.ts'
import type { CatalogueState } from '../../../catalogue/catalogue.ts'
import { breather } from '../../../lib/turns.ts'
import { articlesButForZeros, articlesOf } from '../../codes/codes.service.ts'
import { whyLost } from '../../codes/lost-codes.rules.ts'
import { type AskedLine, type Find, type Found, type Orderable, planLines, words } from '../../lines/lines.rules.ts'
import { insteadOf, type Substitutes } from '../../substitutes/substitutes.service.ts'
import { spacedOut } from '../text/names.rules.ts'
import { contradictionOf, likeness, namesSayOf, wordsOf } from './names-fit.rules.ts'
import { articlesNamed, proposer } from './proposals.service.ts'
import { readAgreedPrice, readUnits, usesForeignCommas } from './read-values.rules.ts'
import type { WrittenRow } from './sheet.types.ts'
import { shownArticle } from './shown-article.rules.ts'

/** The catalogue and the file that rows are read with. */
interface ReviewSetting {
  readonly snapshot: CatalogueState['snapshot']
  /** Knows the articles of all codes that `codesOf` lists. */
  readonly find: Find<Orderable>
  /** Whether prices are read: only orders may have agreed prices. */
  readonly withPrices: boolean
  /** What may take the place of articles that can't be ordered (R374, R375). */
  readonly substitutes: (gone: readonly Orderable[]) => Promise<readonly Substitutes[]>
  /** Names of the sheets where rows of several are reviewed; null for one sheet. */
  readonly sheetNames: readonly string[] | null
}

/** The cart or the order that rows are reviewed for. */
interface ReviewTarget {
  inCart(articleId: number): number
  /** Why quantities look like a slip, by article, of planned lines. */
  unusual(lines: readonly (Orderable & { quantity: number })[]): Promise<ReadonlyMap<number, { readonly why: string }>>
}

/** Codes of rows stand beside quantities; near ones are searched row by row, so that others get their turn. */
export const BESIDE_QUANTITY = { besideQuantity: true } as const

/** The codes and EANs of rows, each once. */
export const codesOf = (rows: readonly WrittenRow[]): string[] => [
  ...new Set(rows.flatMap(({ code, ean }) => [code, ean].filter((text) => text !== ''))),
]

/** A reviewed row with fields that do not leave the server. */
export interface SheetReviewRow extends ReviewRow {
  /** Indexes of the written rows that it stands for. */
  readonly from: readonly number[]
  /** Its code as it was written, where that differs from the article's only in leading zeros. */
  readonly written: string | undefined
}

/** A row that names an article and says how many. */
interface Certain {
  from: number[]
  article: Orderable
  units: number[]
  price: number
  note: string
  marks: string[]
  written: string | undefined
  /** What is asked about its price; '' for nothing. */
  doubt: string
  /** The article that was written, where it can't be ordered. */
  instead?: InsteadOf
  /** What may take its place, while nobody decided. */
  proposals?: readonly ReviewArticle[]
}

const MAX_NOTE = 500

/** Reviews rows, in their order. Rows of one article and price become one row with their quantities added. */
export async function reviewRows(
  rows: readonly WrittenRow[],
  { snapshot, find, withPrices, sheetNames, substitutes }: ReviewSetting,
  { inCart, unusual }: ReviewTarget,
): Promise<SheetReviewRow[]> {
  const breathe = breather()
  const thousands = usesForeignCommas(rows)
  const propose = proposer(snapshot)
  const certain = new Map<string, Certain>()
  const reviewed: SheetReviewRow[] = []
  const marksOf = (row: WrittenRow): string[] => [
    ...(sheetNames ? [sheetName(sheetNames[row.sheet] ?? '', row.row)] : []),
    ...(row.above ? [row.above] : []),
  ]
  const all = rows.map((row) => findRow(row, find))
  const names = namesSayOf(rows, all)
  const losesZeros = all.some((found) => found.kind === 'article' && found.written !== undefined)
  for (const [at, row] of rows.entries()) {
    await breathe()
    const found = all[at] ?? findRow(row, find)
    const article = found.kind === 'article' ? found.article : undefined
    const withoutZeros = found.kind === 'article' ? found.written : undefined
    const units = readUnits(row, article?.unitsPerPack, thousands)
    const today = article ? priceAt(article, units.value ?? 1) : 0
    const price = withPrices ? readAgreedPrice(row.price, today) : { value: 0, marks: [], doubt: '' }
    const marks = [
      ...marksOf(row),
      ...(withoutZeros === undefined ? [] : [`escrito ${withoutZeros}`]),
      ...units.marks,
      ...price.marks,
      ...(row.note.length > MAX_NOTE ? [words.noteCut] : []),
    ]
    const ask = (reason: string, articles: readonly ReviewArticle[]) =>
      reviewed.push({
        ...question(row, reason, articles),
        from: [at],
        written: withoutZeros,
        marks,
        note: row.note.slice(0, MAX_NOTE),
        askedQuantity: units.value !== null && Number.isInteger(units.value) ? units.value : null,
        agreedPrice: price.value ?? 0,
      })
    if (!article) {
      ask(row.problem || whyNone(row, found), propose(row, found.kind === 'article' ? [] : found.proposals))
      continue
    }
    // Where codes have lost their zeros, 52 may have been 0052, unless the name tells.
    const like = ({ description }: { description: string }) => likeness(wordsOf(row.name), description)
    const others =
      losesZeros && withoutZeros === undefined
        ? articlesButForZeros(snapshot, row.code).filter((other) => like(other) >= like(article))
        : []
    if (others.length > 0) {
      const ids = [article, ...others].map(({ articleId }) => articleId)
      const both = articlesOf(snapshot, ids).flatMap((one) => (one && hasPrice(one) ? [shownArticle(one)] : []))
      ask(words.several(row.code, both.map(({ code }) => code).join(', ')), both)
      continue
    }
    // A name that is written whole, and another article's, beats the code.
    const isOwn = names === 'differ' || spacedOut(row.name) === spacedOut(article.description)
    const named = isOwn ? [] : articlesNamed(snapshot, row.name)
    const contradiction = contradictionOf(row, article, find, names === 'fit', named.length > 0)
    if (contradiction) {
      ask(contradiction, named.length > 0 ? named : propose(row, []))
      continue
    }
    // A row whose article nobody can order gets no question: `planCertain` refuses it.
    const isOrderable = article.listed && (hasPrice(article) || (price.value ?? 0) > 0)
    const doubt = isOrderable ? row.problem || units.doubt : ''
    if (doubt) {
      ask(doubt, [shownArticle(article)])
      continue
    }
    const key = `${article.articleId} ${price.value ?? 0}`
    const earlier = certain.get(key)
    if (earlier) {
      earlier.from.push(at)
      earlier.units.push(units.value ?? 0)
      earlier.note = joinNotes(earlier.note, row.note)
      earlier.marks.push(...marks.filter((mark) => !earlier.marks.includes(mark)))
      earlier.written ??= withoutZeros
    } else
      certain.set(key, {
        from: [at],
        article,
        units: [units.value ?? 0],
        price: price.value ?? 0,
        note: row.note.slice(0, MAX_NOTE),
        marks,
        written: withoutZeros,
        doubt: price.doubt,
      })
  }
  await takeSubstitutes(snapshot, certain, substitutes)
  reviewed.push(...(await planCertain([...certain.values()], rows, { inCart, unusual })))
  return reviewed.sort((a, b) => (a.from[0] ?? 0) - (b.from[0] ?? 0))
}

/**
 * Rows whose article can't be ordered: what was decided takes its place, at today's price, unless another row orders that already;
 * else what may take its place is proposed.
 */
async function takeSubstitutes(
  snapshot: CatalogueState['snapshot'],
  certain: ReadonlyMap<string, Certain>,
  substitutes: ReviewSetting['substitutes'],
): Promise<void> {
  const gone = [...certain.values()].filter(
    ({ article, price }) => !article.listed || (!hasPrice(article) && price === 0),
  )
  if (gone.length === 0) return
  const found = await substitutes(gone.map(({ article }) => article))
  const ordered = new Set([...certain.values()].map(({ article }) => article.articleId))
  for (const [at, row] of gone.entries()) {
    const { decided, proposals } = found[at] ?? { decided: undefined, proposals: [] }
    const [taken] = decided ? articlesOf(snapshot, [decided.articleId]) : []
    if (!taken || ordered.has(taken.articleId)) {
      row.instead = insteadOf(row.article, undefined)
      row.proposals = proposals
      continue
    }
    ordered.add(taken.articleId)
    row.instead = insteadOf(row.article, decided)
    row.marks = [...row.marks, insteadInWords(row.instead)]
    row.article = taken
    row.price = 0
    row.doubt = ''
  }
}

/** The look-up of a row's code, or that of its EAN where the code finds no article. */
export function findRow({ code, ean }: WrittenRow, find: Find<Orderable>): Found<Orderable> {
  const none = { kind: 'unknown', proposals: [] } as const
  const byCode = code === '' ? none : find(code)
  if (byCode.kind === 'article' || ean === '') return byCode
  const byEan = find(ean)
  return byEan.kind === 'article' || code === '' ? byEan : byCode
}

function whyNone({ code, ean, name }: WrittenRow, found: Found<Orderable>): string {
  const typed = code || ean
  if (typed === '') return name === '' ? words.noCode : '¿Qué artículo es?'
  if (found.kind !== 'several') return whyLost(typed) ?? words.unknown(typed)
  return words.several(typed, found.proposals.map((proposal) => proposal.code).join(', '))
}

/** Lines as they would be stored; questions where a line cannot be stored or its quantity looks like a slip. */
async function planCertain(
  certain: readonly Certain[],
  rows: readonly WrittenRow[],
  { inCart, unusual }: ReviewTarget,
): Promise<SheetReviewRow[]> {
  const byId = new Map(certain.map(({ article }) => [article.articleId, article]))
  const asked = certain.map(
    ({ article, units, price, note }, place): AskedLine => ({
      row: place,
      article: article.articleId,
      agreedPrice: price,
      note: note || undefined,
      quantity: units.reduce((sum, addend) => sum + addend, 0),
    }),
  )
  const plan = planLines(asked, (id) => {
    const article = byId.get(Number(id))
    return article ? { kind: 'article', article } : { kind: 'unknown', proposals: [] }
  })
  const slips = await unusual(plan.lines.map(({ article, quantity }) => ({ ...article, quantity })))
  const refusals = new Map(plan.refused.map((refused) => [refused.row, refused]))
  const lines = new Map(plan.lines.map((line) => [line.row, line]))
  return certain.map(
    (
      { from, article, units, price, note, marks, written: otherwise, doubt, instead, proposals },
      place,
    ): SheetReviewRow => {
      const written = from.map((at) => rows[at]).filter((row) => row !== undefined)
      const shown = shownArticle(article)
      const sum = units.reduce((total, addend) => total + addend, 0)
      const row = {
        ...question({ row: 0, text: written.map(({ text }) => text).join(' / ') }, '', [shown]),
        lines: written.map(({ row: number }) => number),
        from,
        marks,
        note,
        written: otherwise,
        agreedPrice: price,
        askedQuantity: sum,
        addends: units.length > 1 ? units : [],
        ...(instead && { instead }),
      }
      const line = lines.get(place)
      const refused = refusals.get(place)
      if (!line) {
        // A quantity that is too large can be mended here; a second price for one article cannot.
        if (refused?.why === 'otherPrice') return { ...row, reason: otherPrice(certain, place, rows), articles: [] }
        const isTooMuch = refused?.why === 'tooLarge'
        if (proposals && !isTooMuch)
          return { ...row, reason: refused?.reason ?? '', articles: [...proposals], agreedPrice: 0 }
        return {
          ...row,
          reason: refused?.reason ?? '',
          askedQuantity: null,
          articles: isTooMuch ? [shown] : [],
        }
      }
      if (doubt) return { ...row, reason: doubt }
      const slip = slips.get(article.articleId)
      if (slip) return { ...row, reason: `¿${line.quantity.toLocaleString('es-AR')} unidades? ${slip.why}` }
      const added = units.length > 1 ? [units.join(' + ')] : []
      return {
        ...row,
        kind: 'line',
        quantity: line.quantity,
        inCart: inCart(article.articleId),
        marks: [...marks, ...added],
      }
    },
  )
}

/** The row of an article's first price, by its number in the file. */
function otherPrice(certain: readonly Certain[], place: number, rows: readonly WrittenRow[]): string {
  const first = certain.find(({ article }) => article.articleId === certain[place]?.article.articleId)
  return words.otherPrice(rows[first?.from[0] ?? 0]?.row ?? 0)
}

const question = (
  { row, text }: Pick<WrittenRow, 'row' | 'text'>,
  reason: string,
  articles: readonly ReviewArticle[],
): ReviewRow => ({
  kind: 'question',
  lines: [row],
  text,
  reason,
  marks: [],
  articles: [...articles],
  askedQuantity: null,
  quantity: null,
  addends: [],
  note: '',
  inCart: 0,
  agreedPrice: 0,
})

const joinNotes = (earlier: string, later: string): string =>
  [...new Set([earlier, later])].filter(Boolean).join(' / ').slice(0, MAX_NOTE)

/** A row without the fields that do not leave the server. */
export const wireRow = ({ from: _, written: __, ...row }: SheetReviewRow): ReviewRow => row

/** The sum of all lines, in cents. */
export const totalOf = (rows: Review['rows']): number =>
  rows.reduce(
    (sum, { kind, quantity, agreedPrice, articles: [article] }) =>
      kind === 'line' && quantity !== null
        ? sum + lineAmount(agreedPrice > 0 ? agreedPrice : article ? unitAt(article, quantity) : 0, quantity)
        : sum,
    0,
  )

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace('#', count.toLocaleString('es-AR'))

/** Notices that hold for many rows, each once. */
export function noticesOfRows(rows: readonly SheetReviewRow[]): string[] {
  const zeros = rows.filter(({ written }) => written !== undefined).length
  return zeros === 0 ? [] : [counted(zeros, '1 código venía sin sus ceros', '# códigos venían sin sus ceros')]
}
