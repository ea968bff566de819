import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { paths } from '../paths.ts'
import { gateOf } from './page-gate.ts'

beforeEach(() => {
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

test('what was known stands while the server is out of reach', async () => {
  withFetch(async () => Response.json(true))
  expect(await open()).toBeNull()
  await queryClient.invalidateQueries()
  withFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await open()).toBeNull()
})

test('closed, or a server that fails, leads to the maintenance page (R104)', async () => {
  withFetch(async () => Response.json(false))
  expect(await open()).toEqual({ to: paths.maintenance })
  queryClient.clear()
  withFetch(async () => new Response('', { status: 500 }))
  expect(await open()).toEqual({ to: paths.maintenance })
})
