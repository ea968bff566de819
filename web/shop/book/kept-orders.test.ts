/** What a confirmed order is sent with; decisions about a stopped order, also while another tab takes them (R22, R225, R228). */
import { beforeEach, expect, test, vi } from 'vitest'
import type { CartLine } from '../../../contract/cart.ts'
import { type KeptOrder, keepOrder, keptOf } from './device-store.ts'
import { acceptChanges, confirmOrder, reopenOrder } from './kept-orders.tsx'
import { useStorage } from './test-storage.ts'

const storedCart = vi.hoisted(() => vi.fn())
vi.mock('./cart-saves.ts', () => ({ showBook: vi.fn(), sendBook: vi.fn(), storedCart, nextStamp: () => 'nuevo' }))

const ANA = { userId: 1, clientId: 7 }
const stopped: KeptOrder = {
  key: 'k',
  at: 1,
  owner: ANA,
  known: [],
  choice: { addressId: 0, condition: -1, note: '' },
  lines: [{ articleId: 2, code: 'C2', description: '', quantity: 6, note: '', unitPrice: 100 }],
  stopped: { reason: 'Su pedido cambió', changes: [] },
}

const row = (articleId: number, quantity: number) =>
  ({ articleId, code: `C${articleId}`, description: '', quantity, note: '', listPrice: 100, discount: 0 }) as CartLine

beforeEach(() => {
  storedCart.mockReset()
  vi.stubGlobal('window', new EventTarget())
  useStorage()
})

test.each([
  ['taken back to the cart', reopenOrder],
  ['accepted', acceptChanges],
])('an order that another tab had made meanwhile is not %s', (_, decide) => {
  const { stopped: _reason, ...made } = stopped
  keepOrder({ ...made, numbers: { orderId: 9, erpNumber: 31 } })
  decide(stopped)
  expect(keptOf(ANA).orders).toEqual([expect.objectContaining({ numbers: { orderId: 9, erpNumber: 31 } })])
  expect(keptOf(ANA).orders[0]).not.toHaveProperty('reopened')
})

test('what the screen showed is told to the order, also where the lines without detail are newer', () => {
  storedCart.mockReturnValue([row(3, 12)])
  confirmOrder(ANA, stopped.choice, [
    { ...row(2, 6), id: 41 },
    { ...row(3, 12), id: 42 },
    { ...row(4, 6), id: 0 },
  ])
  // The server's cart without article 2: it was ordered elsewhere, and ordering it again is asked about.
  expect(keptOf(ANA).orders[0]?.known).toEqual([
    { articleId: 3, quantity: 12 },
    { articleId: 2, quantity: 6 },
  ])
})

test('what was typed into an order that may be made is no surprise where the cart lacks it', () => {
  const typed = { articleId: 2, code: 'C2', quantity: 6, stamp: 'a', known: [3] }
  const order = { ...stopped, lines: [{ ...stopped.lines[0]!, typed }] }
  keepOrder({ ...order, stopped: { ...stopped.stopped!, isOpen: true } })
  reopenOrder({ ...order, stopped: { ...stopped.stopped!, isOpen: true } })
  expect(keptOf(ANA).lines).toMatchObject([{ articleId: 2, known: [3, 0] }])
})

test('one that still waits for the decision is', () => {
  keepOrder(stopped)
  reopenOrder(stopped)
  expect(keptOf(ANA).orders[0]).toMatchObject({ reopened: true })
})

test.each([
  ['the same', row(2, 6)],
  ['other', row(2, 12)],
])('%s lines after one that was taken back go out under its key', (_, now) => {
  keepOrder(stopped)
  reopenOrder(stopped)
  storedCart.mockReturnValue([now])
  expect(confirmOrder(ANA, { ...stopped.choice, note: 'otra' }, [now])).toBe('k')
  expect(keptOf(ANA).orders).toMatchObject([
    { key: 'k', choice: { note: 'otra' }, lines: [{ quantity: now.quantity }] },
  ])
  expect(keptOf(ANA).orders[0]).not.toHaveProperty('again')
  expect(keptOf(ANA).orders[0]).not.toHaveProperty('reopened')
})

test('an order that may have been made gives all its lines back to the cart', () => {
  const open = { ...stopped, stopped: { reason: 'La tienda no pudo recibirlo', changes: [], isOpen: true } }
  keepOrder(open)
  reopenOrder(open, [row(2, 6)])
  expect(keptOf(ANA).lines).toMatchObject([
    { articleId: 2, quantity: 6, article: { code: 'C2' }, confirmed: true, stamp: 'nuevo' },
  ])
  storedCart.mockReturnValue([])
  confirmOrder(ANA, stopped.choice, [row(2, 6)])
  expect(keptOf(ANA).orders).toMatchObject([{ key: 'k', again: true }])
})

test('of a cart that this device has never read nothing is called known', () => {
  storedCart.mockReturnValue(undefined)
  confirmOrder(ANA, stopped.choice, [row(2, 6)])
  expect(keptOf(ANA).orders[0]?.known).toBeNull()
  storedCart.mockReturnValue([])
  confirmOrder(ANA, stopped.choice, [row(2, 6)])
  expect(keptOf(ANA).orders[1]?.known).toEqual([])
})
