/** What a client pays (R352), on the demo shop's lists: the second client buys by 'Interior', and has prices of its own. */
import type { Page } from '@playwright/test'
import { untilOnDevice } from './support/device.ts'
import { expect, test as staffTest } from './support/staff.ts'
import {
  amountText,
  test as base,
  paidCents,
  quantityBox,
  type RunningShop,
  searchRows,
  type WireRow,
  withoutNews,
} from './support/test.ts'

interface PricedRow extends WireRow {
  MOTIVO_PRECIO?: string
  ESCALAS?: unknown
}
const BY_LIST = 'Lista Interior'
const OWN = 'Precio especial'

const rowsOf = (...asked: Parameters<typeof searchRows>) => searchRows(...asked) as Promise<PricedRow[]>
const list = (page: Page) => page.getByRole('list', { name: 'Artículos' })
const card = (page: Page, { CODIGO_ART, DESCRIP_ART }: WireRow) =>
  page.getByRole('article', { name: `${CODIGO_ART} ${DESCRIP_ART}`, exact: true })
const price = (row: WireRow) => `$ ${amountText(paidCents(row))}`
/** The price on an article's card; none where no card of it is shown. */
const priceOn = (page: Page, row: WireRow) => card(page, row).locator('[data-price] strong').filter({ visible: true })

/** Rows of the base list, as a client without a list of its own is shown them. */
async function baseRows(shop: RunningShop, query: Record<string, string>): Promise<Map<number, PricedRow>> {
  const { accessToken } = await shop.sessionOf(shop.nextClient())
  const address = `${shop.url}/api/pedidos/productos/filtros?${new URLSearchParams({ index: '0', ...query })}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${accessToken}` } })
  return new Map(((await answer.json()) as PricedRow[]).map((row) => [row.IDART_IO, row]))
}

const test = base.extend({
  client: ({ shop: _ }, use) => use({ cuit: '30700000016', password: 'bulto-demo-2026', clientId: 2 }),
})
test.use({ shopKind: 'muestra' })
test.describe.configure({ timeout: 120_000 })

test('a client sees, orders and pays by its list, and its own prices beat the list', { tag: '@phone' }, async ({
  page,
  api,
  user,
  shop,
}) => {
  await withoutNews(page)
  await api.delete(`/api/pedidos/itemsCarrito/${user.id}/2`)
  const rows = (await rowsOf(api)).filter(({ PRECIO_LPI, ESCALAS }) => PRECIO_LPI > 0 && !ESCALAS)
  const bases = await baseRows(shop, {})
  const listed = rows.find(
    (row) => row.MOTIVO_PRECIO === BY_LIST && row.PRECIO_LPI !== bases.get(row.IDART_IO)?.PRECIO_LPI,
  )!
  // The list has whole tens of pesos, up to 6 percent above the base list.
  expect(listed.PRECIO_LPI % 10).toBe(0)
  const { PRECIO_LPI: basePrice } = bases.get(listed.IDART_IO)!
  expect(listed.PRECIO_LPI / basePrice).toBeGreaterThan(0.98)
  expect(listed.PRECIO_LPI / basePrice).toBeLessThan(1.08)
  // BL20372 costs this client 18 percent less than the base list; steps and discounts lower it no further.
  const [own] = await rowsOf(api, { n: 'BL20372' })
  if (!own) throw new Error('The demo shop lacks BL20372')
  const ownBase = (await baseRows(shop, { n: 'BL20372' })).get(own.IDART_IO)
  expect(own).toMatchObject({ MOTIVO_PRECIO: OWN, PRECIO_LPI: 1880, DESCUENTO_IO: 0 })
  expect(own.ESCALAS).toBeUndefined()
  expect(ownBase).toMatchObject({ PRECIO_LPI: 2294.9 })

  for (const row of [listed, own]) {
    await page.goto(`/catalogo?buscar=${row.CODIGO_ART}`)
    await expect(priceOn(page, row)).toHaveText(price(row))
    await page.goto(`/catalogo?articulo=${row.CODIGO_ART}`)
    const shown = page.getByRole('dialog').locator('[data-price]')
    await expect(shown.locator('strong')).toHaveText(price(row))
    await expect(shown).toContainText(row.MOTIVO_PRECIO ?? 'nothing')
    await page.goto(`/catalogo?buscar=${row.CODIGO_ART}`)
    await quantityBox(page, row).fill(String(row.multiplo))
    await card(page, row)
      .getByRole('button', { name: `Agregar ${row.CODIGO_ART}` })
      .click()
    await expect
      .poll(async () => (await api.get(`/api/pedidos/itemsCarrito/cliente/simple?id=${user.id}&idcli=2`)).json())
      .toContainEqual(expect.objectContaining({ idart: row.IDART_IO, cantidad: row.multiplo }))
  }

  const total = paidCents(listed) * listed.multiplo + paidCents(own) * own.multiplo
  await page.goto('/carrito')
  for (const row of [listed, own])
    await expect(page.locator(`[data-article="${row.IDART_IO}"]`)).toContainText(
      `$ ${amountText(paidCents(row) * row.multiplo)}`,
    )
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(amountText(total))
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  await page.getByLabel('Retiro en el local').check()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  await expect(page.getByRole('status').locator('dl')).toContainText(amountText(total))
})

