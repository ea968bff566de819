/** A seller sends an order by a link, and a client without an account accepts it on a phone (R387, R388). */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { type Desk, expect, test } from './support/staff.ts'
import { pricedRows } from './support/test.ts'

test.use({ shopKind: 'muestra', signedIn: false })

/** The demo shop's first client is the seller's. */
const OWN = 1
const dialog = (page: Page) => page.getByRole('dialog')

/** Fills the seller's cart for the client with two articles. */
async function fill({ api, emptyCart }: Desk) {
  await emptyCart(OWN)
  const rows = (await pricedRows(api)).slice(3, 5)
  for (const { IDART_IO, multiplo } of rows)
    await api.post('/api/pedidos/itemsCarrito', {
      data: { id: null, idart: IDART_IO, cantidad: multiplo * 2, obs: '', idcli: OWN },
    })
  return rows
}

/** Makes the link in the open dialog; answers it. */
async function makeLink(page: Page): Promise<string> {
  await dialog(page).getByRole('button', { name: 'Crear el enlace' }).click()
  const box = dialog(page).getByRole('textbox', { name: 'Enlace' })
  await expect(box).toHaveValue(/\/aceptar#[\w-]{32}$/)
  expect(await violations(page)).toEqual([])
  const link = await box.inputValue()
  await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
  return link
}

/** The phone of somebody who has no account: opening the link is the first tap. */
async function openOnPhone(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  const asked: string[] = []
  phone.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await phone.goto(link)
  return { phone, asked }
}

test('a cart put aside is sent, and accepted with two taps; its seller sees that', { tag: '@phone' }, async ({
  page,
  desk,
  browser,
  shop,
}) => {
  const [first, second] = await fill(desk)
  await page.goto('/carrito?id=1')
  await page.getByRole('button', { name: 'Dejar aparte' }).click()
  await dialog(page).getByRole('textbox', { name: 'Nombre' }).fill('Para aceptar')
  await dialog(page).getByRole('button', { name: 'Dejar aparte' }).click()
  await expect(page.getByText('El carrito quedó aparte')).toBeVisible()
  await page.goto('/mis-listas')
  await page.getByRole('link', { name: 'Para aceptar' }).click()
  await page.getByRole('button', { name: 'Enviar para que lo acepten' }).click()
  await dialog(page).getByRole('textbox', { name: 'Observaciones' }).fill('Por la tarde')
  expect(await violations(page)).toEqual([])
  const link = await makeLink(page)

  const { phone, asked } = await openOnPhone(browser, link)
  await expect(phone.getByRole('heading', { name: 'Un pedido para aceptar' })).toBeVisible()
  const lines = phone.getByRole('list', { name: 'Artículos del pedido' })
  await expect(lines.getByRole('listitem')).toHaveCount(2)
  await expect(lines).toContainText(first!.CODIGO_ART)
  await expect(phone.getByText('Por la tarde')).toBeVisible()
  expect(await violations(phone)).toEqual([])
  // Nothing but the page's own scripts knew the key.
  const key = link.split('#')[1]!
  expect(asked.filter((text) => text.includes(key))).toEqual([])
  await phone.getByRole('button', { name: 'Aceptar el pedido' }).tap()
  await expect(phone.getByRole('heading', { name: 'Listo: el pedido está hecho' })).toBeVisible()
  await expect(phone.getByText(/^Numero de pedido/)).toBeVisible()

  // From another device, again.
  const other = await openOnPhone(browser, link)
  await expect(other.phone.getByRole('heading', { name: 'Ya está aceptado' })).toBeVisible()
  await expect(other.phone.getByText(second!.CODIGO_ART)).toHaveCount(0)

  await page.goto('/mis-listas')
  const sent = page.getByRole('region', { name: 'Enviados para aceptar' })
  await expect(sent).toContainText('Aceptado')
  await expect(page.getByRole('link', { name: 'Para aceptar', exact: true })).toHaveCount(0)
  const log = await readFile(shop.logFile, 'utf8')
  expect(log).not.toContain(key)
  for (const context of [phone.context(), other.phone.context()]) await context.close()
})

test('a quotation is accepted in part, and another one declined with a word', { tag: '@phone' }, async ({
  page,
  desk,
  browser,
  isMobile,
}) => {
  const [first, second] = await fill(desk)
  await page.goto('/carrito?id=1')
  await page.getByRole('button', { name: 'Cotizar por enlace' }).click()
  const link = await makeLink(page)
  const { phone } = await openOnPhone(browser, link)
  await expect(phone.getByRole('heading', { name: /^Cotización N° \d+$/ })).toBeVisible()
  await phone.getByRole('button', { name: `Quitar ${second!.CODIGO_ART}` }).tap()
  await expect(phone.getByText('No va en el pedido')).toBeVisible()
  // Emptied to type another quantity, the box stays.
  const box = phone.getByRole('textbox', { name: `Cantidad de ${first!.CODIGO_ART}` })
  await box.fill('')
  await box.fill(String(first!.multiplo))
  await phone.getByRole('button', { name: `Sumar, ${first!.CODIGO_ART}` }).tap()
  await expect(phone.getByText(/· 1 artículo$/)).toBeVisible()
  await phone.getByRole('button', { name: 'Aceptar el pedido' }).tap()
  await expect(phone.getByRole('heading', { name: 'Listo: el pedido está hecho' })).toBeVisible()

  await page.getByRole('button', { name: 'Cotizar por enlace' }).click()
  const declined = await makeLink(page)
  const no = (await openOnPhone(browser, declined)).phone
  await no.getByRole('button', { name: 'No, gracias' }).tap()
  await dialog(no).getByRole('textbox', { name: 'Por qué (opcional)' }).fill('Está caro')
  expect(await violations(no)).toEqual([])
  await dialog(no).getByRole('button', { name: 'No, gracias' }).tap()
  await expect(no.getByRole('heading', { name: 'Respondió que no' })).toBeVisible()
  // A third one is withdrawn: it opens nothing.
  await page.getByRole('button', { name: 'Cotizar por enlace' }).click()
  const withdrawn = await makeLink(page)
  await page.goto('/mis-listas')
  const sent = page.getByRole('region', { name: 'Enviados para aceptar' })
  await expect(sent).toContainText('Respondió que no: «Está caro»')
  if (isMobile)
    await sent
      .getByRole('button', { name: /^Más de/ })
      .first()
      .click()
  await sent.getByRole('button', { name: /^Quitar el enlace/ }).click()
  await expect(page.getByText('Enlace quitado: ya no sirve')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const gone = (await openOnPhone(browser, withdrawn)).phone
  await expect(gone.getByRole('heading', { name: 'Este enlace no abre nada' })).toBeVisible()
  for (const context of [phone.context(), no.context(), gone.context()]) await context.close()
})
