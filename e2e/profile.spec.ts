/** The own data and addresses (R202). */
import { expect, test, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

test('nothing is sent while one of the five is missing; then the greeting has the new name', async ({
  page,
  isMobile,
}) => {
  await withoutNews(page)
  await page.goto('/mis-pedidos')
  await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
  await page.getByRole('link', { name: 'MIS DATOS' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
  const form = page.getByRole('form', { name: 'Perfil' })
  await form.getByLabel('Nombre').fill('Mariela')
  await form.getByLabel('Apellido').fill('Ríos')
  await form.getByLabel('Teléfono').fill('')
  await form.getByLabel('Celular').fill('11 5555-0001')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/update-perfil')) sent += 1
  })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByLabel('Teléfono')).toBeFocused()
  await expect(form.getByLabel('Teléfono')).toHaveAccessibleDescription(/Complete este campo$/)
  expect(sent).toBe(0)
  await form.getByLabel('Teléfono').fill('4555-0001')
  await form.getByLabel('Expreso').selectOption({ label: 'A convenir' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Perfil guardado')).toBeVisible()
  expect(sent).toBe(1)
  await page.reload()
  await expect(form.getByLabel('Nombre')).toHaveValue('Mariela')
  await expect(form.getByLabel('Teléfono')).toHaveValue('4555-0001')
  if (!isMobile) await expect(page.getByRole('button', { name: 'Hola, Mariela' })).toBeVisible()
})

test('an address is added and changed with the keyboard; what is missing says so', async ({ page }) => {
  await withoutNews(page)
  await page.goto('/perfil')
  await page.getByRole('button', { name: 'Agregar dirección' }).focus()
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Agregar dirección' })
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(modal.getByRole('alert').getByRole('listitem')).toHaveText([
    'Dirección: Complete este campo',
    'Provincia: Complete este campo',
    'Ciudad: Complete este campo',
  ])
  await expect(modal.getByLabel('Dirección')).toBeFocused()
  await page.keyboard.type('Mitre 100')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Santa Fe')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Rosario')
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Agregar dirección' })).toBeFocused()
  const row = page.getByRole('listitem').filter({ hasText: 'Mitre 100' })
  await expect(row).toContainText('Rosario, Santa Fe')
  await row.getByRole('button', { name: 'Editar Mitre 100' }).click()
  await page.getByRole('dialog').getByLabel('Dirección').fill('Mitre 102')
  await page.getByRole('dialog').getByLabel('Observaciones').fill('Timbre 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Mitre 102' })).toContainText('Timbre 2')
  await expect(page.getByText('Mitre 100')).toHaveCount(0)
})
