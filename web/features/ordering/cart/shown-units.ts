import type { CartLine } from '../../../../contract/cart.ts'

/** Units that a row of the cart shows as stored (`KeptLine.shown`); undefined where only the device has its line. */
export const shownUnits = ({ id, quantity }: CartLine): number | undefined => (id > 0 ? quantity : undefined)
