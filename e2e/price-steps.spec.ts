/** Prices by quantity as a buyer meets them (R351): the demo's brand Bolita costs 5 percent less from 24 units on, 10 from 96. */
import { amountText, expect, test, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

interface Row {
  CODIGO_ART: string
  IDART_IO: number
  PRECIO_LPI: number
  DESCUENTO_IO: number
  multiplo: number
  ESCALAS?: { UNIDADES: number; PRECIO_UNI: number }[]
}

test('the article says its prices by quantity, the cart what is missing to the next, and the order why', {
  tag: '@phone',
}, async ({ page, api, client, isMobile }) => {
  await withoutNews(page)
  const brands = (await (await api.get('/api/pedidos/categorias/marcas')).json()) as {
    IDMarca: number
    Nombre: string
  }[]
  const brand = brands.find(({ Nombre }) => Nombre === 'Bolita')?.IDMarca
  const rows = (await (await api.get(`/api/pedidos/productos/categoria?index=0&m=${brand}`)).json()) as Row[]
  // From 20 units on, in its multiples, 24 is near enough to be told.
  const article = rows.find(
    ({ ESCALAS, DESCUENTO_IO, multiplo }) => ESCALAS && DESCUENTO_IO === 0 && 24 % multiplo === 0,
  )!
  const price = (cents: number) => `$ ${amountText(cents)}`
  const at24 = Math.round((Math.round(article.PRECIO_LPI * 100) * 95) / 100)
  const at96 = Math.round((Math.round(article.PRECIO_LPI * 100) * 90) / 100)

  await page.goto(`/catalogo?marca=${brand}&articulo=${article.CODIGO_ART}`)
  const ladder = page.getByRole('dialog').getByRole('list', { name: /^Precios por cantidad/ })
  await expect(ladder.getByRole('listitem')).toHaveText([
    `24 o más: ${price(at24)} -5%`,
    `96 o más: ${price(at96)} -10%`,
  ])

  const before = 24 - Math.max(article.multiplo, 1)
  await api.post('/api/pedidos/itemsCarrito/lista', {
    data: { idcli: client.clientId, renglones: [{ fila: 0, idart: article.IDART_IO, cantidad: before }] },
  })
  await page.goto('/carrito')
  const line = page.locator(`[data-article="${article.IDART_IO}"]`)
  await expect(line).toContainText(`${24 - before} más y todo el renglón baja a ${price(at24)}`)
  await line.getByRole('textbox').first().fill('24')
  await line.getByRole('textbox').first().press('Enter')
  await expect(line).toContainText(price(24 * at24))
  // The percentage stands there once, in the words of the step; and no price has changed since the line was put there.
  await expect(line).toContainText('−5 % desde 24')
  await expect(line).not.toContainText('-5%')
  await expect(line).not.toContainText('al agregarlo')

  const made = await api.post(`/api/pedidos/productos/pedido?idcli=${client.clientId}&dir=0&obs=&cond=-1`)
  const { IDCON_PED: orderId } = (await made.json()) as { IDCON_PED: number }
  await page.goto(`/pedido/${orderId}`)
  const items = page.getByRole('table', { name: 'Items del pedido' })
  // On a phone the row is opened to its unit price.
  if (isMobile) await items.getByRole('button', { name: `Más de ${article.CODIGO_ART}` }).click()
  await expect(items).toContainText('−5 % desde 24')
})
