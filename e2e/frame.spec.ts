/** What stands around every screen: header, footer, where a screen begins, the error page, and pictures that are none. */
import { rmSync } from 'node:fs'
import { CUITS, DEMO_PASSWORD } from '../testkit/visits.ts'
import { beginSignedIn, expect, startShop, test, withoutNews } from './support/test.ts'

test('the header shrinks when the page is scrolled, and the next screen begins at the top', async ({ page }) => {
  await withoutNews(page)
  await page.goto('/catalogo')
  // The bar shrinks inside of the header, whose room stays, so that nothing below moves.
  const bar = page.getByRole('banner').locator('> *')
  await expect(page.getByRole('article').nth(8)).toBeVisible()
  const heightOf = async () => (await bar.boundingBox())?.height ?? 0
  const tall = await heightOf()
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  await expect.poll(heightOf).toBeLessThan(tall)

  // With the keyboard: more cards push the link down while a pointer is on its way.
  await page.getByRole('link', { name: /^Términos/ }).press('Enter')
  await expect(page.getByRole('heading', { name: /Términos y condiciones/i, level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect.poll(heightOf).toBe(tall)
})

test('a page enlarged to twice its size keeps four fifths of the height for itself', async ({ page }) => {
  await withoutNews(page)
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/catalogo')
  await expect(page.getByRole('article').nth(8)).toBeVisible()
  await page.mouse.move(360, 200)
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  /** Pixels of a line down the middle that do not scroll. */
  const staying = await page.evaluate(() => {
    const stays = (element: Element | null): boolean =>
      element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement))
    return Array.from({ length: 450 }, (_, y) => document.elementFromPoint(360, y)).filter(stays).length
  })
  expect(staying).toBeLessThanOrEqual(90)
})

test('/error-page says what happened and has two ways out', async ({ page }) => {
  await withoutNews(page)
  await page.goto('/error-page')
  await expect(page.getByRole('alert')).toContainText('Ocurrió un error inesperado')
  await expect(page.getByRole('button', { name: 'Volver a intentar' })).toBeVisible()
  await page.getByRole('alert').getByRole('link', { name: 'Ir al catálogo' }).click()
  await expect(page).toHaveURL(/\/catalogo/)
})

test.describe('in the demo shop', () => {
  test.use({ shopKind: 'muestra', signedIn: false })

  test('an answer that is no picture shows the placeholder', async ({ page, context, shop }) => {
    await beginSignedIn(context, shop, { cuit: CUITS.admin, password: DEMO_PASSWORD, clientId: -1 })
    await withoutNews(page)
    await page.goto('/catalogo')
    const photo = page.getByRole('article').first()
    await expect(photo.locator('img')).toHaveCount(1)
    await page.route('**/api/pedidos/productos/imagen/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>no es una imagen</p>' }),
    )
    await page.reload()
    await expect(photo.locator('svg[viewBox="0 0 400 400"]')).toBeVisible()
    await expect(photo.locator('img')).toHaveCount(0)
  })
})

test('the footer has the year and, where it is set, the badge of the tax authority', async ({ page }) => {
  const year = `© ${new Date().getFullYear()} `
  await page.goto('/terminos')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(year)
  await expect(footer.getByRole('link', { name: /^Data fiscal/ })).toHaveCount(0)

  const DATA_FISCAL_URL = 'https://qr.afip.gob.ar/qr?d=1'
  const { shop, process } = await startShop('cerrada', { DATA_FISCAL_URL })
  try {
    await page.goto(`${shop.url}/terminos`)
    await expect(footer).toContainText(year)
    const badge = footer.getByRole('link', { name: /^Data fiscal/ })
    await expect(badge).toHaveAttribute('href', DATA_FISCAL_URL)
    await expect(badge.getByRole('img')).toBeVisible()
  } finally {
    await process.stop()
    rmSync(shop.dataDir, { recursive: true, force: true })
  }
})
