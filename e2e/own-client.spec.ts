/** A prospect with a client made by the shop: ids from 1,000,000,000, where the ERP's own ones are small (R29). */
import type { Browser, Page } from '@playwright/test'
import { ADMIN, labelled, registrationForm, signInByHand } from './support/mail-shop.ts'
import { type Desk, expect, test } from './support/staff.ts'
import { beginSignedIn, ordersOf, pricedRows, type RunningShop, type WireRow } from './support/test.ts'

test.use({
  actionTimeout: 15_000,
  shopKind: 'muestra',
  signedIn: false,
})

const PASSWORD = 'tren-de-madera'
/** A CUIT that the offline registry does not know. */
const CUIT = '20-12345678-6'
const CUIT_DIGITS = CUIT.replaceAll('-', '')
const NAME = 'Luz Prospecta'
const EMAIL = 'prospecto@example.com'
/** The demo shop's first client, the seller's. */
const DUENDE = 1

async function register(page: Page): Promise<void> {
  const field = (label: string) => registrationForm(page).getByLabel(labelled(label))
  await page.goto('/login')
  await field('CUIT').fill(CUIT)
  await field('Nombre').fill('Luz')
  await field('Apellido').fill('Prospecta')
  await field('Dirección').fill('Mitre 5')
  await field('Provincia').selectOption({ label: 'Salta' })
  await field('Localidad').fill('Salta')
  await field('Expreso').selectOption({ index: 1 })
  await field('Email').fill(EMAIL)
  await field('Contraseña').fill(PASSWORD)
  await field('Confirmar contraseña').fill(PASSWORD)
  await field('Leí y acepto los términos y condiciones').check()
  await page.getByRole('button', { name: 'REGISTRARSE' }).click()
  await expect(page).toHaveURL(/\/esperando-habilitacion$/)
}

/** The admin enables the prospect, has the shop make a client and gives it to the demo's seller; answers the client's id. */
async function enable(browser: Browser, shop: RunningShop, desk: Desk): Promise<number> {
  // The office enables people at a desk.
  const office = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1440, height: 900 },
    isMobile: false,
  })
  await beginSignedIn(office, shop, ADMIN)
  const page = await office.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Editar .*Prospect/ }).click()
  const form = page.getByRole('dialog', { name: /usuario$/ })
  await form.getByLabel('Zona').selectOption({ index: 1 })
  await form.getByLabel('Habilitado').check()
  await form.getByLabel('Dar de alta el cliente').check()
  await form.getByLabel('Vendedor').selectOption({ label: 'Marina Sosa' })
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toBeHidden()
  await office.close()
  const clients: { ID_CLI: number; CUIT_CLI: string }[] = await (
    await desk.api.get('/api/usuarios/clientes/all')
  ).json()
  return clients.find(({ CUIT_CLI }) => CUIT_CLI.replaceAll('-', '') === CUIT_DIGITS)?.ID_CLI ?? 0
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Pedido para' })
const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
}
const ordersFor = async ({ api }: Desk, clientId: number) =>
  ((await ordersOf(api)) as unknown as { IDCLI_PED: number }[]).filter((row) => row.IDCLI_PED === clientId)

