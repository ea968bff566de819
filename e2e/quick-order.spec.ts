/** An order typed or pasted into one box: what is certain is added with one key, the rest is asked. */

import type { Page } from '@playwright/test'
import { pasteInto } from '../testkit/paste.ts'
import { violations } from './support/axe.ts'
import { untilOnDevice } from './support/device.ts'
import { test as staffTest } from './support/staff.ts'
import { cartOf, endSession, expect, hasKey, signInForm, test, withoutNews } from './support/test.ts'

const sample = { shopKind: 'muestra' } as const
test.use(sample)

/** Articles of the demo shop that have a price. */
const codes = [
  ...['RY10013', 'RY10017', 'RY10021', 'RY10061', 'RY10070'],
  ...['RY10197', 'RY10211', 'RY10253', 'RY10388', 'BL20144'],
]

const inCart = (page: Page) => page.getByRole('button', { name: /^Eliminar / })

test('a line is typed, read and added by keys alone; a doubt is answered, discarded and taken back', async ({
  page,
}) => {
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  // The next line is typed before the last one is answered.
  for (const line of ['ry10013 24', 'ry10017 12', 'ry10021 6']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  const taken = page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')
  await expect(taken).toContainText(['RY10021', 'RY10017', 'RY10013'])
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()

  await page.keyboard.type('RY10031x 24')
  await page.keyboard.press('Enter')
  const question = page.getByRole('group', { name: 'RY10031x 24' })
  await expect(question).toContainText('No existe el código')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(question).toContainText('Descartado')
  await page.getByRole('button', { name: 'Recuperar RY10031x 24' }).click()
  await expect(question).toContainText('No existe el código')
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(box).toHaveValue('RY10031x 24')
})

test('a table whose columns could both be codes is one question, answered with one press', async ({ page }) => {
  const text = '10013\t10021\n10017\t10061\n10070\t10197'
  const chosen: unknown[] = []
  // The demo shop has no numeric codes, so the test replaces them before they reach the reader.
  await page.route('**/rapido/revisar', async (route) => {
    const { columna, ...body } = route.request().postDataJSON() as { columna?: number; texto: string }
    chosen.push(columna)
    if (columna) return route.continue({ postData: { ...body, texto: 'RY10021 24\nRY10061 12\nRY10197 24' } })
    const part = {
      tipo: 'pregunta',
      lineas: [2, 3, 4],
      texto: text,
      motivo: '¿Qué columna tiene los códigos?',
      marcas: [],
      articulos: [],
      pedida: null,
      cantidad: null,
      sumandos: [],
      obs: '',
      columnas: [1, 2],
      enCarrito: 0,
      precio: 0,
    }
    return route.fulfill({ json: { partes: [part], avisos: [], dichos: [], total: 0 } })
  })
  await page.goto('/pedido-rapido')
  await pasteInto(page.getByLabel('Códigos y cantidades'), `Hola\n${text}`)
  const table = page.getByRole('group', { name: '10013 10021 …' })
  await expect(table).toContainText('¿Qué columna tiene los códigos?')
  expect(await violations(page)).toEqual([])
  await table.getByRole('button', { name: 'La 2.ª columna son los códigos' }).click()
  await expect(page.getByRole('button', { name: 'Agregar 3 renglones' })).toBeFocused()
  await expect(table).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(3)
  expect(chosen).toEqual([undefined, 2])
})

test('what a unit counts is asked once for all its lines, and answered with one press', async ({ page }) => {
  await page.goto('/pedido-rapido')
  await pasteInto(page.getByLabel('Códigos y cantidades'), 'RY10021 2 fdo\nRY10061 1 fdo\nRY10197 2 fdo')
  const question = page.getByRole('group', { name: 'RY10021 2 fdo …' })
  await expect(question).toContainText('¿Qué cuenta la unidad de estos renglones?')
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: '«fdo» es docena' }).click()
  await expect(page.getByRole('button', { name: 'Agregar 3 renglones' })).toBeFocused()
  await expect(page.getByText('«fdo» se leyó como docena')).toBeVisible()
  await page.keyboard.press('Enter')
  const stored = page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')
  await expect(stored).toHaveCount(3)
  await expect(stored.first()).toContainText('24 unidades')
})

