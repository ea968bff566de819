/**
 * One review for everything that comes into a cart as many lines at once: pasted texts, filled lists, imported orders (R38, R244). Nothing of it is
 * stored before somebody accepts it.
 */
import * as z from 'zod/mini'
import { int, money, wireObject } from './wire.ts'

/** An article that a row means or may mean, at today's price; the fields are for what says more of it. */
export const reviewArticleFields = {
  articleId: ['idart', int],
  code: ['cod', z.string()],
  description: ['descripcion', z.string()],
  /** Cents; 0 without a price. */
  unitPrice: ['precioUnitario', money],
  /** It is sold by this many units (R21). */
  multiple: ['multiplo', int],
  /** Units of a bulto. */
  unitsPerPack: ['uxb', int],
} as const
export const reviewArticle = wireObject(reviewArticleFields)
export type ReviewArticle = z.output<typeof reviewArticle>

const rowKind = z.codec(z.enum(['renglon', 'pregunta']), z.enum(['line', 'question']), {
  decode: (wire) => ({ renglon: 'line', pregunta: 'question' })[wire] as 'line',
  encode: (kind) => ({ line: 'renglon', question: 'pregunta' })[kind] as 'renglon',
})
/** A line of the order (certain: one article, a quantity), or a question (its articles are proposals, none where nothing is near). */
const reviewRow = wireObject({
  kind: ['tipo', rowKind],
  /** Lines of the text or rows of the sheet, from 1. */
  lines: ['lineas', z.array(int)],
  /** As it was written. */
  text: ['texto', z.string()],
  /** Why it is no line, for the user; '' for one. */
  reason: ['motivo', z.string()],
  /** What was read otherwise than it was written, for the user: 'escrito 5905', '36 + 12', 'se vende de a 4'. */
  marks: ['marcas', z.array(z.string())],
  /** Of a line its one; of a question what it may mean, the best first. */
  articles: ['articulos', z.array(reviewArticle)],
  /** Units as they were asked for; null where that is not known. */
  askedQuantity: ['pedida', z.nullable(int)],
  /** Units as a line will be stored: a multiple of what is sold; null for a question. */
  quantity: ['cantidad', z.nullable(int)],
  /** Each quantity of an article that is written more than once; empty otherwise. */
  addends: ['sumandos', z.array(int)],
  note: ['obs', z.string()],
  /** The columns of numbers, from 1, that may hold the codes of the row's lines: it waits for somebody to say which. */
  codeColumns: ['columnas', z.optional(z.array(int))],
  /** A unit that all lines of the row count in: it waits for somebody to say what it holds. */
  unit: ['unidad', z.optional(z.string())],
  /** Units of a line's article in the cart now, whose place `quantity` takes; 0 for none. */
  inCart: ['enCarrito', int],
  /** Cents of an agreed price; 0 for today's. Imports alone have any. */
  agreedPrice: ['precio', money],
})
export type ReviewRow = z.output<typeof reviewRow>

/** What is said beside the rows and may change them: shown once, as it was written, and never hidden. */
const reviewRemark = wireObject({
  lines: ['lineas', z.array(int)],
  text: ['texto', z.string()],
  /** Indexes of the rows that it names by code or by name. */
  rows: ['renglones', z.array(int)],
})
export type ReviewRemark = z.output<typeof reviewRemark>

export const review = wireObject({
  rows: ['partes', z.array(reviewRow)],
  remarks: ['avisos', z.array(reviewRemark)],
  /** What holds for many rows, said once for all: '30 códigos venían sin sus ceros'. */
  notices: ['dichos', z.array(z.string())],
  /** Cents of all lines. */
  total: ['total', money],
})
export type Review = z.output<typeof review>
