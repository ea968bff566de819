/** What was written for an order is seen afterwards (R235), and a new user's order is found (R234). */
import type { APIRequestContext, Page } from '@playwright/test'
import { type Desk, expect, test } from './support/staff.ts'
import { searchRows, type WireRow } from './support/test.ts'

const ADMIN = '20111111112'
const PASSWORD = 'tren-de-madera'
/** The demo shop's first client is the seller's. */
const OWN = 1
const LONG = 'solo azul o verde, sin caja, con pilas puestas y la etiqueta de la promoción de fin de año a la vista'

test.use({ shopKind: 'muestra', signedIn: false })

async function articleOf(api: APIRequestContext): Promise<WireRow> {
  const found = (await searchRows(api)).find(({ PRECIO_LPI }) => PRECIO_LPI > 0)
  if (!found) throw new Error('No article has a price')
  return found
}
const row = (page: Page, { CODIGO_ART }: WireRow) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Eliminar ${CODIGO_ART}` }) })

test('a note is read in the cart, before sending and afterwards; the order tells what it was sent with', {
  tag: '@phone',
}, async ({ page, desk }) => {
  const article = await articleOf(desk.api)
  await desk.emptyCart(OWN)
  const data = { id: null, idart: article.IDART_IO, cantidad: article.multiplo, obs: LONG, idcli: OWN }
  expect((await desk.api.post('/api/pedidos/itemsCarrito', { data })).ok()).toBe(true)
  await page.goto(`/carrito?id=${OWN}`)
  const note = row(page, article).getByText(LONG)
  await expect(note).toBeVisible()
  // One line, whatever its length, with '…' where it is cut; the whole in its title.
  const line = row(page, article)
    .getByTitle(LONG)
    .filter({ has: page.getByText(LONG) })
  expect(await line.evaluate((box) => box.getBoundingClientRect().height)).toBeLessThan(24)
  expect(await line.evaluate((box) => getComputedStyle(box).textOverflow)).toBe('ellipsis')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)

  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByRole('region', { name: /El pedido/ })).toContainText(LONG)
  await page.getByLabel('Retiro en el local').check()
  await page.getByLabel('Línea C').check()
  await page.getByLabel('Observaciones').fill('Timbre 2 & "portón"\nPreguntar por Marta')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  const sent = page.getByRole('status').locator('dl')
  await expect(sent).toContainText(desk.client(OWN).RAZONSOCIAL_CLI)
  await expect(sent).toContainText('Retiro en el local')

  await page.getByRole('link', { name: 'Ver los items de este pedido' }).click()
  const items = page.getByRole('dialog', { name: 'Items del pedido' })
  await expect(items).toContainText('Timbre 2 & "portón"')
  await expect(items).toContainText('Preguntar por Marta')
  await expect(items).toContainText('Línea C, condición 4')
  await expect(items).toContainText(LONG)
})

test('an order that nobody may see or that there is not is told, not opened', async ({ page, desk }) => {
  expect(desk.clients.length).toBeGreaterThan(0)
  await page.goto('/mis-pedidos?pedido=999999')
  await expect(page.getByRole('alert')).toContainText('No pudimos abrir el pedido 999999')
})

test.describe('the office', () => {
  test.use({ staffCuit: ADMIN })

  /** A user without a client, and an order that it made. */
  async function newOrder(desk: Desk, shop: { url: string }, signIn: () => Promise<APIRequestContext>) {
    const [zone] = await (await desk.api.get('/api/auth/zonas')).json()
    const cuit = freshCuit()
    const user = {
      cuit,
      email: `${cuit}@ejemplo.com.ar`,
      contra: PASSWORD,
      nombre: 'Nora',
      apellido: 'Luz',
      razonSocial: `Kiosco ${cuit}`,
      idexp: 1,
      zona: zone.ID_ZON,
      direccion: 'San Martín 100',
      provincia: 12,
      ciudad: 'Rosario',
      tipo: 'cliente',
      habilitado: 1,
      activo: 1,
    }
    const made = await desk.api.post('/api/usuarios', { data: user })
    expect(made.ok(), await made.text()).toBe(true)
    const guest = await signIn()
    const data = { username: cuit, password: PASSWORD }
    const { accessToken } = await (await guest.post(`${shop.url}/api/auth/signin`, { data })).json()
    const headers = { authorization: `Bearer ${accessToken}` }
    const article = await articleOf(desk.api)
    const line = {
      id: null,
      idart: article.IDART_IO,
      cantidad: article.multiplo,
      obs: 'sin caja|con moño',
      idcli: -1,
    }
    expect((await guest.post('/api/pedidos/itemsCarrito', { headers, data: line })).ok()).toBe(true)
    const params = { idcli: -1, dir: 0, obs: 'Entregar por la mañana', cond: -1 }
    const order = await guest.post('/api/pedidos/productos/pedido', { headers, params })
    expect(order.ok(), await order.text()).toBe(true)
    const { IDCON_PED: orderId } = await order.json()
    await guest.dispose()
    return { userId: (await made.json()).id as number, orderId: orderId as number }
  }

  test('finds a new user’s order after the user was linked, until somebody has handled it', async ({
    page,
    desk,
    shop,
    playwright,
  }) => {
    const signIn = () => playwright.request.newContext({ baseURL: shop.url })
    const { userId, orderId } = await newOrder(desk, shop, signIn)
    await page.goto('/admin')
    const list = page.getByRole('table', { name: 'Pedidos de usuarios nuevos' })
    const waiting = list.getByRole('button', { name: `Ver Items del pedido ${orderId}`, exact: true })
    await waiting.click()
    const items = page.getByRole('dialog', { name: `Items del pedido ${orderId}` })
    await expect(items).toContainText('Entregar por la mañana')
    await expect(items).toContainText('Retiro en el local')
    await expect(items).toContainText('Total')
    await expect(items).toContainText('sin caja · con moño')
    await expect(items.getByText('con moño', { exact: true })).toBeVisible()
    await items.getByRole('button', { name: 'Cerrar' }).click()

    // Linked to a client, where the list's own link leads.
    const client = desk.client(OWN)
    const button = page.getByRole('button', { name: `Ver Items del pedido ${orderId}`, exact: true })
    await list.getByRole('row').filter({ has: button }).getByRole('link').first().click()
    const form = page.getByRole('dialog', { name: /usuario$/ })
    const box = form.getByLabel('Cliente vinculado').and(form.getByRole('textbox'))
    await box.fill(client.codigo)
    await box.press('Enter')
    await expect(form.getByText(client.RAZONSOCIAL_CLI)).toBeVisible()
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(form).toHaveCount(0)

    // The client's orders and the user's page have it, and the home still lists it.
    await page.goto(`/admin/usuarios/pedidos/${userId}?vista=historicos`)
    await expect(page.getByRole('button', { name: `Ver Items del pedido ${orderId}`, exact: true })).toBeVisible()
    const found = await desk.api.get(`/api/pedidos/productos/pedidos/historicos?index=0&idcli=${OWN}`)
    expect((await found.json()).map(({ IDCON_PED }: { IDCON_PED: number }) => IDCON_PED)).toContain(orderId)
    await page.goto('/admin')
    const handle = list.getByRole('button', {
      name: `Marcar como atendido el pedido ${orderId}`,
      exact: true,
    })
    await handle.click()
    await expect(waiting).toHaveCount(0)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(waiting).toBeVisible()
    await waiting.click()
    await items.getByRole('button', { name: 'Marcar como atendido' }).click()
    await expect(waiting).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Qué espera hoy' })).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await page.goto('/admin/pedidos?vista=historicos')
    await page.getByRole('button', { name: `Ver Items del pedido ${orderId}`, exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Items del pedido' })).toContainText('Entregar por la mañana')
  })

  test('is asked for which of several clients the articles are', async ({ page, desk }) => {
    const clients = desk.clients.filter(({ RAZONSOCIAL_CLI }) => /jugueter/i.test(RAZONSOCIAL_CLI))
    expect(clients.length).toBeGreaterThan(1)
    await page.goto('/admin/pedidos?vista=historicos&cli=jugueteria')
    await page.getByRole('button', { name: 'Artículos pedidos' }).click()
    const asked = page.getByRole('dialog', { name: 'Artículos pedidos' })
    await expect(asked).toContainText('¿De cuál?')
    const first = asked.getByRole('listitem').first().getByRole('button')
    const name = (await first.locator('span').first().textContent()) ?? ''
    await first.click()
    const articles = page.getByRole('dialog', { name: `Artículos pedidos · ${name}` })
    await expect(articles.getByRole('row').nth(1)).toBeVisible()
    await expect(articles).toContainText('todas las fechas')
    await articles.getByRole('button', { name: 'Otro cliente' }).click()
    await expect(asked).toContainText('¿De cuál?')
  })
})

/** A CUIT with its right check digit. */
function freshCuit(): string {
  for (;;) {
    const body = `20${String(10_000_000 + Math.floor(Math.random() * 60_000_000))}`
    const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at < 4 ? 5 - at : 11 - at), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return `${body}${check}`
  }
}
