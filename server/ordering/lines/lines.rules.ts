/**
 * Plans the lines that a screen, a file or a text asks for: article, quantity and price of each, or why it is refused.
 * One set of rules and words for all of them (R20, R21, R34; SPEC.md L1 to L9). Pure.
 */
import type { CodeProposal, ImportNotice } from '../../../contract/cart-lines.ts'
import { countInWords } from '../../../contract/order-text.ts'
import { hasPrice, type Priced, priceAt } from '../../../contract/price.ts'
import { rowName } from '../../../contract/row-place.ts'
import { lineLimit, MAX_NOTE, quantityAbove, roundToMultiple } from '../../../contract/rules.ts'

/**
 * Bytes of a body for each line that it may have: a line has some 150, and a note of 300 letters fits into each. Reading more
 * would hold the shop (R274).
 */
export const LINE_BYTES = 450

/** The fields of an article that a line needs. */
export interface Orderable extends Priced {
  readonly articleId: number
  readonly code: string
  readonly description: string
  readonly multiple: number
  readonly unitsPerPack: number
  /** Absent where it was not looked up; null: none is known. */
  readonly vatRate?: number | null | undefined
  /** Whether article and listing are active. */
  readonly listed: boolean
}

/** A line as it is asked for. Its quantity is a number already: the readers have turned cells and texts into numbers. */
export interface AskedLine {
  /** The number by which the answer names it. */
  readonly row: number
  /** The article's id or, where somebody wrote it, its code. */
  readonly article: number | string
  readonly quantity: number
  /** Absent: a line in the cart keeps its note. */
  readonly note?: string | null | undefined
  /** Cents of an agreed price; absent or 0: today's. */
  readonly agreedPrice?: number | undefined
  /** Whether a quantity that looks like a slip is asked about (R34). */
  readonly ask?: boolean | undefined
}

/** The article of an id or a written code, or proposals where it is not one. */
export type Found<A extends Orderable> =
  /** `written`: the code as it was written, where that differs from the article's only in leading zeros (R38). */
  | { readonly kind: 'article'; readonly article: A; readonly written?: string | undefined }
  | { readonly kind: 'several' | 'unknown'; readonly proposals: readonly CodeProposal[] }
export type Find<A extends Orderable> = (article: number | string) => Found<A>

/** A line that may be stored. */
export interface PlannedLine<A extends Orderable> {
  readonly row: number
  readonly article: A
  /** The code as it was written, where that is not the article's. */
  readonly written: string | undefined
  askedQuantity: number
  quantity: number
  /** Cents; 0 means today's. */
  readonly agreedPrice: number
  /** Cents that one unit costs in this quantity. */
  unitPrice: number
  /** Undefined: a line in the cart keeps its note. */
  note: string | undefined
}

export type WhyRefused =
  | 'noCode'
  | 'unknown'
  | 'several'
  | 'notSold'
  | 'noPrice'
  | 'notPositive'
  | 'tooLarge'
  | 'otherPrice'
export interface RefusedLine {
  readonly row: number
  readonly code: string
  readonly why: WhyRefused
  /** For the user. */
  readonly reason: string
  readonly proposals: readonly CodeProposal[]
}

export interface Plan<A extends Orderable> {
  readonly lines: PlannedLine<A>[]
  readonly refused: RefusedLine[]
  /** Notices about planned lines: rounded, added to an earlier line, note cut. */
  readonly adjusted: ImportNotice[]
}

/** The texts about a line, by reason. */
export const words = {
  noCode: 'La fila no tiene código de artículo',
  unknown: (code: string) => `No existe el artículo ${code}`,
  several: (code: string, codes: string) => `${code} es el código de varios artículos: ${codes}`,
  notSold: 'Este artículo ya no está a la venta',
  noPrice: 'Este artículo no tiene precio publicado. Consulte con ventas',
  notPositive: 'La cantidad debe ser mayor que 0',
  otherPrice: (row: number) => `El artículo ya está en la ${rowName(row)} con otro precio`,
  repeated: (row: number) => `Artículo repetido: se suma a la ${rowName(row)}`,
  rounded: (quantity: number, multiple: number) =>
    `La cantidad se ajusta a ${quantity}${multiple > 1 ? `: se vende de a ${multiple}` : ''}`,
  /** @param last The last order with the article, an instant as '29/07/2026 10:15'. */
  gone: (name: string, last: { orderId: number; at: string; quantity: number } | undefined) =>
    last
      ? `${name} ya no está en el carrito. Último pedido que lo tiene: web ${last.orderId}, del ${last.at}, con ${countInWords(last.quantity, 'unidad', 'unidades')}.`
      : `${name} ya no está en el carrito.`,
  noteCut: `La observación se corta en ${MAX_NOTE} caracteres`,
} as const

