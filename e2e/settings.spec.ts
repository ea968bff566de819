/** Configuring the shop in a browser: each section by itself, what is effective at once, and two admins on one text. */
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { beginSignedIn, expect, test as shopTest, withoutNews } from './support/test.ts'

interface Admin {
  page: Page
  api: APIRequestContext
}

const test = shopTest.extend<{ admin: Admin }>({
  admin: async ({ context, shop, page, playwright }, use) => {
    const credentials = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }
    const { accessToken } = await beginSignedIn(context, shop, credentials)
    const extraHTTPHeaders = { authorization: `Bearer ${accessToken}` }
    const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    await use({ page, api })
    await api.dispose()
  },
})
test.use({ shopKind: 'muestra', signedIn: false })
// The settings are the whole shop's: one test after the other.
test.describe.configure({ mode: 'serial' })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page, name: string) =>
  section(page, name).getByRole('button', { name: 'Guardar', exact: true }).click()
const stored = async ({ api }: Admin, key: string) => {
  const all: { clave: string; valor: string; aux: string }[] = await (await api.get('/api/config/')).json()
  return all.find(({ clave }) => clave === key)
}
const put = async ({ api }: Admin, ...changes: object[]) =>
  expect((await api.put('/api/config/utils', { data: changes })).ok()).toBe(true)

test('an announcement is shown as the preview had it, and what would break it is refused', async ({ admin }) => {
  const { page } = admin
  await page.goto('/admin/configuracion')
  const form = section(page, 'Anuncio de la tienda')
  await form.getByLabel('Título').fill('Feriado; lunes')
  await form.getByLabel('Texto', { exact: true }).fill('El lunes no despachamos')
  await save(page, 'Anuncio de la tienda')
  await expect(form.getByLabel('Título')).toHaveAccessibleDescription(/No puede llevar punto y coma/)
  await form.getByLabel('Título').fill('Feriado')
  await form.getByLabel('Color del texto').selectOption('Blanco')
  await form.getByLabel('Color de fondo').selectOption('Rojo')
  await form.getByLabel('Habilitado').check()
  await expect(form.getByRole('figure')).toContainText('Feriado · El lunes no despachamos')
  await save(page, 'Anuncio de la tienda')
  await expect(page.getByText('Anuncio guardado')).toBeVisible()
  expect(await stored(admin, 'ANUNCIO')).toMatchObject({
    valor: 'Feriado;El lunes no despachamos|white;red',
    aux: '1',
  })
  const strip = page
    .getByRole('region', { name: 'Anuncio' })
    .filter({ has: page.getByRole('button', { name: 'Cerrar anuncio' }) })
  await expect(strip).toContainText('Feriado · El lunes no despachamos')
  await form.getByLabel('Habilitado').uncheck()
  await save(page, 'Anuncio de la tienda')
  await expect(strip).toHaveCount(0)
})

test('a page is switched off at once for clients, and on again', async ({ admin, browser, shop }) => {
  const { page, api } = admin
  const context = await browser.newContext({ baseURL: shop.url })
  const credentials = { cuit: '30712345671', password: 'bulto-demo-2026', clientId: -1 }
  await beginSignedIn(context, shop, credentials)
  const client = await context.newPage()
  await withoutNews(client)
  await client.goto('/mis-pedidos')
  await expect(client.getByRole('heading', { name: 'Mis Pedidos' })).toBeVisible()

  await page.goto('/admin/configuracion')
  const turn = page.getByRole('switch', { name: 'Catálogo' })
  await expect(turn).toBeChecked()
  await turn.click()
  await expect(turn).not.toBeChecked()
  await expect(section(page, 'Páginas').getByText('Guardado')).toBeVisible()
  await client.goto('/catalogo')
  await expect(client).toHaveURL(/\/mantenimiento$/)
  // The calls go on for staff (R19).
  expect((await api.get('/api/pedidos/productos/filtros?index=0')).status()).toBe(200)

  await turn.click()
  await expect(turn).toBeChecked()
  await client.getByRole('link', { name: 'Volver a intentar' }).click()
  await expect(client).toHaveURL(/\/catalogo/)
  await context.close()
})

test('a switch that somebody else turned meanwhile is told, not overwritten', async ({ admin }) => {
  const { page } = admin
  await page.goto('/admin/configuracion')
  const turn = page.getByRole('switch', { name: 'Banner' })
  await expect(turn).toBeChecked()
  await put(admin, { clave: 'BANNER', valor: '0' })
  await put(admin, { clave: 'BANNER', valor: '1' })
  await turn.click()
  await expect(section(page, 'Páginas').getByText(/No se guardó: Otra persona lo cambió/)).toBeVisible()
  await expect(turn).toBeChecked()
  expect(await stored(admin, 'BANNER')).toMatchObject({ valor: '1' })
})

test('contact data are checked, saved twice in a row, and stand on the maintenance page', async ({ admin }) => {
  const { page } = admin
  await page.goto('/admin/configuracion')
  const form = section(page, 'Contacto')
  await form.getByLabel('Email de contacto').fill('ventas')
  await form.getByLabel('Teléfono de contacto').fill('llamar a Ana')
  await save(page, 'Contacto')
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText([
    'Email de contacto: Debe ingresar un email válido',
    /^Teléfono de contacto: Debe ingresar un teléfono/,
  ])
  await form.getByLabel('Email de contacto').fill('mostrador@ejemplo.com.ar')
  await form.getByLabel('Teléfono de contacto').fill('+54 387 431-0000')
  await save(page, 'Contacto')
  await expect(page.getByText('Datos de contacto guardados')).toBeVisible()
  await form.getByLabel('Teléfono de contacto').fill('+54 387 431-0001')
  await save(page, 'Contacto')
  await expect.poll(() => stored(admin, 'CONTACTO_TEL')).toMatchObject({ valor: '+54 387 431-0001' })
  await page.goto('/mantenimiento')
  await expect(page.getByRole('link', { name: '+54 387 431-0001' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'mostrador@ejemplo.com.ar' })).toBeVisible()
})

