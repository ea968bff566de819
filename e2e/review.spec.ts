/** The review table: unknown columns, wrong rows that are mended in place, proposals, and a repeated order (R244). */
import type { APIRequestContext, Page } from '@playwright/test'
import { pasteInto } from '../testkit/paste.ts'
import { violations } from './support/axe.ts'
import { officeOf, sell } from './support/staff.ts'
import { countSteps, tellSteps } from './support/steps.ts'
import { cartOf, expect, fillCart, ordersOf, pricedRows, test, type WireRow, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

/** Units as they are stored: rounded up to the article's multiple. */
const stored = (units: number, { multiplo }: WireRow) => Math.ceil(units / multiplo) * multiplo
const row = (page: Page, name: string) => page.getByRole('group', { name })
const taken = (page: Page) => page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')

/** Whole rows below the bar of the sum, once that has reached the header, and above the bar of the device. */
const rowsInView = (page: Page) =>
  page.evaluate(async () => {
    const add = document.getElementById('agregar-todo')
    add?.closest('section')?.scrollIntoView()
    const first = document.querySelector('[data-row]')
    // Scrolls until the first row is right below the bar, as a person does who reads on.
    window.scrollBy(0, (first?.getBoundingClientRect().top ?? 0) - (add?.getBoundingClientRect().bottom ?? 0) - 8)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const top = add?.getBoundingClientRect().bottom ?? 0
    const bottom = window.innerHeight - (window.innerWidth < 768 ? 56 : 0)
    return [...document.querySelectorAll('[data-row]')].filter((one) => {
      const box = one.getBoundingClientRect()
      return box.top >= top && box.bottom <= bottom
    }).length
  })

async function send(page: Page, api: APIRequestContext) {
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Dirección de entrega').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  const [order] = await ordersOf(api)
  const answer = await api.get(`/api/pedidos/productos/pedidos/${order?.IDCON_PED}`)
  const lines: { CODIGO_ART: string; CANTIDAD_PEDI: number }[] = await answer.json()
  return new Map(lines.map((line) => [line.CODIGO_ART, line.CANTIDAD_PEDI]))
}

test('columns that nobody knew are chosen, two wrong rows are mended where they stand, and it is ordered', async ({
  page,
  api,
}) => {
  test.slow()
  await withoutNews(page)
  const [first, second, third, fourth, other] = (await pricedRows(api)) as WireRow[]
  if (!first || !second || !third || !fourth || !other) throw new Error('Five articles have a price')
  const rows = [
    [first.CODIGO_ART, first.DESCRIP_ART, '24'],
    [second.CODIGO_ART, second.DESCRIP_ART, '12'],
    ['ZQ777777', 'Cosa que no existe', '6'],
    [third.CODIGO_ART, third.DESCRIP_ART, '12'],
    [fourth.CODIGO_ART, fourth.DESCRIP_ART, 'dos'],
  ]
  const text = [['Aaa', 'Bbb', 'Ccc'], ...rows].map((cells) => cells.join(';')).join('\r\n')
  await page.goto('/cargar-lista')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pedido.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByRole('region', { name: 'Columnas de la planilla' })).toContainText('pedido.csv')
  expect(await violations(page)).toEqual([])
  for (const [column, role] of [
    ['Aaa', 'Código'],
    ['Bbb', 'Descripción'],
    ['Ccc', 'Cantidad'],
  ])
    await page.getByRole('combobox', { name: new RegExp(`, ${column}$`) }).selectOption({ label: role ?? '' })
  await page.getByRole('button', { name: 'Leer la planilla' }).click()

  const [wrong, unclear] = [row(page, 'ZQ777777'), row(page, fourth.CODIGO_ART)]
  await expect(wrong).toContainText('No existe el artículo ZQ777777')
  await expect(unclear).toContainText('«dos» no es una cantidad')
  await expect(page.getByRole('button', { name: 'Cargar 3 renglones' })).toBeVisible()
  await expect(taken(page)).toHaveCount(0)
  const choice = wrong.getByRole('combobox')
  await choice.fill(other.CODIGO_ART)
  await page.getByRole('option', { name: new RegExp(`^${other.CODIGO_ART} `) }).click()
  await unclear.getByLabel('Cantidad').fill('36')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cargar 5 renglones' }).click()
  await expect(taken(page)).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Renglones de la lista' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Ver el carrito' }).click()
  const asked: readonly (readonly [WireRow, number])[] = [
    [first, 24],
    [second, 12],
    [other, 6],
    [third, 12],
    [fourth, 36],
  ]
  expect(await send(page, api)).toEqual(
    new Map(asked.map(([article, units]) => [article.CODIGO_ART, stored(units, article)] as const)),
  )
})

