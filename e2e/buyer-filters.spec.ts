/** What a buyer narrows the catalogue by (R365): in the address, with counts, without signal alike. */
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { untilOnDevice } from './support/device.ts'
import {
  expect,
  fillCart,
  pricedRows,
  type StoredUser,
  searchRows,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Artículos' }).getByRole('article')
const filters = (page: Page) => page.getByRole('group', { name: 'Filtrar por' })
const filter = (page: Page, words: string) => filters(page).getByRole('button', { name: words })
const total = (page: Page, count: number | undefined) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${count?.toLocaleString('es-AR')} artículos?$`) })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

async function openFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
}
async function closeFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Cerrar' }).click()
}

/** Orders three articles. */
async function order(api: APIRequestContext, user: StoredUser): Promise<readonly WireRow[]> {
  const articles = (await pricedRows(api)).slice(2, 5)
  await fillCart(
    api,
    user,
    articles.map(({ IDART_IO, multiplo }) => ({ idart: IDART_IO, cantidad: multiplo })),
  )
  const ordered = await api.post(`/api/pedidos/productos/pedido?idcli=${user.idcli}&dir=0&obs=&cond=-1`)
  expect(ordered.ok()).toBe(true)
  return articles
}

test.beforeEach(({ page }) => withoutNews(page))

test('what was taken, promotions and the price of a bulto narrow the list, together and one by one', {
  tag: '@phone',
}, async ({ page, api, user }) => {
  const articles = await order(api, user)
  const [promoted] = await searchRows(api, { promo: 1 })
  await page.goto('/catalogo')
  await openFilters(page)
  const [fresh] = await searchRows(api, { nuevo: 1 })
  // Generated articles have no stock.
  await expect(filter(page, 'En promoción')).toContainText(promoted?.cantPaginas?.toLocaleString('es-AR') ?? 'none')
  await expect(filter(page, 'Con stock')).toHaveCount(0)
  await expect(filter(page, 'Novedades')).toContainText(fresh?.cantPaginas?.toLocaleString('es-AR') ?? 'none')
  expect(await violations(page)).toEqual([])

  await filter(page, 'Ya lo llevé').click()
  await expect(page).toHaveURL(/llevado=si/)
  await expect(total(page, 3)).toBeAttached()
  await expect(filter(page, 'Ya lo llevé')).toHaveAttribute('aria-pressed', 'true')
  await closeFilters(page)
  await expect(cards(page)).toHaveCount(3)
  for (const { CODIGO_ART } of articles) await expect(cards(page).filter({ hasText: CODIGO_ART })).toHaveCount(1)

  // The address tells it all.
  await page.reload()
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Busqueda actual > Ya lo llevé' }).click()
  await expect(total(page, 10_000)).toBeAttached()

  await openFilters(page)
  await filter(page, 'En promoción').click()
  await expect(page).toHaveURL(/promo=1/)
  const scope = filters(page)
  await scope.getByLabel('Bulto desde $').fill('500000')
  await scope.getByLabel('Bulto desde $').press('Enter')
  await expect(page).toHaveURL(/bultoDesde=500000/)
  const [dear] = await searchRows(api, { promo: 1, bultoDesde: 500_000 })
  await expect(total(page, dear?.cantPaginas)).toBeAttached()
  await scope.getByLabel('Bulto hasta $').fill('1')
  await scope.getByLabel('Bulto hasta $').press('Enter')
  await scope.getByRole('button', { name: 'Invertirlos' }).click()
  await expect(page).toHaveURL(/bultoDesde=1&bultoHasta=500000|bultoHasta=500000&bultoDesde=1/)
})

test.describe('without signal', () => {
  test.use({ serviceWorkers: 'allow' })
  test.describe.configure({ timeout: 120_000 })

  test('the device narrows and counts as the server would', async ({ page, context, api, user }) => {
    await order(api, user)
    const [never] = await searchRows(api, { n: 'pelota', llevado: 'no', promo: 1 })
    const known = page.waitForResponse(/productos\/dispositivo\?desde=\d+$/)
    const taken = page.waitForResponse(/productos\/habitual/)
    await page.goto('/catalogo')
    expect([(await known).status(), (await taken).status()]).toEqual([200, 200])
    await untilOnDevice(page)
    await context.setOffline(true)
    await page.getByRole('searchbox', { name: 'Buscar artículos' }).fill('pelota')
    await page.getByRole('searchbox', { name: 'Buscar artículos' }).press('Enter')
    await filter(page, 'En promoción').click()
    // Nobody took any of these: there is nothing to narrow by.
    await expect(filter(page, 'En promoción')).toHaveAttribute('aria-pressed', 'true')
    await page.goto('/catalogo?buscar=pelota&promo=1&llevado=no')
    await expect(total(page, never?.cantPaginas)).toBeVisible()
    await expect(cards(page).first()).toContainText(never?.CODIGO_ART ?? 'nothing')
    await expect(filter(page, 'Nunca lo llevé')).toContainText(`${never?.cantPaginas}`)
  })
})
