/** Photos and videos of an article, from the file on the desk to the shop's address. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { violations } from './support/axe.ts'
import { beginSignedIn, expect, test as shopTest } from './support/test.ts'

interface Listed {
  ID_IO: number
  IDART_IO: number
  CODIGO_ART: string
  FOTO1_IO: string | null
}

/** The demo shop's admin, and an article of the shop whose five places are empty. */
const test = shopTest.extend<{ api: APIRequestContext; article: Listed }>({
  api: async ({ context, shop, playwright }, use) => {
    const user = await beginSignedIn(context, shop, { cuit: '20111111112', password: 'bulto-demo-2026', clientId: -1 })
    const extraHTTPHeaders = { authorization: `Bearer ${user.accessToken}` }
    const api = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
    await use(api)
    await api.dispose()
  },
  article: async ({ api }, use, { parallelIndex, retry }) => {
    const rows: Listed[] = await (await api.get('/api/pedidos/productos/filtro?index=0&a=1')).json()
    taken += 1
    const article = rows[(taken * 3 + parallelIndex + retry) % rows.length] as Listed
    for (const nro of [1, 2, 3, 4, 5])
      await api.delete(`/api/pedidos/productos/imagen?idio=${article.ID_IO}&nro=${nro}`)
    await use(article)
  },
})
let taken = 0
test.use({ shopKind: 'muestra', signedIn: false })

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Editar artículo' })
const slot = (page: Page, name: string) => drawer(page).getByRole('group', { name, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: /imagen|imágenes/ })
const open = async (page: Page, { IDART_IO, CODIGO_ART }: Listed) => {
  await page.goto(`/admin/productos?n=${encodeURIComponent(CODIGO_ART)}&art=${IDART_IO}`)
  await expect(slot(page, 'Foto 1')).toBeVisible()
}

