/** The shop's own face in a browser (R402–R404): chosen with a preview, seen by everybody, and without signal. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { beginSignedIn, expect, test } from './support/test.ts'

test.use({ shopKind: 'muestra', signedIn: false })

const ADMIN = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }
const token = (page: Page, name: string) =>
  page.evaluate((of) => getComputedStyle(document.documentElement).getPropertyValue(of), name)

test('an admin gives the shop its face, sees what becomes of a light colour, and takes it back', async ({
  context,
  shop,
  page,
  browser,
}) => {
  await beginSignedIn(context, shop, ADMIN)
  await page.goto('/admin/configuracion')
  const section = page.getByRole('region', { name: 'Nombre, logo y colores', exact: true })
  const preview = section.getByRole('figure')
  const logo = await sharp({ create: { width: 900, height: 180, channels: 4, background: '#7a0022' } })
    .png()
    .toBuffer()
  await section
    .getByLabel('Logo: elegir archivo', { exact: true })
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('dialog', { name: 'Cambiar imagen' }).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Logo: guardado.')).toBeVisible()
  await section.getByLabel('Nombre de la tienda').fill('Mundo Lúdico')
  await section.getByRole('textbox', { name: 'Color principal', exact: true }).fill('amarillo')
  await section.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(section.getByRole('textbox', { name: 'Color principal', exact: true })).toHaveAccessibleDescription(
    /seis cifras/,
  )
  await section.getByRole('textbox', { name: 'Color principal', exact: true }).fill('#ffe600')
  await expect(preview).toContainText(/El color principal se oscureció a #[0-9a-f]{6} para que se lea/)
  await section.getByRole('textbox', { name: 'Color principal', exact: true }).fill('#7a0022')
  await expect(preview).not.toContainText('se oscureció')
  await expect(preview).toContainText('Mundo Lúdico')
  await section.getByLabel('Nombre junto al logo').uncheck()
  await section.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Marca guardada')).toBeVisible()
  // The page has the stored colours once it is loaded anew, and the preview those of the form.
  await page.reload()
  await section.getByRole('textbox', { name: 'Color principal', exact: true }).fill('')
  await expect.poll(() => preview.evaluate((of) => getComputedStyle(of).getPropertyValue('--azul'))).toBe('#2344c4')

  // Somebody else, who has never been here.
  const visitor = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'allow' })
  const theirs = await visitor.newPage()
  await theirs.goto('/terminos')
  await expect(theirs).toHaveTitle('Términos y condiciones · Mundo Lúdico')
  expect(await token(theirs, '--azul')).toBe('#7a0022')
  const sign = theirs.getByRole('link', { name: /^Mundo Lúdico/ })
  expect(await sign.boundingBox()).toMatchObject({ width: 180 })
  // Without signal it opens with the same face, logo and all.
  await theirs.evaluate(() => navigator.serviceWorker.ready)
  await visitor.setOffline(true)
  await theirs.goto('/terminos')
  expect(await token(theirs, '--azul')).toBe('#7a0022')
  const address = (await token(theirs, '--logo')).replace(/^url\(|\)$/g, '')
  expect(await theirs.evaluate(async (of) => (await fetch(of)).status, address)).toBe(200)
  await visitor.close()

  // A logo that does not come keeps no device from opening without signal.
  const unlucky = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'allow' })
  let refused = 0
  await unlucky.route('**/api/config/marca/**', (route) => {
    if (route.request().serviceWorker()) refused++
    return route.fulfill({ status: 404 })
  })
  const bare = await unlucky.newPage()
  await bare.goto('/terminos')
  await bare.evaluate(() => navigator.serviceWorker.ready)
  expect(refused).toBeGreaterThan(0)
  await unlucky.setOffline(true)
  await bare.goto('/terminos')
  expect(await token(bare, '--azul')).toBe('#7a0022')
  await unlucky.close()

  await section.getByRole('button', { name: 'Volver a lo de fábrica' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Volver a lo de fábrica' }).click()
  await expect(section.getByLabel('Nombre de la tienda')).toHaveValue('')
  await page.reload()
  await expect(section).toBeVisible()
  expect(await token(page, '--logo')).toBe('')
})
