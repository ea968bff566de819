/** An outage is worth a line in the log, not one for each request that meets it. */

const MINUTE_MS = 60_000

/** `say`, at most once a minute; it is told how many were left out since. */
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
