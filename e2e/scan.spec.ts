/** The scanner: a real browser whose camera is a film of a bar code that the test draws (R38, R222). */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { expect, test, withoutNews } from './support/test.ts'

/** The bar code of RY10013 in the demo shop. */
const EAN = '7798800000018'
const [WIDTH, HEIGHT, MODULE] = [640, 480, 4]

// biome-ignore format: the ten digits of each set, as the standard lists them
const LEFT = ['0001101', '0011001', '0010011', '0111101', '0100011', '0110001', '0101111', '0111011', '0110111', '0001011']
// biome-ignore format: which of the first half's digits are written mirrored says the thirteenth
const MIRRORED = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010']

const inverted = (bars: string) => bars.replace(/./g, (bar) => (bar === '0' ? '1' : '0'))
const reversed = (bars: string) => [...bars].reverse().join('')

/** The 95 bars of an EAN-13, 1 for black. */
function barsOf(ean: string): string {
  const [first = 0, ...digits] = [...ean].map(Number)
  const bars = (digit: number) => LEFT[digit] ?? ''
  const half = digits
    .slice(0, 6)
    .map((digit, at) => (MIRRORED[first]?.[at] === '0' ? bars(digit) : reversed(inverted(bars(digit)))))
  return `101${half.join('')}01010${digits
    .slice(6)
    .map((digit) => inverted(bars(digit)))
    .join('')}101`
}

/** Flags of a browser whose camera shows a film and whose user grants the permission. */
const FAKE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** A film of one still picture, as browsers take it for a camera: YUV4MPEG2. */
function filmOf(ean: string): string {
  const grey = Buffer.alloc(WIDTH * HEIGHT, 235)
  const bars = barsOf(ean)
  const left = (WIDTH - bars.length * MODULE) / 2
  for (let y = 120; y < 360; y++)
    for (const [at, bar] of [...bars].entries())
      if (bar === '1') grey.fill(16, y * WIDTH + left + at * MODULE, y * WIDTH + left + (at + 1) * MODULE)
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colourless])
  const file = join(mkdtempSync(join(tmpdir(), 'bulto-camera-')), 'camera.y4m')
  writeFileSync(file, Buffer.concat([head, frame, frame]))
  return file
}

test.use({
  shopKind: 'muestra',
  launchOptions: [
    async ({ launchOptions }, use) => {
      const film = `--use-file-for-fake-video-capture=${filmOf(EAN)}`
      const args = [...(launchOptions.args ?? []), ...FAKE, film]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(({ page }) => withoutNews(page))

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Escanear' })
const scanned = (page: Page) => scanner(page).getByRole('list', { name: 'Escaneados' }).getByRole('listitem')

async function openScanner(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  await page.goto(isPhone ? '/catalogo' : '/pedido-rapido')
  await page.getByRole('button', { name: 'Escanear' }).click()
}

test('the camera reads a code, its article is added by Enter, and the same box is not taken twice', {
  tag: '@phone',
}, async ({ page }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => elsewhere.push(request.url()))
  await openScanner(page)
  const article = scanner(page).getByRole('region', { name: /^RY10013 / })
  await expect(article).toBeVisible({ timeout: 30_000 })
  await expect(article).toContainText('$')
  await expect(scanned(page)).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  const quantity = article.getByRole('textbox', { name: /^Cantidad de RY10013/ })
  await quantity.fill('24')
  await quantity.press('Enter')
  await expect(scanned(page)).toContainText(['24 en el carrito'])
  // The code is still before the camera: only another one counts next, here a typed one.
  await expect(article).toBeHidden()
  const box = scanner(page).getByLabel('Código')
  await box.fill('RY99999')
  await box.press('Enter')
  await expect(scanner(page).getByText('El código RY99999 no es de ningún artículo del catálogo.')).toBeVisible()
  await expect(scanner(page).getByRole('region')).toHaveCount(0)
  await box.fill('ry10017')
  await box.press('Enter')
  await expect(scanner(page).getByRole('region', { name: /^RY10017 / })).toBeVisible()
  await scanner(page).getByRole('button', { name: 'Saltar' }).click()
  await box.fill('ry10017 ry10021')
  await box.press('Enter')
  await expect(scanner(page).getByText('2 artículos tienen el código')).toBeVisible()
  await scanner(page)
    .getByRole('button', { name: /^RY10021 / })
    .click()
  await scanner(page).getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(scanned(page)).toHaveCount(2)
  await expect(scanned(page).first()).toContainText('en el carrito')
  const shop = new URL(page.url()).origin
  expect(elsewhere.filter((url) => !url.startsWith(shop) && !/^(data|blob):/.test(url))).toEqual([])
})

test('without leave to use the camera the screen says what to do, and takes a typed code', { tag: '@phone' }, async ({
  page,
}) => {
  // The answer of a browser whose user has refused the camera.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await openScanner(page)
  await expect(scanner(page).getByRole('alert')).toContainText('El navegador no tiene permiso para usar la cámara')
  await expect(scanner(page).getByRole('button', { name: 'Probar de nuevo' })).toBeVisible()
  await scanner(page).getByLabel('Código').fill(EAN)
  await scanner(page).getByRole('button', { name: 'Buscar' }).click()
  await scanner(page).getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(scanned(page)).toContainText(['RY10013'])
  expect(await violations(page)).toEqual([])
})
