/** A client that is overdue is told, orders, and waits; the office, or the ERP's account, lets the order go (R389 to R391). */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { violations } from './support/axe.ts'
import { test } from './support/erp-shop.ts'
import { beginSignedIn, expect, pricedRows, withoutNews } from './support/test.ts'

const CLIENT = { cuit: '30712345671', password: 'bulto-demo-2026', clientId: 1 }
/** The sample shop's own bills are overdue by fewer days than the rule asks for. */
const OVERDUE = /[Ll]a cuenta tiene vencido \$\s[\d.]+,\d\d, 100 días/

test.use({ file: 'held-orders', signedIn: false })
// The ERP's folder is read every second.
test.describe.configure({ timeout: 180_000 })

/** The shop's days end at midnight in Argentina; 'sv-SE' writes yyyy-mm-dd. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' })
const dayIn = (days: number) => dayFormat.format(Date.now() + days * 86_400_000)

test('an overdue client orders and waits, until the office or the account lets the order go', {
  tag: '@phone',
}, async ({ admin: { page: office, api }, erp, browser, shop, viewport }) => {
  const put = (name: string, heading: string, row: string) =>
    writeFile(join(erp.folder, 'entrada', `${name}.csv`), `${heading}\r\n${row}\r\n`)
  const owe = (left: string) =>
    put(
      'saldos',
      'ID_SAL;ID_CLI;FECHA_SAL;TIPO_SAL;NUMERO_SAL;EMISION_SAL;VENCE_SAL;IMPORTE_SAL;SALDO_SAL',
      `801;1;${new Date().toISOString()};Factura A;0001-00000801;${dayIn(-130)};${dayIn(-100)};845000;${left}`,
    )
  await put('cuentas', 'ID_CLI;FECHA_CTA;SALDO_CTA;LIMITE_CTA', `1;${new Date().toISOString()};845000;`)
  await owe('845000')

  await withoutNews(office)
  await office.goto('/admin/configuracion')
  const rules = office.getByRole('form', { name: 'Deuda y límite de crédito' })
  await rules.getByRole('combobox', { name: 'Si el cliente tiene saldo vencido' }).selectOption('Retenerlo, en espera')
  await rules.getByRole('textbox', { name: 'Vencido desde (días)' }).fill('0')
  await rules.getByRole('button', { name: 'Guardar' }).click()
  await expect(rules).toContainText('Debe ser un número entero de días, de 1 a 3650')
  await rules.getByRole('textbox', { name: 'Vencido desde (días)' }).fill('90')
  await rules.getByRole('button', { name: 'Guardar' }).click()
  await expect(office.getByText('Reglas de la cuenta guardadas')).toBeVisible()

  const context = await browser.newContext({ baseURL: shop.url, viewport })
  const { accessToken } = await beginSignedIn(context, shop, CLIENT)
  const page = await context.newPage()
  await withoutNews(page)
  // Told before anything is in the cart.
  await expect(async () => {
    await page.goto('/catalogo')
    await expect(page.getByText(OVERDUE)).toBeVisible({ timeout: 4_000 })
  }).toPass({ timeout: 60_000 })
  await page.goto('/carrito')
  await expect(page.getByRole('alert').filter({ hasText: OVERDUE })).toContainText('queda en espera')

  const headers = { authorization: `Bearer ${accessToken}` }
  // Above the least amount of the sample shop.
  const articles = (await pricedRows(api)).filter(({ multiplo }) => 24 % multiplo === 0).slice(0, 3)
  const order = async () => {
    for (const { IDART_IO } of articles) {
      const data = { id: null, idart: IDART_IO, cantidad: 24, obs: '', idcli: null }
      expect((await context.request.post('/api/pedidos/itemsCarrito', { headers, data })).ok()).toBe(true)
    }
    await page.goto('/confirmar-pedido')
    await expect(page.getByRole('alert').filter({ hasText: OVERDUE })).toBeVisible()
    await page.getByText('Retiro en el local').click()
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByText('En espera:')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Seguir este pedido' }).click()
    await expect(page.getByRole('region', { name: 'Estado del pedido' })).toContainText('En espera')
    return Number(page.url().split('/').at(-1))
  }
  const byHand = await order()
  await expect(page.getByRole('button', { name: 'Cancelar el pedido' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Liberar el pedido' })).toHaveCount(0)
  await page.goto('/mis-pedidos')
  await page.getByRole('combobox', { name: 'Estado de los pedidos' }).selectOption('En espera')
  await expect(page.getByText(OVERDUE).filter({ visible: true }).first()).toBeVisible()

  await office.goto('/admin/pedidos?vista=historicos&curso=espera')
  await expect(office.getByText(OVERDUE).filter({ visible: true }).first()).toBeVisible()
  await office.goto(`/pedido/${byHand}`)
  await office.getByRole('button', { name: 'Liberar el pedido' }).click()
  const question = office.getByRole('dialog')
  await question.getByRole('button', { name: 'Liberar' }).click()
  await expect(question).toContainText('Diga por qué se libera')
  await question.getByRole('textbox', { name: 'Motivo' }).fill('Pagó en efectivo')
  await question.getByRole('button', { name: 'Liberar' }).click()
  await expect(office.getByText(`Se liberó el pedido web ${byHand}`)).toBeVisible()
  await expect(office.getByRole('region', { name: 'Estado del pedido' })).toContainText('Pagó en efectivo')
  await page.goto(`/pedido/${byHand}`)
  await expect(page.getByRole('region', { name: 'Estado del pedido' })).toContainText('Liberado')
  await expect(page.getByRole('main')).not.toContainText('Pagó en efectivo')

  // Paid, by the next file of the ERP.
  const byItself = await order()
  await owe('0')
  await expect(async () => {
    await page.goto(`/pedido/${byItself}`)
    await expect(page.getByRole('region', { name: 'Estado del pedido' })).toContainText('Liberado', { timeout: 4_000 })
  }).toPass({ timeout: 60_000 })
  await context.close()
})
