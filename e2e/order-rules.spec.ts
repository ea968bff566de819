/** Rules of orders (R361 to R363): told while a cart fills, kept by 'Enviar', gone over with a reason, written by an admin. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { FREE_FROM, fillOrderRules, LEAST } from './support/fill-order-rules.ts'
import { testOnShop } from './support/filled-shop.ts'
import { SUPERVISOR } from './support/staff.ts'
import {
  amountText,
  beginSignedIn,
  expect,
  paidCents,
  quantityBox,
  type RunningShop,
  searchRows,
  type WireRow,
  withoutNews,
} from './support/test.ts'

const test = testOnShop(fillOrderRules)
const ADMIN = '20111111112'
const pesos = (cents: number) => `$ ${amountText(cents)}`
const note = (page: Page) => page.getByRole('region', { name: 'Pedido mínimo y envío' })
const toLeast = (total: number) => `Faltan ${pesos(LEAST - total)} para el pedido mínimo`
const toFree = (total: number) => `Faltan ${pesos(FREE_FROM - total)} para el envío sin cargo`

interface SteppedRow extends WireRow {
  ESCALAS?: unknown
}
/** An article of one price in any quantity, and the units of it that come to just less than an amount. */
async function oneArticle(api: APIRequestContext) {
  const row = ((await searchRows(api)) as SteppedRow[]).find(
    (one) => !one.ESCALAS && paidCents(one) > 0 && paidCents(one) * one.multiplo < LEAST / 4,
  )!
  const below = (cents: number) => Math.floor((cents - 1) / (paidCents(row) * row.multiplo)) * row.multiplo
  return { row, below, amount: (units: number) => paidCents(row) * units }
}
/** A browser of somebody of the staff. */
async function staffOf(browser: Browser, shop: RunningShop, cuit: string) {
  const context = await browser.newContext({ baseURL: shop.url })
  const user = await beginSignedIn(context, shop, { cuit, password: 'bulto-demo-2026', clientId: -1 })
  const page = await context.newPage()
  await withoutNews(page)
  return { context, page, user }
}
async function put(api: APIRequestContext, row: WireRow, units: number, clientId: number): Promise<void> {
  const data = { idcli: clientId, renglones: [{ fila: 0, idart: row.IDART_IO, cantidad: units }] }
  expect((await api.post('/api/pedidos/itemsCarrito/lista', { data })).ok()).toBe(true)
}

test('a cart tells what it lacks as it fills, also without signal, and below the least it is not sent', {
  tag: '@phone',
}, async ({ page, api, client, context }) => {
  await withoutNews(page)
  const { row, below, amount } = await oneArticle(api)
  const first = row.multiplo
  await put(api, row, first, client.clientId)
  await page.goto('/carrito')
  await expect(note(page)).toContainText(toLeast(amount(first)))
  await expect(note(page)).toContainText(toFree(amount(first)))
  // Days are told once a delivery is chosen.
  await expect(note(page)).not.toContainText('Entrega')

  await context.setOffline(true)
  const type = async (units: number) => {
    const box = quantityBox(page, row)
    await box.fill(String(units))
    await box.press('Enter')
  }
  await type(below(LEAST))
  await expect(note(page)).toContainText(toLeast(amount(below(LEAST))))
  await context.setOffline(false)

  await page.goto('/confirmar-pedido')
  await page.getByRole('radio', { name: /Envío a domicilio|A coordinar/ }).check()
  await expect(note(page)).toContainText('Entrega los martes y jueves')
  await page.getByRole('radio', { name: 'Retiro en el local' }).check()
  await expect(note(page)).toContainText(toLeast(amount(below(LEAST))))
  await expect(note(page)).not.toContainText(/Entrega|envío/)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'que es de' })).toContainText(
    `${toLeast(amount(below(LEAST)))}, que es de ${pesos(LEAST)}`,
  )

  await page.goto('/carrito')
  await type(below(FREE_FROM))
  await expect(note(page)).toContainText(toFree(amount(below(FREE_FROM))))
  await expect(note(page)).not.toContainText('mínimo')
  await type(below(FREE_FROM) + row.multiplo)
  await expect(note(page)).toHaveText('Envío sin cargo')
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByRole('radio', { name: 'Retiro en el local' }).check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
})

test('a supervisor goes over it with a reason, which stands on the order’s page', {
  tag: '@phone',
}, async ({ browser, shop, playwright }) => {
  const { context, page, user } = await staffOf(browser, shop, SUPERVISOR)
  const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
  const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
  const { row } = await oneArticle(api)
  await put(api, row, row.multiplo, 1)
  // The client's own condition comes late: a press before it would be refused for want of it.
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/usuarios\/(cdv-bodell\/|clientes\/para-pedidos)/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/confirmar-pedido/1')
  await page.getByRole('radio', { name: 'Retiro en el local' }).check()
  await expect(page.getByRole('button', { name: 'Enviar' })).toHaveAttribute('aria-disabled', 'true')
  letThrough()
  await page.getByRole('button', { name: 'Enviar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pedido bajo el mínimo' })
  await expect(dialog).toContainText('Puede enviarlo igual con un motivo')
  // 'Volver' leaves all as it was.
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'que es de' })).toBeVisible()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await dialog.getByRole('button', { name: 'Enviar igual' }).click()
  await expect(dialog).toContainText('Escriba el motivo')
  await dialog.getByLabel('Motivo').fill('Primera compra del cliente')
  await dialog.getByRole('button', { name: 'Enviar igual' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  await page.getByRole('link', { name: 'Seguir este pedido' }).click()
  await expect(page.getByRole('region', { name: 'Datos', exact: true })).toContainText('Primera compra del cliente')
  await api.dispose()
  await context.close()
})

test('an admin writes a rule, changes it, deletes it and takes that back', async ({ browser, shop }) => {
  const { context, page } = await staffOf(browser, shop, ADMIN)
  await page.goto('/admin/reglas')
  await page.getByRole('button', { name: 'Nueva regla' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Vale para').selectOption('Los de una condición de venta')
  await drawer.getByLabel(/^Condición/).selectOption('Condición 4')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await expect(drawer).toContainText('Escriba el pedido mínimo')
  await drawer.getByLabel('Pedido mínimo').fill('12.345.678,50')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Condición 4' })
  await expect(row).toContainText('$ 12.345.678,50')
  await row.getByRole('button', { name: 'Editar' }).click()
  await drawer.getByLabel('Pedido mínimo').fill('0')
  await drawer.getByRole('button', { name: 'Guardar' }).click()
  await expect(row).toContainText('Sin mínimo')
  await row.getByRole('button', { name: 'Borrar' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(row).toContainText('Sin mínimo')
  await context.close()
})
