/** The news popup of the catalogue (R45). */
import { expect, test } from './support/test.ts'

test.use({ shopKind: 'muestra' })

test('open on load, once per sign-in, and never over work begun', async ({ page }) => {
  const news = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Novedades' }) })
  // Their answer comes after the first key: they wait for the next load.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/carousel', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/catalogo')
  await expect(page.getByRole('list', { name: 'Artículos' }).getByRole('article').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar artículos' }).press('Shift')
  answer()
  await page.waitForLoadState('networkidle')
  await expect(news).toBeHidden()

  await page.goto('/catalogo')
  await expect(news).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(news).toBeHidden()
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(news).toBeHidden()
})
