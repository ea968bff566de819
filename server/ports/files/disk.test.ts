import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskFiles } from './disk.ts'
import type { Files } from './port.ts'

let directory: string
let files: Files

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bulto-files-'))
  files = diskFiles(join(directory, 'files'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const read = async (name: string, range?: { start: number; end: number }) => {
  const found = await files.get(name, range)
  return found && (await buffer(found.stream)).toString()
}

test('gives back what was stored, whole or in part', async () => {
  await files.put('abcdef.webp', Buffer.from('0123456789'))
  expect(await read('abcdef.webp')).toBe('0123456789')
  expect(await read('abcdef.webp', { start: 2, end: 4 })).toBe('234')
  expect(await files.stat('abcdef.webp')).toMatchObject({ size: 10, modified: expect.any(Date) })
})

test('knows what it does not have', async () => {
  expect(await read('nothing.webp')).toBeNull()
  expect(await files.stat('nothing.webp')).toBeNull()
})

test('stores a file over an old one and leaves nothing unfinished, also when many do it at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => files.put('abcdef.webp', Buffer.from('same'))))
  await files.put('abcdef.webp', Buffer.from('newer'))
  expect(await read('abcdef.webp')).toBe('newer')
  expect(await readdir(join(directory, 'files', 'ab'))).toEqual(['abcdef.webp'])
})

test.each(['../../etc/passwd', 'a/b.webp', '..', 'ab..webp', '', '.hidden', 'a\\b.webp'])(
  'refuses the name %j',
  async (name) => {
    await expect(files.get(name)).rejects.toThrow('not a name')
    await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('not a name')
  },
)
