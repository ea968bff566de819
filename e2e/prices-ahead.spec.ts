/** Prices as they will be (R360): the office looks at a day, and a buyer reads what is announced. */
import { ADMIN } from './support/erp-shop.ts'
import { ARTICLE, fillLists, PRICES } from './support/fill-lists.ts'
import { testOnShop } from './support/filled-shop.ts'
import { amountText, beginSignedIn, expect, withoutNews } from './support/test.ts'

/** The demo's second client, which buys by 'Interior' here and has no prices of its own. */
const CLIENT = { cuit: '30700000016', password: ADMIN.password, clientId: 2 }

const test = testOnShop((dataDir) => fillLists(dataDir, { secondBuysByInterior: true }))
test.use({ signedIn: false })

const price = (cents: number) => `$ ${amountText(cents)}`

test('an admin sees what a day changes for a client; a buyer reads it beside the price once the shop shows it', {
  tag: '@phone',
}, async ({ page, context, shop }) => {
  await beginSignedIn(context, shop, ADMIN)
  await withoutNews(page)
  await page.goto('/admin/listas')
  const dayPart = page.getByRole('region', { name: 'Precios de un día' })
  await dayPart.getByRole('textbox', { name: 'Día' }).fill('30/11/2099')
  await dayPart.getByRole('combobox', { name: 'Cliente' }).click()
  await dayPart.getByRole('combobox', { name: 'Cliente' }).fill('Cotillón La Ronda')
  await dayPart.getByRole('option', { name: /^Cotillón La Ronda Paraná/ }).click()
  const row = dayPart.getByRole('table', { name: 'Precios de ese día' }).getByRole('row').filter({ hasText: ARTICLE })
  await expect(row).toContainText(price(PRICES.next))
  await expect(row).toContainText('sube')
  await expect(dayPart).toContainText('1 artículo cuesta otra cosa.')
  await dayPart.getByRole('textbox', { name: 'Día' }).fill('29/11/2099')
  await expect(dayPart).toContainText('Ese día todo cuesta lo mismo que hoy.')

  await page.goto('/admin/configuracion')
  await page.getByRole('switch', { name: 'Precios que vienen' }).click()
  await expect(page.getByRole('switch', { name: 'Precios que vienen' })).toBeChecked()

  await beginSignedIn(context, shop, CLIENT)
  await page.goto(`/catalogo?buscar=${ARTICLE}&articulo=${ARTICLE}`)
  await expect(page.getByRole('dialog')).toContainText(`desde el lunes 30/11/2099, ${price(PRICES.next)}`)
})
