/** Changing many articles at once in a browser: by choice, by a pasted column, by a spreadsheet; and back. */
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { CUITS, DEMO_PASSWORD } from '../testkit/visits.ts'
import { violations } from './support/axe.ts'
import { beginSignedIn, expect, test as shopTest } from './support/test.ts'

interface Office {
  page: Page
  /** A page of the articles on sale, in the order of the list. */
  listed(index: number): Promise<WireArticle[]>
  /** Articles of a text, as the staff's list answers them. */
  articles(text: string): Promise<WireArticle[]>
}
interface WireArticle {
  CODIGO_ART: string
  DESCUENTO_IO: number
  PRECIO_LPI: number
  INDICACION_IO: string
  ORDEN_IO: number
}

/** The demo shop's admin at a browser. */
const test = shopTest.extend<{ office: Office }>({
  office: async ({ context, shop, page, playwright }, use) => {
    const user = await beginSignedIn(context, shop, {
      cuit: CUITS.admin,
      password: DEMO_PASSWORD,
      clientId: -1,
    })
    const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
    const api: APIRequestContext = await playwright.request.newContext({
      baseURL: shop.url,
      extraHTTPHeaders,
    })
    await use({
      page,
      listed: async (index) => (await api.get('/api/pedidos/productos/filtro', { params: { a: '1', index } })).json(),
      articles: async (text) =>
        (await api.get('/api/pedidos/productos/filtro', { params: { n: text, p: '2' } })).json(),
    })
    await api.dispose()
  },
})
test.use({ shopKind: 'muestra', signedIn: false })

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Cambiar juntos' })
const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').locator('[data-kind]').filter({ hasText: text })
const rows = (page: Page) => page.locator('table').first().locator('tbody tr')

/** Counts what a person does: presses of the mouse or finger, and keys. */
async function countEffort(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keys: 0 }
    Object.assign(window, { effort })
    window.addEventListener('pointerdown', () => effort.clicks++, true)
    window.addEventListener('keydown', ({ key }) => key !== 'Shift' && effort.keys++, true)
  })
  return () => page.evaluate(() => (window as unknown as { effort: { clicks: number; keys: number } }).effort)
}

test('forty articles get ten percent off, and get it back', async ({ office }, info) => {
  const { page, listed } = office
  const forty = async () => [...(await listed(0)), ...(await listed(1)).slice(0, 15)]
  const discountsOf = (articles: WireArticle[]) => articles.map(({ DESCUENTO_IO }) => DESCUENTO_IO)
  const before = await forty()
  await page.goto('/admin/productos')
  await expect(rows(page)).toHaveCount(25)
  const effortOf = await countEffort(page)
  await page.getByRole('checkbox', { name: 'Seleccionar las filas de esta página' }).click()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText(/^Pag\. 2/)).toBeVisible()
  const boxOf = (nth: number) => page.getByRole('checkbox', { name: `Seleccionar ${before[nth]?.CODIGO_ART}` })
  await boxOf(25).click()
  await boxOf(39).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selección' })
  await expect(bar.getByRole('status')).toHaveText('40 seleccionados')

  await bar.getByRole('button', { name: 'Cambiar juntos' }).click()
  await drawer(page).getByLabel('Descuento', { exact: true }).click()
  await page.keyboard.type('10')
  await drawer(page)
    .getByRole('button', { name: /^Cambiar \d+ artículos$/ })
    .click()
  await expect(toast(page, /artículos cambiados/)).toBeVisible()
  // The way back does not lie on the bar of the selection.
  const lowerEdge = async () => {
    const box = await toast(page, /artículos cambiados/).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(async () => (await lowerEdge()) <= ((await bar.boundingBox())?.y ?? 0)).toBe(true)
  const effort = await effortOf()
  const cost = `40 articles 10 % off: ${effort.clicks} clicks, ${effort.keys} keys`
  info.annotations.push({ type: 'effort', description: cost })
  console.log(cost)
  expect(discountsOf(await forty())).toEqual(Array(40).fill(10))

  await toast(page, /cambiados/)
    .getByRole('button', { name: 'Deshacer' })
    .click()
  await expect(toast(page, /como estaban/)).toBeVisible()
  expect(await forty()).toMatchObject(before.map(({ DESCUENTO_IO }) => ({ DESCUENTO_IO })))

  await page.getByRole('link', { name: 'Cambios masivos' }).click()
  await expect(page.getByRole('heading', { name: 'Cambios masivos', level: 1 })).toBeVisible()
  await expect(rows(page).first()).toContainText('Selección')
})

