import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, expectTypeOf, test, vi } from 'vitest'
import { listZones } from '../../contract/erp-lists.ts'
import { myOrders } from '../../contract/orders.ts'
import { PAGE_SIZE } from '../../contract/rules.ts'
import { filterUsers, getUser, type User, type UserRow } from '../../contract/user-admin.ts'
import type { ApiError } from './api.ts'
import { outdate, type Page, pageQueryOf, pagesQueryOf, queryOf } from './query.ts'
import { queryClient } from './query-client.ts'

const all = { name: '', type: '', enabled: '', active: '' }
const row = (id: number, total?: number) => ({
  ID_USU: id,
  NOMBRE_USU: 'Ana',
  EMAIL_USU: 'a@b.com',
  CUIT_USU: '',
  RAZON_SOCIAL_USU: '',
  FECHA_ALTA_USU: '2026-01-01T00:00:00Z',
  tipo: 'cliente',
  habilitado: 1,
  activo: 1,
  verificado: 1,
  clienteEnUso: 1,
  cantPaginas: total,
})

let asked: string[]
/** Answers every call with what `answer` makes of its address. */
const server = (answer: (address: string) => unknown) => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json(answer(address))
  })
}

beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('localStorage', { getItem: () => null })
})

test('key and call come from the endpoint, the answer is typed by it', async () => {
  server(() => [{ ID_ZON: 2, DESCRIPCION_ZON: 'Norte' }])
  const zones = await queryClient.fetchQuery(queryOf(listZones))
  expectTypeOf(zones).toEqualTypeOf<{ id: number; name: string }[]>()
  expect(zones).toEqual([{ id: 2, name: 'Norte' }])
  expect(asked).toEqual([listZones.path])
  const known = queryClient.getQueryData(queryOf(listZones).queryKey)
  expect(known).toBe(zones)
})

test('values that the endpoint does not declare are no code', () => {
  expectTypeOf(queryOf(getUser, { params: { id: 1 } }).queryFn)
    .extract<(...args: never[]) => unknown>()
    .returns.resolves.toEqualTypeOf<User>()
  // @ts-expect-error: an id is a number.
  queryOf(getUser, { params: { id: '1' } })
  // @ts-expect-error: it is asked with an id.
  queryOf(getUser)
  // @ts-expect-error: it takes no query.
  queryOf(getUser, { params: { id: 1 }, query: { id: 1 } })
  // @ts-expect-error: it takes nothing.
  queryOf(listZones, { query: {} })
  // @ts-expect-error: an answer without pages has none.
  pageQueryOf(listZones)
})

test('different values are different answers, and nothing is asked while there is nothing to ask', () => {
  const key = (id: number) => queryOf(getUser, { params: { id } }).queryKey
  expect(key(1)).toEqual(key(1))
  expect(key(1)).not.toEqual(key(2))
  const waiting = new QueryObserver(queryClient, queryOf(getUser, null))
  server(() => null)
  const stop = waiting.subscribe(() => {})
  expect(waiting.getCurrentResult()).toMatchObject({ fetchStatus: 'idle', data: undefined })
  expect(asked).toEqual([])
  stop()
})

test('a page is its rows and the total that its first row carries', async () => {
  server(() => [row(1, 51), row(2)])
  const users = new QueryObserver(queryClient, pageQueryOf(filterUsers, { query: { ...all, page: 1 } }))
  const stop = users.subscribe(() => {})
  await expect.poll(() => users.getCurrentResult().isSuccess).toBe(true)
  const { data } = users.getCurrentResult()
  expectTypeOf(data).toEqualTypeOf<Page<UserRow> | undefined>()
  expect(data?.total).toBe(51)
  expect(data?.rows.map(({ id }) => id)).toEqual([1, 2])
  expect(asked).toEqual([`${filterUsers.path}?index=1`])
  stop()
})

test('a page behind the last asks the first one how many there are, in one call more', async () => {
  server((address) => (address.includes('index=98') ? [] : [row(1, 51)]))
  const users = new QueryObserver(queryClient, pageQueryOf(filterUsers, { query: { ...all, page: 98 } }))
  const stop = users.subscribe(() => {})
  await expect.poll(() => users.getCurrentResult().isSuccess).toBe(true)
  expect(users.getCurrentResult().data).toEqual({ rows: [], total: 51 })
  expect(asked).toEqual([`${filterUsers.path}?index=98`, `${filterUsers.path}?index=0`])
  stop()
})

test('a list that grows asks for another page behind a full one only', () => {
  const { getNextPageParam } = pagesQueryOf(myOrders, { query: { text: '' } })
  const pages = (length: number) => [Array.from({ length }) as never]
  const next = (length: number) => getNextPageParam(pages(length)[0] as never, pages(length), 0, [0])
  expect(next(PAGE_SIZE)).toBe(1)
  expect(next(PAGE_SIZE - 1)).toBeUndefined()
})

test('what is put out of date is one call, or its answers to some values, and nobody else', async () => {
  server((address) => (address === listZones.path ? [] : [row(1)]))
  const list = queryOf(filterUsers, { query: { ...all, page: 0 } })
  const others = queryOf(filterUsers, { query: { ...all, name: 'ana', page: 0 } })
  await Promise.all([
    queryClient.fetchQuery(list),
    queryClient.fetchQuery(others),
    queryClient.fetchQuery(queryOf(listZones)),
  ])
  const old = () =>
    [list, others, queryOf(listZones)].map(
      ({ queryKey }) => queryClient.getQueryState(queryKey as readonly unknown[])?.isInvalidated,
    )
  await outdate(filterUsers, { query: { name: 'ana' } })
  expect(old()).toEqual([false, true, false])
  await outdate(filterUsers)
  expect(old()).toEqual([true, true, false])
  // @ts-expect-error: no such value.
  void outdate(filterUsers, { query: { nombre: 'ana' } })
})

test('a screen asks again by itself where the connection failed, and not after a whole time limit', async () => {
  const failing = async (signalOf: () => AbortSignal) => {
    let times = 0
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(signalOf)
    vi.stubGlobal('fetch', async () => {
      times++
      throw new TypeError('Failed to fetch')
    })
    vi.useFakeTimers()
    const zones = new QueryObserver(queryClient, queryOf(listZones))
    const stop = zones.subscribe(() => {})
    await vi.runAllTimersAsync()
    stop()
    vi.useRealTimers()
    queryClient.clear()
    return [times, (zones.getCurrentResult().error as ApiError | null)?.code]
  }
  expect(await failing(() => new AbortController().signal)).toEqual([3, 'NETWORK'])
  expect(await failing(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))).toEqual([1, 'TIMEOUT'])
})
