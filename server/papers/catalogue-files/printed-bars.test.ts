/** The bars of a card, read back from its drawing by a reader that did not draw them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { densities } from '../../../contract/documents.ts'
import { openPdf } from '../drawing/draw-page.ts'
import type { CatalogueFileTask, FileItem } from './catalogue-files.types.ts'
import { cardWidth, GRIDS } from './catalogue-pages.rules.ts'
import { drawCard } from './draw-card.ts'

const item: FileItem = {
  articleId: 1,
  code: 'RY10013',
  alias: '7790001000019',
  description: 'Camión volcador de madera',
  unitsPerPack: 24,
  innerPack: 6,
  assortment: 0,
  multiple: 6,
  listPrice: 123_456_789,
  discount: 500,
  promo: true,
  future: false,
  hint: 'Venta por bulto cerrado',
  brand: '',
  category: '',
  subcategory: '',
  picture: null,
}
// Else the package would look for its WebAssembly at an address outside.
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } })
/** Millimetres of a point. */
const MM = 25.4 / 72

test.each(densities)('the bars of a card of %i a page have 80 percent of their size, and are read', async (perPage) => {
  const { doc, body } = openPdf({ title: 'Prueba', author: 'Bulto', subject: 'Prueba' })
  doc.addPage()
  const bars: { x: number; y: number; width: number; height: number }[] = []
  const drawn = doc.rect.bind(doc)
  doc.rect = (x, y, width, height) => {
    bars.push({ x, y, width, height })
    return drawn(x, y, width, height)
  }
  const card = { x: 30, y: 30, width: cardWidth(GRIDS[perPage]), height: GRIDS[perPage].high }
  const task = { perPage, withPrices: true, shopAddress: 'https://tienda.example' } as CatalogueFileTask
  drawCard(doc, body, task, { item, ...card }, null)
  doc.end()
  expect(Math.min(...bars.map(({ width }) => width)) * MM).toBeGreaterThanOrEqual(0.264)
  const right = Math.max(...bars.map(({ x, width }) => x + width))
  const left = Math.min(...bars.map(({ x }) => x))
  // The standard's quiet zones, 11 modules at the left and 7 at the right, are inside of the card.
  expect(card.x + card.width - right).toBeGreaterThanOrEqual(7 * 0.75)
  expect(left - card.x).toBeGreaterThanOrEqual(11 * 0.75)
  // As a printer of 200 dots an inch puts them on paper.
  const dots = 200 / 72
  const rects = bars
    .map(({ x, y, width, height }) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`)
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${card.x} ${card.y} ${card.width} ${card.height}" width="${card.width * dots}" height="${card.height * dots}"><rect x="0" y="0" width="999" height="999" fill="#fff"/>${rects}</svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  const found = await readBarcodes(new Uint8Array(png), { formats: ['EAN13'] })
  expect(found.map(({ text }) => text)).toEqual(['7790001000019'])
})
