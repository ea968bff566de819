/** Moments as the office types them, in Argentina (contract/moment.ts): pure. */

/** Argentina has had no other time for as long as the shop's days reach. */
const OFFSET = '-03:00'
const OFFSET_MS = 3 * 3_600_000
const DAY_MS = 86_400_000
/** When something typed begins: without an hour at the day's first moment in Argentina. */
export const beginningOf = (moment: string): Date => instantOf(moment)

/** When something typed has ended: without an hour with the day's last moment in Argentina. */
export const endOf = (moment: string): Date =>
  moment.includes('T') ? instantOf(moment) : new Date(instantOf(moment).getTime() + DAY_MS)

const instantOf = (moment: string): Date => new Date(`${moment.includes('T') ? moment : `${moment}T00:00`}:00${OFFSET}`)

/** A beginning as it is typed. */
export const beginningAsTyped = (at: Date): string => localOf(at).replace(/T00:00$/, '')

/** An end as it is typed: of one at midnight, the day that ends with it. */
export function endAsTyped(at: Date): string {
  const local = localOf(at)
  return local.endsWith('T00:00') ? localOf(new Date(at.getTime() - DAY_MS)).slice(0, 10) : local
}

/** yyyy-mm-ddThh:mm in Argentina. */
const localOf = (at: Date): string => new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 16)
