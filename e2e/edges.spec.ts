/** What an eye notices on the office's screens: common edges, icons of one size, buttons where they are elsewhere. */
import type { Locator } from '@playwright/test'
import { expect, test } from './support/staff.ts'

const ADMIN = '20111111112'
test.use({
  shopKind: 'muestra',
  signedIn: false,
  staffCuit: ADMIN,
})

const boxOf = async (of: Locator) => {
  await of.first().waitFor()
  const box = await of.first().boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return box
}

test.beforeEach(({ desk }) => {
  expect(desk.user.tipo).toBe('admin')
})

test('a title begins where its fields begin, in a list and in a drawer', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/admin/usuarios')
  const apart = async (a: Locator, b: Locator) => Math.abs((await boxOf(a)).x - (await boxOf(b)).x)
  const title = page.getByRole('heading', { level: 1 })
  // On a phone the fields are folded away.
  const below = isMobile
    ? page.getByRole('table')
    : page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox'))
  await expect.poll(() => apart(title, below)).toBeLessThan(1)
  await page.goto('/admin/usuarios?idusu=4')
  const drawer = page.getByRole('dialog')
  // The drawer comes in from the side.
  await expect.poll(() => apart(drawer.getByRole('heading', { level: 2 }), drawer.getByLabel('CUIT'))).toBeLessThan(1)
})

test('an error below a filter moves no other', async ({ page }) => {
  await page.goto('/admin/pedidos?vista=historicos')
  const from = page.getByLabel('Desde', { exact: true })
  const to = page.getByLabel('Hasta', { exact: true })
  await from.fill('31/2/2026')
  await from.blur()
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  expect((await boxOf(from)).y).toBe((await boxOf(to)).y)
})

test('an icon keeps its size beside a name that takes the room', async ({ page }) => {
  await page.goto('/admin/productos')
  const button = page.getByRole('button', { name: /^Editar/ }).first()
  await button.waitFor()
  await button.evaluate((element) => {
    element.style.width = '60px'
  })
  expect((await boxOf(button.locator('svg'))).width).toBe(17)
})

test('five places for photos stand in one row of a drawer, and a short form’s buttons at its lower edge', async ({
  page,
}) => {
  await page.goto('/admin/productos')
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click()
  const slots = page.getByRole('dialog').getByRole('group', { name: /^Foto \d$/ })
  await expect(slots).toHaveCount(5)
  await expect.poll(async () => (await boxOf(slots.nth(4))).y - (await boxOf(slots.nth(0))).y).toBe(0)

  await page.goto('/admin/configuracion')
  await page.getByRole('button', { name: 'Agregar webhook' }).click()
  const save = await boxOf(page.getByRole('dialog').getByRole('button', { name: /^(Guardar|Agregar|Crear)/ }))
  expect(save.y + save.height).toBeGreaterThan(860)
})
