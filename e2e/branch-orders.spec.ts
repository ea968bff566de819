/** One sheet of articles by branches becomes an order for each branch, on a phone (R378, R379). */
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { expect, ordersOf, pricedRows, test, withoutNews } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function addressesOf(api: APIRequestContext, clientId: number) {
  const answer = await api.get(`/api/usuarios/direcciones-bodell/${clientId}`)
  return (await answer.json()) as { ID_DIR: number; DIRECCION_DIR: string }[]
}

test('the whole way: branches are named, a heading is asked about, quantities mended, and all orders made at once', async ({
  page,
  api,
  client,
}) => {
  test.slow()
  const branches = await addressesOf(api, client.clientId)
  const [centro, sur] = branches
  const [first, second] = await pricedRows(api)
  await withoutNews(page)
  await page.goto('/cargar-lista')
  await page.getByRole('link', { name: 'Pedido por sucursales' }).click()

  const names = page.getByRole('region', { name: 'Sucursales' })
  await names.getByRole('textbox').first().fill('Centro')
  await names.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Nombre guardado')).toBeVisible()
  expect(await violations(page)).toEqual([])

  // Copied from a spreadsheet and pasted; the second heading is nobody's name.
  await page.getByText('O pegue aquí las filas de la planilla').click()
  const [one, two] = [first!.multiplo * 2, second!.multiplo]
  await page
    .getByLabel('Filas copiadas, con sus títulos')
    .fill(
      [
        'Código\tCENTRO\tLocal 2\tTotal',
        `${first!.CODIGO_ART}\t${one}\t${one}\t${2 * one}`,
        `${second!.CODIGO_ART}\tdos\t${two}\t`,
        'XX-1\t3\t\t3',
      ].join('\n'),
    )
  await button(page, 'Leer lo pegado').click()
  await expect(page.getByText('«Local 2» no es una sucursal de este cliente')).toBeVisible()
  await page.getByRole('combobox', { name: 'Columna 3, Local 2' }).selectOption(`dir:${sur!.ID_DIR}`)
  await button(page, 'Leer la planilla').click()

  const sums = page.getByRole('region', { name: 'Un pedido por sucursal' })
  await expect(sums).toContainText('Centro')
  await expect(page.getByRole('alert').filter({ hasText: '2 cantidades por responder' })).toBeVisible()
  await page.getByRole('textbox', { name: `Cantidad de ${second!.CODIGO_ART} para Centro` }).fill(String(two))
  await button(page, 'No pedir XX-1').click()
  // Where it is scrolled to, the bar at the top covers half of a mark.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await violations(page)).toEqual([])
  // What was read and mended stays over a reload.
  await page.reload()
  await expect(button(page, 'Crear 2 pedidos')).toHaveAttribute('aria-disabled', 'false')

  // The answer is lost on its way; pressed again, the same orders are told.
  let isLost = false
  await page.route('**/itemsCarrito/sucursales', async (route) => {
    if (isLost) return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  await button(page, 'Crear 2 pedidos').click()
  await expect.poll(async () => (await ordersOf(api)).length).toBe(2)
  await expect(button(page, 'Crear 2 pedidos')).toBeEnabled()
  await button(page, 'Crear 2 pedidos').click()
  await expect(page.getByText('Se crearon 2 pedidos')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const made = await ordersOf(api)
  expect(made).toHaveLength(2)
  expect(made.map(({ items }) => items)).toEqual([2, 2])

  await page.getByRole('region', { name: 'Pedidos creados' }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/pedido/${Math.min(...made.map(({ IDCON_PED }) => IDCON_PED))}$`))
  await expect(page.getByText(centro!.DIRECCION_DIR)).toBeVisible()
})
