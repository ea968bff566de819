/** Times of answers, by what was asked for. */

/** The p95 of values in any order; NaN without any. */
export const p95 = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN
}

/** What people met: milliseconds of the answers to each action, refusals for load, and what was no success. */
export class Tally {
  readonly times = new Map<string, number[]>()
  readonly faults: string[] = []
  /** Answers 503 or 429 with Retry-After: they were tried again, as the web app does. */
  putOff = 0
  note(action: string, ms: number): void {
    const known = this.times.get(action)
    if (known) known.push(ms)
    else this.times.set(action, [ms])
  }
}

/** Times as many as one alone takes, or milliseconds, whichever is more: how much slower an action may be among many. */
export const ALLOWED = { times: 3, ms: 100 } as const
export const allowedFor = (alone: number): number =>
  Math.max(ALLOWED.ms, Number.isNaN(alone) ? 0 : ALLOWED.times * alone)
