/** A prospect becomes a client without anyone touching the database, and what the form does on the way. */
import type { Page, Route } from '@playwright/test'
import { ADMIN, labelled, registrationForm, signInByHand, test } from './support/mail-shop.ts'
import { expect, signInAnew, withoutNews } from './support/test.ts'

test.use({ signedIn: false })

const PASSWORD = 'tren-de-madera'
/** Entries of the offline registry, which the README names. */
const PERSON = '27-99000002-1'
const COMPANY = '30-79000002-8'
const UNKNOWN = '20-99000009-4'
/** With its right check digit; the offline registry says nothing of it. */
const NOT_ASKED = '20-12345678-6'

const field = (page: Page, label: string) => registrationForm(page).getByLabel(labelled(label))

/** What the spec asks for beside the CUIT. */
async function fillRest(page: Page, email: string): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await field(page, 'Confirmar contraseña').fill(PASSWORD)
  await field(page, 'Leí y acepto los términos y condiciones').check()
}
const send = (page: Page) => page.getByRole('button', { name: 'REGISTRARSE' }).click()

test('a prospect registers, is enabled by an admin, signs in and orders', { tag: '@phone' }, async ({
  page,
  browser,
  shop,
  mails,
  playwright,
}) => {
  test.setTimeout(90_000)
  const email = 'ana.pereyra@example.com'
  await withoutNews(page)
  await page.goto('/login')
  await field(page, 'CUIT').fill(PERSON)
  // Two addresses in the registry: the fiscal one counts.
  await expect(field(page, 'Dirección')).toHaveValue('BELGRANO 455')
  await expect(field(page, 'Nombre')).toHaveValue('ANA')
  await expect(field(page, 'Apellido')).toHaveValue('PEREYRA')
  await expect(field(page, 'Razón social')).toHaveValue('ANA PEREYRA')
  await expect(field(page, 'Razón social')).toHaveAttribute('readonly')
  await expect(field(page, 'Provincia').locator('option:checked')).toHaveText('Córdoba')
  await expect(field(page, 'Expreso')).toHaveValue('1')
  await fillRest(page, email)
  await field(page, 'Celular').fill('351 555-0101')
  await send(page)
  await expect(page).toHaveURL(/\/esperando-habilitacion$/)
  await expect(page.getByRole('heading', { name: 'Su usuario fue creado' })).toBeVisible()
  await expect(page.getByText('Cuando su cuenta esté verificada')).toBeVisible()
  await mails.to(email, 'Recibimos su registro')

  await signInByHand(page, { cuit: PERSON, password: PASSWORD })
  await expect(page.getByText('Su cuenta todavía no fue habilitada')).toBeVisible()

  // The office enables people at a desk.
  const office = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1440, height: 900 },
    isMobile: false,
  })
  const admin = await signInAnew(office, shop, ADMIN)
  const desk = await office.newPage()
  await desk.goto('/admin')
  await desk.getByRole('link', { name: 'Editar ANA PEREYRA' }).click()
  const form = desk.getByRole('dialog', { name: /usuario$/ })
  await form.getByLabel('Zona').selectOption({ index: 1 })
  await form.getByLabel('Habilitado').check()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toBeHidden()
  await mails.to(email, 'Su cuenta está habilitada')

  await signInByHand(page, { cuit: PERSON, password: PASSWORD })
  await expect(page).toHaveURL(/\/catalogo/)
  // The news of a first sign-in (R45); a key before they are there would only put them off.
  await expect(page.getByRole('region', { name: 'Novedades' })).toBeVisible()
  await page.keyboard.press('Escape')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/pedidos/itemsCarrito/lista'))
  await page
    .getByRole('button', { name: /^AGREGAR / })
    .first()
    .click()
  expect((await saved).ok()).toBe(true)
  await page.goto('/carrito')
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Dirección de entrega').selectOption({ label: 'BELGRANO 455, 5152 VILLA CARLOS PAZ, Córdoba' })
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  await mails.to(email, 'Recibimos su pedido')

  await desk.goto('/admin')
  const orders = desk.getByRole('table', { name: 'Pedidos de usuarios nuevos' })
  await expect(orders.getByRole('row').filter({ hasText: email })).toHaveCount(1)
  const api = await playwright.request.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { authorization: `Bearer ${admin.accessToken}` },
  })
  const found: object[] = await (await api.get('/api/pedidos/productos/pedidos/nuevos')).json()
  expect(JSON.stringify(found)).toContain(email)
  await api.dispose()
  await office.close()
})

test('with the registry away the form goes on with what was typed', async ({ page, mails }) => {
  const email = 'rosa.luz@example.com'
  await page.goto('/login')
  await field(page, 'CUIT').fill(NOT_ASKED)
  await expect(page.getByText(/No se pudo consultar el padrón en este momento/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Consultar de nuevo' })).toBeVisible()
  await field(page, 'Nombre').fill('Rosa')
  await field(page, 'Apellido').fill('Luz')
  await expect(field(page, 'Razón social')).toHaveValue('Rosa Luz')
  await fillRest(page, email)
  await send(page)
  await expect(page).toHaveURL(/\/esperando-habilitacion$/)
  await mails.to(email, 'Recibimos su registro')
})

test('the look-up shows that it is on its way, and a CUIT of nobody is refused at its field', async ({ page }) => {
  await page.goto('/login')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/padron?*', async (route) => {
    await held
    await route.continue()
  })
  await field(page, 'CUIT').fill(UNKNOWN)
  await expect(page.getByText('Consultando…')).toBeVisible()
  answer()
  await expect(field(page, 'CUIT')).toHaveAccessibleDescription(/El cuit ingresado es invalido/)
  await fillRest(page, 'nadie@example.com')
  await send(page)
  await expect(field(page, 'CUIT')).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
})

