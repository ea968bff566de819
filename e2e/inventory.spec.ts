/** The public inventories: whoever has a link looks, nobody else does. */
import type { Page } from '@playwright/test'
import { INVENTORY_TOKENS } from '../testkit/inventory-tokens.ts'
import { expect, test } from './support/staff.ts'
import { typefaceLoaded } from './support/typefaces.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  staffCuit: '20111111112',
})

const withPrices = `/inventario/${INVENTORY_TOKENS.INVENTARIO_CON_PRECIO}`
const without = `/inventario/${INVENTORY_TOKENS.INVENTARIO_SIN_PRECIO}`
const cards = (page: Page) => page.getByRole('list', { name: 'Artículos' }).getByRole('article')
const CALL = /\/productos\/inventario\/[^/]+\?/

/** The amounts on the screen, in cents, as they stand. */
const amounts = async (page: Page): Promise<number[]> =>
  (await cards(page).locator('strong').allTextContents()).map((text) => Number(text.replace(/\D/g, '')))

test('somebody with the link searches, narrows, orders and clears', { tag: '@phone' }, async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => CALL.test(request.url()) && calls.push(request.url()))
  await page.goto(withPrices)
  await expect(cards(page)).toHaveCount(25)
  // The first rows came with the page.
  expect(calls).toEqual([])
  await expect(page.getByText(/^Art\. \S+/).first()).toBeVisible()
  const dear = await amounts(page)
  expect(dear).toEqual(dear.toSorted((a, b) => b - a))

  await page.getByPlaceholder('Buscar...').fill('auto')
  await expect(page.getByRole('button', { name: /^Busqueda actual > «auto»/ })).toBeVisible()
  await page.getByLabel('Precio desde').fill('9.000')
  await page.getByLabel('Precio hasta').fill('20000,50')
  await page.getByLabel('Orden').selectOption({ label: 'Menor a mayor precio' })
  const current = page.getByRole('button', {
    name: 'Busqueda actual > «auto» > desde $ 9.000 > hasta $ 20.000,5',
  })
  await expect(current).toBeVisible()
  await expect.poll(async () => (await amounts(page))[0]).toBeLessThan(20_000_50)
  await expect(page.getByRole('list', { name: 'Artículos' })).toHaveAttribute('aria-busy', 'false')
  const cheap = await amounts(page)
  expect(cheap).toEqual(cheap.toSorted((a, b) => a - b))
  expect(cheap.every((cents) => cents >= 9_000_00 && cents <= 20_000_50)).toBe(true)

  // A shared link shows the same.
  await page.reload()
  await expect(current).toBeVisible()
  expect(await amounts(page)).toEqual(cheap)

  const reloaded = page.waitForResponse(CALL)
  await current.click()
  await reloaded
  await expect(page.getByPlaceholder('Buscar...')).toHaveValue('')
  await expect(page.getByLabel('Precio desde')).toHaveValue('')
  await expect(cards(page)).toHaveCount(25)

  await page.getByPlaceholder('Buscar...').fill('qqqqqqqq')
  await expect(page.getByText('No se encuentran items para esta condición de busqueda')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(cards(page)).toHaveCount(25)
})

test('an outsider narrows the list to a brand, sees the day of the prices, and how to ask for an article', async ({
  page,
}) => {
  await page.goto(withPrices)
  await expect(page.getByText(/^Precios al \d{2}\/\d{2}\/\d{4}$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /@/ }).first()).toBeVisible()
  const count = page.getByRole('status').filter({ hasText: /^[\d.]+ artículos?$/ })
  const all = await count.innerText()
  const brands = page.getByLabel('Marca', { exact: true })
  const name = await brands.getByRole('option').nth(1).innerText()
  await brands.selectOption(name)
  await expect(count).not.toHaveText(all)
  await page.getByRole('button', { name: `Busqueda actual > ${name}` }).click()
  await expect(count).toHaveText(all)
  // Without prices there is no day of theirs.
  await page.goto(without)
  await expect(brands).toBeVisible()
  await expect(page.getByText(/^Precios al/)).toBeHidden()
})

