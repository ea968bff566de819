/** Repeatable random choices: the same seed gives the same catalogue and the same queries on every machine. */
import { seededNumbers } from '../server/lib/seeded-numbers.ts'

export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [from, to]. */
  between(from: number, to: number): number
  /** One of the values, each as likely. @throws when there is none */
  pick<T>(from: readonly T[]): T
  /** True with that probability. */
  chance(probability: number): boolean
}

/** Random choices that depend on nothing but the seed. */
export function createRandom(seed: number): Random {
  const next = seededNumbers(seed)
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
