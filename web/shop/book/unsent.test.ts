/** What 'Por enviar' lists (R255). */
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../../contract/auth.ts'
import { storeUser } from '../../lib/stored-user.ts'
import { type KeptOrder, keepLine, keepOrder, keptLine, type StoredLine } from './device-store.ts'
import { useStorage } from './test-storage.ts'

vi.mock('../cart-queries.ts', () => ({ simpleCart: () => undefined, refreshCart: async () => undefined }))
const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('./send-book.ts', () => ({ send }))

const ANA = { userId: 1, clientId: 7 }
const ANA_FOR_8 = { userId: 1, clientId: 8 }
const BETO = { userId: 2, clientId: 7 }
const line = (articleId: number, more: Partial<StoredLine> = {}): StoredLine => ({
  articleId,
  code: `C${articleId}`,
  quantity: 6,
  known: [0],
  stamp: `s${articleId}`,
  ...more,
})
const order = (key: string, more: Partial<KeptOrder> = {}): KeptOrder => ({
  key,
  at: 1,
  owner: ANA_FOR_8,
  known: [],
  lines: [],
  clientName: 'Bazar Sur',
  choice: { addressId: 0, condition: -1, note: '' },
  ...more,
})

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  useStorage()
  storeUser({ id: 1, name: 'Ana', type: 'vendedor', clientId: -1, token: 'a' } as SessionUser)
  send.mockReset()
})

test('lines and orders of all clients, refused ones with the reason, and nothing of another user', async () => {
  const { unsentCarts } = await import('./unsent.ts')
  const refusal = { asking: false, reason: 'Ya no está a la venta' }
  keepLine(ANA, line(1, { clientName: 'Bazar Norte' }))
  keepLine(ANA, line(2, { refusal }))
  keepOrder(order('waits'))
  keepOrder(order('stopped', { at: 2, stopped: { reason: 'Cambió un precio', changes: [] } }))
  keepLine(BETO, line(3))
  keepOrder(order('of Beto', { owner: BETO }))
  const [norte, sur, ...more] = unsentCarts(1).toSorted((a, b) => a.owner.clientId - b.owner.clientId)
  expect(more).toEqual([])
  expect(norte).toMatchObject({ owner: ANA, clientName: 'Bazar Norte', orders: [] })
  expect(norte?.lines.map(({ code, state, reason }) => [code, state, reason])).toEqual([
    ['C1', 'saving', ''],
    ['C2', 'refused', refusal.reason],
  ])
  expect(sur).toMatchObject({ owner: ANA_FOR_8, clientName: 'Bazar Sur', lines: [] })
  expect(sur?.orders.map(({ key }) => key)).toEqual(['waits', 'stopped'])
})

test('an order that has its number, or is a cart again, waits for nothing', async () => {
  const { unsentCarts } = await import('./unsent.ts')
  keepOrder(order('made', { numbers: { orderId: 9, erpNumber: null } as never }))
  keepOrder(order('taken back', { reopened: true }))
  expect(unsentCarts(1)).toEqual([])
})

test('trying again sends what waits, also a line that was refused', async () => {
  const { unsentCarts, retryUnsent } = await import('./unsent.ts')
  send.mockResolvedValue(null)
  keepLine(ANA, line(2, { refusal: { asking: false, reason: 'No' } }))
  retryUnsent(unsentCarts(1))
  expect(keptLine(ANA, 2)?.refusal).toBeUndefined()
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith(ANA, expect.anything()), { timeout: 20_000 })
})
