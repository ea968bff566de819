/** Importing orders from a spreadsheet, from the example file to the numbers of the orders. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { type Desk, expect, test, type WireClient } from './support/staff.ts'
import { ordersOf, pricedRows, type WireRow } from './support/test.ts'

test.use({ shopKind: 'muestra', signedIn: false })

const HEAD = 'CUIT;Número de pedido;Código de artículo;Cantidad;Precio;Observación'
let last = 0

interface Sheet {
  name: string
  mimeType: string
  buffer: Buffer
  rows: number
}

/** Order numbers that no other test has, and a file with everything that can be wrong with one. */
async function makeSheet({ api, clients }: Desk) {
  last += 1
  const number = `E2E-${process.pid}-${last}`
  const rows = await pricedRows(api)
  const [one, two, three] = rows as [WireRow, WireRow, WireRow]
  const addresses = async ({ ID_CLI }: WireClient): Promise<unknown[]> =>
    (await api.get(`/api/usuarios/direcciones-bodell/${ID_CLI}`)).json()
  const withSeveral: WireClient[] = []
  for (const client of clients) {
    if ((await addresses(client)).length > 1) withSeveral.push(client)
    if (withSeveral.length === 2) break
  }
  const [first, second] = withSeveral as [WireClient, WireClient]
  const lines = [
    HEAD,
    `${first.CUIT_CLI};${number};${one.CODIGO_ART};${one.multiplo};0;Caja roja`,
    `${first.CUIT_CLI};${number};${two.CODIGO_ART};${two.multiplo};${String(two.PRECIO_LPI).replace('.', ',')};`,
    `${first.CUIT_CLI};${number};NO-EXISTE;4;0;`,
    `${second.CUIT_CLI};${number};${three.CODIGO_ART};${three.multiplo};0;`,
    `;${number};${three.CODIGO_ART};1;0;`,
    `30700000016;${number};${three.CODIGO_ART};1;0;`,
  ]
  const file: Sheet = {
    name: 'pedidos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
    rows: lines.length - 1,
  }
  return { file, number, first, second, one, two, three }
}

const fileBox = (page: Page) => page.locator('input[type=file]')
const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar' })

async function chooseAddresses(page: Page): Promise<void> {
  for (const select of await page.getByLabel('Dirección').all()) await select.selectOption({ index: 1 })
}

test('a spreadsheet is reviewed, mended and accepted, and every row is accounted for', async ({ page, desk }) => {
  const { file, number, first, second } = await makeSheet(desk)
  const before = (await ordersOf(desk.api)).length
  await page.goto('/importar-pedido')
  expect(await violations(page)).toEqual([])
  const example = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar ejemplo' }).click()
  expect((await example).suggestedFilename()).toBe('ejemplo-pedidos.xlsx')

  await fileBox(page).setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
  })
  await expect(page.getByRole('alert').filter({ hasText: 'foto.png' })).toContainText('se canceló')
  await fileBox(page).setInputFiles(file)

  const facts = page.getByRole('region', { name: 'Resumen de la planilla' })
  await expect(facts).toContainText(`${file.rows} filas`)
  await expect(facts).toContainText('2 filas no se importan')
  await expect(facts).toContainText('1 fila por responder')
  await expect(page.getByRole('heading', { name: new RegExp(first.RAZONSOCIAL_CLI) })).toBeVisible()
  const unknown = page.getByRole('group', { name: /NO-EXISTE/ })
  await expect(unknown).toContainText('Elija el artículo')
  for (const [row, reason] of [
    ['Fila 6', 'La fila no tiene CUIT'],
    ['Fila 7', 'No se encontro el cliente'],
  ] as const)
    await expect(page.getByRole('listitem').filter({ hasText: row })).toContainText(reason)

  await accept(page).click()
  const orders = page.getByRole('article', { name: `Pedido ${number}` })
  await expect(orders.filter({ hasText: 'Una o mas direcciones no son validas' })).toHaveCount(2)
  await expect(page.getByLabel('Dirección').first()).toBeFocused()
  expect(await violations(page)).toEqual([])

  await page.getByLabel('Dirección').first().selectOption({ index: 2 })
  await page.getByLabel('Condición').first().selectOption('4')
  await page.getByLabel('Observación').first().fill('Entregar el lunes')
  await page.reload()
  await expect(page.getByLabel('Observación').first()).toHaveValue('Entregar el lunes')
  await expect(page.getByLabel('Condición').first()).toHaveValue('4')
  await page.getByLabel('Dirección').nth(1).selectOption('0')
  await accept(page).click()

  await expect(page.getByText(/^Se crearon 2 pedidos de pedidos\.csv/)).toBeVisible()
  const made = await ordersOf(desk.api)
  for (const { IDCON_PED } of made.slice(0, 2))
    await expect(page.getByRole('row').filter({ hasText: `Nro WEB ${IDCON_PED}` })).toBeVisible()
  for (const row of ['Fila 4', 'Fila 6', 'Fila 7'])
    await expect(page.getByRole('listitem').filter({ hasText: row })).toContainText('No se importó')
  expect(made.length).toBe(Math.min(25, before + 2))
  expect(made[0]?.items).toBe(1)
  expect(made[1]?.items).toBe(2)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(page.getByText(/^Se crearon 2 pedidos/)).toBeVisible()

  // The same file again asks about every order that is there already.
  await page.getByRole('button', { name: 'Importar otra planilla' }).click()
  await fileBox(page).setInputFiles(file)
  await expect(page.getByText(/ya se importó: es el pedido web/)).toHaveCount(2)
  await expect(accept(page)).toHaveAttribute('aria-disabled', 'true')
  const again = page
    .getByRole('region', { name: new RegExp(second.RAZONSOCIAL_CLI) })
    .getByRole('checkbox', { name: 'Importarlo otra vez' })
  await again.check()
  await chooseAddresses(page)
  await accept(page).click()
  await expect(page.getByText(/^Se creó 1 pedido/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'ya se importó' })).toHaveCount(1)
})

