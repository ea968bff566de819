/** The announcements of a screen reader, and the focus, during an order of twenty lines by keys (docs/accessibility.md). */
import type { Page } from '@playwright/test'
import { amountText, expect, ordersOf, paidCents, pricedRows, signInForm, test, withoutNews } from './support/test.ts'

const LINES = 20

test.use({ shopKind: 'muestra', signedIn: false })

declare global {
  interface Window {
    spoken: string[]
  }
}

/** Records what the page's live regions announce: an atomic region as a whole, of another one only the added text. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.spoken = []
    const words = (node: Node | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === 'childList' ? addedNodes : [target]) {
          const element = node instanceof Element ? node : node.parentElement
          const region = element?.closest('[role=status], [role=alert], [aria-live]')
          if (!region || region.closest('[aria-busy=true]')) continue
          const isWhole = (region.getAttribute('aria-atomic') ?? String(region.hasAttribute('role'))) === 'true'
          window.spoken.push(words(isWhole ? region : node))
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Waits until the text has been announced since the last call, and forgets earlier announcements. */
async function says(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.spoken)).toContainEqual(expect.stringContaining(text))
  await page.evaluate(() => {
    window.spoken = []
  })
}

test('an order of twenty lines is told as it is made', async ({ page, client, api, context }) => {
  test.slow()
  await withoutNews(page)
  await listen(page)
  const { keyboard } = page
  const sold = (await pricedRows(api)).filter(({ multiplo }) => multiplo < 100)
  const odd = sold.find(({ multiplo }) => multiplo > 2)
  if (!odd) throw new Error('No article is sold by more than two.')
  const [first, ...others] = sold.filter((row) => row !== odd).slice(0, LINES)
  const last = others.pop()
  if (!first || !last) throw new Error('Too few articles.')
  const main = (name: string) => page.getByRole('main', { name, exact: true })
  const search = page.getByRole('searchbox', { name: 'Buscar artículos' })
  const quantity = (code: string) => page.getByRole('textbox', { name: `Cantidad de ${code}`, exact: true })
  const units = (count: number) => `${count} ${count === 1 ? 'unidad' : 'unidades'} en el carrito`
  /** A code, Enter, its quantity, Enter: on any screen. */
  const add = async (code: string, count: number) => {
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(code)
    await keyboard.press('Enter')
    const panel = page.getByRole('group', { name: `Cantidad de ${code}` })
    await expect(panel.getByRole('textbox')).toBeFocused()
    await expect(panel.getByRole('status')).toContainText('$')
    await keyboard.type(String(count))
    await keyboard.press('Enter')
    await expect(search).toBeFocused()
  }

  await page.goto('/login')
  const form = signInForm(page)
  await form.getByLabel('CUIT').focus()
  await keyboard.type(client.cuit)
  await keyboard.press('Tab')
  await keyboard.type('no es esta')
  await keyboard.press('Enter')
  await says(page, 'Los datos ingresados son incorrectos')
  await expect(form.getByLabel('CUIT')).toBeFocused()
  await expect(form.getByLabel('CUIT')).toHaveAccessibleDescription('Los datos ingresados son incorrectos')
  await keyboard.press('Tab')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(client.password)
  await keyboard.press('Enter')
  await expect(main('Catálogo')).toBeFocused()
  await says(page, 'artículos')

  // What is searched is counted, and a code leads to its quantity.
  await keyboard.press('/')
  await expect(search).toBeFocused()
  await keyboard.type('pelota')
  await says(page, 'artículos')
  await add(odd.CODIGO_ART, 1)
  await says(page, `${odd.CODIGO_ART}: Ajustado al múltiplo: ${units(odd.multiplo)}`)
  for (const { CODIGO_ART, multiplo } of others) {
    await add(CODIGO_ART, multiplo)
    await says(page, `${CODIGO_ART}: ${units(multiplo)}`)
  }

  // Without signal it says what waits, and when that is stored.
  await context.setOffline(true)
  await add(last.CODIGO_ART, last.multiplo)
  await says(page, '1 artículo espera señal. Guardado en este equipo; se envía solo.')
  await context.setOffline(false)
  await says(page, `${last.CODIGO_ART}: ${units(last.multiplo)}`)

  // The list view: a box says what it is of and how it is sold, and Enter goes down.
  await keyboard.press('ControlOrMeta+a')
  await keyboard.press('Delete')
  await says(page, 'artículos')
  await page.getByRole('button', { name: 'Ver como lista' }).focus()
  await keyboard.press('Enter')
  const boxes = page.getByRole('list', { name: 'Artículos', exact: true }).getByRole('textbox')
  await quantity(first.CODIGO_ART).focus()
  await keyboard.type(String(first.multiplo))
  await keyboard.press('Enter')
  await expect(boxes.nth(1)).toBeFocused()
  await says(page, `${first.CODIGO_ART}: ${units(first.multiplo)}`)

  // The cart: what is stored, the total, and the neighbour of a line that goes.
  await page.getByRole('link', { name: `(${LINES + 1} ITEMS)` }).focus()
  await keyboard.press('Enter')
  await expect(main('Carrito')).toBeFocused()
  await expect(main('Carrito').getByRole('textbox', { name: /^Cantidad de/ })).toHaveCount(LINES + 1)
  const cents = (rows: typeof sold) => rows.reduce((sum, row) => sum + paidCents(row) * row.multiplo, 0)
  const all = cents([odd, first, last, ...others])
  await quantity(first.CODIGO_ART).focus()
  await keyboard.type(String(first.multiplo * 3))
  await keyboard.press('Enter')
  await says(page, `Total$ ${amountText(all + paidCents(first) * first.multiplo * 2)}`)
  const remove = main('Carrito').getByRole('button', { name: /^Eliminar / })
  const next = await remove.nth(1).getAttribute('aria-label')
  await remove.nth(0).focus()
  await keyboard.press('Enter')
  await says(page, 'quitado del carrito')
  await expect(remove).toHaveCount(LINES)
  await expect(page.getByRole('button', { name: next ?? '', exact: true })).toBeFocused()

  // Confirming: what lacks is said where it lacks, and in the end the number.
  await page.getByRole('link', { name: 'Confirmar Pedido' }).focus()
  await keyboard.press('Enter')
  await expect(main('Confirmar pedido')).toBeFocused()
  await page.getByRole('button', { name: 'Enviar' }).focus()
  await keyboard.press('Enter')
  await says(page, 'Seleccione una direccion valida')
  const address = page.getByLabel('Dirección de entrega')
  await expect(address).toBeFocused()
  await expect(address).toHaveAccessibleDescription(/Seleccione una direccion valida/)
  await keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Enviar' }).focus()
  await keyboard.press('Enter')
  await says(page, 'Pedido creado correctamente!')
  await expect(main('Pedido confirmado')).toBeFocused()
  const [order] = await ordersOf(api)
  expect(order?.items).toBe(LINES)
  await expect(page.getByRole('status').filter({ hasText: `Numero de pedido: ${order?.NUMERO_PED}` })).toBeVisible()
})
