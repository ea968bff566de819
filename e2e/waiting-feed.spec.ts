/** What the ERP sends and a guard stops (R297): an admin sees what would change and answers, at a desk and on a phone. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { type Erp, test } from './support/erp-shop.ts'
import { expect, searchRows } from './support/test.ts'

test.use({ file: 'waiting-feed', signedIn: false })
// All tests share one shop: each begins with what the one before it left.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

const ids = Array.from({ length: 60 }, (_, place) => 900_001 + place)
const ARTICLES = 'ID_ART;CODIGO_ART;DESCRIP_ART;ALIAS_ART;UXB;INTERNO;SURTIDO;MULTIPLO;TEMPORADA;ACTIVO'
const LISTINGS =
  'CODIGO_ART;MARCA;CATEGORIA;SUBCATEGORIA;ORDEN_IO;DESCUENTO_IO;OFERTA_IO;DESTACADO_IO;INDICACION_IO;ACTIVO_IO'
const articles = [ARTICLES, ...ids.map((id) => `${id};ZQ${id};Zapatilla ${id};;1;0;0;1;;1`)]
/** Half of the articles have no price: rows that are not in use. */
const prices = (priceOf: (place: number) => number, count = ids.length) => [
  'ID_ART;PRECIO_LPI',
  ...ids.slice(0, count).map((id, place) => `${id};${place < 30 ? priceOf(place) : 0}`),
]

const put = ({ folder }: Erp, name: string, rows: readonly string[]) =>
  writeFile(join(folder, 'entrada', `${name}.csv`), rows.map((row) => `${row}\r\n`).join(''))
const fileOf = (page: Page, name: string) => page.getByRole('region', { name })

/** Opens the page until a file waits there, with a text. */
async function seeWaiting(page: Page, name: string, text: RegExp | string) {
  await expect(async () => {
    await page.goto('/admin/erp/espera')
    await expect(fileOf(page, name)).toContainText(text, { timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
}

async function answer(page: Page, name: string, word: 'Aceptar' | 'Rechazar') {
  await fileOf(page, name).getByRole('button', { name: word }).click()
  await page.getByRole('dialog').getByRole('button', { name: word }).click()
  await expect(fileOf(page, name)).toHaveCount(0, { timeout: 60_000 })
}

/** The price in pesos that the catalogue shows. */
async function shownPrice(api: APIRequestContext, place = 0): Promise<number | undefined> {
  const rows = await searchRows(api, { busqueda: `ZQ${ids[place]}` })
  return rows[0]?.PRECIO_LPI
}

test('many articles out of use and new brands wait, and are accepted', async ({ admin, erp }) => {
  const { page, api } = admin
  await put(erp, 'articulos', articles)
  await seeWaiting(page, 'articulos.csv', /Dejaría fuera de uso \d+ de \d+ artículos/)
  // The admin's home leads there.
  await page.goto('/admin')
  await expect(page.getByRole('alert')).toContainText('espera su respuesta')
  await page.getByRole('link', { name: 'Ver qué cambiaría y responder' }).click()
  await answer(page, 'articulos.csv', 'Aceptar')
  await put(
    erp,
    'precios',
    prices((place) => 100 + place),
  )
  await seeWaiting(page, 'precios.csv', 'Dejaría fuera de uso')
  await answer(page, 'precios.csv', 'Aceptar')
  await put(erp, 'asignaciones', [LISTINGS, ...ids.map((id, at) => `ZQ${id};Zeta;Calzado;;${at};0;0;0;;1`)])
  await seeWaiting(page, 'asignaciones.csv', 'Zeta > Calzado')
  await answer(page, 'asignaciones.csv', 'Aceptar')
  await expect.poll(() => shownPrice(api), { timeout: 60_000 }).toBe(100)
})

test('prices times a hundred never reach a buyer; a newer file takes their place, and is rejected', async ({
  admin,
  erp,
}) => {
  const { page, api } = admin
  await put(
    erp,
    'precios',
    prices((place) => (100 + place) * 100),
  )
  await seeWaiting(page, 'precios.csv', '30 de 30 precios cambian diez veces o más')
  const row = fileOf(page, 'precios.csv').getByText(`Zapatilla ${ids[0]}`)
  await expect(row.first()).toBeVisible()
  await expect(fileOf(page, 'precios.csv')).toContainText('× 100')
  expect(await shownPrice(api)).toBe(100)
  // The office is told by mail, once for the same reason.
  const mails = join(erp.shop.dataDir, 'mails')
  const told = async () => {
    const names = await readdir(mails).catch(() => [])
    const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')))
    return texts.filter((text) => text.replaceAll('=\r\n', '').includes('precios cambian diez veces')).length
  }
  await expect.poll(told, { timeout: 30_000 }).toBe(1)
  await put(
    erp,
    'precios',
    prices((place) => (100 + place) * 1000),
  )
  await seeWaiting(page, 'precios.csv', '× 1.000')
  expect(await told()).toBe(1)
  await answer(page, 'precios.csv', 'Rechazar')
  await page.goto('/admin/erp/espera')
  await expect(page.getByText('Nada del ERP espera su respuesta')).toBeVisible()
  expect(await shownPrice(api)).toBe(100)
  await page.goto('/admin/auditoria')
  await expect(
    page
      .getByText(/Rechaz/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('a third of the prices moving by more than half waits, and so does a shorter file', async ({ admin, erp }) => {
  const { page, api } = admin
  await put(
    erp,
    'precios',
    prices((place) => (100 + place) * (place < 12 ? 2 : 1)),
  )
  await seeWaiting(page, 'precios.csv', '12 de 30 precios (40 %) cambian más del 50 %')
  await expect(fileOf(page, 'precios.csv')).toContainText('+100 %')
  await answer(page, 'precios.csv', 'Rechazar')
  await put(
    erp,
    'precios',
    prices((place) => 101 + place, 45),
  )
  await seeWaiting(page, 'precios.csv', 'Trae 45 filas y el anterior trajo 60')
  expect(await shownPrice(api)).toBe(100)
  await answer(page, 'precios.csv', 'Aceptar')
  await expect.poll(() => shownPrice(api), { timeout: 60_000 }).toBe(101)
})
