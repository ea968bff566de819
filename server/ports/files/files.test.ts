import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { outageOf } from '../../db/outage.ts'
import { type S3Server, startS3 } from '../../test/s3-server.ts'
import { diskFiles } from './disk.ts'
import type { Files } from './port.ts'
import { openBucket } from './s3.ts'

let store: S3Server
let directory: string
beforeAll(async () => {
  store = await startS3()
  directory = await mkdtemp(join(tmpdir(), 'bulto-files-'))
})
afterAll(async () => {
  await store.stop()
  await rm(directory, { recursive: true, force: true })
})

const adapters = {
  disk: async () => diskFiles(join(directory, 'files')),
  // A page smaller than the number of files.
  S3: async () => (await openBucket(store.config, 7)).files,
}

describe.each(Object.entries(adapters))('stored files (%s)', (_name, open) => {
  let files: Files
  beforeEach(async () => {
    files = await open()
    const names: string[] = []
    for await (const { name } of files.list()) names.push(name)
    for (const name of names) await files.remove(name)
  })

  const read = async (name: string, range?: { start: number; end: number }) => {
    const found = await files.get(name, range)
    return found && (await buffer(found.stream)).toString()
  }
  const listed = async () => {
    const all: { name: string; modified: Date }[] = []
    for await (const file of files.list()) all.push(file)
    return all.toSorted((a, b) => a.name.localeCompare(b.name))
  }

  test('come back whole or in part, with the size of the whole', async () => {
    await files.put('abcdef.webp', Buffer.from('0123456789'))
    expect(await read('abcdef.webp')).toBe('0123456789')
    expect(await read('abcdef.webp', { start: 2, end: 4 })).toBe('234')
    expect(await read('abcdef.webp', { start: 9, end: 9 })).toBe('9')
    expect(await files.stat('abcdef.webp')).toMatchObject({ size: 10, modified: expect.any(Date) })
    const part = await files.get('abcdef.webp', { start: 2, end: 4 })
    part?.stream.destroy()
    expect(part?.size).toBe(10)
  })

  test('come back byte by byte, also large ones', async () => {
    const bytes = Buffer.alloc(6_000_001, 0).map((_, at) => (at * 7919) % 251)
    await files.put('large-video.mp4', bytes)
    const found = await files.get('large-video.mp4')
    expect(found?.size).toBe(bytes.length)
    expect((await buffer(found!.stream)).equals(bytes)).toBe(true)
    const tail = await files.get('large-video.mp4', { start: 5_000_000, end: 6_000_000 })
    expect((await buffer(tail!.stream)).equals(bytes.subarray(5_000_000))).toBe(true)
  })

  test('are stored as they are when their bytes are a part of something larger', async () => {
    await files.put('abcdef.webp', new Uint8Array(Buffer.from('__only this__')).subarray(2, 11))
    expect(await read('abcdef.webp')).toBe('only this')
  })

  test('that are not there are null', async () => {
    expect(await read('nothing.webp')).toBeNull()
    expect(await read('nothing.webp', { start: 0, end: 3 })).toBeNull()
    expect(await files.stat('nothing.webp')).toBeNull()
    expect(await files.touch('nothing.webp')).toBe(false)
    await files.remove('nothing.webp')
  })

  test('are replaced whole, also when many do it at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => files.put('abcdef.webp', Buffer.from('same'))))
    await files.put('abcdef.webp', Buffer.from('newer'))
    expect(await read('abcdef.webp')).toBe('newer')
    expect((await listed()).map(({ name }) => name)).toEqual(['abcdef.webp'])
  })

  test('are all listed, however many begin alike', async () => {
    const names = Array.from({ length: 80 }, (_, at) => `abcdef-${String(at).padStart(2, '0')}.webp`)
    await Promise.all([...names, 'zz-other.webp'].map((name) => files.put(name, Buffer.from('x'))))
    expect((await listed()).map(({ name }) => name)).toEqual([...names, 'zz-other.webp'])
  })

  test('are listed, each with its date, and gone when they were removed', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `file-${String(n).padStart(2, '0')}.webp`)
    const before = Date.now()
    await Promise.all(names.map((name) => files.put(name, Buffer.from(name))))
    const all = await listed()
    expect(all.map(({ name }) => name)).toEqual(names)
    // Some stores keep whole seconds only.
    for (const { modified } of all) expect(modified.getTime()).toBeGreaterThan(before - 1_100)
    await files.remove('file-07.webp')
    expect((await listed()).map(({ name }) => name)).toEqual(names.filter((name) => name !== 'file-07.webp'))
    expect(await files.stat('file-07.webp')).toBeNull()
  })

  test('are young again when they are touched, and the same', async () => {
    await files.put('abcdef.webp', Buffer.from('0123456789'))
    const before = (await files.stat('abcdef.webp'))?.modified ?? new Date(0)
    expect(await files.touch('abcdef.webp')).toBe(true)
    const after = (await files.stat('abcdef.webp'))?.modified ?? new Date(0)
    expect(after.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(await read('abcdef.webp')).toBe('0123456789')
  })

  test.each(['../../etc/passwd', 'a/b.webp', '..', 'ab..webp', '', '.hidden', 'a\\b.webp'])(
    'have names, and %j is none',
    async (name) => {
      await expect(files.get(name)).rejects.toThrow('not a name')
      await expect(files.put(name, Buffer.from('x'))).rejects.toThrow('not a name')
      await expect(files.stat(name)).rejects.toThrow('not a name')
    },
  )
})

