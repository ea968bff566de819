/** The category manager in a browser: the order by mouse, keyboard and number, names, deletions, two people at once. */
import type { APIRequestContext, Page } from '@playwright/test'
import { beginSignedIn, expect, test as shopTest } from './support/test.ts'

const PASSWORD = 'bulto-demo-2026'
const SCREEN = '/admin/productos/categorias'

interface WireNode {
  id: number
  nombre: string
  idMarca: number | null
  idPadre: number | null
}
interface Admin {
  page: Page
  api: APIRequestContext
  tree: () => Promise<WireNode[]>
  /** A brand of the test's own with these categories; answers its id and theirs. */
  brand: (name: string, ...categories: string[]) => Promise<{ id: number; ids: number[] }>
  /** Names of a brand's categories as they are stored. */
  stored: (brandId: number) => Promise<string[]>
}

const test = shopTest.extend<{ admin: Admin }>({
  admin: async ({ context, shop, page, playwright }, use) => {
    const user = await beginSignedIn(context, shop, { cuit: '20111111112', password: PASSWORD, clientId: -1 })
    const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
    const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    const tree = async () => (await (await api.get('/api/categorias/todas')).json()) as WireNode[]
    await use({
      page,
      api,
      tree,
      brand: async (name, ...categories) => {
        const brand = await (await api.post('/api/categorias/marca', { params: { nombre: name } })).json()
        const ids: number[] = []
        for (const nombre of categories)
          ids.push((await (await api.post('/api/categorias', { data: { nombre, orden: brand.id } })).json()).id)
        return { id: brand.id, ids }
      },
      stored: async (brandId) =>
        (await tree())
          .filter(({ idMarca, idPadre }) => idMarca === brandId && idPadre === null)
          .map(({ nombre }) => nombre),
    })
    await api.dispose()
  },
})
test.use({ shopKind: 'muestra', signedIn: false })

