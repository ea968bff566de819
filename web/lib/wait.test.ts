import { expect, test } from 'vitest'
import { ApiError } from './api.ts'
import { waitOf, waitText } from './wait.ts'

test.each([
  [1, 'un minuto'],
  [60, 'un minuto'],
  [61, '2 minutos'],
  [59 * 60, '59 minutos'],
  [59 * 60 + 1, 'una hora'],
  [3600, 'una hora'],
  [3601, '2 horas'],
])('%i seconds are %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text)
})

test('only a 429 that says how long tells it', () => {
  expect(waitOf(new ApiError(429, 'TOO_MANY', 'Demasiados intentos', [], 90))).toBe(
    'Podrá intentarlo nuevamente en 2 minutos.',
  )
  expect(waitOf(new ApiError(429, 'TOO_MANY', 'Demasiados intentos'))).toBe('')
  expect(waitOf(new ApiError(503, 'UNAVAILABLE', 'No disponible', [], 90))).toBe('')
  expect(waitOf(new Error('otra cosa'))).toBe('')
})
