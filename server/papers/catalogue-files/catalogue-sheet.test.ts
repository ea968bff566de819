/** What no reader of values tells of a workbook: how its sheet is laid out, and where a photo stands and how large. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Product, product } from '../../../contract/catalogue.ts'
import { workerUrl } from '../../lib/worker-url.ts'
import { openParts } from '../../spreadsheets/zip-parts.ts'
import { factoryFace } from '../../test/factory-face.ts'
import { runFileThread } from '../made-files/run-file-thread.ts'
import type { CatalogueFileTask } from './catalogue-files.types.ts'

const folder = mkdtempSync(join(tmpdir(), 'bulto-catalogue-sheet-'))
afterAll(() => rmSync(folder, { recursive: true }))

const article = (articleId: number, media1: string | null): Product => ({
  articleId,
  listingId: null,
  erpArticleId: articleId,
  code: `0${articleId}`,
  alias: '',
  description: `Tren n.º ${articleId}`,
  listPrice: 100_00,
  discount: 0,
  promo: false,
  future: false,
  hint: '',
  position: articleId,
  brandId: null,
  categoryId: null,
  subcategoryId: null,
  season: '',
  unitsPerPack: 1,
  innerPack: 0,
  assortment: 0,
  multiple: 1,
  image: null,
  media1,
  media2: null,
  media3: null,
  media4: null,
  media5: null,
})
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/** The parts of a catalogue, or of a price list, of these articles, whose photos are in `photos`. */
async function workbook(
  articles: readonly Product[],
  photos: ReadonlyMap<string, Uint8Array>,
  kind: 'sheet' | 'priceList' = 'sheet',
) {
  const task: CatalogueFileTask = {
    kind,
    face: factoryFace('Bulto'),
    shopAddress: '',
    title: 'Trenes',
    date: '01/02/2026',
    contact: { mail: '', phone: '' },
    terms: '',
    perPage: 12,
    withLogo: false,
    withImages: true,
    withPrices: true,
    tree: json([]),
    rows: json(z.encode(z.array(product), [...articles])),
  }
  const path = join(mkdtempSync(join(folder, 'c-')), 'catalogo.xlsx')
  await runFileThread({
    worker: workerUrl(import.meta.url, 'catalogue-sheet-worker'),
    task,
    path,
    file: async (name) => photos.get(name) ?? null,
    running: () => undefined,
    progress: () => undefined,
  })
  return openParts(readFileSync(path))
}

test('a photo keeps its proportions, 80 pixels at most, inside the cell of its own article', async () => {
  const jpeg = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer()
  const photos = new Map([
    ['ancha.jpg', await jpeg(400, 200)],
    ['alta.jpg', await jpeg(150, 300)],
  ])
  const articles = [article(1, 'ancha.jpg'), article(2, null), article(3, 'alta.jpg'), article(4, 'falta.jpg')]
  const parts = await workbook(articles, photos)
  const drawing = (await parts.text('xl/drawings/drawing1.xml')) ?? ''
  /** Anchored at one cell, Excel takes the size that is written; between two it would stretch the photo over them. */
  const placed = drawing.matchAll(
    /<xdr:oneCellAnchor><xdr:from><xdr:col>(\d+)<\/xdr:col><xdr:colOff>(\d+)<\/xdr:colOff><xdr:row>(\d+)<\/xdr:row><xdr:rowOff>(\d+)<\/xdr:rowOff><\/xdr:from><xdr:ext cx="(\d+)" cy="(\d+)"\/>.*?descr="([^"]*)"/g,
  )
  const EMU = 9_525
  expect([...placed].map(([, ...at]) => [...at.slice(0, 6).map(Number), at[6]])).toEqual([
    [0, 4 * EMU, 1, 4 * EMU, 80 * EMU, 40 * EMU, 'Tren n.º 1'],
    [0, 4 * EMU, 3, 4 * EMU, 40 * EMU, 80 * EMU, 'Tren n.º 3'],
  ])
  expect(drawing.match(/<xdr:pic>/g)).toHaveLength(2)
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  const heights = [...sheet.matchAll(/<row r="(\d+)"[^>]* ht="([\d.]+)"/g)].map(([, row, ht]) => [row, ht])
  expect(heights).toEqual([['1', '30'], ...['2', '3', '4', '5'].map((row) => [row, '66'])])
})

test('a price list names the prices by quantity, and reckons with that of the quantity filled in (R351)', async () => {
  const steps = [
    { units: 24, percent: 500, unitPrice: 95_00 },
    { units: 96, percent: 1_000, unitPrice: 90_00 },
  ]
  const parts = await workbook([{ ...article(1, null), steps }, article(2, null)], new Map(), 'priceList')
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  const formulas = [...sheet.matchAll(/<f>(IF[^<]*)<\/f>/g)].map(([, formula]) => formula?.replaceAll('&gt;', '>'))
  expect(formulas[0]).toMatch(/^IF\(ISNUMBER\((\w+2)\),\1\*IF\(\1>=96,90,IF\(\1>=24,95,(\w+2)\)\),""\)$/)
  expect(formulas[1]).toMatch(/^IF\(ISNUMBER\((\w+3)\),\1\*(\w+3),""\)$/)
  expect(`${sheet}${await parts.text('xl/sharedStrings.xml')}`).toContain('24 o más: 95,00; 96 o más: 90,00')
})

test('it is printed across, and its head and its first columns stay in view', async () => {
  const sheet = (await (await workbook([article(1, null)], new Map())).text('xl/worksheets/sheet1.xml')) ?? ''
  expect(sheet).toMatch(/<pageSetup [^>]*orientation="landscape"/)
  expect(sheet).toMatch(/<pane (?=[^>]*xSplit="2")(?=[^>]*ySplit="1")[^>]*state="frozen"/)
})

test('a text that looks like an error of Excel stays a text', async () => {
  const parts = await workbook([{ ...article(1, null), code: '#N/A' }], new Map())
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  expect(sheet).toMatch(/<c r="B2"[^>]* t="(s|inlineStr)"/)
  expect(sheet).not.toContain('t="e"')
})

test('headings of numbers stand at the right, and texts beside a photo in the middle of its height', async () => {
  const parts = await workbook([article(1, null)], new Map())
  const sheet = (await parts.text('xl/worksheets/sheet1.xml')) ?? ''
  const formats = [...((await parts.text('xl/styles.xml')) ?? '').matchAll(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)].map(
    ([format]) => format,
  )
  const inCells = formats.slice(-Number(/<cellXfs count="(\d+)"/.exec((await parts.text('xl/styles.xml')) ?? '')?.[1]))
  const formatOf = (cell: string) => inCells[Number(new RegExp(`<c r="${cell}" s="(\\d+)"`).exec(sheet)?.[1])]
  // L1 is the list price's heading, B1 the code's.
  expect(formatOf('L1')).toContain('horizontal="right"')
  expect(formatOf('B1')).not.toContain('horizontal="right"')
  expect(formatOf('B2')).toContain('vertical="center"')
})
