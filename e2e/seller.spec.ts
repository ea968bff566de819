/** The seller's whole way: choosing a client, ordering for it, exporting, repeating for another one. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { type Desk, expect, SUPERVISOR, test, type WireClient } from './support/staff.ts'
import { pricedRows, type WireRow } from './support/test.ts'

test.use({ shopKind: 'muestra', signedIn: false })

/** The demo shop's first client is the seller's, the second one another seller's. */
const OWN = 1
const FOREIGN = 2

const box = (page: Page) => page.getByRole('combobox', { name: 'Pedido para' })
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) })
const card = (page: Page, { CODIGO_ART, DESCRIP_ART }: WireRow) =>
  page.getByRole('article', { name: `${CODIGO_ART} ${DESCRIP_ART}`, exact: true })

/** Two of the seller's clients other than the first, with empty carts, and two articles with a price. */
async function prepare({ api, clients, emptyCart }: Desk) {
  const [first, second] = clients.filter(({ ID_CLI }) => ID_CLI !== OWN) as [WireClient, WireClient]
  for (const { ID_CLI } of [first, second]) await emptyCart(ID_CLI)
  await emptyCart(OWN)
  const rows = await pricedRows(api)
  const [article, otherArticle] = rows as [WireRow, WireRow]
  return { first, second, article, otherArticle }
}

const put = ({ api }: Desk, idcli: number, { IDART_IO }: WireRow, cantidad = 1) =>
  api.post('/api/pedidos/itemsCarrito', { data: { id: null, idart: IDART_IO, cantidad, obs: '', idcli } })

async function choose(page: Page, client: WireClient): Promise<void> {
  await box(page).click()
  await box(page).fill(client.codigo)
  await option(page, client.codigo).click()
  await expect(box(page)).toHaveValue(new RegExp(client.RAZONSOCIAL_CLI))
}

