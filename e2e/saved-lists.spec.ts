/** Saved lists and carts put aside (R368, R369). */
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

const lines = (page: Page) => page.getByRole('textbox', { name: /^Cantidad de/ })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** Articles of which the cart gets one multiple each, the first with a note. */
async function fill(
  api: APIRequestContext,
  user: StoredUser,
  from: number,
  count: number,
): Promise<readonly WireRow[]> {
  const articles = (await pricedRows(api)).slice(from, from + count)
  await fillCart(
    api,
    user,
    articles.map(({ IDART_IO, multiplo }, at) => ({
      ...{ idart: IDART_IO, cantidad: multiplo * 2 },
      ...(at === 0 && { obs: 'Caja roja' }),
    })),
  )
  return articles
}

test.beforeEach(({ page }) => withoutNews(page))

test('a cart is put aside for another one, and both are there again', { tag: '@phone' }, async ({
  page,
  api,
  user,
}) => {
  await fill(api, user, 2, 3)
  await page.goto('/carrito')
  await expect(lines(page)).toHaveCount(3)
  await button(page, 'Dejar aparte').click()
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Para el lunes')
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Dejar aparte' }).click()
  await expect(page.getByText('El carrito quedó aparte: «Para el lunes»')).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  // Meant otherwise, it is taken up at once.
  await button(page, 'Retomar').click()
  await expect(page.getByRole('region', { name: 'Carrito retomado' })).toContainText('se agregaron 3 artículos')
  await expect(lines(page)).toHaveCount(3)
  await button(page, 'Dejar aparte').click()
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Para el lunes')
  await dialog(page).getByRole('button', { name: 'Dejar aparte' }).click()
  await expect(lines(page)).toHaveCount(0)

  const [eighth] = await fill(api, user, 8, 2)
  await page.goto('/carrito')
  await expect(lines(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Mis listas' }).click()
  await page.getByRole('link', { name: 'Para el lunes' }).click()
  await expect(page.getByRole('heading', { name: 'Para el lunes' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, 'Retomar').click()
  await expect(dialog(page)).toContainText('2 renglones')
  await dialog(page).getByRole('button', { name: 'Dejar aparte el de ahora' }).click()
  await expect(page.getByRole('region', { name: 'Carrito retomado' })).toContainText(
    'se agregaron 3 artículos al carrito',
  )
  await expect(lines(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Observación de/ }).first()).toBeAttached()

  await page.goto('/mis-listas')
  const aside = page.getByRole('region', { name: 'Carritos aparte' })
  await expect(aside.getByRole('link')).toHaveCount(1)
  await expect(aside).toContainText('2 artículos')
  expect(await violations(page)).toEqual([])

  // What is in the cart as well has the quantity of the list from then on, and that is told.
  const more = eighth!.multiplo * 5
  await fillCart(api, user, [{ idart: eighth!.IDART_IO, cantidad: more }])
  await aside.getByRole('link').click()
  await button(page, 'Retomar').click()
  await dialog(page).getByRole('button', { name: 'Sumar al carrito' }).click()
  await expect(page.getByRole('region', { name: 'Carrito retomado' })).toContainText(
    `con la cantidad de la lista: ${eighth!.CODIGO_ART} (${more} → `,
  )
})

test('where the answer to a change of the cart is lost, the cart is shown as the shop has it', async ({
  page,
  api,
  user,
}) => {
  /** The change is made, and nobody is told. */
  const losing = (path: string, work: () => Promise<void>) =>
    test.step(path, async () => {
      await page.route(path, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        return route.abort()
      })
      await work()
      await page.unroute(path)
    })
  const nameIt = async (name: string) => {
    await button(page, 'Dejar aparte').click()
    await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill(name)
    await dialog(page).getByRole('button', { name: 'Dejar aparte' }).click()
  }
  await fill(api, user, 2, 3)
  await page.goto('/carrito')
  await expect(lines(page)).toHaveCount(3)
  await losing('**/api/pedidos/listas-guardadas', async () => {
    await nameIt('Para el lunes')
    await expect(page.getByText('No hay items en tu carrito')).toBeVisible()
  })
  await fill(api, user, 8, 2)
  await page.goto('/mis-listas')
  await page.getByRole('link', { name: 'Para el lunes' }).click()
  await losing('**/api/pedidos/listas-guardadas', async () => {
    await button(page, 'Retomar').click()
    await dialog(page).getByRole('button', { name: 'Dejar aparte el de ahora' }).click()
    await expect(page.getByRole('link', { name: /^Carrito \(0 ITEMS\)/ })).toBeVisible()
  })
  await losing('**/api/pedidos/listas-guardadas/*/*', async () => {
    await page.reload()
    await button(page, 'Retomar').click()
    await expect(page.getByRole('link', { name: /^Carrito \(3 ITEMS\)/ })).toBeVisible()
  })
})

test('a cart is saved as a list, which is changed, ordered from, and shared', { tag: '@phone' }, async ({
  page,
  api,
  user,
}) => {
  const [first, second] = await fill(api, user, 2, 3)
  await page.goto('/carrito')
  await button(page, 'Guardar como lista').click()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog(page)).toContainText('Escriba un nombre para la lista')
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Vidriera')
  await page.keyboard.press('Enter')
  await button(page, 'Verla').click()
  await expect(page.getByRole('heading', { name: 'Vidriera' })).toBeVisible()
  // The cart is as it was, and the rows say so.
  const rows = page.getByRole('region', { name: 'Artículos de la lista' })
  await expect(rows.getByText(/hoy en el carrito: /)).toHaveCount(3)

  await rows.getByRole('button', { name: new RegExp(`^Descartar ${second?.CODIGO_ART}`) }).click()
  await rows.getByRole('textbox', { name: `Cantidad de ${first?.CODIGO_ART}` }).fill(String((first?.multiplo ?? 1) * 5))
  await button(page, 'Guardar los cambios en la lista').click()
  await expect(page.getByText('Lista guardada')).toBeVisible()
  await page.reload()
  await expect(lines(page)).toHaveCount(2)
  await expect(rows.getByRole('textbox', { name: `Cantidad de ${first?.CODIGO_ART}` })).toHaveValue(
    String((first?.multiplo ?? 1) * 5),
  )
  await button(page, 'Agregar 2 renglones').click()
  await expect(page.getByRole('heading', { name: 'Agregado al carrito' })).toBeVisible()

  await page.reload()
  await button(page, 'Nombre y quién la ve').click()
  await dialog(page)
    .getByRole('checkbox', { name: /^Compartirla/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText(/^Lista compartida/)).toBeVisible()

  await button(page, 'Borrar').click()
  await dialog(page).getByRole('button', { name: 'Borrar' }).click()
  await expect(page).toHaveURL(/\/mis-listas$/)
  await expect(page.getByRole('link', { name: 'Vidriera' })).toHaveCount(0)
})

test('a cart that was taken up in place of another is put aside again when that is undone', async ({
  page,
  api,
  user,
}) => {
  const [aside] = await fill(api, user, 2, 3)
  await page.goto('/carrito')
  await button(page, 'Dejar aparte').click()
  // Also where its answer is lost: the cart is empty then, and whoever put it aside is told where it is.
  const call = '**/api/pedidos/listas-guardadas'
  await page.route(call, async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await dialog(page).getByRole('button', { name: 'Dejar aparte' }).click()
  await expect(page.getByText(/No llegó la respuesta\. Si el carrito está vacío, quedó aparte: «.+»/)).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  await page.unroute(call)
  const [before] = await fill(api, user, 8, 2)
  await page.goto('/mis-listas')
  await button(page, /^Retomar/).click()
  await dialog(page).getByRole('button', { name: 'Borrar artículos y retomar' }).click()
  await expect(lines(page)).toHaveCount(3)
  await button(page, 'Deshacer').click()
  await expect(lines(page)).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: `Cantidad de ${before?.CODIGO_ART}` })).toBeVisible()
  await page.goto('/mis-listas')
  await page.getByRole('region', { name: 'Carritos aparte' }).getByRole('link').click()
  await expect(lines(page)).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: `Cantidad de ${aside?.CODIGO_ART}` })).toBeVisible()
})

