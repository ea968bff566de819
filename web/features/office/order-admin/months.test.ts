import { expect, test } from 'vitest'
import { lastMonths, monthOf, periodInWords } from './months.ts'

test('the last months begin with the one that is now in Argentina, each with its first and last day', () => {
  // 31 March 23:30 in Buenos Aires.
  const months = lastMonths(14, new Date('2028-04-01T02:30:00Z'))
  expect(months.slice(0, 2)).toEqual([
    { value: '2028-03', label: 'marzo de 2028', from: '2028-03-01', to: '2028-03-31' },
    { value: '2028-02', label: 'febrero de 2028', from: '2028-02-01', to: '2028-02-29' },
  ])
  expect(months.at(-1)).toMatchObject({ from: '2027-02-01', to: '2027-02-28' })
  expect(monthOf(months, '2028-02-01', '2028-02-29')).toBe('2028-02')
  expect(monthOf(months, '2028-02-01', '2028-02-28')).toBe('')
  expect(monthOf(months, '', '')).toBe('')
})

test('a time in words: a month by its name, else its days', () => {
  expect(periodInWords('2028-02-01', '2028-02-29')).toBe('febrero de 2028')
  expect(periodInWords('2028-02-01', '2028-02-28')).toBe('del 01/02/2028 al 28/02/2028')
  expect(periodInWords('2028-02-03', '2028-02-03')).toBe('el 03/02/2028')
  expect(periodInWords('2028-02-03', '')).toBe('desde el 03/02/2028')
  expect(periodInWords('', '2028-02-03')).toBe('hasta el 03/02/2028')
  expect(periodInWords('', '')).toBe('todas las fechas')
})