test('documents in a bucket stand apart: no list of the files has them, nor the other way round', async () => {
  const { files, documents } = await openBucket(store.config, 2)
  const path = join(directory, 'document')
  await writeFile(path, 'a catalogue')
  for (const name of ['one.doc', 'two.doc', 'three.doc']) await documents.put(name, path)
  await files.put('abcdef.webp', Buffer.from('x'))
  await files.put('zzzzzz.webp', Buffer.from('x'))
  const namesIn = async (place: { list(): AsyncIterable<{ name: string }> }) => {
    const names: string[] = []
    for await (const { name } of place.list()) names.push(name)
    return names.sort()
  }
  expect(await namesIn(files)).toEqual(['abcdef.webp', 'zzzzzz.webp'])
  expect(await namesIn(documents)).toEqual(['one.doc', 'three.doc', 'two.doc'])
  for (const { remove, names } of [
    { remove: documents.remove, names: ['one.doc', 'two.doc', 'three.doc'] },
    { remove: files.remove, names: ['abcdef.webp', 'zzzzzz.webp'] },
  ])
    for (const name of names) await remove(name)
})

test('a folder keeps nothing unfinished', async () => {
  const files = diskFiles(join(directory, 'other'))
  await Promise.all(Array.from({ length: 20 }, () => files.put('abcdef.webp', Buffer.from('same'))))
  expect(await readdir(join(directory, 'other', 'ab'))).toEqual(['abcdef.webp'])
})

test('a bucket that was silent until the limit of time is not asked again', async () => {
  let isSilent = false
  let asked = 0
  const server = createHttpServer((_request, response) => {
    asked++
    if (!isSilent) response.end('<ListBucketResult></ListBucketResult>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const keys = { accessKey: 'x', secretKey: 'x', region: 'us-east-1' }
  try {
    const { files } = await openBucket({ url: `http://127.0.0.1:${port}/tienda`, ...keys })
    isSilent = true
    asked = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refusal = files.stat('abcdef.webp').catch((reason: unknown) => reason)
    await vi.waitUntil(() => asked > 0)
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    expect(await refusal).toMatchObject({ code: 'STORE_AWAY' })
    expect(asked).toBe(1)
  } finally {
    vi.useRealTimers()
    server.closeAllConnections()
    server.close()
  }
})

test('a bucket that babbles, or says that it cannot, is an outage', async () => {
  const list = '<?xml version="1.0"?><ListBucketResult><Name>tienda</Name><KeyCount>0</KeyCount></ListBucketResult>'
  const answers = {
    well: `HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\ncontent-length: ${list.length}\r\nconnection: close\r\n\r\n${list}`,
    babbling: '¿qué?\r\n<html>\r\n',
    failing: 'HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
  }
  let manner: keyof typeof answers = 'well'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answers[manner]))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tienda`
    const { files } = await openBucket({ ...store.config, url })
    for (manner of ['babbling', 'failing'] as const) {
      const error = await files.put('abcdef.webp', Buffer.from('x')).catch((reason: unknown) => reason)
      expect([manner, outageOf(error)]).toEqual([manner, 'database'])
    }
  } finally {
    server.close()
  }
})

test.each([
  ['a bucket that is not there', { bucket: 'otra' }, 'no existe el depósito'],
  ['an unknown key', { accessKey: 'otra' }, 'no acepta S3_ACCESS_KEY'],
  ['a wrong secret', { secretKey: 'otro' }, 'no acepta S3_ACCESS_KEY'],
  ['nobody at the address', { port: '1' }, 'No se pudo llegar'],
])('a store says plainly what is wrong: %s', async (_what, wrong, message) => {
  const {
    bucket,
    port,
    ...keys
  }: {
    bucket?: string
    port?: string
    accessKey?: string
    secretKey?: string
  } = wrong
  const url = new URL(store.config.url)
  if (bucket) url.pathname = `/${bucket}`
  if (port) url.port = port
  const opening = openBucket({ ...store.config, ...keys, url: url.href })
  await expect(opening).rejects.toMatchObject({
    name: 'FilesOpenError',
    message: expect.stringContaining(message),
  })
})
