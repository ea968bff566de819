/** Derives a client's habits from past orders, and proposes the next one (R223). Pure; days count from 1970-01-01. */

/** The units of an article that were ordered on one day. */
export interface PastPurchase {
  readonly articleId: number
  /** Days since 1970-01-01, in Argentina. */
  readonly day: number
  readonly quantity: number
  /** Cents a unit cost. */
  readonly unitPrice: number
}

/** How a client orders an article. */
export interface Habit {
  readonly articleId: number
  /** Days on which it was taken. */
  readonly times: number
  readonly lastDay: number
  readonly lastQuantity: number
  readonly lastUnitPrice: number
  /** Days from one purchase to the next; null where there is no rhythm. */
  readonly everyDays: number | null
  /** The middle one of the last quantities, so that a single large one does not count. */
  readonly usualQuantity: number
}

/** Purchases that make a rhythm: two may be chance. */
export const RHYTHM_TIMES = 3
/** The last purchases, from which the usual quantity is derived. */
const RECENT = 5
/** An article is due from this share of its rhythm on. */
const NEARLY = 0.8
/** After this many turns without it the client has given it up; not before so many days. */
const GIVEN_UP_TURNS = 4
const GIVEN_UP_DAYS = 90

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

/** The lower one of the two in the middle, so that it is a number that really occurs. */
const middle = (numbers: readonly number[]): number => ascending(numbers)[(numbers.length - 1) >> 1] ?? 0

/**
 * The median of the days between purchases. Null below three purchases, and where less than two thirds of the gaps lie
 * between half and twice the median: such purchases have no rhythm.
 * @param days ascending, each once
 */
export function rhythmOf(days: readonly number[]): number | null {
  if (days.length < RHYTHM_TIMES) return null
  const gaps = ascending(days.slice(1).map((day, at) => day - (days[at] ?? day)))
  const high = gaps[gaps.length >> 1] ?? 0
  const every = (middle(gaps) + high) / 2
  const near = gaps.filter((gap) => gap * 2 >= every && gap <= every * 2)
  return near.length * 3 >= gaps.length * 2 ? Math.max(1, Math.round(every)) : null
}

/** A client's habits, one of each article. Purchases come in any order, at most one of an article and day. */
export function habitsOf(purchases: readonly PastPurchase[]): Habit[] {
  const byArticle = new Map<number, PastPurchase[]>()
  for (const purchase of purchases) {
    const taken = byArticle.get(purchase.articleId)
    if (taken) taken.push(purchase)
    else byArticle.set(purchase.articleId, [purchase])
  }
  return [...byArticle.values()].map((purchases) => habitOf(purchases.sort((a, b) => a.day - b.day)))
}

/** @param taken ascending by day, at least one */
function habitOf(taken: readonly PastPurchase[]): Habit {
  const last = taken.at(-1) as PastPurchase
  return {
    articleId: last.articleId,
    times: taken.length,
    lastDay: last.day,
    lastQuantity: last.quantity,
    lastUnitPrice: last.unitPrice,
    everyDays: rhythmOf(taken.map(({ day }) => day)),
    usualQuantity: middle(taken.slice(-RECENT).map(({ quantity }) => quantity)),
  }
}

/** Whether the client has given the article up, as far as the rhythm tells. */
export const isGivenUp = ({ lastDay, everyDays }: Habit, today: number): boolean =>
  everyDays !== null && today - lastDay > Math.max(GIVEN_UP_TURNS * everyDays, GIVEN_UP_DAYS)

/** Whether the day of the next purchase has come, or nearly. */
export const isDue = (habit: Habit, today: number): boolean =>
  habit.everyDays !== null && today - habit.lastDay >= habit.everyDays * NEARLY && !isGivenUp(habit, today)

export interface Proposal {
  readonly habit: Habit
  readonly due: boolean
}

/**
 * The proposals for today: articles that are due, the longest overdue (in turns) first; then the others with a rhythm, by
 * their next day. A client without any rhythm that goes on is shown the articles of the last day.
 */
export function proposalsOf(habits: readonly Habit[], today: number): Proposal[] {
  const going = habits.filter((habit) => habit.everyDays !== null && !isGivenUp(habit, today))
  if (going.length === 0) {
    const lastDay = Math.max(...habits.map((habit) => habit.lastDay))
    return habits
      .filter((habit) => habit.lastDay === lastDay)
      .toSorted((a, b) => a.articleId - b.articleId)
      .map((habit) => ({ habit, due: true }))
  }
  const turns = ({ lastDay, everyDays }: Habit) => (today - lastDay) / (everyDays ?? 1)
  const next = ({ lastDay, everyDays }: Habit) => lastDay + (everyDays ?? 0)
  const due = going
    .filter((habit) => isDue(habit, today))
    .toSorted((a, b) => turns(b) - turns(a) || a.articleId - b.articleId)
  const later = going
    .filter((habit) => !isDue(habit, today))
    .toSorted((a, b) => next(a) - next(b) || a.articleId - b.articleId)
  return [...due.map((habit) => ({ habit, due: true })), ...later.map((habit) => ({ habit, due: false }))]
}
