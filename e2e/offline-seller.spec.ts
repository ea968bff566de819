/** A seller in a basement (R37, R226): the chosen client, its data and the other clients lie on the device. */
import type { Page } from '@playwright/test'
import { untilOnDevice } from './support/device.ts'
import { expect, test } from './support/staff.ts'
import { searchRows } from './support/test.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  serviceWorkers: 'allow',
  contextOptions: { reducedMotion: 'reduce' },
})
test.describe.configure({ timeout: 120_000 })

/** The demo shop's first client is the seller's. */
const OWN = 1

const box = (page: Page) => page.getByRole('combobox', { name: 'Pedido para' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

test('the chosen client stays, with its addresses, conditions and orders, and any other can be chosen', async ({
  page,
  context,
  desk,
}) => {
  const chosen = desk.client(OWN)
  const other = desk.clients.find(({ ID_CLI }) => ID_CLI !== OWN)
  if (!other) throw new Error('The seller needs another client')
  const [article] = await searchRows(desk.api)
  const line = { id: null, idart: article?.IDART_IO, cantidad: article?.multiplo, obs: '', idcli: OWN }
  await desk.api.post('/api/pedidos/itemsCarrito', { data: line })
  await page.goto(`/catalogo?c=${OWN}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilOnDevice(page, 'productos/pedidos"', 'buscador/cliente', 'direcciones-bodell', 'cdv-bodell')
  await context.setOffline(true)
  await page.reload()

  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(box(page)).toHaveValue(new RegExp(chosen.RAZONSOCIAL_CLI))
  await expect(page.getByText('Línea J')).toBeVisible()
  await expect(page.getByText('Condición 1')).toBeVisible()
  await page.goto(`/confirmar-pedido/${OWN}`)
  // The first one asks to choose.
  await expect(page.getByLabel('Dirección de entrega').getByRole('option').nth(1)).toBeAttached()
  await expect(page.getByLabel('Condición de venta')).toHaveValue('1')
  await page.goto('/mis-pedidos')
  await expect(page.getByRole('button', { name: /^Ver Items/ }).first()).toBeVisible()

  // All of the seller's clients, by name and by any words of theirs.
  await page.goto('/catalogo')
  await box(page).click()
  await expect(options(page)).toHaveCount(desk.clients.length)
  await box(page).fill(other.CUIT_CLI)
  await expect(options(page)).toHaveCount(1)
  await options(page).first().click()
  await expect(box(page)).toHaveValue(new RegExp(other.RAZONSOCIAL_CLI))
  await expect(page).toHaveURL(new RegExp(`[?&]c=${other.ID_CLI}(&|$)`))
  await untilOnDevice(page, `cliente/id",{"query":{"id":${other.ID_CLI}}}`)
  await page.reload()
  await expect(box(page)).toHaveValue(new RegExp(other.RAZONSOCIAL_CLI))
})
