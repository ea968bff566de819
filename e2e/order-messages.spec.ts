/** Messages about orders (R393, R394): a client agrees, is told of an order, and takes the consent back. */
import { readFileSync } from 'node:fs'
import { violations } from './support/axe.ts'
import { test } from './support/messages-shop.ts'
import { expect, fillCart, pricedRows, withoutNews } from './support/test.ts'

test('a client ticks the box, is told of an order once, and takes it back', { tag: '@phone' }, async ({
  page,
  api,
  user,
  shop,
  messages,
}) => {
  await withoutNews(page)
  const begun = messages.length
  await page.goto('/perfil')
  const form = page.getByRole('form', { name: 'Avisos por WhatsApp' })
  const box = form.getByRole('checkbox', { name: 'Avisarme por WhatsApp de mis pedidos' })
  await expect(box).not.toBeChecked()
  await box.check()
  await form.getByLabel('Número de WhatsApp').fill('400-0000')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByLabel('Número de WhatsApp')).toHaveAccessibleDescription(/código de área/)
  await form.getByLabel('Número de WhatsApp').fill('(0387) 15-4000000')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Le avisamos al +5493874000000')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const order = async () => {
    const [first] = await pricedRows(api)
    await fillCart(api, user, [{ idart: first!.IDART_IO, cantidad: first!.multiplo }])
    await page.goto('/confirmar-pedido')
    await page.getByText('Retiro en el local').click()
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByRole('link', { name: 'Seguir este pedido' }).click()
    await expect(page.getByRole('heading', { name: /^Pedido web \d+$/ })).toBeVisible()
    return Number(page.url().split('/').at(-1))
  }
  const id = await order()
  await expect.poll(() => messages.length).toBe(begun + 1)
  const { to, template } = messages.at(-1)!
  expect([to, template.name]).toEqual(['5493874000000', 'pedido_recibido'])
  const [number, articles] = template.components[0]!.parameters.map(({ text }) => text)
  expect([number?.startsWith(`web ${id}`), articles]).toEqual([true, '1 artículo'])

  await page.goto('/perfil')
  await expect(box).toBeChecked()
  await expect(form).toContainText(/Lo aceptó el \d/)
  await box.uncheck()
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Ya no le avisamos por WhatsApp')).toBeVisible()
  const next = await order()
  // Its mails are done by the same instance: by then a message would have left.
  await expect
    .poll(() => readFileSync(shop.logFile, 'utf8').match(/"kind":"newOrderMail"[^\n]*job done/g)?.length ?? 0)
    .toBeGreaterThan(1)
  expect(next).toBeGreaterThan(id)
  expect(messages).toHaveLength(begun + 1)
  expect(readFileSync(shop.logFile, 'utf8')).not.toMatch(/5493874000000|EAAJ-de-prueba/)
})
