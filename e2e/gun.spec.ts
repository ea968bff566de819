/** A barcode gun, pointed at whatever the screen shows: nothing is lost, nothing lands in a box (R243). */
import type { Page } from '@playwright/test'
import { shoot } from './support/gun.ts'
import { test as staffTest } from './support/staff.ts'
import { cartOf, expect, pricedRows, quantityBox, test, type WireRow, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

const UNKNOWN = '4006381333931'
const scanned = (page: Page) => page.getByRole('region', { name: 'Escaneados con la pistola' })

test('thirty scans, three of them twice, into search, boxes and Pedido rápido', async ({ page, api, user }) => {
  await withoutNews(page)
  const pages = [await pricedRows(api), await pricedRows(api, { index: 1 })].flat()
  const rows = pages.filter((row) => /^\d{13}$/.test(row.ALIAS_ART)).slice(0, 26)
  expect(rows).toHaveLength(26)
  const [first, second, third] = rows as [WireRow, WireRow, WireRow]

  await page.goto('/catalogo')
  const search = page.getByRole('searchbox', { name: 'Buscar artículos' })
  await expect(page.getByRole('article').first()).toBeVisible()
  // Scans until the page's code for a gun is loaded.
  await expect(async () => {
    await search.fill('')
    await shoot(page, UNKNOWN)
    await expect(scanned(page)).toContainText(UNKNOWN, { timeout: 500 })
  }).toPass()
  await expect(search).toHaveValue('')
  for (const { ALIAS_ART } of rows.slice(0, 10)) await shoot(page, ALIAS_ART)
  await expect(search).toHaveValue('')
  await expect(scanned(page)).toContainText(rows[9]?.CODIGO_ART ?? '')

  // With the focus in a card's quantity: the box stays as before, and the scans add other articles.
  await quantityBox(page, first).focus()
  const shown = await quantityBox(page, first).inputValue()
  for (const { ALIAS_ART } of rows.slice(10, 18)) await shoot(page, ALIAS_ART)
  await expect(quantityBox(page, first)).toHaveValue(shown)

  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  await expect(async () => {
    await box.fill('')
    await shoot(page, UNKNOWN)
    await expect(scanned(page)).toContainText(UNKNOWN, { timeout: 500 })
  }).toPass()
  for (const { ALIAS_ART } of rows.slice(18)) await shoot(page, ALIAS_ART)
  for (const { ALIAS_ART } of [first, second, third]) await shoot(page, ALIAS_ART)
  await expect(box).toHaveValue('')
  await expect(scanned(page)).toContainText('no es de ningún artículo del catálogo')

  const untold = scanned(page).getByRole('listitem').filter({ hasText: 'no es de ningún', hasNotText: UNKNOWN })
  await expect(untold).toHaveCount(0)

  const expected = new Map(
    rows.map((row) => [row.IDART_IO, row.multiplo * ([first, second, third].includes(row) ? 2 : 1)]),
  )
  await expect
    .poll(async () => new Map((await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad])))
    .toEqual(expected)
})

test('a scan that nobody answered about waits, over a reload too, and can be given up', async ({ page, api, user }) => {
  await withoutNews(page)
  const [one, other] = (await pricedRows(api)).filter((row) => /^\d{13}$/.test(row.ALIAS_ART)) as [WireRow, WireRow]
  // Else the catalogue on the device answers.
  await page.route('**/api/pedidos/productos/dispositivo*', (route) => route.abort())
  await page.goto('/catalogo')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(async () => {
    await shoot(page, UNKNOWN)
    await expect(scanned(page)).toContainText(UNKNOWN, { timeout: 500 })
  }).toPass()
  await page.route('**/api/pedidos/productos/filtros?*', (route) => route.abort())
  await shoot(page, one.ALIAS_ART)
  await shoot(page, other.ALIAS_ART)
  const waiting = scanned(page).getByText('la tienda no respondió; se vuelve a buscar')
  await expect(waiting).toHaveCount(2)
  await page.getByRole('button', { name: `No agregar ${other.ALIAS_ART}` }).click()
  await expect(waiting).toHaveCount(1)
  await page.unroute('**/api/pedidos/productos/filtros?*')
  await page.reload()
  const expected = [expect.objectContaining({ idart: one.IDART_IO, cantidad: one.multiplo })]
  await expect.poll(() => cartOf(api, user)).toEqual(expected)
})

