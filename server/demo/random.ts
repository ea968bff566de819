/** Random choices from a seed, so that the demo shop is the same on every machine. */
import { seededNumbers } from '../lib/seeded-numbers.ts'

export interface Random {
  /** A number from `least` to `most`, both included. */
  int(least: number, most: number): number
  /** True in `share` of the cases (0 to 1). */
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Picks among values by weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  shuffled<T>(from: readonly T[]): T[]
}

/** The random choices of a seed: the same calls give the same results. */
export function seededRandom(seed: number): Random {
  const next = seededNumbers(seed)
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('nothing to pick from')
    return from[int(0, from.length - 1)] as T
  }
  return {
    int,
    pick,
    chance: (share) => next() < share,
    weighted: (from) => {
      let weightLeft = next() * from.reduce((sum, [, weight]) => sum + weight, 0)
      const found = from.find(([, weight]) => {
        weightLeft -= weight
        return weightLeft < 0
      })
      return (found ?? pick(from))[0]
    },
    shuffled: (from) => {
      const copy = [...from]
      for (let last = copy.length - 1; last > 0; last--) {
        const chosen = int(0, last)
        const lastValue = copy[last] as (typeof copy)[number]
        copy[last] = copy[chosen] as (typeof copy)[number]
        copy[chosen] = lastValue
      }
      return copy
    },
  }
}
