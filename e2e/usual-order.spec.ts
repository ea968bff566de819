/** What a client ordered before: on the cards the last time, and the usual order, which is added with one key. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { test as staffTest } from './support/staff.ts'
import { cartOf, expect, fillCart, pricedRows, quantityBox, test, type WireRow, withoutNews } from './support/test.ts'

const sample = { shopKind: 'muestra' } as const
test.use(sample)

const inCart = (page: Page) => page.getByRole('button', { name: /^Eliminar / })
const review = (page: Page) => page.getByRole('region', { name: 'Lo que suele llevar' })
/** What is proposed, and what can be asked for besides. */
const due = (page: Page) => review(page).getByRole('button', { name: /^Descartar / })
const later = (page: Page) => review(page).getByRole('button', { name: /^Pedir / })
const taken = (page: Page) => page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')

test('one order is enough: its articles are proposed, changed, added with one key, and told on the cards', {
  tag: '@phone',
}, async ({ page, api, user }) => {
  await withoutNews(page)
  await page.goto('/pedido-de-siempre')
  await expect(page.getByText('Todavía no hay pedidos de los que aprender.')).toBeVisible()

  const [first, second, third] = (await pricedRows(api)) as [WireRow, WireRow, WireRow]
  const articles = [first, second, third]
  await fillCart(
    api,
    user,
    articles.map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo * 2 })),
  )
  const ordered = await api.post(`/api/pedidos/productos/pedido?idcli=${user.idcli}&dir=0&obs=&cond=-1`)
  expect(ordered.ok()).toBe(true)
  const [, month, day] = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10).split('-')
  const today = `${day}/${month}`

  await page.goto('/carrito')
  await page.getByRole('link', { name: 'Su pedido de siempre' }).click()
  await expect(page.getByText('Según su único pedido')).toBeVisible()
  await expect(due(page)).toHaveCount(articles.length)
  for (const { CODIGO_ART } of articles)
    await expect(page.getByRole('group', { name: new RegExp(`^${CODIGO_ART} · Llevó \\d+ el `) })).toBeVisible()
  const add = (count: number) =>
    page.getByRole('button', { name: `Agregar ${count} ${count === 1 ? 'renglón' : 'renglones'}` })
  await expect(add(3)).toBeFocused()
  expect(await violations(page)).toEqual([])

  // Line by line: one is left out, one is changed; what was changed outlives a reload.
  await page.getByRole('button', { name: `Descartar ${second.CODIGO_ART} ` }).click()
  await quantityBox(page, third).fill(String(third.multiplo))
  await page.reload()
  await expect(add(2)).toBeFocused()
  await expect(quantityBox(page, third)).toHaveValue(String(third.multiplo))
  await page.keyboard.press('Enter')
  await expect(taken(page)).toHaveCount(2)
  await expect(taken(page).filter({ hasText: first.CODIGO_ART })).toContainText(`${first.multiplo * 2} unidades`)
  const stored = async () => new Map((await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad]))
  expect(await stored()).toEqual(
    new Map([
      [first.IDART_IO, first.multiplo * 2],
      [third.IDART_IO, third.multiplo],
    ]),
  )
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(async () => (await stored()).size).toBe(0)
  await expect(taken(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await add(3).click()
  await expect(taken(page)).toHaveCount(3)
  // Nothing is proposed twice.
  await page.reload()
  await expect(add(0)).toBeVisible()
  const addedRow = page.getByRole('group', { name: `${first.CODIGO_ART} ` })
  await expect(addedRow).toContainText(`Ya está en el carrito`)
  await expect(addedRow).toContainText(`hoy en el carrito: ${first.multiplo * 2}`)
  await page.goto('/catalogo')
  for (const { CODIGO_ART, DESCRIP_ART, multiplo } of articles) {
    const card = page.getByRole('article', { name: `${CODIGO_ART} ${DESCRIP_ART}`, exact: true })
    await expect(card).toContainText(`${multiplo * 2} el ${today}`)
  }
  await page.getByRole('button', { name: first.DESCRIP_ART, exact: true }).first().click()
  await expect(page.getByRole('dialog')).toContainText(`Última vez: ${first.multiplo * 2} el ${today}`)
})