test('two admins on the terms: the second is told by whom, and chooses', async ({ admin }) => {
  const { page } = admin
  await page.goto('/admin/configuracion')
  const box = section(page, 'Términos y condiciones').getByLabel('Texto de los términos')
  await expect(box).toHaveValue('')
  await put(admin, { clave: 'TERMINOS', valor: 'Los de la mañana' })
  await box.fill('Los de la tarde')
  await save(page, 'Términos y condiciones')
  const question = page.getByRole('dialog', { name: 'Otra persona lo cambió' })
  await expect(question).toContainText('era (vacío), ahora es Los de la mañana. Usted puso Los de la tarde.')
  await question.getByRole('button', { name: 'Guardar mis cambios' }).click()
  await expect(page.getByText('Términos guardados')).toBeVisible()
  expect(await stored(admin, 'TERMINOS')).toMatchObject({ valor: 'Los de la tarde' })
  await page.goto('/terminos')
  await expect(page.getByText('Los de la tarde')).toBeVisible()
})

test('news are shown as far as they are used, and words, order and title are saved by one button', async ({
  admin,
}) => {
  const { page, api } = admin
  const slides = async (): Promise<{ id: number; foto: string | null; aux: string; aux2: number }[]> =>
    (await api.get('/api/carousel')).json()
  const before = await slides()
  const used = before.filter(({ foto, aux, aux2 }) => foto !== null || aux !== '' || aux2 === 1)
  expect(used.length).toBeGreaterThan(1)
  expect(used.length).toBeLessThan(10)
  await page.goto('/admin/configuracion')
  const form = section(page, 'Novedades')
  await expect(form.getByRole('listitem').filter({ hasText: 'Epígrafe' })).toHaveCount(used.length)
  await form.getByLabel('Epígrafe 2').fill('Llegó lo nuevo')
  await form.getByLabel('Posición de Llegó lo nuevo').selectOption('1')
  await form.getByRole('button', { name: 'Agregar novedad' }).click()
  await form.getByLabel(`Epígrafe ${used.length + 1}`).fill('La última')
  await page.getByRole('switch', { name: 'Novedades' }).click()
  await expect(page.getByRole('switch', { name: 'Novedades' })).not.toBeChecked()
  await form.getByLabel('Texto del carousel', { exact: true }).fill('Esta semana')
  await save(page, 'Novedades')
  await expect(page.getByText('Novedades guardadas')).toBeVisible()
  const after = await slides()
  expect(after[0]).toMatchObject({ id: 1, foto: used[1]?.foto, aux: 'Llegó lo nuevo' })
  expect(after[1]).toMatchObject({ id: 2, foto: used[0]?.foto, aux: used[0]?.aux })
  expect(after[used.length]).toMatchObject({ aux: 'La última', aux2: 0 })
  expect(await stored(admin, 'CAROUSEL')).toMatchObject({ valor: 'Esta semana', aux: '0' })

  // A picture that is removed can be had back until it is saved; a slide goes with all it holds.
  await form.getByRole('button', { name: /^Eliminar .*Llegó lo nuevo/ }).click()
  await form.getByRole('button', { name: /^Deshacer/ }).click()
  await form.getByRole('button', { name: /^Eliminar .*Llegó lo nuevo/ }).click()
  await form.getByRole('button', { name: 'Quitar La última' }).click()
  await expect(form.getByLabel('Posición de La última')).toHaveCount(0)
  await save(page, 'Novedades')
  await expect.poll(async () => (await slides())[0]?.foto).toBe(null)
  expect((await slides())[0]?.aux).toBe('Llegó lo nuevo')
  expect((await slides())[used.length]?.aux).toBe('')
})

test('the picture of the banner can be taken away; its place takes one picture, and no film', async ({ admin }) => {
  const { page, api } = admin
  await page.goto('/admin/configuracion')
  const banner = section(page, 'Banner')
  await banner.getByRole('button', { name: 'Eliminar Imagen del banner' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Imagen del banner quitada')).toBeVisible()
  await expect(banner.getByLabel('Imagen del banner: elegir archivo')).toBeAttached()
  expect((await api.get('/api/config/banner')).status()).toBe(404)
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  const choose = banner.getByLabel('Imagen del banner: elegir archivo')
  await choose.setInputFiles(file('corto.mp4', 'video/mp4', Buffer.from('x')))
  await expect(banner.getByRole('alert')).toContainText('Por favor, selecciona una imagen: JPEG')
  await banner.getByRole('button', { name: 'Entendido' }).click()
  const picture = await sharp({ create: { width: 60, height: 100, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await choose.setInputFiles(file('banner.png', 'image/png', picture))
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(banner.getByLabel('Imagen del banner: cambiar')).toBeEnabled()
})

test.describe('who gets in', () => {
  test.use({ signedIn: true })
  test('a client is led to the catalogue', async ({ page }) => {
    await page.goto('/admin/configuracion')
    await expect(page).toHaveURL(/\/catalogo/)
  })
})
