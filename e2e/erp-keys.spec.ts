/** A key for the ERP's program (R293): made after the password, shown once, used, and withdrawn, at a desk and on a phone. */
import { ADMIN, test } from './support/erp-shop.ts'
import { expect } from './support/test.ts'

test.use({ file: 'erp-keys', signedIn: false })

test('a key is made after the password, shown once, opens its calls, and is dead once withdrawn', async ({
  admin: { page },
  playwright,
  shop,
}) => {
  await page.goto('/admin/configuracion')
  const keys = page.getByRole('region', { name: 'Claves del ERP' })
  await keys.getByRole('button', { name: 'Crear clave' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva clave del ERP' })
  await form.getByLabel('Nombre').fill('Tango depósito')
  await form.getByRole('group', { name: 'Vendedores, zonas, expresos e IVA' }).getByLabel('Escribir').check()
  const password = form.getByLabel('Su contraseña')
  const save = form.getByRole('button', { name: 'Guardar' })
  await password.fill('no es esta')
  await save.click()
  await expect(password).toHaveAccessibleDescription(/La contraseña no es correcta/)
  await password.fill(ADMIN.password)
  await save.click()
  const told = page.getByRole('dialog', { name: 'Clave del ERP', exact: true })
  const key = await told.getByLabel('Clave', { exact: true }).inputValue()
  await told.getByRole('button', { name: 'Listo' }).click()
  await expect(keys).toContainText('Tango depósito')
  await expect(keys).toContainText('Vendedores, zonas, expresos e IVA: escribir.')

  const program = await playwright.request.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  const send = () => program.post('/api/erp/v1/zonas', { data: { filas: [{ ID_ZON: 977, DESCRIPCION_ZON: 'Cuyo' }] } })
  expect((await send()).status()).toBe(200)
  expect((await program.get('/api/erp/v1/articulos')).status()).toBe(403)

  await page.reload()
  await expect(keys).not.toContainText('Nunca')
  // Nothing on the screen tells it again.
  expect(await page.content()).not.toContain(key)
  await keys.getByRole('button', { name: 'Retirar Tango depósito' }).click()
  await page.getByRole('dialog', { name: 'Retirar clave' }).getByRole('button', { name: 'Retirar' }).click()
  await expect(keys).toContainText('Todavía no hay ninguna clave')
  expect((await send()).status()).toBe(401)
  await program.dispose()
})
