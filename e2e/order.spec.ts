/** An order of 30 lines out of 10,000 articles, right to the cent from the card to the mail. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { soldQuantity } from '../testkit/sold-quantity.ts'
import { amountText, expect, ordersOf, paidCents, searchRows, test, type WireRow, withoutNews } from './support/test.ts'

const LINES = 30
const CART_CALL = '/api/pedidos/itemsCarrito/lista'

interface ExpectedLine {
  row: WireRow
  asked: number
  quantity: number
  unit: number
  amount: number
}

/** Thirty articles with a price from the first pages, each with another quantity. */
function expectedLines(rows: readonly WireRow[]): ExpectedLine[] {
  return rows
    .filter((row) => row.PRECIO_LPI > 0)
    .slice(0, LINES)
    .map((row, at) => {
      const asked = 1 + ((at * 7) % 23)
      const quantity = soldQuantity(asked, row.multiplo)
      const unit = paidCents(row)
      return { row, asked, quantity, unit, amount: unit * quantity }
    })
}

async function addOnCard(page: Page, { row, asked, quantity }: ExpectedLine): Promise<void> {
  const card = page.getByRole('article', { name: `${row.CODIGO_ART} ${row.DESCRIP_ART}`, exact: true })
  await expect(async () => {
    if ((await card.count()) === 0) await page.mouse.wheel(0, 1_200)
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass()
  const saved = page.waitForResponse((answer) => new URL(answer.url()).pathname === CART_CALL)
  const box = card.getByRole('textbox', { name: `Cantidad de ${row.CODIGO_ART}` })
  await box.fill(String(asked))
  await card.getByRole('button', { name: `Agregar ${row.CODIGO_ART}` }).click()
  expect((await saved).ok()).toBe(true)
  await expect(box).toHaveValue(String(quantity))
}

/** The mail to an address among those the shop wrote into its folder, which comes with the first one. */
async function mailTo(dataDir: string, address: string) {
  const folder = join(dataDir, 'mails')
  if (!existsSync(folder)) return []
  const mails = await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  )
  return mails.filter(({ to }) => to?.some((one) => one.address === address))
}

test('30 lines: card, cart, confirmation, my orders and mail agree to the cent', { tag: '@phone' }, async ({
  page,
  api,
  shop,
  client,
}) => {
  test.setTimeout(120_000)
  await withoutNews(page)
  const rows = [...(await searchRows(api)), ...(await searchRows(api, { index: 1 }))]
  expect(rows[0]?.cantPaginas).toBe(10_000)
  const lines = expectedLines(rows)
  expect(lines).toHaveLength(LINES)
  expect(lines.some(({ row }) => row.DESCUENTO_IO > 0)).toBe(true)
  expect(lines.some(({ asked, quantity }) => asked !== quantity)).toBe(true)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)

  await page.goto('/catalogo')
  for (const line of lines) await addOnCard(page, line)
  await page.goto('/carrito')
  for (const { row, quantity, unit, amount } of lines) {
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Eliminar ${row.CODIGO_ART}` }) })
    await expect(item.getByRole('textbox', { name: `Cantidad de ${row.CODIGO_ART}` })).toHaveValue(String(quantity))
    await expect(item).toContainText(amountText(unit))
    await expect(item).toContainText(amountText(amount))
  }
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(amountText(total))

  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Dirección de entrega').selectOption({ index: 1 })
  await page.getByLabel('Observaciones').fill('Entregar por la mañana')
  await expect(page.locator('form')).toContainText(amountText(total))
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  const [order, ...others] = await ordersOf(api)
  expect(others).toEqual([])
  expect(order).toMatchObject({ IMPORTE_CP: total / 100, items: LINES })
  await expect(page.getByText(`Numero de pedido: ${order?.NUMERO_PED}`)).toBeVisible()

  // The page says what was sent, also after a reload, and leads to that order.
  const address = `compras${client.clientId}@example.com`
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
    for (const fact of [amountText(total), String(LINES), 'Envío a domicilio: ', address, 'Entregar por la mañana'])
      await expect(page.getByRole('status').locator('dl')).toContainText(fact)
  }
  await page.getByRole('link', { name: 'Ver los items de este pedido' }).click()
  await expect(page.getByRole('dialog', { name: 'Items del pedido' })).toContainText('Entregar por la mañana')
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  await expect(page).toHaveURL(/\/mis-pedidos$/)
  const row = page.getByRole('row').filter({ hasText: String(order?.IDCON_PED) })
  await expect(row).toContainText(amountText(total))
  // On a phone the row is opened to its buttons.
  const opener = row.getByRole('button', { name: /^Más de/ })
  if (await opener.isVisible()) await opener.click()
  await row.getByRole('button', { name: /Ver Items/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Items del pedido' })
  const codes = lines.map((line) => line.row.CODIGO_ART).sort()
  await expect(dialog.getByRole('row').filter({ hasText: codes[0] ?? '' })).toBeVisible()
  for (const line of lines) {
    await expect(dialog.getByRole('row').filter({ hasText: line.row.DESCRIP_ART })).toContainText(
      amountText(line.amount),
    )
  }

  await expect(dialog).toContainText(String(order?.NUMERO_PED))
  // By hand the page shows the last order and claims nothing.
  await page.goto('/pedido-confirmado')
  await expect(page.getByRole('heading', { name: 'Su último pedido' })).toBeVisible()
  await expect(page.getByText(`Numero de pedido: ${order?.NUMERO_PED}`)).toBeVisible()
  await expect(page.getByText('Pedido creado correctamente!')).toHaveCount(0)

  await expect.poll(async () => (await mailTo(shop.dataDir, address)).length).toBe(1)
  const [mail] = await mailTo(shop.dataDir, address)
  const text = mail?.text?.replaceAll('\u00a0', ' ') ?? ''
  expect(text).toContain(`TOTAL: $ ${amountText(total)}`)
  expect(text).toContain('Entregar por la mañana')
  for (const { row: article, quantity, unit, amount } of lines) {
    expect(text).toContain(article.CODIGO_ART)
    expect(text).toContain(
      `${amountText(quantity * 100).slice(0, -3)} x $ ${amountText(unit)} = $ ${amountText(amount)}`,
    )
  }
})
