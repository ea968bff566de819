/** Of when the prices on the screen are while the server does not confirm them (R224): told in one line with the rest. */
let told: number | null = null
const listeners = new Set<() => void>()

/** In milliseconds since 1970; null while the server confirms them, and where there are none. */
export const pricesOf = (): number | null => told

export function tellPricesOf(at: number | null): void {
  told = at
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever `pricesOf` changes; answers how to stop. */
export function onPricesOf(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
