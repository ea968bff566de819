/** Months as their first and last day (yyyy-mm-dd), for a filter. Pure. */

export interface Month {
  /** yyyy-mm. */
  readonly value: string
  /** 'marzo de 2026' */
  readonly label: string
  readonly from: string
  readonly to: string
}

const thisMonth = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Argentina/Buenos_Aires',
  year: 'numeric',
  month: '2-digit',
})
const inWords = new Intl.DateTimeFormat('es-AR', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** The current month in Argentina and those before it, the latest first. */
export function lastMonths(count: number, now = new Date()): Month[] {
  const [year = 0, month = 0] = thisMonth.format(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1))
    const last = new Date(Date.UTC(year, month - back, 0))
    const [from, to] = [first, last].map((day) => day.toISOString().slice(0, 10)) as [string, string]
    return { value: from.slice(0, 7), label: inWords.format(first), from, to }
  })
}

/** The value of the month whose first and last day are given; '' for any other period. */
export const monthOf = (months: readonly Month[], from: string, to: string): string =>
  months.find((month) => month.from === from && month.to === to)?.value ?? ''

const dayText = (day: string) => day.split('-').reverse().join('/')

/** A period in words: a month by its name, else its days. Either day may be ''. */
export function periodInWords(from: string, to: string): string {
  if (!from && !to) return 'todas las fechas'
  if (!from) return `hasta el ${dayText(to)}`
  if (!to) return `desde el ${dayText(from)}`
  const [year = 0, month = 0] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  if (from.endsWith('-01') && to === last) return inWords.format(new Date(`${from}T00:00Z`))
  return from === to ? `el ${dayText(from)}` : `del ${dayText(from)} al ${dayText(to)}`
}
