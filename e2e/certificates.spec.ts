/** Certificates: an admin uploads them, everybody finds them by the exact code. */
import { readFileSync } from 'node:fs'
import { smallPdf } from '../testkit/small-pdf.ts'
import { expect, test } from './support/staff.ts'

test.use({
  shopKind: 'muestra',
  signedIn: false,
  staffCuit: '20111111112',
})

const pdf = (name: string, text: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: smallPdf(text),
})

test('several are uploaded at once, what is none is told, and a visitor downloads by the exact code', async ({
  page,
  desk,
  browser,
  shop,
}) => {
  expect(desk.user.tipo).toBe('admin')
  // Widths share a shop.
  const code = `CERT${Date.now() % 100_000}`
  await page.goto('/admin/certificados')
  await expect(page.getByRole('heading', { name: 'Subir certificados de productos' })).toBeVisible()
  await page.getByRole('button', { name: 'Subir PDF' }).click()
  await expect(page.getByText('Selecciona un archivo PDF.')).toBeVisible()

  await page
    .getByLabel(/^Elija los archivos PDF/)
    .setInputFiles([
      pdf(`${code}.pdf`, 'uno'),
      { name: `${code}B.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('GIF89a') },
    ])
  await page.getByLabel('Tipo').fill('Seguridad')
  await page.getByRole('button', { name: 'Subir PDF' }).click()
  await expect(page.getByText(`${code}.pdf: Archivo subido correctamente`)).toBeVisible()
  await expect(page.getByText(`${code}B.pdf: Selecciona un archivo PDF.`)).toBeVisible()
  const link = page.getByRole('link', { name: `${code}.pdf` })
  await expect(link).toBeVisible()
  // A click beside the name, anywhere on the row.
  const clicked = page.waitForEvent('download')
  await page.getByRole('row').filter({ has: link }).click()
  expect((await clicked).suggestedFilename()).toBe('certificado.pdf')

  const visitor = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await visitor.goto('/certificados')
  await visitor.getByLabel('Código del artículo').fill(code.slice(0, -1))
  await visitor.getByRole('button', { name: 'Buscar' }).click()
  await expect(visitor.getByText('No se encontro el certificado')).toBeVisible()
  await visitor.getByLabel('Código del artículo').fill(code.toLowerCase())
  await visitor.keyboard.press('Enter')
  const download = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: `Descargar el certificado de ${code}` }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('certificado.pdf')
  expect(readFileSync(await file.path(), 'utf8')).toContain('uno')
  await visitor.context().close()
})
