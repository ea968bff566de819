/** Uploads over HTTP: who they are for, what becomes of them, and how they are taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageAddress } from '../../../contract/media.ts'
import { removeBanner } from '../../../contract/settings-admin.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { makeFilm, makePicture } from '../../test/media-files.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const products = '/api/pedidos/productos'
const jpeg = async (size: number) => new Uint8Array(await makePicture(size).jpeg().toBuffer())

withDatabases('uploads', (database) => {
  let app: TestApp
  let supervisor: TestCaller
  let admin: TestCaller
  let articleId: number
  let listingId: number

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    const user = await makeUser(db, 'supervisor')
    supervisor = await app.as(user)
    admin = await app.as(await makeUser(db, 'admin'))
    ;({ id: articleId } = await makeArticle(db))
    const listing = await db.kysely
      .selectFrom('listing')
      .select('id')
      .where('article_id', '=', articleId)
      .executeTakeFirstOrThrow()
    listingId = listing.id
  })
  afterAll(() => app.close())

  const put = async (slot: number, bytes: Uint8Array<ArrayBuffer>, name = 'foto.jpg') =>
    postFile(app.app, supervisor, `${products}/imagen?idio=${listingId}&nro=${slot}`, bytes, { name })
  const slotCall = (method: 'DELETE' | 'PUT', slot: number) =>
    supervisor.request(method, `${products}/imagen?idio=${listingId}&nro=${slot}`)
  const media = () =>
    database()
      .db.kysely.selectFrom('media')
      .select(['slot', 'kind', 'file'])
      .where('article_id', '=', articleId)
      .orderBy('slot')
      .execute()
  const audited = async (entity: 'media' | 'slide' | 'setting') =>
    (
      await database()
        .db.kysely.selectFrom('audit')
        .select(['action', 'entity_id', 'before', 'after'])
        .where('entity', '=', entity)
        .orderBy('id')
        .execute()
    ).map(
      (row) =>
        row as {
          action: string
          entity_id: string
          before: { file?: string } | null
          after: { file?: string } | null
        },
    )

  test('a picture and a film fill slots, are shown, and the catalogue hears of it', async () => {
    const version = () => database().db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirst()
    const before = await version()
    const first = await put(1, await jpeg(600))
    expect([first.status, first.json]).toEqual([200, { nro: 1, foto: expect.stringMatching(/\.webp$/) }])
    const film = await postFile(
      app.app,
      supervisor,
      `/api/productos/video?idio=${listingId}&nro=2`,
      new Uint8Array(await makeFilm('webm')),
      { name: 'video.webm' },
    )
    expect([film.status, film.json]).toEqual([200, { nro: 2, foto: expect.stringMatching(/\.webm$/) }])
    expect(await media()).toEqual([
      { slot: 1, kind: 'image', file: first.json.foto },
      { slot: 2, kind: 'video', file: film.json.foto },
    ])
    expect((await version())?.version).toBe((before?.version ?? 0) + 2)
    const shown = await app.app.inject(imageAddress(articleId, 1, first.json.foto, 400))
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.headers['cache-control']).toContain('immutable')
    expect((await audited('media')).map(({ action, entity_id, after }) => [action, entity_id, after?.file])).toEqual([
      ['create', `${articleId}/1`, first.json.foto],
      ['create', `${articleId}/2`, film.json.foto],
    ])
  })

  test('the same picture again changes nothing; its name and declared type say nothing', async () => {
    const bytes = await jpeg(500)
    const first = await put(1, bytes)
    const before = await audited('media')
    const again = await put(1, bytes, 'planilla.xlsx')
    expect(again).toMatchObject({ status: 200, json: first.json })
    expect(await audited('media')).toHaveLength(before.length)
  })

  test('a replaced picture, and a removed one, come back', async () => {
    const [old] = await media()
    const fresh = (await put(1, await jpeg(300))).json.foto
    expect((await media())[0]?.file).toBe(fresh)
    expect((await slotCall('PUT', 1)).json).toEqual({ nro: 1, foto: old?.file })

    expect([(await slotCall('DELETE', 1)).json, (await slotCall('DELETE', 1)).json]).toEqual([true, true])
    expect((await media()).map(({ slot }) => slot)).toEqual([2])
    expect((await slotCall('PUT', 1)).json).toEqual({ nro: 1, foto: old?.file })
    expect((await media())[0]?.file).toBe(old?.file)
    expect((await audited('media')).slice(-4).map(({ action }) => action)).toEqual([
      ...['update', 'restore', 'delete', 'restore'],
    ])
  })

  test('what never was there, or was taken away more than a day ago, does not come back', async () => {
    expect((await slotCall('PUT', 5)).status).toBe(404)
    await slotCall('DELETE', 2)
    const { db } = database()
    await db.kysely
      .updateTable('audit')
      .set({ at: new Date(Date.now() - 86_500_000) })
      .execute()
    expect((await slotCall('PUT', 2)).status).toBe(404)
  })

  test('two who fill one slot at once leave one picture, and the log has both', async () => {
    const before = (await audited('media')).length
    const [one, two] = await Promise.all([put(4, await jpeg(210)), put(4, await jpeg(220))])
    const [, row] = await media()
    expect([one.json.foto, two.json.foto]).toContain(row?.file)
    const entries = (await audited('media')).slice(before)
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update'])
    expect(entries[1]?.before?.file).toBe(entries[0]?.after?.file)
  })

  test('an admin fills a slide and the banner; the banner takes no film and no PDF', async () => {
    const slide = await postFile(app.app, admin, '/api/carousel/imagen?idcar=3', await jpeg(200))
    expect(slide.json).toMatchObject({ id: 3, foto: expect.stringMatching(/\.webp$/), version: 2 })
    const film = new Uint8Array(await makeFilm('mp4'))
    expect((await postFile(app.app, admin, '/api/carousel/video?idcar=4', film)).json.foto).toMatch(/\.mp4$/)
    const seen = await app.app.inject('/api/carousel/fotos?n=4')
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'video/mp4'])
    const kept = await app.app.inject(`/api/carousel/fotos?n=3&v=${slide.json.foto}`)
    expect(kept.headers['cache-control']).toContain('immutable')

    const pdf = new TextEncoder().encode('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
    const message = 'Por favor, selecciona una imagen: JPEG, PNG, WebP, GIF, AVIF o TIFF.'
    for (const other of [film, pdf]) {
      const refused = await postFile(app.app, admin, '/api/config/banner', other)
      expect([refused.status, refused.json.details]).toEqual([415, [{ field: 'file', message }]])
    }
    for (const size of [100, 101]) {
      const banner = await postFile(app.app, admin, '/api/config/banner', await jpeg(size))
      const shown = await app.app.inject('/api/config/banner')
      expect([banner.status, shown.headers.etag]).toEqual([200, `"${banner.json}"`])
    }
    expect((await admin.call(removeBanner)).data).toBe(true)
    expect((await app.app.inject('/api/config/banner')).statusCode).toBe(404)
    expect((await admin.call(removeBanner)).data).toBe(true)
    expect((await audited('slide')).map(({ entity_id }) => entity_id)).toEqual(['3', '4'])
    expect((await audited('setting')).map(({ action, entity_id }) => [action, entity_id])).toEqual([
      ['create', 'BANNER_IMAGEN'],
      ['update', 'BANNER_IMAGEN'],
      ['update', 'BANNER_IMAGEN'],
    ])
  })
})
