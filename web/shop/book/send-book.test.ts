/** What is sent while its user leaves (R37, R228, R229). */
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionUser } from '../../../contract/auth.ts'
import { ApiError } from '../../lib/api.ts'
import { forgetUser, storeUser } from '../../lib/stored-user.ts'
import { type KeptOrder, keepLine, keepOrder, keptOf, type StoredLine } from './device-store.ts'
import { send } from './send-book.ts'
import { useStorage } from './test-storage.ts'

const { call, showMade } = vi.hoisted(() => ({ call: vi.fn(), showMade: vi.fn() }))
vi.mock('../../lib/api.ts', async (original) => ({ ...(await original<object>()), call }))
vi.mock('./made-order.ts', () => ({ showMade }))

const ANA = { userId: 1, clientId: 7 }
const user = { id: 1, name: 'Ana', type: 'cliente', clientId: 7, token: 'a' } as SessionUser
const typed: StoredLine = { articleId: 5, stamp: 'b', quantity: 6, code: 'C5', known: [] }
const order: KeptOrder = {
  key: 'k',
  at: 1,
  owner: ANA,
  known: [],
  choice: { addressId: 0, condition: -1, note: '' },
  lines: [{ articleId: 2, code: 'C2', description: '', quantity: 6, note: '', unitPrice: 100 }],
}
const onStored = vi.fn()
let stamps = 0
const watched = new Set<string>()
const sendAll = () =>
  send(ANA, {
    onChange: () => undefined,
    onStored,
    isWatched: (key: string) => watched.has(key),
    nextStamp: () => `z${stamps++}`,
  })