test('the end of a code leads to its article, shown and taken with one key more', async ({ page }) => {
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  const line = '10013 24'
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  const question = page.getByRole('group', { name: line })
  await expect(question).toContainText('No existe el código 10013')
  await expect(question.getByRole('combobox')).toHaveValue(/^RY10013 /)
  await expect(question.getByLabel('Cantidad')).toBeFocused()
  await expect(question.getByLabel('Cantidad')).toHaveValue('24')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' })).toContainText('RY10013')
  await expect(box).toBeFocused()
  expect(line.length + 3).toBeLessThanOrEqual(12)
})

test('a pasted order goes into the cart with one key', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/pedido-rapido')
  await pasteInto(page.getByLabel('Códigos y cantidades'), ['Hola!', ...codes.map((code) => `${code} x 12`)].join('\n'))
  await expect(page.getByRole('button', { name: `Agregar ${codes.length} renglones` })).toBeFocused()
  await expect(page.getByText('Saludos y encabezados')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(
    codes.length,
  )
  await page.goto('/carrito')
  await expect(inCart(page)).toHaveCount(codes.length)
})

test('what nobody read stays in its place when the lines are added, over a reload too, until it is answered', {
  tag: '@phone',
}, async ({ page }) => {
  const unread = ['Marta Ferreyra de Quilmes', 'y lo de siempre de muñecas']
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await pasteInto(box, [unread[0], ...codes.map((code) => `${code} x 12`), unread[1]].join('\n'))
  const add = page.getByRole('button', { name: `Agregar ${codes.length} renglones` })
  await expect(add).toBeFocused()
  const texts = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Es un renglón' }) })
  await expect(texts).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Renglones leídos' }).getByRole('listitem').first()).toContainText(
    'Marta Ferreyra de Quilmes',
  )
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const added = page.getByRole('region', { name: 'Agregado al carrito' })
  await expect(added.getByRole('listitem')).toHaveCount(codes.length)
  await expect(texts).toHaveCount(2)
  await page.reload()
  await expect(box).toHaveValue(unread.join('\n'))
  await page.getByRole('button', { name: 'Leer', exact: true }).click()
  await texts.first().getByRole('button', { name: 'No es nada' }).click()
  await expect(texts).toHaveCount(1)
  await texts.getByRole('button', { name: 'Es un renglón' }).click()
  const line = page.getByRole('group', { name: unread[1] })
  // Searched by its words, which a person shortens.
  await expect(line.getByRole('combobox')).toHaveValue('siempre muñecas')
  await line.getByRole('combobox').fill('RY10013')
  await page.getByRole('option', { name: /^RY10013 / }).click()
  await line.getByLabel('Cantidad').fill('6')
  await page.getByRole('button', { name: 'Agregar 1 renglón' }).click()
  await expect(added.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Renglones leídos' })).toHaveCount(0)
})

test('a doubt is answered; without a connection it says so beside its button and keeps what was typed', async ({
  page,
  context,
}) => {
  await page.goto('/pedido-rapido')
  await page.getByLabel('Códigos y cantidades').fill('RY10013 x 12\nRY10021 6\nRY10061')
  await page.keyboard.press('Enter')
  const add = page.getByRole('button', { name: /^Agregar \d+ rengl/ })
  await expect(add).toBeFocused()
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('region', { name: 'Renglones leídos' })
  await expect(rows.getByRole('alert')).toContainText(/conexión/i)
  await expect(add).toBeFocused()
  await context.setOffline(false)
  await page.keyboard.press('Enter')
  const question = page.getByRole('group', { name: 'RY10061' })
  await expect(question).toContainText('Falta la cantidad')

  await question.getByLabel('Cantidad').fill('0')
  await page.keyboard.press('Enter')
  await expect(question).toContainText('Falta la cantidad')
  await question.getByLabel('Cantidad').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Agregar 1 renglón' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByRole('region', { name: 'Agregado al carrito' })).toContainText('RY10061')
})

