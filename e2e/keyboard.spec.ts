/** From sign-in to the order number without a pointer. */
import type { Locator, Page } from '@playwright/test'
import { expect, ordersOf, signInForm, test, withoutNews } from './support/test.ts'

test.use({ signedIn: false })

/** Presses Tab (or Shift+Tab) until the element has the focus, as a person would. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < most; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target} did not get the focus after ${most} times ${key}`)
}

test('sign in, find, order, and read the number with the keyboard alone', async ({ page, client, api }) => {
  await withoutNews(page)
  await page.goto('/login')
  await tabTo(page, signInForm(page).getByLabel('CUIT'))
  await page.keyboard.type(client.cuit)
  await tabTo(page, signInForm(page).getByLabel('Contraseña', { exact: true }))
  await page.keyboard.type(client.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/catalogo/)

  // Escape closes the news if they are shown.
  await tabTo(page, page.getByRole('searchbox', { name: 'Buscar artículos' }), 'Shift+Tab')
  await page.keyboard.type('pelota')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/buscar=pelota/)
  await expect(page.getByRole('list', { name: 'Artículos' })).toHaveAttribute('aria-busy', 'false')
  const box = page.getByRole('list', { name: 'Artículos' }).getByRole('textbox').first()
  await tabTo(page, box, 'Tab', 90)
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/en el carrito/).first()).toBeVisible()

  const cartLink = page.getByRole('link', { name: /\(1 ITEMS\)/ })
  await tabTo(page, cartLink, 'Shift+Tab', 120)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Confirmar Pedido' }))
  await page.keyboard.press('Enter')
  const address = page.getByLabel('Dirección de entrega')
  await tabTo(page, address)
  await page.keyboard.press('ArrowDown')
  await expect(address).not.toHaveValue('')
  await tabTo(page, page.getByRole('button', { name: 'Enviar' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
  const [order] = await ordersOf(api)
  await expect(page.getByText(`Numero de pedido: ${order?.NUMERO_PED}`)).toBeVisible()
})
