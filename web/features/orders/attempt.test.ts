import { beforeEach, expect, test, vi } from 'vitest'
import { beginAttempt, cartSignature, endAttempt, pendingAttempt } from './attempt.ts'

const query = { clientId: 7, addressId: 3, note: '', condition: -1, shownTotal: 1000 }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
})

test('the same cart keeps its key, also with another address', () => {
  const first = beginAttempt(1, 7, '5:2:', query)
  const second = beginAttempt(1, 7, '5:2:', { ...query, addressId: 4 })
  expect(second.key).toBe(first.key)
  expect(pendingAttempt(1, 7)?.query?.addressId).toBe(4)
})

test('another cart, another user and another client are other orders', () => {
  const keys = [
    beginAttempt(1, 7, '5:2:', query),
    beginAttempt(2, 7, '5:2:', query),
    beginAttempt(1, 8, '5:2:', query),
    beginAttempt(1, 7, '5:3:', query),
  ].map(({ key }) => key)
  expect(new Set(keys).size).toBe(4)
})

test('once the number is shown the next order gets a new key', () => {
  const first = beginAttempt(1, 7, '5:2:', query)
  endAttempt(1, 7)
  expect(pendingAttempt(1, 7)).toBeNull()
  expect(beginAttempt(1, 7, '5:2:', query).key).not.toBe(first.key)
})

test('a signature tells articles, quantities and notes apart, but not the order of lines', () => {
  const a = { articleId: 1, quantity: 2, note: '' }
  const b = { articleId: 3, quantity: 4, note: 'rojo' }
  expect(cartSignature([a, b])).toBe(cartSignature([b, a]))
  expect(cartSignature([a, b])).not.toBe(cartSignature([a, { ...b, note: '' }]))
  expect(cartSignature([a, b])).not.toBe(cartSignature([{ ...a, quantity: 3 }, b]))
})
