/** Files of another program in the shared folder: shown as they would be read, and asked about (R408). */
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from './support/erp-shop.ts'
import { expect } from './support/test.ts'

test.use({ file: 'erp-files', signedIn: false })
test.describe.configure({ timeout: 120_000 })

const tango = fileURLToPath(new URL('../docs/recetas/ejemplos/tango/', import.meta.url))
const files = ['articulos.xlsx', 'clientes.xlsx', 'precios.xlsx']

test('the files of a program are asked about, and how they are read is kept', async ({ admin, erp }) => {
  const { page } = admin
  const trial = join(erp.folder, 'ensayo')
  await cp(tango, trial, { recursive: true })
  await page.goto('/admin/erp')
  await page.getByRole('link', { name: 'Archivos de su sistema' }).click()
  const prices = page.getByRole('region', { name: 'Precios', exact: true })
  await expect(prices).toContainText('15.490,50')
  const use = page.getByRole('button', { name: 'Usar estos archivos así' })
  await expect(use).toHaveAttribute('aria-disabled', 'true')
  for (const left of [2, 1, 0]) {
    await page
      .getByRole('button', { name: /^Es así/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: /^Es así/ })).toHaveCount(left)
  }
  await use.click()
  await expect(page.getByText('Hay un mapeo guardado:')).toBeVisible()
  // Nothing that lies there for a trial was taken or changed.
  expect(await readdir(trial)).toEqual(expect.arrayContaining(files))
})