test('what is typed into a list stays when it is renamed, and when somebody else changes it', async ({
  page,
  api,
  user,
}) => {
  const articles = await fill(api, user, 2, 3)
  const renglones = articles.map(({ IDART_IO: idart, multiplo }) => ({ idart, cantidad: multiplo, obs: '' }))
  const body = { idcli: user.idcli, nombre: 'Vidriera', compartida: 0, renglones }
  const { id } = await (await api.post('/api/pedidos/listas-guardadas', { data: body })).json()
  await page.goto(`/mis-listas?lista=${id}`)
  const first = lines(page).first()
  const typed = String((articles[0]?.multiplo ?? 1) * 7)
  await first.fill('dos')
  await button(page, 'Guardar los cambios en la lista').click()
  await expect(page.getByText('Complete o descarte los renglones sin artículo o sin cantidad')).toBeVisible()
  await first.fill(typed)

  await button(page, 'Nombre y quién la ve').click()
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Vidriera de marzo')
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('heading', { name: 'Vidriera de marzo' })).toBeVisible()
  await expect(first).toHaveValue(typed)
  await expect(page.getByText(/^Otra persona cambió la lista/)).toHaveCount(0)

  const [other] = renglones
  const change = { idcli: user.idcli, renglones: [{ ...other, cantidad: (articles[0]?.multiplo ?? 1) * 3 }] }
  expect((await api.put(`/api/pedidos/listas-guardadas/${id}`, { data: change })).ok()).toBe(true)
  await button(page, 'Guardar los cambios en la lista').click()
  await expect(page.getByText('Otra persona lo cambió mientras usted lo editaba')).toBeVisible()
  await expect(first).toHaveValue(typed)
  await button(page, 'Ver cómo quedó').click()
  await expect(lines(page)).toHaveCount(1)
  await expect(first).toHaveValue(String((articles[0]?.multiplo ?? 1) * 3))
})

