/** What is sent while its user leaves (R37, R228, R229). */
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../contract/auth.ts'
import { ApiError } from '../lib/api.ts'
import { forgetUser, storeUser } from '../lib/stored-user.ts'
import { type KeptOrder, keepLine, keepOrder, keptOf, type StoredLine } from './device-store.ts'
import { send } from './send-book.ts'
import { useStorage } from './test-storage.ts'

const { call, showMade } = vi.hoisted(() => ({ call: vi.fn(), showMade: vi.fn() }))
vi.mock('../lib/api.ts', async (original) => ({ ...(await original<object>()), call }))
vi.mock('./orders/made-order.ts', () => ({ showMade }))

const ANA = { userId: 1, clientId: 7 }
const user = { id: 1, name: 'Ana', type: 'cliente', clientId: 7, token: 'a' } as SessionUser
const typed: StoredLine = { articleId: 5, stamp: 'b', quantity: 6, code: 'C5', known: [] }
const order: KeptOrder = {
  ...{ key: 'k', at: 1, owner: ANA, known: [] },
  choice: { addressId: 0, condition: -1, note: '' },
  lines: [{ articleId: 2, code: 'C2', description: '', quantity: 6, note: '', unitPrice: 100 }],
}
const onStored = vi.fn()
const sendAll = () => send(ANA, { onChange: () => undefined, onStored })

let storage: Record<string, string>
beforeEach(() => {
  vi.resetAllMocks()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
  storage = useStorage()
  storeUser(user)
})

/** Ana leaves, what waits for her is sealed, and the next one signs in. */
function changeUser(): void {
  forgetUser('signedOut')
  for (const name of Object.keys(storage)) delete storage[name]
  storeUser({ ...user, id: 2, name: 'Beto', type: 'vendedor', token: 'b' })
}
const readable = () => Object.keys(storage).filter((name) => name !== 'usuario')

test('an order whose answer comes when its user is gone leaves nothing for the next one', async () => {
  keepOrder(order)
  call.mockImplementation(async () => {
    changeUser()
    return { orderId: 9, erpNumber: null }
  })
  await sendAll()
  expect(call).toHaveBeenCalledOnce()
  expect(readable()).toEqual([])
  expect(showMade).not.toHaveBeenCalled()
})

test('nor does a refusal that comes then', async () => {
  keepOrder(order)
  call.mockImplementation(async () => {
    changeUser()
    throw new ApiError(409, 'CHANGED', 'El pedido cambió')
  })
  await sendAll()
  expect(readable()).toEqual([])
})

test('what was stored of lines is not told to the next one', async () => {
  keepLine(ANA, typed)
  call.mockImplementation(async () => {
    changeUser()
    return { lines: [{ row: 0, articleId: 5, quantity: 6, note: '', lineId: 1 }], notices: [] }
  })
  await sendAll()
  expect(readable()).toEqual([])
  expect(onStored).not.toHaveBeenCalled()
})

test('while they stay, the order gets its number, and then the lines go', async () => {
  keepOrder(order)
  keepLine(ANA, typed)
  call.mockResolvedValueOnce({ orderId: 9, erpNumber: null }).mockResolvedValueOnce({
    lines: [{ row: 0, articleId: 5, quantity: 6, note: '', lineId: 1 }],
    notices: [],
  })
  expect(await sendAll()).toBe('')
  expect(keptOf(ANA)).toMatchObject({ lines: [], orders: [{ key: 'k', numbers: { orderId: 9 } }] })
  expect(onStored).toHaveBeenCalledOnce()
})
