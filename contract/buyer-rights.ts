/** What a client's user may do with orders (R371), and what becomes of a cart that was sent to be confirmed (R372). */
import type * as z from 'zod/mini'
import { wireWords } from './wire-words.ts'

/** `prepare` sends carts to whoever confirms; `confirm` orders, as every user did before there were rights. */
export const orderRight = wireWords({ prepare: 'arma', confirm: 'confirma' })
export type OrderRight = z.output<typeof orderRight>

export const sentState = wireWords({ waiting: 'espera', returned: 'devuelto', confirmed: 'confirmado' })
export type SentState = z.output<typeof sentState>

/** Why somebody who prepares orders makes none, by whatever door. */
export const preparesOnly =
  'Usted arma pedidos y otra persona de su empresa los confirma: cargue los artículos en el carrito y envíelo a confirmar'
