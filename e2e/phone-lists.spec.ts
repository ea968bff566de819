/** R249: the office's lists on a phone: two lines a row, seven rows in view, filters behind one button. */
import { expect, test } from './support/staff.ts'
import { searchRows } from './support/test.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  staffCuit: '20111111112',
})

for (const at of ['/admin/productos', '/admin/pedidos?vista=historicos']) {
  test(`${at} shows seven rows before anybody scrolls`, { tag: '@phone-only' }, async ({ page, desk }) => {
    expect(desk.user.tipo).toBe('admin')
    await page.goto(at)
    const bar = await page
      .getByRole('navigation', { name: 'Principal' })
      .boundingBox()
      .catch(() => null)
    const seventh = await page.getByRole('row').nth(6).boundingBox()
    const bottom = (seventh?.y ?? 0) + (seventh?.height ?? 9999)
    expect(bottom).toBeLessThanOrEqual(bar?.y ?? 844 - 56)
  })
}

test('filters are folded into one button that counts them, and an empty search leads back', {
  tag: '@phone-only',
}, async ({ page, desk }) => {
  expect(desk.user.tipo).toBe('admin')
  await page.goto('/admin/contactos')
  const bar = page.getByRole('search', { name: 'Buscar contactos' })
  await expect(bar.getByRole('searchbox')).toBeHidden()
  await bar.getByRole('button', { name: 'Filtros', exact: true }).click()
  await bar.getByRole('searchbox').fill('nadie se llama asi')
  await bar.getByRole('searchbox').press('Enter')
  await expect(bar.getByRole('searchbox')).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
  await expect(page.getByText('No hay contactos que coincidan con la búsqueda.')).toBeVisible()
  await page.getByRole('button', { name: 'Borrar filtros' }).click()
  await expect(page.getByRole('row').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/contactos$/)
})

test('a row is opened to its other values and its buttons', { tag: '@phone-only' }, async ({ page, desk }) => {
  expect(desk.user.tipo).toBe('admin')
  await page.goto('/admin/pedidos?vista=historicos')
  const row = page.getByRole('row').first()
  await expect(row.getByRole('button', { name: 'Ver Items' })).toHaveCount(0)
  await row.getByRole('button', { name: /^Más de/ }).click()
  await expect(row).toContainText('Direccion')
  await row.getByRole('button', { name: /^Ver Items/ }).click()
  await expect(page.getByRole('dialog', { name: 'Items del pedido' })).toContainText('Hecho por')
})

test('a list is ordered by one of its columns, chosen from a list', { tag: '@phone-only' }, async ({ page, desk }) => {
  const articles = (await searchRows(desk.api)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  for (const idcli of [1, 2]) {
    await desk.emptyCart(idcli)
    const data = { id: null, idart: articles[idcli]?.IDART_IO, cantidad: idcli * 100, obs: '', idcli }
    expect((await desk.api.post('/api/pedidos/itemsCarrito', { data })).ok()).toBe(true)
  }
  await page.goto('/admin/pedidos')
  const totals = async () => {
    const rows = await page.getByRole('row').filter({ hasText: '$' }).allInnerTexts()
    return rows.map((row) => Number(/\$\s*([\d.]+)/.exec(row)?.[1]?.replaceAll('.', '')))
  }
  for (const [choice, sign] of [
    ['Total, descendente', -1],
    ['Total, ascendente', 1],
  ] as const) {
    await page.getByLabel('Ordenar por').selectOption({ label: choice })
    await expect.poll(async () => (await totals()).length).toBeGreaterThan(1)
    await expect.poll(async () => isOrdered(await totals(), sign)).toBe(true)
  }
})

const isOrdered = (numbers: readonly number[], sign: 1 | -1): boolean =>
  numbers.every((number, at) => at === 0 || sign * (number - (numbers[at - 1] ?? number)) >= 0)
