/** Quantities are read as Argentines write them, others are refused, and the question about a slip opens on 'no' (R21, R34). */
import {
  cartOf,
  expect,
  fillCart,
  pricedRows,
  quantityBox,
  test,
  toCart,
  type WireRow,
  withoutNews,
} from './support/test.ts'

test.beforeEach(({ page }) => withoutNews(page))

test('12,00 is 12; 7,5 and -4 are told and saved nowhere, also by the button; the limit is named', async ({
  page,
  api,
  user,
}) => {
  const [row] = (await pricedRows(api)) as [WireRow]
  const { CODIGO_ART: code, IDART_IO: idart, multiplo } = row
  await page.goto(`/catalogo?buscar=${code}`)
  const box = quantityBox(page, row)
  const add = page.getByRole('button', { name: new RegExp(`^(AGREGAR|GUARDAR) ${code}$`) })
  for (const [text, told] of [
    ['7,5', '«7,5» no es un número entero: escriba unidades enteras'],
    ['-4', '«-4» es menos que cero: escriba cuántas unidades quiere'],
    ['9999999', 'el máximo de un renglón es 1.000.000 unidades'],
  ] as const) {
    await box.fill(text)
    await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible()
    await box.press('Enter')
    await add.click()
    await expect(box).toBeFocused()
    await expect(box).toHaveValue(text)
  }
  expect(await cartOf(api, user)).toEqual([])
  const wanted = 2 * multiplo
  await box.fill(`${wanted},00`)
  await box.press('Enter')
  await expect.poll(() => cartOf(api, user)).toMatchObject([{ idart, cantidad: wanted }])
})

test('the question about a slip opens on «No, cambiarla»', async ({ page, api, user }) => {
  const [row] = (await pricedRows(api)) as [WireRow]
  await page.goto(`/catalogo?buscar=${row.CODIGO_ART}`)
  const box = quantityBox(page, row)
  await box.fill(String(row.multiplo * 900))
  await box.press('Enter')
  const question = page.getByRole('dialog', { name: '¿Es correcta la cantidad?' })
  await expect(question.getByRole('button', { name: 'No, cambiarla' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  expect(await cartOf(api, user)).toEqual([])
})

test('a quantity that is still in its box of the cart is saved by the browser’s way back', async ({
  page,
  api,
  user,
}) => {
  const [row] = (await pricedRows(api)) as [WireRow]
  await fillCart(api, user, [{ idart: row.IDART_IO, cantidad: row.multiplo }])
  await page.goto('/catalogo')
  await toCart(page)
  await quantityBox(page, row).fill(String(row.multiplo * 3))
  await page.goBack()
  await expect(page).toHaveURL(/\/catalogo/)
  await expect.poll(async () => (await cartOf(api, user))[0]?.cantidad).toBe(row.multiplo * 3)
})
