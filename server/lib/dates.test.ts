import { expect, test } from 'vitest'
import { dayText, formatInstant } from './dates.ts'

test('an instant late in the evening of Buenos Aires is that day', () => {
  expect(formatInstant('2026-01-01T02:05:00.000Z')).toBe('31/12/2025 23:05')
  expect(dayText(new Date('2026-01-01T02:05:00.000Z'))).toBe('31/12/2025')
})
