/** What the catalogue opens with by itself: the whole tree, and the news (R45). */
import { expect, test } from './support/test.ts'

test.use({ shopKind: 'muestra' })

const SLIDES = '**/api/carousel'

test('open on load, once per sign-in, and never over work begun', { tag: '@phone' }, async ({ page }) => {
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

test('open with their first picture, not before it', async ({ page }) => {
  const news = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Novedades' }) })
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/api/carousel/fotos*', async (route) => {
    await sent
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/carousel/fotos*')
  await page.goto('/catalogo')
  await asked
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  await expect(news).toBeHidden()
  send()
  await expect(news).toBeVisible()
  expect(
    await news
      .getByRole('img')
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0)
})

test('wait for the next load once work was begun on another screen', async ({ page }) => {
  const news = page.getByRole('dialog').filter({ has: page.getByRole('region', { name: 'Novedades' }) })
  const cards = page.getByRole('list', { name: 'Artículos' }).getByRole('article')
  await page.goto('/mis-pedidos')
  await page.getByRole('link', { name: /ir al catálogo/ }).click()
  await expect(cards.first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(news).toBeHidden()
  await page.reload()
  await expect(news).toBeVisible()
})

test('the whole tree of the demo shop is expanded', async ({ page }) => {
  await page.goto('/catalogo')
  const tree = page.getByRole('tree', { name: 'Marcas y categorías' })
  await expect(tree.locator('[role=treeitem][aria-level="3"]').first()).toBeVisible()
  await expect(tree.locator('[aria-expanded=true]').first()).toBeVisible()
  await expect(tree.locator('[aria-expanded=false]')).toHaveCount(0)
  expect(await tree.getByRole('treeitem').count()).toBeGreaterThan(100)
})
