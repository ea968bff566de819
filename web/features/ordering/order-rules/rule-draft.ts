/** The form of a rule of orders (R361): its draft, from what is stored and to what is sent. Pure. */
import { type OrderRule, type OrderRuleBody, orderRuleTexts, type RuleScope } from '../../../../contract/order-rules.ts'
import type { Problems } from '../../../lib/form-rules.ts'
import { readPrice } from '../../../shop/price-text.ts'

export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
type Weekday = (typeof WEEK)[number]
/** The field of a weekday's box. */
export const dayField = (day: Weekday) => `day-${day}` as const

export type RuleDraft = Record<ReturnType<typeof dayField>, boolean> & {
  scope: RuleScope
  /** What it is for, by scope: the choice of one is not lost by looking at another. */
  condition: string
  zone: string
  list: string
  least: string
  freeFrom: string
  version: number | undefined
}

const typed = (cents: number | null | undefined): string =>
  cents === null || cents === undefined ? '' : String(cents / 100).replace('.', ',')

/** The draft of a stored rule, or of a new one. */
export function draftOf(stored: OrderRule | null): RuleDraft {
  const targetOf = (scope: RuleScope) => (stored?.scope === scope ? String(stored.targetId ?? '') : '')
  const days = WEEK.map((day) => [dayField(day), stored?.days.includes(day) ?? false] as const)
  return {
    ...(Object.fromEntries(days) as Record<ReturnType<typeof dayField>, boolean>),
    scope: stored?.scope ?? 'all',
    condition: targetOf('condition'),
    zone: targetOf('zone'),
    list: targetOf('list'),
    least: typed(stored?.least),
    freeFrom: typed(stored?.freeFrom),
    version: stored?.version,
  }
}

/** Cents of a typed amount; null for an empty box, undefined for what is none. */
function centsOf(text: string): number | null | undefined {
  const pesos = readPrice(text)
  if (pesos === null) return undefined
  return pesos === undefined ? null : Math.round(pesos * 100)
}

const daysOf = (draft: RuleDraft) => (draft.scope === 'zone' ? WEEK.filter((day) => draft[dayField(day)]) : [])

/** What is wrong with a draft before it is sent. */
export function problemsOf(draft: RuleDraft): Problems<RuleDraft> {
  const { scope, least, freeFrom } = draft
  const saysNothing = least.trim() === '' && freeFrom.trim() === '' && daysOf(draft).length === 0
  return {
    ...(scope !== 'all' && draft[scope] === '' && { [scope]: orderRuleTexts.target }),
    least: centsOf(least) === undefined ? orderRuleTexts.amount : saysNothing ? orderRuleTexts.nothing : undefined,
    freeFrom: centsOf(freeFrom) === undefined ? orderRuleTexts.amount : undefined,
  }
}

/** What is sent of a draft. */
export const bodyOf = (draft: RuleDraft): OrderRuleBody => ({
  scope: draft.scope,
  targetId: draft.scope === 'all' ? null : Number(draft[draft.scope]),
  least: centsOf(draft.least) ?? null,
  freeFrom: centsOf(draft.freeFrom) ?? null,
  days: daysOf(draft),
})
