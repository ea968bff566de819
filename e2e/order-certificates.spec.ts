/** The certificates of an order, downloaded as one PDF from its items. */
import { readFileSync } from 'node:fs'
import { violations } from './support/axe.ts'
import { expect, searchRows, test } from './support/test.ts'

test.use({ shopKind: 'muestra' })

test('a client takes all certificates of an order along as one PDF', async ({ page, api, user }) => {
  const [article] = (await searchRows(api)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  const line = { id: null, idart: article?.IDART_IO, cantidad: 1, obs: '', idcli: user.idcli }
  expect((await api.post('/api/pedidos/itemsCarrito', { data: line })).ok()).toBe(true)
  const made = await api.post(`/api/pedidos/productos/pedido?idcli=${user.idcli}&dir=0`)
  const { IDCON_PED: id } = await made.json()

  await page.goto('/mis-pedidos')
  await page.getByRole('button', { name: `Ver Items del pedido ${id}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Items del pedido' })
  await expect(dialog.getByText(article?.CODIGO_ART ?? '', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const downloaded = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Certificados del pedido' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(new RegExp(`^certificados-pedido-${id}-\\d\\d-\\d\\d-\\d{4}\\.pdf$`))
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
