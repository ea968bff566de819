/** The catalogue on the device (R224): it answers typing at once, the server confirms, and without signal it stands. */
import type { Page } from '@playwright/test'
import { amountText, expect, paidCents, searchRows, test, withoutNews } from './support/test.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Artículos' })
const cards = (page: Page) => list(page).getByRole('article')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Buscar artículos' })
const total = (page: Page, count: number | undefined) =>
  page.getByRole('status').filter({ hasText: `${count} artículos` })

/** Opens the catalogue and waits until the device has all of it: it asks what changed since, and that is nothing. */
async function openWithCatalogue(page: Page): Promise<void> {
  const known = page.waitForResponse(/productos\/dispositivo\?desde=\d+$/)
  await page.goto('/catalogo')
  await expect(cards(page)).toHaveCount(25)
  expect((await known).status()).toBe(200)
}

test.beforeEach(({ page }) => withoutNews(page))

test('without signal what is typed finds what the server would find, as of when it was asked', async ({
  page,
  context,
  api,
}) => {
  test.slow()
  const [typed, code] = ['dinosuario verde', (await searchRows(api, { n: 'pelota' }))[3]?.CODIGO_ART ?? '']
  const rows = await searchRows(api, { n: typed, p: 0 })
  await openWithCatalogue(page)
  await context.setOffline(true)
  await page.getByRole('combobox', { name: 'Orden' }).selectOption('menor')
  await box(page).fill(typed)
  await box(page).press('Enter')
  await expect(total(page, rows[0]?.cantPaginas)).toBeVisible()
  await expect(cards(page)).toHaveCount(Math.min(25, rows[0]?.cantPaginas ?? 0))
  for (const [at, row] of rows.slice(0, 3).entries()) {
    await expect(cards(page).nth(at)).toContainText(row.CODIGO_ART)
    await expect(cards(page).nth(at)).toContainText(amountText(paidCents(row)))
  }
  await expect(page.getByText(/^Sin señal: precios al \d\d\/\d\d \d\d:\d\d$/)).toBeVisible()

  // A code stays a code, and one that does not exist is told.
  await box(page).fill(code)
  await box(page).press('Enter')
  await expect(cards(page)).toHaveCount(1)
  await box(page).fill(`${code}77`)
  await box(page).press('Enter')
  await expect(page.getByText(`No existe el código ${code}77.`)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/^Sin señal: precios/)).toBeHidden()
})

test('with signal the device answers first and the server has the last word', async ({ page, api }) => {
  const rows = await searchRows(api, { n: 'tren' })
  await openWithCatalogue(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/productos\/filtros\?.*n=tren/, async (route) => {
    await held
    const answer = await route.fetch()
    const [first, ...others] = await answer.json()
    await route.fulfill({
      response: answer,
      json: [{ ...first, PRECIO_LPI: 123456.5, DESCUENTO_IO: 0 }, ...others],
    })
  })
  await box(page).fill('tren')
  await box(page).press('Enter')
  const first = cards(page).first()
  await expect(first).toContainText(rows[0]?.CODIGO_ART ?? 'nothing')
  await expect(first).toContainText(amountText(rows[0] ? paidCents(rows[0]) : 0))
  await expect(page.getByText(/^Sin señal/)).toBeHidden()
  release()
  await expect(first).toContainText('123.456,50')
  await expect(first).toContainText(rows[0]?.CODIGO_ART ?? 'nothing')
})
