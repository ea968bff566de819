import { expect, test } from 'vitest'
import type { Promotion } from '../../../../contract/promotions.ts'
import { forText, stateText, whatText, whenText } from './promotion-text.ts'

const promotion: Promotion = {
  ...{ id: 1, name: 'Reyes', percent: 15_00, covers: 'brand', brand: 'Tuki', category: '', articles: 0, lists: null },
  ...{ begins: '2026-12-01T03:00:00.000Z', ends: '2027-01-07T03:00:00.000Z', state: 'runs', version: 1 },
}

test.each([
  [{}, '−15% en Tuki'],
  [{ covers: 'category', category: 'Autos / Pistas', percent: 7_50 }, '−7,5% en Tuki / Autos / Pistas'],
  [{ covers: 'category' }, '−15% en lo que se borró'],
  [{ brand: '' }, '−15% en lo que se borró'],
  [{ covers: 'articles', brand: '', articles: 1 }, '−15% en 1 artículo'],
  [{ covers: 'articles', brand: '', articles: 1_200, percent: null }, 'Precio de 1.200 artículos'],
] satisfies [Partial<Promotion>, string][])('what %j takes off', (changes, text) => {
  expect(whatText({ ...promotion, ...changes })).toBe(text)
})

test('when it runs, for whom, and how it stands', () => {
  expect(whenText(promotion)).toBe('desde el 01/12/2026 hasta el 06/01/2027')
  expect([forText(promotion), forText({ ...promotion, lists: ['Lista base', 'Interior'] })]).toEqual([
    'Todos',
    'Lista base, Interior',
  ])
  expect([stateText(promotion), stateText({ ...promotion, state: 'over' })]).toEqual(['Corre', 'Terminada'])
  expect(stateText({ ...promotion, state: 'ahead' })).toBe('Empieza el 01/12/2026')
})

test('one that was ended before it began says so', () => {
  const at = '2026-11-20T13:05:00.000Z'
  expect(whenText({ ...promotion, begins: at, ends: at })).toBe('no empezó: terminada el 20/11/2026 10:05')
})
