import { beforeEach, expect, test, vi } from 'vitest'
import { countCart } from '../../contract/cart.ts'
import { texts } from '../../contract/errors.ts'
import { isPageOpen } from '../../contract/settings.ts'
import { call } from '../lib/api.ts'
import { queryOf } from '../lib/query.ts'
import { queryClient } from '../lib/query-client.ts'
import { paths } from '../paths.ts'
import { gateOf, leaveClosedScreens } from './page-gate.ts'

const place = vi.hoisted(() => ({ pathname: '/carrito', led: vi.fn() }))
vi.mock('../lib/navigation.ts', () => ({
  currentLocation: () => ({ pathname: place.pathname }),
  navigate: place.led,
}))

beforeEach(() => {
  place.pathname = '/carrito'
  place.led.mockClear()
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
})
const withFetch = (answer: () => Promise<Response>) => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', answer)
}
const open = gateOf('CARRITO')

test('out of reach is not closed, whatever the browser believes of its connection', async () => {
  withFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(open()).rejects.toMatchObject({ code: 'NETWORK' })
})

test('a switch whose answer never comes is not closed either', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  withFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(open()).rejects.toMatchObject({ code: 'TIMEOUT' })
  vi.restoreAllMocks()
})

test('what was known stands while the server is out of reach', async () => {
  withFetch(async () => Response.json(true))
  expect(await open()).toBeNull()
  await queryClient.invalidateQueries()
  withFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await open()).toBeNull()
})

test('what was open opens at once; who is told otherwise meanwhile is led away, unless they have gone on', async () => {
  withFetch(async () => Response.json(true))
  await open()
  let answer: (response: Response) => void = () => undefined
  const closed = async () => {
    await queryClient.invalidateQueries()
    withFetch(() => new Promise<Response>((resolve) => (answer = resolve)))
    expect(await open()).toBeNull()
    expect(place.led).not.toHaveBeenCalled()
  }
  await closed()
  answer(Response.json(false))
  await expect.poll(() => place.led.mock.lastCall).toEqual([paths.maintenance, { replace: true }])

  place.led.mockClear()
  queryClient.setQueryData(queryOf(isPageOpen, { query: { page: 'CARRITO' } }).queryKey, true)
  await closed()
  place.pathname = '/catalogo'
  answer(Response.json(false))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(place.led).not.toHaveBeenCalled()
})

test('closed, or a server that fails, leads to the maintenance page (R104)', async () => {
  withFetch(async () => Response.json(false))
  expect(await open()).toEqual({ to: paths.maintenance })
  queryClient.clear()
  withFetch(async () => new Response('', { status: 500 }))
  expect(await open()).toEqual({ to: paths.maintenance })
})

test.each([
  ['a shop that says when to come back', 503, { 'retry-after': '5' }],
  ['a proxy that does not reach the shop', 504, undefined],
])('%s is waited for (R230)', async (_, status, headers) => {
  const fails = async () => new Response('', { status, headers })
  withFetch(fails)
  await expect(open()).rejects.toMatchObject({ status })
  withFetch(async () => Response.json(true))
  expect(await open()).toBeNull()
  await queryClient.invalidateQueries()
  withFetch(fails)
  expect(await open()).toBeNull()
})

test.each([
  ['/carrito', texts.pageClosed, true],
  ['/confirmar-pedido', texts.pageClosed, true],
  ['/confirmar-pedido/12', texts.pageClosed, true],
  ['/catalogo', texts.pageClosed, false],
  ['/mis-pedidos', texts.pageClosed, false],
  ['/carrito', texts.forbidden, false],
])('at %s a call of the cart that is refused with «%s» leads away: %s', async (pathname, message, isLed) => {
  leaveClosedScreens()
  place.pathname = pathname
  withFetch(async () => Response.json({ error: 'FORBIDDEN', message }, { status: 403 }))
  await expect(call(countCart, { query: { userId: undefined, clientId: undefined } })).rejects.toMatchObject({
    status: 403,
  })
  expect(place.led.mock.calls).toEqual(isLed ? [[paths.maintenance, { replace: true }]] : [])
})
