/** Entries that are sealed while their user is gone, and opened when the user is back (R37, R229). */
import { beforeEach, expect, test, vi } from 'vitest'
import { useStorage } from './test-storage.ts'

const { call, sendAll } = vi.hoisted(() => ({ call: vi.fn(), sendAll: vi.fn() }))
vi.mock('../../lib/api.ts', async (original) => ({ ...(await original<object>()), call }))
vi.mock('./cart-saves.ts', () => ({ sendAll, showBook: () => undefined }))

const KEY = 'A'.repeat(43)
const LINE = 'sin-guardar:1:7:5'
const TEXT = 'pedido-rapido:1:7'

/** Locks of all tabs, one after another. */
function useLocks(): void {
  let turn: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<void>) => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  vi.stubGlobal('navigator', { locks: { request } })
}

/** A tab: the modules as they start in it. */
async function tab() {
  vi.resetModules()
  const { forgetUser, storeUser } = await import('../../lib/stored-user.ts')
  const { keepSealed } = await import('./sealed-book.ts')
  const { onOpened } = await import('./opened-book.ts')
  keepSealed()
  const ana = { id: 1, name: 'Ana', type: 'cliente', clientId: 7, token: 'a' } as Parameters<typeof storeUser>[0]
  return {
    onOpened,
    signIn: () => storeUser(ana),
    signOut: () => forgetUser('signedOut'),
  }
}

let storage: Record<string, string>
let refuse: (name: string, value: string) => void
beforeEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.resetAllMocks()
  vi.stubGlobal('window', new EventTarget())
  useLocks()
  refuse = () => undefined
  storage = useStorage((name, value) => refuse(name, value))
  call.mockResolvedValue(KEY)
})
/** How long a busy machine may take for what comes by itself. */
const SOON = { timeout: 20_000 }
const seals = () => Object.keys(storage).filter((name) => name.startsWith('sellado:'))
const sealed = () => vi.waitFor(() => expect([storage[LINE], storage[TEXT]]).toEqual([undefined, undefined]), SOON)
const opened = () => vi.waitFor(() => expect(seals()).toEqual([]), SOON)
const signedIn = () => vi.waitFor(() => expect(storage['llave:1']).toBe(KEY), SOON)

/** Ana leaves a line and a text behind. */
async function leave() {
  const page = await tab()
  page.signIn()
  await signedIn()
  storage[LINE] = '{"quantity":6}'
  storage[TEXT] = 'SI-9 x 6'
  page.signOut()
  await sealed()
  return page
}

test('a text that is opened alone is told, and stands before what was typed meanwhile', async () => {
  const page = await leave()
  const told = vi.fn()
  page.onOpened(told)
  storage[TEXT] = 'otro'
  page.signIn()
  await opened()
  expect(storage[TEXT]).toBe('SI-9 x 6\notro')
  expect(told).toHaveBeenCalledOnce()
})

test('a line that was typed since is newer than the sealed one', async () => {
  const page = await leave()
  storage[LINE] = '{"quantity":12}'
  page.signIn()
  await opened()
  expect(storage[LINE]).toBe('{"quantity":12}')
})

test('nothing opened is left readable where they are gone again by then', async () => {
  const page = await leave()
  const left = vi.fn(page.signOut)
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...values) => {
    decrypt.mockRestore()
    const plain = await crypto.subtle.decrypt(...values)
    left()
    return plain
  })
  page.signIn()
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce(), SOON)
  await vi.waitFor(() => expect(storage['llave:1']).toBeUndefined(), SOON)
  expect([storage[LINE], storage[TEXT]]).toEqual([undefined, undefined])
  page.signIn()
  await opened()
  expect(storage[LINE]).toBe('{"quantity":6}')
})

test('two seals of the same moment are two', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1_000)
  const page = await leave()
  // Another tab still writes after the sign-out.
  storage['llave:1'] = KEY
  storage['sin-guardar:1:7:9'] = '{"quantity":3}'
  page.signOut()
  await vi.waitFor(() => expect(storage['sin-guardar:1:7:9']).toBeUndefined(), SOON)
  page.signIn()
  await opened()
  expect(storage).toMatchObject({ [LINE]: '{"quantity":6}', 'sin-guardar:1:7:9': '{"quantity":3}' })
})

test('of the same line in two seals the newer counts', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
  const page = await leave()
  for (const quantity of [12, 18]) {
    now.mockReturnValue(1_000 + quantity)
    storage['llave:1'] = KEY
    storage[LINE] = JSON.stringify({ quantity })
    page.signOut()
    await sealed()
  }
  page.signIn()
  await opened()
  expect(storage[LINE]).toBe('{"quantity":18}')
})

test('where the storage is full the seal makes room for what it held', async () => {
  const page = await leave()
  refuse = (name) => {
    if (name === LINE && seals().length > 0) throw new DOMException('full', 'QuotaExceededError')
  }
  page.signIn()
  await opened()
  expect(storage).toMatchObject({ [LINE]: '{"quantity":6}', [TEXT]: 'SI-9 x 6' })
})

test('a key that does not come is asked for again, and then everything opens', async () => {
  const page = await leave()
  vi.useFakeTimers()
  call.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  page.signIn()
  await vi.advanceTimersByTimeAsync(3_000)
  vi.useRealTimers()
  await opened()
  expect(storage).toMatchObject({ [LINE]: '{"quantity":6}', [TEXT]: 'SI-9 x 6' })
  expect(sendAll).toHaveBeenCalledOnce()
})

test('what waits is sealed while the key of another is on its way', async () => {
  const page = await leave()
  call.mockImplementationOnce(() => new Promise(() => undefined))
  page.signIn()
  storage['llave:1'] = KEY
  storage['sin-guardar:1:7:9'] = '{"quantity":3}'
  page.signOut()
  await vi.waitFor(() => expect(storage['sin-guardar:1:7:9']).toBeUndefined(), SOON)
})
