/**
 * The time of the prices on the screen while the server does not confirm them (R224). DeviceBar tells it together with the age
 * of the other data.
 */
let told: number | null = null
const listeners = new Set<() => void>()

/** In milliseconds since 1970; null while the server confirms them, and where there are none. */
export const pricesOf = (): number | null => told

/** Sets `pricesOf` and tells the listeners. */
export function tellPricesOf(at: number | null): void {
  told = at
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever `pricesOf` changes; answers how to stop. */
export function onPricesOf(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
