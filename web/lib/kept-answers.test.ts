import { beforeEach, expect, test, vi } from 'vitest'
import { myOrders, type OrderRow } from '../../contract/orders.ts'

/** What the device's database has under any key. */
vi.mock('./device-database.ts', () => ({
  deviceDatabase: async () => ({ get: async () => ({ at: 1, pages: [[]] }) }),
}))

const { keptAnswer } = await import('./kept-answers.ts')
const { queryOf } = await import('./query.ts')
const { keepCacheToUser, queryClient } = await import('./query-client.ts')
const { forgetUser, storeUser } = await import('./stored-user.ts')

const user = (id: number) =>
  ({ id, name: 'Ana', type: 'cliente', clientId: id, token: `token-${id}` }) as const
const late = [{ id: 12 }] as OrderRow[]
const key = queryOf(myOrders, { query: { page: 0, text: '' } }).queryKey

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined })
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
