/** Who is let in, who is sent away, and the screens outside of the shop. */
import { expect, signInForm, test, withoutNews } from './support/test.ts'

test.describe('without a user', () => {
  test.use({ signedIn: false })

  test('every screen behind the guard leads to the sign-in, and from there on', async ({ page, client }) => {
    await withoutNews(page)
    for (const path of ['/catalogo', '/carrito', '/confirmar-pedido', '/mis-pedidos']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login/)
    }
    await signInForm(page).getByLabel('CUIT').fill(client.cuit)
    await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(client.password)
    await page.getByRole('button', { name: 'INGRESAR' }).click()
    await expect(page).toHaveURL(/\/mis-pedidos/)
    await expect(page.getByText('No hay pedidos aun..')).toBeVisible()
  })

  test('a wrong password is told in the words of the spec', async ({ page, client }) => {
    await page.goto('/login')
    await signInForm(page).getByLabel('CUIT').fill(client.cuit)
    await signInForm(page).getByLabel('Contraseña', { exact: true }).fill('otra')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Los datos ingresados son incorrectos' })).toBeVisible()
    // A blank that was pasted with it is not seen, and is told; it is not taken away.
    await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(`${client.password} `)
    await page.keyboard.press('Enter')
    await expect(page.getByText('empieza o termina con un espacio')).toBeVisible()
    await page.getByRole('button', { name: 'Mostrar contraseña', exact: true }).click()
    await expect(signInForm(page).getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
  })

  test('terms and maintenance open for everyone; any other address is not found', async ({ page }) => {
    await page.goto('/terminos')
    await expect(page.getByRole('heading', { name: /Términos y condiciones/i }).first()).toBeVisible()
    await page.goto('/mantenimiento')
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page).toHaveURL(/\/mantenimiento/)
  })
})

test('a session that ended meanwhile leads to the sign-in at the next call', async ({ page, playwright, shop }) => {
  await withoutNews(page)
  await page.goto('/catalogo')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').accessToken)
  // The spec's own way out, from elsewhere.
  const elsewhere = await playwright.request.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  await elsewhere.post('/api/auth/signin', { data: { username: '', password: '' } })
  await elsewhere.dispose()
  const cart = page.getByRole('link', { name: /Carrito.*ITEMS/ }).first()
  // Another call of the screen may lead to the sign-in before the click does.
  await cart.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('status').filter({ hasText: 'Su sesión se cerró. Ingrese otra vez' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('usuario'))).toBeNull()
})

test('the menu opens by pointer after a rest, and signing out ends the session at the server', {
  tag: '@phone',
}, async ({ page, playwright, shop, isMobile }) => {
  await withoutNews(page)
  await page.goto('/catalogo')
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').accessToken)
  if (isMobile) {
    await page.getByRole('button', { name: 'Cuenta' }).click()
  } else {
    const menu = page.getByRole('button', { name: 'Hola, Ana' })
    await menu.hover()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    // A click that arrives just after the rest opened it leaves it open; the next one closes it.
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
  }
  await expect(page.getByRole('link', { name: 'MIS PEDIDOS' })).toBeVisible()
  await page.getByRole('button', { name: 'CERRAR SESIÓN' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('usuario'))).toBeNull()
  const after = await playwright.request.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  await expect.poll(async () => (await after.get('/api/pedidos/categorias')).status()).toBe(401)
  await after.dispose()
  await page.goto('/catalogo')
  await expect(page).toHaveURL(/\/login/)
})

test('a sign-out in one tab leads the others to the sign-in', async ({ page, context }) => {
  await withoutNews(page)
  await page.goto('/catalogo')
  await expect(page.getByRole('main')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/mis-pedidos')
  await expect(other.getByRole('main')).toBeVisible()
  // What the sign-out of this tab does to the device.
  await page.evaluate(() => localStorage.removeItem('usuario'))
  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByRole('button', { name: 'INGRESAR' })).toBeVisible()
  await other.close()
})

test('an unknown address shows the not-found view', async ({ page }) => {
  const answer = await page.goto('/no-existe')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('404 - page not found')).toBeVisible()
})

test.describe('with the pages switched off', () => {
  test.use({ shopKind: 'cerrada' })

  for (const path of ['/catalogo', '/carrito', '/confirmar-pedido']) {
    test(`${path} leads to the maintenance page with the contact data`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/mantenimiento/)
      await expect(page.getByText('ventas@example.com')).toBeVisible()
    })
  }
})
