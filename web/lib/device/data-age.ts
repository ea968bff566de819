/**
 * How old the data on the screen may be. Apart from kept-answers.ts, which tells it: a module that only asks does not load the
 * device's database.
 */

const listeners = new Set<() => void>()
let toldSince: number | null = null
let toldAway: Away = 'signal'

/**
 * What keeps the server's answers away: there is no connection, the shop itself answered that it can't (R230), or nothing yet:
 * an answer takes long and may still come.
 */
export type Away = 'signal' | 'shop' | 'slow'
/** What keeps the answers away; it counts while `dataOf` is not null. */
export const awayBy = (): Away => toldAway

/**
 * Since when the data on the screen may be out of date, in milliseconds since 1970; 0 when that is not known, null while the
 * server answers.
 */
export const dataOf = (): number | null => toldSince

/** Whether a want of signal keeps the server's answers away. */
export const isWithoutSignal = (): boolean => toldSince !== null && toldAway === 'signal'

/** Calls `listener` whenever `dataOf` changes; answers how to stop. */
export function onDataOf(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets `dataOf` and `awayBy`, and tells the listeners; kept-answers.ts calls it. */
export function tellDataOf(since: number | null, away: Away): void {
  if (since === toldSince && away === toldAway) return
  toldSince = since
  toldAway = away
  for (const listener of listeners) listener()
}
