import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, mergedOrder, movedTo } from './order.ts'

const lists = fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 30 })
const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b)

test('what is moved stands at its position, held to 1 and n, and nothing else changes its order', () => {
  fc.assert(
    fc.property(lists, fc.nat(29), fc.integer({ min: -5, max: 60 }), (list, at, position) => {
      const from = at % list.length
      const moved = list[from] as number
      const after = movedTo(list, from, position)
      expect(after.indexOf(moved) + 1).toBe(Math.min(Math.max(position, 1), list.length))
      expect(after.filter((id) => id !== moved)).toEqual(list.filter((id) => id !== moved))
    }),
  )
})

test('positions that are asked for become an order of all of them, stable where two want the same', () => {
  const places = fc.uniqueArray(fc.record({ id: fc.nat(500), position: fc.nat(8) }), {
    selector: ({ id }) => id,
    minLength: 1,
  })
  fc.assert(
    fc.property(places, (given) => {
      const ids = inOrder(given)
      expect(sorted(ids)).toEqual(sorted(given.map(({ id }) => id)))
      const rank = (id: number) => given.findIndex((place) => place.id === id)
      for (const [at, id] of ids.entries()) {
        const next = ids[at + 1]
        if (next === undefined) continue
        const [position, nextPosition] = [given[rank(id)]!.position, given[rank(next)]!.position]
        expect(position < nextPosition || (position === nextPosition && rank(id) < rank(next))).toBe(true)
      }
    }),
  )
})

test('an own order over a changed branch has what is there now, once, and keeps what was arranged', () => {
  fc.assert(
    fc.property(lists, lists, (own, now) => {
      const merged = mergedOrder(own, now)
      expect(sorted(merged)).toEqual(sorted(now))
      const kept = own.filter((id) => now.includes(id))
      expect(merged.filter((id) => kept.includes(id))).toEqual(kept)
    }),
  )
  expect(mergedOrder([3, 1, 2], [1, 9, 2, 4])).toEqual([1, 9, 2, 4])
  expect(mergedOrder([2, 1], [8, 1, 2])).toEqual([8, 2, 1])
})
