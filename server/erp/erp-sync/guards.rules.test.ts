import { expect, test } from 'vitest'
import type { Changes } from './erp-sync.rules.ts'
import { findGuards } from './guards.rules.ts'

test('a large file is told with the figures as the screen around them writes them', () => {
  const moves = Array.from({ length: 1_971 }, (_, at) => ({ articleId: at + 1, before: 100, after: 2_000 }))
  const guards = findGuards({
    plural: 'artículos',
    of: '',
    changes: { activeBefore: 2_957, lost: 1_500, deactivated: [] } as unknown as Changes,
    moves,
    rows: { now: 1_200, last: 2_957 },
    today: { lost: 0, moved: 1_000 },
    limits: { priceShare: 10, priceMove: 50, shorter: 20 },
  })
  expect(guards.map(({ message }) => message)).toEqual([
    'Dejaría fuera de uso 1.500 de 2.957 artículos (51 %; faltan 0, vienen en 0 o inactivos 1.500)',
    '1.971 de 2.957 precios cambian diez veces o más',
    '1.971 de 2.957 precios (67 %) cambian más del 50 %; hoy ya cambiaron así 1.000',
    'Trae 1.200 filas y el anterior trajo 2.957 (59 % menos)',
  ])
})
