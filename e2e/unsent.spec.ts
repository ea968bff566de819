/** 'Por enviar': everything that waits on a device, of all clients (R255). */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { untilOnDevice } from './support/device.ts'
import { expect, test } from './support/staff.ts'
import { pricedRows, quantityBox, type WireRow } from './support/test.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  serviceWorkers: 'allow',
})
test.describe.configure({ timeout: 120_000 })

/** The demo shop's first client is the seller's. */
const OWN = 1

const tray = (page: Page) => page.getByRole('dialog', { name: 'Por enviar' })
const add = async (page: Page, row: WireRow) => {
  await quantityBox(page, row).fill(String(row.multiplo))
  await page.getByRole('button', { name: `AGREGAR ${row.CODIGO_ART}`, exact: true }).click()
}

test('lines of one client and an order of another are in one list, and go when there is signal', {
  tag: '@phone',
}, async ({ page, context, desk }) => {
  const { RAZONSOCIAL_CLI: name } = desk.client(OWN)
  const other = desk.clients.find(({ ID_CLI }) => ID_CLI !== OWN)
  if (!other) throw new Error('The seller needs another client')
  await desk.emptyCart(OWN)
  await desk.emptyCart(other.ID_CLI)
  const [one, two] = (await pricedRows(desk.api)) as [WireRow, WireRow]
  await page.goto(`/catalogo?c=${OWN}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilOnDevice(page, '/catalogue/catalogo', '/catalogue/precios', 'clientes/para-pedidos')
  await context.setOffline(true)

  await add(page, one)
  await page.goto(`/confirmar-pedido/${OWN}`)
  await page.getByLabel('Retiro en el local').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido guardado en este equipo' })).toBeVisible()
  await page.goto(`/catalogo?c=${other.ID_CLI}`)
  await add(page, two)
  // On the other client's screen nothing of the lines is silent.
  await page.goto(`/catalogo?c=${OWN}`)
  const strip = page.getByRole('status', { name: 'Pedidos que esperan señal' })
  await expect(strip).toContainText('1 pedido y 1 artículo de otros clientes esperan señal')
  await strip.getByRole('button', { name: 'Ver' }).click()
  const order = tray(page).getByRole('region', { name })
  await expect(order).toContainText('1 artículo por')
  await expect(order).toContainText('Se enviará cuando haya señal')
  const line = tray(page).getByRole('region', { name: other.RAZONSOCIAL_CLI })
  await expect(line).toContainText(`${two.multiplo} × ${two.CODIGO_ART}`)
  await expect(line).toContainText('Espera señal')
  await expect(tray(page).getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Where the server's list of carts can't be asked for, the device tells its own.
  await page.goto('/carritos-pendientes')
  const here = page.getByRole('region', { name: 'Por enviar', exact: true })
  await expect(here).toContainText(two.CODIGO_ART, { timeout: 20_000 })
  await expect(here.getByRole('region', { name })).toBeVisible()

  // A refusal stays in the list with its reason, until it is tried again.
  const refused = { error: 'BAD', message: 'El artículo no se puede pedir hoy' }
  await context.route('**/itemsCarrito/lista', (route) => route.fulfill({ status: 400, json: refused }))
  // The screen without connection opens itself anew with the signal: it is left before.
  await page.goto(`/catalogo?c=${other.ID_CLI}`)
  await context.setOffline(false)
  await expect(page.getByRole('status', { name: 'Pedido enviado' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('alert', { name: 'Artículos sin guardar' })).toContainText(refused.message)
  await context.unroute('**/itemsCarrito/lista')
})

test('on a phone without signal the strip and the pill are one line each', { tag: '@phone' }, async ({
  page,
  context,
  desk,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { ID_CLI } = desk.client(OWN)
  await desk.emptyCart(ID_CLI)
  const [one] = (await pricedRows(desk.api)) as [WireRow]
  await page.goto(`/catalogo?c=${ID_CLI}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilOnDevice(page, 'clientes/para-pedidos')
  await context.setOffline(true)
  await add(page, one)
  await page.reload()
  const strip = page.getByRole('region', { name: 'Artículos que esperan señal' })
  await expect(strip).toBeVisible()
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(46)
  const pill = page.getByRole('complementary').getByText(/^Sin señal/)
  await expect(pill).toBeVisible()
  expect((await pill.boundingBox())?.height).toBeLessThanOrEqual(40)
  // Scrolled, the strip stands right below the client's bar: nothing of the list is between them.
  await page.mouse.wheel(0, 1500)
  const bar = page.getByRole('region', { name: 'Cliente del pedido' })
  await expect
    .poll(async () => {
      const [above, below] = [await bar.boundingBox(), await strip.boundingBox()]
      return above && below ? Math.round(below.y - above.y - above.height) : null
    })
    .toBe(0)
  await strip.getByRole('button', { name: 'Ver' }).click()
  await expect(tray(page)).toContainText(one.CODIGO_ART)
  await context.setOffline(false)
  // The device sends by itself, too, and may have done so before anybody presses.
  const retry = tray(page).getByRole('button', { name: 'Reintentar' })
  await retry.click({ timeout: 3_000 }).catch(() => undefined)
  await expect(tray(page)).toContainText('No queda nada por enviar en este equipo', { timeout: 20_000 })
  await desk.emptyCart(ID_CLI)
})
