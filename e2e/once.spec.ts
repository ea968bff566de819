/** However often 'Enviar' is pressed and whatever becomes of the answer: one cart is one order (R22). */
import type { Page, Route } from '@playwright/test'
import { expect, fillCart, ordersOf, searchRows, signInContext, test } from './support/test.ts'

const ORDER_CALL = '**/api/pedidos/productos/pedido?*'
const created = (page: Page) => page.getByRole('heading', { name: 'Pedido creado correctamente!' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar' })

test.beforeEach(async ({ api, user }) => {
  const rows = (await searchRows(api)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  await fillCart(
    api,
    user,
    rows.slice(0, 4).map((row, at) => ({ idart: row.IDART_IO, cantidad: at + 1 })),
  )
})

async function openForm(page: Page): Promise<void> {
  await page.goto('/confirmar-pedido')
  await page.getByLabel('Retiro en el local').check()
  await expect(sendButton(page)).toBeEnabled()
}

test('two browsers press Enviar at once: one order, and the other is told', async ({
  browser,
  page,
  api,
  shop,
  client,
}) => {
  const elsewhere = await browser.newContext({ baseURL: shop.url, locale: 'es-AR' })
  await signInContext(elsewhere, shop, client)
  const other = await elsewhere.newPage()
  await Promise.all([openForm(page), openForm(other)])
  await Promise.all([sendButton(page).click(), sendButton(other).click()])
  await expect
    .poll(async () => [await created(page).count(), await created(other).count()].sort())
    .toEqual([0, 1])
  const loser = (await created(page).count()) === 0 ? page : other
  await expect(loser.getByText('No hay items en tu carrito..').first()).toBeVisible()
  expect(await ordersOf(api)).toHaveLength(1)
  await elsewhere.close()
})

test('a double click is one order', async ({ page, api }) => {
  await openForm(page)
  await sendButton(page).dblclick()
  await expect(created(page)).toBeVisible()
  expect(await ordersOf(api)).toHaveLength(1)
})

/** Lets the next order reach the server and gives its answer into the test's hand. */
async function holdAnswer(page: Page) {
  let reached = (_: Route) => {}
  const made = new Promise<Route>((resolve) => {
    reached = resolve
  })
  await page.route(
    ORDER_CALL,
    async (route) => {
      const answer = await route.fetch()
      expect(answer.ok()).toBe(true)
      reached(route)
    },
    { times: 1 },
  )
  return made
}

test('a reload during the answer shows the number of the one order', async ({ page, api }) => {
  await openForm(page)
  const made = holdAnswer(page)
  await sendButton(page).click()
  await made
  await page.reload()
  await expect(created(page)).toBeVisible()
  const orders = await ordersOf(api)
  expect(orders).toHaveLength(1)
  await expect(page.getByText(`Numero de pedido: ${orders[0]?.NUMERO_PED}`)).toBeVisible()
})

test('an answer lost on the way: the screen asks again and shows the number of the one order', async ({
  page,
  api,
}) => {
  await openForm(page)
  const made = holdAnswer(page)
  await sendButton(page).click()
  await (await made).abort('connectionreset')
  await expect(created(page)).toBeVisible()
  const orders = await ordersOf(api)
  expect(orders).toHaveLength(1)
  await expect(page.getByText(`Numero de pedido: ${orders[0]?.NUMERO_PED}`)).toBeVisible()
})
