/** The shop without signal (R37, R226): which screens open, what they say, and when data is cleared from the device. */
import type { Page } from '@playwright/test'
import { onDevice, textsOnDevice } from './support/device.ts'
import { withNewerVersion } from './support/newer-version.ts'
import {
  expect,
  fillCart,
  ordersOf,
  pricedRows,
  searchRows,
  signInAnew,
  signInForm,
  test,
  withoutNews,
} from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Opens the catalogue with network and waits until the device has what it needs. */
async function openOnce(page: Page, url = ''): Promise<void> {
  await withoutNews(page)
  await page.goto(`${url}/catalogo`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await onDevice(page)).answers.length).toBeGreaterThan(4)
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Avisos de la tienda' })

const cards = (page: Page) => page.getByRole('list', { name: 'Artículos', exact: true }).getByRole('article')

test('what was opened once opens without signal, and says of when it is', { tag: '@phone' }, async ({
  page,
  context,
  api,
  user,
}) => {
  const [first] = await searchRows(api)
  const code = first?.CODIGO_ART ?? ''
  await fillCart(api, user, [{ idart: first?.IDART_IO ?? 0, cantidad: first?.multiplo ?? 1 }])
  // Only the catalogue is opened: the device fetches all else that an order needs by itself.
  await openOnce(page)
  await expect.poll(async () => (await onDevice(page)).answers.join()).toContain('productos/pedidos"')
  await context.setOffline(true)
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await expect(bar(page).getByText(/^Sin señal · (precios y )?datos al \d\d\/\d\d \d\d:\d\d$/)).toBeVisible()
  await page.goto('/carrito')
  await expect(page.getByText(code).first()).toBeVisible()
  await page.goto('/mis-pedidos')
  await expect(page.getByText('No hay pedidos aun..')).toBeVisible()
  await page.goto('/confirmar-pedido')
  await expect(page.getByText(code).first()).toBeVisible()
  // When the signal is back, the notice goes by itself.
  await context.setOffline(false)
  await expect(bar(page).getByText('Sin señal')).toHaveCount(0, { timeout: 30_000 })
  // What this browser sent is in its list from then on, without signal too.
  await page.goto('/confirmar-pedido')
  await page.getByLabel('Dirección de entrega').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  const [sent] = await ordersOf(api)
  await expect.poll(() => textsOnDevice(page)).toContain(`"IDCON_PED":${sent?.IDCON_PED}`)
  await context.setOffline(true)
  await page.goto('/mis-pedidos')
  await expect(page.getByRole('link', { name: /^Pedido web \d+$/ })).toHaveCount(1)
  await expect(page.getByText('No hay pedidos aun..')).toHaveCount(0)
  await context.setOffline(false)
  await expect(bar(page).getByText('Sin señal')).toHaveCount(0, { timeout: 30_000 })
})

test('what no device keeps, and what is no page, says so without signal', async ({ page, context }) => {
  await openOnce(page)
  await context.setOffline(true)
  await page.goto('/no-hay-tal-pagina')
  await expect(page.getByRole('heading', { name: '404 - page not found' })).toBeVisible()
  await page.goto('/perfil')
  await expect(page.getByText('No hay conexión').first()).toBeVisible()
  await page.goto('/terminos')
  await expect(page.getByText('No hay conexión').first()).toBeVisible()
})

test('on a phone the notice covers neither the cart’s total nor the strip that leads there', { tag: '@phone' }, async ({
  page,
  context,
  api,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // More than a screen of lines, so that the total stands at the lower edge.
  const rows = (await pricedRows(api)).slice(0, 12)
  await fillCart(
    api,
    user,
    rows.map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo })),
  )
  await openOnce(page)
  await page.goto('/carrito')
  const summary = page.getByRole('region', { name: 'Resumen' })
  await expect(summary).toBeVisible()
  await context.setOffline(true)
  const notice = bar(page).getByText(/^Sin señal/)
  for (const [place, below] of [
    ['/carrito', summary],
    ['/catalogo', page.getByRole('link', { name: /^Ver carrito/ })],
  ] as const) {
    await page.goto(place)
    await expect(notice).toBeVisible()
    await expect(below).toBeVisible()
    const [above, covered] = [await notice.boundingBox(), await below.boundingBox()]
    expect(above && covered && above.y + above.height <= covered.y, place).toBe(true)
  }
  await context.setOffline(false)
})

