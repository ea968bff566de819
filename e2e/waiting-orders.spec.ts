/** Lines and orders that wait on the device (R33, R37, R228, R229): none is lost, doubled or shown as sent too early. */
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { untilOnDevice } from './support/device.ts'
import {
  amountText,
  cartOf,
  endSession,
  expect,
  fillCart,
  hasKey,
  ordersOf,
  paidCents,
  pricedRows,
  quantityBox,
  type StoredUser,
  signInAnew,
  signInForm,
  type TestClient,
  test,
  toCart,
  type WireRow,
  withoutNews,
} from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

interface Shopper {
  readonly page: Page
  readonly context: BrowserContext
  readonly api: APIRequestContext
  readonly user: StoredUser
}
const cards = (page: Page) => page.getByRole('list', { name: 'Artículos', exact: true }).getByRole('article')
const saved = (page: Page) => page.getByRole('heading', { name: 'Pedido guardado en este equipo' })
const created = (page: Page) => page.getByRole('heading', { name: 'Pedido creado correctamente!' })
/** Opens the catalogue with network, and waits until the device has what an order needs without one. */
async function openOnce(page: Page): Promise<void> {
  await withoutNews(page)
  await page.goto('/catalogo')
  await expect(cards(page).first()).toBeVisible()
  // What is fetched last.
  await untilOnDevice(page, 'productos/pedidos"')
}

/** Opens it with the first articles in the cart, a multiple each, and takes the signal away. Answers three articles. */
async function withoutSignal(
  { page, context, api, user }: Shopper,
  inCart: number,
): Promise<readonly [WireRow, WireRow, WireRow]> {
  const rows = (await pricedRows(api)) as [WireRow, WireRow, WireRow]
  const lines = rows.slice(0, inCart).map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo }))
  await fillCart(api, user, lines)
  await openOnce(page)
  await context.setOffline(true)
  return rows
}

async function add(page: Page, row: WireRow, quantity: number): Promise<void> {
  await quantityBox(page, row).fill(String(quantity))
  await page.getByRole('button', { name: new RegExp(`^(AGREGAR|GUARDAR) ${row.CODIGO_ART}$`) }).click()
}

async function confirm(page: Page): Promise<void> {
  await toCart(page)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Retiro en el local').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
}

const storedLines = async (api: APIRequestContext, user: StoredUser) =>
  (await cartOf(api, user)).map(({ idart, cantidad }) => `${idart}×${cantidad}`).sort()

test('an order confirmed without signal is kept, never shown as sent, and goes by itself', { tag: '@phone' }, async ({
  page,
  context,
  api,
  user,
}) => {
  const [one, two, three] = await withoutSignal({ page, context, api, user }, 2)
  await add(page, two, two.multiplo * 2)
  await add(page, three, three.multiplo * 3)
  const total =
    paidCents(one) * one.multiplo + paidCents(two) * two.multiplo * 2 + paidCents(three) * three.multiplo * 3
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await expect(page.getByText('Se enviará cuando haya señal')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: amountText(total) })).toContainText(/Artículos\s*3/)
  await expect(created(page)).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  // Its lines are in no cart any more, and it can be found.
  await toCart(page)
  await expect(page.getByText('No hay items en tu carrito..').first()).toBeVisible()
  await page.goto('/mis-pedidos')
  const waiting = page.getByRole('region', { name: 'Pedidos sin enviar' })
  await expect(waiting).toContainText(amountText(total))
  expect(await violations(page)).toEqual([])
  expect(await ordersOf(api)).toEqual([])
  await page.close()

  // A tab closed, and the signal back.
  await context.setOffline(false)
  const next = await context.newPage()
  await withoutNews(next)
  await next.goto('/catalogo')
  const made = next.getByRole('status', { name: 'Pedido enviado' })
  await expect(made).toBeVisible({ timeout: 20_000 })
  const orders = await ordersOf(api)
  expect(orders).toMatchObject([{ IMPORTE_CP: total / 100, items: 3 }])
  await expect(made).toContainText(`Numero de pedido: ${orders[0]?.NUMERO_PED}`)
  expect(await violations(next)).toEqual([])
  await made.getByRole('button', { name: 'Entendido' }).click()
  await expect(made).toBeHidden()
  expect(await storedLines(api, user)).toEqual([])
  await next.reload()
  await expect(cards(next).first()).toBeVisible()
  await expect(made).toBeHidden()
  expect(await ordersOf(api)).toHaveLength(1)
})

test('the page after an order shows the one that waits, also to whoever comes by hand', async ({
  page,
  context,
  api,
  user,
}) => {
  await withoutSignal({ page, context, api, user }, 1)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await page.goto('/pedido-confirmado')
  await expect(saved(page)).toBeVisible()
  await expect(page.getByText('Se enviará cuando haya señal')).toBeVisible()
})