let storage: Record<string, string>
beforeEach(() => {
  vi.resetAllMocks()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', {})
  storage = useStorage()
  storeUser(user)
  watched.clear()
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

test('a quantity that is rounded and unusual is asked about, not told as adjusted', async () => {
  keepLine(ANA, { ...typed, quantity: 1000 })
  call.mockResolvedValue({
    lines: [],
    notices: [
      { row: 0, code: 'C5', dropped: false, reason: 'La cantidad se ajusta a 999: se vende de a 3' },
      { row: 0, code: 'C5', dropped: true, asking: true, reason: '¿999 unidades? Es más de 20 bultos' },
    ],
  })
  await sendAll()
  expect(keptOf(ANA).lines[0]?.refusal).toEqual({ asking: true, reason: '¿999 unidades? Es más de 20 bultos' })
})

test.each([
  ['the cart had it on the screen', { known: [6] }, true],
  ['an earlier save may have been stored meanwhile', { known: [6, 12] }, true],
  ['it is new', { known: [0] }, undefined],
  ['this device may have taken it out itself', { known: [6, 0] }, undefined],
  ['the device has never read the cart', { known: [] }, undefined],
  ['its question about the quantity was answered', { known: [6], confirmed: true }, true],
  ['somebody decided to add it again', { known: [6, 0], confirmed: true }, undefined],
])('a line tells whether it was in the cart: %s (R422)', async (_, line, told) => {
  keepLine(ANA, { ...typed, quantity: 18, ...line })
  call.mockResolvedValue({ lines: [{ row: 0, articleId: 5, quantity: 18, note: '', lineId: 1 }], notices: [] })
  await sendAll()
  expect(call.mock.calls[0]?.[1].body.lines[0].wasInCart).toBe(told)
})

test.each([
  ['another device had ordered it', [6], 0, true],
  ['it was there', [6], 6, false],
  ['an earlier answer was lost', [6, 0], 0, false],
])('a removal tells whether the line had left the cart before: %s', async (_, known, inCart, hadLeft) => {
  keepLine(ANA, { ...typed, quantity: 0, known })
  call.mockResolvedValue({ lines: [{ row: 0, articleId: 5, quantity: 0, note: '', inCart }], notices: [] })
  await sendAll()
  expect(onStored).toHaveBeenCalledWith(ANA, [expect.objectContaining({ line: null, hadLeft })])
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

test('an order for a client out of use is refused in the shop’s words, and stays on the device (R317)', async () => {
  const reason = 'Su cuenta de cliente no está activa. Comuníquese con nosotros.'
  keepOrder(order)
  call.mockRejectedValue(new ApiError(403, 'FORBIDDEN', reason))
  await sendAll()
  expect(keptOf(ANA).orders).toMatchObject([{ key: 'k', lines: order.lines, stopped: { reason } }])
})

test('an order below its least amount stays in the shop’s words, and is sent with the reason that it gets (R363)', async () => {
  keepOrder(order)
  const reason = 'Faltan $ 30,00 para el pedido mínimo, que es de $ 36,00'
  call.mockRejectedValueOnce(new ApiError(409, 'CONFLICT', reason, [{ FALTA: 30, PEDIDO_MINIMO: 36 }]))
  await sendAll()
  expect(keptOf(ANA).orders[0]?.stopped).toEqual({ reason, changes: [], isBelowLeast: true })
  keepOrder({ ...order, choice: { ...order.choice, ruleReason: 'Primera compra' } })
  call.mockResolvedValueOnce({ orderId: 9, erpNumber: null })
  await sendAll()
  expect(call.mock.calls.at(-1)?.[1]).toMatchObject({
    query: { ruleReason: 'Primera compra', shownTotal: 600 },
    headers: { 'idempotency-key': 'k' },
  })
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

test('a line typed while the cart is closed waits, and goes once it is open again', async () => {
  const closed = 'Esta sección no está habilitada en este momento'
  keepLine(ANA, typed)
  call
    .mockRejectedValueOnce(new ApiError(403, 'FORBIDDEN', closed))
    .mockResolvedValueOnce({ lines: [{ row: 0, articleId: 5, quantity: 6, note: '', lineId: 1 }], notices: [] })
  expect(await sendAll()).toMatchObject({ of: 'shop', reason: closed })
  expect(keptOf(ANA).lines[0]?.refusal).toBeUndefined()
  expect(await sendAll()).toBeNull()
  expect(keptOf(ANA).lines).toEqual([])
})

test('while they stay, the order gets its number, and then the lines go', async () => {
  keepOrder(order)
  keepLine(ANA, typed)
  call.mockResolvedValueOnce({ orderId: 9, erpNumber: null }).mockResolvedValueOnce({
    lines: [{ row: 0, articleId: 5, quantity: 6, note: '', lineId: 1 }],
    notices: [],
  })
  expect(await sendAll()).toBeNull()
  expect(keptOf(ANA)).toMatchObject({ lines: [], orders: [{ key: 'k', numbers: { orderId: 9 } }] })
  expect(onStored).toHaveBeenCalledOnce()
})

const trouble = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, 'INTERNAL', 'La tienda tuvo un problema', [], retryAfter)

test('a failure of the shop is told where the order was sent from; sent later from the device, the order waits', async () => {
  keepOrder(order)
  call.mockRejectedValue(trouble(500))
  expect(await sendAll()).toMatchObject({ of: 'shop' })
  expect(keptOf(ANA).orders[0]).not.toHaveProperty('stopped')
  watched.add('k')
  expect(await sendAll()).toBeNull()
  expect(keptOf(ANA).orders[0]?.stopped).toMatchObject({
    reason: expect.stringMatching(/^La tienda no pudo recibirlo/),
    changes: [],
    isOpen: true,
  })
})

test('a shop that says when to come back is waited for, also where somebody waits for the answer', async () => {
  keepOrder(order)
  watched.add('k')
  call.mockRejectedValue(trouble(503, 7))
  expect(await sendAll()).toEqual({ of: 'shop', reason: 'La tienda tuvo un problema', wait: 7_000 })
  expect(keptOf(ANA).orders[0]).not.toHaveProperty('stopped')
})

test.each(['NETWORK', 'TIMEOUT'])('%s is a want of signal, and stops nothing', async (code) => {
  keepOrder(order)
  watched.add('k')
  call.mockRejectedValue(new ApiError(0, code, 'No hay conexión'))
  expect(await sendAll()).toMatchObject({ of: 'signal' })
  expect(keptOf(ANA).orders[0]).not.toHaveProperty('stopped')
})

test('an order whose key has made another one is closed with that number; the cart keeps what that one lacks', async () => {
  const line = (articleId: number, quantity: number) => ({
    articleId,
    code: `C${articleId}`,
    description: '',
    quantity,
    note: '',
    unitPrice: 100,
  })
  keepOrder({ ...order, lines: [line(2, 12), line(3, 6), line(4, 5), line(6, 1)] })
  // Typed after it: a cart of its own.
  keepLine(ANA, { ...typed, articleId: 6, code: 'C6', quantity: 9 })
  call.mockRejectedValueOnce(new ApiError(409, 'CONFLICT', 'Ya está hecho', [{ IDCON_PED: 41, NUMERO_PED: 31 }]))
  call.mockResolvedValueOnce([line(2, 6), line(3, 6), line(6, 1)])
  call.mockResolvedValue({ lines: [], notices: [] })
  await sendAll()
  expect(keptOf(ANA).orders).toMatchObject([{ numbers: { orderId: 41, erpNumber: 31 }, stood: true }])
  const { body } = call.mock.calls[2]![1]
  expect(body.lines).toMatchObject([
    { articleId: 6, quantity: 9 },
    { articleId: 2, quantity: 6 },
    { articleId: 3, quantity: 0 },
    { articleId: 4, quantity: 5 },
  ])
})

test('what went out under the key of an order that was taken back leaves nothing of it in the cart', async () => {
  keepOrder({ ...order, again: true })
  call.mockResolvedValueOnce({ orderId: 9, erpNumber: 31 }).mockResolvedValue({ lines: [], notices: [] })
  await sendAll()
  expect(keptOf(ANA).orders).toMatchObject([{ numbers: { orderId: 9 } }])
  expect(call.mock.calls[1]![1].body.lines).toMatchObject([{ articleId: 2, quantity: 0 }])
})

test('of a cart that this device has never read the order says nothing', async () => {
  keepOrder({ ...order, known: null })
  call.mockResolvedValue({ orderId: 9, erpNumber: 31 })
  await sendAll()
  expect(call.mock.calls[0]![1].body).not.toHaveProperty('known')
})
