/** Waiting carts and past orders in a browser: as admin, supervisor and seller, and who gets no further. */
import type { Locator, Page, TestInfo } from '@playwright/test'
import { type Desk, expect, SUPERVISOR, test, type WireClient } from './support/staff.ts'
import { beginSignedIn, searchRows } from './support/test.ts'

const ADMIN = '20111111112'
/** The demo shop's first client is the seller's, and has an account and orders of its own. */
const OWN = 1

test.use({ shopKind: 'muestra', signedIn: false })

/** Fills the user's cart for a client with `count` articles. */
async function fill({ api, emptyCart }: Desk, idcli: number, count = 2): Promise<void> {
  await emptyCart(idcli)
  const articles = (await searchRows(api)).filter(({ PRECIO_LPI }) => PRECIO_LPI > 0).slice(0, count)
  for (const { IDART_IO } of articles) {
    const data = { id: null, idart: IDART_IO, cantidad: 1, obs: 'Para el sábado', idcli }
    expect((await api.post('/api/pedidos/itemsCarrito', { data })).ok()).toBe(true)
  }
}

/** The row of the user's own cart for a client: other users may have left theirs for it. */
const rowOf = (page: Page, { user, client }: Desk, idcli: number) =>
  page
    .getByRole('row')
    .filter({ hasText: client(idcli).RAZONSOCIAL_CLI })
    .filter({ hasText: `Lo carga ${user.nombre}` })

/** Counts clicks and keys of a task, for the report. */
function counted(info: TestInfo) {
  const cost = { clicks: 0, keys: 0 }
  return {
    click: async (target: Locator) => {
      cost.clicks += 1
      await target.click()
    },
    type: async (target: Locator, text: string) => {
      cost.keys += text.length
      await target.pressSequentially(text)
    },
    /** A select opens with one click and chooses with another. */
    choose: async (target: Locator, choice: { index: number }) => {
      cost.clicks += 2
      await target.selectOption(choice)
    },
    tell: (task: string) =>
      info.annotations.push({ type: task, description: `${cost.clicks} clics, ${cost.keys} teclas` }),
  }
}

test.describe('an English browser', () => {
  test.use({ staffCuit: ADMIN, locale: 'en-US' })

  test('days are typed and read as dd/mm/yyyy', async ({ page, desk }) => {
    expect(desk.user.tipo).toBe('admin')
    await page.goto('/admin/pedidos?vista=historicos')
    const from = page.getByLabel('Desde', { exact: true })
    await from.click()
    await page.keyboard.type('1/7/2026')
    await expect(page).toHaveURL(/desde=2026-07-01/)
    await page.keyboard.press('Tab')
    await expect(from).toHaveValue('01/07/2026')
    await expect(page.getByRole('button', { name: 'Desde: elegir en el calendario' })).toBeFocused()

    // Half of a day changes no list; leaving it says what is wrong.
    await from.fill('31/2/2026')
    await expect(page.getByText('La fecha no es válida. Escríbala como dd/mm/aaaa')).toHaveCount(0)
    await from.blur()
    await expect(from).toHaveAccessibleDescription('La fecha no es válida. Escríbala como dd/mm/aaaa')
    await expect(page).toHaveURL(/desde=2026-07-01/)
    await from.fill('')
    await expect(page).not.toHaveURL(/desde=/)
    await page.getByLabel('Mes').selectOption({ index: 1 })
    await expect(from).toHaveValue(/^01\/\d\d\/20\d\d$/)
  })
})

test.describe('a repeat for another client', () => {
  test.use({ staffCuit: ADMIN })

  test('begins in the box of the client', async ({ page, desk }) => {
    await page.goto('/admin/pedidos?vista=historicos')
    await page
      .getByRole('button', { name: /^a otro cliente/ })
      .first()
      .click()
    const box = page.getByRole('dialog').getByRole('combobox', { name: 'Cliente' })
    await expect(box).toBeFocused()
    await page.keyboard.type(desk.client(OWN).RAZONSOCIAL_CLI.slice(0, 6))
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  })
})

