import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageAddress } from '../../../contract/media.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import type { Files } from '../../ports/files/port.ts'
import { bareApp } from '../../test/bare-app.ts'
import { makeFilm } from '../../test/media-files.ts'
import { withDatabases } from '../../test/test-database.ts'
import { mediaRoutes } from './media.routes.ts'
import { storeMedia } from './media.service.ts'

const webm = await makeFilm('webm')
const size = webm.length

withDatabases('pictures over HTTP', (database) => {
  const app = bareApp()
  let files: Files
  let picture: string
  let video: string
  const get = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers })

  beforeAll(async () => {
    const { db, place } = database()
    files = diskFiles(join(place.dataDir, 'files'))
    mediaRoutes(app, { db, files })
    const red = sharp({ create: { width: 1500, height: 900, channels: 3, background: '#f00' } })
    picture = (await storeMedia(files, await red.jpeg().toBuffer())).file
    video = (await storeMedia(files, webm)).file
    await db.kysely.insertInto('article').values({ id: 7, code: '007', description: 'Auto' }).execute()
    await db.kysely
      .insertInto('media')
      .values([
        { article_id: 7, slot: 1, kind: 'image', file: picture, content_type: 'image/webp' },
        { article_id: 7, slot: 2, kind: 'video', file: video, content_type: 'video/webm' },
        { article_id: 7, slot: 3, kind: 'image', file: 'lost.webp', content_type: 'image/webp' },
      ])
      .execute()
  })

  test.each([
    [undefined, 1200],
    [400, 400],
    [200, 400],
    [401, 1200],
    [5000, 1200],
  ])('a width of %s is answered with %s pixels', async (asked, width) => {
    const { statusCode, headers, rawPayload } = await get(
      `/api/pedidos/productos/imagen/7?numImg=1${asked ? `&ancho=${asked}` : ''}`,
    )
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('image/webp')
    expect((await sharp(rawPayload).metadata()).width).toBe(width)
  })

  test('without numImg it is the first, and the short address answers too', async () => {
    const { headers } = await get('/api/productos/imagen/7')
    expect(headers.etag).toBe(`"${picture}"`)
  })

  test('the address with the current name may be kept forever, a stale one not', async () => {
    const current = await get(imageAddress(7, 1, picture, 400))
    expect(current.headers['cache-control']).toContain('immutable')
    const stale = await get(imageAddress(7, 1, 'anterior.webp', 400))
    expect(stale.rawPayload).toEqual(current.rawPayload)
    expect(stale.headers['cache-control']).not.toContain('immutable')
  })

  test('who has it gets 304 and no bytes', async () => {
    const first = await get(imageAddress(7, 1, picture, 400))
    const again = await get(imageAddress(7, 1, picture, 400), {
      'if-none-match': `W/"x", ${first.headers.etag}`,
    })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
    const other = await get(imageAddress(7, 1, picture, 1200), { 'if-none-match': `${first.headers.etag}` })
    expect(other.statusCode).toBe(200)
  })

  test.each([
    ['bytes=0-3', 0, 3],
    [`bytes=${size - 10}-`, size - 10, size - 1],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=${size - 4}-${size + 99}`, size - 4, size - 1],
  ])('%s of a video are those bytes', async (range, start, end) => {
    const whole = (await get(imageAddress(7, 2, video))).rawPayload
    expect(whole).toHaveLength(size)
    const { statusCode, headers, rawPayload } = await get(imageAddress(7, 2, video), { range })
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`])
    expect(headers['content-type']).toBe('video/webm')
    expect(rawPayload).toEqual(whole.subarray(start, end + 1))
  })

  test.each(['bytes=0-1,3-4', 'bytes=9-3', 'lines=1-2'])('%s is no range: all of it', async (range) => {
    const { statusCode, headers } = await get(imageAddress(7, 2, video), { range })
    expect([statusCode, headers['content-length']]).toEqual([200, String(size)])
  })

  test.each([
    [undefined, 'image/webp'],
    ['*/*', 'image/webp'],
    ['image/avif,image/webp,image/*;q=0.8,*/*;q=0.5', 'image/webp'],
    ['image/png,image/jpeg;q=0.8,*/*;q=0.5', 'image/jpeg'],
  ])('who says it takes %s gets %s', async (accept, type) => {
    for (const width of ['', '&ancho=400']) {
      const { headers, rawPayload } = await get(`/api/pedidos/productos/imagen/7?numImg=1${width}`, {
        ...(accept && { accept }),
      })
      expect([headers['content-type'], headers.vary]).toEqual([type, 'accept'])
      expect(`image/${(await sharp(rawPayload).metadata()).format}`).toBe(type)
    }
  })

  test('a range behind the end is 416, one for another version is ignored', async () => {
    const behind = await get(imageAddress(7, 2, video), { range: `bytes=${size}-` })
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${size}`])
    const other = await get(imageAddress(7, 2, video), { range: 'bytes=0-3', 'if-range': '"other"' })
    expect(other.statusCode).toBe(200)
  })

  test.each(['8', '7?numImg=5', '7?numImg=0', '7?numImg=2147483647', '2147483647', '7?numImg=3'])(
    'nothing at %s is 404 with the usual body',
    async (tail) => {
      const answer = await get(`/api/pedidos/productos/imagen/${tail}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ error: 'NOT_FOUND', message: expect.any(String) })
    },
  )

  describe('HEAD', () => {
    test('has the facts and no bytes', async () => {
      const { statusCode, headers, rawPayload } = await app.fastify.inject({
        method: 'HEAD',
        url: imageAddress(7, 2, video),
      })
      expect([statusCode, headers['content-length'], rawPayload.length]).toEqual([200, `${size}`, 0])
    })
  })
})