test('no answer of the API and no page with data of somebody lies in a cache', async ({ page }) => {
  await openOnce(page)
  const { cached } = await onDevice(page)
  const own = /^codigo-\S+ \/(assets\/|cascaron-)|^imagenes \S*\/(imagen|banner|carousel)/
  expect(cached.filter((entry) => !own.test(entry))).toEqual([])
  const shell = await page.evaluate(async () => {
    const [name = ''] = (await caches.keys()).filter((one) => one.startsWith('codigo-'))
    const cache = await caches.open(name)
    const kept = (await cache.keys()).find(({ url }) => url.includes('/cascaron-'))
    const answer = kept && (await cache.match(kept))
    return answer ? answer.text() : ''
  })
  expect(shell).toContain('"userId":null')
  expect(shell).toContain('"answers":{}')
})

test.describe('a sign-out', () => {
  const signOut = async (page: Page, isMobile: boolean) => {
    await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
    await page.getByRole('button', { name: 'CERRAR SESIÓN' }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
  const isEmpty = async (page: Page) => {
    const { answers, cached } = await onDevice(page)
    return [...answers, ...cached.filter((entry) => entry.startsWith('imagenes'))]
  }

  test('leaves nothing of the user on the device', async ({ page, isMobile }) => {
    await openOnce(page)
    await signOut(page, isMobile)
    await expect.poll(() => isEmpty(page)).toEqual([])
  })

  test('without signal does so at once, and ends the session when the signal is back', async ({
    page,
    context,
    isMobile,
    client,
    playwright,
    shop,
  }) => {
    const { accessToken: token } = await signInAnew(context, shop, client)
    await openOnce(page)
    await context.setOffline(true)
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    await signOut(page, isMobile)
    await expect.poll(() => isEmpty(page)).toEqual([])
    await context.setOffline(false)
    const extraHTTPHeaders = { authorization: `Bearer ${token}` }
    const elsewhere = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    const asked = async () => (await elsewhere.get('/api/pedidos/categorias')).status()
    await expect.poll(asked, { timeout: 30_000 }).toBe(401)
    await elsewhere.dispose()
  })
})

test('another user finds nothing of the one before', async ({ page, context, shop, user, api }) => {
  const [first] = await searchRows(api)
  const article = { idart: first?.IDART_IO ?? 0, cantidad: first?.multiplo ?? 1 }
  await fillCart(api, user, [article])
  const params = { idcli: user.idcli, dir: 0, obs: '', cond: -1 }
  const order = await api.post('/api/pedidos/productos/pedido', { params })
  expect(order.ok(), await order.text()).toBe(true)
  const { IDCON_PED } = await order.json()
  const line = { id: null, idcli: user.idcli, obs: '7|zqrenglon', ...article }
  expect((await api.post('/api/pedidos/itemsCarrito', { data: line })).ok()).toBe(true)
  await openOnce(page)
  const before = await page.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}'))
  expect(before.id).toBe(user.id)
  /** The user and the session, the order by its number, and what was written at a line. */
  const marks = [`"userId":${user.id}`, before.accessToken, `"IDCON_PED":${IDCON_PED}`, 'zqrenglon']
  // What is kept as JSON within JSON has its quotes escaped.
  const kept = async () => {
    const text = (await textsOnDevice(page)).replaceAll('\\', '')
    return marks.filter((mark) => text.includes(mark))
  }
  await expect.poll(kept).toEqual(marks)
  // As after a session that ran out: the user has not signed out.
  await page.evaluate(() => localStorage.removeItem('usuario'))
  await page.goto('/login')
  const next = shop.nextClient()
  await signInForm(page).getByLabel('CUIT').fill(next.cuit)
  await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(next.password)
  await page.getByRole('button', { name: 'INGRESAR' }).click()
  // Nobody's choice yet: a shop with few photos opens as a list.
  await page.getByRole('button', { name: 'Ver como tarjetas' }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(kept).toEqual([])
  await context.setOffline(true)
  await page.goto('/mis-pedidos')
  expect(await kept()).toEqual([])
})

for (const [name, days] of [
  ['seven days without the server', 7.1],
  ['a clock put back by a year', -365],
] as const)
  test(`${name} take what was kept away`, async ({ page, context }) => {
    await openOnce(page)
    await context.setOffline(true)
    await page.clock.setFixedTime(Date.now() + 6 * 86_400_000)
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    await page.clock.setFixedTime(Date.now() + days * 86_400_000)
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    await expect
      .poll(async () => (await onDevice(page)).answers.filter((key) => key.startsWith('bulto/answers')))
      .toEqual([])
    await expect(cards(page)).toHaveCount(0)
  })

test('a browser that keeps nothing is told so once, and the shop goes on', async ({ page, isMobile }) => {
  await withoutNews(page)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError')
    }
  })
  await page.goto('/catalogo')
  await expect(cards(page).first()).toBeVisible()
  await bar(page).getByRole('button', { name: 'Entendido' }).click()
  await expect(bar(page).getByText('no deja guardar')).toHaveCount(0)
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await cards(page)
    .first()
    .getByRole('button', { name: /^AGREGAR / })
    .click()
  if (!isMobile) await expect(page.getByRole('link', { name: /Carrito \(1 ITEMS\)/ })).toBeVisible()
  await expect(bar(page).getByText('no deja guardar')).toHaveCount(0)
})

