/** Forgotten and changed passwords: the mailed code, the words of the spec, and what ends with the old password. */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Mails } from './support/mail-shop.ts'
import { DEMO_PASSWORD, labelled, signinStatus, test } from './support/mail-shop.ts'
import { expect, signInAnew, signInForm, withoutNews } from './support/test.ts'

test.use({ signedIn: false })

const CUIT = '30712345671'
const EMAIL = 'cliente.benitez@bulto.example'
const OTHER = { cuit: '30700000016', password: DEMO_PASSWORD, clientId: 0 }

const send = (page: Page) => page.getByRole('button', { name: 'Enviar' }).click()
const change = (page: Page) => page.getByRole('button', { name: 'Restablecer contraseña' }).click()
const box = (page: Page, label: string) => page.getByLabel(labelled(label))

async function newestCode(mails: Mails, address: string, count = 1): Promise<string> {
  const code = /\b\d{6}\b/.exec((await mails.to(address, 'Código', count)).at(-1)?.text ?? '')?.[0]
  if (!code) throw new Error('The mail has no code')
  return code
}

test('the mailed code sets a new password and opens the catalogue; the old one is over', async ({
  page,
  mails,
  playwright,
  shop,
}) => {
  await withoutNews(page)
  await page.goto('/login')
  await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click()
  await expect(page).toHaveURL(/\/olvide-mi-contrasena$/)

  await send(page)
  await expect(page.getByRole('alert')).toHaveText('Ingrese una dirección de mail')
  await expect(box(page, 'Email')).toBeFocused()
  await box(page, 'Email').fill('sin-arroba')
  await send(page)
  await expect(page.getByRole('alert')).toHaveText('No se pudo enviar el correo, revise la dirección de email')
  await box(page, 'Email').fill(EMAIL)
  await send(page)
  await expect(box(page, 'Código')).toBeFocused()
  // A reload while the mail is on its way loses nothing.
  await page.reload()

  await change(page)
  await expect(page.getByRole('alert').getByRole('listitem').locator('span')).toHaveText([
    'La nueva contraseña no puede estar vacia..',
    'Las contraseñas no coinciden..',
    'Ingrese un codigo valido..',
  ])
  await expect(box(page, 'Código')).toBeFocused()
  await box(page, 'Contraseña nueva').fill('carreta-de-palo')
  await box(page, 'Confirmar contraseña nueva').fill('carreta')
  const code = await newestCode(mails, EMAIL)
  await box(page, 'Código').fill(code === '000000' ? '000001' : '000000')
  await change(page)
  await expect(box(page, 'Confirmar contraseña nueva')).toHaveAccessibleDescription('Las contraseñas no coinciden..')
  await box(page, 'Confirmar contraseña nueva').fill('carreta-de-palo')
  await change(page)
  await expect(box(page, 'Código')).toHaveAccessibleDescription(
    'No se realizo el cambio, verifique el codigo de seguridad..',
  )
  await box(page, 'Código').fill(code)
  await change(page)
  await expect(page).toHaveURL(/\/catalogo/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').nombre)).toBe('Lucía')

  const request = await playwright.request.newContext({ baseURL: shop.url })
  expect(await signinStatus(request, CUIT, DEMO_PASSWORD)).toBe(401)
  expect(await signinStatus(request, CUIT, 'carreta-de-palo')).toBe(200)
  await request.dispose()
})

test('CAMBIAR CONTRASEÑA in the menu knows the mail and works while signed in', async ({
  page,
  context,
  shop,
  mails,
  isMobile,
}) => {
  const user = await signInAnew(context, shop, OTHER)
  await withoutNews(page)
  await page.goto('/mis-pedidos')
  await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
  await page.getByRole('link', { name: 'CAMBIAR CONTRASEÑA' }).click()
  await expect(box(page, 'Email')).not.toHaveValue('')
  const email = await box(page, 'Email').inputValue()
  await send(page)
  await newestCode(mails, email)
  await page.getByRole('button', { name: 'Reenviar código' }).click()
  await expect(page.getByText(`Volvimos a enviar un código a ${email}`)).toBeVisible()
  await box(page, 'Código').fill(await newestCode(mails, email, 2))
  await box(page, 'Contraseña nueva').fill('12345678')
  await box(page, 'Confirmar contraseña nueva').fill('12345678')
  await change(page)
  // Why it cannot be taken is told at its field, and the code is not spent on it.
  await expect(box(page, 'Contraseña nueva')).toHaveAccessibleDescription(/fácil de adivinar$/)
  await box(page, 'Contraseña nueva').fill('otra-carreta-de-palo')
  await box(page, 'Confirmar contraseña nueva').fill('otra-carreta-de-palo')
  await change(page)
  await expect(page).toHaveURL(/\/catalogo/)
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').accessToken)
  expect(token).not.toBe(user.accessToken)
})

test('whoever has a second factor is told that the password changed, and signs in with a code', async ({
  page,
  context,
  shop,
  mails,
}) => {
  const supervisor = { cuit: '20222222223', password: DEMO_PASSWORD, clientId: -1 }
  const email = 'supervisor.supervisor@bulto.example'
  const { accessToken } = await signInAnew(context, shop, supervisor)
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await context.request.post(`${shop.url}/api/auth/dos-pasos${path}`, { headers, data })).json()
  }
  const { clave } = await post('/clave', { contra: DEMO_PASSWORD })
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(clave) }).generate({ timestamp: Date.now() + steps * 30_000 })
  expect((await post('', { contra: DEMO_PASSWORD, codigo: codeAt(0) })).codigos).toHaveLength(10)

  await withoutNews(page)
  await page.goto('/olvide-mi-contrasena')
  await expect(box(page, 'Email')).toHaveValue(email)
  await send(page)
  await box(page, 'Código').fill(await newestCode(mails, email))
  await box(page, 'Contraseña nueva').fill('carreta-de-palo-santo')
  await box(page, 'Confirmar contraseña nueva').fill('carreta-de-palo-santo')
  // Another tab hears first that the session is over.
  const other = await context.newPage()
  await other.goto('/terminos')
  await page.route('**/api/auth/cambiarContra', async (route) => {
    const response = await route.fetch()
    await other.evaluate(() => localStorage.removeItem('usuario'))
    await expect(page.getByRole('heading', { name: 'Restablecer contraseña' })).toBeVisible()
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Restablecer contraseña' }).click()
  await expect(page.getByRole('heading', { name: 'Contraseña cambiada' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Su contraseña fue cambiada' })).toContainText(
    'Ingrese con ella y con el código de su aplicación.',
  )
  await page.getByRole('link', { name: 'Volver al inicio de sesión' }).click()
  await signInForm(page).getByLabel('CUIT').fill(supervisor.cuit)
  await signInForm(page).getByLabel('Contraseña', { exact: true }).fill('carreta-de-palo-santo')
  await page.getByRole('button', { name: 'INGRESAR' }).click()
  await page.getByLabel('Código de verificación').fill(codeAt(1))
  await page.getByLabel('Código de verificación').press('Enter')
  await expect(page).toHaveURL(/\/catalogo/)
})

test('who asks too often is told how long to wait', async ({ page, playwright, shop }) => {
  const request = await playwright.request.newContext({ baseURL: shop.url })
  const ask = async () => (await request.get('/api/auth/cambiarContra', { params: { mail: 'a@example.com' } })).status()
  for (let asked = 0; (await ask()) !== 429; asked++) expect(asked).toBeLessThan(10)
  await request.dispose()
  await page.goto('/olvide-mi-contrasena')
  await box(page, 'Email').fill('a@example.com')
  await send(page)
  await expect(page.getByRole('alert')).toHaveText(/Podrá intentarlo nuevamente en (una hora|un minuto|\d+ minutos)\.$/)
  // One of before may be in the mail.
  await page.getByRole('button', { name: 'Ya tengo un código' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Escriba el último código' })).toContainText('a@example.com')
  await expect(box(page, 'Código')).toBeFocused()
})
