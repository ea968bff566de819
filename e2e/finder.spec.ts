/** Finding and ordering by keys: the search of every screen, the arrows, the list view, the sheet of keys (R227). */
import type { Locator, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { fillDown } from './support/column.ts'
import { test as staffTest } from './support/staff.ts'
import {
  cartOf,
  expect,
  ordersOf,
  pricedRows,
  quantityBox,
  searchRows,
  signInForm,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

test.beforeEach(({ page }) => withoutNews(page))

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Buscar artículos' })
const list = (page: Page) => page.getByRole('list', { name: 'Artículos', exact: true })
const panel = (page: Page, { CODIGO_ART }: WireRow) =>
  page.getByRole('group', { name: new RegExp(`^Cantidad de ${CODIGO_ART} `) })
const selected = (box: Locator) =>
  box.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0))
const saved = (page: Page, count: number) =>
  expect(page.getByRole('link', { name: new RegExp(`\\(${count} ITEMS\\)`) }).first()).toBeVisible()

/** Articles that can be ordered, a multiple each. */
const orderable = async (api: Parameters<typeof searchRows>[0]) =>
  (await pricedRows(api)).filter(({ multiplo }) => multiplo < 50)

/** Presses keys and counts them. */
function countedKeys(page: Page) {
  let count = 0
  return {
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      count += text.length
      await page.keyboard.type(text)
    },
    take: () => {
      const taken = count
      count = 0
      return taken
    },
  }
}

test.describe('signed in by hand', () => {
  test.use({ signedIn: false, shopKind: 'muestra' })
  test('20 lines are typed from the sign-in to the order number, 12 keys a line and no pointer', async ({
    page,
    client,
    api,
  }) => {
    test.setTimeout(120_000)
    const rows = (await orderable(api)).slice(0, 20)
    expect(rows).toHaveLength(20)
    const tabTo = async (target: Locator) => {
      await expect(target).toBeVisible()
      for (let pressed = 0; pressed < 200; pressed++) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`${target} did not get the focus`)
    }
    await page.goto('/login')
    await tabTo(signInForm(page).getByLabel('CUIT'))
    await page.keyboard.type(client.cuit)
    await tabTo(signInForm(page).getByLabel('Contraseña', { exact: true }))
    await page.keyboard.type(client.password)
    await page.keyboard.press('Enter')
    await expect(list(page)).toBeVisible()

    const keys = countedKeys(page)
    await keys.press('/')
    await expect(searchBox(page)).toBeFocused()
    keys.take()
    const perLine: number[] = []
    for (const row of rows) {
      const units = String(row.multiplo * (row.multiplo < 10 ? 2 : 1))
      await keys.type(row.CODIGO_ART.toLowerCase())
      await keys.press('Enter')
      await expect(panel(page, row).getByRole('textbox')).toBeFocused()
      await keys.type(units)
      await keys.press('Enter')
      await expect(searchBox(page)).toBeFocused()
      expect(await selected(searchBox(page))).toBe(row.CODIGO_ART.toLowerCase())
      perLine.push(keys.take())
    }
    expect(Math.max(...perLine)).toBeLessThanOrEqual(12)
    await saved(page, 20)

    await tabTo(page.getByRole('link', { name: /\(20 ITEMS\)/ }))
    await page.keyboard.press('Enter')
    await tabTo(page.getByRole('link', { name: 'Confirmar Pedido' }))
    await page.keyboard.press('Enter')
    const address = page.getByLabel('Dirección de entrega')
    await tabTo(address)
    await page.keyboard.press('ArrowDown')
    await expect(address).not.toHaveValue('')
    await tabTo(page.getByRole('button', { name: 'Enviar' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
    const [order] = await ordersOf(api)
    expect(order?.items).toBe(20)
    await expect(page.getByText(`Numero de pedido: ${order?.NUMERO_PED}`)).toBeVisible()
  })
})

test.describe('codes of ten signs', () => {
  /** Articles with long codes, whose last five characters no other code ends with. */
  const longOnes = async (api: Parameters<typeof searchRows>[0]) =>
    (await orderable(api)).filter(({ CODIGO_ART }) => CODIGO_ART.length >= 10).slice(0, 4)

  test('their ends lead to the article, seen before it is taken: 12 keys a line', async ({ page, api }) => {
    const rows = await longOnes(api)
    expect(rows.length).toBeGreaterThan(1)
    await page.goto('/perfil')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('/')
    const keys = countedKeys(page)
    for (const row of rows) {
      const units = String(row.multiplo < 10 ? row.multiplo * 2 : row.multiplo)
      await keys.type(row.CODIGO_ART.slice(-5))
      await keys.press('Enter')
      const offered = page.getByRole('group', { name: `Parecido: ${row.CODIGO_ART} ` })
      await expect(offered).toContainText(row.DESCRIP_ART)
      await expect(offered.getByRole('button', { name: 'SÍ, ES ESTE' })).toBeFocused()
      await expect(offered.getByRole('textbox')).toHaveCount(0)
      await keys.press('Enter')
      await expect(panel(page, row).getByRole('textbox')).toBeFocused()
      await keys.type(units)
      await keys.press('Enter')
      await expect(searchBox(page)).toBeFocused()
      expect(keys.take()).toBeLessThanOrEqual(12)
    }
    await saved(page, rows.length)
  })

  test('a hand that does not wait for the answer adds nothing that it has not seen', async ({ page, api }) => {
    const [row] = (await longOnes(api)) as [WireRow]
    await page.goto('/perfil')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/productos/filtros?**', async (route) => {
      await asked
      await route.continue()
    })
    await searchBox(page).fill(row.CODIGO_ART.slice(-5))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: /^Cantidad de / })).toContainText('Buscando')
    await page.keyboard.type('24')
    await page.keyboard.press('Enter')
    answer()
    const offered = page.getByRole('button', { name: 'SÍ, ES ESTE' })
    await expect(offered).toBeFocused()
    // The next line is typed without waiting for the screen.
    await page.keyboard.type('10014')
    await page.keyboard.press('Enter')
    await expect(offered).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: /\([1-9]\d* ITEMS\)/ })).toHaveCount(0)
    await expect(searchBox(page)).toBeFocused()
  })
})