/** The notice of a row that is left out. */
export const dropped = (row: number, code: string, reason: string): ImportNotice => ({
  row,
  code,
  dropped: true,
  reason,
})
/** The notice of a row that stands but needs a look. */
export const doubtful = (row: number, code: string, reason: string): ImportNotice => ({
  row,
  code,
  dropped: false,
  reason,
})

/**
 * Plans lines with the articles that `find` knows. Lines of one article and price are added to the first of them, and
 * the sum is rounded to the multiple. Each line asked for becomes a line, is added to an earlier one, or is refused.
 */
export function planLines<A extends Orderable>(asked: readonly AskedLine[], find: Find<A>): Plan<A> {
  const plan: Plan<A> = { lines: [], refused: [], adjusted: [] }
  const first = new Map<number, PlannedLine<A>>()
  for (const askedLine of asked) {
    const line = planLine(askedLine, find)
    if ('why' in line) {
      plan.refused.push(line)
      continue
    }
    const { row, article, note } = line
    const earlier = first.get(article.articleId)
    if (earlier && earlier.agreedPrice !== line.agreedPrice) {
      plan.refused.push(refused(row, codeOf(askedLine), 'otherPrice', words.otherPrice(earlier.row)))
      continue
    }
    if (note !== undefined && note.length > MAX_NOTE) {
      plan.adjusted.push(doubtful(row, article.code, words.noteCut))
      line.note = note.slice(0, MAX_NOTE)
    }
    if (!earlier) {
      first.set(article.articleId, line)
      continue
    }
    earlier.askedQuantity += line.askedQuantity
    earlier.note = joinNotes(earlier.note, line.note)
    plan.adjusted.push(doubtful(row, article.code, words.repeated(earlier.row)))
  }
  for (const line of first.values()) roundLine(line, plan)
  return plan
}

const codeOf = ({ article }: AskedLine): string => (typeof article === 'string' ? article : '')

const refused = (
  row: number,
  code: string,
  why: WhyRefused,
  reason: string,
  proposals: readonly CodeProposal[] = [],
): RefusedLine => ({ row, code, why, reason, proposals })

/** One line, its quantity not yet rounded, or its refusal. */
function planLine<A extends Orderable>(asked: AskedLine, find: Find<A>): PlannedLine<A> | RefusedLine {
  const { row, quantity, agreedPrice = 0 } = asked
  const refuse = (code: string, why: WhyRefused, reason: string) => refused(row, code, why, reason)
  if (asked.article === '') return refuse('', 'noCode', words.noCode)
  const found = find(asked.article)
  if (found.kind !== 'article') {
    const code = codeOf(asked)
    const codes = found.proposals.map((proposal) => proposal.code).join(', ')
    // An id comes from a screen that showed the article: it existed.
    const reason =
      found.kind === 'several' ? words.several(code, codes) : code === '' ? words.notSold : words.unknown(code)
    return refused(row, code, found.kind, reason, found.proposals)
  }
  const { article, written } = found
  if (!article.listed) return refuse(article.code, 'notSold', words.notSold)
  if (!(quantity > 0)) return refuse(article.code, 'notPositive', words.notPositive)
  if (agreedPrice === 0 && !hasPrice(article)) return refuse(article.code, 'noPrice', words.noPrice)
  return {
    row,
    article,
    written,
    askedQuantity: quantity,
    quantity: 0,
    agreedPrice,
    unitPrice: 0,
    note: asked.note ?? undefined,
  }
}

/** Rounds a line by its multiple, prices it, and leaves it out above its limit. */
function roundLine<A extends Orderable>(line: PlannedLine<A>, plan: Plan<A>): void {
  const { row, article, askedQuantity, agreedPrice } = line
  const quantity = roundToMultiple(askedQuantity, article.multiple)
  const price = agreedPrice > 0 ? agreedPrice : priceAt(article, quantity)
  const limit = lineLimit(price, article.multiple)
  if (quantity > limit) {
    plan.refused.push(refused(row, article.code, 'tooLarge', quantityAbove(limit)))
    return
  }
  if (quantity !== askedQuantity)
    plan.adjusted.push(doubtful(row, article.code, words.rounded(quantity, article.multiple)))
  line.quantity = quantity
  line.unitPrice = price
  plan.lines.push(line)
}

function joinNotes(earlier: string | undefined, later: string | undefined): string | undefined {
  const notes = [...new Set([earlier, later])].filter(Boolean)
  return notes.length > 0 ? notes.join(' / ').slice(0, MAX_NOTE) : (earlier ?? later)
}

/** The notices of a plan, in the order of its rows. */
export const noticesOf = ({
  refused: refusedLines,
  adjusted,
}: Pick<Plan<Orderable>, 'refused' | 'adjusted'>): ImportNotice[] =>
  [
    ...refusedLines.map(({ row, code, reason, proposals }) => ({
      ...dropped(row, code, reason),
      ...(proposals.length > 0 && { proposals: [...proposals] }),
    })),
    ...adjusted,
  ].sort((a, b) => a.row - b.row)
