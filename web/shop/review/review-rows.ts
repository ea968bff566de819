/** The rows of a review as a person changes them, before anything is stored (R244): pure. */

import { isPrice, unitAt } from '../../../contract/price.ts'
import type { InsteadOf, Review, ReviewArticle, ReviewRow, ReviewText } from '../../../contract/review.ts'
import { lineAmount, roundToMultiple } from '../../../contract/rules.ts'
import { insteadInWords } from '../../../contract/substitute-words.ts'
import { typedQuantity } from '../../ui/quantity.ts'

/** A row on the screen. */
export interface OpenRow extends Omit<ReviewRow, 'kind'> {
  /** text: nobody read it; a person makes a line of it or dismisses it. */
  readonly kind: ReviewRow['kind'] | 'text'
  readonly id: number
  /** What it orders; null while nobody has chosen. */
  readonly article: ReviewArticle | null
  /** The quantity as it stands in its box. */
  readonly typed: string
  /** Certain as it was read, or decided by a person. */
  readonly settled: boolean
  /** Taken out by a person, and can be taken back. */
  readonly discarded: boolean
  /** Why the server did not store it; '' where it was not refused. */
  readonly refused: string
  /** Whether the quantity was asked about and is meant (R34). */
  readonly confirmed: boolean
  /** Why the row was discarded from the start; shown instead of 'Descartado'. */
  readonly aside?: string
  /** What its article is first searched by: the words of a text that is a line after all. */
  readonly words?: string
}

/**
 * ready: goes into the cart; proposal: complete, waits for somebody's yes; article, quantity: lacks that; text: may be a line
 * or nothing; refused: the server said no, or asks; discarded: taken out.
 */
export type RowState = 'ready' | 'proposal' | 'article' | 'quantity' | 'text' | 'refused' | 'discarded'

/** A row of which nothing is known. */
export const bareRow: ReviewRow = {
  kind: 'question',
  lines: [],
  text: '',
  reason: '',
  marks: [],
  articles: [],
  askedQuantity: null,
  quantity: null,
  addends: [],
  note: '',
  inCart: 0,
  agreedPrice: 0,
}

/** A row as it was read, before anybody has changed it. */
export function openRow(id: number, row: ReviewRow): OpenRow {
  const asked = row.kind === 'line' ? row.quantity : row.askedQuantity
  return {
    ...row,
    id,
    article: row.articles[0] ?? null,
    typed: asked === null ? '' : String(asked),
    settled: row.kind === 'line',
    discarded: false,
    refused: '',
    confirmed: false,
  }
}

/** What a row of a text says of it. */
const textWords = {
  text: 'No se leyó: ¿es un renglón?',
  media: 'Una foto, un audio o un video que no vino con el texto: pídalo o escriba lo que dice',
  courtesy: '',
} as const

/** A text that nobody read, as a row. Courtesies ask for nothing: they are discarded from the start, and can be taken back. */
export const openText = (id: number, { kind, lines, text }: ReviewText): OpenRow => ({
  ...openRow(id, { ...bareRow, lines, text, reason: textWords[kind] }),
  kind: 'text',
  ...(kind === 'courtesy' && { discarded: true, aside: 'Saludos y encabezados' }),
})

/** Letters of a word that tells which article is meant. */
const TELLING = 4
/** A text that is a line after all: its article and its quantity are open. */
export const asLine = (row: OpenRow): OpenRow => ({
  ...row,
  kind: 'question',
  reason: '',
  words: (row.text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= TELLING).join(' '),
})

/** The rows, or none where only dismissed texts are left: all is answered then. */
export const withoutAnswered = (rows: readonly OpenRow[]): readonly OpenRow[] =>
  rows.every(({ kind, discarded }) => kind === 'text' && discarded) ? [] : rows

/** A review of some lines of a text, with the line numbers of the whole text: `lines` has that number for each line read. */
export function withLinesOf(read: Review, lines: readonly number[]): Review {
  const inText = <P extends { readonly lines: number[] }>(part: P): P => ({
    ...part,
    lines: part.lines.map((line) => lines[line - 1] ?? line),
  })
  return { ...read, rows: read.rows.map(inText), texts: read.texts?.map(inText), remarks: read.remarks.map(inText) }
}

/**
 * A row whose article is a substitute, after a decision (R375): it is one from now on, or with `decidedBy` undefined nothing is, and
 * `proposals` are what may be.
 */
export const withDecision = (
  row: OpenRow,
  decidedBy: InsteadOf['decidedBy'],
  proposals: readonly ReviewArticle[] = row.articles,
): OpenRow => {
  if (!row.instead) return row
  const { decidedBy: before, ...instead } = row.instead
  const marks = row.marks.filter((mark) => mark !== insteadInWords({ ...instead, decidedBy: before }))
  return {
    ...row,
    marks,
    articles: [...proposals],
    settled: decidedBy !== undefined,
    instead: { ...instead, ...(decidedBy && { decidedBy }) },
  }
}

