/** How long a device has been without the server, on a clock that may be wrong (R37, R226). */

/** After so many milliseconds without the server a user's data are deleted. */
export const MOST_APART = 7 * 86_400_000

/** When the device last looked at its clock, and how long it had been without the server by then, in milliseconds. */
export interface Apart {
  readonly at: number
  readonly apart: number
}

/** The mark at `now`, when the server has just answered. */
export const heardAt = (now: number): Apart => ({ at: now, apart: 0 })

/**
 * The mark at `now`, without an answer since the last one. A clock that was put back counts as time, too: how much time really
 * passed can't be known, and nobody may keep the data longer by putting the clock back.
 */
export const passedAt = ({ at, apart }: Apart, now: number): Apart => ({
  at: now,
  apart: apart + Math.abs(now - at),
})
