/** Why a line is proposed, in words: pure. */
import type { GoneLine, UsualLine } from '../../../../contract/usual-order.ts'
import { formatDay } from '../../../lib/day.ts'
import { formatCount } from '../../../lib/format.ts'

interface Unit {
  readonly one: string
  readonly many: string
  readonly days: number
}
const DAY: Unit = { one: 'día', many: 'días', days: 1 }
const WEEK: Unit = { one: 'semana', many: 'semanas', days: 7 }
const MONTH: Unit = { one: 'mes', many: 'meses', days: 30.44 }

/** Days as people say them: up to ten in days, up to two months in weeks. */
const unitOf = (days: number): Unit => (days < 11 ? DAY : days < 60 ? WEEK : MONTH)

function every(days: number): string {
  const unit = unitOf(days)
  const count = Math.max(1, Math.round(days / unit.days))
  return count === 1 ? `cada ${unit.one}` : `cada ${count} ${unit.many}`
}

/** 'hace 4' where the unit was said already, else 'hace 4 semanas'. */
function ago(days: number, said: Unit): string {
  if (days === 0) return 'hoy'
  if (days === 1) return 'ayer'
  const near = Math.round(days / said.days)
  const unit = near >= 1 ? said : unitOf(days)
  const count = Math.round(days / unit.days)
  if (unit === said && count > 1) return `hace ${count}`
  return `hace ${count} ${count === 1 ? unit.one : unit.many}`
}

/** 'Lleva 24 cada 3 semanas; la última vez, hace 4'. */
export function reasonOf(line: UsualLine | GoneLine): string {
  const { quantity, everyDays, daysAgo, lastQuantity, lastDay, times } = line
  if (everyDays === null) {
    const last = `Llevó ${formatCount(lastQuantity)} el ${formatDay(lastDay)}`
    return times > 1 ? `${last}; ya lo pidió ${times} veces` : last
  }
  const different = lastQuantity === quantity ? ',' : ` ${formatCount(lastQuantity)},`
  return `Lleva ${formatCount(quantity)} ${every(everyDays)}; la última vez${different} ${ago(daysAgo, unitOf(everyDays))}`
}
