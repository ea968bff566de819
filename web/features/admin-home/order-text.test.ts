import { expect, test } from 'vitest'
import { dayOf, observationOf } from './order-text.ts'

test('a day keeps its day', () => {
  expect(dayOf('2026-03-01')).toBe('01/03/2026')
})

test('the observation stands after the bar', () => {
  expect(observationOf('12|Con moño rojo')).toBe('Con moño rojo')
  expect(observationOf('12|rojo|azul')).toBe('rojo|azul')
  expect(observationOf('Con moño rojo')).toBe('Con moño rojo')
  expect(observationOf('12|')).toBe('')
})
