import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../caller.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import { bareApp } from '../../test/bare-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { carouselRoutes } from './carousel.routes.ts'

const admin: Caller = { userId: 1, type: 'admin', name: 'Ana', clientId: -1, sellerId: null }
const ADMIN_TOKEN = 'a'.repeat(43)

withDatabases('news', (database) => {
  const app = bareApp({ [ADMIN_TOKEN]: admin })
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.fastify.inject({ url: `/api/carousel${path}`, headers })

  beforeAll(async () => {
    const { db, place } = database()
    const files = diskFiles(join(place.dataDir, 'files'))
    carouselRoutes(app, { db, files })
    await files.put('novedad.mp4', Buffer.from('0123456789'))
    const slide = { kind: 'video', file: 'novedad.mp4', content_type: 'video/mp4' } as const
    await db.kysely
      .updateTable('slide')
      .set({ caption: 'Llegaron', active: true, ...slide })
      .where('slot', '=', 3)
      .execute()
    await db.kysely.updateTable('slide').set(slide).where('slot', '=', 4).execute()
    await db.kysely.updateTable('slide').set({ active: true }).where('slot', '=', 5).execute()
  })

  test('everyone sees the active slides that have something to show', async () => {
    expect((await get('')).json()).toEqual([{ id: 3, foto: 'novedad.mp4', aux: 'Llegaron', aux2: 1 }])
  })

  test('an admin sees all ten slots', async () => {
    const slides = (await get('', { authorization: `Bearer ${ADMIN_TOKEN}` })).json()
    expect(slides.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('a slide is served with its own type and in parts', async () => {
    const { statusCode, headers, body } = await get('/fotos?n=3', { range: 'bytes=2-4' })
    expect([statusCode, headers['content-type'], body]).toEqual([206, 'video/mp4', '234'])
  })

  test.each(['1', '0', '11', '-3', '2147483647'])('no slide at n=%s', async (slot) => {
    expect((await get(`/fotos?n=${slot}`)).statusCode).toBe(404)
  })
})
