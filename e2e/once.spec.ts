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
  const changed = loser.getByRole('dialog', { name: 'Su pedido cambió' })
  await expect(changed.getByText('En otro equipo ya se pidió o se quitó')).toHaveCount(4)
  await changed.getByRole('button', { name: 'Volver' }).click()
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

test('a try without an answer is given up and told; the next one goes by itself, with the same key, and is the one order', async ({
  page,
  api,
}) => {
  // The browser's own limits are no clock that a test can move: they pass twenty times as fast.
  await page.addInitScript(() => {
    const limit = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (time) => limit(time / 20)
  })
  const tries: Route[] = []
  await page.route(ORDER_CALL, (route) => {
    tries.push(route)
    // The first one hangs.
    return tries.length === 1 ? undefined : route.fallback()
  })
  await openForm(page)
  await sendButton(page).click()
  await expect(page.getByRole('button', { name: 'Enviando…' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pedido guardado en este equipo' })).toBeVisible()
  await expect(created(page)).toBeVisible()
  // What hung reaches the server after all.
  const [hung, second] = tries as [Route, Route]
  expect(second.request().headers()['idempotency-key']).toBe(hung.request().headers()['idempotency-key'])
  const request = hung.request()
  const late = await api.post(request.url(), {
    headers: { 'idempotency-key': request.headers()['idempotency-key'] ?? '' },
  })
  expect(late.ok()).toBe(true)
  const orders = await ordersOf(api)
  expect(orders).toHaveLength(1)
  expect(await late.json()).toMatchObject({ IDCON_PED: orders[0]?.IDCON_PED })
})

test('a reload keeps the address that was chosen and the note, and the order goes out with them', async ({
  page,
  api,
}) => {
  await page.goto('/confirmar-pedido')
  const address = page.getByLabel('Dirección de entrega')
  const note = page.getByLabel('Observaciones')
  await expect(address.getByRole('option')).not.toHaveCount(1)
  // One that nobody would choose for them (R35).
  const given = await address.inputValue()
  const values = await address
    .locator('option')
    .evaluateAll((found) => found.map((one) => one.getAttribute('value')))
  const other = values.find((value) => value && value !== given) ?? ''
  await address.selectOption(other)
  await note.fill('Llamar antes de entregar')
  await page.reload()
  await expect(address).toHaveValue(other)
  await expect(note).toHaveValue('Llamar antes de entregar')
  const sent = page.waitForRequest(ORDER_CALL)
  await sendButton(page).click()
  const asked = new URL((await sent).url()).searchParams
  expect([asked.get('dir'), asked.get('obs')]).toEqual([other, 'Llamar antes de entregar'])
  await expect(created(page)).toBeVisible()
  expect(await ordersOf(api)).toHaveLength(1)
})
