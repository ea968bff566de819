/**
 * The quantity that the shop stores when `asked` units are typed (R21), found by counting up the multiples: tests compute it
 * apart from the shop's own formula.
 */
export function soldQuantity(asked: number, multiple: number): number {
  let below = multiple
  while (below + multiple <= asked) below += multiple
  if (asked <= below) return below
  return asked - below < below + multiple - asked ? below : below + multiple
}
