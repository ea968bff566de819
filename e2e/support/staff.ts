/** The tests' `test` as a seller of the demo shop: a signed-in browser, and an API context of the same user. */
import type { APIRequestContext } from '@playwright/test'
import {
  beginSignedIn,
  cartOf,
  expect,
  type RunningShop,
  type StoredUser,
  searchRows,
  test as shopTest,
  type WireCartLine,
  type WireRow,
} from './test.ts'

export { expect } from '@playwright/test'

const PASSWORD = 'bulto-demo-2026'
export const SELLER = '20333333334'
export const SUPERVISOR = '20222222223'

type Playwright = Pick<typeof import('@playwright/test'), 'request'>

/** An API context of a supervisor of the demo shop. */
export async function officeOf(shop: RunningShop, playwright: Playwright): Promise<APIRequestContext> {
  const { accessToken } = await shop.sessionOf({ cuit: SUPERVISOR, password: PASSWORD, clientId: -1 })
  const extraHTTPHeaders = { authorization: `Bearer ${accessToken}` }
  return playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
}

/** Takes an article off sale, or puts it back; the catalogue in memory follows within a moment. */
export async function sell(office: APIRequestContext, buyer: APIRequestContext, article: WireRow, active: 0 | 1) {
  const record = await (await office.get(`/api/pedidos/productos/articulo/${article.IDART_IO}`)).json()
  const data = { ...record, ACTIVO_IO: active }
  const answer = await office.put(`/api/pedidos/productos/item/${record.ID_IO}`, { data })
  if (!answer.ok()) throw new Error(`Changing an article answered ${answer.status()}: ${await answer.text()}`)
  const isFound = async () =>
    (await searchRows(buyer, { n: article.CODIGO_ART })).some(({ IDART_IO }) => IDART_IO === article.IDART_IO)
  await expect.poll(isFound).toBe(active === 1)
}

/** A client as on the wire, as far as tests read it. */
export interface WireClient {
  ID_CLI: number
  codigo: string
  RAZONSOCIAL_CLI: string
  CUIT_CLI: string
  IDCDV_CLI: number
}

export interface Desk {
  user: StoredUser
  api: APIRequestContext
  /** The clients for whom the user may act. */
  clients: WireClient[]
  /** The client with an ID_CLI. */
  client(id: number): WireClient
  emptyCart(clientId: number): Promise<void>
  /** Lines of the user's cart for a client. */
  cart(clientId: number): Promise<WireCartLine[]>
}

/** `staffCuit` is the user of the desk, by default the seller; the browser begins signed in. */
export const test = shopTest.extend<{ staffCuit: string; desk: Desk }>({
  staffCuit: [SELLER, { option: true }],
  desk: async ({ context, shop, playwright, staffCuit }, use) => {
    const user = await beginSignedIn(context, shop, { cuit: staffCuit, password: PASSWORD, clientId: -1 })
    const signin = `${user.id}:${user.accessToken.slice(-8)}`
    await context.addInitScript((seen) => localStorage.setItem('novedades-vistas', seen), signin)
    const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
    const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    const clients: WireClient[] = await (await api.get('/api/usuarios/clientes/all')).json()
    await use({
      user,
      api,
      clients,
      client: (id) => clients.find(({ ID_CLI }) => ID_CLI === id) ?? fail(`No client ${id}`),
      emptyCart: async (clientId) => {
        await api.delete(`/api/pedidos/itemsCarrito/${user.id}/${clientId}`)
      },
      cart: (clientId) => cartOf(api, { id: user.id, idcli: clientId }),
    })
    await api.dispose()
  },
})

function fail(why: string): never {
  throw new Error(why)
}