/** Units as they will be stored: a multiple of what is sold (R21); 0 while the box holds no quantity. */
export function unitsOf({ article, typed }: OpenRow): number {
  const units = typedQuantity(typed) ?? 0
  return article && units > 0 ? roundToMultiple(units, article.multiple) : 0
}

export function stateOf(row: OpenRow): RowState {
  if (row.discarded) return 'discarded'
  if (row.kind === 'text') return 'text'
  if (row.refused !== '') return 'refused'
  if (row.article === null || !isPrice(priceOf(row))) return 'article'
  if (unitsOf(row) === 0) return 'quantity'
  return row.settled ? 'ready' : 'proposal'
}

/** Whether a row still lacks something: a choice, a quantity, a yes. */
export const isOpen = (row: OpenRow): boolean => !['ready', 'discarded'].includes(stateOf(row))

/** Cents one unit costs today in the row's quantity; 0 without an article. */
const todayOf = (row: OpenRow): number => (row.article ? unitAt(row.article, unitsOf(row)) : 0)

/** Cents one unit will cost: the agreed price, else today's; 0 without an article. */
export const priceOf = (row: OpenRow): number => (row.agreedPrice > 0 ? row.agreedPrice : todayOf(row))

/** Cents one unit costs today, where the row has another price that was agreed; null where there is nothing to compare. */
export function otherPriceOf(row: OpenRow): number | null {
  const today = todayOf(row)
  return isPrice(today) && row.agreedPrice > 0 && row.agreedPrice !== today ? today : null
}

/** Cents of a row as it will be stored. */
export const amountOf = (row: OpenRow): number => lineAmount(priceOf(row), unitsOf(row))

/** What a person does to a row settles it: nobody changes what they do not mean. */
export const withArticle = (row: OpenRow, article: ReviewArticle): OpenRow => ({
  // A decision was about the article that was chosen before.
  ...(row.article?.articleId === article.articleId ? row : withDecision(row, undefined)),
  article,
  settled: true,
  refused: '',
  confirmed: false,
})
export const withQuantity = (row: OpenRow, typed: string): OpenRow => ({
  ...row,
  typed,
  settled: true,
  refused: '',
  confirmed: false,
})

/**
 * Accepts a row: its proposal, or the quantity that is asked about.
 * @param confirmed whether the question about its quantity was looked at, too (R34)
 */
export const accepted = (row: OpenRow, confirmed: boolean): OpenRow => ({
  ...row,
  settled: true,
  confirmed,
  refused: '',
})

/** Rows that only wait to be accepted. */
export const proposalsOf = (rows: readonly OpenRow[]): OpenRow[] => rows.filter((row) => stateOf(row) === 'proposal')

/** From so many rows on, one that alone is over a third of the total is answered by itself. */
const FEWEST_WEIGHED = 6
/**
 * The proposals that may be accepted together (R38): none with an unusual quantity, and none that alone is over a third of
 * what all rows come to.
 */
export function harmlessProposals(rows: readonly OpenRow[]): OpenRow[] {
  const counted = rows.filter((row) => ['ready', 'proposal'].includes(stateOf(row)))
  const total = counted.reduce((sum, row) => sum + amountOf(row), 0)
  const isWeighty = (row: OpenRow) => counted.length >= FEWEST_WEIGHED && 3 * amountOf(row) > total
  return proposalsOf(rows).filter((row) => !row.unusual && !isWeighty(row))
}

/** A line for the cart. */
export interface ReadyLine {
  /** The row that stands for it, and all rows that it is made of. */
  readonly id: number
  readonly ids: readonly number[]
  readonly article: ReviewArticle
  readonly quantity: number
  /** Cents that one unit costs in that quantity (R351). */
  readonly unitPrice: number
  readonly note: string
  readonly confirmed: boolean
}

/** What goes into the cart: one line an article, the quantities of its rows added, the notes joined. */
export function linesOf(rows: readonly OpenRow[]): ReadyLine[] {
  const lines = new Map<number, ReadyLine>()
  for (const row of rows) {
    const { id, article, note, confirmed } = row
    if (!article || stateOf(row) !== 'ready') continue
    const before = lines.get(article.articleId)
    const quantity = before ? roundToMultiple(before.quantity + unitsOf(row), article.multiple) : unitsOf(row)
    lines.set(article.articleId, {
      id: before?.id ?? id,
      ids: [...(before?.ids ?? []), id],
      article,
      quantity,
      unitPrice: before ? unitAt(article, quantity) : priceOf(row),
      note: [...new Set([before?.note ?? '', note])].filter(Boolean).join(' / '),
      confirmed: confirmed && (before?.confirmed ?? true),
    })
  }
  return [...lines.values()]
}

/** Cents of everything that is ready. */
export const totalOfLines = (lines: readonly ReadyLine[]): number =>
  lines.reduce((sum, { unitPrice, quantity }) => sum + lineAmount(unitPrice, quantity), 0)
