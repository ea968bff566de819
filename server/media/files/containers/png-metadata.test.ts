/** Notes of a picture that unpack to far more than they take are refused before anything unpacks them (R290). */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture } from '../../../test/media-files.ts'
import { inspect } from './inspect.ts'

const MB = 2 ** 20
const plain = await makePicture(300, 200).png().toBuffer()

/** A PNG with chunks behind its header. */
function pngWith(...chunks: readonly (readonly [name: string, ...content: (string | Buffer)[]])[]): Buffer {
  const header = 8 + 25
  const made = chunks.map(([name, ...content]) => {
    const body = Buffer.concat([name, ...content].map((part) => Buffer.from(part as string, 'latin1')))
    const chunk = Buffer.alloc(body.length + 8)
    chunk.writeUInt32BE(body.length - 4, 0)
    body.copy(chunk, 4)
    chunk.writeUInt32BE(crc32(body), body.length + 4)
    return chunk
  })
  return Buffer.concat([plain.subarray(0, header), ...made, plain.subarray(header)])
}
const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 'a'))
const text = (bytes: number) => ['zTXt', 'Comment\0\0', packed(bytes)] as const

test.each([
  ['a profile', pngWith(['iCCP', 'sRGB\0\0', packed(200 * MB)])],
  ['a text', pngWith(text(200 * MB))],
  ['a text with its language', pngWith(['iTXt', 'Comment\0\x01\0es\0Comentario\0', packed(200 * MB)])],
  ['many texts that are small each', pngWith(...Array.from({ length: 50 }, () => text(MB / 10)))],
])('%s that unpacks to more than four megabytes is refused, and says how to mend it', (_, bytes) => {
  expect(bytes.length).toBeLessThan(MB)
  expect(() => inspect(bytes)).toThrow('Guárdela de nuevo sin metadatos.')
})

test('a picture with its profile and texts is taken', async () => {
  const withProfile = await sharp(plain).withIccProfile('p3').png().toBuffer()
  expect(withProfile.includes('iCCP')).toBe(true)
  for (const bytes of [plain, withProfile, pngWith(text(3 * MB), ['iTXt', 'Author\0\0\0\0\0Ñandú'])])
    expect(inspect(bytes)).toMatchObject({ kind: 'image', format: 'png' })
})
