import { hashKey, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ClientForOrders, listClientsForOrders } from '../../../contract/clients.ts'
import { myOrders, type OrderRow } from '../../../contract/orders.ts'
import { clientAddresses } from '../../../contract/users.ts'

/** The answers in the device's database, by key; undefined: the same answer under every key. */
let onDevice: Record<string, { at: number; clientId?: number; pages: unknown[] }> | undefined
/** How long the device takes to read an answer, in milliseconds. */
let readTime = 0
vi.mock('./device-database.ts', () => ({
  deviceDatabase: async () => ({
    get: async (_: string, name: string) => {
      if (readTime > 0) await new Promise((done) => setTimeout(done, readTime))
      return onDevice ? onDevice[name] : name === 'indice' ? undefined : { at: 1, pages: [[]] }
    },
    change: async () => undefined,
  }),
}))

const { awayBy, dataOf } = await import('./data-age.ts')
const { ApiError } = await import('../api.ts')
const { keepAnswers, keptAnswer } = await import('./kept-answers.ts')
const { queryOf } = await import('../query.ts')
const { keepCacheToUser, queryClient } = await import('../query-client.ts')
const { forgetUser, storeUser } = await import('../stored-user.ts')

const user = (id: number) => ({ id, name: 'Ana', type: 'cliente', clientId: id, token: `token-${id}` }) as const
const late = [{ id: 12 }] as OrderRow[]
const key = queryOf(myOrders, { query: { page: 0, text: '' } }).queryKey

/** What the modules listen for, over all tests: they listen once. */
const heard = new Map<string, () => void>()

beforeEach(() => {
  onDevice = undefined
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: () => void) => heard.set(name, listener),
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    setItem: () => undefined,
    removeItem: () => undefined,
    getItem: () => null,
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] })
})

/** The server's answer comes after the device's, and `meanwhile` before it. */
async function answeredLate(meanwhile: () => void): Promise<unknown> {
  const stop = keepCacheToUser()
  storeUser(user(1))
  let answer = (_: OrderRow[]) => {}
  const asked = new Promise<OrderRow[]>((resolve) => {
    answer = resolve
  })
  queryClient.setQueryData(key, await keptAnswer(myOrders, key, 0, asked))
  meanwhile()
  answer(late)
  await asked
  stop()
  return queryClient.getQueryData(key)
}

test("an answer that comes after the device's takes its place", async () => {
  expect(await answeredLate(() => undefined)).toEqual(late)
})

test('an answer that comes after its user has left is not shown to the next one (R37)', async () => {
  const next = () => {
    forgetUser('signedOut')
    storeUser(user(2))
  }
  expect(await answeredLate(next)).toBeUndefined()
})

test('what nobody asked of one is found in what was asked of all, and the newer of both counts', async () => {
  storeUser(user(1))
  const never = new Promise<never>(() => undefined)
  const addresses = queryOf(clientAddresses, { params: { clientId: 7 } }).queryKey
  const part = {
    whole: listClientsForOrders,
    pick: (clients: unknown) => (clients as ClientForOrders[]).find(({ id }) => id === 7)?.addresses,
  }
  const address = (id: number) => ({
    ID_DIR: id,
    DIRECCION_DIR: 'Mitre 1',
    LOCALIDAD_DIR: 'Salta',
    IDPRV_DIR: null,
    NOMBRE_EXP: '',
  })
  const client = (id: number) => ({
    ID_CLI: id,
    codigo: 'C7',
    RAZONSOCIAL_CLI: 'Güemes',
    nombre: '',
    CUIT_CLI: '',
    IDCDV_CLI: 4,
    linea: 'c',
    ultima: null,
    direcciones: [address(70), address(71)],
  })
  const whole = JSON.stringify([listClientsForOrders.method, listClientsForOrders.path])
  const idsOf = async () => (await keptAnswer(clientAddresses, addresses, 0, never, part)).map(({ id }) => id)
  onDevice = { [whole]: { at: 5, pages: [[client(6), client(7)]] } }
  expect(await idsOf()).toEqual([70, 71])
  onDevice = { ...onDevice, [hashKey(addresses)]: { at: 4, pages: [[address(9)]] } }
  expect(await idsOf()).toEqual([70, 71])
  onDevice = { ...onDevice, [hashKey(addresses)]: { at: 6, pages: [[address(9)]] } }
  expect(await idsOf()).toEqual([9])
  onDevice = { [whole]: { at: 5, pages: [[client(6)]] } }
  await expect(idsOf()).rejects.toThrow('Nothing is kept')
})

test('an answer that was kept while the user had another client is not served: it may have the prices of that one', async () => {
  storeUser(user(1))
  const never = new Promise<OrderRow[]>(() => {})
  onDevice = { [hashKey(key)]: { at: 5, clientId: 1, pages: [[]] } }
  await expect(keptAnswer(myOrders, key, 0, never)).resolves.toEqual([])
  storeUser({ ...user(1), clientId: 8 })
  await expect(keptAnswer(myOrders, key, 0, never)).rejects.toThrow('Nothing is kept')
})

test('a user whose client has changed is asked anew for what was shown, and nothing of it stays', () => {
  storeUser(user(1))
  const stop = keepCacheToUser()
  queryClient.setQueryData(key, late)
  storeUser({ ...user(1), token: 'otro' })
  expect(queryClient.getQueryData(key)).toBe(late)
  storeUser({ ...user(1), clientId: 8 })
  expect(queryClient.getQueryData(key)).toBeUndefined()
  stop()
})