test('one forgotten code is added from the profile without leaving it', { tag: '@phone' }, async ({ page, api }) => {
  const [row] = (await orderable(api)) as [WireRow]
  await page.goto('/perfil')
  await searchBox(page).fill(row.CODIGO_ART)
  await searchBox(page).press('Enter')
  await expect(panel(page, row)).toContainText(row.DESCRIP_ART)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel(page, row)).toHaveCount(0)
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await panel(page, row)
    .getByRole('textbox')
    .fill(String(row.multiplo * 2))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `${row.CODIGO_ART}: ` })).toBeVisible()
  await expect(page).toHaveURL(/\/perfil/)
  await page.keyboard.press('Enter')
  await expect(panel(page, row)).toContainText(`En el carrito: ${row.multiplo * 2}`)
})

test('words, and a code that does not exist, lead from any screen to the catalogue with that search', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/carrito')
  await searchBox(page).fill('pelota')
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL(/\/catalogo\?buscar=pelota/)
  await expect(searchBox(page)).toHaveCount(1)
  await expect(searchBox(page)).toBeFocused()
  await page.goto('/mis-pedidos')
  await searchBox(page).fill('QQ99999')
  await searchBox(page).press('Enter')
  await expect(page.getByText('No existe el código QQ99999.')).toBeVisible()
  await expect(searchBox(page)).toBeFocused()
})

