/** The second factor of staff in a browser: on, asked for, a recovery code, taken away, and forced (R261 to R265). */
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { violations } from './support/axe.ts'
import { expect, signInAnew, signInForm, test, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra', signedIn: false })
// The accounts are the whole shop's: one test after the other.
test.describe.configure({ mode: 'serial' })

const password = 'bulto-demo-2026'
const ADMIN = { cuit: '20111111112', password, clientId: -1 }
const SUPERVISOR = { cuit: '20222222223', password, clientId: -1 }

/** The code of the present half minute, or of one `steps` later: each is good once. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function signIn(page: Page, cuit: string): Promise<void> {
  await page.goto('/login')
  await signInForm(page).getByLabel('CUIT').fill(cuit)
  await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'INGRESAR' }).click()
}
const signOut = (page: Page) => page.evaluate(() => localStorage.clear())
const section = (page: Page) => page.getByRole('region', { name: 'Verificación en dos pasos' })
const codeBox = (page: Page) => page.getByLabel('Código de verificación')

/** Reads the key, types a code of it, and answers both the key and the recovery codes. */
async function switchOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole('img', { name: 'Código QR para la aplicación' })).toBeVisible()
  const shown = await page.getByText('O escriba esta clave').locator('code').innerText()
  const secret = shown.replaceAll(' ', '')
  await expect(page.getByRole('link', { name: 'Abrir la aplicación de este equipo' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  )
  await codeBox(page).fill(codeOf(secret) === '000000' ? '000001' : '000000')
  await codeBox(page).press('Enter')
  await expect(codeBox(page)).toHaveAccessibleDescription(/no es correcto/)
  await codeBox(page).fill(codeOf(secret))
  await codeBox(page).press('Enter')
  const list = page.getByRole('list', { name: 'Códigos de recuperación' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() }
}

test('it is switched on, asked for at the sign-in, and an admin takes it away', async ({
  page,
  context,
  browser,
  shop,
}) => {
  await withoutNews(page)
  await signInAnew(context, shop, SUPERVISOR)
  await page.goto('/perfil')
  await section(page).getByRole('button', { name: 'Activar' }).click()
  const drawer = page.getByRole('dialog', { name: 'Activar la verificación en dos pasos' })
  await drawer.getByLabel('Su contraseña').fill('no es esta')
  await drawer.getByRole('button', { name: 'Continuar' }).click()
  await expect(drawer.getByLabel('Su contraseña')).toHaveAccessibleDescription(/La contraseña no es correcta/)
  await drawer.getByLabel('Su contraseña').fill(password)
  await drawer.getByRole('button', { name: 'Continuar' }).click()
  const { secret, codes } = await switchOn(page)
  expect(await violations(page)).toEqual([])
  const file = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Descargar' }).click()
  expect((await file).suggestedFilename()).toBe('codigos-de-recuperacion.txt')
  await drawer.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(section(page)).toContainText('Quedan 10 códigos de recuperación.')

  await signOut(page)
  await signIn(page, SUPERVISOR.cuit)
  await expect(codeBox(page)).toBeFocused()
  await codeBox(page).fill(codeOf(secret, 1))
  await codeBox(page).press('Enter')
  await expect(page).toHaveURL(/\/(catalogo)?$/)

  await signOut(page)
  await signIn(page, SUPERVISOR.cuit)
  await codeBox(page).fill(codes[3] ?? '')
  await codeBox(page).press('Enter')
  await expect(page).toHaveURL(/\/(catalogo)?$/)
  await page.goto('/perfil')
  await expect(section(page)).toContainText('Quedan 9 códigos de recuperación.')

  const office = await browser.newContext({ baseURL: shop.url })
  await signInAnew(office, shop, ADMIN)
  const other = await office.newPage()
  await withoutNews(other)
  const { id } = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}'))
  await other.goto(`/admin/usuarios?idusu=${id}`)
  await other.getByRole('button', { name: 'Quitar la verificación en dos pasos' }).click()
  const question = other.getByRole('dialog', { name: 'Quitar la verificación en dos pasos' })
  await question.getByLabel('Su contraseña').fill(password)
  await question.getByRole('button', { name: 'Quitar' }).click()
  await expect(other.getByText('Verificación en dos pasos quitada')).toBeVisible()
  await expect(other.getByText('Ingresa con verificación en dos pasos')).toBeHidden()
  await office.close()
  await page.reload()
  await expect(section(page)).toContainText('desactivada')
})

test('whom the shop requires it of sets it up at the sign-in', async ({ page, browser, shop }) => {
  const office = await browser.newContext({ baseURL: shop.url })
  await signInAnew(office, shop, ADMIN)
  const other = await office.newPage()
  await withoutNews(other)
  await other.goto('/admin/configuracion')
  const setting = section(other)
  await setting.getByLabel('Supervisor').check()
  await setting.getByRole('button', { name: 'Guardar' }).click()
  await expect(other.getByText('Verificación en dos pasos guardada')).toBeVisible()

  await withoutNews(page)
  await signIn(page, SUPERVISOR.cuit)
  await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible()
  await page.getByRole('button', { name: 'Comenzar' }).click()
  await switchOn(page)
  // Nobody is signed in before the codes were seen.
  expect(await page.evaluate(() => localStorage.getItem('usuario'))).toBeNull()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Ya los guardé: ingresar' }).click()
  await expect(page).toHaveURL(/\/(catalogo)?$/)

  await page.goto('/perfil')
  await section(page).getByRole('button', { name: 'Códigos nuevos' }).click()
  const codes = page.getByRole('dialog', { name: 'Códigos de recuperación nuevos' })
  await codes.getByLabel('Su contraseña').fill(password)
  await codes.getByRole('button', { name: 'Crear códigos' }).click()
  await expect(codes.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible()
  await codes.getByRole('button', { name: 'Ya los guardé' }).click()
  await section(page).getByRole('button', { name: 'Desactivar' }).click()
  const off = page.getByRole('dialog', { name: 'Desactivar la verificación en dos pasos' })
  await expect(off).toContainText('tendrá que activarla otra vez')
  await off.getByLabel('Su contraseña').fill(password)
  await off.getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('Verificación en dos pasos desactivada')).toBeVisible()

  await setting.getByLabel('Supervisor').uncheck()
  await setting.getByRole('button', { name: 'Guardar' }).click()
  await expect(other.getByText('Verificación en dos pasos guardada').last()).toBeVisible()
  await office.close()
})
