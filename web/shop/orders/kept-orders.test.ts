/** Decisions about an order that was stopped, taken while another tab takes them too (R225, R228). */
import { beforeEach, expect, test, vi } from 'vitest'
import { type KeptOrder, keepOrder, keptOf } from '../device-store.ts'
import { useStorage } from '../test-storage.ts'
import { acceptChanges, reopenOrder } from './kept-orders.tsx'

vi.mock('../cart-saves.ts', () => ({ showBook: vi.fn(), sendBook: vi.fn() }))

const ANA = { userId: 1, clientId: 7 }
const stopped: KeptOrder = {
  ...{ key: 'k', at: 1, owner: ANA, known: [] },
  choice: { addressId: 0, condition: -1, note: '' },
  lines: [{ articleId: 2, code: 'C2', description: '', quantity: 6, note: '', unitPrice: 100 }],
  stopped: { reason: 'Su pedido cambió', changes: [] },
}

beforeEach(() => {
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

test('one that still waits for the decision is', () => {
  keepOrder(stopped)
  reopenOrder(stopped)
  expect(keptOf(ANA).orders[0]).toMatchObject({ reopened: true })
})
