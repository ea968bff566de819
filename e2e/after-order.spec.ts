/** What became of an order, on its page and in the lists (R304 to R309), as client, seller and office see it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { type Erp, test } from './support/erp-shop.ts'
import { beginSignedIn, expect, pricedRows, type RunningShop, type TestClient, withoutNews } from './support/test.ts'

const PASSWORD = 'bulto-demo-2026'
const CLIENT = { cuit: '30712345671', password: PASSWORD, clientId: 1 }
const SELLER = { cuit: '20333333334', password: PASSWORD, clientId: -1 }
const SUPERVISOR = { cuit: '20222222223', password: PASSWORD, clientId: -1 }

test.use({ file: 'after-order', signedIn: false })
// The ERP's folder is read every second, and each step is looked at by three.
test.describe.configure({ timeout: 240_000 })

const headings = {
  estados: 'ID_EST;IDCON_PED;ESTADO;FECHA_EST;EXPRESO_EST;GUIA_EST;BULTOS_EST;MOTIVO_EST',
  renglones: 'ID_REN;IDCON_PED;ID_ART;FECHA_REN;ACEPTADO_REN;MOTIVO_REN;REEMPLAZO_REN',
  despachos: 'ID_DES;IDCON_PED;ID_ART;CANTIDAD_DES;FECHA_DES;REMITO_DES;EXPRESO_DES;GUIA_DES;BULTOS_DES',
  comprobantes: 'ID_COM;IDCON_PED;TIPO_COM;NUMERO_COM;FECHA_COM;IMPORTE_COM;ENLACE_COM',
  cuentas: 'ID_CLI;FECHA_CTA;SALDO_CTA;LIMITE_CTA',
  saldos: 'ID_SAL;ID_CLI;FECHA_SAL;TIPO_SAL;NUMERO_SAL;EMISION_SAL;VENCE_SAL;IMPORTE_SAL;SALDO_SAL',
} as const
const put = ({ folder }: Erp, name: keyof typeof headings, ...rows: readonly string[]) =>
  writeFile(join(folder, 'entrada', `${name}.csv`), [headings[name], ...rows].map((row) => `${row}\r\n`).join(''))

/** So many minutes ago, as the ERP writes it. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** The shop's days end at midnight in Argentina, three hours after that of UTC; 'sv-SE' writes yyyy-mm-dd. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' })
/** A day yyyy-mm-dd so many days from today. */
const dayIn = (days: number) => dayFormat.format(Date.now() + days * 86_400_000)

/** The page of a user of the shop, signed in. */
async function pageOf(browser: Browser, shop: RunningShop, user: TestClient): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url })
  await beginSignedIn(context, shop, user)
  const page = await context.newPage()
  await withoutNews(page)
  return page
}

/** An order of the client: so many units of each of the first articles. */
async function order(api: APIRequestContext, count: number, quantity = 24) {
  const articles = (await pricedRows(api)).filter(({ multiplo }) => quantity % multiplo === 0).slice(0, count)
  expect(articles).toHaveLength(count)
  for (const { IDART_IO } of articles) {
    const data = { id: null, idart: IDART_IO, cantidad: quantity, obs: '', idcli: CLIENT.clientId }
    expect((await api.post('/api/pedidos/itemsCarrito', { data })).ok()).toBe(true)
  }
  const made = await api.post(`/api/pedidos/productos/pedido?idcli=${CLIENT.clientId}&dir=0&obs=Por la tarde&cond=-1`)
  expect(made.ok(), await made.text()).toBe(true)
  const { IDCON_PED: id }: { IDCON_PED: number } = await made.json()
  return { id, articles }
}

const fulfilment = (page: Page) => page.getByRole('region', { name: 'Estado del pedido' })
const line = (page: Page, code: string) =>
  page.getByRole('table', { name: 'Items del pedido' }).getByRole('row').filter({ hasText: code })

/** Opens the order anew until the page shows a text: the ERP's folder is read every second. */
async function opened(page: Page, id: number, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`/pedido/${id}`)
    await expect(page.getByRole('main')).toContainText(text, { timeout: 4_000 })
  }).toPass({ timeout: 60_000 })
}

