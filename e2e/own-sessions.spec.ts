/** The sessions of a user: seen and ended from another device, or ended because nobody used them (R266, R267). */
import { expect, signInAnew, signInForm, test, withoutNews } from './support/test.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test('another device is ended with the password, and has to sign in again', async ({ page, browser, shop, client }) => {
  await withoutNews(page)
  const phone = await browser.newContext({ baseURL: shop.url, userAgent: ANDROID })
  await signInAnew(phone, shop, client)
  const other = await phone.newPage()
  await withoutNews(other)
  await other.goto('/perfil')
  await expect(other.getByRole('region', { name: 'Sesiones abiertas' }).getByText('esta sesión')).toBeVisible()

  await page.goto('/perfil')
  const list = page.getByRole('region', { name: 'Sesiones abiertas' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('esta sesión')
  await expect(list.getByRole('listitem').last()).toContainText('Chrome en Android')
  await list.getByRole('button', { name: 'Cerrar las demás' }).click()
  const question = page.getByRole('dialog', { name: 'Cerrar las demás sesiones' })
  const password = question.getByLabel('Su contraseña')
  await expect(password).toBeFocused()
  await password.fill('no es esta')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(/La contraseña no es correcta/)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await password.fill(client.password)
  await password.press('Enter')
  await expect(page.getByText('Sesión cerrada')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('button', { name: 'Cerrar las demás' })).toBeHidden()

  await other.goto('/mis-pedidos')
  await expect(other).toHaveURL(/\/login/)
  await expect(signInForm(other)).toBeVisible()
  await phone.close()
  await page.reload()
  await expect(page).toHaveURL(/\/perfil$/)
})

test('a session that nobody used says so at the sign-in, which leads back', async ({ page, client }) => {
  await withoutNews(page)
  // The answer of a server that ended the session; how it comes to that is shown by own-sessions.test.ts.
  const idle = { error: 'UNAUTHENTICATED', message: 'Su sesión se cerró por inactividad' }
  await page.route('**/api/auth/sesiones', (route) => route.fulfill({ status: 401, json: idle }), {
    times: 1,
  })
  await page.goto('/perfil')
  await expect(page).toHaveURL(/\/login\?volver=/)
  await expect(page.getByRole('status').filter({ hasText: idle.message })).toBeVisible()
  await signInForm(page).getByLabel('CUIT').fill(client.cuit)
  await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(client.password)
  await page.getByRole('button', { name: 'INGRESAR' }).click()
  await expect(page).toHaveURL(/\/perfil$/)
  await expect(page.getByRole('region', { name: 'Sesiones abiertas' }).getByText('esta sesión')).toBeVisible()
})
