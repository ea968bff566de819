/** Repeatable chance: the same seed gives the same catalogue and the same queries on every machine. */

export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [from, to]. */
  between(from: number, to: number): number
  pick<T>(from: readonly T[]): T
  /** True with that probability. */
  chance(probability: number): boolean
}

/** mulberry32: small, fast and even enough for test data. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('Nothing to pick from')
      return picked
    },
    chance: (probability) => next() < probability,
  }
}
