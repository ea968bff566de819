/** The directory of users in a browser: finding somebody and the ways to reach them. */
import { readFileSync } from 'node:fs'
import { beginSignedIn, expect, test as shopTest } from './support/test.ts'

const test = shopTest.extend<{ admin: undefined }>({
  admin: async ({ context, shop }, use) => {
    await beginSignedIn(context, shop, { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 })
    await use(undefined)
  },
})
test.use({ shopKind: 'muestra', signedIn: false })

test('somebody is found by name or number, and reached by mail, telephone and WhatsApp', async ({
  page,
  admin: _admin,
}) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'CONTACTOS' }).click()
  await expect(page.getByRole('heading', { name: 'Contactos' })).toBeVisible()
  await page.getByRole('searchbox').fill('30712345671')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(row).toHaveCount(1)
  const mail = row.getByRole('link', { name: /@/ })
  await expect(mail).toHaveAttribute('href', /^mailto:.+@/)
  await expect(row.getByRole('link', { name: /^WhatsApp a / })).toHaveAttribute('href', /^https:\/\/wa\.me\/549\d{10}$/)
  await expect(row.locator('a[href^="tel:"]').first()).toHaveAttribute('href', /^tel:\+?\d{6,15}$/)
  await page.reload()
  await expect(row).toHaveCount(1)
})

test('the list is narrowed to a seller and exported whole', async ({ page, admin: _admin }) => {
  await page.goto('/admin/contactos')
  const seller = page.getByLabel('Vendedor')
  await expect(seller.getByRole('option')).not.toHaveCount(1)
  await seller.selectOption({ index: 1 })
  const name = await seller.locator('option:checked').innerText()
  await page.getByRole('button', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/[?&]v=\d+/)
  const sellers = page.locator('td[data-label="Vendedor"]')
  await expect(sellers.first()).toHaveText(name)
  await expect(sellers.filter({ hasNotText: name })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar a excel' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('contactos.xlsx')
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test.describe('who gets in', () => {
  test.use({ signedIn: true })
  test('a client is led to the catalogue', async ({ page }) => {
    await page.goto('/admin/contactos')
    await expect(page).toHaveURL(/\/catalogo/)
  })
})