test('proposals are accepted together, an article is changed where it stands, and one article is one line', async ({
  page,
  api,
  user,
}) => {
  await page.goto('/pedido-rapido')
  // The ends of codes get proposals, and 'ZZ999999' matches none; two rows become one article.
  await pasteInto(
    page.getByLabel('Códigos y cantidades'),
    ['RY10017 x 12', '10013 24', '10021 6', 'ZZ999999 x 5'].join('\n'),
  )
  const row = (name: string) => page.getByRole('group', { name })
  await expect(row('ZZ999999 x 5')).toContainText('Elija el artículo')
  await page.getByRole('button', { name: 'Aceptar las 2 propuestas' }).click()
  await expect(page.getByRole('button', { name: 'Agregar 3 renglones' })).toBeFocused()
  const choice = row('ZZ999999 x 5').getByRole('combobox')
  await choice.fill('RY10013')
  await page.getByRole('option', { name: /^RY10013 / }).click()
  // 24 and 5 of RY10013, rounded to its multiple of 2.
  await expect(page.getByRole('button', { name: 'Agregar 3 renglones' })).toBeVisible()
  await page.getByRole('button', { name: 'Agregar 3 renglones' }).click()
  const taken = page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')
  await expect(taken).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  const stored = new Map((await cartOf(api, user)).map(({ idart, cantidad }) => [idart, cantidad]))
  expect([...stored.values()].toSorted((a, b) => a - b)).toEqual([6, 12, 30])
})

test('a tick stands for what the cart holds: a later line of the same article takes the place of the earlier one', async ({
  page,
}) => {
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  for (const line of ['ry10013 24', 'ry10013 12']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
  const taken = page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')
  await expect(taken).toHaveCount(1)
  await expect(taken).toContainText('12 unidades')
})

test('a text that was kept says so, and is replaced by what is pasted', async ({ page }) => {
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await box.fill('ry10013 24')
  await page.reload()
  await expect(page.getByText('Esto quedó de la última vez')).toBeVisible()
  await pasteInto(box, 'RY10017 x 12\nRY10021 x 6')
  await expect(page.getByRole('button', { name: 'Agregar 2 renglones' })).toBeFocused()
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await expect(page.getByRole('region', { name: 'Renglones leídos' })).toHaveCount(0)
  await expect(box).toBeFocused()
})

test.describe('without signal', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what was typed stays line by line, outlives its tab and is offered when the signal is back', async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000)
    await withoutNews(page)
    await page.goto('/catalogo')
    await expect(page.getByRole('article').first()).toBeVisible()
    await untilOnDevice(page, 'CARRITO')
    await page.goto('/pedido-rapido')
    const box = page.getByLabel('Códigos y cantidades')
    await expect(box).toBeFocused()
    await context.setOffline(true)
    // The next line is typed without waiting for the screen.
    await page.keyboard.type('ry10013 24')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Sin señal. Lo que cargó queda guardado')
    await page.keyboard.type('ry10017 12')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('ry10013 24\nry10017 12\n')
    await page.close()

    const again = await context.newPage()
    await withoutNews(again)
    await again.goto('/pedido-rapido')
    const kept = again.getByLabel('Códigos y cantidades')
    await expect(kept).toHaveValue('ry10013 24\nry10017 12\n')
    await expect(again.getByRole('alert')).toContainText('Sin señal')
    // The signal comes back on another screen of the shop.
    await again.goto('/carrito')
    const bar = again.getByRole('complementary', { name: 'Avisos de la tienda' })
    await expect(bar.getByText('Sin señal')).toBeVisible()
    await context.setOffline(false)
    await bar.getByRole('button', { name: 'Leer' }).click({ timeout: 30_000 })
    await expect(again.getByText('Volvió la señal: lo que cargó todavía no se leyó.')).toBeVisible()
    await again.getByRole('button', { name: 'Leer', exact: true }).click()
    await again.getByRole('button', { name: 'Agregar 2 renglones' }).click()
    await expect(again.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(2)
    await expect(again.getByText('Volvió la señal')).toHaveCount(0)
    await again.goto('/catalogo')
    await expect(again.getByRole('article').first()).toBeVisible()
    await expect(bar.getByText('hay un texto sin leer')).toHaveCount(0)
  })
})

