/** Papers in the shop's face (R405). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mainColours } from '../../../contract/face.rules.ts'
import { coloursOf } from '../../lib/brand-colours.ts'
import type { Face } from '../../lib/face.ts'
import { storeFacePicture } from '../../media/face/face-pictures.service.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import type { Files } from '../../ports/files/port.ts'
import { factoryFace } from '../../test/factory-face.ts'
import { brandColour } from '../catalogue-files/brand-colour.rules.ts'
import type { TradePaper } from '../trade-papers/trade-paper.types.ts'
import { tradePaperPdf } from '../trade-papers/trade-paper-files.service.ts'

let folder: string
let files: Files

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulto-face-'))
  files = diskFiles(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A paper of several pages, read: its text by page, its author and its pictures. */
async function paperOf(face: Face) {
  const line = {
    ...{ description: 'Oso de peluche', quantity: 12, note: '', unitsPerPack: 0, multiple: 1, soldOut: false },
    ...{ price: { list: 1_00, discount: 0, unit: 1_00 }, picture: null },
  }
  const paper: TradePaper = {
    shop: { legend: '', face, name: face.name, lines: [] },
    ...{ title: 'Cotización', number: '', days: [], client: 'Cliente', clientFacts: [], terms: [], note: '' },
    ...{ kind: 'prices', withPictures: false, closing: [], total: 480_00 },
    lines: Array.from({ length: 60 }, (_, n) => ({ ...line, code: `C-${n}` })),
  }
  const bytes = new Uint8Array(await tradePaperPdf(files, { key: 1 }, async () => paper))
  const source = Buffer.from(bytes).toString('latin1')
  const pdf = await getDocumentProxy(bytes)
  const { text } = await extractText(pdf, { mergePages: false })
  const { info } = await getMeta(pdf)
  return {
    text,
    author: (info as { Author: string }).Author,
    /** Pages that draw a picture, and pictures in the file; what is transparent of one counts for another. */
    pagesWithPicture: source.match(/\/I\d+ \d+ 0 R/g)?.length ?? 0,
    pictures: source.match(/\/Subtype \/Image/g)?.length ?? 0,
  }
}

test('without one a paper says the shop’s name and draws no picture', async () => {
  const { text, pictures, author } = await paperOf(factoryFace('Bulto'))
  expect([text[0]?.includes('Bulto'), author]).toEqual([true, 'Bulto'])
  expect(text.length).toBeGreaterThan(1)
  expect(pictures).toBe(0)
})

test.each([
  ['wide', 1200, 240],
  ['tall', 200, 800],
])('a %s logo stands on every page, and once in the file', async (_, width, height) => {
  const drawn = await sharp({ create: { width, height, channels: 4, background: '#0a5f38' } })
    .png()
    .toBuffer()
  const logo = await storeFacePicture(files, drawn)
  const bare = await paperOf({ ...factoryFace('Mundo Lúdico'), logo, withName: false })
  expect(bare.text.length).toBeGreaterThan(1)
  expect(bare.pagesWithPicture).toBe(bare.text.length)
  expect(bare.pictures).toBeLessThanOrEqual(2)
  // The logo says it; the file's properties and whoever reads it aloud are told in words.
  expect([bare.text[0]?.includes('Mundo Lúdico'), bare.author]).toEqual([false, 'Mundo Lúdico'])
  const named = await paperOf({ ...factoryFace('Mundo Lúdico'), logo, withName: true })
  expect(named.text.every((page) => page.includes('Mundo Lúdico'))).toBe(true)
})

test('a logo that is gone or broken leaves the name', async () => {
  await files.put(`${'b'.repeat(40)}.png`, Buffer.from('no es un PNG'))
  for (const letter of ['b', 'c']) {
    const logo = { file: `${letter.repeat(40)}.png`, width: 400, height: 80 }
    const { text, pictures } = await paperOf({ ...factoryFace('Mundo Lúdico'), logo, withName: false })
    expect([text[0]?.includes('Mundo Lúdico'), pictures]).toEqual([true, 0])
  }
})

test('a name of sixty letters does not reach what stands beside it', async () => {
  const name = 'Distribuidora Mayorista de Juguetes y Cotillón del Litoral SA'.slice(0, 60)
  const { text } = await paperOf(factoryFace(name))
  expect(text[0]).toContain('Cotización')
  expect(text[0]).toContain('Distribuidora Mayorista')
})

test('brands have the shop’s two shades, or the factory’s five', () => {
  const colours = coloursOf({ main: '#d4002a', accent: '' })
  const brands = ['Rayuela', 'Tambor', 'Calesita', 'Barrilete', 'Trompo', 'Bolita', 'Zulu', 'Ñandú']
  const own = new Set(brands.map((brand) => brandColour(brand, colours)))
  expect([...own].sort()).toEqual([mainColours('#d4002a').azul, mainColours('#d4002a').navy].sort())
  expect(new Set(brands.map((brand) => brandColour(brand))).size).toBeGreaterThan(2)
})