test('scans before the code for a gun has come wait for it, whatever box has the focus', async ({
  page,
  api,
  user,
}) => {
  await withoutNews(page)
  const [one, other, third] = (await pricedRows(api)).filter((row) => /^\d{13}$/.test(row.ALIAS_ART)) as WireRow[]
  if (!one || !other || !third) throw new Error('Three articles with a bar code are needed')
  let letCome: () => void = () => undefined
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/assets/device-start-*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  await shoot(page, one.ALIAS_ART)
  await shoot(page, other.ALIAS_ART)
  await expect(box).toHaveValue('')
  const search = page.getByRole('searchbox', { name: 'Buscar artículos' })
  await search.focus()
  await shoot(page, third.ALIAS_ART)
  await expect(search).toHaveValue('')
  letCome()
  await expect(scanned(page).getByRole('listitem')).toHaveCount(3)
  const expected = [one, other, third].map((row) =>
    expect.objectContaining({ idart: row.IDART_IO, cantidad: row.multiplo }),
  )
  await expect.poll(() => cartOf(api, user)).toEqual(expect.arrayContaining(expected))
  expect(await cartOf(api, user)).toHaveLength(3)
})

test('scans whose code for a gun does not come are told, each, and are in the cart once it has come', async ({
  page,
  api,
  user,
}) => {
  await withoutNews(page)
  const [one, other] = (await pricedRows(api)).filter((row) => /^\d{13}$/.test(row.ALIAS_ART)) as [WireRow, WireRow]
  let fail: () => void = () => undefined
  const mayFail = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/assets/device-start-*.js', async (route) => {
    await mayFail
    await route.abort()
  })
  await page.goto('/catalogo')
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, one.ALIAS_ART)
  await expect(page.getByText(`Leído ${one.ALIAS_ART}`)).toBeVisible()
  fail()
  await expect(page.getByText('Escaneados sin agregar: 1.')).toBeVisible({ timeout: 20_000 })
  await shoot(page, other.ALIAS_ART)
  await expect(page.getByText('Escaneados sin agregar: 2.')).toBeVisible()
  await page.unroute('**/assets/device-start-*.js')
  await page.getByRole('button', { name: 'Recargar' }).click()
  await expect(scanned(page).getByRole('listitem').filter({ hasText: 'en el carrito' })).toHaveCount(2)
  const expected = [one, other].map((row) => expect.objectContaining({ idart: row.IDART_IO, cantidad: row.multiplo }))
  await expect.poll(() => cartOf(api, user)).toEqual(expect.arrayContaining(expected))
  // Answered once: another reload adds nothing.
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, UNKNOWN)
  await expect(scanned(page)).toContainText(UNKNOWN, { timeout: 20_000 })
  expect(await cartOf(api, user)).toEqual(expect.arrayContaining(expected))
})

test('after a code of no article no message says that an earlier scan is in the cart', async ({ page, api, user }) => {
  await withoutNews(page)
  const row = (await pricedRows(api)).find(({ ALIAS_ART }) => /^\d{13}$/.test(ALIAS_ART)) as WireRow
  await page.goto('/catalogo')
  await expect(page.getByRole('article').first()).toBeVisible()
  // A message is gone after two seconds: each is written down as it appears.
  const told = await page.evaluateHandle(() => {
    const texts: string[] = []
    const note = ({ addedNodes }: MutationRecord) => {
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.dataset.kind) texts.push(node.textContent ?? '')
    }
    new MutationObserver((records) => records.forEach(note)).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  await shoot(page, row.ALIAS_ART)
  await shoot(page, UNKNOWN)
  await expect(scanned(page)).toContainText(UNKNOWN, { timeout: 20_000 })
  await expect(scanned(page).getByRole('listitem').filter({ hasText: row.CODIGO_ART })).toContainText('en el carrito')
  const texts = await told.jsonValue()
  expect(texts.filter((text) => !text.includes('Leído'))).toEqual([])
  expect(await cartOf(api, user)).toHaveLength(1)
})

staffTest.describe('a seller without a chosen client', () => {
  staffTest.use({ shopKind: 'muestra', signedIn: false })
  staffTest('is told so, and nothing is added', async ({ page, desk }) => {
    expect(desk.user.tipo).toBe('vendedor')
    await page.goto('/catalogo')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(async () => {
      await shoot(page, UNKNOWN)
      await expect(page.getByText(`no se agregó ${UNKNOWN}`)).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(scanned(page)).toHaveCount(0)
  })
})
