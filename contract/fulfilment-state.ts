/** The states of an order's fulfilment in words (R304). They stand apart from its calls, since rows of orders carry one, too. */
import * as z from 'zod/mini'
import { instant, int, money } from './wire.ts'
import { wireWords } from './wire-words.ts'

/** From the earliest step to the last; `other` is a state that the shop does not know, which is shown as the ERP wrote it. */
export const fulfilmentWords = {
  received: 'recibido',
  accepted: 'aceptado',
  preparing: 'en preparación',
  partly: 'despachado en parte',
  dispatched: 'despachado',
  billed: 'facturado',
  delivered: 'entregado',
  cancelled: 'cancelado',
  refused: 'rechazado',
  other: 'otro',
} as const
export type FulfilmentState = keyof typeof fulfilmentWords
export const fulfilmentStates = Object.keys(fulfilmentWords) as FulfilmentState[]
export const fulfilmentState = wireWords(fulfilmentWords)

/** What is said of an order that is held (R390). It is no state: it ends by itself, and the version before knows nothing of it. */
export const HELD = 'en espera'

/** The states that somebody of the office may set by hand. */
export const settableWords = {
  accepted: fulfilmentWords.accepted,
  preparing: fulfilmentWords.preparing,
  dispatched: fulfilmentWords.dispatched,
  billed: fulfilmentWords.billed,
  delivered: fulfilmentWords.delivered,
  cancelled: fulfilmentWords.cancelled,
} as const
export type SettableState = keyof typeof settableWords

/** The present state of an order, as a row of a list carries it. What a device kept of older answers lacks these fields. */
export const fulfilmentRowFields = {
  fulfilmentState: ['CURSO_PED', z.optional(fulfilmentState)],
  /** The state in words; of `other` the words of the ERP, of a held order that. */
  fulfilmentText: ['CURSO_TEXTO', z.optional(z.string())],
  /** Why the order is held (R390): 'la cuenta tiene vencido $ 845.000,00, 40 días'; null: it is not. */
  held: ['EN_ESPERA', z.optional(z.nullable(z.string()))],
  /** When it got that state. */
  fulfilmentAt: ['CURSO_FECHA', z.optional(instant)],
  /** Units that neither left nor were refused, from the first moment on. */
  pendingUnits: ['PENDIENTE_PED', z.optional(int)],
  /** Cents of what was ordered without what will not come: what is still to be paid for (R319). */
  comingTotal: ['VIENE_PED', z.optional(money)],
  /** Cents of the ERP's bills about it, less its credit notes; null while none has an amount. */
  billedTotal: ['FACTURADO_PED', z.optional(z.nullable(money))],
  /** The version of the fulfilment, for whoever sets its state (R41). */
  fulfilmentVersion: ['CURSO_VERSION', z.optional(int)],
} as const
