/** How the shop is doing, on the admin home: plots that also read as tables, figures that lead to what they count. */
import { violations } from './support/axe.ts'
import { beginSignedIn, expect, test as shopTest } from './support/test.ts'

const test = shopTest.extend<{ asAdmin: undefined }>({
  asAdmin: [
    async ({ context, shop, signedIn }, use) => {
      const admin = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }
      if (!signedIn) await beginSignedIn(context, shop, admin)
      await use(undefined)
    },
    { auto: true },
  ],
})
test.use({ shopKind: 'muestra', signedIn: false })

test('the home begins with who waits, and tells the days by pointer, keyboard and table', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/admin')
  const headings = page.getByRole('heading', { level: 2 })
  await expect(headings.first()).toContainText('Qué espera hoy')
  const days = page.getByRole('region', { name: /^Pedidos de los últimos 90 días/ })
  await expect(days.getByRole('img')).toHaveAccessibleName(/90 días: .* en total/)

  const slider = days.getByRole('slider')
  const today = await slider.getAttribute('aria-valuetext')
  await slider.press('ArrowLeft')
  const yesterday = await slider.getAttribute('aria-valuetext')
  expect(yesterday).not.toBe(today)
  await expect(days.getByText(yesterday?.slice(0, 10) ?? '').last()).toBeVisible()

  await days.getByRole('button', { name: /^Ver tabla/ }).click()
  await expect(days.getByRole('row')).toHaveCount(91)
  await days.getByRole('button', { name: /^Ver gráfico/ }).click()
  await expect(days.getByRole('img')).toBeVisible()
})

test('above the administration stands that no mail leaves (R332)', { tag: '@phone' }, async ({ page }) => {
  const strip = page.getByRole('status').filter({ hasText: 'No sale ningún correo' })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Qué espera hoy' })).toBeVisible()
  await expect(strip).toBeHidden()
  await page.route('**/admin', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('"isDrill":false', '"isDrill":false,"hasNoMail":true')
    await route.fulfill({ response: answer, body })
  })
  await page.reload()
  await expect(strip).toBeVisible()
})

test('what waits is a row with its way, and nothing is one line (R322)', { tag: '@phone' }, async ({ page }) => {
  const notified = '**/api/config/notif-ped'
  await page.route(notified, (route) => route.fulfill({ json: '' }))
  const unread = '**/api/erp/sin-leer'
  await page.route(unread, (route) => route.fulfill({ json: ['Lista DIC-26.xlsx'] }))
  await page.goto('/admin')
  const work = page.getByRole('region', { name: 'Qué espera hoy' })
  await expect(work.getByRole('listitem').filter({ hasText: 'Lista DIC-26.xlsx' })).toContainText('que nadie lee')
  await page.unroute(unread)
  const row = work.getByRole('listitem').filter({ hasText: 'Nadie recibe aviso de los pedidos nuevos' })
  await row.getByRole('button', { name: 'Agregar un email' }).click()
  const heading = page.getByRole('heading', { name: 'Correos que reciben los pedidos' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()

  await page.unroute(notified)
  await page.route(notified, (route) => route.fulfill({ json: 'a@ejemplo.com' }))
  for (const path of [
    'erp/espera',
    'erp/tareas',
    'usuarios/clientes/no-habilitados',
    'pedidos/productos/pedidos/nuevos',
    'pedidos/productos/certificados/vencen',
  ])
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json: [] }))
  await page.route('**/api/erp/estado', (route) =>
    route.fulfill({
      json: { rechazado: [], desde: null, ultimo: null, sinAsignar: 0, sinAsignarVisibles: 0, usuariosSinUso: 0 },
    }),
  )
  await page.route('**/api/tablero/pedidos', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), hoy: 0, rechazados: 0, sinTomar: 0, sinRespuesta: 0 } })
  })
  await page.reload()
  await expect(work).toContainText('Nada espera.')
  await expect(work.getByRole('listitem')).toHaveCount(0)
})

test('a day leads to its orders, a brand to its articles', async ({ page }) => {
  await page.goto('/admin')
  const brands = page.getByRole('region', { name: 'Por marca' })
  await expect(brands.getByRole('link').first()).toHaveAttribute('href', /\/admin\/productos\?a=todos&m=\d+/)
  const days = page.getByRole('region', { name: /^Pedidos de los últimos 90 días/ })
  await days.getByRole('link', { name: /pedidos?$/ }).click()
  await expect(page).toHaveURL(/\/admin\/pedidos\?vista=historicos&desde=(\d{4}-\d\d-\d\d)&hasta=\1/)
})

test('a seller leads to the orders that the figure counts', async ({ page }) => {
  await page.goto('/admin')
  // Figures are kept for a while, and other tests order in this shop.
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/tablero/actualizar'))
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await renewed
  await page.reload()
  const seller = page.getByRole('region', { name: 'Por vendedor' }).getByRole('listitem').first()
  const count = (await seller.textContent())?.match(/· (\d+ pedidos?)/)?.[1] ?? 'sin pedidos'
  await seller.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/pedidos\?vista=historicos&v=\d+&desde=.+&hasta=/)
  await expect(page.getByText(count, { exact: true })).toBeVisible()
})

test('what is meant by words that find nothing is said once, and the catalogue finds it (R377)', {
  tag: '@phone',
}, async ({ page }) => {
  const text = 'zumbador'
  const found = page.getByRole('main').getByText(/^\d+ artículos$/)
  await page.goto('/catalogo')
  await page.getByRole('searchbox', { name: 'Buscar artículos' }).fill(text)
  await expect(page.getByText('No se encuentran items para esta condición de busqueda')).toBeVisible()
  await page.goto('/admin')
  const missed = page.getByRole('region', { name: 'Búsquedas sin resultado' })
  await missed.getByRole('button', { name: `¿Qué es? ${text}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Otras palabras para buscar' })
  await expect(dialog.getByLabel('Quien busca')).toHaveValue(text)
  const meaning = dialog.getByLabel('Ve también lo que se encuentra con')
  await expect(meaning).toBeFocused()
  await meaning.fill('nada de esto')
  await meaning.press('Enter')
  await expect(dialog.getByText('Con eso no se encuentra ningún artículo')).toBeVisible()
  await meaning.fill('muñeca')
  await expect(dialog.getByText(/^Hoy encuentra \d+: /)).toBeVisible()
  await meaning.press('Enter')
  await expect(dialog.getByRole('listitem').filter({ hasText: `${text} → muñeca` })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(missed.getByText('ven también «muñeca»')).toBeVisible()

  await expect(async () => {
    await page.goto(`/catalogo?buscar=${text}`)
    await expect(found.first()).toHaveText(/^[1-9]\d* artículos$/, { timeout: 2_000 })
  }).toPass()
  await page.goto('/admin')
  await missed.getByRole('button', { name: /^Otras palabras/ }).click()
  await dialog.getByRole('button', { name: `Borrar ${text}, muñeca` }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
})

test.describe('who gets in', () => {
  test.use({ signedIn: true })
  test('a client is led to the catalogue', async ({ page }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/catalogo/)
  })
})