test('another CUIT takes back what the registry filled in for the first', async ({ page }) => {
  await page.goto('/login')
  await field(page, 'CUIT').fill(PERSON)
  await expect(field(page, 'Apellido')).toHaveValue('PEREYRA')
  await field(page, 'CUIT').fill(COMPANY)
  await expect(field(page, 'Razón social')).toHaveValue('JUGUETERIA EL TROMPO SA')
  await expect(field(page, 'Apellido')).toHaveValue('')
  await expect(field(page, 'Dirección')).toHaveValue('AV RIVADAVIA 14250')
})

test('all that is wrong is told at once in the words of the spec; the first field has the focus', async ({ page }) => {
  await page.goto('/login')
  await field(page, 'Confirmar contraseña').fill('otra')
  await field(page, 'Expreso').selectOption('')
  await send(page)
  const messages = [
    ['Leí y acepto los términos y condiciones', 'Debe aceptar los términos y condiciones'],
    ['Email', 'Debe ingresar un email válido'],
    ['Contraseña', 'Debe ingresar una contraseña válida'],
    ['Expreso', 'Debe ingresar un EXPRESO válido'],
    ['CUIT', 'Debe ingresar un CUIT válido'],
    ['Confirmar contraseña', 'Las contraseñas no coinciden'],
  ] as const
  await expect(registrationForm(page).getByRole('alert').getByRole('listitem').locator('span')).toHaveText(
    messages.map(([, message]) => message),
  )
  for (const [label, message] of messages) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`${message}$`))
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, 'Email')).toBeFocused()
  await registrationForm(page).getByRole('link', { name: 'CUIT', exact: true }).click()
  await expect(field(page, 'CUIT')).toBeFocused()
})

test('a refusal is told, nothing typed is lost, and it can be sent again', async ({ page, mails }) => {
  const email = 'jorge.acosta@example.com'
  await page.goto('/login')
  await field(page, 'CUIT').fill('23-99000003-4')
  await expect(field(page, 'Nombre')).toHaveValue('JORGE')
  await fillRest(page, 'cliente.benitez@bulto.example')
  await field(page, 'Observaciones').fill('Llamar antes')
  await send(page)
  await expect(registrationForm(page).getByRole('alert')).toHaveText('EL CUIT y/o MAIL ya estan en uso')
  await field(page, 'Email').fill(email)
  const refusals: [string, (route: Route) => Promise<void>][] = [
    ['No se pudo realizar el registro, intente nuevamente', (route) => route.fulfill({ status: 500, json: {} })],
    ['No hay conexión con la tienda. Revise su internet e intente nuevamente', (route) => route.abort()],
  ]
  for (const [words, answer] of refusals) {
    await page.route('**/api/auth/', answer, { times: 1 })
    await send(page)
    await expect(registrationForm(page).getByRole('alert')).toHaveText(words)
  }
  await expect(field(page, 'Observaciones')).toHaveValue('Llamar antes')
  await expect(field(page, 'Contraseña')).toHaveValue(PASSWORD)
  await send(page)
  await expect(page).toHaveURL(/\/esperando-habilitacion$/)
  await mails.to(email, 'Recibimos su registro')
})

test('a reload keeps what was typed but no password; the terms open beside it', async ({ page, context }) => {
  await page.goto('/login')
  await field(page, 'CUIT').fill(COMPANY)
  await expect(field(page, 'Razón social')).toHaveValue('JUGUETERIA EL TROMPO SA')
  await fillRest(page, 'trompo@example.com')
  await field(page, 'Dirección').fill('Mitre 100')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /Ver términos y condiciones/ }).click()
  await expect((await opened).getByRole('heading', { name: 'Términos y condiciones' })).toBeVisible()
  await expect(field(page, 'Contraseña')).toHaveValue(PASSWORD)
  await page.reload()
  await expect(field(page, 'Email')).toHaveValue('trompo@example.com')
  await expect(field(page, 'CUIT')).toHaveValue(COMPANY)
  await expect(field(page, 'Razón social')).toHaveValue('JUGUETERIA EL TROMPO SA')
  // The registry answers again, but what the user changed since stays.
  await expect(page.getByText(/Completamos los datos/)).toBeVisible()
  await expect(field(page, 'Dirección')).toHaveValue('Mitre 100')
  await expect(field(page, 'Contraseña')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(PASSWORD)
})

test('an address is chosen with the keyboard alone, and typed freely when nobody suggests one', async ({ page }) => {
  await page.goto('/login')
  const address = field(page, 'Dirección')
  await address.focus()
  await page.keyboard.type('Mitre 100, Rosario')
  const option = page.getByRole('option', { name: 'Rosario, Santa Fe', exact: true })
  await expect(option).toBeVisible()
  for (let pressed = 0; (await option.getAttribute('aria-selected')) !== 'true'; pressed++) {
    expect(pressed).toBeLessThan(10)
    await page.keyboard.press('ArrowDown')
  }
  const optionId = await option.getAttribute('id')
  await expect(address).toHaveAttribute('aria-activedescendant', optionId ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(address).toHaveValue('Mitre 100')
  await expect(field(page, 'Localidad')).toHaveValue('Rosario')
  await expect(field(page, 'Provincia').locator('option:checked')).toHaveText('Santa Fe')
  await expect(page).toHaveURL(/\/login$/)

  await page.route('**/api/auth/lugares?*', (route) => route.abort())
  const asked = page.waitForEvent('requestfailed')
  await address.fill('Ruta 9 km 70, Zárate')
  await asked
  await expect(address).toHaveValue('Ruta 9 km 70, Zárate')
  await expect(registrationForm(page).getByRole('alert')).toHaveCount(0)
})
