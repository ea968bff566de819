import { expect, test } from 'vitest'
import { belowLeastText, daysInWords, missingTo, missingToFree } from './order-amounts.ts'

test('what an amount lacks', () => {
  expect([
    missingTo(50_000_00, 31_600_00),
    missingTo(50_000_00, 50_000_00),
    missingTo(0, 1),
    missingTo(null, 1),
  ]).toEqual([18_400_00, 0, 0, 0])
  expect(missingToFree(18_400_00)).toBe('Faltan $ 18.400,00 para el envío sin cargo')
  expect(belowLeastText({ missing: 18_400_00, least: 50_000_00 })).toBe(
    'Faltan $ 18.400,00 para el pedido mínimo, que es de $ 50.000,00',
  )
})

test('the days of deliveries in words, in the order of the week', () => {
  expect([[], [2], [4, 2], [5, 6, 3], [1, 2, 3, 4, 5, 6, 7]].map(daysInWords)).toEqual([
    '',
    'los martes',
    'los martes y jueves',
    'los miércoles, viernes y sábados',
    'todos los días',
  ])
})
