/** What is shown as saved is saved (R33): on a slow phone, with a tab closed too early, and without a connection. */
import type { Page, Route } from '@playwright/test'
import { violations } from './support/axe.ts'
import {
  amountText,
  cartOf,
  expect,
  fillCart,
  laterCode,
  paidCents,
  pricedRows,
  quantityBox,
  searchRows,
  test,
  toCart,
  type WireRow,
  withoutNews,
} from './support/test.ts'

test.beforeEach(({ page }) => withoutNews(page))

const TAPS = 11
/** How many calls are answered before the tab is closed. Each call has all taps since the one before. */
const ANSWERED = 2
const TAPS_PER_CALL = Math.floor(TAPS / ANSWERED)
const cards = (page: Page) => page.getByRole('list', { name: 'Artículos', exact: true }).getByRole('article')
const codeOf = (label: string | null) => label?.split(' ')[0] ?? ''
const ticked = (page: Page) =>
  cards(page)
    .filter({ has: page.locator('[data-state="saved"]') })
    .evaluateAll((found) => found.map((card) => card.getAttribute('aria-label')))
const waiting = (page: Page) => page.getByRole('region', { name: 'Artículos que esperan señal' })

test('11 taps on a slow phone and a closed tab: each ✓ was stored, the rest goes by itself on the next visit', {
  tag: '@phone-only',
}, async ({ page, context, api, user }) => {
  test.setTimeout(120_000)
  await page.goto('/catalogo')
  await expect(cards(page).nth(TAPS + 8)).toBeAttached()
  const labels = await cards(page).evaluateAll((found) => found.map((card) => card.getAttribute('aria-label')))
  const codes = labels.map(codeOf).slice(0, TAPS + 8)
  const slow = await context.newCDPSession(page)
  const bytes = (400 * 1024) / 8
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Each call is answered when its turn comes; the tab is closed while the last one waits for its answer.
  const calls: Route[] = []
  await page.route('**/api/pedidos/itemsCarrito/lista', (route) => void calls.push(route))
  const called = (times: number) => expect.poll(() => calls.length, { timeout: 40_000 }).toBe(times)
  const adds = page.getByRole('button', { name: /^AGREGAR / })
  const tapped: string[] = []
  for (const code of codes) {
    if (tapped.length === TAPS) break
    const add = adds.and(page.getByRole('button', { name: `AGREGAR ${code}`, exact: true }))
    if ((await add.count()) === 0) continue
    await add.tap()
    tapped.push(code)
    // The test times the answers itself: how fast taps and calls are differs from machine to machine.
    const turn = tapped.length / TAPS_PER_CALL
    if (!Number.isInteger(turn)) continue
    await called(turn)
    await calls[turn - 1]?.continue()
  }
  // A ✓ beside what is still on its way.
  await called(ANSWERED + 1)
  const codeIn = new Map((await searchRows(api)).map((row) => [row.IDART_IO, row.CODIGO_ART]))
  const codesOf = (lines: { idart: number }[]) => lines.map(({ idart }) => codeIn.get(idart) ?? '').sort()
  const answered = codesOf(calls.slice(0, ANSWERED).flatMap((route) => route.request().postDataJSON().renglones))
  await expect.poll(async () => (await ticked(page)).map(codeOf).sort()).toEqual(answered)
  await expect(page.getByRole('link', { name: `guardando ${TAPS - answered.length}` }).first()).toBeVisible()
  expect(codesOf(await cartOf(api, user))).toEqual(answered)
  await page.close()

  const next = await context.newPage()
  await withoutNews(next)
  await next.goto('/catalogo')
  await expect.poll(async () => (await ticked(next)).map(codeOf).sort()).toEqual(tapped.toSorted())
  expect(codesOf(await cartOf(api, user))).toEqual(tapped.toSorted())
  await expect(waiting(next)).toBeHidden()
  expect(await violations(next)).toEqual([])
})

