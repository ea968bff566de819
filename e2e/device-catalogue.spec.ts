/** The catalogue on the device (R224): it answers typing at once, the server confirms, and without signal it stands. */
import type { Page } from '@playwright/test'
import { untilOnDevice } from './support/device.ts'
import {
  amountText,
  expect,
  paidCents,
  pricedRows,
  searchRows,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Artículos' })
const cards = (page: Page) => list(page).getByRole('article')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Buscar artículos' })
const bar = (page: Page) => page.getByRole('complementary', { name: 'Avisos de la tienda' })
const total = (page: Page, count: number | undefined) =>
  page.getByRole('status').filter({ hasText: `${count} artículos` })

/** Opens the catalogue and waits until the device has all of it: it asks for later changes, and there are none. */
async function openWithCatalogue(page: Page): Promise<void> {
  const known = page.waitForResponse(/productos\/dispositivo\?desde=\d+$/)
  await page.goto('/catalogo')
  await expect(cards(page)).toHaveCount(25)
  expect((await known).status()).toBe(200)
  // The device needs the code of screens that are first opened without signal.
  await untilOnDevice(page)
}

test.use({ serviceWorkers: 'allow' })
// The whole catalogue and all code come to the device before a test can take the signal away.
test.describe.configure({ timeout: 120_000 })
/** Resolves once the shop has given up asking: it tries a call three times. */
function givenUp(page: Page, call: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let failures = 0
    page.on('requestfailed', (request) => {
      if (call.test(request.url()) && ++failures === 3) resolve()
    })
  })
}

test.beforeEach(({ page }) => withoutNews(page))

test('without signal what is typed finds what the server would find, as of when it was asked', async ({
  page,
  context,
  api,
}) => {
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
  // One line says since when, of the prices and of the rest.
  await expect(page.getByText(/Sin señal/)).toHaveText(/^Sin señal · precios( y datos)? al \d\d\/\d\d \d\d:\d\d/)

  // A code stays a code, and one that does not exist is told.
  await box(page).fill(code)
  await box(page).press('Enter')
  await expect(cards(page)).toHaveCount(1)
  await box(page).fill(`${code}77`)
  await box(page).press('Enter')
  await expect(page.getByText(`No existe el código ${code}77.`)).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(/precios.* al /)).toBeHidden()
})

test('without signal the tree counts what the server would count', async ({ page, context, api, isMobile }) => {
  const asked = { params: { n: 'dinosaurio rojo' } }
  const rows: { Marca: string; articulos: number }[] = await (await api.get('/api/pedidos/categorias', asked)).json()
  const counts = new Map<string, number>()
  for (const { Marca, articulos } of rows) counts.set(Marca, (counts.get(Marca) ?? 0) + articulos)
  expect(counts.size).toBeGreaterThan(2)
  await openWithCatalogue(page)
  await context.setOffline(true)
  const noAnswer = givenUp(page, /\/categorias\?n=/)
  const noTree = givenUp(page, /\/categorias$/)
  await box(page).fill('dinosaurio rojo')
  await box(page).press('Enter')
  if (isMobile) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  const chips = page.getByRole('group', { name: 'Marcas' }).getByRole('button')
  const words = [...counts].map(([brand, count]) => `${brand}${count} artículos`)
  await expect(chips).toHaveText(words)
  // A server that does not answer changes nothing on the screen.
  await noAnswer
  await noTree
  await expect(bar(page)).toContainText('Sin señal')
  await expect(chips).toHaveText(words)
  await expect(chips.first().locator('span:has(> .visually-hidden)')).toBeVisible()
})

test('without signal a code and its quantity are typed on any screen, and kept', { tag: '@phone' }, async ({
  page,
  context,
  api,
}) => {
  const [, first, second] = (await pricedRows(api)).filter(({ multiplo }) => multiplo < 50)
  if (!first || !second) throw new Error('Articles with a price are needed')
  await openWithCatalogue(page)
  await context.setOffline(true)
  const panel = ({ CODIGO_ART, DESCRIP_ART }: WireRow) =>
    page.getByRole('group', { name: `Cantidad de ${CODIGO_ART} ${DESCRIP_ART}` })
  const type = async (row: WireRow) => {
    await box(page).fill(row.CODIGO_ART)
    await box(page).press('Enter')
    await expect(panel(row).getByRole('textbox')).toBeFocused()
  }
  const put = async (row: WireRow) => {
    const noAnswer = givenUp(page, new RegExp(`filtros\\?.*n=${row.CODIGO_ART}`))
    await type(row)
    // The panel stays, however late the quantity is typed.
    await noAnswer
    await page.keyboard.type(String(row.multiplo * 2))
    await page.keyboard.press('Enter')
    await expect(panel(row)).toBeHidden()
    await expect(box(page)).toBeFocused()
  }
  await put(first)
  // Opened without signal, a screen that never asked for the catalogue finds the code all the same.
  await page.goto('/perfil')
  await put(second)
  await page.reload()
  for (const row of [first, second]) {
    await type(row)
    await expect(panel(row).getByRole('textbox')).toHaveValue(String(row.multiplo * 2))
    await page.keyboard.press('Escape')
  }
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
