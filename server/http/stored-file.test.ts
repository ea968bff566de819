import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskFiles } from '../ports/files/disk.ts'
import type { Files } from '../ports/files/port.ts'
import { openBucket } from '../ports/files/s3.ts'
import { type S3Server, startS3 } from '../test/s3-server.ts'
import { installErrorExit } from './errors.ts'
import { KEEP_FOREVER, sendStoredFile } from './stored-file.ts'

const FILM = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256))
const NAME = 'film-of-a-toy.mp4'
let folder: string
let store: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulto-stored-'))
  store = await startS3()
})
afterAll(async () => {
  await store.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each([
  ['disk', async () => diskFiles(folder)],
  ['S3', async () => (await openBucket(store.config)).files],
] as const)('a film (%s)', (_name, open) => {
  const app = Fastify()
  let files: Files
  beforeAll(async () => {
    files = await open()
    await files.put(NAME, FILM)
    installErrorExit(app)
    app.get('/:name', (request, reply) =>
      sendStoredFile(request, reply, files, {
        name: (request.params as { name: string }).name,
        contentType: 'video/mp4',
        cacheControl: KEEP_FOREVER,
      }),
    )
  })
  afterAll(() => app.close())

  const ask = (headers: Record<string, string> = {}, name = NAME) => app.inject({ url: `/${name}`, headers })

  test('comes whole, for ever', async () => {
    const answer = await ask()
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(FILM)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '70000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${NAME}"`,
    })
  })

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=65536-', 65_536, 70_000],
    ['bytes=-10', 69_990, 70_000],
    ['bytes=69999-80000', 69_999, 70_000],
  ])('comes in parts: %s', async (range, from, to) => {
    const answer = await ask({ range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/70000`)
    expect(answer.rawPayload.equals(FILM.subarray(from, to))).toBe(true)
  })

  test('has no part behind its end', async () => {
    const answer = await ask({ range: 'bytes=70000-' })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */70000'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('is not sent to who has it', async () => {
    expect((await ask({ 'if-none-match': `"${NAME}"` })).statusCode).toBe(304)
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await ask({ 'if-range': '"other"', range: 'bytes=0-9' })).statusCode).toBe(200)
  })

  test.each([[{}], [{ range: 'bytes=0-9' }], [{ 'if-none-match': '*' }]])(
    'that is not stored is not found: %j',
    async (headers) => {
      const answer = await ask(headers as Record<string, string>, 'no-such-film.mp4')
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['cache-control']).toBeUndefined()
    },
  )
})