test('an order in three dispatches, one line never and one replaced, as client, seller and office see it', async ({
  admin,
  erp,
  browser,
  shop,
}) => {
  const { api, page: office } = admin
  const { id, articles } = await order(api, 5)
  const [split, whole, never, replaced, other] = articles
  if (!split || !whole || !never || !replaced || !other) throw new Error('The shop has too few articles')
  const pages = {
    client: await pageOf(browser, shop, CLIENT),
    seller: await pageOf(browser, shop, SELLER),
    office,
  }
  const all = Object.values(pages)
  const each = async (text: string | RegExp, look: (page: Page) => Promise<void>) => {
    for (const page of all) {
      await opened(page, id, text)
      await look(page)
    }
  }

  await each('Recibido', async (page) => {
    await expect(page.getByRole('heading', { level: 1, name: `Pedido web ${id}` })).toBeVisible()
    await expect(fulfilment(page)).toContainText('Tienda web')
    await expect(line(page, split.CODIGO_ART)).toContainText('24')
    await expect(page.getByRole('main')).toContainText('Por la tarde')
  })
  // The terms are told to staff alone.
  await expect(pages.client.getByRole('main')).not.toContainText('Condición de venta')
  await expect(pages.seller.getByRole('main')).toContainText('Condición de venta')

  // Accepted, but for one line and one that another article takes the place of. A state comes twice, and one late.
  const states = [
    `7001;${id};aceptado;${ago(50)};;;;`,
    `7001;${id};aceptado;${ago(50)};;;;`,
    `7002;${id};en preparación;${ago(45)};;;;`,
  ]
  await put(
    erp,
    'renglones',
    `8001;${id};${never.IDART_IO};${ago(50)};0;Discontinuado;`,
    `8002;${id};${replaced.IDART_IO};${ago(50)};0;Sin stock;${other.IDART_IO}`,
  )
  await put(erp, 'estados', ...states)
  // The steps ahead are on the page from the start: what is waited for is told by the ERP alone.
  await each('No viene', async (page) => {
    await expect(line(page, never.CODIGO_ART)).toContainText('No viene: Discontinuado')
    await expect(line(page, replaced.CODIGO_ART).first()).toContainText(`en su lugar viene ${other.CODIGO_ART}`)
    await expect(fulfilment(page).getByText('Aceptado', { exact: true })).toHaveCount(1)
  })

  const dispatches = [`9001;${id};${split.IDART_IO};10;${ago(40)};R-1;Vía Cargo;G-100;2`]
  await put(erp, 'despachos', ...dispatches)
  await each('G-100', async (page) => {
    await expect(fulfilment(page)).toContainText('Vía Cargo · Guía G-100 · 2 bultos')
    await expect(line(page, split.CODIGO_ART).getByRole('cell').nth(4)).toContainText('10')
    await expect(line(page, split.CODIGO_ART).getByRole('cell').nth(5)).toContainText('14')
  })

  // The third comes before the second, with a state of an earlier time.
  dispatches.push(`9003;${id};${other.IDART_IO};48;${ago(10)};R-3;Vía Cargo;G-300;1`)
  states.push(`7003;${id};En control de calidad;${ago(42)};;;;`)
  await put(erp, 'despachos', ...dispatches)
  await put(erp, 'estados', ...states)
  await each('G-300', async (page) => {
    await expect(fulfilment(page)).toContainText('En control de calidad')
    await expect(page.getByRole('status').filter({ hasText: 'Despachado' }).first()).toContainText('Faltan')
  })

  dispatches.push(
    `9002;${id};${split.IDART_IO};14;${ago(20)};R-2;Vía Cargo;G-200;1`,
    `9004;${id};${whole.IDART_IO};24;${ago(20)};R-2;Vía Cargo;G-200;1`,
  )
  states.push(`7004;${id};entregado;${ago(1)};;;;`)
  await put(erp, 'despachos', ...dispatches)
  await put(erp, 'estados', ...states)
  await put(
    erp,
    'comprobantes',
    `501;${id};Factura A;0001-00001234;${dayIn(0)};58863,92;https://facturas.example/1234.pdf`,
  )
  await each(/Factura( A)? 0001-00001234/, async (page) => {
    await expect(page.getByRole('link', { name: /Factura( A)? 0001-00001234/ })).toHaveAttribute(
      'href',
      'https://facturas.example/1234.pdf',
    )
    await expect(line(page, split.CODIGO_ART).getByRole('cell').nth(5)).toHaveText('0')
    await expect(page.getByRole('main')).toContainText('Remito R-2')
    const ways = page.getByRole('region', { name: 'Consultar por este pedido' }).getByRole('link')
    await expect(ways.first()).toHaveAttribute('href', new RegExp(encodeURIComponent(`pedido web ${id}`)))
  })

  // What does not come goes into the cart, and nothing else.
  await pages.client.getByRole('button', { name: 'Repetir lo que no viene (2)' }).click()
  await expect(pages.client).toHaveURL(/\/carrito/)
  await expect(pages.client.getByRole('textbox', { name: /^Cantidad de/ })).toHaveCount(2)
})

