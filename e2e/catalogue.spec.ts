/** The catalogue screen: finding articles, and finding the place again. */
import type { Page } from '@playwright/test'
import { amountText, expect, paidCents, searchRows, test, withoutNews } from './support/test.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Artículos' })
const cards = (page: Page) => list(page).getByRole('article')
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** The list is not waiting for another answer. */
const settled = (page: Page) => expect(list(page)).toHaveAttribute('aria-busy', 'false')

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Buscar artículos' }).fill(text)
  await page.getByRole('searchbox', { name: 'Buscar artículos' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`buscar=${encodeURIComponent(text)}`))
  await settled(page)
}

/** Scrolls into the second page and tells which article is the first in view, as the address has it. */
async function scrollIntoSecondPage(page: Page): Promise<string> {
  await expect(async () => {
    await page.mouse.wheel(0, 900)
    expect(await cards(page).count()).toBeGreaterThan(25)
  }).toPass()
  await cards(page).nth(30).scrollIntoViewIfNeeded()
  const first = () => cards(page).nth(Number(new URL(page.url()).searchParams.get('posicion')) - 1)
  // The address follows once the scrolling rests.
  await expect(async () => {
    await expect(cards(page).nth(30)).toBeInViewport({ timeout: 200 })
    await expect(first()).toBeInViewport({ timeout: 200 })
  }).toPass()
  return (await first().getAttribute('aria-label')) ?? ''
}

/** On the phone the filters stand in a sheet. */
async function openFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
}

test.beforeEach(({ page }) => withoutNews(page))

