/** Thirty pasted codes, from sign-in to the order's number: how many clicks or taps they take. */
import type { Locator } from '@playwright/test'
import { pasteInto } from '../testkit/paste.ts'
import {
  expect,
  ordersOf,
  pricedRows,
  searchRows,
  signInForm,
  test,
  type WireRow,
  withoutNews,
} from './support/test.ts'
import { typefaceLoaded } from './support/typefaces.ts'

const LINES = 30
const textOf = (rows: readonly WireRow[]) =>
  ['Hola! Les paso el pedido:', ...rows.map((row) => `${row.CODIGO_ART} x ${row.multiplo * 2}`)].join('\n')
/** The most clicks on a computer and taps on a phone, without the paste. */
const MOST = { escritorio: 6, celular: 10 }

test.use({ signedIn: false })

test(
  'thirty pasted codes are an order after a few clicks',
  { tag: '@phone' },
  async ({ page, api, client, isMobile }, info) => {
    await withoutNews(page)
    let presses = 0
    const press = async (target: Locator) => {
      await (isMobile ? target.tap() : target.click())
      presses++
    }
    const rows = [...(await searchRows(api)), ...(await searchRows(api, { index: 1 }))]
    const codes = rows.filter(({ PRECIO_LPI }) => PRECIO_LPI > 0).slice(0, LINES)

    await page.goto('/')
    const form = signInForm(page)
    await form.getByLabel('CUIT').fill(client.cuit)
    await form.getByLabel('Contraseña', { exact: true }).fill(client.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Cantidad de / }).first()).toBeVisible()

    await press(page.getByRole('link', { name: 'Pedido rápido' }))
    const box = page.getByLabel('Códigos y cantidades')
    await expect(box).toBeFocused()
    await pasteInto(box, textOf(codes))
    const add = page.getByRole('button', { name: `Agregar ${LINES} renglones` })
    await expect(add).toBeFocused()
    // A computer has Enter at hand.
    if (isMobile) await press(add)
    else await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Agregado al carrito' }).getByRole('listitem')).toHaveCount(LINES)
    await press(page.getByRole('link', { name: 'Ver el carrito' }))
    await press(page.getByRole('link', { name: 'Confirmar Pedido' }))
    const address = page.getByLabel('Dirección de entrega')
    await expect(address).toBeVisible()
    if ((await address.inputValue()) === '') {
      await address.selectOption({ index: 1 })
      presses += 2
    }
    await press(page.getByRole('button', { name: 'Enviar' }))
    await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()

    const [order, ...others] = await ordersOf(api)
    expect(others).toEqual([])
    expect(order?.items).toBe(LINES)
    await expect(page.getByText(`Numero de pedido: ${order?.NUMERO_PED}`)).toBeVisible()
    console.log(`${info.project.name}: ${presses} ${isMobile ? 'taps' : 'clicks'} beside one paste`)
    expect(presses).toBeLessThanOrEqual(info.project.name === 'celular' ? MOST.celular : MOST.escritorio)
  },
)

test.describe('without what the device keeps', () => {
  test.use({ signedIn: true, serviceWorkers: 'block' })

  test('nobody on the way to the number waits for code', async ({ page, api, isMobile }) => {
    // A pointer that stays where it clicked may stand above another link then, whose code is fetched ahead.
    const press = (target: Locator) => (isMobile ? target.tap() : target.click())
    const [row] = await pricedRows(api)
    await page.goto('/catalogo')
    await typefaceLoaded(page)
    const code: string[] = []
    page.on('request', (request) => {
      // The catalogue on the device is opened while nothing else is done; no screen waits for its code.
      if (/\/assets\/(?:device-catalogue|worker)-/.test(request.url())) return
      if (['script', 'stylesheet'].includes(request.resourceType())) code.push(request.url())
    })
    await press(page.getByRole('link', { name: 'Pedido rápido' }))
    await pasteInto(page.getByLabel('Códigos y cantidades'), textOf([row as WireRow]))
    await press(page.getByRole('button', { name: 'Agregar 1 renglón' }))
    await press(page.getByRole('link', { name: 'Ver el carrito' }))
    await press(page.getByRole('link', { name: 'Confirmar Pedido' }))
    await page.getByLabel('Retiro en el local').check()
    await press(page.getByRole('button', { name: 'Enviar' }))
    await expect(page.getByRole('heading', { name: 'Pedido creado correctamente!' })).toBeVisible()
    expect(code).toEqual([])
  })
})