staffTest.describe('a seller', () => {
  staffTest.use({ ...sample, signedIn: false })
  staffTest('sees what the chosen client takes, and nobody else’s', async ({ page, desk }) => {
    await page.goto('/pedido-de-siempre')
    await expect(page.getByText('Cada cliente tiene su carrito.')).toBeVisible()
    await desk.emptyCart(1)
    await page.goto('/carrito?id=1')
    await page.getByRole('link', { name: 'Su pedido de siempre' }).click()
    const answer = await desk.api.get('/api/pedidos/productos/habitual/pedido', { params: { idcli: 1 } })
    const known: { pedidos: number; renglones: { cod: string; toca: number; cantidad: number }[] } = await answer.json()
    expect(known.renglones.length).toBeGreaterThan(0)
    await expect(page.getByText(`Según sus ${known.pedidos} pedidos`)).toBeVisible()
    const isDue = known.renglones.filter(({ toca }) => toca === 1)
    await expect(due(page)).toHaveCount(isDue.length)
    await expect(later(page)).toHaveCount(known.renglones.length - isDue.length)
    for (const { cod } of isDue) await expect(page.getByRole('button', { name: `Descartar ${cod} ` })).toBeVisible()
    expect(await violations(page)).toEqual([])

    // What comes later can be taken as well.
    const [more] = known.renglones.filter(({ toca }) => toca === 0)
    if (more) await page.getByRole('button', { name: `Pedir ${more.cod} ` }).click()
    const wanted = more ? [...isDue, more] : isDue
    await page.getByRole('button', { name: /^Agregar \d+ rengl/ }).click()
    await expect(taken(page)).toHaveCount(wanted.length)
    expect((await desk.cart(1)).map(({ cantidad }) => cantidad).sort()).toEqual(
      wanted.map(({ cantidad }) => cantidad).sort(),
    )
    await page.getByRole('link', { name: 'Ver el carrito' }).click()
    await expect(inCart(page)).toHaveCount(wanted.length)
    await desk.emptyCart(1)
  })
})

staffTest.describe('money in view', () => {
  staffTest.use({ ...sample, signedIn: false })
  staffTest('what a client paid the last time stands where it is ordered and repeated', async ({ page, desk }) => {
    const history = await desk.api.get('/api/pedidos/productos/pedidos/historicos', {
      params: { index: 1 },
    })
    const orders: { IDCON_PED: number; IDCLI_PED: number }[] = await history.json()
    const [old] = orders.filter(({ IDCLI_PED }) => IDCLI_PED === 1).slice(-1)
    expect(old).toBeDefined()
    const answer = await desk.api.post(`/api/pedidos/productos/pedidos/${old?.IDCON_PED}/repetir`, {
      data: { idcli: 1, borrar: 1 },
    })
    const repeated: { precioAnterior: number; precioUnitario: number; resultado: string }[] = await answer.json()
    expect(repeated.some((line) => line.precioUnitario > line.precioAnterior)).toBe(true)

    await page.goto('/carrito?id=1')
    const since = page.getByText(/^la última vez \$\s[\d.]+,\d\d, \+[\d,]+ %$/)
    await expect(since.first()).toBeVisible()
    // The whole cart in view: a row half behind the bar with the total would count as too small to be tapped.
    const width = page.viewportSize()?.width ?? 1440
    await page.setViewportSize({ width, height: 2400 })
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
    await expect(since.first()).toBeVisible()

    await desk.emptyCart(1)
    await page.goto('/pedido-de-siempre')
    await expect(page.getByText(/^A los precios de la última vez: .* hoy cuesta /)).toBeVisible()
    await expect(page.getByText(/^Lo que más subió: /)).toBeVisible()
    await desk.emptyCart(1)
  })
})
