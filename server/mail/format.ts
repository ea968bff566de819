/** Values as mails show them. */

/** Cents as '$ 1.559.818,50'. */
export function formatMoney(cents: number): string {
  const pesos = String(Math.trunc(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, '.')
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `$ ${cents < 0 ? '-' : ''}${pesos},${rest}`
}

/** A whole number as '1.200'. */
export const formatInteger = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, '.')

const argentina = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** An ISO instant as '29/07/2026 10:15', Argentine time. */
export const formatInstant = (iso: string): string => argentina.format(new Date(iso)).replace(', ', ' ')