test('the cheapest first are the cheapest of the list', async ({ page, api, shop }) => {
  await withoutNews(page)
  const rows = await rowsOf(api, { n: 'pelota', p: 0 })
  const cents = rows.filter(({ PRECIO_LPI }) => PRECIO_LPI > 0).map(paidCents)
  expect(cents).toEqual(cents.toSorted((a, b) => a - b))
  const bases = await baseRows(shop, { n: 'pelota', p: '0' })
  expect([...bases.keys()]).not.toEqual(rows.map(({ IDART_IO }) => IDART_IO))
  await page.goto('/catalogo?buscar=pelota&orden=menor')
  for (const [at, row] of rows.slice(0, 8).entries()) {
    await expect(list(page).getByRole('article').nth(at)).toContainText(row.CODIGO_ART)
    await expect(priceOn(page, row)).toHaveText(price(row))
  }
})

/** The first article with another price in the list than in the base list, as each of them has it. */
function pair(ofList: readonly PricedRow[], ofBase: readonly PricedRow[]): [PricedRow, PricedRow] {
  for (const row of ofList) {
    const same = ofBase.find(({ IDART_IO }) => IDART_IO === row.IDART_IO)
    if (same && row.MOTIVO_PRECIO === BY_LIST && paidCents(row) !== paidCents(same)) return [row, same]
  }
  throw new Error('The list has the prices of the base list')
}

/** Clients of the seller: one buys by 'Interior', the other by the base list. */
const [BY_INTERIOR, BY_BASE] = [7, 5]
const box = (page: Page) => page.getByRole('combobox', { name: 'Pedido para' })

async function choose(page: Page, code: string): Promise<void> {
  await box(page).click()
  await box(page).fill(code)
  await page.getByRole('option', { name: new RegExp(code) }).click()
}

staffTest.describe('a seller', () => {
  staffTest.use({ signedIn: false })

  staffTest(
    'is shown what the chosen client pays, and never what the one before pays',
    {
      tag: '@phone',
    },
    async ({ page, desk }) => {
      const asked = (idcli: number) => rowsOf(desk.api, { n: 'pelota', idcli })
      const [ofList, ofBase] = [await asked(BY_INTERIOR), await asked(BY_BASE)]
      const [dear, plain] = pair(ofList, ofBase)
      // The catalogue on the device would answer before the server does.
      await page.route(/productos\/dispositivo/, (route) => route.abort())
      await page.goto(`/catalogo?c=${BY_INTERIOR}&buscar=pelota`)
      await expect(priceOn(page, dear)).toHaveText(price(dear))

      // While the answer for the other client is on its way, nobody's prices are told and nothing can be ordered by them.
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(new RegExp(`productos/filtros\\?.*idcli=${BY_BASE}`), async (route) => {
        await held
        await route.continue()
      })
      await choose(page, desk.client(BY_BASE).codigo)
      await expect(box(page)).toHaveValue(new RegExp(desk.client(BY_BASE).RAZONSOCIAL_CLI))
      await expect(list(page)).toHaveCount(0)
      await expect(priceOn(page, dear)).toHaveCount(0)
      await expect(page.getByText(price(dear)).filter({ visible: true })).toHaveCount(0)
      release()
      await expect(priceOn(page, plain)).toHaveText(price(plain))

      await page.reload()
      await expect(box(page)).toHaveValue(new RegExp(desk.client(BY_BASE).RAZONSOCIAL_CLI))
      await expect(priceOn(page, plain)).toHaveText(price(plain))
      await choose(page, desk.client(BY_INTERIOR).codigo)
      await expect(priceOn(page, dear)).toHaveText(price(dear))
    },
  )

  staffTest.describe('without signal', () => {
    staffTest.use({ serviceWorkers: 'allow' })

    staffTest(
      'the device tells each client’s prices, also of a client that was never chosen',
      {
        tag: '@phone',
      },
      async ({ page, context, desk }) => {
        const asked = (idcli: number) => rowsOf(desk.api, { n: 'tren', idcli })
        const [dear, plain] = pair(await asked(BY_INTERIOR), await asked(BY_BASE))
        await page.goto(`/catalogo?c=${BY_INTERIOR}`)
        await expect(list(page).getByRole('article').first()).toBeVisible()
        await untilOnDevice(page, '/catalogue/catalogo', '/catalogue/precios', 'clientes/para-pedidos')
        await context.setOffline(true)
        const search = page.getByRole('searchbox', { name: 'Buscar artículos' })
        await search.fill('tren')
        await search.press('Enter')
        await expect(priceOn(page, dear)).toHaveText(price(dear))
        await choose(page, desk.client(BY_BASE).codigo)
        await expect(priceOn(page, plain)).toHaveText(price(plain))
        await choose(page, desk.client(BY_INTERIOR).codigo)
        await expect(priceOn(page, dear)).toHaveText(price(dear))
        await page.reload()
        await expect(priceOn(page, dear)).toHaveText(price(dear))
      },
    )
  })
})
