/**
 * One review for everything that comes into a cart as many lines at once: pasted texts, filled lists, imported orders
 * (R38, R244). Nothing of it is stored before somebody accepts it.
 */
import * as z from 'zod/mini'
import { priceSteps } from './price-steps.ts'
import { int, money, percent, wireObject } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** An article that a row means or may mean, at today's price; other objects that tell more of an article spread these fields. */
export const reviewArticleFields = {
  articleId: ['idart', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
  /** Cents of one unit; 0 without a price. */
  unitPrice: ['precioUnitario', money],
  steps: ['escalas', priceSteps],
  /** The article is sold in multiples of this many units (R21). */
  multiple: ['multiplo', int],
  /** Units in a bulto. */
  unitsPerPack: ['uxb', int],
  /** The VAT of its price (R357); null: none is known. Absent where it was not looked up. */
  vatRate: ['iva', z.optional(z.nullable(percent))],
} as const
export const reviewArticle = wireObject(reviewArticleFields)
export type ReviewArticle = z.output<typeof reviewArticle>

/** Who decided what takes the place of an article: the client, once for all its orders, or the shop for all clients (R375, R376). */
const decidedBy = wireWords({ client: 'cliente', shop: 'tienda' })

/** What takes the place of an article that can't be ordered, because somebody decided so. */
export const decidedSubstitute = wireObject({ ...reviewArticleFields, decidedBy: ['decidio', decidedBy] })
export type DecidedSubstitute = z.output<typeof decidedSubstitute>

/** An article that was meant and can't be ordered. */
export const insteadOf = wireObject({
  articleId: ['idart', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
  /** Cents that a unit cost before; absent where nobody knows. */
  unitPriceBefore: ['precioAnterior', z.optional(money)],
  /** Who decided what takes its place; absent: nobody, and what is shown is a proposal. */
  decidedBy: ['decidio', z.optional(decidedBy)],
})
export type InsteadOf = z.output<typeof insteadOf>

const rowKind = wireWords({ line: 'renglon', question: 'pregunta' })
/** A line of the order, with one certain article and a quantity; or a question, whose articles are proposals, if any are near. */
export const reviewRow = wireObject({
  kind: ['tipo', rowKind],
  /** Lines of the text or rows of the sheet, from 1. */
  lines: ['lineas', z.array(int)],
  /** The text as it was written. */
  text: ['texto', z.string()],
  /** Why the row is a question, in words for the user; '' for a line. */
  reason: ['motivo', z.string()],
  /** Where the reading differs from the writing, in words for the user: 'escrito 5905', '36 + 12', 'se vende de a 4'. */
  marks: ['marcas', z.array(z.string())],
  /** The one article of a line; the articles that a question may mean, the best first. */
  articles: ['articulos', z.array(reviewArticle)],
  /** Units that were asked for; null where they are not known. */
  askedQuantity: ['pedida', z.nullable(int)],
  /** Units that a line will be stored with, a multiple of those it is sold by; null for a question. */
  quantity: ['cantidad', z.nullable(int)],
  /** Each quantity of an article that is written more than once; empty otherwise. */
  addends: ['sumandos', z.array(int)],
  note: ['obs', z.string()],
  /** The article that was written and can't be ordered: another one takes its place, or is proposed. */
  instead: ['enLugarDe', z.optional(insteadOf)],
  /** The columns of numbers, from 1, that may hold the codes of the row's lines; the row waits until somebody says which does. */
  codeColumns: ['columnas', z.optional(z.array(int))],
  /** A unit that all lines of the row count in; the row waits until somebody says what the unit holds. */
  unit: ['unidad', z.optional(z.string())],
  /** Whether the quantity that it proposes is out of the ordinary (R34): it is accepted by itself, never with others. */
  unusual: ['inusual', z.optional(z.boolean())],
  /** Units of a line's article that are in the cart now, in whose place `quantity` comes; 0 for none. */
  inCart: ['enCarrito', int],
  /** Cents of an agreed price; 0 for today's. Imports alone have any. */
  agreedPrice: ['precio', money],
})
export type ReviewRow = z.output<typeof reviewRow>

const textKind = wireWords({ text: 'texto', courtesy: 'saludos', media: 'adjunto' })
/** A text that nobody read: a row of the review, where it was written, until a person makes a line of it or dismisses it. */
const reviewText = wireObject({
  /** courtesy: all greetings of a text, or what stands above a list's headings; media: a chat's word for a picture or a recording. */
  kind: ['tipo', textKind],
  lines: ['lineas', z.array(int)],
  text: ['texto', z.string()],
})
export type ReviewText = z.output<typeof reviewText>

/** What apps of the version before show of the texts: above the rows, in a box of its own. */
const reviewRemark = wireObject({
  lines: ['lineas', z.array(int)],
  text: ['texto', z.string()],
  rows: ['renglones', z.array(int)],
})

export const review = wireObject({
  rows: ['partes', z.array(reviewRow)],
  /** The texts between the rows, in their order; only a text that somebody wrote, and a list, have any. */
  texts: ['textos', z.optional(z.array(reviewText))],
  remarks: ['avisos', z.array(reviewRemark)],
  /** Texts that hold for many rows, said once for all of them: '30 códigos venían sin sus ceros'. */
  notices: ['dichos', z.array(z.string())],
  /** Cents of all lines. */
  total: ['total', money],
})
export type Review = z.output<typeof review>
