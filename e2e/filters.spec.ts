/** The filters above the lists of the administration (R236): they apply as they are chosen. */
import type { Page } from '@playwright/test'
import { expect, SUPERVISOR, test } from './support/staff.ts'

const ADMIN = '20111111112'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  staffCuit: ADMIN,
})

/** Each list: its address, what its filters and its box for text are called, and that text's name in the address. */
const lists = [
  { at: '/admin/usuarios', bar: 'Buscar usuarios', box: 'Nombre', name: 'n' },
  { at: '/admin/pedidos', bar: 'Buscar carritos', box: 'Cliente', name: 'cli' },
  { at: '/admin/pedidos?vista=historicos', bar: 'Buscar pedidos', box: 'Razon Social', name: 'cli' },
  {
    at: '/admin/contactos',
    bar: 'Buscar contactos',
    box: 'Nombre, razón social, email o número',
    name: 'n',
  },
  { at: '/admin/auditoria', bar: 'Buscar cambios', box: 'Registro', name: 'n' },
  { at: '/admin/productos', bar: 'Buscar artículos', box: 'Buscar', name: 'n' },
] as const

const inAddress = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

for (const { at, bar, box, name } of lists) {
  test(`${at} applies a text after a moment, and the box keeps the focus`, async ({ page, desk }) => {
    expect(desk.user.tipo).toBe('admin')
    await page.goto('/admin/certificados')
    await page.goto(at)
    const field = page.getByRole('search', { name: bar }).getByLabel(box, { exact: true })
    await field.pressSequentially('tr')
    await expect.poll(() => inAddress(page, name)).toBe('tr')
    await field.press('e')
    await field.press('n')
    await expect.poll(() => inAddress(page, name)).toBe('tren')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('tren')
    // However many keys, one step back is the whole list, and the box says so.
    await page.goBack()
    await expect.poll(() => inAddress(page, name)).toBe(null)
    await expect(field).toHaveValue('')
    await page.goBack()
    await expect(page).toHaveURL(/\/admin\/certificados$/)
  })
}

test('a choice applies at once; paging and the export follow what is shown', async ({ page, desk }) => {
  expect(desk.user.tipo).toBe('admin')
  await page.goto('/admin/usuarios')
  const bar = page.getByRole('search', { name: 'Buscar usuarios' })
  await bar.getByLabel('Tipo').selectOption('Cliente')
  await expect(page).toHaveURL(/\/admin\/usuarios\?t=cliente$/)
  await expect(page.getByRole('row').nth(1)).toContainText('Cliente')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page).toHaveURL(/\?t=cliente&pag=2$/)
  await bar.getByLabel('Habilitado').selectOption('No')
  await expect(page).toHaveURL(/\?t=cliente&h=0$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?t=cliente&pag=2$/)
  await expect(bar.getByLabel('Habilitado')).toHaveValue('')

  // An export right after typing uses the text that was typed.
  await bar.getByLabel('Nombre').fill('ronda')
  const asked = page.waitForRequest((request) => /spreadsheetml/.test(request.headers().accept ?? ''))
  await page.getByRole('button', { name: 'Exportar a excel' }).click()
  expect(new URL((await asked).url()).searchParams.toString()).toMatch(/ronda/)
})

test('a page has as many rows as were chosen: on every list, on the next visit, and for the box that chooses them all', async ({
  page,
  desk,
}) => {
  expect(desk.user.tipo).toBe('admin')
  await page.goto('/admin/productos?pag=2')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(25)
  const first = await rows
    .first()
    .getByRole('button', { name: /^Editar/ })
    .getAttribute('aria-label')
  await page.getByLabel('Por página').selectOption('50')
  await expect(rows).toHaveCount(50)
  await expect(page).toHaveURL(/\/admin\/productos$/)
  // The row that stood first is still on the page.
  await expect(page.getByRole('button', { name: first ?? '', exact: true })).toBeVisible()
  await page.getByLabel('Seleccionar las filas de esta página').check()
  await expect(page.getByText('50 seleccionados')).toBeVisible()
  await page.goto('/admin/usuarios')
  await expect(rows).toHaveCount(50)
  await page.getByLabel('Por página').selectOption('25')
  await expect(rows).toHaveCount(25)
})

test('Enter and Buscar do not wait, and do not repeat a step', async ({ page, desk }) => {
  expect(desk.user.tipo).toBe('admin')
  await page.goto('/admin/contactos')
  const bar = page.getByRole('search', { name: 'Buscar contactos' })
  const box = bar.getByLabel('Nombre, razón social, email o número')
  await box.fill('oso')
  await box.press('Enter')
  expect(inAddress(page, 'n')).toBe('oso')
  await box.fill('tren')
  await bar.getByRole('button', { name: 'Buscar' }).click()
  expect(inAddress(page, 'n')).toBe('tren')
  await bar.getByRole('button', { name: 'Buscar' }).click()
  await page.goBack()
  expect(inAddress(page, 'n')).toBe('oso')
  await page.goBack()
  expect(inAddress(page, 'n')).toBe(null)
})

test('an answer that comes late takes nothing from a newer one', async ({ page, desk }) => {
  const users: { EMAIL_USU: string }[] = await (await desk.api.get('/api/usuarios/filtro')).json()
  const [slow = '', quick = ''] = users.map(({ EMAIL_USU }) => EMAIL_USU)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    (url) => url.pathname.endsWith('/filtro') && url.search.includes(encodeURIComponent(slow)),
    async (route) => {
      await held
      await route.continue().catch(() => undefined)
    },
  )
  await page.goto('/admin/usuarios')
  const box = page.getByRole('search', { name: 'Buscar usuarios' }).getByLabel('Nombre')
  await box.fill(slow)
  await expect.poll(() => inAddress(page, 'n')).toBe(slow)
  await box.fill(quick)
  await expect(page.getByRole('row').nth(1)).toContainText(quick)
  letGo()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('row').nth(1)).toContainText(quick)
})

test.describe('a supervisor', () => {
  test.use({ staffCuit: SUPERVISOR })

  test('narrows the article query by a choice', async ({ page, desk }) => {
    expect(desk.user.tipo).toBe('supervisor')
    await page.goto('/consulta')
    const bar = page.getByRole('search', { name: 'Buscar artículos' })
    await bar.getByLabel('Estado').focus()
    await bar.getByLabel('Estado').selectOption('Todos')
    await expect(page).toHaveURL(/\/consulta\?a=todos$/)
    await expect(bar.getByLabel('Estado')).toBeFocused()
  })
})