test('without signal, where the browser keeps nothing, it says not to close the page', async ({ page, context }) => {
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await context.setOffline(true)
  await page.keyboard.type('ry10013 24')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('no deja guardar: no cierre esta página')
  await expect(box).toHaveValue('ry10013 24\n')
})

test('what was typed before and still waits does not undo what is added here', async ({ page, context }) => {
  await withoutNews(page)
  // For a while the card's line does not reach the shop.
  let away = true
  await page.route('**/api/pedidos/itemsCarrito/lista', (route) =>
    away && route.request().postData()?.includes('"cantidad":12') ? route.abort('connectionrefused') : route.fallback(),
  )
  const waiting = page.getByRole('region', { name: 'Artículos que esperan señal' })
  await page.goto('/catalogo?buscar=RY10017')
  await page.getByRole('textbox', { name: 'Cantidad de RY10017' }).fill('12')
  await page.getByRole('button', { name: 'AGREGAR RY10017' }).click()
  await expect(waiting).toBeVisible()
  await page.goto('/pedido-rapido')
  await page.getByLabel('Códigos y cantidades').fill('ry10017 24')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' })).toContainText('RY10017')
  away = false
  await expect(waiting).toBeHidden({ timeout: 20_000 })
  await page.close()
  const next = await context.newPage()
  await next.goto('/carrito')
  await expect(next.getByRole('textbox', { name: 'Cantidad de RY10017' })).toHaveValue('24')
})

test('what was typed when the session ran out stands there after the sign-in, before what is typed', async ({
  page,
  user,
  client,
}) => {
  await withoutNews(page)
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await box.fill('ry10013 24')
  await expect.poll(() => hasKey(page, user)).toBe(true)
  await endSession(page)
  await page.getByRole('button', { name: 'Leer', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  const kept = () => page.evaluate(() => Object.entries(localStorage).join())
  await expect.poll(kept).not.toContain('ry10013')
  await signInForm(page).getByLabel('CUIT').fill(client.cuit)
  await signInForm(page).getByLabel('Contraseña', { exact: true }).fill(client.password)
  // The key comes when the page stands.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/llave', async (route) => {
    await asked
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  answer()
  await expect(box).toHaveValue('ry10013 24\n')
  await page.keyboard.type('ry10017 12')
  await expect(box).toHaveValue('ry10013 24\nry10017 12')
})

test('the button takes what was copied, and says so where the browser refuses it', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await page.goto('/pedido-rapido')
  const paste = page.getByRole('button', { name: 'Pegar' })
  await context.clearPermissions()
  await paste.click()
  await expect(page.getByText('El navegador no dejó leer lo copiado')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('RY10013 12\nRY10021 6'))
  await paste.click()
  await expect(page.getByRole('button', { name: 'Agregar 2 renglones' })).toBeFocused()
})

staffTest.describe('a seller', () => {
  staffTest.use({ ...sample, signedIn: false })
  staffTest('chooses the client first', async ({ page, desk }) => {
    await page.goto('/pedido-rapido')
    await expect(page.getByText('Cada cliente tiene su carrito.')).toBeVisible()
    await page.goto(`/carrito?id=${desk.clients[0]?.ID_CLI}`)
    await page.getByRole('link', { name: 'Pedido rápido' }).click()
    await expect(page.getByLabel('Códigos y cantidades')).toBeFocused()
    const forWhom = page.getByRole('region', { name: 'Cliente del pedido' })
    await expect(forWhom.getByLabel('Pedido para')).not.toHaveValue('')
    await page.goto('/mis-listas')
    await expect(forWhom.getByLabel('Pedido para')).not.toHaveValue('')
  })
})
