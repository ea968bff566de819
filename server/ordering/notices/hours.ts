/** The hours in which notices are mailed: pure. */

/** In Argentina, 8 and 20 are 08:00 to 19:59: nobody is woken. */
export interface Hours {
  readonly from: number
  readonly until: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Argentina has had no other time for as long as notices are mailed. */
const OFFSET_MS = 3 * HOUR_MS

/** Milliseconds from an instant until mails may leave; 0: now. */
export function waitForHours(now: Date, { from, until }: Hours): number {
  const ofDay = (now.getTime() - OFFSET_MS) % DAY_MS
  if (ofDay >= from * HOUR_MS && ofDay < until * HOUR_MS) return 0
  const wait = from * HOUR_MS - ofDay
  return wait > 0 ? wait : wait + DAY_MS
}