test('the office sets the state of many orders at once, and takes it back', async ({ admin, browser, shop }) => {
  const { api, page } = admin
  const [first, second] = [await order(api, 1), await order(api, 2)]
  const client = await pageOf(browser, shop, CLIENT)
  await page.goto('/admin/pedidos?vista=historicos')
  for (const { id } of [first, second])
    await page.getByRole('checkbox', { name: `Seleccionar el pedido ${id}`, exact: true }).check()
  const setState = async (state: string, fill?: () => Promise<void>) => {
    await page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: 'Cambiar el estado' }).click()
    const dialog = page.getByRole('dialog', { name: 'Estado de 2 pedidos' })
    await dialog.getByLabel('Estado', { exact: true }).selectOption({ label: state })
    await fill?.()
    await dialog.getByRole('button', { name: 'Cambiar el estado' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await setState('Despachado', async () => {
    await page.getByRole('dialog').getByLabel('Número de guía').fill('G-77')
    await page.getByRole('dialog').getByLabel('Bultos').fill('3')
  })
  await opened(client, first.id, 'G-77')
  await expect(fulfilment(client)).toContainText('Oficina')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('2 pedidos con el estado de antes')).toBeVisible()
  await opened(client, first.id, 'Recibido')
  await expect(fulfilment(client)).not.toContainText('G-77')

  await setState('Cancelado', () => page.getByRole('dialog').getByLabel('Motivo o aviso').fill('A pedido del cliente'))
  await opened(client, second.id, 'A pedido del cliente')
  await client.goto('/mis-pedidos?estado=cancelled')
  await expect(client.getByRole('link', { name: `Pedido web ${second.id}`, exact: true })).toBeVisible()
  await client.getByRole('combobox', { name: 'Estado de los pedidos' }).selectOption('delivered')
  await expect(client.getByRole('link', { name: `Pedido web ${second.id}`, exact: true })).toHaveCount(0)

  // On the page of one order.
  const supervisor = await pageOf(browser, shop, SUPERVISOR)
  const { id } = await order(api, 1)
  await opened(supervisor, id, 'Recibido')
  await supervisor.getByRole('button', { name: 'Cambiar el estado' }).click()
  await supervisor.getByRole('dialog').getByRole('button', { name: 'Cambiar el estado' }).click()
  await expect(supervisor.getByText(`1 pedido: Aceptado`)).toBeVisible()
  await expect(fulfilment(supervisor)).toContainText('Oficina')
})

