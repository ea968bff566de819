/** How a new user's order is told on the screen. */

/** A day yyyy-mm-dd as dd/mm/yyyy; it has no time, so no time zone may touch it. */
export const dayOf = (date: string): string => date.split('-').reverse().join('/')

/** The observation of a line: what stands after the bar where there is one (R202). */
export const observationOf = (note: string): string => note.slice(note.indexOf('|') + 1).trim()
