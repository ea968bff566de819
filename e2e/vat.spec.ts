/** VAT in view (R357): from the catalogue to the order, also without signal; where no article has a rate nothing is said. */
import type { Page } from '@playwright/test'
import { INVENTORY_TOKENS } from '../testkit/inventory-tokens.ts'
import { fillRates } from './support/fill-rates.ts'
import { testOnShop } from './support/filled-shop.ts'
import {
  amountText,
  expect,
  paidCents,
  quantityBox,
  searchRows,
  test as shopTest,
  type WireRow,
  withoutNews,
} from './support/test.ts'

const test = testOnShop(fillRates)
interface RatedRow extends WireRow {
  IVA_ART?: number
  ESCALAS?: unknown
}
const pesos = (cents: number) => `$ ${amountText(cents)}`
/** Hundredths of a percent of whole cents, halves up. */
const vatOf = (cents: number, percent: number) => Math.floor((cents * percent * 100 + 5_000) / 10_000)
const words = (percent: number) => `IVA ${String(percent).replace('.', ',')} %`
/** The shown rows of VAT with their figures. */
const rowsOn = (page: Page) =>
  page
    .locator('dl > div')
    .filter({ visible: true, hasText: /^(Neto|Sin alícuota|IVA [\d,]+ %|Incluye IVA|Total con IVA)/ })

test('from the catalogue to the order, prices without VAT are called so, and totals show VAT by rate and final', {
  tag: '@phone',
}, async ({ page, api, client, context, isMobile }) => {
  await withoutNews(page)
  const rows = ((await searchRows(api)) as RatedRow[]).filter(({ PRECIO_LPI, ESCALAS }) => PRECIO_LPI > 0 && !ESCALAS)
  const at = (rate: number | undefined) => rows.find(({ IVA_ART }) => IVA_ART === rate)!
  const [a21, a10, a27, without] = [at(21), at(10.5), at(27), at(undefined)]
  const quantity = (row: RatedRow) => Math.max(row.multiplo, 1) * 2
  const chosen = [a21, a10, a27, without]
  const saved = await api.post('/api/pedidos/itemsCarrito/lista', {
    data: {
      idcli: client.clientId,
      renglones: chosen.map((row, fila) => ({ fila, idart: row.IDART_IO, cantidad: quantity(row) })),
    },
  })
  expect(saved.ok()).toBe(true)
  const amount = (row: RatedRow, units = quantity(row)) => paidCents(row) * units
  /** What stands below the total while the article at 21 percent has so many units. */
  const shown = (units: number) => {
    const net = amount(a21, units) + amount(a10) + amount(a27)
    const vat = [
      [27, vatOf(amount(a27), 27)],
      [21, vatOf(amount(a21, units), 21)],
      [10.5, vatOf(amount(a10), 10.5)],
    ] as const
    const total = net + amount(without)
    const final = total + vat.reduce((sum, [, cents]) => sum + cents, 0)
    return {
      total,
      final,
      rows: [
        `Neto${pesos(net)}`,
        `Sin alícuota${pesos(amount(without))}`,
        ...vat.map(([percent, cents]) => `${words(percent)}${pesos(cents)}`),
        `Total con IVA${pesos(final)}`,
      ],
    }
  }
  const before = shown(quantity(a21))

  await page.goto('/catalogo')
  await expect(page.getByText('Precios sin IVA', { exact: true })).toHaveCount(1)

  await page.goto('/carrito')
  await expect(rowsOn(page)).toHaveText(before.rows)
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(`Total sin IVA${pesos(before.total)}`)
  await expect(page.getByText('Precios sin IVA').filter({ visible: true })).toHaveCount(1)
  // Without signal the device reckons by the rates that it knows.
  await context.setOffline(true)
  const box = quantityBox(page, a21)
  await box.fill(String(quantity(a21) * 2))
  await box.press('Enter')
  const after = shown(quantity(a21) * 2)
  await expect(rowsOn(page)).toHaveText(after.rows)
  await context.setOffline(false)
  await expect
    .poll(
      async () =>
        (await (await api.get(`/api/pedidos/itemsCarrito/cliente?idcli=${client.clientId}`)).json()).find(
          (row: RatedRow) => row.IDART_IO === a21.IDART_IO,
        )?.cantidad,
      { timeout: 30_000 },
    )
    .toBe(quantity(a21) * 2)

  await page.goto('/confirmar-pedido')
  await expect(rowsOn(page)).toHaveText(after.rows)
  await expect(page.getByText(`Total sin IVA${pesos(after.total)}`)).toBeVisible()
  await page.getByText('Retiro en el local').click()
  await page.getByRole('button', { name: 'Enviar' }).click()

  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  await expect(rowsOn(page)).toHaveText(after.rows)
  await expect(page.getByText('Precios sin IVA')).toBeVisible()
  await page.getByRole('link', { name: 'Seguir este pedido' }).click()
  await expect(page.getByRole('heading', { name: /^Pedido web/ })).toBeVisible()
  await expect(rowsOn(page)).toHaveText(after.rows)
  await expect(page.getByRole('region', { name: 'Datos', exact: true })).toContainText(
    `Total sin IVA${pesos(after.total)}`,
  )
  await page.goto('/mis-pedidos')
  // On a phone a row's buttons are seen once it is opened.
  if (isMobile)
    await page
      .getByRole('button', { name: /^Más de/ })
      .first()
      .click()
  await page
    .getByRole('button', { name: /^Ver Items del pedido/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Items del pedido' })).toContainText(
    `Total sin IVA ${pesos(after.total)} · con IVA ${pesos(after.final)}`,
  )
})

shopTest('where no article has a rate nothing is said of VAT', async ({ page, api, client }) => {
  await withoutNews(page)
  const [article] = await searchRows(api)
  const line = { fila: 0, idart: article!.IDART_IO, cantidad: 12 }
  await api.post('/api/pedidos/itemsCarrito/lista', { data: { idcli: client.clientId, renglones: [line] } })
  const answered = page.waitForResponse(/config\/precios-con-iva/)
  await page.goto('/catalogo')
  expect(await (await answered).json()).toBeNull()
  const main = page.getByRole('main')
  await expect(main).not.toContainText('IVA', { ignoreCase: false })
  await page.goto('/carrito')
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Total$')
  await expect(main).not.toContainText('IVA', { ignoreCase: false })
  const made = await api.post(`/api/pedidos/productos/pedido?idcli=${client.clientId}&dir=0&obs=&cond=-1`)
  const { IDCON_PED: orderId } = (await made.json()) as { IDCON_PED: number }
  await page.goto(`/pedido/${orderId}`)
  await expect(page.getByRole('region', { name: 'Datos', exact: true })).toContainText('Total$')
  await expect(main).not.toContainText('IVA', { ignoreCase: false })
})

test('a public inventory says what its prices hold', async ({ page }) => {
  await page.goto(`/inventario/${INVENTORY_TOKENS.INVENTARIO_CON_PRECIO}`)
  await expect(page.getByText(/^Precios sin IVA al \d\d\/\d\d\/\d{4}$/)).toBeVisible()
})