test('the next articles come at 95 percent of the page, each once', async ({ page }) => {
  await page.goto(without)
  await expect(cards(page)).toHaveCount(25)
  const scrollTo = (part: number) =>
    page.evaluate((wanted) => {
      const { scrollHeight } = document.documentElement
      window.scrollTo({ top: scrollHeight * wanted - window.innerHeight, behavior: 'instant' })
    }, part)
  // Cards out of sight have their real height only once they were seen.
  await scrollTo(0.9)
  await scrollTo(0.9)
  await expect(cards(page)).toHaveCount(25)
  const asked = page.waitForRequest((request) => /[?&]index=1\b/.test(request.url()))
  await scrollTo(0.97)
  await scrollTo(0.97)
  await asked
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(50)
  const names = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(names.length)
})

test('the indication of a purchase is told by keyboard and by touch', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto(withPrices)
  const sign = page.getByRole('button', { name: /^Indicación de/ }).first()
  const tip = page.getByRole('tooltip')
  if (isMobile) await sign.tap()
  else await sign.focus()
  await expect(tip).toBeVisible()
  await expect(sign).toHaveAccessibleName(new RegExp(`: ${await tip.innerText()}$`))
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()
})

test('without prices there is neither an amount nor a field for one, and the order works all the same', async ({
  page,
}) => {
  await page.goto(`${without}?desde=1&hasta=2`)
  await expect(cards(page)).toHaveCount(25)
  await expect(page.getByLabel('Precio desde')).toHaveCount(0)
  await expect(page.getByText('$')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Indicación de/ })).toHaveCount(0)
  const [dearest] = await cards(page).allInnerTexts()
  await page.getByLabel('Orden').selectOption({ label: 'Menor a mayor precio' })
  await expect(cards(page).first()).not.toHaveText(dearest ?? '')
})

test('a code that nothing has is told, and an unknown link is no page', async ({ page }) => {
  await page.goto(`${withPrices}?buscar=RY1`)
  await expect(page.getByText('No existe el código RY1. Parecidos:')).toBeVisible()
  await page.goto(`${withPrices}?orden=caro`)
  await expect(page.getByRole('heading', { name: 'No se entiende la dirección' })).toBeVisible()
  for (const unknown of ['/inventario/otro', '/inventario/%']) {
    expect((await page.goto(unknown))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 - page not found' })).toBeVisible()
  }
})

test('who asks too much is told to wait, and goes on where it was', async ({ page }) => {
  await page.goto(withPrices)
  await expect(cards(page)).toHaveCount(25)
  const message = 'Se hicieron demasiadas consultas desde su conexión. Espere un momento e intente nuevamente'
  const refuse = { status: 429, headers: { 'retry-after': '30' }, json: { error: 'TOO_MANY', message } }
  await page.route(CALL, (route) => route.fulfill(refuse))
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }))
  await expect(page.getByText(message)).toBeVisible()
  await page.unroute(CALL)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(50)
})

test('the admin opens, copies and renews the links', async ({ page, desk, context }) => {
  // One renewal is enough: the widths share a shop, and the other tests their links.
  expect(desk.user.tipo).toBe('admin')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin')
  const link = page.getByRole('link', { name: 'Inventario sin precios' })
  await expect(link).toHaveAttribute('href', without)
  await expect(page.getByRole('link', { name: 'Inventario con precios' })).toHaveAttribute('href', withPrices)
  await page.getByRole('button', { name: 'Copiar enlace del Inventario con precios' }).click()
  await expect(page.getByText('Enlace copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(withPrices, page.url()).href)

  await page.route('**/api/config/inventario/renovar', (route) =>
    route.fulfill({ json: { clave: 'INVENTARIO_SIN_PRECIO', valor: 'otro', version: 9 } }),
  )
  await page.getByRole('button', { name: 'Renovar enlace del Inventario sin precios' }).click()
  const asked = page.waitForRequest('**/api/config/inventario/renovar')
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar enlace' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ clave: 'INVENTARIO_SIN_PRECIO' })
  await expect(page.getByText('Enlace renovado')).toBeVisible()
})

test('who only looks is sent no code of ordering', async ({ page }) => {
  const code: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') code.push(request.url())
  })
  await page.goto(withPrices)
  await expect(cards(page)).toHaveCount(25)
  await typefaceLoaded(page)
  expect(code.length).toBeGreaterThan(1)
  expect(code.filter((url) => /ordering/.test(url))).toEqual([])
})
