/** Limits for what strangers may try (R15), e.g. passwords: counted in the database, for all instances together. */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { texts } from '../../contract/errors.ts'
import type { Db } from '../db/open.ts'
import { turns } from '../lib/turns.ts'
import { Refusal } from '../refusal.ts'
import { admit, count, deleteSpent, isCounted, leave, type Window } from './rate-limit.queries.ts'

/** How many wrong codes or keys one address may try, before it has to wait. */
export const GUESSES = { most: 20, windowMs: 15 * 60_000 }

export interface LimitOptions {
  /** What is limited; keeps its counts apart from those of other limits. */
  name: string
  /** How many tries are allowed within a window. */
  most: number
  /** The window slides: it reaches this many milliseconds back from now. */
  windowMs: number
  /** What the user reads; Spanish. */
  message?: string
  /** Milliseconds; tests bring a clock, without it the database's own rules, one for all instances. */
  now?: (() => number) | undefined
}

export interface Limit {
  /** Counts one try. @throws Refusal TOO_MANY with Retry-After when the window is full; a refused try does not count */
  take(key: string): Promise<void>
  /** Whether there is room; if so, counts one try. For calls that answer something else instead of an error. */
  admits(key: string): Promise<boolean>
  /** Counts one try even when the window is full. */
  count(key: string): Promise<void>
  /** Whether a try was counted within the window. */
  has(key: string): Promise<boolean>
  /**
   * Runs `work`, and counts it when `counts` answers true for its outcome (the error, undefined for a success). At most
   * as much work runs at once as there is room for; further work waits for an outcome. So tries at the same time get no
   * further than tries one by one, and work is refused only for tries that counted. Throws like `take` when the window
   * is full.
   */
  guard<T>(key: string, work: () => Promise<T>, counts: (error: unknown) => boolean): Promise<T>
}

/** How often work that waits for another instance's outcome looks again, in milliseconds. */
const LOOK_MS = 50

/** A limit of `most` per key within a sliding window. */
export function createLimit({ kysely }: Pick<Db, 'kysely'>, options: LimitOptions): Limit {
  const { name, most, windowMs, message = texts.tooMany, now } = options
  // The key is hashed, so that nobody's address or mail stands in the table.
  const windowOf = (key: string): Window => ({
    key: createHash('sha256').update(`${name}\n${key}`).digest(),
    most,
    windowMs,
    now: now && new Date(now()),
  })
  const inTurn = turnsByKey(most)

  /** Waits until there is room; answers the instant by which `leave` gives the place back. */
  const enter = async (key: string): Promise<string> => {
    for (;;) {
      const { admitted, instant, wait } = await admit(kysely, windowOf(key), 'running')
      if (admitted) return instant
      if (wait > 0) throw tooMany(message, wait)
      await delay(LOOK_MS * (0.5 + Math.random()))
    }
  }
  return {
    take: async (key) => {
      const { admitted, wait } = await admit(kysely, windowOf(key), 'counted')
      if (!admitted) throw tooMany(message, wait)
    },
    admits: async (key) => (await admit(kysely, windowOf(key), 'counted')).admitted,
    count: (key) => count(kysely, windowOf(key)),
    has: (key) => isCounted(kysely, windowOf(key)),
    // Work of one instance waits in its memory; only the first `most` of it ask the database.
    guard: (key, work, counts) =>
      inTurn(key, async () => {
        const instant = await enter(key)
        let failure: unknown
        try {
          return await work()
        } catch (error) {
          failure = error
          throw error
        } finally {
          await leave(kysely, windowOf(key), instant, counts(failure))
        }
      }),
  }
}

/** Runs work `most` at a time for each key; the others wait in the order they came. */
function turnsByKey(most: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { run: ReturnType<typeof turns>; length: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: turns(most), length: 0 }
    queues.set(key, queue)
    queue.length++
    try {
      return await queue.run(work)
    } finally {
      queue.length--
      if (queue.length === 0) queues.delete(key)
    }
  }
}

const SWEEP_MS = 10 * 60_000

/** Removes every ten minutes the tries that no longer count; answers the function that ends it. */
export function sweepCounts({ kysely }: Pick<Db, 'kysely'>): () => void {
  const sweep = setInterval(() => void deleteSpent(kysely).catch(() => {}), SWEEP_MS).unref()
  return () => clearInterval(sweep)
}

/** A 429 that says in how many seconds to come back. */
export const tooMany = (message: string, waitMs: number): Refusal =>
  new Refusal('TOO_MANY', message, undefined, { 'retry-after': String(Math.ceil(waitMs / 1000)) })

/**
 * Who is behind an address, as far as a limit can tell: one IPv4 address, or the /64 network that a
 * single IPv6 customer has, who could otherwise come from a new address each time.
 */
export function visitorKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
