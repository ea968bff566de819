/** The pictures of `npm run screenshots`: every declared screen, and some screens in more states. */
import type { Page } from '@playwright/test'
import type { ScreenName } from '../../contract/screens.ts'
import { CUITS, DEMO_PASSWORD, type Visitor } from '../../testkit/visits.ts'

export interface Picture {
  /** Name of the picture's file. */
  name: string
  screen: ScreenName | null
  /** Added to the screen's address; the whole address where `screen` is null. */
  at?: string
  only?: 'desktop' | 'phone'
  /** Who looks at the screen; by default the visitor in `visits`. */
  as?: Visitor
  /** Whether the news may open over the screen. */
  news?: true
  /** A folder of the repository whose files lie in the trial folder of the shop's ERP; without one the shop has no ERP. */
  trial?: string
  /** Whether `open` takes the signal away, and so needs the service worker. */
  withoutSignal?: true
  /** Acts on the screen before the picture is taken. */
  open?: (page: Page) => Promise<unknown>
}

const openFirst = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Takes the signal away, once the device has what it needs without it. */
async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
}

async function changeOffline(page: Page): Promise<void> {
  await goOffline(page)
  const box = page.getByRole('textbox', { name: /^Cantidad de/ }).first()
  await box.fill('36')
  await box.blur()
  await page.getByRole('region', { name: 'Artículos que esperan señal' }).waitFor()
}

async function orderOffline(page: Page): Promise<void> {
  await page.getByLabel('Retiro en el local').check()
  await goOffline(page)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByRole('heading', { name: 'Pedido guardado en este equipo' }).waitFor()
}

/** Opens a quotation that the demo shop's seller sends to a client: of the cart for that client, which stays as it is. */
async function openOffer(page: Page): Promise<void> {
  const { request } = page.context()
  const seller = { username: CUITS.seller, password: DEMO_PASSWORD }
  const { id, accessToken } = await (await request.post('/api/auth/signin', { data: seller })).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  const offer = async (): Promise<string | undefined> => {
    const data = { idcli: 1, dir: 0, obs: 'Entregar por la tarde' }
    return (await (await request.post('/api/pedidos/ofertas/cotizacion', { headers, data })).json()).clave
  }
  let clave = await offer()
  if (clave === undefined) {
    // In some shops that cart is empty: it is filled for the moment.
    const rows = await (await request.get('/api/pedidos/productos?index=0', { headers })).json()
    const priced = (rows as { IDART_IO: number; PRECIO_LPI: number; multiplo: number }[]).filter(
      (row) => row.PRECIO_LPI > 0,
    )
    for (const { IDART_IO, multiplo } of priced.slice(0, 4)) {
      const line = { id: null, idart: IDART_IO, cantidad: multiplo * 2, obs: '', idcli: 1 }
      await request.post('/api/pedidos/itemsCarrito', { headers, data: line })
    }
    clave = await offer()
    await request.delete(`/api/pedidos/itemsCarrito/${id}/1`, { headers })
  }
  await page.evaluate((key) => {
    window.location.hash = key
  }, clave ?? '')
  await page.getByRole('heading', { name: /^Cotización/ }).waitFor()
}

