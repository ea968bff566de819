/** The mailbox in a browser: a mail lies in a real IMAP server's folder, and ends as an order that its sender is told of. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { testOnMailbox } from './support/mailbox-shop.ts'
import { type Desk, expect, SUPERVISOR } from './support/staff.ts'
import { beginSignedIn } from './support/test.ts'

const ADMIN = { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 }
/** The demo shop's first client, known by this address. */
const DUENDE = 1
const from = 'Marta <compras01@cliente.example>'
/** One for each test: the shop looks when it starts, and a minute later. */
const test = testOnMailbox([
  {
    from,
    subject: 'Pedido de la semana',
    text: 'Hola!\nRY10013 x 24\nRY10021 x 6 rojos\n10061 x 12\nGracias',
  },
  { from, subject: 'Pedido de dos', text: 'RY10017 x 12' },
  { from, subject: 'Pedido sin señal', text: 'RY10070 x 6' },
  {
    from: 'Lola <lola@nadie.example>',
    subject: 'Pedido de nadie',
    text: 'Hola, saludos',
    attachments: [{ filename: 'lista.csv', content: 'A;B\n10197;24\n10211;12' }],
  },
])
test.use({ staffCuit: SUPERVISOR, signedIn: false })

/** Opens a mail from the list, as soon as it has come. */
async function openMail(page: Page, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto('/recibidos')
    await expect(page.getByRole('link', { name: subject })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('link', { name: subject }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
}
const readText = (page: Page) => page.getByRole('button', { name: 'Leer el texto como pedido' })
const quantities = async (desk: Desk) => (await desk.cart(DUENDE)).map(({ cantidad }) => cantidad).toSorted()

test('a mail is read, answered for where it is in doubt, ordered, and its sender told the number', {
  tag: '@phone',
}, async ({ page, desk, box }) => {
  await desk.emptyCart(DUENDE)
  await openMail(page, 'Pedido de la semana')
  await expect(page.getByText('Juguetería El Duende S.R.L.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await readText(page).click()
  const add = page.getByRole('button', { name: 'Agregar 2 renglones' })
  // On a phone the rows begin below the screen.
  await expect(add).toBeFocused()
  await expect(add).toBeInViewport()
  await expect(page.getByText('Lo hace Sergio Supervisor')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const question = page.getByRole('group', { name: '10061 x 12' })
  await expect(question).toContainText('No existe el código 10061')
  await question.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByRole('button', { name: 'Agregar 3 renglones' })).toBeVisible()
  await page.reload()
  await expect(readText(page)).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Agregar 3 renglones' }).click()
  await expect(page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('link', { name: 'Seguir en el carrito' }).click()
  await page.getByRole('link', { name: 'Confirmar Pedido' }).click()
  const address = page.getByLabel('Dirección de entrega')
  await expect(address).toBeVisible()
  if ((await address.inputValue()) === '') await address.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()

  await openMail(page, 'Pedido de la semana')
  await expect(page.getByRole('link', { name: /^Ver el pedido web \d+$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Responder con el número' }).click()
  await expect(page.getByText(/^Respondido: /)).toBeVisible()
  await expect(readText(page)).toHaveCount(0)
  await expect
    .poll(() => box.sent.filter(({ subject }) => subject === 'Re: Pedido de la semana').length, { timeout: 15_000 })
    .toBe(1)
})

test('of two people at one mail the second is told who makes it, and puts nothing into a cart', async ({
  page,
  desk,
  shop,
  browser,
}) => {
  await desk.emptyCart(DUENDE)
  const other = await browser.newContext({ baseURL: shop.url })
  await beginSignedIn(other, shop, ADMIN)
  const second = await other.newPage()
  await openMail(second, 'Pedido de dos')
  await openMail(page, 'Pedido de dos')
  await readText(page).click()
  await expect(page.getByRole('button', { name: 'Agregar 1 renglón' })).toBeFocused()

  await readText(second).click()
  await expect(second.getByRole('alert').filter({ hasText: 'Ya lo hace Sergio Supervisor' })).toBeVisible()
  await expect(second.getByText('Lo hace Sergio Supervisor', { exact: true })).toBeVisible()
  await expect(readText(second)).toHaveAttribute('aria-disabled', 'true')
  await second.getByRole('button', { name: 'Soltar' }).click()
  await readText(second).click()
  await expect(second.getByRole('button', { name: 'Agregar 1 renglón' })).toBeFocused()

  // The first one's page still shows rows that it may not add any more.
  await page.getByRole('button', { name: 'Agregar 1 renglón' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /^Ya lo hace / })).toBeVisible()
  expect(await quantities(desk)).toEqual([])
  await expect(page.getByRole('button', { name: 'Agregar 1 renglón' })).toBeVisible()
  await other.close()
})

test('without signal a mail says so where it was pressed, and is read when the signal is back', async ({
  page,
  context,
  desk,
}) => {
  await desk.emptyCart(DUENDE)
  await openMail(page, 'Pedido sin señal')
  await context.setOffline(true)
  await readText(page).click()
  const told = page.getByRole('region', { name: 'El correo', exact: true }).getByRole('alert')
  await expect(told).toContainText('No hay conexión con la tienda')
  await context.setOffline(false)
  await readText(page).click()
  await expect(page.getByRole('button', { name: 'Agregar 1 renglón' })).toBeFocused()
  await expect(told).toHaveText('')
})

test("a stranger's mail is read once somebody says whose it is; of a text without an order nothing is added, and a sheet asks what it must", async ({
  page,
  desk,
}) => {
  await desk.emptyCart(DUENDE)
  await openMail(page, 'Pedido de nadie')
  await expect(page.getByText('Elija de qué cliente es para leerlo como pedido.')).toBeVisible()
  await expect(readText(page)).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('¿De qué cliente es?').fill('duende')
  await page.getByRole('option', { name: /El Duende/ }).click()
  await expect(page.getByText('Cliente: Juguetería El Duende S.R.L.')).toBeVisible()
  await readText(page).click()
  await expect(page.getByRole('group', { name: 'Hola, saludos' })).toContainText('Saludos y encabezados')
  await expect(page.getByRole('button', { name: 'Agregar 0 renglones' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Leer lista.csv como pedido' }).click()
  const asked = page.getByRole('region', { name: 'Columnas de la planilla' })
  await expect(asked).toContainText('lista.csv')
  await expect(asked).toBeInViewport()
})