test('what waits goes with the first answer, though the browser believed itself connected', async ({ page, api }) => {
  const [row] = (await pricedRows(api)) as [WireRow]
  await page.goto('/carrito')
  await page.getByRole('link', { name: 'Ir al catálogo', exact: true }).click()
  await expect(cards(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await laterCode(page)
  let tries = 0
  await page.route('**/api/**', (route) => {
    if (route.request().url().endsWith('/itemsCarrito/lista')) tries++
    return route.abort()
  })
  await page.clock.install()
  await page.getByRole('button', { name: `AGREGAR ${row.CODIGO_ART}`, exact: true }).click()
  await expect(waiting(page)).toBeVisible()
  await toCart(page)
  await expect(page.getByText(/^Sin señal/).first()).toBeVisible()
  // From the sixth try on the line waits 15 seconds for its next one.
  while (tries < 6) await page.clock.runFor(500)
  await page.unroute('**/api/**')
  await expect(waiting(page)).toBeHidden()
})

test('without a connection what was typed waits on the device, and goes when the network is back', {
  tag: '@phone',
}, async ({ page, context, api }) => {
  const [first, second] = (await pricedRows(api)).filter(({ multiplo }) => multiplo > 1) as [WireRow, WireRow]
  // Parts of the screen whose code is still on its way would fail with it.
  await page.goto('/carrito')
  await page.getByRole('link', { name: 'Ir al catálogo', exact: true }).click()
  await expect(cards(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await laterCode(page)
  await context.setOffline(true)
  for (const [row, times] of [
    [first, 3],
    [second, 4],
  ] as const) {
    await quantityBox(page, row).fill(String(row.multiplo * times))
    await page.getByRole('button', { name: `AGREGAR ${row.CODIGO_ART}`, exact: true }).click()
  }
  for (const [row, times] of [
    [first, 3],
    [second, 4],
  ] as const) {
    await expect(quantityBox(page, row)).toHaveValue(String(row.multiplo * times))
    const card = page.getByRole('button', { name: `espera señal, ${row.CODIGO_ART}` })
    await expect(card).toContainText(`${row.multiplo * times} guardado en este equipo`)
  }
  await expect(page.locator('[data-state="saved"]')).toHaveCount(0)
  await expect(waiting(page)).toContainText('2 artículos esperan señal')
  await expect(page.getByRole('link', { name: /carrito.*2 esperan señal/i }).first()).toBeVisible()
  // The device keeps the lines: the cart shows them with their total.
  await toCart(page)
  const total = paidCents(first) * first.multiplo * 3 + paidCents(second) * second.multiplo * 4
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(amountText(total))
  await expect(page.getByText('Espera señal', { exact: true })).toHaveCount(2)
  await page.goBack()
  await context.setOffline(false)
  await expect(
    page.getByRole('button', { name: `${first.multiplo * 3} en el carrito, ${first.CODIGO_ART}` }),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: `${second.multiplo * 4} en el carrito, ${second.CODIGO_ART}` }),
  ).toBeVisible()
  await expect(waiting(page)).toBeHidden()
})

test('a line whose tab closes before its call is answered goes by the tab that stays open', async ({
  page,
  context,
  api,
  user,
}) => {
  const [row] = (await pricedRows(api)).filter(({ multiplo }) => multiplo > 1) as [WireRow]
  await page.goto('/catalogo')
  await expect(quantityBox(page, row)).toBeVisible()
  const closing = await context.newPage()
  await withoutNews(closing)
  await closing.route('**/api/pedidos/itemsCarrito/lista', () => undefined)
  await closing.goto('/catalogo')
  await quantityBox(closing, row).fill(String(row.multiplo * 2))
  await quantityBox(closing, row).press('Enter')
  await closing.close()
  await expect(page.getByRole('button', { name: `${row.multiplo * 2} en el carrito, ${row.CODIGO_ART}` })).toBeVisible()
  expect(await cartOf(api, user)).toMatchObject([{ idart: row.IDART_IO }])
  await expect(waiting(page)).toBeHidden()
})

test('a quantity typed and not added survives a search', async ({ page, api }) => {
  const [row] = (await pricedRows(api)) as [WireRow]
  await page.goto('/catalogo')
  await quantityBox(page, row).fill('48')
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /Buscar/ }))
    .first()
  await search.fill('no-hay-nada-asi')
  await expect(quantityBox(page, row)).toHaveCount(0)
  await search.fill('')
  await expect(quantityBox(page, row)).toHaveValue('48')
})