const photo = async (colour: string) => ({
  name: `${colour}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 300, channels: 3, background: colour } })
    .withExif({ IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 36/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
})

test('two photos are chosen at once, stand upright in the shop without where they were taken', async ({
  page,
  api,
  article,
}) => {
  await open(page, article)
  await slot(page, 'Foto 1')
    .getByLabel('Foto 1: elegir archivo')
    .setInputFiles([await photo('teal'), await photo('navy')])
  await question(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(slot(page, 'Foto 1').getByRole('button', { name: 'Ver Foto 1' })).toBeVisible()
  await expect(slot(page, 'Foto 2').getByRole('button', { name: 'Ver Foto 2' })).toBeVisible()
  // In its place, and beside the article's name.
  await expect(drawer(page).locator('img[src*="numImg=1&"]')).toHaveCount(2)
  expect(await violations(page)).toEqual([])

  const answer = await api.get(`/api/pedidos/productos/imagen/${article.IDART_IO}?numImg=2`)
  const { width, height, exif } = await sharp(await answer.body()).metadata()
  expect([width, height, exif]).toEqual([300, 900, undefined])
  await slot(page, 'Foto 2').getByRole('button', { name: 'Ver Foto 2' }).click()
  const large = page.getByRole('dialog', { name: `${article.CODIGO_ART}: Foto 2` })
  await expect(large.getByRole('img')).toHaveJSProperty('naturalWidth', 300)
})

test('a film is dropped, plays in parts, goes with a double click and comes back', async ({ page, api, article }) => {
  await open(page, article)
  const film = readFileSync(fileURLToPath(new URL('../server/demo/assets/car.webm', import.meta.url)))
  const files = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'auto.webm', { type: 'video/webm' }))
    return transfer
  }, film.toString('base64'))
  for (const type of ['dragenter', 'dragover', 'drop'])
    await slot(page, 'Foto 3').dispatchEvent(type, { dataTransfer: files })
  await question(page).getByRole('button', { name: 'Guardar' }).click()
  const shown = slot(page, 'Foto 3').locator('video[src^="/api/"]')
  await expect(shown).toBeVisible()
  const address = `/api/pedidos/productos/imagen/${article.IDART_IO}?numImg=3`
  const part = await api.get(address, { headers: { range: 'bytes=100-199' } })
  expect([part.status(), (await part.body()).length]).toEqual([206, 100])
  expect((await api.get(address, { headers: { range: `bytes=${film.length}-` } })).status()).toBe(416)

  await shown.dblclick()
  await expect(slot(page, 'Foto 3').getByLabel('Foto 3: elegir archivo')).toBeEnabled()
  expect((await api.get(address)).status()).toBe(404)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(shown).toBeVisible()
  expect((await api.get(address)).status()).toBe(200)
})

const filled = (page: Page) => drawer(page).getByRole('button', { name: /^Ver Foto/ })

test('several dropped at once are shown first, then go to the free places in order', async ({ page, article }) => {
  await open(page, article)
  for (const place of ['Foto 1', 'Foto 3']) {
    await slot(page, place)
      .getByLabel(`${place}: elegir archivo`)
      .setInputFiles(await photo('teal'))
    await question(page).getByRole('button', { name: 'Guardar' }).click()
    await expect(slot(page, place).getByRole('button', { name: `Ver ${place}` })).toBeVisible()
  }
  const picture = (await photo('navy')).buffer.toString('base64')
  const files = await page.evaluateHandle(
    ([good]) => {
      const bytes = Uint8Array.from(atob(good), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      const add = (name: string, part: Uint8Array<ArrayBuffer>, type = 'image/jpeg') =>
        transfer.items.add(new File([part], name, { type }))
      add('uno.jpg', bytes)
      add('rota.jpg', bytes.slice(0, bytes.length / 2))
      for (const name of ['tres.jpg', 'cuatro.jpg']) add(name, bytes)
      add('nota.pdf', bytes, 'application/pdf')
      return transfer
    },
    [picture] as const,
  )
  for (const type of ['dragenter', 'dragover', 'drop'])
    await slot(page, 'Foto 2').dispatchEvent(type, { dataTransfer: files })
  await expect(question(page).getByRole('listitem')).toContainText([
    'Foto 2 uno.jpg',
    'Foto 4 rota.jpg',
    'Foto 5 tres.jpg',
    'nota.pdf: Por favor, suelta un archivo de imagen o video.',
    'cuatro.jpg: no queda lugar.',
  ])
  expect(await violations(page)).toEqual([])
  await expect(filled(page)).toHaveCount(2)
  await question(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(filled(page)).toHaveCount(4)
  await expect(slot(page, 'Foto 4').getByRole('alert')).toContainText('El archivo está dañado o incompleto')
  await slot(page, 'Foto 4').getByRole('button', { name: 'Entendido' }).click()
  await expect(slot(page, 'Foto 4').getByLabel('Foto 4: elegir archivo')).toBeEnabled()
})

test('the keyboard chooses, saves, removes and takes back; a phone offers its camera', async ({
  page,
  article,
  isMobile,
}) => {
  await open(page, article)
  await expect(slot(page, 'Foto 2').getByLabel('Foto 2: sacar foto')).toHaveAttribute('capture', 'environment')
  await expect(slot(page, 'Foto 2').getByTitle('Sacar foto')).toBeVisible({ visible: isMobile })
  test.skip(isMobile, 'A phone has no keyboard')
  const file = await photo('olive')
  // A busy browser may take the key before it reports file choosers.
  await expect(async () => {
    await slot(page, 'Foto 2').getByLabel('Foto 2: elegir archivo').focus()
    const opened = page.waitForEvent('filechooser', { timeout: 2_000 })
    const [chooser] = await Promise.all([opened, page.keyboard.press('Space')])
    expect(chooser.isMultiple()).toBe(true)
    await chooser.setFiles(file)
  }).toPass()
  await expect(question(page).getByRole('button', { name: 'Guardar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(filled(page)).toHaveCount(1)
  await slot(page, 'Foto 2').getByRole('button', { name: 'Eliminar Foto 2' }).press('Enter')
  await expect(filled(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(filled(page)).toHaveCount(1)
})

test('a double click on a bin deletes, and does not take that back', async ({ page, article }) => {
  await open(page, article)
  await slot(page, 'Foto 2')
    .getByLabel('Foto 2: elegir archivo')
    .setInputFiles(await photo('navy'))
  await question(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(filled(page)).toHaveCount(1)
  await slot(page, 'Foto 2').getByRole('button', { name: 'Eliminar Foto 2' }).click()
  const undo = page.getByRole('button', { name: 'Deshacer' })
  await expect(undo).toBeVisible()
  // The second click of the same double click, wherever the way back has appeared.
  const way = await undo.boundingBox()
  if (!way) throw new Error('No way back')
  await page.mouse.move(way.x + way.width / 2, way.y + way.height / 2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(undo).toBeVisible()
  await expect(filled(page)).toHaveCount(0)
  await undo.click()
  await expect(filled(page)).toHaveCount(1)
})

test('an upload that takes long is given up', async ({ page, article }) => {
  await open(page, article)
  await page.route('**/productos/imagen?*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await slot(page, 'Foto 1')
    .getByLabel('Foto 1: elegir archivo')
    .setInputFiles(await photo('teal'))
  await question(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(slot(page, 'Foto 1').getByRole('progressbar')).toBeVisible()
  await slot(page, 'Foto 1').getByRole('button', { name: 'Cancelar' }).click()
  await expect(slot(page, 'Foto 1').getByLabel('Foto 1: elegir archivo')).toBeEnabled()
})

test('what is no picture is told where it was to go, and nothing is stored', async ({ page, api, article }) => {
  await open(page, article)
  const fake = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') }
  await slot(page, 'Foto 1').getByLabel('Foto 1: elegir archivo').setInputFiles(fake)
  await question(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(slot(page, 'Foto 1').getByRole('alert')).toContainText(
    'Por favor, selecciona un archivo de imagen o video.',
  )
  expect((await api.get(`/api/pedidos/productos/imagen/${article.IDART_IO}`)).status()).toBe(404)
})

test('two photos from the list cost six clicks and keys', async ({ page, article }, info) => {
  await page.goto(`/admin/productos?n=${encodeURIComponent(article.CODIGO_ART)}`)
  let steps = 0
  const count = async (step: Promise<unknown>) => {
    steps += 1
    await step
  }
  await count(
    page
      .getByRole('button', { name: /^Editar/ })
      .first()
      .click(),
  )
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    count(slot(page, 'Foto 1').getByText('Foto 1').click()),
  ])
  // Two files are marked in the system's dialog with two clicks and opened with a third.
  steps += 3
  await chooser.setFiles([await photo('olive'), await photo('maroon')])
  await count(page.keyboard.press('Enter'))
  await expect(slot(page, 'Foto 2').getByRole('button', { name: 'Ver Foto 2' })).toBeVisible()
  info.annotations.push({
    type: 'clicks and keys: two photos of an article, from the list',
    description: String(steps),
  })
  expect(steps).toBeLessThanOrEqual(6)
})
