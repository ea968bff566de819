/** The audit in a browser: who changed what is found, a record's history is told where it is edited, others bounce. */
import { beginSignedIn, expect, test as shopTest } from './support/test.ts'

const test = shopTest.extend<{ asAdmin: undefined }>({
  asAdmin: [
    async ({ context, shop, signedIn }, use) => {
      const admin = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }
      if (!signedIn) await beginSignedIn(context, shop, admin)
      await use(undefined)
    },
    { auto: true },
  ],
})
test.use({ shopKind: 'muestra', signedIn: false })

test('who changed a price is found from the article’s code, and on the article itself', async ({ page }, info) => {
  // Somebody gives an article a discount.
  await page.goto('/admin/productos')
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click()
  const panel = page.getByRole('dialog')
  const title = (await panel.getByRole('heading', { level: 2 }).innerText()).trim()
  await panel.getByLabel('Descuento').fill('12,5')
  await panel.getByRole('button', { name: 'Guardar' }).click()
  await expect(panel).toHaveCount(0)
  const code = title.split(/\s+/).find((word) => /\d/.test(word)) ?? ''

  // Clicks and keys from the admin home: the menu, the box, the code, Enter.
  await page.goto('/admin')
  await page.getByRole('link', { name: 'AUDITORÍA' }).click()
  await page.getByLabel('Registro').fill(code)
  await page.getByLabel('Registro').press('Enter')
  info.annotations.push({
    type: 'cost',
    description: `who changed a price: 2 clicks, ${code.length + 1} keys`,
  })
  const row = page.getByRole('row', { name: /Descuento/ }).first()
  await expect(row).toContainText('12,5 %')
  await expect(row).toContainText('Ana Administradora')
  // From what to what on one line.
  const change = row.getByRole('listitem').filter({ hasText: 'Descuento' })
  const [before, after] = [change.locator('del'), change.locator('ins')]
  const top = async (of: typeof before) => Math.round((await of.boundingBox())?.y ?? 0)
  expect(await top(before)).toBe(await top(after))

  await row.getByRole('button', { name: /^Historial/ }).click()
  const history = page.getByRole('dialog', { name: /^Historial de/ })
  await expect(history).toContainText('12,5 %')
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
})

test('filters stand in the address, and nothing found says so', async ({ page }) => {
  await page.goto('/admin/auditoria?que=brand&desde=2020-01-01&hasta=2020-01-02')
  await expect(page.getByLabel('Qué')).toHaveValue('brand')
  await expect(page.getByLabel('Desde', { exact: true })).toHaveValue('01/01/2020')
  await expect(page.getByText('No hay cambios para esta búsqueda')).toBeVisible()
})

test('a user’s history is on the form', async ({ page }) => {
  await page.goto('/admin/usuarios?idusu=4')
  const form = page.getByRole('dialog', { name: 'Editar usuario' })
  await form.getByRole('button', { name: /^Historial/ }).click()
  await expect(page.getByRole('dialog', { name: /^Historial de/ })).toBeVisible()
})

test.describe('who gets in', () => {
  test.use({ signedIn: true })
  test('a client is led to the catalogue', async ({ page }) => {
    await page.goto('/admin/auditoria')
    await expect(page).toHaveURL(/\/catalogo/)
  })
})
