/** Catalogues and price lists, downloaded by a client. */
import { readFileSync } from 'node:fs'
import { expect, test } from './support/test.ts'

test.use({ shopKind: 'muestra', contextOptions: { reducedMotion: 'reduce' } })

test('a client takes a brand’s catalogue and its price list along, and is told meanwhile', async ({
  page,
}) => {
  await page.goto('/Catalogos')
  await expect(page.getByRole('checkbox', { name: 'Incluir Logo' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Incluir Precio' })).toBeChecked()
  const catalogue = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Descargar/ })
    .first()
    .click()
  await expect(
    page.getByText('Espere hasta que finalice la descarga. esto puede demorar un momento'),
  ).toBeVisible()
  const pdf = await catalogue
  expect(pdf.suggestedFilename()).toMatch(/^catalogo-\d\d-\d\d-\d{4}\.pdf$/)
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  const list = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Lista de precios/ })
    .first()
    .click()
  expect((await list).suggestedFilename()).toMatch(/^lista-precios-\d\d-\d\d-\d{4}\.xlsx$/)
})

test('a document that takes too long is cancelled, and another one can be asked for', async ({ page }) => {
  // It never gets ready: what is tried is the way out.
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
  await expect(page.getByRole('button', { name: /^Descargar/ }).first()).toHaveAttribute(
    'aria-disabled',
    'false',
  )
})
