import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskFiles } from '../../ports/files/disk.ts'
import type { Files } from '../../ports/files/port.ts'
import { polyglots } from '../../test/hostile-files.ts'
import { makeFilm, makePicture } from '../../test/media-files.ts'
import { cardVariant, originalVariant, placeOfPhoto, printVariant } from './media.rules.ts'
import { documentVariant, storeMedia, UnreadableMedia } from './media.service.ts'

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
    const { file, contentType } = await storeMedia(files, await sideways.jpeg().toBuffer())
    expect(contentType).toBe('image/webp')
    const bare = { hasExif: false, orientation: undefined }
    expect(await facts(file)).toEqual({ format: 'webp', width: 600, height: 1200, ...bare })
    expect(await facts(cardVariant(file))).toEqual({ format: 'webp', width: 200, height: 400, ...bare })
    expect(await facts(documentVariant(file))).toEqual({ format: 'jpeg', width: 200, height: 400, ...bare })
    expect(await facts(printVariant(file))).toEqual({ format: 'jpeg', width: 1000, height: 2000, ...bare })
  })

  test('are not enlarged', async () => {
    const { file } = await storeMedia(files, await plain(90, 60).png().toBuffer())
    expect(await facts(file)).toMatchObject({ width: 90, height: 60 })
    expect(await facts(cardVariant(file))).toMatchObject({ width: 90, height: 60 })
  })

  test('with the same bytes have the same name, with others another', async () => {
    const [one, two] = await Promise.all([plain(50, 50).png().toBuffer(), plain(51, 50).png().toBuffer()])
    const names = [await storeMedia(files, one), await storeMedia(files, one), await storeMedia(files, two)]
    expect(new Set(names.map(({ file }) => file)).size).toBe(2)
  })

  test('that are see-through stay so, and are white in documents', async () => {
    const glass = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
    const { file } = await storeMedia(files, await glass.png().toBuffer())
    const { channels } = await sharp(await bytesOf(documentVariant(file))).stats()
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })
})

describe('the upload that is kept', () => {
  /** A photo as a telephone takes it: where, with what, and which side is up. */
  const taken = (orientation: number) =>
    makePicture(60, 40)
      .withExif({
        IFD0: { Make: 'Camera', Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 36/1 0/1', GPSLongitudeRef: 'W' },
      })
      .withMetadata({ orientation })
  const pixelsOf = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer()

  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s: the same pixels, turned the same way, no place and no camera',
    async (format) => {
      for (const orientation of [1, 3, 6]) {
        const upload = await taken(orientation).toFormat(format, { quality: 90 }).toBuffer()
        expect((await sharp(upload).metadata()).exif).toBeDefined()
        const { file } = await storeMedia(files, upload)
        const kept = await bytesOf(originalVariant(file, format === 'jpeg' ? 'jpg' : format))
        expect(await pixelsOf(kept)).toEqual(await pixelsOf(upload))
        for (const name of [file, cardVariant(file), printVariant(file), documentVariant(file)])
          expect(await facts(name)).toMatchObject({ hasExif: false, orientation: undefined })
        expect((await sharp(kept).metadata()).exif?.length ?? 0).toBeLessThan(40)
        expect(kept.includes('Camera') || kept.includes('somebody') || kept.includes('GPS')).toBe(false)
      }
    },
  )

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is turned as the library turns it', async (orientation) => {
    const half = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    const upload = await plain(80, 40)
      .composite([{ input: half, left: 0, top: 0 }])
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    const { file } = await storeMedia(files, upload)
    const expected = await sharp(upload).autoOrient().webp({ lossless: true }).toBuffer()
    const [mine, theirs] = await Promise.all(
      [await bytesOf(file), expected].map((bytes) => sharp(bytes).raw().toBuffer({ resolveWithObject: true })),
    )
    expect([mine?.info.width, mine?.info.height]).toEqual([theirs?.info.width, theirs?.info.height])
    const far = [...(mine?.data ?? [])].filter((value, at) => Math.abs(value - (theirs?.data[at] ?? 0)) > 60)
    expect(far.length / (mine?.data.length ?? 1)).toBeLessThan(0.02)
  })

  test.each(['gif', 'tiff', 'avif'] as const)('a %s is kept as a PNG of the same size', async (format) => {
    const { file } = await storeMedia(files, await taken(1).toFormat(format).toBuffer())
    expect(await facts(originalVariant(file, 'png'))).toMatchObject({ width: 60, height: 40, hasExif: false })
  })

  test('of a picture that is something else as well only the picture is stored', async () => {
    const { pictures } = await polyglots()
    expect(pictures.length).toBeGreaterThan(20)
    const storedFiles = async () =>
      (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    const foreign = /alert\(1\)|<\?php|a\.txt hola|1 0 obj|MZ\x90\0/
    for (const { what, bytes } of pictures) {
      const known = new Set(await storedFiles())
      await storeMedia(files, bytes)
      const made = (await storedFiles()).filter((path) => !known.has(path))
      expect({ what, made: made.length }).toEqual({ what, made: 6 })
      for (const path of made) {
        const stored = await readFile(path)
        expect({ what, path, foreign: foreign.exec(stored.toString('latin1'))?.[0] }).toEqual({ what, path })
        expect(['jpeg', 'png', 'webp']).toContain((await sharp(stored).metadata()).format)
      }
    }
  })

  test('a second picture and a film that a telephone puts behind the first one are left out', async () => {
    const photo = await makePicture(50).jpeg().toBuffer()
    const { file } = await storeMedia(files, Buffer.concat([photo, photo, await makeFilm('mp4')]))
    expect((await bytesOf(originalVariant(file, 'jpg'))).length).toBeLessThanOrEqual(photo.length)
  })
})

describe('videos', () => {
  test.each(['mp4', 'webm'] as const)('%s is known by its content and stays as long as it is', async (format) => {
    const bytes = await makeFilm(format)
    const stored = await storeMedia(files, bytes)
    expect(stored).toEqual({
      kind: 'video',
      contentType: `video/${format}`,
      file: expect.stringMatching(`\\.${format}$`),
    })
    expect((await files.stat(stored.file))?.size).toBe(bytes.length)
  })

  test('a film leaves behind where it was taken', async () => {
    const place = Buffer.from('\0\0\0\x1budta\0\0\0\x13\xa9xyz-34.6-58.4/', 'latin1')
    const film = Buffer.concat([await makeFilm('mp4'), place])
    const { file } = await storeMedia(files, film)
    const kept = await bytesOf(file)
    expect([film.includes('-34.6'), kept.includes('-34.6'), kept.length]).toEqual([true, false, film.length])
  })

  test('a film is no picture, and a picture no film', async () => {
    await expect(storeMedia(files, await makeFilm('mp4'), 'image')).rejects.toThrow(UnreadableMedia)
    await expect(storeMedia(files, await plain(9, 9).png().toBuffer(), 'video')).rejects.toThrow(UnreadableMedia)
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
    ['1010 .jpg', { code: '1010', slot: 1 }],
    [' 0101 _2 .png', { code: '0101', slot: 2 }],
  ])('%s', (name, place) => {
    expect(placeOfPhoto(name, (code) => codes.has(code))).toEqual(place)
  })
})
