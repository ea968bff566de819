/** What the shop knows of a client: on the cards what was taken last, and the usual order, added with one key. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { test as staffTest } from './support/staff.ts'
import {
  cartOf,
  expect,
  fillCart,
  pricedRows,
  quantityBox,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

const sample = { shopKind: 'muestra', contextOptions: { reducedMotion: 'reduce' } } as const
test.use(sample)

const inCart = (page: Page) => page.getByRole('button', { name: /^Eliminar / })
const lines = (page: Page) => page.getByRole('checkbox', { name: /^Pedir / })

test('one order is enough: its articles are proposed, changed, added with one key, and told on the cards', async ({
  page,
  api,
  user,
}) => {
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
  const today = new Intl.DateTimeFormat('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    ...({ day: '2-digit', month: '2-digit' } as const),
  }).format()

  await page.goto('/carrito')
  await page.getByRole('link', { name: 'Tu pedido de siempre' }).click()
  await expect(page.getByText('Según su único pedido')).toBeVisible()
  await expect(lines(page)).toHaveCount(articles.length)
  for (const one of await lines(page).all()) await expect(one).toBeChecked()
  await expect(page.getByText(/^Llevó \d+ el /)).toHaveCount(articles.length)
  const add = (count: number) =>
    page.getByRole('button', { name: `Agregar ${count} ${count === 1 ? 'renglón' : 'renglones'}` })
  await expect(add(3)).toBeFocused()
  expect(await violations(page)).toEqual([])

  // Line by line: one is left out, one is changed; what was changed outlives a reload.
  await page.getByRole('checkbox', { name: `Pedir ${second.CODIGO_ART}` }).uncheck()
  await quantityBox(page, third).fill(String(third.multiplo))
  await page.reload()
  await expect(add(2)).toBeFocused()
  await expect(quantityBox(page, third)).toHaveValue(String(third.multiplo))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`En el carrito: ${first.multiplo * 2}`)).toBeVisible()
  // Nothing is proposed twice.
  await expect(page.getByRole('checkbox', { name: `Pedir ${first.CODIGO_ART}` })).not.toBeChecked()
  const stored = async () =>
    new Map((await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad]))
  expect(await stored()).toEqual(
    new Map([
      [first.IDART_IO, first.multiplo * 2],
      [third.IDART_IO, third.multiplo],
    ]),
  )
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(async () => (await stored()).size).toBe(0)

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
    await page.getByRole('link', { name: 'Tu pedido de siempre' }).click()
    const answer = await desk.api.get('/api/pedidos/productos/habitual/pedido', { params: { idcli: 1 } })
    const known: { pedidos: number; renglones: { cod: string; toca: number; cantidad: number }[] } =
      await answer.json()
    expect(known.renglones.length).toBeGreaterThan(0)
    await expect(page.getByText(`Según sus ${known.pedidos} pedidos`)).toBeVisible()
    await expect(lines(page)).toHaveCount(known.renglones.length)
    const due = known.renglones.filter(({ toca }) => toca === 1)
    for (const { cod } of due)
      await expect(page.getByRole('checkbox', { name: `Pedir ${cod}` })).toBeChecked()
    expect(await violations(page)).toEqual([])

    // What comes later can be taken as well.
    const [more] = known.renglones.filter(({ toca }) => toca === 0)
    if (more) await page.getByRole('checkbox', { name: `Pedir ${more.cod}` }).check()
    const wanted = more ? [...due, more] : due
    await page.getByRole('button', { name: /^Agregar \d+ rengl/ }).click()
    await expect(page.getByText(/^ · En el carrito: /)).toHaveCount(wanted.length)
    expect((await desk.cart(1)).map(({ cantidad }) => cantidad).sort()).toEqual(
      wanted.map(({ cantidad }) => cantidad).sort(),
    )
    await page.getByRole('link', { name: 'Ver el carrito' }).click()
    await expect(inCart(page)).toHaveCount(wanted.length)
    await desk.emptyCart(1)
  })
})