test('22 lines of a message with nine proposals and an article twice: a click and two keys', async ({
  page,
  api,
  user,
  isMobile,
}, info) => {
  await withoutNews(page)
  const sold = (await pricedRows(api, { n: 'RY' })).filter(({ CODIGO_ART }) => /^RY\d{5}$/.test(CODIGO_ART))
  const [whole, ends] = [sold.slice(0, 12), sold.slice(12, 21)]
  expect(ends).toHaveLength(9)
  const [twice] = whole
  const lines = [
    ...whole.map(({ CODIGO_ART }) => `${CODIGO_ART} x 12`),
    ...ends.map(({ CODIGO_ART }) => `${CODIGO_ART.slice(2)} x 6`),
    `${twice?.CODIGO_ART} x 6`,
  ]
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  const steps = await countSteps(page)
  await pasteInto(box, lines.join('\n'))
  await expect(page.getByRole('button', { name: 'Agregar 12 renglones' })).toBeFocused()
  const inView = await rowsInView(page)
  console.log(`rows in view (${info.project.name}): ${inView}`)
  expect(inView).toBeGreaterThanOrEqual(isMobile ? 7 : 15)
  await page.getByRole('button', { name: 'Aceptar las 9 propuestas' }).click()
  await expect(page.getByRole('button', { name: 'Agregar 21 renglones' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(taken(page)).toHaveCount(21)
  const { clicks, keys } = await steps()
  tellSteps(info, '22 pasted lines, 9 proposals, 1 article twice', { clicks, keys })
  expect(clicks).toBeLessThanOrEqual(1)
  expect(keys).toBeLessThanOrEqual(2)
  const cart = new Map((await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad]))
  const expected = [
    ...whole.map((article) => [article, article === twice ? 18 : 12] as const),
    ...ends.map((article) => [article, 6] as const),
  ]
  expect(cart).toEqual(new Map(expected.map(([article, units]) => [article.IDART_IO, stored(units, article)] as const)))
})

test('a repeated order says what it could not take, and another article is taken in its place', async ({
  page,
  api,
  user,
  shop,
  playwright,
}) => {
  test.slow()
  await withoutNews(page)
  const priced = await pricedRows(api, { index: 2 })
  const [stays, goes, other] = priced as [WireRow, WireRow, WireRow]
  await fillCart(api, user, [
    { idart: stays.IDART_IO, cantidad: stays.multiplo },
    { idart: goes.IDART_IO, cantidad: goes.multiplo * 2 },
  ])
  expect((await api.post(`/api/pedidos/productos/pedido?idcli=${user.idcli}&dir=0&obs=&cond=-1`)).ok()).toBe(true)
  const office = await officeOf(shop, playwright)
  await sell(office, api, goes, 0)
  await page.goto('/mis-pedidos')
  await page
    .getByRole('button', { name: /^Repetir pedido/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Pedido repetido' })).toContainText('se agregó 1 artículo')
  const rows = page.getByRole('region', { name: 'Lo que no se agregó' })
  const gone = rows.getByRole('group', { name: goes.CODIGO_ART })
  await expect(gone).toContainText('Este artículo ya no está a la venta')
  await expect(gone.getByLabel('Cantidad')).toHaveValue(String(goes.multiplo * 2))
  expect(await violations(page)).toEqual([])
  await gone.getByRole('combobox').fill(other.CODIGO_ART)
  await page.getByRole('option', { name: new RegExp(`^${other.CODIGO_ART} `) }).click()
  await page.getByRole('button', { name: 'Agregar 1 renglón' }).click()
  await expect(taken(page)).toContainText([other.CODIGO_ART])
  await expect(rows).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Eliminar ${other.CODIGO_ART}` })).toBeVisible()
  const cart = (await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad] as const)
  expect(new Map(cart)).toEqual(
    new Map([
      [stays.IDART_IO, stays.multiplo],
      [other.IDART_IO, stored(goes.multiplo * 2, other)],
    ]),
  )
  await sell(office, api, goes, 1)
  await office.dispose()
})