/** In the order of a client's way through the shop. Each screen has at least one; scripts/screens.test.ts checks that. */
export const pictures: readonly Picture[] = [
  { name: 'sign-in', screen: 'login' },
  {
    name: 'registration',
    screen: 'login',
    open: async (page) => {
      const form = page.getByRole('form', { name: 'Cree su cuenta' })
      await form.getByLabel('CUIT').fill('27-99000002-1')
      await form.getByText(/^Completamos los datos/).waitFor()
    },
  },
  { name: 'waiting', screen: 'waiting' },
  { name: 'forgotten-password', screen: 'resetPassword' },
  { name: 'accept', screen: 'accept', open: openOffer },
  { name: 'terms', screen: 'terms' },
  { name: 'maintenance', screen: 'maintenance' },
  { name: 'not-found', screen: null, at: '/no-existe' },
  { name: 'error', screen: 'error' },
  { name: 'news', screen: 'catalogue', news: true, open: (page) => page.getByRole('dialog').waitFor() },
  { name: 'catalogue', screen: 'catalogue' },
  { name: 'catalogue-search', screen: 'catalogue', at: '?buscar=auto&orden=menor' },
  { name: 'catalogue-scrolled', screen: 'catalogue', at: '?posicion=40' },
  {
    name: 'catalogue-list',
    screen: 'catalogue',
    open: async (page) => {
      await page.getByRole('button', { name: 'Ver como lista' }).click()
      await page
        .getByRole('textbox', { name: /^Cantidad de/ })
        .nth(2)
        .waitFor()
    },
  },
  { name: 'catalogue-empty', screen: 'catalogue', at: '?buscar=qqqqqqqq' },
  {
    name: 'article',
    screen: 'catalogue',
    open: async (page) => {
      await page.locator('article button[aria-haspopup]').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'filters', screen: 'catalogue', only: 'phone', open: openFirst(/^Filtros$/) },
  {
    name: 'user-menu',
    screen: 'catalogue',
    only: 'desktop',
    open: (page) => page.getByRole('button', { name: /^Hola/ }).click(),
  },
  { name: 'account', screen: 'catalogue', only: 'phone', open: openFirst(/^Cuenta$/) },
  { name: 'profile', screen: 'profile' },
  { name: 'address', screen: 'profile', open: openFirst(/^Agregar dirección$/) },
  { name: 'cart', screen: 'cart' },
  {
    name: 'search-code',
    screen: 'cart',
    open: async (page) => {
      await page.getByRole('searchbox', { name: 'Buscar artículos' }).fill('RY10013')
      await page.keyboard.press('Enter')
      await page.getByRole('group', { name: /^Cantidad de RY10013 / }).waitFor()
    },
  },
  {
    name: 'keys',
    screen: 'cart',
    only: 'desktop',
    open: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'cart-without-signal', screen: 'cart', withoutSignal: true, open: changeOffline },
  {
    name: 'sign-out-question',
    screen: 'cart',
    only: 'desktop',
    withoutSignal: true,
    open: async (page) => {
      await changeOffline(page)
      await page.getByRole('button', { name: /^Hola/ }).click()
      await page.getByRole('button', { name: 'CERRAR SESIÓN' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'filled-list', screen: 'filledList' },
  {
    name: 'filled-list-review',
    screen: 'filledList',
    open: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'lista-precios.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Código;Cantidad;Observación\nRY10013;30;En caja\nRY10010;24;\nRY99999;6;\nRY10011;dos;'),
      })
      await page.getByRole('region', { name: 'Renglones de la lista' }).waitFor()
    },
  },
  {
    name: 'usual-order',
    screen: 'usualOrder',
    open: (page) => page.getByRole('button', { name: /^Agregar \d+ rengl/ }).waitFor(),
  },
  { name: 'branch-orders', screen: 'branchOrders' },
  {
    name: 'branch-orders-review',
    screen: 'branchOrders',
    open: async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'pedido-de-marzo.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Código;Centro;Terminal;Depósito;Total\nRY10013;30;24;;54\nRY10017;24;24;24;72\nRY99999;6;6;;12\nRY10093;dos;4;12;16',
        ),
      })
      await page.getByRole('heading', { name: 'Un pedido por sucursal' }).waitFor()
    },
  },
  { name: 'quick-order', screen: 'quickOrder' },
  { name: 'saved-lists', screen: 'savedLists' },
  {
    name: 'saved-list',
    screen: 'savedLists',
    open: async (page) => {
      await page.getByRole('link', { name: 'Reposición del mes' }).click()
      await page.getByRole('region', { name: 'Artículos de la lista' }).waitFor()
    },
  },
  {
    name: 'notices',
    screen: 'savedLists',
    open: (page) => page.getByRole('region', { name: 'Avisos por correo' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'quick-order-review',
    screen: 'quickOrder',
    open: async (page) => {
      const text = 'Hola, va el pedido\nRY10013 30 rosa\n2 doc ry10010\nRY10031 24\n6 muñecas\nRY10011\ngracias'
      await page.getByLabel('Códigos y cantidades').fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Agregar \d+ rengl/ }).waitFor()
    },
  },
  { name: 'confirm-order', screen: 'confirmOrder' },
  { name: 'order-without-signal', screen: 'confirmOrder', withoutSignal: true, open: orderOffline },
  { name: 'order-confirmed', screen: 'orderConfirmed' },
  { name: 'my-orders', screen: 'myOrders' },
  {
    name: 'my-orders-without-signal',
    screen: 'confirmOrder',
    withoutSignal: true,
    open: async (page) => {
      await orderOffline(page)
      await page.getByRole('link', { name: 'Ver mis pedidos' }).click()
      await page.getByRole('region', { name: 'Pedidos sin enviar' }).waitFor()
    },
  },
  { name: 'order', screen: 'order' },
  { name: 'pending-lines', screen: 'pendingLines' },
  { name: 'past-orders', screen: 'myOrders', at: '?anteriores=1' },
  { name: 'past-order', screen: 'myOrders', at: '?anterior=70001' },
  { name: 'client-account', screen: 'clientAccount' },
  { name: 'catalogues', screen: 'catalogues' },
  { name: 'certificates', screen: 'certificates', at: '?codigo=RY10013' },
  { name: 'admin-certificates', screen: 'adminCertificates' },
  { name: 'inventory', screen: 'inventory' },
  { name: 'inventory-search', screen: 'inventory', at: '?buscar=auto&desde=9000&orden=menor' },
  { name: 'order-items', screen: 'myOrders', open: openFirst(/^Ver Items/) },
  { name: 'repeat-order', screen: 'myOrders', open: openFirst(/^Repetir pedido/) },
  { name: 'seller-catalogue', screen: 'catalogue', at: '?c=1', as: 'seller' },
  { name: 'seller-orders', screen: 'myOrders', as: 'seller' },
  { name: 'order-import', screen: 'importOrders' },
  {
    name: 'admin-home',
    screen: 'admin',
    open: (page) => page.getByRole('img', { name: /90 días/ }).waitFor(),
  },
  { name: 'admin-contacts', screen: 'contacts' },
  { name: 'admin-settings', screen: 'adminSettings' },
  { name: 'admin-users', screen: 'adminUsers' },
  { name: 'audit', screen: 'audit' },
  {
    name: 'erp',
    screen: 'adminErp',
    open: (page) => page.getByText('Todavía no se importó nada del ERP').waitFor(),
  },
  {
    name: 'erp-files',
    screen: 'adminErpMapping',
    trial: 'docs/recetas/ejemplos/tango',
    open: (page) => page.getByRole('button', { name: 'Usar estos archivos así' }).waitFor(),
  },
  {
    name: 'erp-waiting',
    screen: 'adminWaitingFeeds',
    open: (page) => page.getByText('Nada del ERP espera su respuesta').waitFor(),
  },
  {
    name: 'admin-user',
    screen: 'adminUsers',
    at: '?idusu=4',
    open: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'admin-products', screen: 'adminProducts' },
  { name: 'admin-product', screen: 'adminProducts', open: openFirst(/^Editar/) },
  { name: 'articles', screen: 'articles', at: '?m=0' },
  { name: 'admin-price-lists', screen: 'adminPriceLists', at: '?articulo=502&cliente=1' },
  { name: 'price-lists', screen: 'priceLists' },
  { name: 'admin-promotions', screen: 'adminPromotions' },
  { name: 'admin-order-rules', screen: 'adminOrderRules' },
  { name: 'pending-carts', screen: 'pendingCarts' },
  { name: 'mailbox', screen: 'mailbox', as: 'admin' },
  { name: 'admin-orders', screen: 'adminOrders' },
  { name: 'admin-cart', screen: 'adminOrders', open: openFirst(/^Ver carrito/) },
  { name: 'admin-history', screen: 'adminOrders', at: '?vista=historicos' },
  { name: 'admin-user-orders', screen: 'adminUserOrders', at: '?vista=historicos' },
  {
    name: 'bulk-changes',
    screen: 'bulkChanges',
    open: (page) => page.getByText('Todavía no hay cambios masivos').waitFor(),
  },
  { name: 'admin-bulk-changes', screen: 'adminBulkChanges' },
  { name: 'admin-bulk-paste', screen: 'adminBulkChanges', at: '?traer=columna' },
  { name: 'admin-bulk-sheet', screen: 'adminBulkChanges', at: '?traer=planilla' },
  {
    name: 'admin-bulk-edit',
    screen: 'adminProducts',
    open: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Seleccionar [A-Z]+\d/ })
      for (const nth of [0, 1, 2]) await boxes.nth(nth).click()
      await page.getByRole('button', { name: 'Cambiar juntos' }).click()
      await page.getByRole('dialog').getByLabel('Descuento', { exact: true }).click()
      await page.keyboard.type('10')
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'admin-categories',
    screen: 'adminCategories',
    open: (page) => page.getByRole('button', { name: 'Tambor', exact: true }).click(),
  },
]
