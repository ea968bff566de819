/** Amounts, dates and numbers as Argentine users read them (R3). */
import { formatAmount, formatCount, formatPesos, percentText } from '../../contract/amounts.ts'
import { isPrice } from '../../contract/price.ts'

export { formatAmount, formatCount }

/** An amount in cents: 155981850 is '$ 1.559.818,50', never broken over two lines. */
export const formatMoney = (cents: number): string => formatPesos(cents).replace(' ', '\u00a0')

/** A bound of a search as somebody types it, in cents: 100000 is '$ 1.000', 100050 is '$ 1.000,5'. */
export const formatBound = (cents: number): string => `$ ${formatAmount(cents).replace(/,00$|(,\d)0$/, '$1')}`

/** A price in cents; an article without one shows 'Consultar' (R6). */
export const formatPrice = (cents: number): string => (isPrice(cents) ? formatMoney(cents) : 'Consultar')

/** A discount in hundredths of a percent: 550 is '5,5%'. */
export const formatPercent = (hundredths: number): string => `${percentText(hundredths)}%`

const dayInArgentina = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** An ISO 8601 instant as dd/mm/yyyy in Argentina; '' when it is not an instant. */
export function formatDate(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : dayInArgentina.format(time)
}

const timeInArgentina = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** An ISO 8601 instant as dd/mm hh:mm in Argentina; '' when it is not an instant. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : `${formatDate(iso).slice(0, 5)} ${timeInArgentina.format(time)}`
}

/** An ISO 8601 instant as dd/mm/yyyy hh:mm in Argentina; '' when it is not an instant. */
export function formatInstant(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : `${formatDate(iso)} ${timeInArgentina.format(time)}`
}