test.describe('with 10,000 articles', () => {
  test('the first cards need no call', async ({ page, api }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname)
    })
    const rows = await searchRows(api)
    // A request from before the cards are shown would never be answered.
    await page.route('**/api/**', () => {})
    await page.goto('/catalogo')
    await expect(cards(page)).toHaveCount(25)
    await expect(cards(page).first()).toContainText(rows[0]?.DESCRIP_ART ?? 'nothing')
    // The choices of the filters (…/filtros/opciones) are asked for once the cards stand there.
    expect(calls).not.toContain('/api/pedidos/productos/filtros')
  })

  test('a card names its brand, and one without a picture is low: two rows of them are in view', {
    tag: '@phone',
  }, async ({ page, api }) => {
    type Placed = { IDMARCA_IO: number; Marca: string }
    const [row]: Placed[] = await (await api.get('/api/pedidos/productos/filtros?index=0')).json()
    const tree: Placed[] = await (await api.get('/api/pedidos/categorias')).json()
    await page.goto('/catalogo')
    const brand = tree.find(({ IDMARCA_IO }) => IDMARCA_IO === row?.IDMARCA_IO)?.Marca ?? 'nothing'
    await expect(cards(page).first()).toContainText(brand)
    const secondRow = cards(page).nth(isPhone(page) ? 1 : 5)
    await expect(secondRow.getByRole('button').last()).toBeInViewport({ ratio: 1 })
  })

  test('an address that nobody understands is told, and shows no other list', async ({ page }) => {
    await page.goto('/catalogo?marca=abc')
    await expect(page.getByRole('alert')).toContainText('No se entiende la dirección')
    await expect(page.getByRole('alert')).toContainText('marca=abc')
    await expect(list(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Ver la página desde el principio' }).click()
    await expect(cards(page)).toHaveCount(25)
  })

  test('text, price range and order narrow the list as the server says', { tag: '@phone' }, async ({ page, api }) => {
    await page.goto('/catalogo')
    await expect(page.getByRole('status').filter({ hasText: '10.000 artículos' })).toBeVisible()
    await search(page, 'dinosaurio')
    const [found] = await searchRows(api, { n: 'dinosaurio' })
    await expect(page.getByRole('status').filter({ hasText: `${found?.cantPaginas} artículos` })).toBeVisible()
    await page.getByRole('combobox', { name: 'Orden' }).selectOption('menor')
    const [cheapest] = await searchRows(api, { n: 'dinosaurio', p: 0 })
    await expect(cards(page).first()).toContainText(cheapest?.CODIGO_ART ?? 'nothing')
    await expect(cards(page).first()).toContainText(amountText(cheapest ? paidCents(cheapest) : 0))
    if (isPhone(page)) await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    const scope = isPhone(page) ? page.getByRole('dialog') : page.locator('main')
    await scope.getByLabel('Precio desde').fill('20000')
    await scope.getByLabel('Precio desde').press('Enter')
    await expect(page).toHaveURL(/desde=20000/)
    if (isPhone(page)) await page.getByRole('button', { name: 'Cerrar' }).click()
    const [ranged] = await searchRows(api, { n: 'dinosaurio', p: 0, min: 20000 })
    await expect(cards(page).first()).toContainText(ranged?.CODIGO_ART ?? 'nothing')
    await page.getByRole('button', { name: /Busqueda actual/ }).click()
    await expect(page.getByRole('status').filter({ hasText: '10.000 artículos' })).toBeVisible()
  })

  test('a typing error is forgiven', async ({ page }) => {
    await page.goto('/catalogo')
    await search(page, 'dinosuario')
    await expect(cards(page).first()).toContainText(/dinosaurio/i)
  })

  test('a code that does not exist is told above what is near it', async ({ page, api }) => {
    const [row] = await searchRows(api)
    const code = `${row?.CODIGO_ART}9`.slice(1)
    const near = await searchRows(api, { n: code })
    await page.goto(`/catalogo?buscar=${code}`)
    const words = near.length > 0 ? ` Parecidos:` : ''
    await expect(page.getByText(`No existe el código ${code}.${words}`)).toBeVisible()
    await search(page, row?.CODIGO_ART ?? '')
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByText('No existe el código')).toBeHidden()
  })

  test('nothing found says so, and one button clears the filters', async ({ page }) => {
    await page.goto('/catalogo?buscar=qqqqqqqq')
    await expect(page.getByText('No se encuentran items para esta condición de busqueda')).toBeVisible()
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(cards(page)).toHaveCount(25)
  })

  test('a misspelt search offers what it may have meant, and a branch beside nothing ends the search (R245)', async ({
    page,
  }) => {
    await page.goto('/catalogo?buscar=dinozaurio%20qqxx')
    const offered = page.getByRole('button', { name: /^dinosaurio \d/ })
    await expect(offered).toBeVisible()
    const count = (await offered.textContent())?.match(/\d+(\.\d+)?/)?.[0]
    await openFilters(page)
    await expect(page.getByText('Ninguna marca tiene artículos de esta búsqueda.')).toBeVisible()
    if (isPhone(page)) await page.keyboard.press('Escape')
    await offered.click()
    await expect(page).toHaveURL(/buscar=dinosaurio(&|$)/)
    await expect(page.getByRole('status').filter({ hasText: `${count} artículos` })).toBeVisible()

    await page.goto('/catalogo?buscar=qqqqqqqq')
    await openFilters(page)
    const all = page.getByRole('treeitem', { name: /Ver todos los productos/ }).first()
    if (isPhone(page)) await all.click()
    else await all.dblclick()
    await expect(page).toHaveURL(/marca=1/)
    await expect(page).not.toHaveURL(/buscar/)
    await expect(cards(page)).toHaveCount(25)
  })

  test('the tree filters by brand and by category', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/catalogo')
    await openFilters(page)
    const tree = page.getByRole('tree', { name: 'Marcas y categorías' })
    const brands = page.getByRole('group', { name: 'Marcas' })
    // All expanded, however large (R45).
    await expect(brands.getByRole('button')).toHaveCount(6)
    await expect(tree.locator('[aria-level="1"]')).toHaveCount(6)
    await expect(tree.locator('[aria-expanded=false]')).toHaveCount(0)
    expect(await tree.getByRole('treeitem').count()).toBeGreaterThan(150)
    const all = tree.getByRole('treeitem', { name: /Ver todos los productos/ }).first()
    await all.click()
    await expect(page).toHaveURL(/marca=1/)
    await openFilters(page)
    await expect(all).toHaveAttribute('aria-selected', 'true')
    const withChildren = tree.locator('[role=treeitem][aria-level="2"][aria-expanded=true]').first()
    const name = (await withChildren.locator('[data-arrow] + span').textContent()) ?? ''
    if (isPhone(page)) await withChildren.locator('[data-arrow] + span').click()
    else await withChildren.locator('[data-arrow] + span').dblclick()
    await expect(page).toHaveURL(/categoria=\d+/)
    await expect(page.getByRole('button', { name: new RegExp(`Busqueda actual > Marca 1 > ${name}`) })).toBeVisible()
  })

  test('a brand above the tree jumps to its branches, its heading stays, and what was closed stays closed', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/catalogo')
    await openFilters(page)
    const tree = page.getByRole('tree', { name: 'Marcas y categorías' })
    const heading = tree.locator('[aria-level="1"]').filter({ hasText: 'Marca 4' })
    const next = tree.locator('[aria-level="1"]').filter({ hasText: 'Marca 5' })
    await expect(heading).not.toBeInViewport()
    const onScreen = page.url()
    await page
      .getByRole('group', { name: 'Marcas' })
      .getByRole('button', { name: /^Marca 4 / })
      .click()
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowDown')
    await expect(tree.locator('[role=treeitem]:focus')).toContainText('Ver todos los productos')
    expect(page.url()).toBe(onScreen)
    // Down among its branches its name is still read.
    for (let presses = 0; presses < 15; presses++) await page.keyboard.press('ArrowDown')
    await expect(next).not.toBeInViewport()
    await expect(heading).toBeInViewport({ ratio: 1 })
    await heading.locator('[data-arrow]').click()
    await expect(heading).toHaveAttribute('aria-expanded', 'false')
    await page.reload()
    await openFilters(page)
    await expect(heading).toHaveAttribute('aria-expanded', 'false')
    await expect(tree.locator('[aria-expanded=false]')).toHaveCount(1)
  })

  test('the counts beside brands and branches are those of the search, and nothing empty is offered', async ({
    page,
    api,
  }) => {
    await page.goto('/catalogo?buscar=dinosaurio%20rojo')
    await openFilters(page)
    const chips = page.getByRole('group', { name: 'Marcas' }).locator('span:has(> .visually-hidden)')
    const countOf = (text: string | null) => Number(/^[\d.]+/.exec(text ?? '')?.[0].replace('.', ''))
    const all = (await searchRows(api, { n: 'dinosaurio rojo' }))[0]?.cantPaginas ?? 0
    expect(all).toBeGreaterThan(0)
    await expect(async () => {
      const counts = (await chips.filter({ visible: true }).allTextContents()).map(countOf)
      expect(counts.length).toBeGreaterThan(0)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(all)
      expect(Math.min(...counts)).toBeGreaterThan(0)
    }).toPass()
    const tree = page.getByRole('tree', { name: 'Marcas y categorías' })
    const branch = tree.locator('[role=treeitem][aria-level="2"]:not([data-all])').first()
    const shown = countOf(await branch.locator('span:has(> .visually-hidden)').textContent())
    if (isPhone(page)) await branch.locator('[data-arrow] + span').click()
    else await branch.locator('[data-arrow] + span').dblclick()
    await expect(page).toHaveURL(/categoria=\d+/)
    const words = `${shown} ${shown === 1 ? 'artículo' : 'artículos'}`
    await expect(page.getByRole('status').filter({ hasText: words }).first()).toBeVisible()
  })

  test('a box finds a category by its name, with the keyboard', async ({ page }) => {
    await page.goto('/catalogo')
    await openFilters(page)
    const box = page.getByRole('combobox', { name: 'Buscar marca o categoría' })
    await box.fill('rubro MÁRCA 2')
    const options = page.getByRole('listbox').getByRole('option')
    await expect(options.first()).toContainText('Marca 2')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await box.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    const name = (await options.nth(1).locator('span').first().textContent()) ?? ''
    await box.press('Enter')
    await expect(
      page
        .getByRole('button', { name: new RegExp(`Busqueda actual > Marca 2 > ${name}$`) })
        .or(page.getByRole('button', { name: new RegExp(`Busqueda actual > Marca 2 > ${name} `) })),
    ).toBeVisible()
    await openFilters(page)
    await expect(page.getByRole('treeitem', { name: new RegExp(`^${name} `), selected: true })).toBeInViewport()
    await box.fill('zzzz')
    await expect(page.getByText('Ninguna marca ni categoría se llama así.')).toBeVisible()
    // What was found stands in the tree's place, and the tree comes back with the branch still chosen.
    await expect(page.locator('[role="treeitem"]').first()).toBeHidden()
    await box.press('Escape')
    await expect(box).toHaveValue('')
    await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(1)
    await expect(page.getByRole('treeitem').first()).toBeVisible()
  })

  test('a catalogue without pictures opens as a list, and stays with the view that somebody chose (R330)', async ({
    page,
  }) => {
    await page.goto('/catalogo')
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('vista-catalogo')) localStorage.removeItem(key)
    })
    await page.reload()
    const unit = page.getByRole('group', { name: 'Cantidad en' })
    await expect(unit).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await page.goto('/catalogo?buscar=qqqqqqqq')
    await expect(page.getByText('No se encuentran items para esta condición de busqueda')).toBeVisible()
    await expect(unit).toBeHidden()
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await expect(unit).toBeVisible()
    await page.getByRole('button', { name: 'Ver como tarjetas' }).click()
    await expect(cards(page).first()).toBeVisible()
    // A card of words: no picture, and what stands over one elsewhere stands in its first line.
    await expect(cards(page).locator('img')).toHaveCount(0)
    const promo = cards(page).filter({ hasText: 'PROMO' }).first()
    const code = await promo.locator('div:has(> div > span:text("PROMO"))').boundingBox()
    const mark = await promo.getByText('PROMO', { exact: true }).boundingBox()
    expect(mark!.y).toBeGreaterThanOrEqual(code!.y)
    expect(mark!.y + mark!.height).toBeLessThanOrEqual(code!.y + code!.height)
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
  })

  test('scrolling past 75 percent loads the next page', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/catalogo')
    await expect(cards(page)).toHaveCount(25)
    await scrollIntoSecondPage(page)
    const labels = await cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('Back from the cart, a reload and a shared link return to the same filter and place', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.goto('/catalogo?buscar=pelota')
    await settled(page)
    const seen = await scrollIntoSecondPage(page)
    const place = page.url()
    const same = async (where: Page) => {
      await expect(where).toHaveURL(/buscar=pelota/)
      await expect(where.getByRole('article', { name: seen, exact: true })).toBeInViewport()
    }
    await page
      .getByRole('link', { name: /Carrito.*ITEMS/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'Carrito' })).toBeVisible()
    await page.goBack()
    await same(page)
    await page.reload()
    await same(page)
    const shared = await page.context().newPage()
    await withoutNews(shared)
    await shared.goto(place)
    await same(shared)
  })

  test("an article without a price shows 'Consultar' and can't be added", async ({ page, api }) => {
    const rows = await searchRows(api, { p: 0, index: 399 })
    const row = rows.find(({ PRECIO_LPI }) => PRECIO_LPI === 0)
    await page.goto(`/catalogo?buscar=${encodeURIComponent(row?.CODIGO_ART ?? '')}`)
    const card = page.getByRole('article', { name: `${row?.CODIGO_ART} ${row?.DESCRIP_ART}`, exact: true })
    await expect(card).toContainText('Consultar')
    await expect(card.getByRole('textbox')).toHaveCount(0)
  })

  test('a quantity is rounded to the multiple and shown so; zero takes the article out', async ({ page, api }) => {
    const row = (await searchRows(api)).find(({ multiplo, PRECIO_LPI }) => multiplo > 2 && PRECIO_LPI > 0)
    const { CODIGO_ART: code = '', multiplo = 1 } = row ?? {}
    await page.goto(`/catalogo?buscar=${code}`)
    const box = page.getByRole('textbox', { name: `Cantidad de ${code}` })
    await box.fill(String(multiplo + 1))
    await page.getByRole('button', { name: `Agregar ${code}` }).click()
    await expect(box).toHaveValue(String(multiplo))
    await expect(page.getByRole('link', { name: /\(1 ITEMS\)/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: `${multiplo} en el carrito, ${code}` })).toBeVisible()
    await box.focus()
    await expect(page.getByText(`Venta de ${multiplo} unidades o multiplo`).first()).toBeAttached()
    await box.fill('0')
    await page.getByRole('button', { name: `Quitar ${code}` }).click()
    await expect(page.getByRole('link', { name: /\(0 ITEMS\)/ }).first()).toBeVisible()
  })

  test('a new line without a quantity is refused with the words of the spec', async ({ page }) => {
    await page.goto('/catalogo')
    const box = list(page).getByRole('textbox').first()
    await box.fill('')
    await box.press('Enter')
    await expect(page.getByText('Debe ingresar una cantidad validad')).toBeVisible()
  })
})