test('prices before and after, a warning for what gets dearer, and points added to each discount', {
  tag: '@phone',
}, async ({ office: { page, listed }, isMobile }) => {
  const [priced] = (await listed(0)).filter(({ PRECIO_LPI, DESCUENTO_IO }) => PRECIO_LPI > 0 && DESCUENTO_IO === 0)
  if (!priced) throw new Error('No article with a price and without a discount')
  const { CODIGO_ART: code } = priced
  const choose = async () => {
    await page.goto(`/admin/productos?n=${code}`)
    await page.getByRole('checkbox', { name: `Seleccionar ${code}` }).click()
    await page.getByRole('button', { name: 'Cambiar juntos' }).click()
    await drawer(page).getByLabel('Descuento', { exact: true }).click()
  }
  const preview = drawer(page).getByRole('region', { name: 'Qué cambia' })
  const go = () => drawer(page).getByRole('button', { name: 'Cambiar 1 artículo' }).click()
  await choose()
  await page.keyboard.type('20')
  await expect(preview).toContainText('Precio: ')
  await expect(preview.getByRole('alert')).toHaveCount(0)
  await go()
  await expect(toast(page, '1 artículo cambiado')).toBeVisible()

  await choose()
  await page.keyboard.type('10')
  await expect(preview.getByRole('alert')).toHaveText('1 artículo sube de precio.')
  // Nothing of the table lies above the buttons, wherever the drawer is scrolled to.
  await preview.locator('thead').evaluate((head) => head.scrollIntoView({ block: 'end' }))
  const isOnTop = await drawer(page)
    .getByRole('button', { name: 'Cancelar' })
    .evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(isOnTop).toBe(true)
  await drawer(page).getByLabel('Qué hacer con el descuento').selectOption('Sumar al que tiene cada uno')
  await expect(preview).toContainText('20 %')
  await expect(preview).toContainText('30 %')
  await expect(preview.getByRole('alert')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await go()
  await expect(toast(page, '1 artículo cambiado')).toBeVisible()
  await page.goto(`/admin/auditoria?n=${code}`)
  const latest = page.locator('tbody tr').first()
  // On a phone a row is opened to what changed.
  if (isMobile) await latest.getByRole('button', { name: /^Más de/ }).click()
  await expect(latest).toContainText('30 %')

  // A discount that leaves nothing to pay is asked about once, and can be left.
  await choose()
  await page.keyboard.type('100')
  await expect(preview).toContainText('Consultar')
  await go()
  const question = page.getByRole('dialog', { name: '1 artículo queda sin precio' })
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(drawer(page)).toContainText('No se cambió nada')
  await go()
  await question.getByRole('button', { name: 'Dejar sin precio' }).click()
  await expect(toast(page, '1 artículo cambiado')).toBeVisible()
  // Other tests order the shop's first article.
  await toast(page, /cambiado/)
    .getByRole('button', { name: 'Deshacer' })
    .click()
  await expect(toast(page, /como estaba/)).toBeVisible()
})

test('what changes very many articles is told beside its button, and made only when their number is typed', async ({
  office: { page, listed },
}) => {
  const [priced] = (await listed(0)).filter(({ PRECIO_LPI, DESCUENTO_IO }) => PRECIO_LPI > 0 && DESCUENTO_IO === 0)
  await page.route('**/lotes/revisar', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), cambian: 1717, bajan: 1716, suben: 1 } })
  })
  await page.goto(`/admin/productos?n=${priced?.CODIGO_ART}`)
  await page.getByRole('checkbox', { name: `Seleccionar ${priced?.CODIGO_ART}` }).click()
  await page.getByRole('button', { name: 'Cambiar juntos' }).click()
  await drawer(page).getByLabel('Descuento', { exact: true }).click()
  await page.keyboard.type('7')
  await expect(drawer(page).getByText('1.716 bajan y 1 sube de precio', { exact: true })).toBeInViewport()
  const change = { name: 'Cambiar 1.717 artículos' }
  await drawer(page).getByRole('button', change).click()
  const dialog = page.getByRole('dialog', { name: 'Cambian 1.717 artículos' })
  await dialog.getByRole('button', change).click({ force: true })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Cuántos artículos cambian').fill('1717')
  await dialog.getByRole('button', change).click()
  await expect(toast(page, /artículo cambiado/)).toBeVisible()
  await toast(page, /cambiado/)
    .getByRole('button', { name: 'Deshacer' })
    .click()
  await expect(toast(page, /como estaba/)).toBeVisible()
})