test("'/' leads to the search and '?' shows all keys, but neither takes a key from a field", async ({ page }) => {
  await page.goto('/mis-pedidos')
  await expect(page.getByRole('heading', { name: 'Mis Pedidos' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Teclas de la tienda' })
  await expect(sheet).toContainText('Ir al buscador')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('/')
  await expect(searchBox(page)).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('1/2?')
  await expect(searchBox(page)).toHaveValue('1/2?')
  await expect(sheet).toHaveCount(0)
})

test('arrows go from card to card, Enter to the quantity, Escape back', async ({ page, api }) => {
  const rows = await searchRows(api)
  const card = (at: number) => list(page).getByRole('article').nth(at)
  await page.goto('/catalogo')
  await expect(card(0)).toBeVisible()
  await page.keyboard.press('/')
  // The code for keys is loaded after the cards, when the browser is idle.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(card(0)).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(card(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const below = await list(page)
    .getByRole('listitem')
    .evaluateAll((items) => {
      const [first, ...others] = items.map((item) => item.getBoundingClientRect())
      return 1 + others.filter(({ top }) => top === first?.top).length
    })
  expect(below).toBeGreaterThan(2)
  await expect(card(1 + below)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await expect(card(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quantityBox(page, rows[0] as WireRow)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(0)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(0)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(searchBox(page)).toBeFocused()
})

test('the list view is filled down its column of quantities, in units or in packs, and stays chosen', {
  tag: '@phone',
}, async ({ page, api }) => {
  const rows = await pricedRows(api)
  const [one, two, three] = rows as [WireRow, WireRow, WireRow]
  await page.goto('/catalogo')
  await page.getByRole('button', { name: 'Ver como lista' }).click()
  await expect(list(page).getByRole('article')).toHaveCount(0)
  const height = await list(page)
    .getByRole('listitem')
    .first()
    .evaluate((item) => item.getBoundingClientRect().height)
  expect(Math.round(height)).toBeLessThanOrEqual(isPhone(page) ? 89 : 41)
  const column = [quantityBox(page, one), quantityBox(page, two), quantityBox(page, three)] as const
  await fillDown(page, column, [one.multiplo * 2, two.multiplo * 3], 'Shift+Enter')
  await expect(page.getByText(`${one.multiplo * 2} en el carrito, ${one.CODIGO_ART}`)).toBeAttached()
  await expect(page.getByText(`${two.multiplo * 3} en el carrito, ${two.CODIGO_ART}`)).toBeAttached()
  await saved(page, 2)
  expect(await violations(page)).toEqual([])

  await page.reload()
  await expect(quantityBox(page, two)).toHaveValue(String(two.multiplo * 3))
  await page.getByRole('button', { name: 'Bultos' }).click()
  const packed = rows.slice(2).find((row) => (row as WireRow & { UXB: number }).UXB > 0) as WireRow & {
    UXB: number
  }
  const box = page.getByRole('textbox', { name: `Cantidad de ${packed.CODIGO_ART}, en bultos` })
  await box.fill('2')
  await expect(list(page)).toContainText(`= ${packed.UXB * 2} u.`)
  await box.press('Enter')
  await saved(page, 3)
  await page.getByRole('button', { name: 'Ver como tarjetas' }).click()
  await expect(quantityBox(page, packed)).toHaveValue(String(packed.UXB * 2))
})

test('in the list view what is typed is saved while the keys rest, and the box keeps it until it is left', async ({
  page,
  api,
  user,
}) => {
  const stored = async () => (await cartOf(api, user)).find(({ idart }) => idart === row.IDART_IO)?.cantidad
  const row = (await orderable(api)).find(({ multiplo }) => multiplo > 1) as WireRow
  await page.goto('/catalogo')
  await page.getByRole('button', { name: 'Ver como lista' }).click()
  const box = quantityBox(page, row)
  await box.click()
  await page.keyboard.type(String(row.multiplo * 2 - 1))
  await saved(page, 1)
  await expect.poll(stored).toBe(row.multiplo * 2)
  await expect(page.getByText(`${row.multiplo * 2} en el carrito, ${row.CODIGO_ART}`)).toBeAttached()
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(String(row.multiplo * 2 - 1))
  // Emptied on the way to another number it is still in the cart, and goes as it is left.
  await page.keyboard.press('Tab')
  await expect(box).toHaveValue(String(row.multiplo * 2))
  await box.fill(String(row.multiplo * 3))
  await expect.poll(stored).toBe(row.multiplo * 3)
  const inCart = page.getByText(`${row.multiplo * 3} en el carrito, ${row.CODIGO_ART}`)
  await expect(inCart).toBeAttached()
  // An empty box removes nothing, however long the typing rests.
  await page.clock.install()
  await box.fill('')
  await page.clock.runFor(60_000)
  await page.clock.resume()
  await expect(page.getByText(`guardando ${row.CODIGO_ART}`)).toHaveCount(0)
  await expect(inCart).toBeAttached()
  await expect(box).toHaveValue('')
  expect(await stored()).toBe(row.multiplo * 3)
  await page.keyboard.press('Tab')
  await expect.poll(stored).toBeUndefined()
})

staffTest.describe('a seller', () => {
  staffTest.use({ signedIn: false, shopKind: 'muestra' })
  staffTest("finds 'Pedido rápido' on the catalogue, and sees whom a code is for", async ({ page, desk }) => {
    const [client] = desk.clients
    await page.goto('/catalogo')
    await searchBox(page).fill('RY10013')
    await searchBox(page).press('Enter')
    // No client is chosen yet: the card says so.
    await expect(page).toHaveURL(/buscar=RY10013/)
    await expect(page.getByRole('group', { name: /^Cantidad de/ })).toHaveCount(0)
    await page.goto(`/catalogo?c=${client?.ID_CLI}`)
    const code = (await list(page).getByRole('article').first().getAttribute('aria-label'))?.split(' ')[0]
    await searchBox(page).fill(code ?? '')
    await searchBox(page).press('Enter')
    await expect(page.getByRole('group', { name: new RegExp(`^Cantidad de ${code} `) })).toContainText('Para ')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Pedido rápido' }).click()
    await expect(page).toHaveURL(/\/pedido-rapido/)
  })
})
