/** What takes the place of what can't be ordered, chosen once for always (R374, R375). */
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { officeOf, sell } from './support/staff.ts'
import { cartOf, expect, fillCart, pricedRows, searchRows, test, type WireRow, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

/** The shop's first articles for which others are proposed once they are off sale. */
async function replaceable(api: APIRequestContext, user: { idcli: number }, page: number): Promise<WireRow> {
  for (const article of await pricedRows(api, { index: page })) {
    const words = article.DESCRIP_ART.split(' ').slice(0, 2).join(' ')
    if ((await searchRows(api, { n: words })).length > 2) return article
  }
  throw new Error(`No article is like another one, for ${user.idcli}`)
}

/** Repeats the last order; on a phone its row is opened to its buttons. */
const repeat = async (page: Page, isMobile: boolean) => {
  await page.goto('/mis-pedidos')
  if (isMobile)
    await page
      .getByRole('button', { name: /^Más de el pedido/ })
      .first()
      .click()
  await page
    .getByRole('button', { name: /^Repetir pedido/ })
    .first()
    .click()
}

test('a repeat takes by itself what was chosen once for always, says so, and is told ‘no more’', {
  tag: '@phone',
}, async ({ page, api, user, shop, playwright, isMobile }) => {
  test.slow()
  await withoutNews(page)
  const gone = await replaceable(api, user, 3)
  await fillCart(api, user, [{ idart: gone.IDART_IO, cantidad: gone.multiplo * 2 }])
  expect((await api.post(`/api/pedidos/productos/pedido?idcli=${user.idcli}&dir=0&obs=&cond=-1`)).ok()).toBe(true)
  const office = await officeOf(shop, playwright)
  await sell(office, api, gone, 0)
  try {
    await repeat(page, isMobile)
    const row = page.getByRole('region', { name: 'Lo que no se agregó' }).getByRole('group', { name: gone.CODIGO_ART })
    await expect(row).toContainText('Este artículo ya no está a la venta')
    await expect(row).toContainText(/antes \$.* hoy \$/)
    const always = row.getByRole('checkbox', { name: /^Siempre / })
    await expect(always).toBeVisible()
    expect(await violations(page)).toEqual([])
    await always.click()
    await expect(row).toContainText(`En lugar de ${gone.CODIGO_ART}`)
    await expect(row.getByRole('button', { name: /^No más / })).toBeVisible()
    await page.getByRole('button', { name: 'Agregar 1 renglón' }).click()
    await expect(page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(1)
    const [taken] = await cartOf(api, user)

    await repeat(page, isMobile)
    await page.getByRole('button', { name: 'Borrar articulos y repetir pedido' }).click()
    const substitutes = page.getByRole('region', { name: 'En lugar de lo que no se puede pedir' })
    await expect(substitutes).toContainText(`En lugar de ${gone.CODIGO_ART}`)
    await expect(substitutes).toContainText('como eligió antes')
    await expect(substitutes).toContainText(/antes \$.* hoy \$/)
    expect((await cartOf(api, user)).map(({ idart }) => idart)).toEqual([taken?.idart])
    expect(await violations(page)).toEqual([])
    await substitutes.getByRole('button', { name: /^No más / }).click()
    await expect(substitutes).toContainText('La próxima vez le preguntamos')

    await repeat(page, isMobile)
    await page.getByRole('button', { name: 'Borrar articulos y repetir pedido' }).click()
    await expect(row.getByRole('checkbox', { name: /^Siempre / })).toBeVisible()
    expect(await cartOf(api, user)).toEqual([])
  } finally {
    await sell(office, api, gone, 1)
  }
})

test('a line of the cart that went off sale is replaced where it stands', { tag: '@phone' }, async ({
  page,
  api,
  user,
  shop,
  playwright,
}) => {
  test.slow()
  await withoutNews(page)
  const gone = await replaceable(api, user, 5)
  await fillCart(api, user, [{ idart: gone.IDART_IO, cantidad: gone.multiplo }])
  const office = await officeOf(shop, playwright)
  await sell(office, api, gone, 0)
  try {
    await page.goto('/carrito')
    await page.getByRole('button', { name: 'Ver qué llevar en su lugar' }).click()
    const choice = page.getByRole('region', { name: `En lugar de ${gone.CODIGO_ART}` })
    await expect(choice).toContainText('En su lugar puede llevar')
    expect(await violations(page)).toEqual([])
    // What can't be stored takes nothing out of the cart.
    const saving = '**/api/pedidos/itemsCarrito/lista'
    const motivo = 'La cantidad es demasiado grande'
    const refusal = { renglones: [], total: 0, filas: 1, sinCantidad: 0 }
    const avisos = [{ fila: 0, cod: 'X', descartada: true, motivo }]
    await page.route(saving, (route) => route.fulfill({ json: { ...refusal, avisos } }))
    const take = choice.getByRole('button', { name: /^Llevar / }).first()
    await take.click()
    await expect(page.getByText(motivo)).toBeVisible()
    expect((await cartOf(api, user)).map(({ idart }) => idart)).toEqual([gone.IDART_IO])
    await page.unroute(saving)
    await take.click()
    await expect(page.getByRole('button', { name: `Eliminar ${gone.CODIGO_ART}` })).toHaveCount(0)
    const cart = await cartOf(api, user)
    expect(cart).toHaveLength(1)
    expect(cart[0]?.idart).not.toBe(gone.IDART_IO)
  } finally {
    await sell(office, api, gone, 1)
  }
})
