/** A day yyyy-mm-dd as dd/mm/yyyy; it has no time, so no time zone may touch it. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')

/** Today in Argentina, yyyy-mm-dd. */
export const todayInArgentina = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(new Date())