test('a prospect is registered, enabled with a client of the shop, and ordered for in every way', async ({
  page,
  browser,
  shop,
  desk,
}) => {
  test.setTimeout(120_000)
  const prospect = await browser.newContext({ baseURL: shop.url })
  const theirs = await prospect.newPage()
  await register(theirs)
  const clientId = await enable(browser, shop, desk)
  expect(clientId).toBeGreaterThanOrEqual(1_000_000_000)
  const [one] = (await pricedRows(desk.api)) as [WireRow]
  await desk.emptyCart(DUENDE)

  // The seller's order, over a link, a reload and the way to the confirmation.
  await page.goto(`/catalogo?c=${DUENDE}`)
  await page.goto(`/catalogo?c=${clientId}`)
  await expect(box(page)).toHaveValue(new RegExp(NAME))
  await page
    .getByRole('article', { name: `${one.CODIGO_ART} ${one.DESCRIP_ART}`, exact: true })
    .getByRole('button', { name: `AGREGAR ${one.CODIGO_ART}` })
    .click()
  await expect.poll(async () => (await desk.cart(clientId)).length).toBe(1)
  await page.goto(`/carrito?id=${clientId}`)

  // A note that was typed and left survives a step of the quantity (R20).
  await page.getByRole('button', { name: `Agregar observación a ${one.CODIGO_ART}` }).click()
  await page.getByRole('textbox', { name: `Observación de ${one.CODIGO_ART}` }).fill('solo azul')
  await page.getByRole('button', { name: /^Sumar/ }).click()
  const twice = { idart: one.IDART_IO, cantidad: one.multiplo * 2, obs: 'solo azul' }
  await expect.poll(() => desk.cart(clientId)).toEqual([expect.objectContaining(twice)])
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await expect(page).toHaveURL(new RegExp(`/confirmar-pedido/${clientId}$`))
  await page.reload()
  await expect(box(page)).toHaveValue(new RegExp(NAME))
  await page.getByLabel('Retiro en el local').check()
  await send(page)
  expect(await ordersFor(desk, clientId)).toHaveLength(1)
  expect(await desk.cart(DUENDE)).toEqual([])

  // Imported, to the client's own address.
  await page.goto('/importar-pedido')
  const rows = [
    'CUIT;Número de pedido;Código de artículo;Cantidad;Precio;Observación',
    `${CUIT};PROPIO-1;${one.CODIGO_ART};${one.multiplo};0;`,
  ]
  const buffer = Buffer.from(rows.join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'pedido.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: new RegExp(NAME) })).toBeVisible()
  await page.getByLabel('Dirección').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText(/^Se creó 1 pedido/)).toBeVisible()
  expect(await ordersFor(desk, clientId)).toHaveLength(2)

  // Another client's order, repeated to it.
  await desk.api.post('/api/pedidos/itemsCarrito', {
    data: { id: null, idart: one.IDART_IO, cantidad: one.multiplo * 3, obs: '', idcli: DUENDE },
  })
  const ordered = await desk.api.post('/api/pedidos/productos/pedido', {
    params: { idcli: DUENDE, dir: 0, obs: '', cond: 1 },
  })
  expect(ordered.ok()).toBe(true)
  await page.goto('/mis-pedidos')
  await page.getByRole('button', { name: /^Ver (todos los míos|los de todos sus clientes)$/ }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Ver los de .*${NAME}`) })).toBeVisible()
  const { IDCON_PED } = await ordered.json()
  await page.getByRole('button', { name: `a otro cliente repetir el pedido ${IDCON_PED}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Repetir pedido a usuario:' })
  await dialog.getByRole('combobox', { name: 'Cliente' }).fill(CUIT)
  // The list of all clients gives way to what was found; a click in between is no choice.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: new RegExp(NAME) }).click()
  await expect(dialog.getByRole('combobox', { name: 'Cliente' })).toHaveValue(new RegExp(NAME))
  await dialog.getByRole('button', { name: 'repetir pedido' }).click()
  await expect(page).toHaveURL(new RegExp(`/carrito\\?id=${clientId}$`))
  await expect(box(page)).toHaveValue(new RegExp(NAME))
  await expect(page.getByRole('textbox', { name: `Cantidad de ${one.CODIGO_ART}` })).toHaveValue(
    String(one.multiplo * 3),
  )
  expect(await desk.cart(DUENDE)).toEqual([])

  // And the client itself.
  await signInByHand(theirs, { cuit: CUIT, password: PASSWORD })
  await expect(theirs).toHaveURL(/\/catalogo/)
  await theirs.goto(`/carrito?id=${DUENDE}`)
  await expect(theirs.getByRole('alert')).toContainText('El cliente del enlace no existe o no es válido')
  await prospect.close()
})
