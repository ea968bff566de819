/** The backoff of jobs that failed, and the failure that ends their retries. */

/** Thrown by a handler when trying again would be pointless: the job is dead, with this reason. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 3_600_000

/**
 * How long to wait after the failed attempt number `attempt` (1 for the first one), in milliseconds:
 * exponential backoff from 5 seconds up to an hour. Up to half of the pause is cut off at random, so that
 * jobs that failed together are not retried together; below the limit, the next pause is never shorter.
 *
 * @param random from 0 up to 1, like Math.random()
 */
export function pauseAfter(attempt: number, random: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))
  return Math.round(pause / 2 + (pause / 2) * random)
}

/** Attempts, which take 31 to 62 hours with the random pauses of `pauseAfter`; then a person has to decide. */
export const MAX_ATTEMPTS = 72
