/** What a seller sees on a phone of 390 by 844 at once (R256), and what an undone removal leaves (R257). */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/staff.ts'
import { pricedRows, quantityBox, type WireRow } from './support/test.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
})

/** A client of the demo seller with orders. */
const OWN = 1
const SCREEN = 844
/** Where the first card of the catalogue may begin at the latest. */
const FIRST_CARD = 250

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return box
}
const cards = (page: Page) => page.getByRole('article')

test('the first card begins within 250 px, below announcement, search, client, title and ways', {
  tag: '@phone-only',
}, async ({ page, desk }) => {
  await page.goto(`/catalogo?c=${desk.client(OWN).ID_CLI}`)
  await expect(page.getByRole('region', { name: 'Anuncio' })).toBeVisible()
  await expect(page.getByText('Condición 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Promoción destacada' })).toBeVisible()
  expect((await boxOf(cards(page).first())).y).toBeLessThanOrEqual(FIRST_CARD)
  for (const name of ['Su pedido de siempre', 'Pedido rápido'])
    expect((await boxOf(page.getByRole('link', { name }))).height).toBeGreaterThanOrEqual(44)
})

test('a tap on an announcement that is cut shows all of it, the next one closes it', { tag: '@phone-only' }, async ({
  page,
  desk,
}) => {
  const words = 'Los pedidos confirmados antes de las 14 h salen en el día; los demás, al día siguiente hábil'
  await page.route('**/api/config/**', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.replace(/Los pedidos confirmados[^|"]*/, words) })
  })
  await page.route('**/catalogo?*', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.replace(/Los pedidos confirmados[^|"\\]*/, words) })
  })
  await page.goto(`/catalogo?c=${desk.client(OWN).ID_CLI}`)
  const strip = page.getByRole('region', { name: 'Anuncio' })
  await expect(strip).toContainText(words)
  const cut = (await boxOf(strip)).height
  expect(cut).toBeLessThan(36)
  await strip.getByText(words).tap()
  await expect.poll(async () => (await boxOf(strip)).height).toBeGreaterThan(cut + 15)
  await strip.getByText(words).tap()
  await expect(strip).toBeHidden()
})

test("seven lines of an order are in view, each with the head's figures below its name", {
  tag: '@phone-only',
}, async ({ page, desk }) => {
  await page.goto(`/mis-pedidos?c=${desk.client(OWN).ID_CLI}`)
  const dialog = page.getByRole('dialog', { name: 'Items del pedido' })
  const lines = dialog.locator('tbody tr')
  // Other tests of this shop make orders of a few lines.
  const orders = page.getByRole('button', { name: /^Más de el pedido/ })
  await expect(orders.first()).toBeVisible()
  for (const order of await orders.all()) {
    await order.click()
    await page.getByRole('button', { name: /^Ver Items/ }).click()
    await expect(lines.first()).toBeVisible()
    if ((await lines.count()) >= 7) break
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
  }
  await expect(lines.nth(6)).toBeVisible()
  const seventh = await boxOf(lines.nth(6))
  const total = await boxOf(dialog.getByText(/^Total \$/))
  expect(seventh.y + seventh.height).toBeLessThanOrEqual(total.y)
  expect(total.y).toBeLessThan(SCREEN)
  const first = lines.first().locator('td')
  expect((await boxOf(first.nth(0))).y).toBe((await boxOf(first.nth(1))).y)
  expect((await boxOf(first.nth(3))).y).toBe((await boxOf(first.nth(4))).y)
})

test('eight orders are in view before anybody scrolls', { tag: '@phone-only' }, async ({ page, desk }) => {
  await page.goto(`/mis-pedidos?c=${desk.client(OWN).ID_CLI}`)
  const eighth = await boxOf(page.getByRole('row').nth(7))
  const bar = await boxOf(page.getByRole('navigation', { name: 'Principal' }))
  expect(eighth.y + eighth.height).toBeLessThanOrEqual(bar.y)
  await expect(page.getByRole('row').nth(7)).toContainText(/\d+.*\d\d\/\d\d\/\d{4}.*\$/)
})

test('a line that was removed comes back to its place, and has the focus', { tag: '@phone-only' }, async ({
  page,
  desk,
}) => {
  await desk.emptyCart(OWN)
  const rows = (await pricedRows(desk.api)).slice(0, 4)
  for (const { IDART_IO: idart, multiplo: cantidad } of rows)
    await desk.api.post('/api/pedidos/itemsCarrito', {
      data: { id: null, idart, cantidad, obs: '', idcli: OWN },
    })
  const [, second] = rows as [WireRow, WireRow]
  await page.goto(`/carrito?id=${OWN}`)
  const removals = page.getByRole('button', { name: /^Eliminar / })
  const names = () => removals.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')))
  await expect(removals).toHaveCount(4)
  const before = await names()
  const removal = page.getByRole('button', { name: `Eliminar ${second.CODIGO_ART}` })
  await removal.tap()
  await expect(removals).toHaveCount(3)
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(removals).toHaveCount(4)
  await expect(removal).toBeFocused()
  await expect.poll(names).toEqual(before)
  await expect.poll(async () => (await desk.cart(OWN)).length).toBe(4)
  await expect.poll(names).toEqual(before)
  await desk.emptyCart(OWN)
})

test('an observation is written in the list, too', { tag: '@phone-only' }, async ({ page, desk }) => {
  await desk.emptyCart(OWN)
  const [row, other] = (await pricedRows(desk.api)) as [WireRow, WireRow]
  const noteOf = async ({ IDART_IO }: WireRow) => (await desk.cart(OWN)).find(({ idart }) => idart === IDART_IO)?.obs
  await page.goto(`/catalogo?c=${OWN}`)
  await page.getByRole('button', { name: 'Ver como lista' }).tap()
  // Before the quantity: it goes with it.
  await page.getByRole('button', { name: `Agregar observación a ${row.CODIGO_ART}` }).tap()
  const note = page.getByRole('textbox', { name: `Observación de ${row.CODIGO_ART}` })
  await expect(note).toBeFocused()
  await note.fill('solo azul')
  await quantityBox(page, row).fill(String(row.multiplo))
  await quantityBox(page, row).press('Enter')
  await expect.poll(() => noteOf(row)).toBe('solo azul')
  await expect(note).toHaveValue('solo azul')
  // Of an article in the cart: when its box is left.
  await note.fill('solo rojo')
  await note.press('Enter')
  await expect.poll(() => noteOf(row)).toBe('solo rojo')
  await quantityBox(page, other).fill(String(other.multiplo))
  await quantityBox(page, other).press('Enter')
  await expect.poll(() => noteOf(other)).toBe('')
  await desk.emptyCart(OWN)
})
