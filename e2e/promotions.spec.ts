/** Promotions of the shop (R358): an admin makes one, sees what it does, a client reads and orders by it, and it is ended. */
import { ADMIN } from './support/erp-shop.ts'
import { ARTICLE, fillLists, PRICES } from './support/fill-lists.ts'
import { testOnShop } from './support/filled-shop.ts'
import { amountText, beginSignedIn, expect, withoutNews } from './support/test.ts'

/** Buys by the base list: the demo's second client. */
const CLIENT = { cuit: '30700000016', password: ADMIN.password, clientId: 2 }

const test = testOnShop(fillLists)
test.use({ signedIn: false })

const price = (cents: number) => `$ ${amountText(cents)}`
const PROMOTED = 20_000_00
/** dd/mm/yyyy in Argentina, counted from today. */
const day = (days: number) =>
  new Date(Date.now() - 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/')

test('an admin makes a promotion and ends it; a client reads its name beside the price', async ({
  page,
  context,
  shop,
}) => {
  await beginSignedIn(context, shop, ADMIN)
  await withoutNews(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'PROMOCIONES' }).click()
  const rows = page.getByRole('table', { name: 'Promociones' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Reyes' })).toContainText('Empieza el')
  await page.getByRole('button', { name: 'Nueva promoción' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva promoción' })
  await form.getByLabel('Nombre').fill('Semana del Juguete')
  await form.getByLabel('Qué se fija').selectOption('Un precio de cada artículo')
  const codes = form.getByLabel('Códigos y precios')
  await codes.fill(`${ARTICLE}\t20.000\nNO-HAY\t10`)
  await form.getByRole('textbox', { name: 'Desde' }).fill(day(0))
  await form.getByRole('textbox', { name: 'Hasta' }).fill(day(7))
  await form.getByRole('button', { name: 'Ver cómo queda' }).click()
  const review = form.getByRole('group', { name: 'Cómo la verá un cliente' })
  await expect(review).toContainText('No existe: NO-HAY')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByRole('alert').first()).toContainText('No existe: NO-HAY')

  await codes.fill(`${ARTICLE}\t20.000`)
  await form.getByRole('button', { name: 'Ver cómo queda' }).click()
  await expect(review).toContainText('1 artículo en venta: 1 baja.')
  await expect(review.getByRole('listitem')).toContainText(price(PROMOTED))
  await form.getByRole('button', { name: 'Guardar' }).click()
  const row = rows.filter({ hasText: 'Semana del Juguete' })
  await expect(row).toContainText('Precio de 1 artículo')
  await expect(row).toContainText(`desde el ${day(0)} hasta el ${day(7)}`)
  await expect(row).toContainText('Corre')

  await beginSignedIn(context, shop, CLIENT)
  const card = page.locator('[data-price]').first()
  // The catalogue has a new price within a second; a page that is opened sooner shows the one before.
  const isShown = (cents: number) =>
    expect(async () => {
      await page.goto(`/catalogo?buscar=${ARTICLE}`)
      await expect(card).toContainText(price(cents), { timeout: 1_000 })
    }).toPass()
  await isShown(PROMOTED)
  await expect(card).toContainText('Promoción Semana del Juguete')

  await beginSignedIn(context, shop, ADMIN)
  await page.goto('/admin/promociones')
  await page.getByRole('button', { name: 'Terminar ahora Semana del Juguete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar ahora' }).click()
  await expect(row).toContainText('Terminada')
  await beginSignedIn(context, shop, CLIENT)
  await isShown(PRICES.base)
  await expect(card).not.toContainText('Promoción')
})