test.describe('without signal', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a list is read and filled in, and nothing is said to be put aside', async ({ page, api, user, context }) => {
    await fill(api, user, 2, 3)
    await page.goto('/carrito')
    await button(page, 'Guardar como lista').click()
    await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Sin señal')
    await page.keyboard.press('Enter')
    await button(page, 'Verla').click()
    await expect(lines(page)).toHaveCount(3)
    await page.goto('/carrito')
    await expect(lines(page)).toHaveCount(3)
    await untilOnDevice(page, 'listas-guardadas"')
    await context.setOffline(true)
    await button(page, 'Dejar aparte').click()
    await dialog(page).getByRole('button', { name: 'Dejar aparte' }).click()
    await expect(dialog(page).getByText(/sin conexión|señal|conexión/i)).toBeVisible()
    await expect(lines(page)).toHaveCount(3)
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
    await lines(page).first().fill('999')
    await lines(page).first().press('Enter')
    await button(page, 'Dejar aparte').click()
    await expect(page.getByText('Hay cambios del carrito que todavía no se guardaron')).toBeVisible()
    await page.getByRole('link', { name: 'Mis listas' }).click()
    await page.getByRole('link', { name: 'Sin señal' }).click()
    await expect(lines(page)).toHaveCount(3)
  })
})

test('what a search finds becomes a list, and is added to one that stands', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const text = 'piano azul'
  const found = await searchRows(api, { n: text })
  const ids = new Set(found.map(({ IDART_IO }) => IDART_IO))
  const other = (await pricedRows(api)).find(({ IDART_IO }) => !ids.has(IDART_IO))
  const count = found.filter(({ PRECIO_LPI }) => PRECIO_LPI > 0).length
  expect(count).toBeGreaterThan(1)
  await page.goto(`/catalogo?buscar=${text}`)
  await button(page, 'Guardar como lista').click()
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Los pianos')
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Se guardó la lista «Los pianos»')).toBeVisible()
  await button(page, 'Verla').click()
  await expect(page.getByRole('heading', { name: 'Los pianos' })).toBeVisible()
  await expect(lines(page)).toHaveCount(count)

  const addOther = async () => {
    await page.goto(`/catalogo?buscar=${other?.CODIGO_ART}`)
    await button(page, 'Guardar como lista').click()
    await dialog(page).getByRole('combobox', { name: 'Lista' }).selectOption('Los pianos')
    expect(await violations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  }
  await addOther()
  await expect(page.getByText('Se agregó 1 artículo a «Los pianos»')).toBeVisible()
  // The page begins with what was kept of the list, and shows what it has become.
  await button(page, 'Verla').click()
  await expect(lines(page)).toHaveCount(count + 1)
  await expect(page.getByText(/^Otra persona cambió la lista/)).toHaveCount(0)
  await addOther()
  await expect(page.getByText('«Los pianos» ya tenía todo')).toBeVisible()
})
