/** How old what is on the screen may be. Apart from kept-answers.ts, which tells it: who only asks needs nothing of the device's database. */

const listeners = new Set<() => void>()
let told: number | null = null
let by: Away = 'signal'

/** What keeps the server's answers away: the connection, or the shop itself, which answered that it can't (R230). */
export type Away = 'signal' | 'shop'
/** Counts while `dataOf` is not null. */
export const awayBy = (): Away => by

/**
 * Since when what is on the screen may be out of date, in milliseconds since 1970; 0 when it is not known, null while
 * the server answers.
 */
export const dataOf = (): number | null => told

/** Calls `listener` whenever `dataOf` changes; answers how to stop. */
export function onDataOf(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says so; kept-answers.ts knows. */
export function tellDataOf(since: number | null, away: Away): void {
  if (since === told && away === by) return
  told = since
  by = away
  for (const listener of listeners) listener()
}
