/** The sentence that tells why a line is proposed. Pure. */
import type { GoneLine, UsualLine } from '../../../../contract/usual-order.ts'
import { formatDay } from '../../../lib/day.ts'
import { formatCount } from '../../../lib/format.ts'

interface Unit {
  readonly singular: string
  readonly plural: string
  readonly days: number
}
const DAY: Unit = { singular: 'día', plural: 'días', days: 1 }
const WEEK: Unit = { singular: 'semana', plural: 'semanas', days: 7 }
const MONTH: Unit = { singular: 'mes', plural: 'meses', days: 30.44 }

/** The unit in which people tell a time: up to ten days in days, up to two months in weeks, else in months. */
const unitOf = (days: number): Unit => (days < 11 ? DAY : days < 60 ? WEEK : MONTH)

function everyText(days: number): string {
  const unit = unitOf(days)
  const count = Math.max(1, Math.round(days / unit.days))
  return count === 1 ? `cada ${unit.singular}` : `cada ${count} ${unit.plural}`
}

/** 'hace 4 semanas': in the unit that the sentence has named already, where at least one has passed. */
function agoText(days: number, namedUnit: Unit): string {
  if (days === 0) return 'hoy'
  if (days === 1) return 'ayer'
  const unit = Math.round(days / namedUnit.days) >= 1 ? namedUnit : unitOf(days)
  const count = Math.round(days / unit.days)
  return `hace ${count} ${count === 1 ? unit.singular : unit.plural}`
}

/** 'Lleva 24 cada 3 semanas; la última vez, hace 4 semanas'. */
export function reasonOf(line: UsualLine | GoneLine): string {
  const { quantity, everyDays, daysAgo, lastQuantity, lastDay, times } = line
  if (everyDays === null) {
    const last = `Llevó ${formatCount(lastQuantity)} el ${formatDay(lastDay)}`
    return times > 1 ? `${last}; ya lo pidió ${times} veces` : last
  }
  const lastUnits = lastQuantity === quantity ? ',' : ` ${formatCount(lastQuantity)},`
  return `Lleva ${formatCount(quantity)} ${everyText(everyDays)}; la última vez${lastUnits} ${agoText(daysAgo, unitOf(everyDays))}`
}