test.describe('in the demo shop', () => {
  test.use({ shopKind: 'muestra' })

  test('a card opens the detail with its pictures; Back closes it, and it adds to the cart', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.goto('/catalogo')
    // The first that can be ordered, as the page has it: tests before this one may have changed the order.
    const card = cards(page)
      .filter({ has: page.getByRole('textbox') })
      .first()
    // Its controls do their own; a click anywhere else on it opens the article.
    await card.getByRole('textbox').first().click()
    await expect(page).not.toHaveURL(/articulo=/)
    await card.locator('[data-price]').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: /^Imágenes de/ })).toBeVisible()
    const picture = dialog.getByRole('img').first()
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/catalogo$/)
    await page.goForward()
    await dialog.getByRole('button', { name: 'AGREGAR AL CARRITO' }).click()
    await expect(page.getByRole('link', { name: /\(1 ITEMS\)/, includeHidden: true }).first()).toBeAttached()
  })

  test('the side arrows lead to the next articles, and the focus stays with the one last seen', async ({ page }) => {
    await page.goto('/catalogo')
    const nameOf = async (at: number) => (await cards(page).nth(at).getAttribute('aria-label')) ?? ''
    const [first, third] = [await nameOf(0), await nameOf(2)]
    await cards(page)
      .first()
      .getByRole('button', { name: first.split(' ').slice(1).join(' ') })
      .click()
    const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
    await expect(title).toContainText(first.split(' ')[0]!)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(title).toContainText(third.split(' ')[0]!)
    // In a box the arrows move the caret.
    await page.getByRole('dialog').getByRole('textbox').first().focus()
    await page.keyboard.press('ArrowLeft')
    await expect(title).toContainText(third.split(' ')[0]!)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(cards(page).nth(2)).toBeFocused()
  })

  test('from the detail of an article to its neighbours in the list, and back to the list in one step', {
    tag: '@phone',
  }, async ({ page, api }) => {
    const [first, second] = await searchRows(api)
    await page.goto('/catalogo')
    await cards(page).first().getByRole('button', { name: first?.DESCRIP_ART, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const quantity = dialog.getByRole('textbox', { name: /Cantidad/ })
    await expect(dialog).toContainText(first?.CODIGO_ART ?? 'nothing')
    await expect(dialog.getByRole('button', { name: 'Anterior' })).toHaveAttribute('aria-disabled', 'true')
    await quantity.fill('77')
    await dialog.getByRole('button', { name: 'Siguiente' }).click()
    await expect(dialog.getByRole('heading')).toContainText(second?.CODIGO_ART ?? 'nothing')
    await expect(dialog.getByRole('button', { name: 'Siguiente' })).toBeFocused()
    // What was typed for one article is not offered for the next.
    await expect(quantity).not.toHaveValue('77')
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/catalogo$/)
  })

  test('the side banner shows beside the list', async ({ page }) => {
    await page.goto('/catalogo')
    // The phone has no side column: a row above the list opens it.
    if (isPhone(page)) await page.getByRole('button', { name: 'Promoción destacada' }).click()
    await expect(page.getByRole('img', { name: 'Promoción destacada' })).toBeVisible()
  })
})
