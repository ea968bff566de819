/** A price list that a client downloads, fills in, and loads into the cart; sellers do for the chosen client. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { violations } from './support/axe.ts'
import { test as staffTest } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const sample = { shopKind: 'muestra' } as const
test.use(sample)

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The first brand's list as the shop gives it, with quantities and a code that nobody has. */
async function fillIn(page: Page) {
  await page.goto('/Catalogos')
  const downloaded = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Lista de precios/ })
    .first()
    .click()
  const file = await downloaded
  const workbook = await openXlsx(new Uint8Array(readFileSync(await file.path())))
  const rows = workbook.sheets[0]?.rows ?? []
  const place = (heading: string) => rows[0]?.indexOf(heading) ?? -1
  const priced = rows.slice(1).filter((row) => typeof row[place('Precio')] === 'number')
  const asked = priced.slice(0, 3)
  for (const row of asked) row[place('Cantidad')] = Number(row[place('Múltiplo')] ?? 1) * 2
  const [wrong] = priced.slice(3)
  if (wrong) wrong[place('Cantidad')] = 'dos'
  const codes = asked.map((row) => String(row[place('Código')]))
  return {
    codes,
    file: { name: file.suggestedFilename(), mimeType: XLSX, buffer: Buffer.from(await saveXlsx(workbook)) },
  }
}

async function loadIt(page: Page): Promise<void> {
  // A workbook is made, read and written on the way: more than a busy machine does in one test's time.
  test.slow()
  const { codes, file } = await fillIn(page)
  await page.goto('/carrito')
  await page.getByRole('link', { name: 'Cargar mi lista' }).click()
  const box = page.locator('input[type=file]')
  await box.setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: Buffer.from([0x89, 0x50, 0, 0]),
  })
  await expect(page.getByRole('alert').filter({ hasText: 'foto.png' })).toContainText('se canceló')
  await box.setInputFiles(file)

  const rows = page.getByRole('region', { name: 'Renglones de la lista' })
  const wrong = rows.getByRole('group').filter({ hasText: '«dos» no es una cantidad' })
  await expect(wrong).toBeVisible()
  for (const code of codes)
    await expect(rows.getByRole('button', { name: new RegExp(`^${code} .*cambiar el artículo$`) })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Cargar 3 renglones' }).dblclick()
  const taken = page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')
  await expect(taken).toHaveCount(3)
  // Wrong rows are mended on the screen, without the file; until then the cart tells of them, and a reload keeps them.
  await expect(wrong).toBeVisible()
  await page.getByRole('link', { name: 'Ver el carrito' }).click()
  await expect(page.getByText('Queda 1 renglón de su lista sin cargar.')).toBeVisible()
  await page.getByRole('link', { name: 'Responder' }).click()
  await page.reload()
  await wrong.getByLabel('Cantidad').fill('12')
  await page.getByRole('button', { name: 'Cargar 1 renglón' }).click()
  await expect(taken).toHaveCount(1)
  await expect(rows).toHaveCount(0)
  await page.getByRole('link', { name: 'Ver el carrito' }).click()
  for (const code of codes) await expect(page.getByRole('button', { name: `Eliminar ${code}` })).toBeVisible()
  await expect(page.getByText('de su lista sin cargar')).toHaveCount(0)
}

test('a client’s list goes there and back, and what was not understood is told', async ({ page }) => {
  await loadIt(page)
  await expect(page.getByRole('button', { name: /^Eliminar / })).toHaveCount(4)
})

staffTest.describe('a seller', () => {
  staffTest.use({ ...sample, signedIn: false })
  staffTest('chooses the client first, whose cart it then fills', async ({ page, desk }) => {
    await page.goto('/cargar-lista')
    await expect(page.getByText('Cada cliente tiene su carrito.')).toBeVisible()
    const client = desk.clients[0]
    await page.goto(`/carrito?id=${client?.ID_CLI}`)
    await page.getByRole('link', { name: 'Cargar mi lista' }).waitFor()
    await loadIt(page)
  })
})
