/** Days by which a bill is overdue (R306). Pure but for today's date. */

const DAY = 86_400_000

/** Today in Argentina, yyyy-mm-dd. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(new Date())

/** Whole days since the due day; 0 on that day and before. Both are yyyy-mm-dd. */
export const daysOverdue = (dueDay: string, now: string): number =>
  Math.max(0, Math.round((Date.parse(now) - Date.parse(dueDay)) / DAY))
