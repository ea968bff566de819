/** The page to try the search with a list of one's own (R416): from a disk and from a static host, with nothing sent. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { generateCatalogue } from '../testkit/generate-catalogue.ts'
import { violations } from './support/axe.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const built = `${root}dist/try/index.html`
test.beforeAll(() => void execFileSync(process.execPath, ['scripts/build-try.mjs'], { cwd: root, stdio: 'ignore' }))

/** A list as wholesalers send it: a title, headings of their own, codes with zeros in front as texts. */
function priceList(size: number): Promise<Buffer> {
  const articles = generateCatalogue({ size })
  const text = (value: string) => ({ value, type: String })
  const rows = articles.map(({ code, description, brand, unitsPerPack, listPrice }) => [
    text(code),
    text(description),
    text(brand),
    { value: unitsPerPack, type: Number },
    { value: listPrice / 100, type: Number },
  ])
  const own = [text('000123'), text('Calesita de hojalata'), text('Feria'), { value: 6, type: Number }]
  const headings = ['Cód.', 'Detalle', 'Marca', 'Bulto', 'Precio'].map(text)
  const workbook = writeXlsxFile([
    [text('Lista de precios mayorista')],
    [null],
    headings,
    ...rows,
    [...own, { value: 15_490.5, type: Number }],
  ])
  return workbook.toBuffer()
}

const drop = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const cards = (page: Page) => page.getByRole('list', { name: 'Artículos' }).getByRole('listitem')
const search = async (page: Page, text: string) => page.getByRole('searchbox').fill(text)

/** What a page asks for, but for the thread that it holds itself. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('blob:')) asked.push(request.url())
  })
  return asked
}

test('ten thousand articles of an own workbook are searched as in the shop, from a disk, and nothing is sent', {
  tag: '@phone',
}, async ({ page }) => {
  const asked = requestsOf(page)
  const address = pathToFileURL(built).href
  await page.goto(address)
  const list = await priceList(10_000)
  const since = Date.now()
  await drop(page, 'lista.xlsx', list)
  await expect(cards(page)).toHaveCount(25)
  await search(page, '000123')
  await expect(cards(page)).toHaveCount(1)
  const seconds = (Date.now() - since) / 1000
  console.info(`from the drop to the first search: ${seconds.toFixed(1)} s`)
  expect(seconds).toBeLessThan(10)
  await expect(page.getByText('10.001 artículos')).toBeVisible()
  const card = cards(page).first()
  await expect(card).toContainText('Calesita de hojalata')
  await expect(card).toContainText('$ 15.490,50')
  await expect(card).toContainText('Bulto 6')
  await expect(card).toContainText('Feria')
  // A typing error, and words in any order.
  await search(page, 'hojalata calecita')
  await expect(card).toContainText('Calesita de hojalata')
  await search(page, 'muñeca')
  await expect(page.getByRole('status')).toContainText(/^\d[\d.]* artículos/)
  await page.getByRole('button', { name: 'Ver más' }).click()
  await expect(cards(page)).toHaveCount(50)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  expect(asked).toEqual([address])
})

test.describe('on a static host', () => {
  let host: Server
  let address: string
  let heard: string[]
  test.beforeAll(async () => {
    heard = []
    host = createServer((request, response) => {
      heard.push(String(request.url))
      response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
      response.end(request.url === '/' ? readFileSync(built) : '')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => host.once('listening', resolve))
    address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`
  })
  test.afterAll(() => void host.close())

  test('columns that nothing tells are asked about, a choice can be changed, and another list takes its place', async ({
    page,
  }) => {
    const asked = requestsOf(page)
    await page.goto(address)
    await drop(page, 'stock.csv', Buffer.from('x;y;z\n00123;24;15490,5\n00124;12;3200\n'))
    await expect(page.getByRole('heading', { name: '¿Qué es cada columna?' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    const use = page.getByRole('button', { name: 'Buscar en esta lista' })
    await page.getByLabel('Columna 1').selectOption('Código')
    await expect(use).toBeDisabled()
    await page.getByLabel('Columna 3').selectOption('Descripción')
    await use.click()
    // The row of 'x', 'y' and 'z' is a row like any other where nobody knows these words.
    await expect(cards(page)).toHaveCount(3)
    await search(page, '00124')
    await expect(cards(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Elegir otra lista' }).click()
    await drop(
      page,
      'lista.csv',
      Buffer.from('CODIGO_ART;DESCRIP_ART;PRECIO_LPI\r\n0007;Mu\xf1eca;1.234,50\r\n', 'latin1'),
    )
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).first()).toContainText('Muñeca')
    await expect(cards(page).first()).toContainText('$ 1.234,50')
    expect(asked).toEqual([address])
  })

  test('the page lets nothing out, not even what somebody would make it send', async ({ page }) => {
    await page.goto(address)
    heard.length = 0
    const outcome = await page.evaluate(async () => {
      const called = await fetch('/precios?codigo=00123').then(
        () => 'sent',
        () => 'refused',
      )
      navigator.sendBeacon('/precios', '00123')
      document.body.append(Object.assign(new Image(), { src: '/precios.png' }))
      return called
    })
    expect(outcome).toBe('refused')
    // Something that is let through, so that the others had their time.
    await drop(page, 'lista.csv', Buffer.from('codigo;detalle\n7;Trompo\n'))
    await expect(cards(page)).toHaveCount(1)
    expect(heard).toEqual([])
  })

  test('a file that is no list is refused in words', async ({ page }) => {
    await page.goto(address)
    await drop(page, 'lista.pdf', Buffer.from('%PDF-1.7\n'))
    await expect(page.getByRole('alert')).toHaveText('Un PDF no se lee aquí: hace falta la planilla, .xlsx o .csv')
    await drop(page, 'lista.xlsx', (await priceList(50)).subarray(0, 2_000))
    await expect(page.getByRole('alert')).toContainText('dañada o cortada')
  })
})
