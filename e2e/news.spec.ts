/** The news popup of the catalogue (R45). */
import { expect, test } from './support/test.ts'

test.use({ shopKind: 'muestra' })

const SLIDES = '**/api/carousel'

test('open on load, once per sign-in, and never over work begun', async ({ page }) => {
  const news = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Novedades' }) })
  const cards = page.getByRole('list', { name: 'Artículos' }).getByRole('article')
  // Their answer comes after the first key: they wait for the next load.
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(SLIDES, async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest(SLIDES)
  await page.goto('/catalogo')
  await expect(cards.first()).toBeVisible()
  await asked
  await page.getByRole('searchbox', { name: 'Buscar artículos' }).press('Shift')
  answer()
  await page.waitForLoadState('networkidle')
  await expect(news).toBeHidden()

  // They are the last of all that comes: after the cards, and after their own answer.
  const told = page.waitForResponse(SLIDES)
  await page.goto('/catalogo')
  await expect(cards.first()).toBeVisible()
  await told
  await expect(news).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(news).toBeHidden()
  await page.reload()
  await expect(cards.first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(news).toBeHidden()
})