test('what would change is on the screen before it is stored', async ({ office: { page } }) => {
  await page.goto('/admin/productos')
  await rows(page)
    .nth(0)
    .getByRole('checkbox', { name: /^Seleccionar/ })
    .click()
  await page.getByRole('button', { name: 'Cambiar juntos' }).click()
  await drawer(page).getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(drawer(page).getByText('Elija qué cambiar')).toBeVisible()
  await drawer(page).getByLabel('Descuento', { exact: true }).click()
  await page.keyboard.type('33,33')
  const preview = drawer(page).getByRole('region', { name: 'Qué cambia' })
  await expect(preview).toContainText('Cambia 1 artículo')
  await expect(preview).toContainText('33,33 %')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Hay cambios sin guardar' })).toBeVisible()
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
  await expect(drawer(page)).toHaveCount(0)
})

/** Holds each answer of the office's list from now on, until it is let go. */
async function holdList(page: Page) {
  let asked = () => {}
  let letGo = () => {}
  const wasAsked = new Promise<void>((done) => (asked = done))
  const isFree = new Promise<void>((done) => (letGo = done))
  const lists = (url: URL) => url.pathname === '/api/pedidos/productos/filtro'
  await page.route(lists, async (route) => {
    asked()
    await isFree
    await route.continue()
  })
  return { wasAsked, letGo }
}

test('no old value stands beside "changed", nor on a page that was seen before', async ({
  office: { page, listed },
}) => {
  const [first, second] = [(await listed(0))[0]!, (await listed(1))[0]!]
  const rowOf = ({ CODIGO_ART }: WireArticle) => rows(page).filter({ hasText: CODIGO_ART })
  await page.goto('/admin/productos')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('checkbox', { name: `Seleccionar ${second.CODIGO_ART}` }).click()
  await page.getByRole('button', { name: 'Anterior' }).click()
  await page.getByRole('checkbox', { name: `Seleccionar ${first.CODIGO_ART}` }).click()
  await page.getByRole('button', { name: 'Cambiar juntos' }).click()
  await drawer(page).getByLabel('Descuento', { exact: true }).click()
  await page.keyboard.type('71,5')
  const apply = drawer(page).getByRole('button', { name: 'Cambiar 2 artículos' })
  await expect(apply).toBeVisible()

  const change = await holdList(page)
  await apply.click()
  await change.wasAsked
  await expect(drawer(page).getByRole('button', { name: 'Cambiando…' })).toBeVisible()
  await expect(toast(page, /cambiados/)).toHaveCount(0)
  change.letGo()
  await expect(toast(page, '2 artículos cambiados')).toBeVisible()
  await expect(rowOf(first)).toContainText('71,5')

  const turn = await holdList(page)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await turn.wasAsked
  await expect(rowOf(second)).toHaveCount(0)
  turn.letGo()
  await expect(rowOf(second)).toContainText('71,5')

  const undo = await holdList(page)
  await toast(page, 'cambiados').getByRole('button', { name: 'Deshacer' }).click()
  await undo.wasAsked
  await expect(toast(page, /como estaban/)).toHaveCount(0)
  undo.letGo()
  await expect(toast(page, '2 artículos como estaban')).toBeVisible()
  await expect(rowOf(second)).not.toContainText('71,5')
})

