/** Orders of the past (R399), on the demo shop's: its first client finds, reads and repeats one; its seller does so for the client. */
import { violations } from './support/axe.ts'
import { test as base, cartOf, expect, withoutNews } from './support/test.ts'

const test = base.extend({
  client: ({ shop: _ }, use) => use({ cuit: '30712345671', password: 'bulto-demo-2026', clientId: 1 }),
})
test.use({ shopKind: 'muestra' })
test.describe.configure({ timeout: 120_000 })

test('Mis Pedidos leads to the orders of the past, one is read and repeated at today’s prices', {
  tag: '@phone',
}, async ({ page, api, user }) => {
  await withoutNews(page)
  await page.goto('/mis-pedidos')
  const mine = page.getByRole('table', { name: 'Mis Pedidos' }).or(page.getByRole('list', { name: 'Mis Pedidos' }))
  await expect(mine.first()).toBeVisible()
  await expect(page.getByText('0001-00004711')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pedidos anteriores' }).click()
  await expect(page.getByRole('heading', { name: 'Pedidos anteriores' })).toBeVisible()
  await expect(page.getByText('Son pedidos del sistema de gestión')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: '0001-00004711' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido anterior 0001-00004711' })).toBeVisible()
  await expect(page.getByText('Balero clásico laqueado')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Repetir pedido' }).click()
  await page.waitForURL(/\/carrito/)
  await expect(page.getByText('Pedido repetido')).toBeVisible()
  // What nobody sells any more is told, and not passed over.
  await expect(page.getByText('AN-0611').first()).toBeVisible()
  expect((await cartOf(api, user)).length).toBeGreaterThan(0)
})

test('an order of the past that is not there is the page that nothing is found on', async ({ page }) => {
  await withoutNews(page)
  await page.goto('/mis-pedidos?anterior=999')
  await expect(page.getByRole('heading', { name: 'Pedido anterior 999' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '404 - page not found' })).toBeVisible()
})