test('a lost answer doubles nothing: the second try gets the same orders', async ({ page, desk }) => {
  const { file } = await makeSheet(desk)
  await page.goto('/importar-pedido')
  await fileBox(page).setInputFiles(file)
  await expect(accept(page)).toBeVisible()
  await chooseAddresses(page)
  const keys: (string | undefined)[] = []
  await page.route('**/importar-pedido', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await accept(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No hay conexión' })).toBeVisible()
  const [lastMade] = await ordersOf(desk.api)
  await page.reload()
  await accept(page).click()
  await expect(page.getByText(/^Se crearon 2 pedidos/)).toBeVisible()
  expect((await ordersOf(desk.api))[0]?.IDCON_PED).toBe(lastMade?.IDCON_PED)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a dropped file is read; cancelling asks and leaves nothing', async ({ page, desk }) => {
  const { file, number } = await makeSheet(desk)
  const [lastMade] = await ordersOf(desk.api)
  await page.goto('/importar-pedido')
  const transfer = await page.evaluateHandle(
    ({ name, type, text }) => {
      const given = new DataTransfer()
      given.items.add(new File([text], name, { type }))
      return given
    },
    { name: file.name, type: file.mimeType, text: file.buffer.toString('utf8') },
  )
  await page.getByText('Elija una planilla').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByRole('article', { name: `Pedido ${number}` }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const question = page.getByRole('dialog', { name: 'Cancelar la importación' })
  await question.getByRole('button', { name: 'Seguir revisando' }).click()
  await expect(page.getByRole('article', { name: `Pedido ${number}` }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('Elija una planilla')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Elija una planilla')).toBeVisible()
  expect((await ordersOf(desk.api))[0]?.IDCON_PED).toBe(lastMade?.IDCON_PED)
})

test('the menu leads a seller there', { tag: '@phone' }, async ({ page, desk, isMobile }) => {
  expect(desk.user.tipo).toBe('vendedor')
  await page.goto('/mis-pedidos')
  await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
  await page.getByRole('link', { name: 'IMPORTAR PEDIDO' }).click()
  await expect(page).toHaveURL(/\/importar-pedido$/)
  await expect(page.getByRole('heading', { name: 'Importar pedido' })).toBeVisible()
})

test.describe('a client', () => {
  test.use({ signedIn: true })
  test('finds no import', async ({ page, isMobile }) => {
    await page.goto('/importar-pedido')
    await expect(page).toHaveURL(/\/catalogo/)
    await page.goto('/mis-pedidos')
    await page.getByRole('button', { name: isMobile ? 'Cuenta' : /^Hola/ }).click()
    await expect(page.getByRole('link', { name: 'MIS PEDIDOS' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'IMPORTAR PEDIDO' })).toHaveCount(0)
  })
})