test('a quantity that its answer rounds meanwhile is replaced by what is typed next', async ({ page, api }) => {
  const row = (await pricedRows(api)).find(({ multiplo }) => multiplo > 1) as WireRow
  let answer: Route | undefined
  await page.route('**/itemsCarrito/lista', (route) => {
    answer = route
  })
  await page.goto(`/catalogo?q=${row.CODIGO_ART}`)
  const box = quantityBox(page, row)
  await box.fill(String(row.multiplo * 2 + 1))
  await box.press('Enter')
  await expect.poll(() => answer !== undefined).toBe(true)
  // The user corrects the number at once.
  await box.selectText()
  await answer?.continue()
  await expect(box).not.toHaveValue(String(row.multiplo * 2 + 1))
  await page.keyboard.type('7')
  await expect(box).toHaveValue('7')
})

test('offline a quantity stands in the cart rounded to its multiple, as its amount does', async ({
  page,
  context,
  api,
  user,
}) => {
  const row = (await pricedRows(api)).find(({ multiplo }) => multiplo > 1) as WireRow
  await fillCart(api, user, [{ idart: row.IDART_IO, cantidad: row.multiplo }])
  await page.goto('/carrito')
  await laterCode(page)
  await context.setOffline(true)
  await quantityBox(page, row).fill(String(row.multiplo * 2 - 1))
  await quantityBox(page, row).press('Enter')
  await expect(page.getByText('Espera señal', { exact: true })).toHaveCount(1)
  await expect(quantityBox(page, row)).toHaveValue(String(row.multiplo * 2))
})

test('in the cart a quantity, a note and Eliminar stay as they were done while offline', async ({
  page,
  context,
  api,
  user,
}) => {
  const [one, two, three] = (await pricedRows(api)) as [WireRow, WireRow, WireRow]
  await fillCart(
    api,
    user,
    [one, two, three].map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo })),
  )
  await page.goto('/carrito')
  const note = page.getByRole('textbox', { name: `Observación de ${two.CODIGO_ART}` })
  const noted = page.getByRole('button', { name: `Observación de ${two.CODIGO_ART}: solo azul`, exact: true })
  await page.getByRole('button', { name: `Agregar observación a ${two.CODIGO_ART}` }).click()
  await expect(note).toBeVisible()
  await laterCode(page)
  await context.setOffline(true)
  await quantityBox(page, one).fill(String(one.multiplo * 5))
  await note.fill('solo azul')
  await page.getByRole('button', { name: `Eliminar ${three.CODIGO_ART}` }).click()
  await expect(page.getByText('Espera señal', { exact: true })).toHaveCount(2)
  await expect(quantityBox(page, one)).toHaveValue(String(one.multiplo * 5))
  await expect(note).toHaveValue('solo azul')
  // A line that was removed on the device is gone, and can be brought back.
  await expect(page.getByRole('button', { name: /^Eliminar/ })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Espera señal', { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(quantityBox(page, one)).toHaveValue(String(one.multiplo * 5))
  await expect(noted).toBeVisible()

  // A removal can be taken back.
  await page.getByRole('button', { name: `Eliminar ${two.CODIGO_ART}` }).click()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(noted).toBeVisible()
  await expect(quantityBox(page, two)).toHaveValue(String(two.multiplo))
})

test('a screen asked for without a connection says so and opens by itself when the network is back', async ({
  page,
  context,
  isMobile,
}) => {
  await page.goto('/catalogo')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  const link = page.locator('a[href="/mis-pedidos"]').filter({ visible: true })
  if (!isMobile) await page.getByRole('button', { name: /^Hola/ }).click()
  await link.first().click()
  await expect(page.getByRole('heading', { name: 'No hay conexión' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Mis Pedidos', level: 1 })).toBeVisible()
})

test('the cart that the device knows opens without a connection, with what it knew', async ({
  page,
  context,
  api,
  user,
}) => {
  const [row] = (await pricedRows(api)) as [WireRow]
  await fillCart(api, user, [{ idart: row.IDART_IO, cantidad: row.multiplo }])
  await page.goto('/catalogo')
  await laterCode(page)
  await context.setOffline(true)
  await toCart(page)
  await expect(quantityBox(page, row)).toHaveValue(String(row.multiplo))
})
