/** One cart becomes one order, however often 'Enviar' is pressed and even if the answer is lost (R22). */
import type { Page, Route } from '@playwright/test'
import { violations } from './support/axe.ts'
import {
  cartOf,
  expect,
  fillCart,
  ordersOf,
  quantityBox,
  searchRows,
  signInAnew,
  test,
  type WireRow,
} from './support/test.ts'

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
  await signInAnew(elsewhere, shop, client)
  const other = await elsewhere.newPage()
  await Promise.all([openForm(page), openForm(other)])
  await Promise.all([sendButton(page).click(), sendButton(other).click()])
  await expect.poll(async () => [await created(page).count(), await created(other).count()].sort()).toEqual([0, 1])
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

/** Lets the next order reach the server, and holds its answer back for the test. */
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
  // A test can't move the clock of AbortSignal.timeout: here its limits are a twentieth, but for a read's.
  await page.addInitScript(() => {
    const limit = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (time) => limit(time === 40_000 ? time : time / 20)
  })
  const tries: Route[] = []
  await page.route(ORDER_CALL, (route) => {
    tries.push(route)
    // The first request hangs.
    return tries.length === 1 ? undefined : route.fallback()
  })
  await openForm(page)
  await sendButton(page).click()
  await expect(page.getByRole('button', { name: 'Enviando…' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pedido guardado en este equipo' })).toBeVisible()
  await expect(created(page)).toBeVisible()
  // The request that hung reaches the server after all.
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
  // 'Seleccione una dirección' and the client's two.
  await expect(address.getByRole('option')).toHaveCount(3)
  // An address other than the one that the form proposes (R35).
  const given = await address.inputValue()
  const values = await address.locator('option').evaluateAll((found) => found.map((one) => one.getAttribute('value')))
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

/** The answer when the shop itself fails, whether or not it made the order. */
const failed = { status: 500, json: { error: 'INTERNAL', message: 'Error interno' } }
const notTaken = (page: Page) => page.getByRole('alert').filter({ hasText: 'La tienda no pudo recibirlo' })

/** Lets the server make the next order, and answers it with the shop's failure. */
async function makeAndFail(page: Page): Promise<Route> {
  const made = holdAnswer(page)
  await sendButton(page).click()
  const route = await made
  await route.fulfill(failed)
  return route
}
const keyOf = (route: Route) => route.request().headers()['idempotency-key']

test('a failure of the shop stays on the page and says so; the same lines go again under the same key, and are one order', async ({
  page,
  api,
  user,
}) => {
  await openForm(page)
  await page.getByLabel('Observaciones').fill('Por la mañana')
  const first = await makeAndFail(page)
  await expect(notTaken(page)).toBeVisible()
  await expect(page).toHaveURL(/confirmar-pedido$/)
  await expect(page.locator('main')).not.toContainText(/señal/i)
  await expect(page.getByLabel('Observaciones')).toHaveValue('Por la mañana')
  // The lines are in the cart again: on this screen, on the cart's, and at the server, whose order had taken them.
  await expect(page.getByRole('heading', { name: '(4 ITEMS)' })).toBeVisible()
  await expect.poll(async () => (await cartOf(api, user)).length).toBe(4)
  await page.getByRole('link', { name: 'Volver al carrito' }).click()
  await expect(page.getByRole('textbox', { name: /^Cantidad de/ })).toHaveCount(4)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  const again = page.waitForRequest(ORDER_CALL)
  await sendButton(page).click()
  expect((await again).headers()['idempotency-key']).toBe(keyOf(first))
  await expect(created(page)).toBeVisible()
  const orders = await ordersOf(api)
  expect(orders).toHaveLength(1)
  await expect(page.getByText(`Numero de pedido: ${orders[0]?.NUMERO_PED}`)).toBeVisible()
  await expect.poll(() => cartOf(api, user)).toEqual([])
})

test('taken back, changed and sent again, an order that was made after all is shown as it stands, and the cart keeps what it lacks', async ({
  page,
  api,
  user,
}) => {
  await openForm(page)
  const before = await cartOf(api, user)
  const sold = (await searchRows(api)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  const [gone, more, same] = sold as [WireRow, WireRow, WireRow]
  const bought = (row: WireRow) => before.find(({ idart }) => idart === row.IDART_IO)?.cantidad ?? 0
  await makeAndFail(page)
  await expect(notTaken(page)).toBeVisible()
  await page.getByRole('link', { name: 'Volver al carrito' }).click()
  const wanted = bought(more) + 3 * more.multiplo
  await quantityBox(page, more).fill(String(wanted))
  await quantityBox(page, more).press('Enter')
  await page.getByRole('button', { name: `Eliminar ${gone.CODIGO_ART}`, exact: true }).click()
  const linesInCart = async () => (await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad])
  await expect.poll(linesInCart).toContainEqual([more.IDART_IO, wanted])
  await expect.poll(async () => (await linesInCart()).length).toBe(3)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByRole('heading', { name: '(3 ITEMS)' })).toBeVisible()
  await sendButton(page).click()
  await expect(page.getByRole('heading', { name: 'Este pedido ya estaba hecho' })).toBeVisible()
  const orders = await ordersOf(api)
  expect(orders).toHaveLength(1)
  await expect(page.getByText(`Numero de pedido: ${orders[0]?.NUMERO_PED}`)).toBeVisible()
  // The order has all four lines, as they were when it was made.
  const held = page.getByRole('list', { name: 'Artículos del pedido' }).getByRole('listitem')
  await expect(held).toHaveCount(4)
  for (const row of [gone, more, same])
    await expect(held.filter({ hasText: `${row.CODIGO_ART} · ${bought(row)} ×` })).toHaveCount(1)
  await expect.poll(linesInCart).toEqual([[more.IDART_IO, 3 * more.multiplo]])
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Este pedido ya estaba hecho' })).toBeVisible()
  // The lines that are left become another order.
  await page.getByRole('link', { name: 'en el carrito' }).click()
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Retiro en el local').check()
  await sendButton(page).click()
  await expect(created(page)).toBeVisible()
  expect(await ordersOf(api)).toHaveLength(2)
})

test('a shop that says when to come back is waited for on the page, and the order goes by itself', async ({
  page,
  api,
}) => {
  let tries = 0
  await page.route(ORDER_CALL, (route) => {
    tries += 1
    if (tries > 2) return route.fallback()
    const json = { error: 'UNAVAILABLE', message: 'La tienda no está disponible' }
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
  })
  await openForm(page)
  await sendButton(page).click()
  await expect(page.getByText('La tienda no pudo recibirlo; se vuelve a intentar.')).toBeVisible()
  await expect(page).toHaveURL(/confirmar-pedido$/)
  await expect(page.locator('main')).not.toContainText(/señal/i)
  await expect(created(page)).toBeVisible()
  expect(await ordersOf(api)).toHaveLength(1)
})

test('an order that the device sends later waits while the shop fails, and nobody speaks of a signal', async ({
  page,
  context,
  api,
}) => {
  await openForm(page)
  await context.setOffline(true)
  await sendButton(page).click()
  await expect(page.getByText('Se enviará cuando haya señal')).toBeVisible()
  await page.route(ORDER_CALL, (route) => route.fulfill(failed))
  await context.setOffline(false)
  await expect(page.getByText('La tienda no pudo recibirlo; se vuelve a intentar')).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/señal/i)
  await page.getByRole('link', { name: 'Ver mis pedidos' }).click()
  const row = page.getByRole('region', { name: 'Pedidos sin enviar' }).getByRole('listitem')
  await expect(row).toContainText('La tienda no pudo recibirlo; se vuelve a intentar')
  await page.goto('/catalogo')
  const notice = page.getByRole('status', { name: 'Pedidos que esperan' })
  await expect(notice).toContainText('1 pedido espera. La tienda no pudo recibirlo; se vuelve a intentar.')
  expect(await violations(page)).toEqual([])
  await page.unroute(ORDER_CALL)
  await expect(page.getByRole('status', { name: 'Pedido enviado' })).toBeVisible({ timeout: 20_000 })
  expect(await ordersOf(api)).toHaveLength(1)
})

test('a failed cart, usual order and line say that it is the shop, and how to go on', async ({ page, api }) => {
  const [row] = (await searchRows(api)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  const trouble = page.getByText('La tienda tuvo un problema y no pudo responder')
  await page.route('**/api/pedidos/itemsCarrito/cliente?*', (route) => route.fulfill(failed))
  await page.route('**/api/pedidos/productos/habitual/pedido*', (route) => route.fulfill(failed))
  for (const path of ['/carrito', '/confirmar-pedido', '/pedido-de-siempre']) {
    await page.goto(path)
    await expect(trouble).toBeVisible()
    await expect(page.getByRole('button', { name: 'Volver a intentar' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(/señal|Error interno/i)
  }
  const lines = '**/api/pedidos/itemsCarrito/lista'
  await page.route(lines, (route) => route.fulfill(failed))
  await page.goto('/catalogo')
  const { CODIGO_ART: code = '', multiplo = 1 } = row ?? {}
  const box = page.getByRole('textbox', { name: `Cantidad de ${code}`, exact: true })
  await box.fill(String(multiplo * 9))
  await box.press('Enter')
  const waiting = page.getByRole('region', { name: 'Artículos que esperan' })
  await expect(waiting).toContainText('La tienda no pudo guardar 1 artículo; se vuelve a intentar.')
  await expect(page.locator('body')).not.toContainText(/señal/i)
  await page.unroute(lines)
  await expect(waiting).toHaveCount(0, { timeout: 20_000 })
  await expect(page.getByRole('button', { name: `${multiplo * 9} en el carrito, ${code}` })).toBeVisible()
})
