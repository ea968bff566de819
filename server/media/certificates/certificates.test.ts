import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '../../../contract/certificates.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { smallPdf } from '../../../testkit/small-pdf.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const { certificateTexts: texts } = calls
const pdf = smallPdf

withDatabases('certificates', (database) => {
  let app: TestApp
  let admin: TestCaller
  let articleId: number

  beforeAll(async () => {
    const { db } = database()
    articleId = (await makeArticle(db, { code: 'RY-77', description: 'Oso de peluche' })).id
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(() => app.close())

  const upload = (name: string, bytes: Buffer, more = '', caller = admin) =>
    postFile(app.app, caller, `${calls.uploadCertificate.path}${more}`, new Uint8Array(bytes), { name })
  const list = async (code = '') => (await app.visitor.call(calls.listCertificates, { query: { code } })).data

  test('an admin uploads one, everybody finds it by its exact code and downloads it', async () => {
    expect((await upload('RY-77.pdf', pdf('uno'), '?tipo=Seguridad&vence=2027-03-31')).json).toBe(true)
    expect(await list('ry-77')).toMatchObject([
      { code: 'RY-77', description: 'Oso de peluche', kind: 'Seguridad', expiresOn: '2027-03-31' },
    ])
    expect(await list('RY-7')).toEqual([])
    for (const url of ['buscar?nombreArchivo=RY-77.pdf', 'buscar?nombreArchivo=ry-77', `?idart=${articleId}`]) {
      const address = `${calls.articleCertificate.path}${url.startsWith('?') ? '' : '/'}${url}`
      const answer = await app.app.inject({ url: address })
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
        200,
        'application/pdf',
        'attachment; filename="certificado.pdf"',
      ])
      expect(answer.rawPayload.equals(pdf('uno'))).toBe(true)
    }
  })

  test('the same name again replaces it, whatever its case, and the audit tells', async () => {
    await upload('ry-77.PDF', pdf('dos'))
    const answer = await app.app.inject({ url: `${calls.findCertificate.path}?nombreArchivo=RY-77` })
    expect(answer.rawPayload.equals(pdf('dos'))).toBe(true)
    expect(await list('RY-77')).toHaveLength(1)
    const told = await database()
      .db.kysely.selectFrom('audit')
      .select(['action'])
      .where('entity', '=', 'certificate')
      .orderBy('id')
      .execute()
    expect(told.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  test('what is not there is told in the words of the spec', async () => {
    for (const call of [
      await app.visitor.call(calls.findCertificate, { query: { name: 'NADA' } }),
      await app.visitor.call(calls.findCertificate, { query: { name: '' } }),
      await app.visitor.call(calls.articleCertificate, { query: { articleId: 999_999 } }),
    ])
      expect([call.status, call.json.message]).toEqual([404, texts.notFound])
  })

  test('a file’s name from outside is a name and never a path', async () => {
    expect((await upload('../../etc/ZZ9.pdf', pdf('tres'))).status).toBe(200)
    expect(await list('ZZ9')).toHaveLength(1)
    for (const name of ['.pdf', '..', 'a\u0000b.pdf', `${'x'.repeat(101)}.pdf`, 'con<script>.pdf'])
      expect([name, (await upload(name, pdf('cuatro'))).status]).toEqual([name, 400])
    for (const name of ['..%2f..%2fZZ9', '*', 'ZZ_'])
      expect((await app.app.inject({ url: `${calls.findCertificate.path}?nombreArchivo=${name}` })).statusCode).toBe(
        404,
      )
  })

  test('many certificates of one person keep nobody else waiting (R279)', async () => {
    const other = await app.as(await makeUser(database().db, 'admin'))
    const done: string[] = []
    const send = async (code: string, caller: TestCaller) => {
      const { status } = await upload(`${code}.pdf`, pdf(code), '', caller)
      done.push(`${code} ${status}`)
    }
    await Promise.all([...Array.from({ length: 6 }, (_, nth) => send(`MUCHOS-${nth}`, admin)), send('UNO', other)])
    expect(done).toHaveLength(7)
    expect(done.indexOf('UNO 200')).toBeLessThan(3)
    expect(done.filter((line) => line.endsWith(' 200'))).toHaveLength(7)
  })

  test('what is no PDF is refused, also under the right name', async () => {
    for (const bytes of [Buffer.from(''), Buffer.from('GIF89a'), Buffer.from('<html>%PDF-1.4 %%EOF')]) {
      const answer = await upload('MALO.pdf', bytes)
      expect([answer.status, answer.json.message]).toEqual([415, texts.choose])
    }
    const cut = await upload('MALO.pdf', Buffer.from('%PDF-1.4 cut off'))
    expect([cut.status, cut.json.message]).toEqual([
      400,
      'El PDF está cortado: le falta el final. Guárdelo o descárguelo de nuevo.',
    ])
    expect(await list('MALO')).toEqual([])
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(calls.CERTIFICATE_MAX_BYTES), Buffer.from('%%EOF')])
    const answer = await upload('GRANDE.pdf', large)
    expect([answer.status, answer.json.message]).toEqual([413, texts.tooLarge])
  })

  test('the admin is told what expired and what does soon, the oldest end first', async () => {
    const day = (from: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' }).format(
        Date.now() + from * 86_400_000,
      )
    const daysToEnd = { AYER: -1, HOY: 0, PRONTO: 60, LEJOS: 61, ANTES: -400 }
    for (const [code, days] of Object.entries(daysToEnd))
      expect((await upload(`${code}.pdf`, pdf(code), `?vence=${day(days)}`)).status).toBe(200)
    const expiring = (await admin.call(calls.listExpiring, {})).data!
    expect(expiring.map(({ code, expiresOn }) => [code, expiresOn])).toEqual([
      ['ANTES', day(-400)],
      ['AYER', day(-1)],
      ['HOY', day(0)],
      ['PRONTO', day(60)],
    ])
  })

  test('on the disk a certificate is named by its content, whatever its file was called', async () => {
    for (const name of [
      '../../../fuera.pdf',
      '..\\..\\fuera2.pdf',
      '/etc/passwd',
      'C:\\fuera3.pdf',
      '....//fuera4.pdf',
    ])
      expect((await upload(name, pdf(name))).status).toBe(200)
    const stored = await database().db.kysely.selectFrom('certificate').select(['name', 'file']).execute()
    for (const { name, file } of stored) {
      expect(name).not.toMatch(/[/\\]/)
      expect(file).toMatch(/^[0-9a-f]+\.pdf$/)
    }
    const files = readdirSync(app.filesDir, { recursive: true }).map(String)
    expect(stored.every(({ file }) => files.some((path) => path.endsWith(file)))).toBe(true)
    expect(files.filter((path) => /fuera|passwd/.test(path))).toEqual([])
  })

  test('one is taken away by an admin, and then it is not there', async () => {
    const [row] = await list('ZZ9')
    const gone = await admin.call(calls.deleteCertificate, { params: { id: row?.id ?? 0 } })
    expect(gone.data).toBe(true)
    expect(await list('ZZ9')).toEqual([])
    expect((await admin.call(calls.deleteCertificate, { params: { id: row?.id ?? 0 } })).status).toBe(404)
  })

  test('the office finds them by words, page by page, in the order asked for', async () => {
    await makeArticle(database().db, { code: 'LISTA-003', description: 'Camión de bomberos' })
    for (let nth = 1; nth <= 26; nth++)
      await upload(
        `LISTA-${String(nth).padStart(3, '0')}.pdf`,
        pdf(`lista ${nth}`),
        `?tipo=${nth > 13 ? 'INTI' : 'Eléctrico'}${nth % 2 ? '' : `&vence=2027-01-${String(nth).padStart(2, '0')}`}`,
      )
    const find = async (query: Partial<QueryOf<typeof calls.filterCertificates>>) =>
      (
        await admin.call(calls.filterCertificates, {
          query: { text: 'lista', page: 0, sort: undefined, ...query },
        })
      ).data
    const first = await find({})
    expect([first.length, first[0]?.total, first[1]?.total]).toEqual([25, 26, undefined])
    expect((await find({ page: 1 })).map(({ code }) => code)).toEqual(['LISTA-026'])
    expect(await find({ page: 2 })).toEqual([])
    expect((await find({ text: 'CAMION bomb' })).map(({ code }) => code)).toEqual(['LISTA-003'])
    expect((await find({ text: 'lista electr' }))[0]?.total).toBe(13)
    expect((await find({ text: '100%' })).length).toBe(0)
    expect((await find({ sort: { by: 'name', down: true } }))[0]?.code).toBe('LISTA-026')
    expect((await find({ sort: { by: 'expiresOn', down: false } }))[0]?.code).toBe('LISTA-002')
    expect((await find({ sort: { by: 'expiresOn', down: true } }))[0]?.code).toBe('LISTA-026')
  })
})
