/** Amounts and days as documents show them: pure. */

const amount = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('es-AR')
const day = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/** 123450 is '$ 1.234,50'. */
export const pesos = (cents: number): string => `$ ${amount.format(cents / 100)}`
export const count = (number: number): string => whole.format(number)
/** dd/mm/yyyy in Argentina. */
export const dayText = (at: Date): string => day.format(at)
