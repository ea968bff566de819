/** Several buyers of one client, on a phone: invited by mail, one prepares, another confirms (R370 to R372). */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { type Mails, signInByHand, test } from './support/mail-shop.ts'
import { expect, ordersOf, pricedRows, withoutNews } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 10_000 })

const PASSWORD = 'jugueteria-del-centro'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const mailed = async (mails: Mails, address: string, subject: string, count = 1) =>
  (await mails.to(address, subject, count)).at(-1)?.text ?? ''

test('the whole way: invited, a password, prepared, changed and confirmed; sent back, and ended', async ({
  page,
  api,
  user,
  mails,
  browser,
  shop,
}) => {
  test.setTimeout(90_000)
  const email = `lola.${user.id}@example.test`
  const own = await (await api.get(`/api/usuarios/${user.id}`)).json()
  await withoutNews(page)
  await page.goto('/perfil')
  const buyers = page.getByRole('region', { name: 'Compradores' })
  await expect(buyers).toContainText('(usted)')
  await buyers.getByRole('button', { name: 'Invitar' }).click()
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Lola')
  await dialog(page).getByRole('textbox', { name: 'Apellido' }).fill('Paz')
  await dialog(page).getByRole('textbox', { name: 'Mail' }).fill(email)
  expect(await violations(page)).toEqual([])
  await button(page, 'Enviar invitación').click()
  await expect(buyers).toContainText('todavía no ingresó')
  expect(await violations(page)).toEqual([])

  // Lola, on a phone of her own, comes by the mail.
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
  const lola = await context.newPage()
  await withoutNews(lola)
  const text = await mailed(mails, email, 'Invitación')
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await lola.goto(/\S+invitado=\S+/.exec(text)?.[0].replace(/^https?:\/\/[^/]+/, '') ?? '')
  await expect(lola.getByRole('status').first()).toContainText(`la invitación que recibió en ${email}`)
  await lola.getByRole('textbox', { name: 'Código' }).fill(code)
  await lola.getByRole('textbox', { name: /^Contraseña nueva/ }).fill(PASSWORD)
  await lola.getByRole('textbox', { name: /^Confirm/ }).fill(PASSWORD)
  await button(lola, 'Restablecer contraseña').click()
  await expect(lola).toHaveURL(/catalogo/)
  await context.clearCookies()
  await lola.evaluate(() => localStorage.clear())
  await signInByHand(lola, { cuit: email, password: PASSWORD })
  await expect(lola).toHaveURL(/catalogo/)

  const token = await lola.evaluate(() => JSON.parse(localStorage.getItem('usuario') ?? '{}').accessToken as string)
  const lolas = context.request
  const fill = async () => {
    const [first, second] = await pricedRows(api)
    for (const row of [first, second])
      await lolas.post(`${shop.url}/api/pedidos/itemsCarrito`, {
        headers: { authorization: `Bearer ${token}` },
        data: { id: null, obs: '', idcli: user.idcli, idart: row?.IDART_IO, cantidad: row?.multiplo },
      })
  }
  const sendByHand = async () => {
    await lola.goto('/carrito')
    await lola.getByRole('link', { name: 'Enviar a confirmar' }).click()
    await expect(lola.getByRole('heading', { name: 'Enviar a confirmar' })).toBeVisible()
    await expect(lola.getByText('hace falta señal')).toBeVisible()
    await lola.getByLabel('Retiro en el local').check()
    await lola.getByLabel('Observaciones').fill('Por la mañana')
    expect(await violations(lola)).toEqual([])
    await button(lola, 'Enviar a confirmar').click()
    await expect(lola.getByRole('region', { name: 'Enviados a confirmar' })).toContainText('Espera que lo confirmen')
  }
  await fill()
  await sendByHand()

  // Sent back with a word, it is taken up and sent again.
  expect(await mailed(mails, own.email, 'Lola Paz envió')).toContain('2 artículos')
  await page.goto('/mis-pedidos')
  await page.getByRole('status').filter({ hasText: 'por confirmar' }).getByRole('link').click()
  await page.getByRole('region', { name: 'Por confirmar' }).getByRole('link').first().click()
  await button(page, 'Devolver').click()
  await dialog(page).getByRole('textbox').fill('Faltan muñecas')
  await dialog(page).getByRole('button', { name: 'Devolver' }).click()
  await expect(page.getByRole('region', { name: 'Por confirmar' })).toHaveCount(0)
  expect(await mailed(mails, email, 'Le devolvieron')).toContain('Faltan muñecas')
  await lola.reload()
  await lola.getByRole('region', { name: 'Enviados a confirmar' }).getByRole('link').first().click()
  await expect(lola.getByText('«Faltan muñecas»')).toBeVisible()
  expect(await violations(lola)).toEqual([])
  await button(lola, 'Retomar').click()
  await expect(lola).toHaveURL(/carrito/)
  await sendByHand()

  // Changed and confirmed.
  // The screen was read before a price changed: the shop refuses, and shows today's with what was typed.
  const lists = '**/api/pedidos/listas-guardadas/*?*'
  await page.route(lists, async (route) => {
    const read = await (await route.fetch()).json()
    read.articulos[0].precioUnitario += 100
    await route.fulfill({ json: read })
  })
  await page.goto('/mis-listas')
  await page.getByRole('region', { name: 'Por confirmar' }).getByRole('link').first().click()
  const facts = page.getByRole('region', { name: 'Pedido por confirmar' })
  await expect(facts).toContainText('Lola Paz lo envió a confirmar')
  await expect(facts.getByLabel('Observaciones')).toHaveValue('Por la mañana')
  expect(await violations(page)).toEqual([])
  const [first] = await pricedRows(api)
  const quantity = page.getByRole('textbox', { name: /^Cantidad de/ }).first()
  await quantity.fill(String((first?.multiplo ?? 1) * 3))
  await quantity.press('Enter')
  await page.unroute(lists)
  await button(page, 'Confirmar pedido').click()
  await expect(page.getByText('Revise los importes antes de enviar el pedido')).toBeVisible()
  await expect(quantity).toHaveValue(String((first?.multiplo ?? 1) * 3))
  // A row without a quantity is not left out in silence.
  await quantity.fill('')
  await button(page, 'Confirmar pedido').click()
  await expect(page.getByText('Complete o descarte los renglones')).toBeVisible()
  await quantity.fill(String((first?.multiplo ?? 1) * 3))
  await button(page, 'Confirmar pedido').click()
  await expect(page).toHaveURL(/\/pedido\/\d+/)
  await expect(page.getByText(/Armó Lola Paz, confirmó/)).toBeVisible()
  const [order] = await ordersOf(api)
  expect(order).toMatchObject({ items: 2 })
  expect(await mailed(mails, email, 'Confirmaron')).toContain('confirmó el pedido que usted armó')
  await lola.goto('/mis-pedidos')
  await expect(lola.getByText(String(order?.IDCON_PED)).first()).toBeVisible()

  // Ended: her very next step asks her to sign in.
  await page.goto('/perfil')
  await buyers.getByRole('button', { name: 'Dar de baja a Lola Paz' }).click()
  await dialog(page).getByRole('button', { name: 'Dar de baja' }).click()
  await expect(buyers).not.toContainText('Lola Paz')
  await lola.goto('/mis-listas')
  await expect(lola).toHaveURL(/login/)
  await context.close()
})
