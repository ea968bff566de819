/** One user with two devices: what one ordered is not ordered again by the other's older screen without a question (R422). */
import { violations } from './support/axe.ts'
import {
  cartOf,
  expect,
  fillCart,
  laterCode,
  ordersOf,
  pricedRows,
  quantityBox,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

test('a line that was ordered elsewhere comes back by «Agregar» alone, many of them by one question', {
  tag: '@phone',
}, async ({ page, context, api, user }) => {
  await withoutNews(page)
  const rows = (await pricedRows(api)).slice(0, 3) as [WireRow, WireRow, WireRow]
  const lines = rows.map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo }))
  const orderElsewhere = async () => {
    const made = await api.post('/api/pedidos/productos/pedido', {
      params: { idcli: user.idcli, dir: 0, obs: '', cond: -1 },
    })
    expect(made.status()).toBe(200)
    const [order] = await ordersOf(api)
    return order!.IDCON_PED
  }
  const setTo = async (row: WireRow, times: number) => {
    await quantityBox(page, row).fill(String(row.multiplo * times))
    await quantityBox(page, row).press('Enter')
  }

  await fillCart(api, user, lines)
  await page.goto('/carrito')
  await expect(quantityBox(page, rows[0])).toBeVisible()
  const order = await orderElsewhere()
  await setTo(rows[0], 2)
  const question = page.getByRole('dialog', { name: 'El artículo ya no está en el carrito' })
  await expect(question).toContainText(`Último pedido que lo tiene: web ${order}, del`)
  await expect(question.getByRole('button', { name: `Agregar ${2 * rows[0].multiplo} unidad` })).toBeVisible()
  await expect(question.getByRole('button', { name: 'No agregar' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  // The screen shows the cart as it is now, and nothing waits.
  await expect(quantityBox(page, rows[0])).toHaveCount(0)
  await expect(quantityBox(page, rows[1])).toHaveCount(0)
  expect(await cartOf(api, user)).toEqual([])

  await fillCart(api, user, lines)
  await page.reload()
  await expect(quantityBox(page, rows[0])).toBeVisible()
  await laterCode(page)
  await context.setOffline(true)
  await setTo(rows[0], 3)
  await setTo(rows[1], 2)
  await expect(page.getByText('Espera señal', { exact: true })).toHaveCount(2)
  await orderElsewhere()
  await context.setOffline(false)
  const both = page.getByRole('dialog', { name: 'Estos 2 artículos ya no están en el carrito' })
  await expect(both.getByRole('listitem')).toHaveCount(2)
  await both.getByRole('button', { name: 'Agregar los 2' }).click()
  await expect
    .poll(async () => (await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad]).sort())
    .toEqual(
      [
        [rows[0].IDART_IO, 3 * rows[0].multiplo],
        [rows[1].IDART_IO, 2 * rows[1].multiplo],
      ].sort(),
    )
  await expect(quantityBox(page, rows[1])).toHaveValue(String(2 * rows[1].multiplo))
  await expect(quantityBox(page, rows[2])).toHaveCount(0)
})

test('a new line and one that this device took out itself are not asked about', async ({ page, api, user }) => {
  await withoutNews(page)
  const [row] = (await pricedRows(api)) as [WireRow]
  await page.goto(`/catalogo?buscar=${row.CODIGO_ART}`)
  for (const times of [1, 0, 2]) {
    await quantityBox(page, row).fill(String(times * row.multiplo))
    await quantityBox(page, row).press('Enter')
    await expect.poll(async () => (await cartOf(api, user))[0]?.cantidad ?? 0).toBe(times * row.multiplo)
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a line that was ordered elsewhere is not said to be taken out here', async ({ page, api, user }) => {
  await withoutNews(page)
  const [row] = (await pricedRows(api)) as [WireRow]
  await fillCart(api, user, [{ idart: row.IDART_IO, cantidad: row.multiplo }])
  await page.goto('/carrito')
  await expect(quantityBox(page, row)).toBeVisible()
  await api.post('/api/pedidos/productos/pedido', { params: { idcli: user.idcli, dir: 0, obs: '', cond: -1 } })
  await page.getByRole('button', { name: `Eliminar ${row.CODIGO_ART}`, exact: true }).click()
  await expect(page.getByText(`${row.CODIGO_ART}: ya no estaba en el carrito`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
  await expect(quantityBox(page, row)).toHaveCount(0)
})

for (const [answer, told] of [
  ['Sumar al carrito', ''],
  ['Dejar aparte el de ahora', 'El carrito de antes quedó aparte'],
] as const)
  test(`a cart put aside that another device took up meanwhile leaves the screen: ${answer}`, async ({
    page,
    api,
    user,
  }) => {
    await withoutNews(page)
    const [first, second] = (await pricedRows(api)) as [WireRow, WireRow]
    const lineOf = ({ IDART_IO, multiplo }: WireRow) => ({ idart: IDART_IO, cantidad: multiplo })
    await fillCart(api, user, [lineOf(first)])
    const putAside = await api.post('/api/pedidos/listas-guardadas', {
      data: { idcli: user.idcli, nombre: 'Para el lunes', compartida: false },
    })
    const { id } = await putAside.json()
    await fillCart(api, user, [lineOf(second)])
    await page.goto('/mis-listas')
    await page.getByRole('button', { name: /^Retomar/ }).click()
    const taken = await api.post(`/api/pedidos/listas-guardadas/${id}/cargar`, {
      data: { idcli: user.idcli, borrar: false },
    })
    expect(taken.status()).toBe(200)
    await page.getByRole('button', { name: answer }).click()
    await expect(page.locator('[data-kind="failure"]')).toContainText(told)
    await expect(page.getByRole('dialog')).toBeHidden()
    // What was put aside just now can be taken up; what the other device took can't.
    await expect(page.getByRole('button', { name: /^Retomar/ })).toHaveCount(told ? 1 : 0)
    if (told) await expect(page.getByRole('link', { name: /carrito \(0 items\)/i }).first()).toBeVisible()
  })
