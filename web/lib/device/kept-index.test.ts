import { hashKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { staying } from './kept-index.ts'

const searches = (count: number, at: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [hashKey(['GET', '/productos', { query: { text: `${i}` } }]), at + i]),
  )

test('what is typed on an afternoon pushes out older searches, and nothing else', () => {
  const addresses = hashKey(['GET', '/direcciones/:id', { params: { id: 7 } }])
  const tree = hashKey(['GET', '/categorias'])
  const kept = staying({ [addresses]: 1, [tree]: 2, ...searches(400, 10) })
  expect(kept).toEqual({
    [addresses]: 1,
    [tree]: 2,
    ...Object.fromEntries(Object.entries(searches(400, 10)).slice(350)),
  })
})

test('of all together the newest two hundred stay', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [hashKey(['GET', `/uno/${i}`]), i]))
  const kept = Object.values(staying(many))
  expect([kept.length, Math.min(...kept)]).toEqual([200, 100])
})
