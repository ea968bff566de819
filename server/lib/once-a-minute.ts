/** Throttles log lines: an outage is worth one line, not one for each request that meets it. */

const MINUTE_MS = 60_000

/** Makes a function that calls `say` at most once a minute, with the number of calls that were left out since the last. */
export function onceAMinute<T>(say: (news: T, leftOut: number) => void, now = Date.now): (news: T) => void {
  let next = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (news) => {
    if (now() < next) {
      leftOut++
      return
    }
    next = now() + MINUTE_MS
    say(news, leftOut)
    leftOut = 0
  }
}
