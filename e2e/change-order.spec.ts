/** An order is changed until somebody takes it, and a cart is added to it (R383 to R385): on a phone, with the taps counted. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { beginSignedIn, expect, fillCart, pricedRows, test, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

const ADMIN = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }

/** Counts what a person taps on a page, keys not among them. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    sessionStorage.setItem('toques', '0')
    const count = () => sessionStorage.setItem('toques', String(Number(sessionStorage.getItem('toques')) + 1))
    window.addEventListener('click', (event) => event.isTrusted && count(), true)
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('toques')))
}

test('an order of this morning is changed, and three more articles are added to it', { tag: '@phone' }, async ({
  page,
  api,
  user,
  shop,
  browser,
}) => {
  await withoutNews(page)
  const context = await browser.newContext({ baseURL: shop.url })
  await beginSignedIn(context, shop, ADMIN)
  const office = await context.newPage()
  await withoutNews(office)
  await office.goto('/admin/configuracion')
  const wait = office.getByRole('form', { name: 'Pedidos que se pueden cambiar o cancelar' })
  const delay = async (text: string) => {
    await wait.getByRole('textbox', { name: 'Minutos, u hora del día' }).fill(text)
    await wait.getByRole('button', { name: 'Guardar' }).click()
    await expect(office.getByText('Espera de los pedidos guardada').last()).toBeVisible()
  }
  await delay('30')

  const rows = await pricedRows(api)
  const [first, second] = rows.map((row) => ({ idart: row.IDART_IO, cantidad: row.multiplo }))
  const cart = async (): Promise<unknown[]> =>
    (await api.get(`/api/pedidos/itemsCarrito/cliente/simple?idcli=${user.idcli}`)).json()
  await fillCart(api, user, [first!, second!])
  await page.goto('/confirmar-pedido')
  await page.getByText('Retiro en el local').click()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('link', { name: 'Seguir este pedido' }).click()
  const order = new URL(page.url()).pathname.split('/').at(-1)

  // One quantity more, one article less, and an observation.
  await page.getByRole('link', { name: 'Cambiar el pedido' }).click()
  const lines = page.getByRole('region', { name: 'Renglones del pedido' })
  await lines
    .getByRole('textbox', { name: /^Cantidad de/ })
    .first()
    .fill(String(first!.cantidad * 2))
  await lines
    .getByRole('button', { name: /^Descartar/ })
    .nth(1)
    .click()
  await page.getByRole('textbox', { name: 'Observaciones' }).fill('Por la tarde')
  expect(await violations(page)).toEqual([])
  // What was typed stays over a reload.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Observaciones' })).toHaveValue('Por la tarde')
  await lines.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText(`Pedido web ${order} guardado: versión 2`)).toBeVisible()
  await expect(page.getByText(/^Versión 2, \d\d\/\d\d \d\d:\d\d, /)).toBeVisible()
  const earlier = page.getByRole('region', { name: 'Versiones anteriores' })
  await earlier.getByText(/^Versión 1 · /).click()
  await expect(earlier.getByText(rows[1]!.CODIGO_ART).first()).toBeVisible()
  expect(await violations(page)).toEqual([])

  // Three articles of the catalogue, the cart, the order, yes: six taps.
  await page.goto('/catalogo')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.nth(5)).toBeVisible()
  const taps = await countTaps(page)
  for (const nth of [2, 3, 4]) await cards.nth(nth).getByRole('button').last().click()
  await expect.poll(async () => (await cart()).length).toBe(3)
  await page
    .getByRole('link', { name: /^Carrito/ })
    .first()
    .click()
  await page.getByRole('button', { name: `Agregar al pedido ${order} de hoy` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('3 artículos pasan del carrito')
  await question.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(page.getByText(`Se agregó al pedido web ${order}: versión 3`)).toBeVisible()
  expect(await taps()).toBeLessThanOrEqual(6)
  await expect(page.getByText(/^Versión 3, /)).toBeVisible()
  expect(await cart()).toEqual([])

  // Somebody saves a version meanwhile: what was typed stays over it.
  const change = async (by: Page, note: string, nth: number) => {
    await by.goto(`/pedido/${order}`)
    await by.getByRole('link', { name: 'Cambiar el pedido' }).click()
    await by.getByRole('textbox', { name: 'Observaciones' }).fill(note)
    const box = by.getByRole('textbox', { name: /^Cantidad de/ }).nth(nth)
    const more = String(2 * Number(await box.inputValue()))
    await box.fill(more)
    return { box, more, save: () => by.getByRole('button', { name: 'Guardar cambios' }).click() }
  }
  const mine = await change(page, 'Timbre 2', 1)
  const elsewhere = await page.context().newPage()
  await withoutNews(elsewhere)
  const theirs = await change(elsewhere, 'Por la mañana', 2)
  await theirs.save()
  await expect(elsewhere.getByText(`Pedido web ${order} guardado: versión 4`)).toBeVisible()
  await elsewhere.close()
  await mine.save()
  await page.getByRole('button', { name: 'Ver cómo quedó' }).click()
  await expect(page.getByText('así quedó, con sus cambios encima')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Observaciones' })).toHaveValue('Timbre 2')
  await expect(mine.box).toHaveValue(mine.more)
  await expect(page.getByRole('textbox', { name: /^Cantidad de/ }).nth(2)).toHaveValue(theirs.more)
  await mine.save()
  await expect(page.getByText(`Pedido web ${order} guardado: versión 5`)).toBeVisible()

  // As it was, for the other tests of this shop.
  await delay('0')
  await context.close()
})