test('what was typed after a waiting order is the next cart', async ({ page, context, api, user }) => {
  const [one, two] = await withoutSignal({ page, context, api, user }, 1)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await page.getByRole('link', { name: 'Volver a inicio' }).click()
  // The same article as in the order, and another one.
  await add(page, one, one.multiplo * 4)
  await add(page, two, two.multiplo)
  await expect(page.getByRole('status', { name: 'Pedidos que esperan señal' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Artículos que esperan señal' })).toContainText('2 artículos')
  await context.setOffline(false)
  await expect(page.getByRole('status', { name: 'Pedido enviado' })).toBeVisible({ timeout: 20_000 })
  expect(await ordersOf(api)).toMatchObject([{ items: 1 }])
  const next = [`${one.IDART_IO}×${one.multiplo * 4}`, `${two.IDART_IO}×${two.multiplo}`].sort()
  await expect.poll(() => storedLines(api, user)).toEqual(next)
})

test('what another device changed meanwhile is shown before the order is final', async ({
  page,
  context,
  api,
  user,
}) => {
  const [one, two, three] = await withoutSignal({ page, context, api, user }, 2)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await fillCart(api, user, [
    { idart: two.IDART_IO, cantidad: two.multiplo * 9 },
    { idart: three.IDART_IO, cantidad: three.multiplo },
  ])
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Revisar el pedido' }).click({ timeout: 20_000 })
  const dialog = page.getByRole('dialog', { name: 'Su pedido cambió' })
  await expect(dialog.getByRole('row').filter({ hasText: two.CODIGO_ART })).toContainText(
    `En el carrito hay ${two.multiplo * 9} u., de otro equipo`,
  )
  await expect(dialog.getByRole('row').filter({ hasText: three.CODIGO_ART })).toContainText(
    `Hay ${three.multiplo} u. en el carrito`,
  )
  expect(await violations(page)).toEqual([])
  expect(await ordersOf(api)).toEqual([])
  await dialog.getByRole('button', { name: 'Aceptar y enviar' }).click()
  await expect(created(page)).toBeVisible()
  const total = paidCents(one) * one.multiplo + paidCents(two) * two.multiplo
  expect(await ordersOf(api)).toMatchObject([{ IMPORTE_CP: total / 100, items: 2 }])
  // What the other device added stays for the next order.
  expect(await storedLines(api, user)).toEqual([`${three.IDART_IO}×${three.multiplo}`])
})

test('an order that was stopped goes back to the cart with all that was typed', async ({
  page,
  context,
  api,
  user,
}) => {
  const [one, two] = await withoutSignal({ page, context, api, user }, 1)
  await add(page, two, two.multiplo * 2)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await fillCart(api, user, [{ idart: one.IDART_IO, cantidad: one.multiplo * 7 }])
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Revisar el pedido' }).click({ timeout: 20_000 })
  await page.getByRole('dialog', { name: 'Su pedido cambió' }).getByRole('button', { name: 'Volver' }).click()
  await expect(page.getByLabel('Retiro en el local')).toBeChecked()
  const back = [`${one.IDART_IO}×${one.multiplo * 7}`, `${two.IDART_IO}×${two.multiplo * 2}`].sort()
  await expect.poll(() => storedLines(api, user)).toEqual(back)
  expect(await ordersOf(api)).toEqual([])
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(created(page)).toBeVisible()
  const total = paidCents(one) * one.multiplo * 7 + paidCents(two) * two.multiplo * 2
  expect(await ordersOf(api)).toMatchObject([{ IMPORTE_CP: total / 100, items: 2 }])
})

test('a quantity that nobody was asked about is asked about before the order goes, once', async ({
  page,
  context,
  api,
  user,
}) => {
  const [one, two] = await withoutSignal({ page, context, api, user }, 1)
  const slip = two.multiplo * 600
  await add(page, two, slip)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Revisar el pedido' }).click({ timeout: 20_000 })
  const dialog = page.getByRole('dialog', { name: 'Su pedido cambió' })
  await expect(dialog).toContainText('Hay cantidades fuera de lo habitual')
  const asked = dialog.getByRole('row').filter({ hasText: two.CODIGO_ART })
  await expect(asked).toContainText(`¿${slip.toLocaleString('es-AR')} unidades? Es más de 20 bultos`)
  await expect(dialog.getByRole('row').filter({ hasText: one.CODIGO_ART })).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  expect(await ordersOf(api)).toEqual([])
  await dialog.getByRole('button', { name: 'Aceptar y enviar' }).click()
  await expect(created(page)).toBeVisible()
  const total = paidCents(one) * one.multiplo + paidCents(two) * slip
  expect(await ordersOf(api)).toMatchObject([{ IMPORTE_CP: total / 100, items: 2 }])
})

test('a slip in a waiting order is changed in the cart, and was never stored', async ({ page, context, api, user }) => {
  const [one, two] = await withoutSignal({ page, context, api, user }, 1)
  await add(page, two, two.multiplo * 600)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Revisar el pedido' }).click({ timeout: 20_000 })
  await page.getByRole('dialog', { name: 'Su pedido cambió' }).getByRole('button', { name: 'Volver' }).click()
  const question = page.getByRole('dialog', { name: '¿Es correcta la cantidad?' })
  await question.getByRole('button', { name: 'No, cambiarla' }).click()
  await page.goto('/catalogo')
  await add(page, two, two.multiplo * 6)
  const meant = [`${one.IDART_IO}×${one.multiplo}`, `${two.IDART_IO}×${two.multiplo * 6}`].sort()
  await expect.poll(() => storedLines(api, user)).toEqual(meant)
  expect(await ordersOf(api)).toEqual([])
})

test('the note for the next cart stays when an older order is accepted', async ({ page, context, api, user }) => {
  const [one, two] = await withoutSignal({ page, context, api, user }, 1)
  await confirm(page)
  await expect(saved(page)).toBeVisible()
  await page.getByRole('link', { name: 'Volver a inicio' }).click()
  await add(page, two, two.multiplo)
  await toCart(page)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Observaciones').fill('Entregar el martes')
  await fillCart(api, user, [{ idart: one.IDART_IO, cantidad: one.multiplo * 7 }])
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Su pedido cambió' })
  await dialog.getByRole('button', { name: 'Aceptar y enviar' }).click({ timeout: 20_000 })
  await expect(created(page)).toBeVisible()
  await expect.poll(() => storedLines(api, user)).toEqual([`${two.IDART_IO}×${two.multiplo}`])
  await toCart(page)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByLabel('Observaciones')).toHaveValue('Entregar el martes')
})

test('the note for the next cart stays beside that of an order that is taken back', async ({
  page,
  context,
  api,
  user,
}) => {
  const [one, two] = await withoutSignal({ page, context, api, user }, 1)
  await toCart(page)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Observaciones').fill('Entregar el lunes')
  await page.getByLabel('Retiro en el local').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(saved(page)).toBeVisible()
  await page.getByRole('link', { name: 'Volver a inicio' }).click()
  await add(page, two, two.multiplo)
  await toCart(page)
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await expect(page.getByLabel('Observaciones')).toHaveValue('')
  await page.getByLabel('Observaciones').fill('Entregar el martes')
  await fillCart(api, user, [{ idart: one.IDART_IO, cantidad: one.multiplo * 7 }])
  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Su pedido cambió' })
  await dialog.getByRole('button', { name: 'Volver' }).click({ timeout: 20_000 })
  await expect(page.getByLabel('Observaciones')).toHaveValue('Entregar el lunes\nEntregar el martes')
})

test('a cart that is cleared for a repeated order takes what waits on the device along', async ({
  page,
  api,
  user,
}) => {
  const [one, two] = (await pricedRows(api)) as [WireRow, WireRow]
  await fillCart(api, user, [{ idart: one.IDART_IO, cantidad: one.multiplo }])
  await openOnce(page)
  await confirm(page)
  await expect(created(page)).toBeVisible()
  await page.getByRole('link', { name: 'Volver a inicio' }).click()
  // The call fails as it would while the shop restarts.
  let away = true
  await page.route('**/api/pedidos/itemsCarrito/lista', (route) =>
    away ? route.abort('connectionrefused') : route.fallback(),
  )
  await add(page, two, two.multiplo)
  const waiting = page.getByRole('region', { name: 'Artículos que esperan señal' })
  await expect(waiting).toBeVisible()
  await page.goto('/mis-pedidos')
  await page
    .getByRole('button', { name: /^Repetir/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: 'Repetir pedido' })
  await expect(question).toContainText('1 renglón')
  await question.getByRole('button', { name: 'Borrar articulos y repetir pedido' }).click()
  await expect(question).toBeHidden()
  await expect(waiting).toHaveCount(0)
  away = false
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await undo.click()
  await expect.poll(() => storedLines(api, user)).toEqual([`${two.IDART_IO}×${two.multiplo}`])
})

test.describe('whoever leaves', () => {
  // The page's session ends, and the one with which the test looks goes on.
  test.beforeEach(async ({ context, shop, client }) => {
    await signInAnew(context, shop, client)
  })

  /** The waiting data that an outsider could read with the browser's tools. */
  const readable = (page: Page) =>
    page.evaluate(() => Object.entries(localStorage).filter(([name]) => /sin-guardar|pedido-guardado|llave/.test(name)))

  async function signInByHand(page: Page, { cuit, password }: TestClient): Promise<void> {
    await signInForm(page).getByLabel('CUIT').fill(cuit)
    await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'INGRESAR' }).click()
    // Nobody's choice yet: a shop with few photos opens as a list.
    await page.getByRole('button', { name: 'Ver como tarjetas' }).click()
    await expect(cards(page).first()).toBeVisible()
  }
  async function signOut(page: Page, isMobile: boolean): Promise<void> {
    await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
    await page.getByRole('button', { name: 'CERRAR SESIÓN' }).click()
  }

  test('is asked, and what waits stays sealed until they are back', async ({
    page,
    context,
    api,
    user,
    client,
    shop,
    isMobile,
  }) => {
    const [row] = (await pricedRows(api)) as [WireRow]
    await openOnce(page)
    await expect.poll(() => hasKey(page, user)).toBe(true)
    await context.setOffline(true)
    await add(page, row, row.multiplo * 2)
    await expect(page.getByRole('region', { name: 'Artículos que esperan señal' })).toBeVisible()
    await signOut(page, isMobile)
    const question = page.getByRole('dialog', { name: 'Hay cosas sin enviar' })
    await expect(question).toContainText('Falta enviar: 1 artículo')
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Salir ahora' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => readable(page)).toEqual([])
    const all = await page.evaluate(() => JSON.stringify(localStorage))
    expect(all).not.toContain(row.CODIGO_ART)
    await context.setOffline(false)
    await page.goto('/login')
    await signInByHand(page, shop.nextClient())
    await expect(page.getByRole('button', { name: `AGREGAR ${row.CODIGO_ART}`, exact: true })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(row.CODIGO_ART)
    expect(await storedLines(api, user)).toEqual([])
    await page.evaluate(() => localStorage.removeItem('usuario'))
    await page.goto('/login')
    await signInByHand(page, client)
    await expect.poll(() => storedLines(api, user)).toEqual([`${row.IDART_IO}×${row.multiplo * 2}`])
  })

  test('with a signal leaves nothing behind: what waits is sent first', async ({
    page,
    context,
    api,
    user,
    isMobile,
  }) => {
    const [row] = (await pricedRows(api)) as [WireRow]
    await openOnce(page)
    // The call fails as it would while the shop restarts, until the sign-out.
    let away = true
    await page.route('**/api/pedidos/itemsCarrito/lista', (route) =>
      away ? route.abort('connectionrefused') : route.fallback(),
    )
    await add(page, row, row.multiplo)
    await expect(page.getByRole('region', { name: 'Artículos que esperan señal' })).toBeVisible()
    away = false
    await signOut(page, isMobile)
    await expect(page).toHaveURL(/\/login$/)
    // The key is deleted when the holder of the lock has released it.
    await expect.poll(() => readable(page)).toEqual([])
    expect(await storedLines(api, user)).toEqual([`${row.IDART_IO}×${row.multiplo}`])
    await context.close()
  })

  test('who was asked about it when the session ran out stays after signing in again', async ({
    page,
    api,
    user,
    client,
    isMobile,
  }) => {
    const [row] = (await pricedRows(api)) as [WireRow]
    await openOnce(page)
    await expect.poll(() => hasKey(page, user)).toBe(true)
    let away = true
    await page.route('**/api/pedidos/itemsCarrito/lista', (route) =>
      away ? route.abort('connectionrefused') : route.fallback(),
    )
    await add(page, row, row.multiplo)
    await expect(page.getByRole('region', { name: 'Artículos que esperan señal' })).toBeVisible()
    await signOut(page, isMobile)
    const question = page.getByRole('dialog', { name: 'Hay cosas sin enviar' })
    await expect(question).toBeVisible()
    await endSession(page)
    away = false
    await expect(page).toHaveURL(/\/login/, { timeout: 20_000 })
    await signInByHand(page, client)
    await expect.poll(() => storedLines(api, user)).toEqual([`${row.IDART_IO}×${row.multiplo}`])
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/\/catalogo/)
  })

  test('a session that ran out takes nothing of what waits along', async ({ page, api, user, client }) => {
    const [row] = (await pricedRows(api)) as [WireRow]
    await openOnce(page)
    await expect.poll(() => hasKey(page, user)).toBe(true)
    await endSession(page)
    await add(page, row, row.multiplo * 3)
    await expect(page).toHaveURL(/\/login/)
    await expect.poll(() => readable(page)).toEqual([])
    await signInByHand(page, client)
    await expect.poll(() => storedLines(api, user)).toEqual([`${row.IDART_IO}×${row.multiplo * 3}`])
  })
})
