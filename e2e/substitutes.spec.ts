/** What takes the place of what can't be ordered, chosen once for always (R374, R375). */
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { SUPERVISOR } from './support/staff.ts'
import {
  cartOf,
  expect,
  fillCart,
  pricedRows,
  type RunningShop,
  searchRows,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

test.use({ shopKind: 'muestra', contextOptions: { reducedMotion: 'reduce' } })

type Playwright = Pick<typeof import('@playwright/test'), 'request'>

async function officeOf(shop: RunningShop, playwright: Playwright): Promise<APIRequestContext> {
  const { accessToken } = await shop.sessionOf({ cuit: SUPERVISOR, password: 'bulto-demo-2026', clientId: -1 })
  const extraHTTPHeaders = { authorization: `Bearer ${accessToken}` }
  return playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
}

/** Takes an article off sale, or puts it back; the catalogue in memory follows within a moment. */
async function sell(office: APIRequestContext, buyer: APIRequestContext, article: WireRow, active: 0 | 1) {
  const record = await (await office.get(`/api/pedidos/productos/articulo/${article.IDART_IO}`)).json()
  const data = { ...record, ACTIVO_IO: active }
  expect((await office.put(`/api/pedidos/productos/item/${record.ID_IO}`, { data })).ok()).toBe(true)
  const isFound = async () =>
    (await searchRows(buyer, { n: article.CODIGO_ART })).some(({ IDART_IO }) => IDART_IO === article.IDART_IO)
  await expect.poll(isFound).toBe(active === 1)
}

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
    await choice
      .getByRole('button', { name: /^Llevar / })
      .first()
      .click()
    await expect(page.getByRole('button', { name: `Eliminar ${gone.CODIGO_ART}` })).toHaveCount(0)
    const cart = await cartOf(api, user)
    expect(cart).toHaveLength(1)
    expect(cart[0]?.idart).not.toBe(gone.IDART_IO)
  } finally {
    await sell(office, api, gone, 1)
  }
})
