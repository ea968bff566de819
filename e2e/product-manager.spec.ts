/** Articles in the office: who gets in, finding, editing and publishing them, two people on one, choosing for a quotation. */
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { smallPdf } from '../testkit/small-pdf.ts'
import { violations } from './support/axe.ts'
import { expect, SELLER, SUPERVISOR, test as staffTest } from './support/staff.ts'
import { countSteps, tellSteps } from './support/steps.ts'
import { test as shopTest } from './support/test.ts'

const ADMIN = '20111111112'
const PASSWORD = 'bulto-demo-2026'
const test = staffTest
test.use({ shopKind: 'muestra', signedIn: false })

interface Row {
  IDART_IO: number
  ID_IO: number | null
  CODIGO_ART: string
  PRECIO_LPI: number
  DESCUENTO_IO: number
  IDMARCA_IO: number
  IDCATEGORIA_IO: number
  Marca: string
  Categoria: string
  INDICACION_IO: string
}

const rows = async (api: APIRequestContext, params: Record<string, string>): Promise<Row[]> =>
  (await api.get('/api/pedidos/productos/filtro', { params })).json()
const record = async (api: APIRequestContext, id: number) =>
  (await api.get(`/api/pedidos/productos/articulo/${id}`)).json()

const panel = (page: Page) => page.getByRole('dialog', { name: 'Editar artículo' })
const search = async (page: Page, text: string) => {
  const bar = page.getByRole('search', { name: 'Buscar artículos' })
  await bar.getByRole('searchbox').fill(text)
  await bar.getByRole('searchbox').press('Enter')
}
const edit = (page: Page, code: string) => page.getByRole('button', { name: `Editar ${code}`, exact: true }).click()
const save = async (page: Page) => {
  await panel(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(panel(page)).toHaveCount(0)
}

shopTest.describe('a client', () => {
  shopTest.use({ signedIn: true })
  shopTest('is led to the 404 page from the query and to the catalogue from the manager', async ({ page }) => {
    await page.goto('/consulta')
    await expect(page.getByRole('heading', { name: '404 - page not found' })).toBeVisible()
    await expect(page).toHaveURL(/\/404$/)
    await page.goto('/admin/productos')
    await expect(page).toHaveURL(/\/catalogo/)
  })
})

test.describe('a seller', () => {
  test.use({ staffCuit: SELLER })
  test('is led to the 404 page from the query', async ({ desk, page }) => {
    expect(desk.user.tipo).toBe('vendedor')
    await page.goto('/consulta')
    await expect(page).toHaveURL(/\/404$/)
  })
})

test.describe('a supervisor', () => {
  test.use({ staffCuit: SUPERVISOR })

  test('finds an article by its place and changes its discount; the address keeps the way', async ({
    desk: { api },
    page,
    isMobile,
  }) => {
    const article = (await rows(api, { a: '1' })).find(
      ({ PRECIO_LPI, DESCUENTO_IO, IDCATEGORIA_IO }) => PRECIO_LPI > 0 && DESCUENTO_IO === 0 && IDCATEGORIA_IO !== null,
    )
    if (!article) throw new Error('No article without a discount')
    await page.goto('/mis-pedidos')
    await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
    await page.getByRole('link', { name: 'CONSULTA ARTICULOS' }).click()
    const bar = page.getByRole('search', { name: 'Buscar artículos' })
    await expect(bar.getByLabel('Estado')).toHaveValue('')
    await expect(bar.getByLabel('Subcategoría')).toHaveCount(0)
    await bar.getByLabel('Marca').selectOption({ label: article.Marca })
    await bar.getByLabel('Categoría', { exact: true }).selectOption({ label: article.Categoria })
    await expect(bar.getByLabel('Subcategoría')).toBeVisible()
    await bar.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`m=${article.IDMARCA_IO}&c=${article.IDCATEGORIA_IO}`))
    await edit(page, article.CODIGO_ART)
    await panel(page).getByLabel('Descuento (%)').fill('12,5')
    await save(page)
    expect((await record(api, article.IDART_IO)).DESCUENTO_IO).toBe(12.5)
    const row = page.getByRole('row').filter({ hasText: article.CODIGO_ART }).first()
    await expect(row).toContainText('12,5%')
    await page.reload()
    await expect(bar.getByLabel('Categoría', { exact: true })).toHaveValue(String(article.IDCATEGORIA_IO))
    // Another brand has other categories.
    await bar.getByLabel('Marca').selectOption('')
    await expect(bar.getByLabel('Categoría', { exact: true })).toHaveValue('')
    await expect(page).toHaveURL(/\/consulta$/)
  })

  test('what is wrong stands at its field and nothing is sent', async ({ desk: { api }, page }) => {
    const [article] = await rows(api, { a: '1' })
    const { version } = await record(api, article?.IDART_IO ?? 0)
    await page.goto(`/consulta?art=${article?.IDART_IO}`)
    await panel(page).getByLabel('Descuento (%)').fill('100,01')
    await panel(page).getByLabel('Orden').fill('-1')
    await panel(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(panel(page).getByLabel('Descuento (%)')).toHaveAttribute('aria-invalid', 'true')
    await expect(panel(page).getByLabel('Orden')).toBeFocused()
    expect((await record(api, article?.IDART_IO ?? 0)).version).toBe(version)
    await panel(page).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(panel(page)).toHaveCount(0)
  })
})

