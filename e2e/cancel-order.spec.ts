/** An order is cancelled until somebody takes it (R331): the office says how long, the client cancels on a phone. */
import { violations } from './support/axe.ts'
import { beginSignedIn, expect, fillCart, pricedRows, test, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

const ADMIN = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }
const WAIT = 'Minutos, u hora del día'

test('the office lets orders wait, and a client cancels one', { tag: '@phone' }, async ({
  page,
  api,
  user,
  shop,
  browser,
}) => {
  await withoutNews(page)
  const context = await browser.newContext({ baseURL: shop.url })
  const { accessToken } = await beginSignedIn(context, shop, ADMIN)
  const office = await context.newPage()
  await withoutNews(office)
  await office.goto('/admin/configuracion')
  const wait = office.getByRole('form', { name: 'Pedidos que se pueden cambiar o cancelar' })
  await wait.getByRole('textbox', { name: WAIT }).fill('media hora')
  await wait.getByRole('button', { name: 'Guardar' }).click()
  await expect(wait).toContainText('Debe ser 0, minutos hasta 1440, o una hora como 18:00')
  await wait.getByRole('textbox', { name: WAIT }).fill('30')
  await expect(wait).toContainText('Cada pedido espera 30 minutos')
  await wait.getByRole('button', { name: 'Guardar' }).click()
  await expect(office.getByText('Espera de los pedidos guardada')).toBeVisible()

  const [first] = await pricedRows(api)
  const order = async () => {
    await fillCart(api, user, [{ idart: first!.IDART_IO, cantidad: first!.multiplo }])
    await page.goto('/confirmar-pedido')
    await page.getByText('Retiro en el local').click()
    await page.getByRole('button', { name: 'Enviar' }).click()
  }
  await order()
  await expect(page.getByText('Pedido creado correctamente!')).toBeVisible()
  await expect(page.getByText(/Puede cambiarlo o cancelarlo hasta el \d\d\/\d\d \d\d:\d\d/)).toBeVisible()
  await page.getByRole('link', { name: 'Seguir este pedido' }).click()
  await page.getByRole('button', { name: 'Cancelar el pedido' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('después pasa a preparación')
  expect(await violations(page)).toEqual([])
  await question.getByRole('textbox', { name: 'Motivo (opcional)' }).fill('Lo pedí dos veces')
  await question.getByRole('button', { name: 'Cancelar el pedido' }).click()
  await expect(page.getByText(/^Se canceló el pedido web \d+$/)).toBeVisible()
  const state = page.getByRole('region', { name: 'Estado del pedido' })
  await expect(state).toContainText(/cancelado/i)
  await expect(state).toContainText('Lo pedí dos veces')
  await expect(page.getByRole('button', { name: 'Cancelar el pedido' })).toHaveCount(0)

  // Once somebody prepares it, it is too late, also for a page that was opened before.
  await order()
  await page.getByRole('link', { name: 'Seguir este pedido' }).click()
  await page.getByRole('button', { name: 'Cancelar el pedido' }).click()
  const id = page.url().split('/').at(-1)
  expect(
    (
      await context.request.get(`/api/pedidos/productos/pedidos/${id}/preparacion`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).ok(),
  ).toBe(true)
  await question.getByRole('button', { name: 'Cancelar el pedido' }).click()
  await expect(page.getByText('Ya está en preparación: consulte')).toBeVisible()

  // As it was, for the other tests of this shop.
  await wait.getByRole('textbox', { name: WAIT }).fill('0')
  await wait.getByRole('button', { name: 'Guardar' }).click()
  await expect(wait).toContainText('no se puede cambiar ni cancelar')
  await context.close()
})
