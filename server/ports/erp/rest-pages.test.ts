import { expect, test } from 'vitest'
import type { RestErp } from './rest-client.ts'
import { BEGINNING, readPages } from './rest-pages.ts'

test('of a row that comes twice the later change counts, in whatever order they come', async () => {
  const row = (id: number, minute: string, price: number) => ({
    ID_ART: id,
    ACTUALIZADO: `2026-11-21T10:${minute}Z`,
    PRECIO_LPI: price,
  })
  const filas = [row(1, '30:00.5', 2), row(2, '10:00', 1), row(1, '30:00', 1), row(2, '10:00.000', 2)]
  const page = { desde: '', despues: 0, cantidad: filas.length, hay_mas: false, filas }
  const erp: Pick<RestErp, 'get'> = { get: async (_path, _query, read) => read(page) }
  const from = BEGINNING
  const reading = await readPages(erp as RestErp, '/precios', 'ID_ART', { from, limit: 1000 })
  // Of two changes of one instant the one that is told last.
  expect([...(reading?.rows ?? [])].map(([id, { PRECIO_LPI }]) => [id, PRECIO_LPI])).toEqual([
    [1, 2],
    [2, 2],
  ])
})