test('from the catalogue to the order, for a client found by its CUIT', { tag: '@phone' }, async ({ page, desk }) => {
  const { article } = await prepare(desk)
  const duende = desk.client(OWN)
  await page.goto('/catalogo')
  await card(page, article).getByRole('button', { name: 'Seleccione un cliente' }).click()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('30-71234567-1')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue(duende.RAZONSOCIAL_CLI)
  await expect(page).toHaveURL(/[?&]c=1(&|$)/)
  await expect(page.getByText('Línea J')).toBeVisible()
  await expect(page.getByText('Condición 1')).toBeVisible()

  const note = card(page, article).getByRole('textbox', { name: `Observación de ${article.CODIGO_ART}` })
  await note.fill('Caja roja')
  await card(page, article)
    .getByRole('button', { name: `Agregar ${article.CODIGO_ART}` })
    .click()
  await expect.poll(() => desk.cart(OWN)).toEqual([expect.objectContaining({ obs: 'Caja roja' })])
  // What was typed into the other box goes with it.
  const units = article.multiplo * 3
  await card(page, article)
    .getByRole('textbox', { name: `Cantidad de ${article.CODIGO_ART}` })
    .fill(String(units))
  await note.fill('Caja azul')
  await note.blur()
  await expect.poll(() => desk.cart(OWN)).toEqual([expect.objectContaining({ obs: 'Caja azul', cantidad: units })])

  await page.goto('/mis-pedidos')
  await page.reload()
  await expect(box(page)).toHaveValue(new RegExp(duende.RAZONSOCIAL_CLI))
  await page.goto('/carrito')
  await expect(page).toHaveURL(/[?&]id=1(&|$)/)
  await expect(page.getByRole('button', { name: /^Observación de .*: Caja azul$/ })).toBeVisible()

  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await expect(page).toHaveURL(/\/confirmar-pedido\/1$/)
  const condition = page.getByLabel('Condición de venta')
  await expect(condition).toHaveValue('1')
  await expect(condition.getByRole('option')).toHaveText(['Condición 1', 'Condición 2'])
  await page.getByRole('radio', { name: 'Línea C' }).check()
  await expect(condition).toHaveValue('4')
  await expect(condition.getByRole('option')).toHaveText(['Condición 4'])
  // A choice that the tab has kept cannot be taken for the client's own (R104).
  await page.reload()
  await expect(condition).toHaveValue('4')
  await expect(page.getByText('La del cliente es Línea J, condición 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Usar la del cliente' }).click()
  await expect(condition).toHaveValue('1')
  await expect(page.getByText('La del cliente es')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Línea J' }).check()
  await expect(condition).toHaveValue('1')
  await condition.selectOption('2')
  // The form may propose the address of the last test's order (R35): it is cleared.
  await page.getByRole('radio', { name: 'Envío a domicilio' }).check()
  await page.getByLabel('Dirección de entrega').selectOption('')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Seleccione una direccion valida')).toBeVisible()
  await page.getByRole('radio', { name: 'Retiro en el local' }).check()
  await expect(page.getByLabel('Dirección de entrega')).toBeHidden()
  expect(await violations(page)).toEqual([])
  const sent = page.waitForRequest((request) => request.url().includes('/productos/pedido?'))
  await page.getByRole('button', { name: 'Enviar' }).click()
  const query = new URL((await sent).url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({ idcli: '1', dir: '0', cond: '2' })
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Línea J, condición 2')

  await page.getByRole('link', { name: 'Ver mis pedidos' }).click()
  await expect(page.getByRole('link', { name: /^Pedido web/ }).first()).toBeVisible()
  const opener = page.getByRole('button', { name: /^Más de/ }).first()
  if (await opener.isVisible()) await opener.click()
  await page
    .getByRole('button', { name: /^Ver Items/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Items del pedido' })
  await expect(dialog).toContainText('Marina Sosa')
  await expect(dialog).toContainText(duende.RAZONSOCIAL_CLI)
  await expect(dialog).toContainText('Tienda web')
  await expect(dialog).toContainText('Caja azul')
  expect(await violations(page)).toEqual([])
})

test('a client is found by name, code and CUIT with the keyboard alone', async ({ page, desk }) => {
  const { first } = await prepare(desk)
  await page.goto('/mis-pedidos')
  await box(page).focus()
  await page.keyboard.press('ArrowDown')
  // Before anything is typed, the list has the seller's own clients.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(Math.min(30, desk.clients.length))
  expect(await violations(page)).toEqual([])
  for (const text of [first.RAZONSOCIAL_CLI.slice(0, 9).toLowerCase(), first.codigo, first.CUIT_CLI]) {
    await box(page).fill(text)
    await expect(option(page, first.codigo)).toBeVisible()
  }
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await box(page).fill('zzzz no hay')
  await expect(page.getByText('No se encontro el cliente').first()).toBeVisible()
  await box(page).fill(first.codigo)
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue(new RegExp(first.RAZONSOCIAL_CLI))
})

test('the list of clients begins with the ones chosen last, and tells whose cart was begun', async ({ page, desk }) => {
  const { first, second, article } = await prepare(desk)
  await put(desk, second.ID_CLI, article)
  await page.goto('/catalogo')
  await choose(page, second)
  await choose(page, first)
  // Nothing but its name stands in the box, so that nothing cuts it.
  await expect(box(page)).toHaveValue(first.RAZONSOCIAL_CLI)
  await box(page).click()
  const options = page.getByRole('listbox', { name: 'Pedido para' }).getByRole('option')
  await expect(options.nth(0)).toContainText(first.RAZONSOCIAL_CLI)
  await expect(options.nth(0)).toContainText('reciente')
  await expect(options.nth(0)).not.toContainText('con carrito')
  await expect(options.nth(1)).toContainText(second.RAZONSOCIAL_CLI)
  await expect(options.nth(1)).toContainText('con carrito')
  await expect(options.nth(2)).not.toContainText('reciente')
})

test('the carts of two clients never mix', async ({ page, desk }) => {
  const { first, second, article, otherArticle } = await prepare(desk)
  await put(desk, first.ID_CLI, article, article.multiplo * 2)
  await put(desk, second.ID_CLI, article, article.multiplo * 5)
  await page.goto(`/catalogo?c=${first.ID_CLI}`)
  const quantity = card(page, article).getByRole('textbox', { name: `Cantidad de ${article.CODIGO_ART}` })
  await expect(quantity).toHaveValue(String(article.multiplo * 2))
  // A note that was typed for one client does not appear for the next.
  await card(page, otherArticle)
    .getByRole('textbox', { name: /^Observación de/ })
    .fill('Para el primero')
  await choose(page, second)
  await expect(quantity).toHaveValue(String(article.multiplo * 5))
  await expect(card(page, otherArticle).getByRole('textbox', { name: /^Observación de/ })).toHaveValue('')

  // A change that is not saved yet belongs to the cart in which it was made.
  await page.goto(`/carrito?id=${first.ID_CLI}`)
  await expect(page.getByRole('textbox', { name: /^Cantidad de/ })).toHaveValue(String(article.multiplo * 2))
  await page.goto(`/carrito?id=${second.ID_CLI}`)
  await choose(page, first)
  await expect(page.getByRole('textbox', { name: /^Cantidad de/ })).toHaveValue(String(article.multiplo * 2))
  await page.clock.install()
  await page.getByRole('button', { name: /^Sumar/ }).click()
  await box(page).click()
  await box(page).fill(second.codigo)
  await page.clock.runFor(300)
  await page.clock.resume()
  await option(page, second.codigo).click()
  await expect.poll(async () => (await desk.cart(first.ID_CLI))[0]?.cantidad).toBe(article.multiplo * 3)
  expect((await desk.cart(second.ID_CLI))[0]?.cantidad).toBe(article.multiplo * 5)
  await expect(page).toHaveURL(new RegExp(`id=${second.ID_CLI}$`))
})

test('the address of a link wins, and Back never swaps the client', async ({ page, desk }) => {
  const { first, second } = await prepare(desk)
  await page.goto(`/catalogo?c=${first.ID_CLI}`)
  await expect(box(page)).toHaveValue(new RegExp(first.RAZONSOCIAL_CLI))
  await page.getByRole('link', { name: /^Carrito/ }).click()
  await expect(page).toHaveURL(new RegExp(`/carrito\\?id=${first.ID_CLI}$`))
  await choose(page, second)
  await expect(page).toHaveURL(new RegExp(`/carrito\\?id=${second.ID_CLI}$`))
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/catalogo\\?c=${second.ID_CLI}$`))
  await expect(box(page)).toHaveValue(new RegExp(second.RAZONSOCIAL_CLI))
  await page.goto(`/confirmar-pedido/${first.ID_CLI}`)
  await expect(box(page)).toHaveValue(new RegExp(first.RAZONSOCIAL_CLI))
})

test('a link to no client of the seller is an error on the screen, never another client', async ({ page, desk }) => {
  const { first, article } = await prepare(desk)
  await put(desk, first.ID_CLI, article, article.multiplo)
  // A client that was chosen before must not replace the link's client.
  await page.goto(`/catalogo?c=${first.ID_CLI}`)
  await expect(box(page)).toHaveValue(new RegExp(first.RAZONSOCIAL_CLI))
  for (const address of [
    `/catalogo?c=${FOREIGN}`,
    '/catalogo?c=abc',
    '/carrito?id=99999999999',
    '/confirmar-pedido/xyz',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText('El cliente del enlace no existe o no es válido')
    await expect(box(page)).toHaveValue('')
    await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))
    for (const name of [/^AGREGAR/, 'Confirmar Pedido', 'Enviar'])
      await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  }
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Seleccione un cliente' }).click()
  await expect(box(page)).toBeFocused()
  await choose(page, first)
  await expect(page).toHaveURL(new RegExp(`/confirmar-pedido/${first.ID_CLI}$`))
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeVisible()
})

test('the cart is taken along as Excel and PDF, with prices and without', async ({ page, desk }) => {
  const { first, article } = await prepare(desk)
  await put(desk, first.ID_CLI, article, 3)
  await page.goto(`/carrito?id=${first.ID_CLI}`)
  const prices = page.getByRole('checkbox', { name: 'Con precio' })
  await expect(prices).toBeChecked()
  const excel = page.waitForEvent('download')
  const asked = page.waitForRequest((request) => request.url().includes('carrito-excel'))
  await page.getByRole('button', { name: 'Exportar Excel' }).click()
  expect((await excel).suggestedFilename()).toBe('cotizacion.xlsx')
  expect(new URL((await asked).url()).searchParams.get('prc')).toBe('1')
  await prices.uncheck()
  const pdf = page.waitForEvent('download')
  const askedPdf = page.waitForRequest((request) => request.url().includes('catalogo-custom'))
  await page.getByRole('button', { name: 'Exportar PDF' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/\.pdf$/)
  expect(new URL((await askedPdf).url()).searchParams.get('prc')).toBe('0')
  expect(await violations(page)).toEqual([])

  await page.route('**/carrito-excel?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'UNAVAILABLE', message: 'Intente más tarde' } }),
  )
  await page.getByRole('button', { name: 'Exportar Excel' }).click()
  await expect(page.getByText('Intente más tarde')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Exportar Excel' })).not.toHaveAttribute('aria-disabled', 'true')
})

test('an order is repeated for another client, after asking about the cart', async ({ page, desk }) => {
  const { first, second, article, otherArticle } = await prepare(desk)
  await put(desk, first.ID_CLI, article, 1)
  const ordered = await desk.api.post('/api/pedidos/productos/pedido', {
    params: { idcli: first.ID_CLI, dir: 0, obs: '', cond: 1 },
  })
  expect(ordered.ok()).toBe(true)
  await put(desk, second.ID_CLI, otherArticle, 1)
  await page.goto('/mis-pedidos')
  await page
    .getByRole('button', { name: /^a otro cliente/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Repetir pedido a usuario:' })
  await dialog.getByRole('button', { name: 'repetir pedido' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Seleccione un cliente')
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill(second.codigo)
  await expect(option(page, second.codigo)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'repetir pedido' }).click()
  const question = page.getByRole('dialog', { name: 'Repetir pedido', exact: true })
  await expect(question).toContainText('Actualmente posee articulos en el carrito, desea eliminarlos?')
  await question.getByRole('button', { name: 'Borrar articulos y repetir pedido' }).click()
  await expect(page).toHaveURL(new RegExp(`/carrito\\?id=${second.ID_CLI}$`))
  await expect(box(page)).toHaveValue(new RegExp(second.RAZONSOCIAL_CLI))
  await expect(page.getByRole('region', { name: 'Pedido repetido' })).toContainText('se agregó 1 artículo')
  expect((await desk.cart(second.ID_CLI)).map(({ idart }) => idart)).toEqual([article.IDART_IO])
})

test.describe('a supervisor', () => {
  test.use({ staffCuit: SUPERVISOR })
  test('finds the clients of every seller, in the list that opens and by typing', async ({ page, desk }) => {
    expect(desk.clients.some(({ ID_CLI }) => ID_CLI === FOREIGN)).toBe(true)
    await page.goto('/catalogo')
    await box(page).click()
    // The list opens before a key is pressed, and gets longer as the user moves down.
    const options = page.getByRole('listbox').getByRole('option')
    await expect(options.first()).toBeVisible()
    while ((await options.count()) < desk.clients.length) {
      const shown = await options.count()
      await options.last().scrollIntoViewIfNeeded()
      await expect.poll(() => options.count()).toBeGreaterThan(shown)
    }
    await expect(options).toHaveCount(desk.clients.length)
    await choose(page, desk.client(FOREIGN))
    await expect(page).toHaveURL(/c=2$/)
  })
})