test.describe('a new version', () => {
  test.use({ signedIn: false })

  test('is offered while a form is open, and takes nothing from it', async ({ page, context, shop, client }) => {
    const released = await withNewerVersion(shop.url)
    await signInAnew(context, { ...shop, url: released.url }, client)
    await openOnce(page, released.url)
    await page.goto(`${released.url}/perfil`)
    const name = page.getByRole('form', { name: 'Perfil' }).getByLabel('Nombre')
    await name.fill('Mariela')
    released.release()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const update = bar(page).getByRole('button', { name: 'Actualizar' })
    await expect(bar(page).getByText('Hay una versión nueva')).toBeVisible()
    await expect(name).toHaveValue('Mariela')
    // The update asks first, as every way out of a form does.
    await update.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Seguir editando' }).click()
    await expect(name).toHaveValue('Mariela')
    // Code that was not loaded before is still there for a page of the older version.
    await page
      .getByRole('link', { name: /Carrito/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(page.getByRole('heading', { name: 'Carrito' })).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await update.click()
    await reloaded
    await expect(page.getByRole('heading', { name: 'Carrito' })).toBeVisible()
    released.stop()
  })
})

test.describe('a screen whose code does not come though the shop answers', () => {
  test.use({ serviceWorkers: 'block' })

  test('is opened anew by itself a few times, then by hand', async ({ page }) => {
    await withoutNews(page)
    await page.clock.install()
    let opened = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) opened++
    })
    await page.route(/MyOrdersPage/, (route) => route.abort())
    await page.goto('/mis-pedidos')
    for (let times = 0; times < 3; times++) {
      await expect(page.getByRole('heading', { name: 'No hay conexión' })).toBeVisible()
      const again = page.waitForRequest((request) => request.isNavigationRequest())
      await page.clock.fastForward(5_000)
      await again
    }
    await expect(page.getByRole('heading', { name: 'No se pudo abrir esta pantalla' })).toBeVisible()
    await page.clock.fastForward(30_000)
    expect(opened).toBe(4)
    await page.unroute(/MyOrdersPage/)
    await page.getByRole('button', { name: 'Volver a intentar' }).click()
    await expect(page.getByRole('heading', { name: 'Mis pedidos' })).toBeVisible()
  })
})
