/** The lists of prices as the office reads them (R356): an article by each, what a client buys by, and the settings. */
import { ADMIN } from './support/erp-shop.ts'
import { ARTICLE, fillLists, PRICES } from './support/fill-lists.ts'
import { testOnShop } from './support/filled-shop.ts'
import { amountText, beginSignedIn, expect, withoutNews } from './support/test.ts'

const SUPERVISOR = { cuit: '20222222223', password: ADMIN.password, clientId: -1 }

const test = testOnShop(fillLists)
test.use({ signedIn: false })

const price = (cents: number) => `$ ${amountText(cents)}`

test('an admin sees the lists, an article by each of them, and the catalogue as a client of one', {
  tag: '@phone',
}, async ({ page, context, shop, isMobile }) => {
  await beginSignedIn(context, shop, ADMIN)
  await withoutNews(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'LISTAS' }).click()
  const lists = page.getByRole('table', { name: 'Listas de precios' })
  await expect(lists.getByRole('row').filter({ hasText: 'Interior' })).toContainText('desde el 30/11/2099')
  await expect(lists.getByRole('row').filter({ hasText: 'Anterior' })).toContainText('Fuera de uso')

  const article = page.getByRole('region', { name: 'Precios de un artículo' })
  await article.getByRole('combobox').fill(ARTICLE)
  await article.getByRole('option', { name: ARTICLE }).click()
  const byList = article.getByRole('table')
  const inland = byList.getByRole('row').filter({ hasText: 'Interior' })
  await expect(byList.getByRole('row').filter({ hasText: 'Lista base' })).toContainText(price(PRICES.base))
  await expect(byList.getByRole('row').filter({ hasText: 'Grandes clientes' })).toContainText('No figura')
  await expect(inland).toContainText(price(PRICES.inland))
  if (isMobile) await inland.getByRole('button').click()
  await expect(inland).toContainText(`240 o más: ${price((PRICES.inland * 85) / 100)} −15%`)
  await expect(inland).toContainText(`${price(PRICES.next)} desde el 30/11/2099`)

  const client = page.getByRole('region', { name: 'Lo que paga un cliente' })
  await client.getByRole('combobox').click()
  await client.getByRole('combobox').fill('Duende')
  await client.getByRole('option', { name: /El Duende/ }).click()
  await expect(client).toContainText('5,5%: no se descuenta')
  await client.getByRole('button', { name: 'Siguiente' }).click()
  const own = client.getByRole('row').filter({ hasText: ARTICLE })
  await expect(own).toContainText(price(PRICES.own))
  await expect(own).toContainText('desde el 01/01/2026 hasta el 30/11/2099')

  await client.getByRole('link', { name: 'Ver el catálogo como este cliente' }).click()
  await expect(page).toHaveURL(/\/catalogo\?c=1/)
  await expect(page.getByRole('combobox', { name: 'Pedido para' })).toHaveValue(/El Duende/)
})

test('an admin chooses the list of the public inventories; a supervisor reads the lists and sets nothing', async ({
  page,
  context,
  shop,
}) => {
  await beginSignedIn(context, shop, ADMIN)
  await page.goto('/admin/listas')
  await page.getByLabel('Inventarios públicos').selectOption('Interior')
  await page.getByLabel('Lo que falta en la lista de un cliente').selectOption('consultar')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Listas guardadas')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Inventarios públicos').locator('option:checked')).toHaveText('Interior')

  await beginSignedIn(context, shop, SUPERVISOR)
  await page.goto('/consulta')
  await page.getByRole('link', { name: 'Listas de precios' }).click()
  await expect(page.getByRole('table', { name: 'Listas de precios' })).toContainText('Interior')
  await expect(page.getByRole('button', { name: 'Guardar' })).toHaveCount(0)
})