const branch = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Mover ${name}`, exact: true })
const number = (page: Page, name: string) => page.getByRole('textbox', { name: `Posición de ${name}`, exact: true })

/** Opens the screen and a brand on it. */
async function openBrand(page: Page, name: string): Promise<void> {
  await page.goto(SCREEN)
  await expect(branch(page, 'Marcas')).toBeVisible()
  const brand = branch(page, 'Marcas').getByRole('button', { name, exact: true })
  if ((await brand.getAttribute('aria-expanded')) === 'false') await brand.click()
  await expect(branch(page, `Categorías de ${name}`)).toBeVisible()
}

test('a category is moved by number, by keyboard and by mouse; each is stored before it says so', async ({
  admin,
  isMobile,
}, info) => {
  const { page } = admin
  const { id } = await admin.brand('Orden', 'Aros', 'Bolitas', 'Cometas', 'Dados')
  await openBrand(page, 'Orden')
  const storedIs = (...names: string[]) => expect.poll(() => admin.stored(id)).toEqual(names)

  await number(page, 'Dados').click()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Orden guardado')).toBeVisible()
  await storedIs('Dados', 'Aros', 'Bolitas', 'Cometas')
  await expect(number(page, 'Dados')).toBeFocused()
  await expect(number(page, 'Dados')).toHaveValue('1')
  info.annotations.push({ type: 'mover una categoría por número', description: '1 clic, 2 teclas' })

  await number(page, 'Dados').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Ingrese un número de 1 a 4')
  await page.keyboard.press('Escape')
  await expect(number(page, 'Dados')).toHaveValue('1')

  // What lies beyond the ends is held to the last place; what is no place is refused.
  await number(page, 'Dados').fill('-1')
  await page.keyboard.press('Enter')
  await expect(number(page, 'Dados')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await number(page, 'Dados').fill('99')
  await page.keyboard.press('Enter')
  await storedIs('Aros', 'Bolitas', 'Cometas', 'Dados')
  await page.keyboard.press('ArrowUp')
  await expect(number(page, 'Cometas')).toBeFocused()
  await number(page, 'Dados').fill('1')
  await page.keyboard.press('Enter')
  await storedIs('Dados', 'Aros', 'Bolitas', 'Cometas')

  if (!isMobile) {
    await handle(page, 'Cometas').focus()
    await page.keyboard.press('Space')
    await expect(handle(page, 'Cometas')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Cometas, posición 2 de 4')).toBeAttached()
    await page.keyboard.press('Space')
    await storedIs('Dados', 'Cometas', 'Aros', 'Bolitas')
    await expect(handle(page, 'Cometas')).toBeFocused()
    info.annotations.push({
      type: 'mover una categoría dos lugares con el teclado',
      description: '4 teclas, desde el asa',
    })
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    await expect(branch(page, 'Categorías de Orden').getByRole('listitem').nth(1)).toContainText('Cometas')
    await storedIs('Dados', 'Cometas', 'Aros', 'Bolitas')
  } else
    await number(page, 'Cometas')
      .fill('2')
      .then(() => page.keyboard.press('Enter'))
  await storedIs('Dados', 'Cometas', 'Aros', 'Bolitas')

  await drag(page, 'Bolitas', 'Dados', 'given up')
  await expect(branch(page, 'Categorías de Orden').getByRole('listitem').first()).toContainText('Dados')
  await storedIs('Dados', 'Cometas', 'Aros', 'Bolitas')
  await drag(page, 'Bolitas', 'Dados')
  await storedIs('Bolitas', 'Dados', 'Cometas', 'Aros')
  info.annotations.push({ type: 'mover una categoría con el mouse', description: '1 arrastre' })
  await expect(branch(page, 'Categorías de Orden').getByRole('listitem').first()).toContainText('Bolitas')
})

/** Drags a row by its handle over another one, or takes it back under way by Escape. */
async function drag(page: Page, name: string, over: string, end: 'dropped' | 'given up' = 'dropped'): Promise<void> {
  // In the middle of the screen, away from the sticky bars at its edges.
  await handle(page, over).evaluate((one) => one.scrollIntoView({ block: 'center' }))
  const from = await handle(page, name).boundingBox()
  const to = await handle(page, over).boundingBox()
  if (!from || !to) throw new Error('Nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 4 })
  if (end === 'given up') await page.keyboard.press('Escape')
  await page.mouse.up()
}

test('what somebody else ordered meanwhile is shown, and the person chooses', async ({ admin }) => {
  const { page, api } = admin
  const { id, ids } = await admin.brand('Dos personas', 'Uno', 'Dos', 'Tres')
  await openBrand(page, 'Dos personas')
  await api.put('/api/categorias/orden/cats', {
    data: [...ids].reverse().map((one, at) => ({ id: one, orden: at + 1 })),
  })
  await number(page, 'Dos').fill('1')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Otra persona cambió el orden' })
  await expect(dialog.getByRole('listitem')).toHaveText(['Tres', 'Dos', 'Uno'])
  expect(await admin.stored(id)).toEqual(['Tres', 'Dos', 'Uno'])
  await dialog.getByRole('button', { name: 'Llevar Dos a la posición 1' }).click()
  await expect.poll(() => admin.stored(id)).toEqual(['Dos', 'Tres', 'Uno'])
})

test('brands, categories and subcategories are added, renamed, found and deleted, and a deletion comes back', async ({
  admin,
}) => {
  const { page } = admin
  await page.goto(SCREEN)
  await page.getByRole('button', { name: 'Nueva marca' }).click()
  await page.getByRole('textbox', { name: 'Nueva marca' }).fill('Zumbido')
  await page.keyboard.press('Enter')
  await expect(number(page, 'Zumbido')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar categoría a Zumbido' }).click()
  const adding = page.getByRole('textbox', { name: 'Agregar categoría' })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ingrese un nombre')).toBeVisible()
  await adding.fill('Trompos')
  await page.keyboard.press('Enter')
  await expect(number(page, 'Trompos')).toBeVisible()
  await adding.fill('TROMPOS')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ya hay una categoría con ese nombre en esta marca')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agregar subcategoría a Trompos' }).click()
  await page.getByRole('textbox', { name: 'Agregar subcategoría' }).fill('De lata')
  await page.keyboard.press('Enter')
  await expect(number(page, 'De lata')).toBeVisible()
  await page.getByRole('button', { name: 'Listo' }).click()

  await page.getByRole('button', { name: 'Editar Zumbido' }).click()
  await page.getByRole('checkbox', { name: 'Por bulto cerrado' }).check()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Zumbido' }).first()).toContainText('Por bulto cerrado')

  await page.getByRole('button', { name: 'Renombrar Trompos' }).click()
  await page.getByRole('textbox', { name: 'Nombre de la categoría' }).fill('Trompos y yoyós')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Renombrar Trompos y yoyós' })).toBeVisible()

  await page.getByRole('searchbox').fill('yoyos')
  const found = page.getByRole('list', { name: 'Marcas y categorías encontradas' })
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await expect(found).toContainText('Zumbido')
  await page.getByRole('button', { name: 'Borrar Trompos y yoyós' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    'Desea borrar Trompos y yoyós? si tiene items asociados puede afectar a los mismos',
  )
  await question.getByRole('button', { name: 'Borrar' }).click()
  await expect(page.getByText('No hay marcas ni categorías con ese nombre')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(found.getByRole('listitem')).toHaveCount(1)
  expect((await admin.tree()).map(({ nombre }) => nombre)).toEqual(
    expect.arrayContaining(['Trompos y yoyós', 'De lata']),
  )
})

test('the articles of a category are ordered in a dialog and stored with Guardar; changes are not lost unasked', async ({
  admin,
}) => {
  const { page, api } = admin
  const tree: (WireNode & { articulos: number })[] = await (await api.get('/api/categorias/todas')).json()
  const place = tree.find(({ idMarca, idPadre, articulos }) => idMarca && idPadre === null && articulos > 4)
  if (!place) throw new Error('The demo shop has a category with some articles')
  const list = async () =>
    (await (await api.get('/api/productos/subcat', { params: { m: place.idMarca ?? 0, c: place.id } })).json()) as {
      CODIGO_ART: string
      DESCRIP_ART: string
    }[]
  const [first, second, third] = await list()
  const brand = tree.find(({ id, idMarca }) => id === place.idMarca && idMarca === null)
  await openBrand(page, brand?.nombre ?? '')
  await branch(page, `Categorías de ${brand?.nombre}`)
    .getByRole('button', { name: new RegExp(`^Ordenar .* de ${place.nombre}$`) })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Orden de artículos/ })
  const boxOf = (article: typeof first) =>
    dialog.getByRole('textbox', { name: `Posición de ${article?.CODIGO_ART} ${article?.DESCRIP_ART}` })
  await expect(boxOf(first)).toHaveValue('1')
  await expect(dialog.getByRole('button', { name: 'Guardar orden' })).toBeDisabled()

  await dialog.getByRole('searchbox').fill(third?.CODIGO_ART ?? '')
  await boxOf(third).fill('-2')
  await page.keyboard.press('Enter')
  await expect(boxOf(third)).toHaveValue('1')
  await dialog.getByRole('searchbox').fill('')
  await expect(dialog.getByText('Sin guardar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Seguir ordenando' }).click()
  await dialog.getByRole('button', { name: 'Guardar orden' }).click()
  await expect(page.getByText('Orden guardado')).toBeVisible()
  await expect(dialog).toBeHidden()
  const now = await list()
  expect(now.slice(0, 3).map(({ CODIGO_ART }) => CODIGO_ART)).toEqual(
    [third, first, second].map((article) => article?.CODIGO_ART),
  )
})

for (const [who, cuit] of [
  ['a client', '30712345671'],
  ['a seller', '20333333334'],
  ['a supervisor', '20222222223'],
] as const) {
  test(`${who} does not get in`, async ({ context, shop, page }) => {
    await beginSignedIn(context, shop, { cuit, password: PASSWORD, clientId: who === 'a client' ? 1 : -1 })
    await page.goto(SCREEN)
    await expect(page).toHaveURL(/\/catalogo/)
  })
}
