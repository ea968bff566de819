/** The quantity that is stored when `asked` is typed, by counting up the multiples (R21): the tests' own reckoning. */
export function soldQuantity(asked: number, multiple: number): number {
  let below = multiple
  while (below + multiple <= asked) below += multiple
  if (asked <= below) return below
  return asked - below < below + multiple - asked ? below : below + multiple
}
