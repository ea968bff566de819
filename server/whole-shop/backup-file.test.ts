/** A backup's file: cut, altered, encrypted. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBackup, writeBackup } from './backup-file.ts'
import { type Frame, jsonFrame } from './frames.ts'
import { seal, unseal } from './seal.ts'

const KEY = 'una clave de copias'
const PIECE = 256 * 1024
let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  file = path.join(folder, 'copia')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const end = jsonFrame('end', { tables: {}, sequences: {}, files: 0, fileBytes: 0, missing: [] })
const framesOf = (...sizes: number[]): Frame[] => [
  ...sizes.map((size, at) => ({ kind: 'data' as const, bytes: Buffer.alloc(size, at + 65) })),
  end,
]
/** Kind, length and hash: large buffers are compared byte by byte otherwise. */
const inShort = (frames: readonly Frame[]) =>
  frames.map(({ kind, bytes }) => [kind, bytes.length, createHash('sha256').update(bytes).digest('hex')])
async function* stream(frames: readonly Frame[]) {
  yield* frames
}
async function read(key?: string): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const frame of readBackup(file, key)) frames.push(frame)
  return frames
}
const write = (frames: readonly Frame[], key?: string) => writeBackup(file, stream(frames), key)

describe.each([undefined, KEY])('with key %s', (key) => {
  test.each([[[0]], [[1, 5, 7]], [[PIECE, PIECE]], [[3 * PIECE + 17, 2, PIECE - 1]]])(
    'frames of %j bytes come back as they were',
    async (sizes) => {
      await write(framesOf(...sizes), key)
      expect(inShort(await read(key))).toEqual(inShort(framesOf(...sizes)))
      expect(fs.statSync(file).mode & 0o077).toBe(0)
    },
  )

  test('cut anywhere, also where a piece ends, it is refused', async () => {
    const { bytes } = await write(framesOf(2 * PIECE, 100), key)
    const whole = fs.readFileSync(file)
    const header = key ? 25 : 9
    const lengths = [0, 5, header, header + 3, header + PIECE + 16, header + 2 * (PIECE + 16), bytes - 33, bytes - 1]
    for (const length of lengths) {
      fs.writeFileSync(file, whole.subarray(0, length))
      await expect(read(key), `cut at ${length}`).rejects.toThrow(/cortado|dañado|no es una copia/)
    }
  })

  test('one bit altered anywhere, something added, or pieces exchanged: it is refused', async () => {
    const { bytes } = await write(framesOf(2 * PIECE, 100), key)
    const whole = fs.readFileSync(file)
    for (const place of [0, 8, 12, 26, 40, 1000, PIECE + 30, bytes - 120, bytes - 40, bytes - 1]) {
      const altered = Buffer.from(whole)
      altered[place] = (altered[place] ?? 0) ^ 4
      fs.writeFileSync(file, altered)
      await expect(read(key), `altered at ${place}`).rejects.toThrow()
    }
    fs.writeFileSync(file, Buffer.concat([whole, Buffer.of(0)]))
    await expect(read(key)).rejects.toThrow()
    const [from, size] = [key ? 25 : 9, PIECE + (key ? 16 : 0)]
    const [one, two] = [whole.subarray(from, from + size), whole.subarray(from + size, from + 2 * size)]
    fs.writeFileSync(file, Buffer.concat([whole.subarray(0, from), two, one, whole.subarray(from + 2 * size)]))
    await expect(read(key)).rejects.toThrow()
  })
})

test('an encrypted stream that ends where a piece ends tells that its last piece is missing', async () => {
  const pieces: Buffer[] = []
  for await (const piece of seal(Readable.from([Buffer.alloc(3 * PIECE)]), KEY)) pieces.push(piece)
  const reading = async (all: readonly Buffer[]) => {
    let bytes = 0
    for await (const piece of unseal(Readable.from(all), KEY)) bytes += piece.length
    return bytes
  }
  expect(await reading(pieces)).toBe(3 * PIECE)
  await expect(reading(pieces.slice(0, -1))).rejects.toThrow('cortado')
})

test('an encrypted one shows nothing, opens with its key alone, and is another each time', async () => {
  const secret = Buffer.from('SECRETO '.repeat(50))
  const frames: Frame[] = [{ kind: 'data', bytes: secret }, end]
  await write(frames, KEY)
  const first = fs.readFileSync(file)
  expect(first.includes('SECRETO')).toBe(false)
  await expect(read('otra clave de copias')).rejects.toThrow('La clave de BACKUP_KEY no es la de esta copia')
  await expect(read()).rejects.toThrow('indique su clave con la variable BACKUP_KEY')
  fs.rmSync(file)
  await write(frames, KEY)
  expect(fs.readFileSync(file).subarray(25)).not.toEqual(first.subarray(25))
})

test('what breaks while it is written leaves no file, and one that is there is not overwritten', async () => {
  const breaking = async function* (): AsyncGenerator<Frame> {
    yield* framesOf(PIECE).slice(0, 1)
    throw new Error('broken')
  }
  await expect(writeBackup(file, breaking(), KEY)).rejects.toThrow('broken')
  expect(fs.readdirSync(folder)).toEqual([])
  fs.writeFileSync(file, 'mine')
  await expect(write(framesOf(1))).rejects.toThrow('ya existe')
  // A disk that is not mounted: nothing is written beside it.
  const elsewhere = path.join(folder, 'disco')
  await expect(writeBackup(path.join(elsewhere, 'copia'), stream(framesOf(1)), KEY)).rejects.toThrow(
    `La carpeta ${elsewhere} no existe`,
  )
  expect(fs.existsSync(elsewhere)).toBe(false)
  expect(fs.readFileSync(file, 'utf8')).toBe('mine')
})
