/** A seller in a basement (R37, R226): the chosen client, its data and the other clients lie on the device. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { untilOnDevice } from './support/device.ts'
import { expect, test } from './support/staff.ts'
import { pricedRows, quantityBox, searchRows, type WireRow } from './support/test.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  serviceWorkers: 'allow',
})
test.describe.configure({ timeout: 120_000 })

/** The demo shop's first client is the seller's. */
const OWN = 1

const box = (page: Page) => page.getByRole('combobox', { name: 'Pedido para' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

test('the chosen client stays, with its addresses, conditions and orders, and any other can be chosen', {
  tag: '@phone',
}, async ({ page, context, desk }) => {
  const chosen = desk.client(OWN)
  const other = desk.clients.find(({ ID_CLI }) => ID_CLI !== OWN)
  if (!other) throw new Error('The seller needs another client')
  const [article] = await searchRows(desk.api)
  const line = { id: null, idart: article?.IDART_IO, cantidad: article?.multiplo, obs: '', idcli: OWN }
  await desk.api.post('/api/pedidos/itemsCarrito', { data: line })
  await page.goto(`/catalogo?c=${OWN}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilOnDevice(page, 'productos/pedidos"', 'clientes/para-pedidos', 'direcciones-bodell', 'cdv-bodell')
  await context.setOffline(true)
  await page.reload()

  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(box(page)).toHaveValue(new RegExp(chosen.RAZONSOCIAL_CLI))
  await expect(page.getByText('Línea J')).toBeVisible()
  await expect(page.getByText('Condición 1')).toBeVisible()
  await page.goto(`/confirmar-pedido/${OWN}`)
  // The first option only asks to choose.
  await expect(page.getByLabel('Dirección de entrega').getByRole('option').nth(1)).toBeAttached()
  await expect(page.getByLabel('Condición de venta')).toHaveValue('1')
  await page.goto('/mis-pedidos')
  await expect(page.getByRole('link', { name: /^Pedido web/ }).first()).toBeVisible()

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

test('without signal nothing untrue is said of a client without addresses', { tag: '@phone' }, async ({
  page,
  context,
  desk,
}) => {
  await desk.emptyCart(OWN)
  const [article] = (await pricedRows(desk.api)) as [WireRow]
  const line = { id: null, idart: article.IDART_IO, cantidad: article.multiplo, obs: '', idcli: OWN }
  await desk.api.post('/api/pedidos/itemsCarrito', { data: line })
  await context.route('**/usuarios/direcciones-bodell/*', (route) => route.fulfill({ json: [] }))
  await page.goto(`/confirmar-pedido/${OWN}`)
  await expect(page.getByText('El cliente no tiene direcciones cargadas')).toBeVisible()
  const condition = page.getByLabel('Condición de venta')
  await expect(condition).toHaveValue('1')
  await untilOnDevice(page, 'clientes/para-pedidos', 'cdv-bodell')
  await context.unroute('**/usuarios/direcciones-bodell/*')
  const failed = { direcciones: 0, condiciones: 0 }
  page.on('requestfailed', (request) => {
    if (request.url().includes('direcciones-bodell')) failed.direcciones++
    if (request.url().includes('cdv-bodell')) failed.condiciones++
  })
  await context.setOffline(true)
  // The device asks anew, in vain; each call is tried three times.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => Math.min(failed.direcciones, failed.condiciones)).toBeGreaterThanOrEqual(3)
  const pill = page.getByText(/^Sin señal/)
  await expect(pill).toBeVisible()

  await page.getByRole('radio', { name: 'Línea C' }).check()
  await expect(page.getByText('La del cliente es Línea J, condición 1.')).toBeVisible()
  await expect(page.getByText('No pudimos cargar')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Envío a domicilio' })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'A coordinar' })).toBeChecked()
  // The notice of the missing signal lies over no field, wherever one has scrolled to.
  await page.getByLabel('Observaciones').scrollIntoViewIfNeeded()
  const covered = await pill.evaluate((notice) => {
    const over = notice.getBoundingClientRect()
    return [...document.querySelectorAll('main :is(input, select, textarea, button)')].filter((field) => {
      const box = field.getBoundingClientRect()
      return box.top < over.bottom && box.bottom > over.top && box.left < over.right && box.right > over.left
    }).length
  })
  expect(covered).toBe(0)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido guardado en este equipo' })).toBeVisible()
  const facts = page.getByRole('main')
  await expect(facts).toContainText('A coordinar')
  await expect(facts).toContainText('Línea C, condición 4')
})

test('what waits for a client that is somebody else’s by now is named, and discarded by choice', async ({
  page,
  context,
  desk,
}) => {
  const { RAZONSOCIAL_CLI: name } = desk.client(OWN)
  await desk.emptyCart(OWN)
  // The server's answer to a seller about a client of another seller. Looked for from the start: a browser may let a call pass
  // that comes just after it was told to look.
  const refused = { error: 'FORBIDDEN', message: 'No tiene permiso para realizar esta operación' }
  let answer: 'of the shop' | 'none' | 'refused' = 'of the shop'
  for (const call of ['**/usuarios/cliente/id?*', '**/productos/pedido?*', '**/itemsCarrito/lista'])
    await context.route(call, (route) => {
      if (answer === 'refused') return route.fulfill({ status: 403, json: refused })
      // A try that began without signal must not reach the shop because the signal comes back meanwhile.
      return answer === 'none' ? route.abort('internetdisconnected') : route.fallback()
    })
  const [one, two] = (await pricedRows(desk.api)) as [WireRow, WireRow]
  await page.goto(`/catalogo?c=${OWN}`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await untilOnDevice(page, 'productos/pedidos"', 'clientes/para-pedidos', 'direcciones-bodell', 'cdv-bodell')
  answer = 'none'
  await context.setOffline(true)
  const add = async (row: WireRow) => {
    await quantityBox(page, row).fill(String(row.multiplo))
    await page.getByRole('button', { name: `AGREGAR ${row.CODIGO_ART}`, exact: true }).click()
  }
  await add(one)
  await page.goto(`/confirmar-pedido/${OWN}`)
  await expect(box(page)).toHaveValue(new RegExp(name))
  await page.getByLabel('Retiro en el local').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido guardado en este equipo' })).toBeVisible()
  await page.getByRole('link', { name: 'Volver a inicio' }).click()
  await add(two)
  answer = 'refused'
  const notice = page.getByRole('alert', { name: 'Pedido que necesita su decisión' })
  await context.setOffline(false)
  await expect(notice).toContainText(`El pedido para ${name} no se envió`, { timeout: 20_000 })
  await page.goto(`/catalogo?c=${OWN}`)
  await page.getByRole('button', { name: 'Seguir sin cliente' }).click()
  await page.goto('/mis-pedidos')

  const row = page.getByRole('region', { name: 'Pedidos sin enviar' }).getByRole('listitem')
  await expect(row).toContainText(`para ${name}`)
  await expect(row).toContainText(refused.message)
  await page.goto('/catalogo')
  await expect(notice).toContainText(`para ${name}`)
  await expect(notice.getByRole('link')).toHaveCount(0)
  await notice.getByRole('button', { name: 'Descartar' }).click()
  const question = page.getByRole('dialog', { name: '¿Descartar el pedido?' })
  await expect(question).toContainText(`El pedido para ${name}, con 1 artículo`)
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Descartar' }).click()
  await question.getByRole('button', { name: 'Descartar el pedido' }).click()
  await expect(notice).toHaveCount(0)

  const lines = page.getByRole('alert', { name: `Artículos sin guardar para ${name}` })
  await expect(lines).toContainText(`1 artículo para ${name} no se guardó`, { timeout: 20_000 })
  await expect(lines).toContainText(two.CODIGO_ART)
  expect(await violations(page)).toEqual([])
  await lines.getByRole('button', { name: 'Descartar' }).click()
  await page
    .getByRole('dialog', { name: '¿Descartar lo que no se guardó?' })
    .getByRole('button', { name: 'Descartar' })
    .click()
  await expect(lines).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(lines).toHaveCount(0)
  await expect(notice).toHaveCount(0)
})
