/** Rules of quantities and amounts: pure, integer arithmetic, the same in the browser and on the server. */

/** Rows a page of the catalogue, the inventories and "my orders" holds (R109). */
export const PAGE_SIZE = 25
/** The client id of a user without a linked ERP client, and of staff without a chosen one (R20). */
export const NO_CLIENT = -1
/** The seller of clients without one, where a list is narrowed to a seller's. */
export const NO_SELLER = 0
/** Category code of articles without a category (R109). */
export const WITHOUT_CATEGORY = 99
/** Brand code of unassigned articles (R109). */
export const UNASSIGNED_BRAND = 0

/** How many days an article counts as new after the shop listed it (R365). */
export const NEW_DAYS = 30

/** The amount of a line in cents. */
export const lineAmount = (unit: number, quantity: number): number => unit * quantity

/**
 * The quantity that is sold when `asked` is typed (R21): below the multiple, the multiple;
 * otherwise the nearest multiple, halves up. `asked` must be greater than 0.
 */
export function roundToMultiple(asked: number, multiple: number): number {
  const step = Math.max(1, Math.floor(multiple))
  if (asked <= step) return step
  return Math.floor(asked / step + 0.5) * step
}

/** The largest quantity a line may hold; above it a typing error is more likely than a lorry. */
export const MAX_QUANTITY = 1_000_000
/** The largest amount of a line in cents, for the same reason; hundreds of such lines still add up exactly. */
export const MAX_LINE_AMOUNT = 10_000_000_000_000

/** The most units of an article that a line may hold: whole multiples within both limits. */
export function lineLimit(unit: number, multiple: number): number {
  const step = Math.max(1, Math.floor(multiple))
  const most = unit > 0 ? Math.min(MAX_QUANTITY, Math.floor(MAX_LINE_AMOUNT / unit)) : MAX_QUANTITY
  return Math.floor(most / step) * step
}
/** The text that refuses a quantity above a line's limit. */
export const quantityAbove = (limit: number): string =>
  `La cantidad es demasiado grande: el máximo de un renglón es ${limit.toLocaleString('es-AR')} unidades`

/** Characters of a line's note. */
export const MAX_NOTE = 500
/** Characters of the reason with which a supervisor goes over a rule of orders (R363). */
export const MAX_RULE_REASON = 200
