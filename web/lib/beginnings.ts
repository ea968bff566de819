/** When a price begins and ends, in words: the hour is told only where it is not midnight in Argentina. Pure. */
import { formatDate, formatInstant } from './format.ts'

const MIDNIGHT = ' 00:00'

/** 'desde el 30/11/2026'; '' for one that has no beginning. */
export const beginningText = (since: string | null): string =>
  since === null ? '' : `desde el ${formatInstant(since).replace(MIDNIGHT, '')}`

/** 'hasta el 30/11/2026' for one that ends with that day; '' for one without an end. `until`: when it has ended. */
export function endText(until: string | null): string {
  if (until === null) return ''
  const isDay = formatInstant(until).endsWith(MIDNIGHT)
  const lastMoment = new Date(Date.parse(until) - 1).toISOString()
  return `hasta el ${isDay ? formatDate(lastMoment) : formatInstant(until)}`
}

const weekday = new Intl.DateTimeFormat('es-AR', { weekday: 'long', timeZone: 'America/Argentina/Buenos_Aires' })

/** 'desde el lunes 07/12/2026', with its hour where that is not midnight. */
export const soonText = (since: string): string =>
  beginningText(since).replace('desde el ', `desde el ${weekday.format(new Date(since))} `)
