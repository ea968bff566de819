/** Pictures of the shop's face: what is taken, what of it is kept, and how it is read again (R402, R405). */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Files } from '../../ports/files/port.ts'
import { UnreadableMedia } from '../files/containers/unreadable.ts'
import { faceRendition, mailLogo, storeFacePicture } from './face-pictures.service.ts'

/** A store in memory. */
function memory(more: Partial<Files> = {}) {
  const stored = new Map<string, Buffer>()
  const files: Pick<Files, 'stat' | 'touch' | 'put' | 'get'> = {
    stat: async (name) => {
      const bytes = stored.get(name)
      return bytes ? { size: bytes.length, modified: new Date() } : null
    },
    touch: async (name) => stored.has(name),
    put: async (name, bytes) => void stored.set(name, bytes as Buffer),
    get: async (name) => {
      const bytes = stored.get(name)
      return bytes ? ({ stream: [bytes], size: bytes.length } as never) : null
    },
  }
  return { stored, files: { ...files, ...more } as Files }
}

/** A rectangle of 300 × 100 px in the middle of 600 × 300. */
const drawing = (ground: string, fill: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="${ground}"/><rect x="150" y="100" width="300" height="100" fill="${fill}"/></svg>`,
    ),
  )

const pixelOf = async (bytes: Buffer | undefined, left: number, top: number) => {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

test('a JPEG for print and a picture of greys are kept in the colours that they show', async () => {
  const { files, stored } = memory()
  const print = await drawing('#fff', '#d4002a').removeAlpha().toColourspace('cmyk').jpeg().toBuffer()
  const { file } = await storeFacePicture(files, print)
  const [red = 0, green = 0] = await pixelOf(stored.get(file), 150, 50)
  expect(red - green).toBeGreaterThan(150)
  const grey = await drawing('#222', '#ddd').removeAlpha().toColourspace('b-w').png().toBuffer()
  const kept = await storeFacePicture(files, grey)
  // A dark ground is part of the logo.
  expect([kept.width, kept.height]).toEqual([600, 300])
  expect(await pixelOf(stored.get(kept.file), 0, 0)).toEqual([0x22, 0x22, 0x22])
})

test('a photo on its side stands upright, an animation is its first picture', async () => {
  const { files } = memory()
  const side = await drawing('#fff', '#d4002a').jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const upright = await storeFacePicture(files, side)
  expect(upright.height).toBeGreaterThan(upright.width * 2)
  const pictures = ['#d4002a', '#005f38'].map((background) => ({
    create: { width: 200, height: 90, channels: 3, background },
  }))
  const frames = await Promise.all(
    pictures.map((picture) =>
      sharp(picture as never)
        .png()
        .toBuffer(),
    ),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const { width, height } = await storeFacePicture(files, animation)
  expect([width, height]).toEqual([200, 90])
})

test('other formats than PNG, JPEG and WebP are refused by their bytes, and so are broken ones', async () => {
  const { files, stored } = memory()
  const picture = drawing('#fff', '#d4002a')
  const png = await picture.clone().png().toBuffer()
  const others = await Promise.all(
    [picture.clone().gif(), picture.clone().tiff(), picture.clone().avif()].map((made) => made.toBuffer()),
  )
  for (const bytes of [...others, png.subarray(0, -300)])
    await expect(storeFacePicture(files, bytes)).rejects.toThrow(UnreadableMedia)
  expect(stored.size).toBe(0)
})

test('asking for pictures that are not stored holds up none that is', async () => {
  const other = memory()
  const never = new Promise<null>(() => {})
  const { file } = await storeFacePicture(other.files, await drawing('#fff', '#d4002a').png().toBuffer())
  const files: Files = {
    ...other.files,
    stat: (name) => (name === file ? other.files.stat(name) : never),
    get: (name) => (name === file ? other.files.get(name) : never),
  }
  void faceRendition(files, `${'b'.repeat(40)}.png`, 'logo.webp')
  expect(await faceRendition(files, file, 'logo.webp')).toBeInstanceOf(Buffer)
})

test('a mail goes without a logo that cannot be read, and the log says so', async () => {
  const { files, stored } = memory()
  const told: unknown[] = []
  const logo = mailLogo(files, { warn: (...said: unknown[]) => void told.push(said) } as never)
  const broken = `${'c'.repeat(40)}.png`
  stored.set(broken, Buffer.from('not a picture'))
  expect(await logo(broken)).toBeNull()
  expect(told).toHaveLength(1)
  const away = mailLogo({ ...files, stat: () => Promise.reject(new Error('the bucket is away')) }, {
    warn: () => {},
  } as never)
  expect(await away(`${'d'.repeat(40)}.png`)).toBeNull()
})