test('what is shown while an answer takes long is not said to be without signal, until the answer fails', async () => {
  storeUser(user(1))
  let fail = (_: Error) => {}
  const asked = new Promise<OrderRow[]>((_, reject) => {
    fail = reject
  })
  queryClient.removeQueries({ queryKey: key })
  const queryFn = () => keptAnswer(myOrders, key, 0, asked)
  const shown = new QueryObserver(queryClient, { queryKey: key, queryFn })
  const unsubscribe = shown.subscribe(() => undefined)
  await shown.refetch({ cancelRefetch: false })
  expect([dataOf(), awayBy()]).toEqual([1, 'slow'])
  fail(new ApiError(0, 'NETWORK', ''))
  await asked.catch(() => undefined)
  expect([dataOf(), awayBy()]).toEqual([1, 'signal'])
  unsubscribe()
})

test('an answer that comes while the kept one is read is shown, and no connection is called slow', async () => {
  storeUser(user(1))
  queryClient.removeQueries({ queryKey: key })
  await expect(keptAnswer(myOrders, key, 0, Promise.resolve(late))).rejects.toThrow('Answered meanwhile')
  const shown = new QueryObserver(queryClient, { queryKey: key, queryFn: () => late })
  const unsubscribe = shown.subscribe(() => undefined)
  await shown.refetch({ cancelRefetch: false })
  expect(dataOf()).toBeNull()
  unsubscribe()
})

test('the kept answer does not take the place of a newer one that came while the server was waited for (R224)', async () => {
  storeUser(user(1))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  queryClient.removeQueries({ queryKey: key })
  void queryClient.fetchQuery(queryOf(myOrders, { query: { page: 0, text: '' } })).catch(() => undefined)
  queryClient.setQueryData(key, late)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryClient.getQueryData(key)).toEqual(late)
  await queryClient.cancelQueries({ queryKey: key })
})

test('the age of the data is told to whoever is signed in, and not on the sign-in screen', () => {
  storeUser(user(1))
  keepAnswers()
  heard.get('offline')?.()
  expect(dataOf()).not.toBeNull()
  forgetUser('signedOut')
  expect(dataOf()).toBeNull()
  storeUser(user(1))
  expect(dataOf()).not.toBeNull()
})

test('where one call fails each time, another that is answered does not have it asked again at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'Date'] })
  storeUser(user(1))
  queryClient.clear()
  let failures = 0
  vi.stubGlobal('fetch', async (address: string) => {
    await new Promise((done) => setTimeout(done, 10))
    if (!address.includes('clientes')) return Response.json([])
    failures++
    throw new TypeError('network error')
  })
  keepAnswers()
  const stops = [
    new QueryObserver(queryClient, queryOf(myOrders, { query: { page: 0, text: '' } })),
    new QueryObserver(queryClient, queryOf(listClientsForOrders)),
  ].map((observer) => observer.subscribe(() => undefined))
  // Both show what is kept; then both are asked again, and the one that fails three times.
  await vi.advanceTimersByTimeAsync(1_000)
  heard.get('online')?.()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(failures).toBeGreaterThan(0)
  const before = failures
  await vi.advanceTimersByTimeAsync(5_000)
  expect(failures).toBe(before)
  for (const stop of stops) stop()
})

test('the first answer after the signal is back ends the state without signal', async () => {
  storeUser(user(1))
  queryClient.clear()
  // The kept answer is asked for twice: because the server's is late, and while it is read, because that one fails.
  readTime = 20
  let isConnected = false
  vi.stubGlobal('fetch', async () => {
    await new Promise((done) => setTimeout(done, 10))
    if (!isConnected) throw new TypeError('network error')
    return Response.json([])
  })
  keepAnswers()
  const orders = new QueryObserver(queryClient, queryOf(myOrders, { query: { page: 0, text: '' } }))
  const stop = orders.subscribe(() => undefined)
  for (let time = 0; time < 60; time += 5) {
    await vi.advanceTimersByTimeAsync(5)
    await vi.dynamicImportSettled()
  }
  expect([dataOf(), awayBy()]).toEqual([1, 'signal'])
  isConnected = true
  heard.get('online')?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(dataOf()).toBeNull()
  stop()
  readTime = 0
})

test('a read that met its time limit is a want of signal, and the return of it makes it again at once', async () => {
  storeUser(user(1))
  queryClient.clear()
  let limit = () => {}
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    limit = () => controller.abort(new DOMException('', 'TimeoutError'))
    return controller.signal
  })
  let calls = 0
  let isConnected = true
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    calls++
    if (isConnected) return Promise.resolve(Response.json([]))
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  keepAnswers()
  const orders = new QueryObserver(queryClient, queryOf(myOrders, { query: { page: 0, text: '' } }))
  const stop = orders.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect(dataOf()).toBeNull()
  isConnected = false
  void orders.refetch()
  await vi.advanceTimersByTimeAsync(10)
  limit()
  await vi.advanceTimersByTimeAsync(10)
  expect(awayBy()).toBe('signal')
  expect(dataOf()).not.toBeNull()
  // The next try hangs as well; then the browser tells of another network.
  heard.get('online')?.()
  await vi.advanceTimersByTimeAsync(10)
  isConnected = true
  const before = calls
  heard.get('online')?.()
  await vi.advanceTimersByTimeAsync(10)
  expect(calls).toBeGreaterThan(before)
  expect(dataOf()).toBeNull()
  stop()
  vi.restoreAllMocks()
})
