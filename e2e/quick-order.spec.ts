/** An order typed or pasted into one box: what is certain is added with one key, the rest is asked. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { test as staffTest } from './support/staff.ts'
import { expect, test } from './support/test.ts'

const sample = { shopKind: 'muestra', contextOptions: { reducedMotion: 'reduce' } } as const
test.use(sample)

/** Articles of the demo shop that have a price. */
const codes = [
  ...['RY10013', 'RY10017', 'RY10021', 'RY10061', 'RY10070'],
  ...['RY10197', 'RY10211', 'RY10253', 'RY10388', 'BL20144'],
]

const inCart = (page: Page) => page.getByRole('button', { name: /^Eliminar / })

test('a line is typed, read and added by keys alone; a doubt is answered, discarded and taken back', async ({
  page,
}) => {
  await page.goto('/pedido-rapido')
  const box = page.getByLabel('Códigos y cantidades')
  await expect(box).toBeFocused()
  await page.keyboard.type('ry10013 24')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' })).toContainText('RY10013')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()

  await page.keyboard.type('RY10031x 24')
  await page.keyboard.press('Enter')
  const question = page.getByRole('form', { name: 'RY10031x 24' })
  await expect(question).toContainText('No existe el código')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Recuperar' }).click()
  await expect(question).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(box).toHaveValue('RY10031x 24')
})

test('a pasted order goes into the cart with one key', async ({ page }) => {
  await page.goto('/pedido-rapido')
  await page.getByLabel('Códigos y cantidades').evaluate(
    (box, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    ['Hola!', ...codes.map((code) => `${code} x 12`)].join('\n'),
  )
  await expect(page.getByRole('button', { name: `Agregar ${codes.length} renglones` })).toBeFocused()
  await expect(page.getByRole('region', { name: 'No se agrega' })).toContainText('Hola!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(
    codes.length,
  )
  await page.goto('/carrito')
  await expect(inCart(page)).toHaveCount(codes.length)
})

staffTest.describe('a seller', () => {
  staffTest.use({ ...sample, signedIn: false })
  staffTest('chooses the client first', async ({ page, desk }) => {
    await page.goto('/pedido-rapido')
    await expect(page.getByText('Cada cliente tiene su carrito.')).toBeVisible()
    await page.goto(`/carrito?id=${desk.clients[0]?.ID_CLI}`)
    await page.getByRole('link', { name: 'Pedido rápido' }).click()
    await expect(page.getByLabel('Códigos y cantidades')).toBeFocused()
  })
})
