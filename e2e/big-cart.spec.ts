/** A cart of 60 lines at a glance: dense rows, found, ordered and filled in from the keyboard. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { fillDown } from './support/column.ts'
import {
  amountText,
  cartOf,
  expect,
  fillCart,
  paidCents,
  pricedRows,
  quantityBox,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

const LINES = 60
test.beforeEach(({ page }) => withoutNews(page))

const rows = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Eliminar / }) })
const codes = async (page: Page) =>
  (await page.getByRole('button', { name: /^Eliminar / }).all()).length === 0
    ? []
    : page
        .getByRole('button', { name: /^Eliminar / })
        .evaluateAll((found) => found.map((one) => (one.getAttribute('aria-label') ?? '').replace('Eliminar ', '')))

/** Sixty articles with a price, from all over the first pages. */
async function sixty(api: Parameters<typeof pricedRows>[0]): Promise<WireRow[]> {
  const pages = await Promise.all([0, 40, 80, 120].map((index) => pricedRows(api, { index })))
  return pages.flatMap((page) => page.slice(0, 15))
}

test('60 lines: rows of 48 px, on the phone of 88, found, ordered, grouped, noted and filled in by keys', {
  tag: '@phone',
}, async ({ page, api, user, isMobile }) => {
  test.setTimeout(120_000)
  const articles = await sixty(api)
  expect(articles).toHaveLength(LINES)
  await fillCart(
    api,
    user,
    articles.map(({ IDART_IO, multiplo }, at) => ({ idart: IDART_IO, cantidad: multiplo * (1 + (at % 4)) })),
  )
  await page.goto('/carrito')
  await expect(rows(page)).toHaveCount(LINES)
  const heights = await rows(page).evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(isMobile ? 88 : 48)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await codes(page)).toEqual(articles.map(({ CODIGO_ART }) => CODIGO_ART))

  // By code without its dash, then down to the quantity with Enter.
  const wanted = articles[37] as WireRow
  const search = page.getByRole('searchbox', { name: 'Buscar en el carrito' })
  await search.fill(wanted.CODIGO_ART.toLowerCase().replace('-', ' '))
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: `1 de ${LINES}` })).toBeVisible()
  await search.press('Enter')
  await expect(quantityBox(page, wanted)).toBeFocused()
  await search.fill('zzzz no está')
  await expect(page.getByRole('link', { name: 'Buscar en el catálogo' })).toBeVisible()
  await search.press('Escape')
  await expect(rows(page)).toHaveCount(LINES)

  // The observation opens in its row, and closes with Enter.
  await page.getByRole('button', { name: `Agregar observación a ${wanted.CODIGO_ART}` }).click()
  const note = page.getByRole('textbox', { name: `Observación de ${wanted.CODIGO_ART}` })
  await expect(note).toBeFocused()
  await note.pressSequentially('solo azul')
  await note.press('Enter')
  await expect(note).toBeHidden()
  await page.getByLabel('Orden del carrito').selectOption('amount')
  await expect(page.getByRole('button', { name: `Observación de ${wanted.CODIGO_ART}: solo azul` })).toBeVisible()

  const amounts = new Map(articles.map((row, at) => [row.CODIGO_ART, paidCents(row) * row.multiplo * (1 + (at % 4))]))
  const shown = await codes(page)
  expect(shown.map((code) => amounts.get(code))).toEqual([...amounts.values()].sort((a, b) => b - a))

  // Groups: every line in one, and their subtotals make the total.
  await page.getByLabel('Agrupar por marca').check()
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toBeVisible()
  await expect(rows(page)).toHaveCount(LINES)
  const subtotals = await page
    .locator('section > div')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .evaluateAll((heads) => heads.map((head) => head.lastElementChild?.textContent?.replace(/[^\d,]/g, '') ?? ''))
  const total = [...amounts.values()].reduce((sum, cents) => sum + cents, 0)
  expect(subtotals.map((text) => Number(text.replace(',', ''))).reduce((sum, cents) => sum + cents, 0)).toBe(total)
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(amountText(total))
  // A control that is half below the header would count as too small to press.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await violations(page)).toEqual([])

  // Grouping and order outlive a reload. Then the quantities are filled in downwards without the mouse.
  await page.reload()
  await expect(page.getByLabel('Agrupar por marca')).toBeChecked()
  await expect(page.getByLabel('Orden del carrito')).toHaveValue('amount')
  await expect(rows(page)).toHaveCount(LINES)
  const order = await codes(page)
  const [first, second, third] = order.map((code) => articles.find(({ CODIGO_ART }) => CODIGO_ART === code)) as [
    WireRow,
    WireRow,
    WireRow,
  ]
  const column = [quantityBox(page, first), quantityBox(page, second), quantityBox(page, third)] as const
  await fillDown(page, column, [first.multiplo * 5, second.multiplo * 6], 'ArrowUp')
  const stored = async () => {
    const lines = await cartOf(api, user)
    const of = ({ IDART_IO }: WireRow) => lines.find(({ idart }) => idart === IDART_IO)
    return [of(first)?.cantidad, of(second)?.cantidad, of(wanted)?.obs]
  }
  await expect.poll(stored).toEqual([first.multiplo * 5, second.multiplo * 6, 'solo azul'])
  // A row keeps its place while its quantity is typed.
  expect(await codes(page)).toEqual(order)

  // A removal moves the focus to the next row, and can be undone.
  await page.getByRole('button', { name: `Eliminar ${second.CODIGO_ART}` }).click()
  await expect(rows(page)).toHaveCount(LINES - 1)
  await expect(page.getByRole('button', { name: `Eliminar ${third.CODIGO_ART}` })).toBeFocused()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(rows(page)).toHaveCount(LINES)
})

test('enlarged to twice its size, the bars leave whole rows', async ({ page, api, user }) => {
  const articles = (await pricedRows(api)).slice(0, 12)
  await fillCart(
    api,
    user,
    articles.map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo })),
  )
  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/carrito')
  await rows(page).nth(6).scrollIntoViewIfNeeded()
  await rows(page)
    .nth(6)
    .evaluate((row) => row.scrollIntoView({ block: 'center' }))
  // A row is whole in view if the element at each of its four corners belongs to it.
  const whole = await rows(page).evaluateAll(
    (found) =>
      found.filter((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect()
        return [
          [left + 4, top + 2],
          [right - 4, top + 2],
          [left + 4, bottom - 2],
          [right - 4, bottom - 2],
        ].every(([x = 0, y = 0]) => row.contains(document.elementFromPoint(x, y)))
      }).length,
  )
  expect(whole).toBeGreaterThanOrEqual(2)
})
