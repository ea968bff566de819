import { describe, expect, test } from 'vitest'
import { conditionFor, conditionsOf, defaultCondition } from './sale-terms.ts'

describe('sale lines', () => {
  test('line j offers the conditions 1 and 2 and begins with 1', () => {
    expect(conditionsOf('j')).toEqual([1, 2])
    expect(defaultCondition('j')).toBe(1)
  })
  test('line c offers the condition 4 alone', () => {
    expect(conditionsOf('c')).toEqual([4])
    expect(defaultCondition('c')).toBe(4)
  })
  test.each([
    [1, 1],
    [2, 2],
    [4, 4],
    [3, 4],
    [0, 4],
    [99, 4],
  ])("a client's loaded condition %i selects %i", (loaded, chosen) => {
    expect(conditionFor(loaded)).toBe(chosen)
  })
})
