/** Catalogues and price lists that a client downloads, and exports of the tree that the office does. */
import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { test as staffTest } from './support/staff.ts'
import { expect, test } from './support/test.ts'

test.use({ shopKind: 'muestra' })

test('a client takes a brand’s catalogue and its price list along, and is told meanwhile', async ({ page }) => {
  await page.goto('/Catalogos')
  await expect(page.getByRole('checkbox', { name: 'Incluir Logo' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Incluir Precio' })).toBeChecked()
  const catalogue = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Descargar/ })
    .first()
    .click()
  await expect(page.getByText('Espere hasta que finalice la descarga. esto puede demorar un momento')).toBeVisible()
  const pdf = await catalogue
  expect(pdf.suggestedFilename()).toMatch(/^catalogo-\d\d-\d\d-\d{4}\.pdf$/)
  await isWhole(pdf)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  const list = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Lista de precios/ })
    .first()
    .click()
  expect((await list).suggestedFilename()).toMatch(/^lista-precios-\d\d-\d\d-\d{4}\.xlsx$/)
  await isWhole(await list)
})

staffTest.describe('the office', () => {
  staffTest.use({
    shopKind: 'muestra',
    signedIn: false,
    staffCuit: '20111111112',
  })
  staffTest('exports a brand as Excel and one of its categories as PDF, as the boxes say', async ({ desk, page }) => {
    const tree: { Marca: string; Categoria: string; Subcategoria: string | null }[] = await (
      await desk.api.get('/api/pedidos/categorias')
    ).json()
    const { Marca: brand, Categoria: category } = tree.find(({ Categoria }) => Categoria) ?? tree[0]!
    const dialog = page.getByRole('dialog', { name: /^Exportar / })
    const take = async (name: string, boxes: readonly string[], kind: 'Excel' | 'PDF') => {
      await page.locator('main').getByRole('searchbox').fill(name)
      await page
        .getByRole('button', { name: `Exportar ${name}`, exact: true })
        .first()
        .click()
      for (const box of ['Logo', 'Imagenes', 'Precios']) {
        await expect(dialog.getByRole('checkbox', { name: box })).toBeChecked()
        if (!boxes.includes(box)) await dialog.getByRole('checkbox', { name: box }).uncheck()
      }
      const asked = page.waitForRequest(/productos\/(catalogo|excel)\?/)
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: kind, exact: true }).click()
      const shown = new URL((await asked).url()).searchParams
      expect(['logo', 'img', 'prc'].map((part) => shown.get(part))).toEqual(
        ['Logo', 'Imagenes', 'Precios'].map((box) => (boxes.includes(box) ? '1' : '0')),
      )
      await isWhole(await download)
      await page.keyboard.press('Escape')
      return { name: (await download).suggestedFilename(), category: shown.get('c') }
    }
    await page.goto('/admin/productos/categorias')
    const workbook = await take(brand, ['Logo', 'Precios'], 'Excel')
    expect(workbook).toEqual({
      name: expect.stringMatching(/^catalogo-\d\d-\d\d-\d{4}\.xlsx$/),
      category: null,
    })
    const pdf = await take(category, ['Imagenes'], 'PDF')
    expect(pdf).toEqual({
      name: expect.stringMatching(/^catalogo-\d\d-\d\d-\d{4}\.pdf$/),
      category: expect.stringMatching(/^\d+$/),
    })
  })
})

test('a document that takes too long is cancelled, and another one can be asked for', async ({ page }) => {
  // The document never gets ready: the test is about cancelling it.
  const waiting = { id: 'x', estado: 'en espera', hechos: 0, total: 0, lugar: 2 }
  await page.route('**/productos/documentos', (route) => route.fulfill({ json: waiting }))
  await page.route('**/productos/documentos/x', (route) =>
    route.fulfill({ json: route.request().method() === 'DELETE' ? true : waiting }),
  )
  await page.goto('/Catalogos')
  await page
    .getByRole('button', { name: /^Descargar/ })
    .first()
    .click()
  await expect(page.getByText('En espera: hay 2 antes')).toBeVisible()
  const given = page.waitForRequest((request) => request.method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await given
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Descargar/ }).first()).toHaveAttribute('aria-disabled', 'false')
})

/** A PDF has its last line, a workbook the end of its archive. */
async function isWhole(download: Download): Promise<void> {
  const bytes = readFileSync(await download.path())
  if (download.suggestedFilename().endsWith('.pdf')) expect(bytes.toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
  else {
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(bytes.indexOf('PK\u0005\u0006')).toBeGreaterThan(0)
  }
}
