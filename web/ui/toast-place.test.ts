import { expect, test } from 'vitest'
import { liftOver } from './toast-place.ts'

const toast = { top: 830, bottom: 876, left: 1000, right: 1416 }
const bar = { top: 840, bottom: 900, left: 100, right: 1400 }

test('messages stand above a bar, and above what lies there', () => {
  expect(liftOver(toast, [])).toBe(0)
  expect(liftOver(toast, [bar])).toBe(44)
  const row = { top: 800, bottom: 840, left: 100, right: 1400 }
  expect(liftOver(toast, [row, bar])).toBe(84)
})

test('what lies elsewhere moves nothing', () => {
  expect(liftOver(toast, [{ ...bar, right: 900 }])).toBe(0)
  expect(liftOver(toast, [{ ...bar, top: 700, bottom: 760 }])).toBe(0)
})

test('nothing is moved off the screen', () => {
  expect(liftOver(toast, [{ ...bar, top: 10 }])).toBe(0)
})
