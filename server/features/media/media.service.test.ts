import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskFiles } from '../../ports/files/disk.ts'
import type { Files } from '../../ports/files/port.ts'
import { cardVariant, placeOfPhoto } from './media.rules.ts'
import { documentVariant, storeMedia, storePicture, storeVideo, UnreadableMedia } from './media.service.ts'

let directory: string
let files: Files
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bulto-media-'))
  files = diskFiles(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2344C4' } })

async function bytesOf(name: string): Promise<Buffer> {
  const found = await files.get(name)
  if (!found) throw new Error(`${name} is not stored`)
  return buffer(found.stream)
}

async function facts(name: string) {
  const { format, width, height, exif, orientation } = await sharp(await bytesOf(name)).metadata()
  return { format, width, height, hasExif: exif !== undefined, orientation }
}

describe('pictures', () => {
  test('are stored in the sizes that are shown, turned upright, without metadata', async () => {
    const sideways = plain(2000, 1000)
      .withExif({ IFD0: { Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
    const { file, contentType } = await storePicture(files, await sideways.jpeg().toBuffer())
    expect(contentType).toBe('image/webp')
    const bare = { hasExif: false, orientation: undefined }
    expect(await facts(file)).toEqual({ format: 'webp', width: 600, height: 1200, ...bare })
    expect(await facts(cardVariant(file))).toEqual({ format: 'webp', width: 200, height: 400, ...bare })
    expect(await facts(documentVariant(file))).toEqual({ format: 'jpeg', width: 200, height: 400, ...bare })
  })

  test('are not enlarged', async () => {
    const { file } = await storePicture(files, await plain(90, 60).png().toBuffer())
    expect(await facts(file)).toMatchObject({ width: 90, height: 60 })
    expect(await facts(cardVariant(file))).toMatchObject({ width: 90, height: 60 })
  })

  test('with the same bytes have the same name, with others another', async () => {
    const [one, two] = await Promise.all([plain(50, 50).png().toBuffer(), plain(51, 50).png().toBuffer()])
    const names = [
      await storePicture(files, one),
      await storePicture(files, one),
      await storePicture(files, two),
    ]
    expect(new Set(names.map(({ file }) => file)).size).toBe(2)
  })

  test('that are see-through stay so, and are white in documents', async () => {
    const glass = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
    const { file } = await storePicture(files, await glass.png().toBuffer())
    const { channels } = await sharp(await bytesOf(documentVariant(file))).stats()
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })
})

describe('refused', () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const photo = () =>
    sharp({ create: { width: 900, height: 900, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer()
  /** A picture of one pixel that says it has 3,600 million. */
  const bomb = async () => {
    const png = await plain(1, 1).png().toBuffer()
    // Width and height stand behind the header's name, its checksum behind the header.
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    return png
  }
  const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['text', () => Buffer.from('<html>photo.jpg</html>')],
    ['nothing', () => Buffer.alloc(0)],
    ['SVG, which is a program', () => Buffer.from(script)],
    ['half a photo', async () => (await photo()).subarray(0, 60_000)],
    ['a small file that unfolds into a huge picture', bomb],
  ])('%s', async (_what, make) => {
    await expect(storeMedia(files, await make())).rejects.toThrow(UnreadableMedia)
  })
})

describe('videos', () => {
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom....isommp41')])
  const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 0, 0, 0]), Buffer.from('B\x82webm')])

  test.each([
    ['mp4', mp4],
    ['webm', webm],
  ])('%s is known by its content', async (format, bytes) => {
    const stored = await storeMedia(files, bytes)
    expect(stored).toEqual({ file: expect.stringMatching(`\\.${format}$`), contentType: `video/${format}` })
    expect((await files.stat(stored.file))?.size).toBe(bytes.length)
  })

  test.each([
    ['QuickTime', Buffer.from('\0\0\0\x18ftypqt  ....')],
    ['Matroska', Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3])],
    ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ])('%s is none', async (_name, bytes) => {
    await expect(storeVideo(files, bytes)).rejects.toThrow(UnreadableMedia)
  })
})

describe('the name of a photo', () => {
  const codes = new Set(['1010', '0101', 'AB_2', 'AB', 'X_Y_Z', 'aB'])
  test.each([
    ['1010.jpg', { code: '1010', slot: 1 }],
    ['0101_2.PNG', { code: '0101', slot: 2 }],
    ['X_Y_Z.jpg', { code: 'X_Y_Z', slot: 1 }],
    ['X_Y_Z_3.jpg', { code: 'X_Y_Z', slot: 3 }],
    ['AB_2.jpg', { code: 'AB_2', slot: 1 }],
    ['AB_3.jpg', { code: 'AB', slot: 3 }],
    ['AB_2_2.jpg', { code: 'AB_2', slot: 2 }],
    ['AB_9.jpg', { code: 'AB', slot: 9 }],
    ['aB.jpg', { code: 'aB', slot: 1 }],
    ['Ab.jpg', null],
    ['101.jpg', null],
    ['1010_x.jpg', null],
    ['_2.jpg', null],
  ])('%s', (name, place) => {
    expect(placeOfPhoto(name, (code) => codes.has(code))).toEqual(place)
  })
})
