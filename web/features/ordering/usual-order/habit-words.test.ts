import { expect, test } from 'vitest'
import type { UsualLine } from '../../../../contract/usual-order.ts'
import { reasonOf } from './habit-words.ts'

const line = (more: Partial<UsualLine>): UsualLine => ({
  articleId: 1,
  code: 'A1',
  description: 'Pelota',
  unitsPerPack: 12,
  multiple: 6,
  unitPrice: 100,
  quantity: 24,
  due: true,
  everyDays: 21,
  times: 5,
  lastDay: '2026-10-25',
  daysAgo: 28,
  lastQuantity: 24,
  lastUnitPrice: 100,
  ...more,
})

test.each([
  [{}, 'Lleva 24 cada 3 semanas; la última vez, hace 4 semanas'],
  [{ lastQuantity: 1200 }, 'Lleva 24 cada 3 semanas; la última vez 1.200, hace 4 semanas'],
  [{ daysAgo: 8 }, 'Lleva 24 cada 3 semanas; la última vez, hace 1 semana'],
  [{ daysAgo: 3 }, 'Lleva 24 cada 3 semanas; la última vez, hace 3 días'],
  [{ daysAgo: 0 }, 'Lleva 24 cada 3 semanas; la última vez, hoy'],
  [{ everyDays: 1, daysAgo: 1 }, 'Lleva 24 cada día; la última vez, ayer'],
  [{ everyDays: 7, daysAgo: 9 }, 'Lleva 24 cada 7 días; la última vez, hace 9 días'],
  [{ everyDays: 14, daysAgo: 15 }, 'Lleva 24 cada 2 semanas; la última vez, hace 2 semanas'],
  [{ everyDays: 91, daysAgo: 125 }, 'Lleva 24 cada 3 meses; la última vez, hace 4 meses'],
  [{ everyDays: 61, daysAgo: 12 }, 'Lleva 24 cada 2 meses; la última vez, hace 2 semanas'],
  [{ everyDays: null, times: 1 }, 'Llevó 24 el 25/10/2026'],
  [{ everyDays: null, times: 2, lastQuantity: 6 }, 'Llevó 6 el 25/10/2026; ya lo pidió 2 veces'],
] as const)('%j', (more, words) => {
  expect(reasonOf(line(more))).toBe(words)
})
