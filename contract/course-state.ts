/** The states of an order's course in words (R304). They stand apart from its calls, since rows of orders carry one, too. */
import * as z from 'zod/mini'
import { instant, int } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** From the earliest step to the last; `other` is a state that the shop does not know, which is shown as the ERP wrote it. */
export const courseWords = {
  received: 'recibido',
  accepted: 'aceptado',
  preparing: 'en preparación',
  dispatched: 'despachado',
  billed: 'facturado',
  delivered: 'entregado',
  cancelled: 'cancelado',
  refused: 'rechazado',
  other: 'otro',
} as const
export type CourseState = keyof typeof courseWords
export const courseStates = Object.keys(courseWords) as CourseState[]
export const courseState = wireWords(courseWords)

/** The states that somebody of the office may set by hand. */
export const settableWords = {
  accepted: courseWords.accepted,
  preparing: courseWords.preparing,
  dispatched: courseWords.dispatched,
  billed: courseWords.billed,
  delivered: courseWords.delivered,
  cancelled: courseWords.cancelled,
} as const
export type SettableState = keyof typeof settableWords

/** The present state of an order, as a row of a list carries it. What a device kept of older answers lacks these fields. */
export const courseRowFields = {
  courseState: ['CURSO_PED', z.optional(courseState)],
  /** The state in words; of `other` the words of the ERP. */
  courseText: ['CURSO_TEXTO', z.optional(z.string())],
  /** When it got that state. */
  courseAt: ['CURSO_FECHA', z.optional(instant)],
  /** Units that were accepted and have not left yet; 0 where nobody told the course of the order. */
  pendingUnits: ['PENDIENTE_PED', z.optional(int)],
  /** The version of the course, for whoever sets its state (R41). */
  courseVersion: ['CURSO_VERSION', z.optional(int)],
} as const
