/** Papers are shared by the phone's own sheet, and by links that open one paper (R392, R395). */
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { expect, fillCart, pricedRows, type StoredUser, test, withoutNews } from './support/test.ts'

test.use({ shopKind: 'muestra' })

interface Shared {
  readonly title?: string
  readonly url?: string
  readonly files: readonly { readonly name: string; readonly type: string; readonly begins: string }[]
}
interface Watched {
  readonly shared: readonly Shared[]
  readonly taps: number
}

/** A sheet as a phone's: it opens only after a tap, and says what it was given. Taps are counted from each page on. */
async function withSheet(page: Page, takesFiles: boolean): Promise<void> {
  await page.addInitScript((takes) => {
    const watched = { shared: [] as unknown[], taps: 0 }
    Object.assign(window, { watched })
    addEventListener('click', () => watched.taps++, true)
    navigator.canShare = (data) => takes || !data?.files
    navigator.share = async (data) => {
      if (!navigator.userActivation.isActive) throw new DOMException('no tap', 'NotAllowedError')
      const files = (data?.files ?? []).map(async (file) => ({
        name: file.name,
        type: file.type,
        begins: (await file.text()).slice(0, 5),
      }))
      watched.shared.push({ ...data, files: await Promise.all(files) })
    }
  }, takesFiles)
}
const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched)
const share = (page: Page, name: string | RegExp = 'Compartir') => page.getByRole('button', { name }).first()

/** Sends an order of one article; answers its number. */
async function order(page: Page, api: APIRequestContext, user: StoredUser): Promise<number> {
  const [first] = await pricedRows(api)
  await fillCart(api, user, [{ idart: first!.IDART_IO, cantidad: first!.multiplo }])
  await page.goto('/confirmar-pedido')
  await page.getByText('Retiro en el local').click()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('link', { name: 'Seguir este pedido' }).click()
  await expect(page.getByRole('heading', { name: /^Pedido web \d+$/ })).toBeVisible()
  return Number(page.url().split('/').at(-1))
}

test.beforeEach(({ page }) => withoutNews(page))

test('an order goes to WhatsApp in two taps: the button, and WhatsApp in the phone’s sheet', { tag: '@phone' }, async ({
  page,
  api,
  user,
  isMobile,
}) => {
  await withSheet(page, true)
  const id = await order(page, api, user)
  await page.reload()
  await share(page).click()
  await expect.poll(async () => (await watched(page)).shared.length).toBe(1)
  // The sheet is open: choosing WhatsApp there is the second tap.
  expect(await watched(page)).toEqual({
    taps: 1,
    shared: [
      {
        title: `Pedido web ${id}`,
        files: [{ name: `pedido-${id}.pdf`, type: 'application/pdf', begins: '%PDF-' }],
      },
    ],
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Enlaces compartidos' })).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  // From the list of orders as well, the row opened on a phone.
  await page.goto('/mis-pedidos')
  if (isMobile) await page.getByRole('button', { name: `Más de el pedido ${id}` }).click()
  await share(page, `Compartir el pedido ${id}`).click()
  await expect.poll(async () => (await watched(page)).shared[0]?.files[0]?.name).toBe(`pedido-${id}.pdf`)
})

test('where the sheet takes no files a link opens the paper without an account, until it is taken back', {
  tag: '@phone',
}, async ({ page, api, user, shop, browser }) => {
  await withSheet(page, false)
  const id = await order(page, api, user)
  await share(page).click()
  await expect.poll(async () => (await watched(page)).shared.length).toBe(1)
  const [{ title, url = '' } = {} as Shared] = (await watched(page)).shared
  expect(title).toBe(`Pedido web ${id}`)
  const links = page.getByRole('region', { name: 'Enlaces compartidos' })
  await expect(links.getByRole('listitem')).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  const stranger = await (await browser.newContext({ baseURL: shop.url, storageState: undefined })).newPage()
  const sent: string[] = []
  stranger.on('request', (request) => sent.push(request.url()))
  // The shop's public address is not where the test's shop listens.
  const { pathname, hash } = new URL(url)
  await stranger.goto(pathname + hash)
  await expect(stranger.getByRole('heading')).toContainText('Le compartieron un documento')
  expect(await violations(stranger)).toEqual([])
  const coming = stranger.waitForEvent('download')
  await stranger.getByRole('button', { name: 'Abrir el PDF' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`pedido-${id}.pdf`)
  expect(readFileSync(await file.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
  // The key stands in no address that reaches the shop.
  expect(hash.length).toBeGreaterThan(22)
  expect(sent.filter((address) => new URL(address).search.includes(hash.slice(1)))).toEqual([])
  expect(readFileSync(shop.logFile, 'utf8')).not.toContain(hash.slice(1))

  await links.getByRole('button', { name: /^Quitar el enlace/ }).click()
  await expect(page.getByText('El enlace ya no abre nada')).toBeVisible()
  await expect(links).toHaveCount(0)
  await stranger.reload()
  await stranger.getByRole('button', { name: 'Abrir el PDF' }).click()
  await expect(stranger.getByText('Este enlace ya no sirve')).toBeVisible()
})

test('without a sheet the link is there to copy, with WhatsApp’s own address', async ({ page, api, user }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true })
    delete (Navigator.prototype as { share?: unknown }).share
  })
  const id = await order(page, api, user)
  await share(page).click()
  const dialog = page.getByRole('dialog', { name: `Compartir Pedido web ${id}` })
  await expect(dialog.getByLabel('Enlace')).toHaveValue(/\/api\/pedidos\/enlaces\/papel#[\w-]{32}$/)
  await expect(dialog.getByRole('link', { name: 'Enviar por WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=Pedido%20web%20${id}%0Ahttp`),
  )
  expect(await violations(page)).toEqual([])
})

test('a catalogue is shared by a link, at once', { tag: '@phone' }, async ({ page }) => {
  await withSheet(page, true)
  await page.goto('/Catalogos')
  await share(page, /^Compartir el catálogo de/).click()
  await expect.poll(async () => (await watched(page)).shared[0]?.url).toMatch(/papel#[\w-]{32}$/)
  await expect(page.getByRole('region', { name: 'Enlaces compartidos' })).toBeVisible()
})
