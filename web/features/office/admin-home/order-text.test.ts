import { expect, test } from 'vitest'
import { dayOf } from './order-text.ts'

test('a day keeps its day', () => {
  expect(dayOf('2026-03-01')).toBe('01/03/2026')
})
