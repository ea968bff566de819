/** Lists of prices of the shop's own (R359): an admin makes one, fills it by a sheet, and its client pays by it. */
import { ADMIN } from './support/erp-shop.ts'
import { ARTICLE, fillLists, PRICES } from './support/fill-lists.ts'
import { testOnShop } from './support/filled-shop.ts'
import { amountText, beginSignedIn, expect, withoutNews } from './support/test.ts'

const test = testOnShop(fillLists)
test.use({ signedIn: false })

const price = (cents: number) => `$ ${amountText(cents)}`
const sheet = (text: string) => ({
  name: 'lista.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Código;Precio en la lista\n${ARTICLE};${text}\nNADA;5\n`),
})

test('an admin makes a list, fills it by a sheet that tells each row, and takes the change back', {
  tag: '@phone',
}, async ({ page, context, shop, isMobile }) => {
  await beginSignedIn(context, shop, ADMIN)
  await withoutNews(page)
  await page.goto('/admin/listas')
  await page.getByRole('button', { name: 'Nueva lista' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva lista' })
  await form.getByLabel('Nombre').fill('Revendedores')
  await form.getByLabel('Clientes').fill('NADIE')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByLabel('Clientes')).toHaveAccessibleDescription(/No existe: NADIE/)
  await form.getByLabel('Clientes').fill('')
  await form.getByRole('button', { name: 'Guardar' }).click()
  const lists = page.getByRole('table', { name: 'Listas de precios' })
  const row = lists.getByRole('row').filter({ hasText: 'Revendedores' })
  await expect(row).toContainText('De la tienda')
  if (isMobile) await row.getByRole('button').first().click()
  await lists.getByRole('button', { name: 'Precios Revendedores' }).click()

  const prices = page.getByRole('region', { name: 'Precios de Revendedores' })
  await prices.getByRole('button', { name: 'Traer la planilla' }).click()
  await prices.locator('input[type=file]').setInputFiles(sheet('mucho'))
  await expect(prices.getByRole('table', { name: 'Revisión de las filas' })).toContainText('número mayor que 0')
  await expect(prices.getByText('No hay nada para cambiar.')).toBeVisible()
  await prices.locator('input[type=file]').setInputFiles(sheet('12,50'))
  await prices.getByRole('button', { name: 'Cambiar 1 artículo' }).click()
  await expect(page.getByText('1 artículo cambiado en la lista')).toBeVisible()

  await prices.getByRole('searchbox').fill(ARTICLE)
  const priced = prices
    .getByRole('table', { name: 'Precios de la lista' })
    .getByRole('row')
    .filter({ hasText: ARTICLE })
  await expect(priced).toContainText(price(12_50))
  const article = page.getByRole('region', { name: 'Precios de un artículo' })
  await article.getByRole('combobox').fill(ARTICLE)
  await article.getByRole('option', { name: ARTICLE }).click()
  const byList = article.getByRole('row').filter({ hasText: 'Revendedores' })
  await expect(byList).toContainText(price(12_50))

  await prices.getByRole('button', { name: 'Deshacer 1 precio' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(priced).not.toContainText(price(12_50))
  await expect(byList).toContainText(price(PRICES.base))
})

test('a day that is typed while the sheet is being read is the one from which its prices hold', async ({
  page,
  context,
  shop,
}) => {
  await beginSignedIn(context, shop, ADMIN)
  await withoutNews(page)
  await page.goto('/admin/listas')
  await page.getByRole('button', { name: 'Nueva lista' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva lista' })
  await form.getByLabel('Nombre').fill('Ferias')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Precios Ferias' }).click()
  const prices = page.getByRole('region', { name: 'Precios de Ferias' })
  await prices.getByRole('button', { name: 'Traer la planilla' }).click()
  const reads: (() => void)[] = []
  await page.route('**/planilla/revisar*', async (route) => {
    if (reads.length === 0) await new Promise<void>((read) => reads.push(read))
    await route.continue()
  })
  await prices.locator('input[type=file]').setInputFiles(sheet('12,50'))
  await expect.poll(() => reads.length).toBe(1)
  await prices.getByRole('textbox', { name: 'Desde' }).fill('05/01/2099')
  for (const read of reads) read()
  await prices.getByRole('button', { name: 'Cambiar 1 artículo' }).click()
  await expect(prices.getByRole('listitem')).toContainText('Va a regir desde el 05/01/2099: 1 precio')
})