test.describe('an admin', () => {
  test.use({ staffCuit: ADMIN })

  test('sets what takes an article’s place with Enter, and the form around it stays as it was (R376)', async ({
    desk: { api },
    page,
  }) => {
    const [article, other] = await rows(api, { a: '1' })
    await page.goto(`/admin/productos?art=${article?.IDART_IO}`)
    const code = panel(page).getByLabel('Código del reemplazo')
    await code.fill(other?.CODIGO_ART ?? '')
    await code.press('Enter')
    await expect(page.getByText(`Reemplazo guardado: ${other?.CODIGO_ART}`)).toBeVisible()
    await expect(panel(page)).toContainText('Lo que un cliente eligió va primero.')
    await code.fill('')
    await code.press('Enter')
    await expect(page.getByText('El artículo ya no tiene reemplazo')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Cancelar' }).click()
    await expect(panel(page)).toHaveCount(0)
  })

  test('chooses rows with the keyboard alone: arrows, Space, Shift', async ({ desk: { api }, page, isMobile }) => {
    test.skip(isMobile, 'A phone has no keyboard')
    const listed = await rows(api, { a: '1' })
    const box = (nth: number) => page.getByRole('checkbox', { name: `Seleccionar ${listed[nth]?.CODIGO_ART}` })
    const chosen = (count: string) =>
      expect(page.getByRole('region', { name: 'Selección' }).getByRole('status')).toHaveText(count)
    await page.goto('/admin/productos')
    await box(0).focus()
    await page.keyboard.press('Space')
    await chosen('1 seleccionado')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(box(2)).toBeFocused()
    await page.keyboard.press('Shift+Space')
    await chosen('3 seleccionados')
    await page.keyboard.press('Shift+ArrowDown')
    await chosen('4 seleccionados')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Control+Home')
    await expect(box(0)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(box(0)).toBeFocused()
  })

  test('chooses all that match in one click more, but for some', async ({ desk: { api }, page }) => {
    const [first, second] = await rows(api, { a: '1' })
    await page.goto('/admin/productos')
    const box = (row: Row | undefined) => page.getByRole('checkbox', { name: `Seleccionar ${row?.CODIGO_ART}` })
    const bar = page.getByRole('region', { name: 'Selección' })
    await box(first).check()
    const all = bar.getByRole('button', { name: /^Seleccionar los / })
    const count = Number((await all.innerText()).replace(/\D/g, ''))
    await all.click()
    await expect(bar.getByRole('status')).toHaveText(`${count} seleccionados`)
    await box(second).uncheck()
    await expect(bar.getByRole('status')).toHaveText(`${count - 1} seleccionados`)
    await bar.getByRole('button', { name: 'Quitar la selección' }).click()
    await expect(bar).toBeHidden()
  })

  test('is told why the list does not come, and asks for it again', async ({ desk: { api }, page }) => {
    const [article] = await rows(api, { a: '1' })
    await page.route('**/productos/filtro?*', (route) => route.abort())
    await page.goto('/admin/productos')
    await expect(page.getByText('No hay conexión').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.unroute('**/productos/filtro?*')
    await page.getByRole('button', { name: 'Volver a intentar' }).click()
    await expect(page.getByText(article?.CODIGO_ART ?? '', { exact: true }).first()).toBeVisible()
  })

  test('loses nothing by Escape in the very same moment as the last key', async ({ desk: { api }, page }) => {
    const [article] = await rows(api, { a: '1' })
    await page.goto(`/admin/productos?art=${article?.IDART_IO}`)
    const hint = panel(page).getByLabel('Indicación de compra')
    await expect(hint).toBeVisible()
    // Both in one task of the browser, faster than any person: nothing is painted in between.
    await hint.evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'De a cien')
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      input.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
    })
    await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).getByRole('button', { name: 'Seguir' }).click()
    await expect(hint).toHaveValue('De a cien')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar cambios' }).click()
    await expect(panel(page)).toHaveCount(0)
  })

  test('publishes an article that nobody assigned yet', async ({ desk: { api }, page }, info) => {
    const article = (await rows(api, { m: '0', a: '1' })).find(({ ID_IO }) => ID_IO === null)
    const [listed] = await rows(api, { a: '1' })
    if (!article || !listed) throw new Error('The demo shop has no article without a listing')
    const photosBefore = photosOf(await record(api, article.IDART_IO))
    await page.goto('/admin/productos')
    const steps = await countSteps(page)
    const bar = page.getByRole('search', { name: 'Buscar artículos' })
    await bar.getByLabel('Marca').selectOption({ label: 'No asignados' })
    await bar.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(bar.getByLabel('Buscar entre los no asignados')).toBeVisible()
    await bar.getByRole('button', { name: 'Buscar', exact: true }).click()
    await expect(bar.getByText('Please enter a search term.')).toBeVisible()
    await search(page, article.CODIGO_ART)
    await edit(page, article.CODIGO_ART)
    await panel(page).getByLabel('Marca').selectOption({ label: listed.Marca })
    await panel(page).getByLabel('Categoría').selectOption({ label: listed.Categoria })
    await panel(page).getByLabel('Indicación de compra').fill('De a pares')
    await panel(page).getByRole('button', { name: 'Guardar' }).click()
    // The panel stays for the photos, and leads to their first place.
    const first = panel(page)
      .getByLabel(/^Foto \d: elegir archivo$/)
      .first()
    // That it was saved is in sight beside the buttons, which no longer offer to give anything up.
    await expect(panel(page).getByText('Artículo guardado. Ya puede ponerle fotos')).toBeInViewport()
    await expect(panel(page).getByRole('button', { name: 'Cancelar' })).toHaveCount(0)
    await first.setInputFiles([await photo('teal'), await photo('navy')])
    await page
      .getByRole('dialog', { name: /^Agregar im/ })
      .getByRole('button', { name: 'Guardar' })
      .click()
    await expect.poll(async () => photosOf(await record(api, article.IDART_IO))).toBe(photosBefore + 2)
    const foot = panel(page).getByRole('button', { name: 'Cerrar' }).last()
    await expect(foot).toBeInViewport()
    await panel(page).getByLabel('Indicación de compra').fill('De a tres')
    await expect(panel(page).getByRole('button', { name: 'Cancelar' })).toBeVisible()
    await panel(page).getByLabel('Indicación de compra').fill('De a pares')
    await foot.click()
    await expect(panel(page)).toHaveCount(0)
    tellSteps(info, 'publish a new article with two photos', await steps())
    const stored = await record(api, article.IDART_IO)
    expect(stored).toMatchObject({ IDMARCA_IO: listed.IDMARCA_IO, ACTIVO_IO: 1, INDICACION_IO: 'De a pares' })
    expect(stored.ID_IO).toBeGreaterThan(0)
    await expect(page.getByText('No hay artículos para esta búsqueda')).toBeVisible()
  })

  test('sees and replaces the certificate of an article in its panel', async ({ desk: { api }, page }) => {
    const article = (await rows(api, { a: '1', p: '2' }))[0]
    if (!article) throw new Error('No article')
    const pdf = (text: string) => ({
      name: 'escaneo 2026 (final).pdf',
      mimeType: 'application/pdf',
      buffer: smallPdf(text),
    })
    await page.goto(`/admin/productos?art=${article.IDART_IO}`)
    const part = panel(page).getByRole('group', { name: 'Certificado' })
    await expect(part.getByText('Este artículo no tiene certificado.')).toBeVisible()
    await part.getByLabel('Vence el', { exact: true }).fill('20/5/2031')
    await part.locator('input[type=file]').setInputFiles(pdf('uno'))
    const link = part.getByRole('link', { name: `${article.CODIGO_ART}.pdf` })
    await expect(link).toBeVisible()
    await expect(part).toContainText('20/05/2031')
    const fileOf = async () => (await api.get((await link.getAttribute('href')) ?? '')).text()
    expect(await fileOf()).toContain('uno')
    await part.locator('input[type=file]').setInputFiles(pdf('dos'))
    await expect.poll(fileOf).toContain('dos')
    // What is no PDF is told and replaces nothing.
    await part.locator('input[type=file]').setInputFiles({ ...pdf(''), buffer: Buffer.from('GIF89a') })
    await expect(part.getByRole('alert')).toContainText('Selecciona un archivo PDF.')
    expect(await fileOf()).toContain('dos')
  })

  test('meets somebody else’s change of the same article and chooses', async ({
    desk: { api },
    page,
    playwright,
    shop,
  }) => {
    const article = (await rows(api, { a: '1', p: '1' }))[2]
    if (!article) throw new Error('No article')
    await page.goto(`/admin/productos?art=${article.IDART_IO}`)
    await panel(page).getByLabel('Indicación de compra').fill('Solo cajas cerradas')

    const other = await playwright.request.newContext({ baseURL: shop.url })
    const client = { cuit: SUPERVISOR, password: PASSWORD, clientId: -1 }
    const { accessToken } = await shop.sessionOf(client)
    const stored = await record(api, article.IDART_IO)
    const answer = await other.put(`/api/pedidos/productos/item/${article.ID_IO}`, {
      data: { ...stored, DESCUENTO_IO: 33, OFERTA_IO: 1 },
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    await other.dispose()

    await panel(page).getByRole('button', { name: 'Guardar' }).click()
    const question = page.getByRole('dialog').filter({ hasText: 'Sergio' }).last()
    await expect(question).toContainText('33')
    expect(await violations(page)).toEqual([])
    await question.getByRole('button', { name: 'Volver al formulario' }).click()
    await expect(panel(page).getByLabel('Indicación de compra')).toHaveValue('Solo cajas cerradas')
    await panel(page).getByRole('button', { name: 'Guardar' }).click()
    await question.getByRole('button', { name: 'Descartar lo mío' }).click()
    await expect(panel(page).getByLabel('Indicación de compra')).toHaveValue(article.INDICACION_IO)
    await expect(panel(page).getByLabel('Descuento (%)')).toHaveValue('33')
    await panel(page).getByLabel('Indicación de compra').fill('Solo cajas cerradas')
    await panel(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(panel(page)).toHaveCount(0)
    expect(await record(api, article.IDART_IO)).toMatchObject({
      DESCUENTO_IO: 33,
      OFERTA_IO: 1,
      INDICACION_IO: 'Solo cajas cerradas',
    })
  })

  test('saves all that match as articles.xlsx, and sees a photo large', async ({ desk, page }) => {
    expect(desk.user.tipo).toBe('admin')
    await page.goto('/admin/productos')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar a Excel' }).click()
    expect((await downloading).suggestedFilename()).toBe('articles.xlsx')
    await page
      .getByRole('button', { name: /^Ver foto/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('chooses articles for a quotation over pages and searches', async ({ desk: { api }, page }) => {
    const [first] = await rows(api, { a: '1' })
    const [later] = await rows(api, { a: '1', index: '1' })
    const [found] = await rows(api, { a: '1', p: '3' })
    if (!first || !later || !found) throw new Error('Too few articles')
    const box = ({ CODIGO_ART }: Row) => page.getByRole('checkbox', { name: `Seleccionar ${CODIGO_ART}`, exact: true })
    await page.goto('/admin/productos')
    await page.getByRole('button', { name: 'Cotización', exact: true }).click()
    await box(first).check()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(page.getByText(/^Pag\. 2 \//)).toBeVisible()
    await box(later).check()
    await search(page, found.CODIGO_ART)
    await box(found).check()
    await page.reload()
    await expect(box(found)).toBeChecked()
    await page.getByRole('button', { name: 'Ver cotización (3)' }).click()
    const list = page.getByRole('dialog', { name: /^Artículos de la cotización/ })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await list.getByRole('button', { name: `Quitar ${later.CODIGO_ART}`, exact: true }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    const downloading = page.waitForEvent('download')
    await list.getByRole('button', { name: 'Descargar PDF' }).click()
    const pdf = await downloading
    expect(pdf.suggestedFilename()).toBe('cotizacion.pdf')
    expect(readFileSync(await pdf.path(), 'latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
    await list.getByRole('button', { name: 'Quitar todos' }).click()
    await expect(list.getByText('No hay artículos en la cotización')).toBeVisible()
  })
})

const photosOf = (product: Record<string, unknown>): number =>
  [1, 2, 3, 4, 5].filter((slot) => product[`FOTO${slot}_IO`]).length
const photo = async (background: string) => ({
  name: `${background}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})
