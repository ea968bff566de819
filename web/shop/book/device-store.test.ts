/** What the device keeps until the server has it (R33, R37, R228). */
import { beforeEach, expect, test, vi } from 'vitest'
import {
  countKept,
  dropLine,
  dropOrder,
  isKeptHereOnly,
  type KeptOrder,
  keepLine,
  keepOrder,
  keptOf,
  moveKept,
  onKeptElsewhere,
  ownersOf,
  type StoredLine,
} from './device-store.ts'
import { useStorage } from './test-storage.ts'

const ANA = { userId: 1, clientId: 7 }
const line = (articleId: number, stamp: string, quantity = 6): StoredLine => ({
  articleId,
  stamp,
  quantity,
  code: `C${articleId}`,
  known: [],
})
const order = (key: string, at: number, typed: readonly StoredLine[] = []): KeptOrder => ({
  key,
  at,
  owner: ANA,
  known: [],
  choice: { addressId: 0, condition: -1, note: '' },
  lines: typed.map((typedLine) => ({
    articleId: typedLine.articleId,
    code: typedLine.code,
    description: '',
    quantity: typedLine.quantity,
    note: '',
    unitPrice: 100,
    typed: typedLine,
  })),
})

let storage: Record<string, string>
beforeEach(() => {
  storage = useStorage()
})

test('the last typing of an article counts, lines in the order they were typed', () => {
  keepLine(ANA, line(5, 'a', 6))
  keepLine(ANA, line(2, 'b'))
  keepLine(ANA, line(5, 'c', 12))
  expect(keptOf(ANA).lines).toEqual([line(2, 'b'), line(5, 'c', 12)])
})

test("nobody's but the cart's own user and client", () => {
  keepLine(ANA, line(5, 'a'))
  for (const other of [
    { userId: 2, clientId: 7 },
    { userId: 1, clientId: 77 },
    { userId: 11, clientId: 7 },
  ])
    expect(keptOf(other)).toEqual({ lines: [], orders: [] })
  expect(ownersOf(1)).toEqual([ANA])
  expect(ownersOf(11)).toEqual([])
})

test('a line that an order took over is not in the cart as well, wherever the page ended', () => {
  keepLine(ANA, line(5, 'a'))
  keepLine(ANA, line(2, 'b'))
  keepOrder(order('k', 1, [line(5, 'a')]))
  expect(keptOf(ANA).lines).toEqual([line(2, 'b')])
  // The same article, typed again since, is another line.
  keepLine(ANA, line(5, 'c'))
  expect(keptOf(ANA).lines).toEqual([line(2, 'b'), line(5, 'c')])
})

test('a line that an order gives back to the cart is not lost where another tab looks in between', () => {
  keepOrder(order('k', 1, [line(5, 'a')]))
  // 'Volver': the line first, then the order without it.
  keepLine(ANA, line(5, 'a'))
  expect(keptOf(ANA).lines).toEqual([])
  keepOrder({ ...order('k', 1), reopened: true })
  expect(keptOf(ANA).lines).toEqual([line(5, 'a')])
})

test('what is left of the lines an order took goes with it', () => {
  keepLine(ANA, line(5, 'a'))
  keepLine(ANA, line(2, 'b'))
  const made = order('k', 1, [line(5, 'a'), line(2, 'older')])
  keepOrder(made)
  dropOrder(made)
  expect(keptOf(ANA)).toEqual({ lines: [line(2, 'b')], orders: [] })
  // Also where it moved to another client.
  const now = { userId: 1, clientId: 8 }
  keepLine(ANA, line(5, 'a'))
  keepOrder(made)
  moveKept(ANA, now)
  expect(Object.keys(storage).sort()).toEqual(['pedido-guardado:1:8:k', 'sin-guardar:1:8:2'])
})

test('orders come in their order, and what is nonsense is passed over', () => {
  keepOrder(order('second', 2))
  keepOrder(order('first', 1))
  storage['pedido-guardado:1:7:broken'] = '{"key":'
  storage['sin-guardar:1:7:9'] = '[1,2]'
  expect(keptOf(ANA).orders.map(({ key }) => key)).toEqual(['first', 'second'])
  expect(keptOf(ANA).lines).toEqual([])
})

test('a line of an earlier version of the shop is still sent', () => {
  storage['sin-guardar:1:7:9'] = '{"articleId":9,"code":"C9","quantity":3}'
  expect(keptOf(ANA).lines).toEqual([{ articleId: 9, code: 'C9', quantity: 3, stamp: '', known: [] }])
})

test('with another client everything goes along, and what was typed there already stays', () => {
  const now = { userId: 1, clientId: 8 }
  keepLine(ANA, line(5, 'a', 6))
  keepLine(ANA, line(2, 'b'))
  keepLine(now, line(5, 'c', 60))
  keepOrder(order('k', 1))
  moveKept(ANA, now)
  expect(keptOf(ANA)).toEqual({ lines: [], orders: [] })
  expect(keptOf(now).lines).toEqual([line(2, 'b'), line(5, 'c', 60)])
  expect(keptOf(now).orders).toMatchObject([{ key: 'k', owner: now }])
})

test('what was made or taken back waits for nobody', () => {
  keepLine(ANA, line(5, 'a'))
  keepOrder(order('waits', 1))
  keepOrder({ ...order('made', 2), numbers: { orderId: 1, erpNumber: null } })
  keepOrder({ ...order('back', 3), reopened: true })
  expect(countKept(1)).toEqual({ lines: 1, orders: 1 })
})

test('a browser that refuses keeps it until the page closes, and says so', () => {
  useStorage(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepLine(ANA, line(5, 'a'))
  expect(keptOf(ANA).lines).toEqual([line(5, 'a')])
  expect(isKeptHereOnly()).toBe(true)
  dropLine(ANA, 5)
  expect(keptOf(ANA).lines).toEqual([])
  expect(isKeptHereOnly()).toBe(false)
})

test('what another tab does in one go is heard once for each cart', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  const heard = vi.fn()
  onKeptElsewhere(heard)
  const change = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  for (let articleId = 1; articleId <= 30; articleId++) {
    change(`sin-guardar:1:7:${articleId}`, articleId === 3 ? null : '{}')
    change(`sin-guardar:1:-1:${articleId}`, '{}')
    await vi.advanceTimersByTimeAsync(1)
  }
  change('usuario', null)
  await vi.runAllTimersAsync()
  expect(heard.mock.calls).toEqual([
    [ANA, true],
    [{ userId: 1, clientId: -1 }, false],
  ])
  // A later change is heard anew.
  change('sin-guardar:1:7:1', null)
  await vi.runAllTimersAsync()
  expect(heard).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
