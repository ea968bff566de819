import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Habit,
  habitsOf,
  isDue,
  isGivenUp,
  type PastPurchase,
  proposalsOf,
  RHYTHM_TIMES,
  rhythmOf,
} from './habits.rules.ts'

const purchase = (day: number, quantity = 12, articleId = 1): PastPurchase => ({
  articleId,
  day,
  quantity,
  unitPrice: 1000,
})
const gaps = (least: number, most: number, count: { minLength: number; maxLength?: number }) =>
  fc.array(fc.integer({ min: least, max: most }), count)
const daysOf = (between: readonly number[]) => {
  const days = [19_000]
  for (const gap of between) days.push((days.at(-1) ?? 0) + gap)
  return days
}
const only = (purchases: readonly PastPurchase[]) => habitsOf(purchases)[0] as Habit

describe('the rhythm of an article', () => {
  test('needs three purchases', () => {
    fc.assert(
      fc.property(gaps(1, 400, { minLength: 0, maxLength: RHYTHM_TIMES - 2 }), (between) => {
        expect(rhythmOf(daysOf(between))).toBeNull()
      }),
    )
  })

  test('is found where each gap is near the same length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 90 }),
        fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 2, maxLength: 30 }),
        (every, shakes) => {
          const found = rhythmOf(daysOf(shakes.map((shake) => every + shake)))
          expect(Math.abs((found ?? 0) - every)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('lies between the shortest and the longest gap', () => {
    fc.assert(
      fc.property(gaps(1, 400, { minLength: 2, maxLength: 40 }), (between) => {
        const every = rhythmOf(daysOf(between))
        if (every === null) return
        expect(every).toBeGreaterThanOrEqual(Math.min(...between))
        expect(every).toBeLessThanOrEqual(Math.max(...between))
      }),
    )
  })

  test('is not moved by one holiday, nor by one order in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 60 }), fc.integer({ min: 6, max: 20 }), fc.nat(), (every, turns, where) => {
        const days = Array.from({ length: turns + 1 }, (_, nth) => 19_000 + nth * every)
        const at = 1 + (where % (turns - 1))
        const holiday = days.map((day, nth) => (nth >= at ? day + 200 : day))
        expect(rhythmOf(holiday)).toBe(every)
        const extra = [...days, (days[at] ?? 0) + Math.ceil(every / 3)].sort((a, b) => a - b)
        expect(rhythmOf(extra)).toBe(every)
      }),
    )
  })

  test.each([
    [[0, 21, 42, 63], 21],
    [[0, 7, 14, 28], 7],
    [[0, 20, 60], 30],
    // Now and then: no rhythm.
    [[0, 2, 180], null],
    [[0, 1, 90, 92, 300, 301], null],
  ])('%j: every %j days', (days, every) => {
    expect(rhythmOf(days)).toBe(every)
  })
})

describe('a habit', () => {
  const purchases = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 0, max: 900 }), quantity: fc.integer({ min: 1, max: 500 }) }),
    {
      minLength: 1,
      maxLength: 30,
      selector: ({ day }) => day,
    },
  )

  test('does not depend on the order in which purchases come', () => {
    fc.assert(
      fc.property(purchases, fc.func(fc.nat()), (some, mixed) => {
        const all = some.flatMap(({ day, quantity }) => [purchase(day, quantity, 1), purchase(day, quantity + 1, 2)])
        const shuffled = all.toSorted((a, b) => mixed(a) - mixed(b))
        const byId = (habits: readonly Habit[]) => habits.toSorted((a, b) => a.articleId - b.articleId)
        expect(byId(habitsOf(shuffled))).toEqual(byId(habitsOf(all)))
      }),
    )
  })

  test('proposes a quantity that was really taken, and tells the last one as it was', () => {
    fc.assert(
      fc.property(purchases, (some) => {
        const habit = only(some.map(({ day, quantity }) => purchase(day, quantity)))
        const last = some.toSorted((a, b) => b.day - a.day)[0]
        expect([habit.lastDay, habit.lastQuantity, habit.times]).toEqual([last?.day, last?.quantity, some.length])
        expect(some.map(({ quantity }) => quantity)).toContain(habit.usualQuantity)
      }),
    )
  })

  test('is not led by a single large quantity', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 101, max: 9999 }),
        (usual, where, large) => {
          const some = [0, 1, 2, 3, 4].map((nth) => purchase(nth * 20, nth === where ? large : usual))
          expect(only(some).usualQuantity).toBe(usual)
        },
      ),
    )
  })

  test('once due stays due until it is given up', () => {
    fc.assert(
      fc.property(gaps(3, 60, { minLength: 2, maxLength: 12 }), (between) => {
        const habit = only(daysOf(between).map((day) => purchase(day)))
        let wasDue = false
        for (let today = habit.lastDay; today < habit.lastDay + 400; today++) {
          const isDueToday = isDue(habit, today)
          if (wasDue && !isDueToday) expect(isGivenUp(habit, today)).toBe(true)
          if (isGivenUp(habit, today)) expect(isDueToday).toBe(false)
          wasDue = isDueToday
        }
      }),
    )
  })
})

describe('what is proposed', () => {
  const habit = (articleId: number, lastDay: number, everyDays: number | null, times = 4): Habit => ({
    articleId,
    times,
    lastDay,
    everyDays,
    lastQuantity: 24,
    lastUnitPrice: 1000,
    usualQuantity: 24,
  })
  const ids = (habits: readonly Habit[], today: number) =>
    proposalsOf(habits, today).map(({ habit: { articleId }, due }) => [articleId, due])

  test('what is due, the longest overdue first; then what comes next; nothing taken once, nothing given up', () => {
    const habits = [
      habit(1, 100, 21),
      habit(2, 90, 7),
      habit(3, 118, 21),
      habit(4, 115, 7),
      habit(5, 119, null, 1),
      habit(6, -100, 14),
    ]
    expect(ids(habits, 120)).toEqual([
      [2, true],
      [1, true],
      [4, false],
      [3, false],
    ])
  })

  test('a client with one order gets that order, and no rhythm', () => {
    const habits = habitsOf([purchase(50, 12, 2), purchase(50, 6, 1)])
    expect(habits.every(({ everyDays }) => everyDays === null)).toBe(true)
    expect(ids(habits, 60)).toEqual([
      [1, true],
      [2, true],
    ])
  })

  test('a client who comes back after a year gets the last order', () => {
    expect(ids([habit(1, 100, 21), habit(2, 79, 21)], 600)).toEqual([[1, true]])
  })

  test('nobody who never ordered is proposed anything', () => {
    expect(ids([], 600)).toEqual([])
  })
})