test('a pasted column: every line is told, what is understood is changed', async ({ office, isMobile }) => {
  const { page, articles } = office
  const [one, two] = await articles('')
  await page.goto('/admin/productos/cambios?traer=columna')
  await page
    .getByLabel('Líneas')
    .fill(`Código\tDescuento\n${one!.CODIGO_ART}\t44,5 %\n${two!.CODIGO_ART};44,5\nNO-EXISTE\t5\n`)
  await page.getByRole('button', { name: 'Revisar' }).click()
  const review = page.getByRole('region', { name: 'Revisión' })
  await expect(review.getByRole('button', { name: 'Todas (4)' })).toBeVisible()
  await expect(review).toContainText('Código desconocido')
  await expect(review).toContainText('No se entiende')
  expect(await violations(page)).toEqual([])
  await review.getByRole('button', { name: /^Con problemas/ }).click()
  await expect(review.locator('tbody tr')).toHaveCount(2)
  await review.getByRole('button', { name: 'Cambiar 2 artículos' }).click()
  await expect(toast(page, '2 artículos cambiados')).toBeVisible()
  expect((await articles(one!.CODIGO_ART))[0]?.DESCUENTO_IO).toBe(44.5)

  // Later, from the list of changes.
  if (isMobile)
    await page
      .getByRole('button', { name: /^Más de/ })
      .first()
      .click()
  await page
    .getByRole('button', { name: /^Deshacer Columna pegada/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, '2 artículos como estaban')).toBeVisible()
  expect((await articles(one!.CODIGO_ART))[0]?.DESCUENTO_IO).toBe(one!.DESCUENTO_IO)
})

test('the Excel round trip: export, edit, bring back, review, apply', async ({ office }) => {
  const { page, articles } = office
  const article = (await articles(''))[4]!
  await page.goto('/admin/productos')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Exportar a excel$/i }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('articles.xlsx')
  const { sheets } = await readXlsx(readFileSync(await download.path()))
  const [head = [], ...lines] = sheets[0]!.rows
  const line = lines.find(([code]) => code === article.CODIGO_ART)!
  line[head.indexOf('Indicación de compra')] = 'Frágil: va aparte'
  lines[0]![head.indexOf('Marca')] = 'Marca Inventada'
  const edited = await writeXlsx({ sheets: [{ name: 'articles', rows: [head, ...lines] }] })

  await page.getByRole('link', { name: 'Cambios masivos' }).click()
  await page.getByRole('button', { name: 'Traer una planilla' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'articles.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(edited),
  })
  const review = page.getByRole('region', { name: 'Revisión' })
  // Some six hundred rows are read in a thread of their own.
  await expect(review.getByRole('button', { name: 'Cambian (1)' })).toBeVisible({ timeout: 20_000 })
  await expect(review).toContainText('No existe la marca «Marca Inventada»')
  await review.getByRole('button', { name: 'Cambian (1)' }).click()
  await expect(review.locator('tbody tr')).toContainText('Frágil: va aparte')
  await review.getByRole('button', { name: 'Cambiar 1 artículo' }).click()
  await expect(toast(page, '1 artículo cambiado')).toBeVisible()
  expect((await articles(article.CODIGO_ART))[0]?.INDICACION_IO).toBe('Frágil: va aparte')
  await toast(page, 'cambiado').getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, '1 artículo como estaba')).toBeVisible()
})
