/** How long a device has been without the server, on a clock that may be wrong (R37, R226). */

/** After so many milliseconds without the server what belongs to a user is gone. */
export const MOST_APART = 7 * 86_400_000

/** When the device last looked at its clock, and how long it had been without the server by then, in milliseconds. */
export interface Apart {
  readonly at: number
  readonly apart: number
}

/** As of `now`, when the server has just answered. */
export const heardAt = (now: number): Apart => ({ at: now, apart: 0 })

/**
 * As of `now`, without an answer since. A clock that was put back counts as time, too: how much really passed can't be
 * known, and somebody who puts it back must not keep what is not theirs to keep.
 */
export const passedAt = ({ at, apart }: Apart, now: number): Apart => ({
  at: now,
  apart: apart + Math.abs(now - at),
})