test.describe('an admin', () => {
  test.use({ staffCuit: ADMIN })

  test('reads a waiting cart, deletes all of them and takes it back', async ({ page, desk }) => {
    const { RAZONSOCIAL_CLI: name } = desk.client(OWN)
    await fill(desk, OWN)
    await page.goto('/admin/pedidos')
    const row = rowOf(page, desk, OWN)
    await expect(row).toContainText('hoy')
    await expect(row.getByRole('link', { name: `WhatsApp a ${name}` })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/549/,
    )
    await row.getByRole('button', { name: 'Ver carrito' }).click()
    const cart = page.getByRole('dialog', { name: `Carrito de ${name}` })
    await expect(cart.getByRole('row').filter({ hasText: 'Para el sábado' })).toHaveCount(2)
    await cart.getByRole('button', { name: 'Cerrar' }).click()

    await page.getByRole('button', { name: 'Borrar todos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Borrar todos' }).click()
    await expect(page.getByText('No hay pedidos pendientes..')).toBeVisible()
    expect(await desk.cart(OWN)).toEqual([])
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(row).toBeVisible()
    expect(await desk.cart(OWN)).toHaveLength(2)
  })

  test('orders the waiting carts by their head', async ({ page, desk }) => {
    await fill(desk, OWN, 1)
    await fill(desk, OWN + 1, 3)
    await page.goto('/admin/pedidos')
    const head = page.getByRole('columnheader', { name: 'Items' })
    const counts = async () => {
      const at = await head.evaluate((cell: HTMLTableCellElement) => cell.cellIndex)
      const texts = await page.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts()
      return texts.map((text) => Number(text.replace(/\D/g, '')))
    }
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    const ascending = await counts()
    expect(new Set(ascending).size).toBeGreaterThan(1)
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(counts).toEqual(ascending.toReversed())
  })

  test('answers what a client ordered in a month, and repeats an order', async ({ page, desk }, info) => {
    const { RAZONSOCIAL_CLI: name } = desk.client(OWN)
    await desk.emptyCart(OWN)
    const [order] = await (await desk.api.get(`/api/productos/pedidos?idcli=${OWN}`)).json()
    const month = new Intl.DateTimeFormat('es-AR', {
      month: 'long',
      year: 'numeric',
      timeZone: 'America/Argentina/Buenos_Aires',
    }).format(new Date(order.FECHA_CARGA_PED))
    await page.goto('/admin')
    const task = counted(info)
    const menu = page.getByRole('navigation', { name: 'Administración' })
    await task.click(menu.getByRole('link', { name: 'PEDIDOS', exact: true }))
    await task.click(page.getByRole('tab', { name: 'Historicos' }))
    const text = page.getByLabel('Razon Social')
    await task.click(text)
    await task.type(text, name.split(' ').at(-2) ?? name)
    const months = await page.getByLabel('Mes').locator('option').allTextContents()
    await task.choose(page.getByLabel('Mes'), { index: months.indexOf(month) })
    await task.click(page.getByRole('button', { name: 'Buscar' }))
    const items = page.getByRole('button', { name: `Ver Items del pedido ${order.IDCON_PED}`, exact: true })
    const row = page.getByRole('row').filter({ has: items })
    await expect(row).toContainText(name)
    await task.click(page.getByRole('button', { name: 'Artículos pedidos' }))
    const articles = page.getByRole('dialog', { name: 'Artículos pedidos' })
    await expect(articles.getByRole('row').nth(1)).toBeVisible()
    task.tell('qué pidió este cliente en un mes')
    await articles.getByRole('button', { name: 'Cerrar' }).click()

    await row.getByRole('button', { name: 'Ver Items' }).click()
    await expect(page.getByRole('dialog', { name: 'Items del pedido' })).toContainText('Hecho por')
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await row.getByRole('button', { name: `Repetir pedido ${order.IDCON_PED}`, exact: true }).click()
    await expect(page).toHaveURL(/\/carrito\?id=1$/)
    // What is still owed, or does not come, is proposed above the cart and not set.
    const proposed = page.getByText(/^(Pendientes de entrega: |No viene en el pedido )/)
    await expect.poll(async () => (await desk.cart(OWN)).length + (await proposed.count())).toBe(order.items)
    // With something in the cart it asks first.
    await page.goBack()
    await row.getByRole('button', { name: 'a otro cliente' }).click()
    await expect(page.getByRole('dialog', { name: 'Repetir pedido a usuario:' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await row.getByRole('button', { name: `Repetir pedido ${order.IDCON_PED}`, exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Repetir pedido' })
    await question.getByRole('button', { name: 'Borrar articulos y repetir pedido' }).click()
    await expect(page).toHaveURL(/\/carrito\?id=1$/)
    await desk.emptyCart(OWN)
  })

  test('comes from a user to that user’s orders alone', async ({ page, desk }) => {
    const { RAZONSOCIAL_CLI: name, CUIT_CLI: cuit } = desk.client(OWN)
    await page.goto(`/admin/usuarios?n=${cuit}`)
    await page.getByRole('link', { name: /^Pedidos de / }).click()
    await expect(page).toHaveURL(/\/admin\/usuarios\/pedidos\/\d+$/)
    await page.getByRole('tab', { name: 'Historicos' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText(name)
    const shown = await page.getByRole('row').count()
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(shown - 1)
    await page.goto('/admin/usuarios/pedidos/ninguno')
    await expect(page.getByRole('tab')).toHaveCount(0)
  })
})

test('a seller finds the carts of the own clients and opens one', async ({ page, desk, isMobile }) => {
  const own = desk.client(OWN)
  await fill(desk, OWN)
  await page.goto('/catalogo')
  await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
  await page.getByRole('link', { name: 'CARRITOS PENDIENTES' }).click()
  await expect(page).toHaveURL(/\/carritos-pendientes$/)
  const row = rowOf(page, desk, OWN)
  await expect(row.getByRole('link', { name: /^WhatsApp a/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Borrar todos' })).toHaveCount(0)
  await row.getByRole('button', { name: 'Ver carrito' }).click()
  const cart = page.getByRole('dialog', { name: `Carrito de ${own.RAZONSOCIAL_CLI}` })
  await cart.getByRole('link', { name: 'Abrir carrito' }).click()
  await expect(page).toHaveURL(/\/carrito\?id=1$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Carrito$/ })).toBeVisible()
  await desk.emptyCart(OWN)
})

test.describe('a supervisor', () => {
  test.use({ staffCuit: SUPERVISOR })

  test('sees the carts of all sellers’ clients, and not the administration', async ({ page, desk }) => {
    const foreign = desk.clients.find(({ ID_CLI }) => ID_CLI === 2) as WireClient
    await fill(desk, foreign.ID_CLI)
    await page.goto('/carritos-pendientes')
    await expect(page.getByRole('row').filter({ hasText: foreign.RAZONSOCIAL_CLI })).not.toHaveCount(0)
    await page.goto('/admin/pedidos')
    await expect(page).toHaveURL(/\/catalogo/)
    await desk.emptyCart(foreign.ID_CLI)
  })
})

test('a seller and a client get no further than the catalogue', async ({ page, desk, context, shop }) => {
  expect(desk.clients.length).toBeGreaterThan(0)
  await page.goto('/admin/usuarios/pedidos/4')
  await expect(page).toHaveURL(/\/catalogo/)
  await beginSignedIn(context, shop, { cuit: '30712345671', password: 'bulto-demo-2026', clientId: OWN })
  for (const path of ['/carritos-pendientes', '/admin/pedidos']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/catalogo/)
  }
})