test('what is pending stands in one list, and an account with what is overdue', { tag: '@phone' }, async ({
  admin,
  erp,
  browser,
  shop,
}) => {
  const { api } = admin
  const { id, articles } = await order(api, 1)
  const [article] = articles
  await put(erp, 'estados', `7101;${id};aceptado;${ago(3)};;;;`)
  await put(erp, 'cuentas', `${CLIENT.clientId};${ago(60)};1000,50;1200`)
  await put(
    erp,
    'saldos',
    `601;${CLIENT.clientId};${ago(60)};Factura A;0001-00001201;${dayIn(-40)};${dayIn(-10)};1000,50;1000,50`,
  )
  for (const user of [CLIENT, SELLER, SUPERVISOR]) {
    const page = await pageOf(browser, shop, user)
    await expect(async () => {
      await page.goto(`/pendientes-de-entrega?n=${id}`)
      await expect(page.getByRole('row').filter({ hasText: article?.CODIGO_ART ?? '' })).toContainText('24', {
        timeout: 4_000,
      })
    }).toPass({ timeout: 60_000 })
    await page.getByRole('link', { name: `Pedido web ${id}` }).click()
    await expect(page).toHaveURL(new RegExp(`/pedido/${id}$`))
    await page.goto(user === CLIENT ? '/cuenta-corriente' : `/cuenta-corriente?c=${CLIENT.clientId}`)
    await expect(page.getByText('Vencida hace 10 días')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('1.200,00')
  }
  // An order beyond the limit is said before it is sent.
  const client = await pageOf(browser, shop, CLIENT)
  const data = { id: null, idart: article?.IDART_IO, cantidad: 24, obs: '', idcli: CLIENT.clientId }
  const headers = { authorization: `Bearer ${(await shop.sessionOf(CLIENT)).accessToken}` }
  expect((await client.request.post('/api/pedidos/itemsCarrito', { headers, data })).ok()).toBe(true)
  await client.goto('/confirmar-pedido')
  await expect(client.getByRole('alert').filter({ hasText: 'supera el límite de crédito' })).toBeVisible()
})

test('a client without an account is told why and whom to ask, and is not led there (R306)', { tag: '@phone' }, async ({
  browser,
  shop,
}) => {
  const page = await pageOf(browser, shop, CLIENT)
  await page.route('**/api/pedidos/productos/cuenta?*', (route) => route.fulfill({ json: null }))
  await page.route('**/api/config/contacto', (route) =>
    route.fulfill({ json: [{ clave: 'CONTACTO_MAIL', valor: 'ventas@ejemplo.com', aux: '' }] }),
  )
  await page.goto('/cuenta-corriente')
  await expect(page.getByText('Su cuenta corriente todavía no llegó a la tienda')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'ventas@ejemplo.com' })).toBeVisible()
  await page.goto('/mis-pedidos')
  const ways = page.getByRole('navigation', { name: 'De sus pedidos' })
  await expect(ways.getByRole('link', { name: 'Pendientes de entrega' })).toBeVisible()
  await expect(ways.getByRole('link', { name: 'Cuenta corriente' })).toHaveCount(0)
  await page.unroute('**/api/pedidos/productos/cuenta?*')
  await page.reload()
  await expect(ways.getByRole('link', { name: 'Cuenta corriente' })).toBeVisible()
})

test('nobody else opens an order', async ({ admin, browser, shop }) => {
  const { id } = await order(admin.api, 1)
  const stranger = await pageOf(browser, shop, shop.nextClient())
  await stranger.goto(`/pedido/${id}`)
  await expect(stranger.getByText(`No puede ver el pedido ${id}.`)).toBeVisible()
  await expect(stranger.getByRole('heading', { name: `Pedido web ${id}` })).toHaveCount(0)
  await stranger.goto('/pedido/2147483647')
  await expect(stranger.getByRole('heading', { name: '404 - page not found' })).toBeVisible()
  await stranger.goto('/pedido/ninguno')
  await expect(stranger.getByRole('heading', { name: 'No se entiende la dirección' })).toBeVisible()
})

test.describe('on the device', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an order opens without signal as it was known, and prints without the frame', async ({
    browser,
    shop,
    admin,
  }) => {
    const { id, articles } = await order(admin.api, 1)
    const page = await pageOf(browser, shop, CLIENT)
    await opened(page, id, 'Recibido')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Repetir pedido' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(line(page, articles[0]?.CODIGO_ART ?? '')).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('codigo-'))), {
        timeout: 60_000,
      })
      .toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: `Pedido web ${id}` })).toBeVisible()
    await expect(fulfilment(page)).toContainText('Recibido')
    await expect(page.getByText(/datos al \d\d\/\d\d \d\d:\d\d/)).toBeVisible()
    await page.context().close()
  })
})
