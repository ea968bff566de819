/** Notices (R380 to R382): asked for on an article and a list, told by one mail, ended by its link. */
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { test } from './support/notices-shop.ts'
import { expect, searchRows, type WireRow, withoutNews } from './support/test.ts'

test.describe.configure({ timeout: 180_000 })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** All articles of the shop. */
async function allRows(api: APIRequestContext): Promise<WireRow[]> {
  const first = await searchRows(api)
  const rows = [...first]
  for (let index = 1; index < (first[0]?.cantPaginas ?? 1); index++) rows.push(...(await searchRows(api, { index })))
  return rows
}

test('pressed on an article and a list, told by one mail when the feed brings prices, ended by its link', async ({
  page,
  api,
  user,
  shop,
  fed,
}) => {
  await withoutNews(page)
  const rows = await allRows(api)
  const [unpriced, listed] = rows.filter(({ PRECIO_LPI, DESCUENTO_IO }) => PRECIO_LPI > 0 && DESCUENTO_IO === 0)
  if (!unpriced || !listed) throw new Error('The shop lacks articles with prices')
  const prices = (pesosOf: (row: WireRow) => number) => [
    'ID_ART;PRECIO_LPI',
    ...rows.map((row) => `${row.IDART_IO};${pesosOf(row).toFixed(2).replace('.', ',')}`),
  ]
  const priceIs = (row: WireRow, pesos: number) =>
    expect
      .poll(
        async () =>
          (await searchRows(api, { busqueda: row.CODIGO_ART })).find((r) => r.IDART_IO === row.IDART_IO)?.PRECIO_LPI,
        { timeout: 60_000 },
      )
      .toBe(pesos)

  fed.put(
    'precios',
    prices((row) => (row === unpriced ? 0 : row.PRECIO_LPI)),
  )
  await priceIs(unpriced, 0)

  await test.step('asked for on the card and on the list', async () => {
    await page.goto(`/catalogo?buscar=${unpriced.CODIGO_ART}`)
    const ask = button(page, `Avisarme de ${unpriced.CODIGO_ART}`)
    await ask.click()
    await expect(button(page, new RegExp(`^Le avisamos de ${unpriced.CODIGO_ART}`))).toBeVisible()
    expect(await violations(page)).toEqual([])
    // Pressed again it is taken back, on the article's page as well.
    await page.goto(`/catalogo?articulo=${unpriced.CODIGO_ART}`)
    const inDialog = page.getByRole('dialog')
    await inDialog.getByRole('button', { name: /^Le avisamos de/ }).click()
    await inDialog.getByRole('button', { name: /^Avisarme de/ }).click()
    await expect(inDialog.getByRole('button', { name: /^Le avisamos de/ })).toBeVisible()
    const saved = await api.post('/api/pedidos/listas-guardadas', {
      data: {
        ...{ idcli: user.idcli, nombre: 'Vidriera', compartida: 0 },
        renglones: [{ idart: listed.IDART_IO, cantidad: listed.multiplo, obs: '' }],
      },
    })
    const { id } = await saved.json()
    await page.goto(`/mis-listas?lista=${id}`)
    await button(page, /^Avisarme si cambia un precio/).click()
    await expect(button(page, /^Le avisamos si cambia un precio/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.goto('/mis-listas')
    const awaited = page.getByRole('region', { name: 'Avisos por correo' })
    await expect(awaited).toContainText('Lista «Vidriera»')
    await expect(awaited).toContainText('Cuando tenga precio')
    expect(await violations(page)).toEqual([])
  })

  await test.step('without signal the button says so', async () => {
    await page.goto(`/catalogo?articulo=${unpriced.CODIGO_ART}`)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Le avisamos de/ })
      .click()
    const ask = page.getByRole('dialog').getByRole('button', { name: /^Avisarme/ })
    await expect(ask).toBeVisible()
    await page.context().setOffline(true)
    await expect(ask).toHaveText(/Avisarme: necesita señal/)
    await page.context().setOffline(false)
    await ask.click()
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Le avisamos de/ })).toBeVisible()
  })

  fed.put(
    'precios',
    prices((row) => (row === listed ? row.PRECIO_LPI + 10 : row === unpriced ? 1234.5 : row.PRECIO_LPI)),
  )
  await expect.poll(() => fed.mails.length, { timeout: 90_000 }).toBe(1)
  const [mail] = fed.mails
  expect(mail?.subject).toContain('Novedades de lo que esperaba')
  for (const part of [unpriced.CODIGO_ART, '$ 1.234,50', 'antes sin precio', listed.CODIGO_ART, '«Vidriera»'])
    expect(mail?.text).toContain(part)
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  const address = header('list-unsubscribe')?.slice(1, -1) ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.html).toContain(address)

  // What was told is done with; the list is watched until that is ended.
  await page.goto('/mis-listas')
  const awaited = page.getByRole('region', { name: 'Avisos por correo' })
  await expect(awaited).toContainText('Lista «Vidriera»')
  await expect(awaited).not.toContainText('Cuando tenga precio')

  await test.step('ended by the link, without signing in', async () => {
    const { pathname, search } = new URL(address)
    await page.context().clearCookies()
    await page.goto(`${shop.url}${pathname}${search}`)
    await expect(page.getByRole('heading', { name: 'Terminar los avisos' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await button(page, 'No quiero más avisos').click()
    await expect(page.getByRole('heading', { name: 'Listo: no recibe más avisos' })).toBeVisible()
    await page.goto(`${shop.url}${pathname}${search}`)
    await expect(page.getByRole('heading', { name: 'Ese enlace ya no sirve' })).toBeVisible()
    await page.goto('/mis-listas')
    await expect(page.getByRole('link', { name: 'Vidriera', exact: true })).toBeVisible()
    await expect(awaited).toHaveCount(0)
  })
})
