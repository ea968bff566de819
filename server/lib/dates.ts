/** Days and instants as mails, documents and the audit show them, in Argentine time. */

const inArgentina = {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
} as const
const day = new Intl.DateTimeFormat('es-AR', inArgentina)
const instant = new Intl.DateTimeFormat('es-AR', {
  ...inArgentina,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The day of an instant as dd/mm/yyyy. */
export const dayText = (at: Date): string => day.format(at)

/** The day of an instant in Argentina as yyyy-mm-dd; it has been three hours behind UTC for as long as the shop has dates. */
export const dayInArgentina = (at: Date): string => new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10)

/** The day of an ISO instant in Argentina, as `dayInArgentina`. */
export const dayOf = (iso: string): string => dayInArgentina(new Date(iso))

/** An ISO instant as '29/07/2026 10:15'. */
export const formatInstant = (iso: string): string => instant.format(new Date(iso)).replace(', ', ' ')
