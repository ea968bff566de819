/** Two hundred uploads that nobody should store: each is told what is wrong with it, and none leaves anything behind. */
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD_MAX_BYTES, uploadTexts } from '../../../contract/media-upload.ts'
import * as hostile from '../../test/hostile-files.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { makeFilm, makePicture } from '../../test/media-files.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const MB = 2 ** 20
const damaged = 'El archivo está dañado o incompleto. Pruebe con otra copia.'
const moreThanMedia = 'El archivo trae algo más que una imagen o un video y no se admite.'
const image = '/api/pedidos/productos/imagen'
const video = '/api/pedidos/productos/video'

interface Case {
  what: string
  url: string
  bytes: hostile.Bytes
  name?: string
  status: number
  /** The message of the refusal; a pattern where a file is broken in more than one way. */
  says: string | RegExp
}

describe('hostile uploads', () => {
  withDatabase('embedded', (database) => {
    let app: TestApp
    let supervisor: TestCaller
    let admin: TestCaller
    let slot: string
    let tried = 0

    beforeAll(async () => {
      const { db } = database()
      app = await openTestApp(db)
      supervisor = await app.as(await makeUser(db, 'supervisor'))
      admin = await app.as(await makeUser(db, 'admin'))
      const { id } = await makeArticle(db)
      const listing = await db.kysely
        .selectFrom('listing')
        .select('id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      slot = `?idio=${listing.id}&nro=1`
    })
    afterAll(() => app.close())

    const stored = async () => {
      const files = await readdir(app.filesDir, { recursive: true })
      const rows = await database().db.kysely.selectFrom('media').select('file').execute()
      return { files: files.sort(), rows }
    }
    const refuse = async ({ what, url, bytes, name = 'foto.jpg', status, says }: Case) => {
      const before = await stored()
      const answer = await postFile(app.app, admin, url, bytes, { name })
      tried++
      const message = typeof says === 'string' ? says : expect.stringMatching(says)
      expect({ what, status: answer.status, message: answer.json.message }).toEqual({ what, status, message })
      expect(await stored()).toEqual(before)
    }
    const refuseAll = async (cases: readonly Case[]) => {
      for (const hostileCase of cases) await refuse(hostileCase)
    }

    test('other types behind the name of a picture or a film', async () => {
      const all = hostile.otherTypes()
      const says = uploadTexts.chosen
      await refuseAll(
        all.flatMap(({ what, bytes }) => [
          { what, bytes, url: image + slot, status: 415, says },
          { what, bytes, url: video + slot, name: 'video.mp4', status: 415, says },
          { what, bytes, url: '/api/config/banner', status: 415, says: uploadTexts.pictureOnly },
        ]),
      )
      await refuseAll(
        hostile.otherFormats().flatMap(({ what, bytes }) => [
          { what, bytes, url: image + slot, status: 415, says: /^Ese formato no se admite/ },
          { what, bytes, url: video + slot, status: 415, says: /^Ese formato no se admite/ },
          // Where only a picture goes, nothing is said of videos.
          { what, bytes, url: '/api/config/banner', status: 415, says: uploadTexts.pictureOnly },
        ]),
      )
    })

    test('pictures and films that are cut off', async () => {
      const { pictures, films } = await hostile.cutOff()
      const cut = (url: string) => (one: hostile.Hostile) => ({ ...one, url, status: 400, says: damaged })
      await refuseAll([...pictures.map(cut(image + slot)), ...films.map(cut(video + slot))])
    })

    test('20 MB and a byte', async () => {
      const large = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(UPLOAD_MAX_BYTES + 1 - bytes.length)])
      const photo = await makePicture(50).jpeg().toBuffer()
      const cases = [photo, await makeFilm('mp4'), Buffer.from('PK')].map(large)
      await refuseAll(
        [...cases, Buffer.alloc(30 * MB)].flatMap((bytes) =>
          [image + slot, '/api/carousel/imagen?idcar=1', '/api/config/banner'].map((url) => ({
            what: `${bytes.length} bytes`,
            bytes,
            url,
            status: 413,
            says: uploadTexts.tooLarge,
          })),
        ),
      )
    })

    test('pictures that unfold into hundreds of millions of pixels', async () => {
      await refuseAll(
        (await hostile.bombs()).map((one) => ({
          ...one,
          url: image + slot,
          status: 413,
          says: /^La imagen es muy grande: tiene [\d.]+ × [\d.]+ píxeles y se admiten hasta \d+ millones de píxeles\.$/,
        })),
      )
    })

    test('films that are something else as well', async () => {
      const { films } = await hostile.polyglots()
      await refuseAll(films.map((one) => ({ ...one, url: video + slot, status: 415, says: moreThanMedia })))
    })

    test('films that are none, and the one kind where the other goes', async () => {
      await refuseAll(
        (await hostile.noFilms()).map((one) => ({ ...one, url: video + slot, status: 400, says: damaged })),
      )
      const photo = (await makePicture(50).png().toBuffer()) as hostile.Bytes
      const film = await makeFilm('webm')
      await refuseAll(
        [
          ['a picture', photo, video + slot],
          ['a picture', photo, '/api/carousel/video?idcar=1'],
          ['a film', film, image + slot],
          ['a film', film, '/api/carousel/imagen?idcar=1'],
          ['a film', film, '/api/config/banner'],
        ].map(([what, bytes, url]) => ({
          what: what as string,
          bytes: bytes as hostile.Bytes,
          url: url as string,
          status: 415,
          says: url === '/api/config/banner' ? uploadTexts.pictureOnly : uploadTexts.chosen,
        })),
      )
    })

    test('places that do not exist', async () => {
      const photo = (await makePicture(50).png().toBuffer()) as hostile.Bytes
      const good = new URLSearchParams(slot)
      const at = (idio: string, nro: string) => `?idio=${idio}&nro=${nro}`
      const listing = good.get('idio') ?? ''
      const queries = [
        ...['0', '6', '-1', '1.5', 'x', '', '999999999999'].map((nro) => [at(listing, nro), 400] as const),
        ...['0', '-1', 'x', '', '99999999999'].map((idio) => [at(idio, '1'), 400] as const),
        ...['', '?nro=1', `?idio=${listing}`].map((query) => [query, 400] as const),
        [at('2147483647', '1'), 404] as const,
      ]
      const cases = queries.map(([query, status]) => ({ url: image + query, status }))
      const slides = ['0', '11', 'x', ''].map((idcar) => ({
        url: `/api/carousel/imagen?idcar=${idcar}`,
        status: 400,
      }))
      await refuseAll([...cases, ...slides].map((one) => ({ ...one, what: one.url, bytes: photo, says: /./ })))
    })

    test('forms that are none', async () => {
      const photo = await makePicture(50).png().toBuffer()
      const part = (field: string, file = true) =>
        `--x\r\nContent-Disposition: form-data; name="${field}"${file ? '; filename="a.png"' : ''}\r\n\r\n`
      const form = (...parts: (string | Uint8Array)[]) =>
        Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one)))
      const multipart = 'multipart/form-data; boundary=x'
      const end = '\r\n--x--\r\n'
      const cases: [string, Buffer, string, number, string | RegExp][] = [
        ['another field', form(part('foto'), photo, end), multipart, 400, uploadTexts.chosen],
        ['no file', form('--x--\r\n'), multipart, 400, uploadTexts.chosen],
        ['a text', form(part('file', false), 'hola', end), multipart, 400, uploadTexts.chosen],
        ['an empty form', form(''), multipart, 400, /./],
        [
          'two files',
          form(part('file'), photo, '\r\n', part('file'), photo, end),
          multipart,
          400,
          'Envíe un archivo por vez',
        ],
        [
          'a second one of another name',
          form(part('file'), photo, '\r\n', part('otro'), photo, end),
          multipart,
          400,
          'Envíe un archivo por vez',
        ],
        [
          'a form that ends in the file',
          form(part('file'), photo.subarray(0, 900)),
          multipart,
          400,
          /no llegó completo/,
        ],
        ['no boundary', form(part('file'), photo, end), 'multipart/form-data', 400, /./],
        ['json', form('{"file":1}'), 'application/json', 415, /./],
        ['the bytes alone', photo, 'image/png', 415, /./],
        ['a web form', form('file=1'), 'application/x-www-form-urlencoded', 415, /./],
      ]
      const before = await stored()
      for (const [what, payload, type, status, says] of cases) {
        const headers = { 'content-type': type, authorization: `Bearer ${supervisor.token}` }
        const answer = await app.app.inject({ method: 'POST', url: image + slot, payload, headers })
        tried++
        const message = typeof says === 'string' ? says : expect.stringMatching(says)
        expect({ what, status: answer.statusCode, message: answer.json().message }).toEqual({
          what,
          status,
          message,
        })
      }
      expect(await stored()).toEqual(before)
    })

    test('large pictures that are taken, and as many at once as somebody likes: memory stays bounded', async ({
      annotate,
    }) => {
      const slots = [1, 2, 3, 4, 5]
      // As many pixels as are decoded line by line, and as many as are held whole.
      const good = slots.slice(1).map(hostile.largePicture)
      const held = { create: { width: 7_000, height: 7_000, channels: 3 as const, background: '#36f' } }
      good.push((await sharp(held).jpeg({ progressive: true }).toBuffer()) as hostile.Bytes)
      const [bomb] = await hostile.bombs()
      const before = process.memoryUsage().rss
      let peak = before
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss)
      }, 5)
      const answers = await Promise.all([
        ...slots.map((nro) =>
          postFile(app.app, admin, image + slot.replace('nro=1', `nro=${nro}`), good[nro - 1] as hostile.Bytes),
        ),
        ...Array.from({ length: 20 }, () => postFile(app.app, admin, image + slot, (bomb as hostile.Hostile).bytes)),
      ])
      clearInterval(watch)
      expect(answers.map(({ status }) => status)).toEqual([...slots.map(() => 200), ...Array(20).fill(413)])
      await annotate(
        `${tried} hostile uploads refused; memory ${Math.round(before / MB)} MB before, ${Math.round(peak / MB)} MB at the peak of 25 at once`,
      )
      expect((peak - before) / MB).toBeLessThan(700)
    }, 180_000)

    test('these were two hundred and more', () => expect(tried).toBeGreaterThanOrEqual(200))
  })
})
