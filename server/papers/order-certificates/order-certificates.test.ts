import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { saveCartLine } from '../../../contract/cart.ts'
import { orderCertificates, uploadCertificate } from '../../../contract/certificates.ts'
import { createOrder } from '../../../contract/orders.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { makePicture } from '../../test/media-files.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

async function pdf(pages: readonly string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument({ ...options, autoFirstPage: false })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  for (const page of pages) doc.addPage().text(page)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

const textOf = async (bytes: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })).text

withDatabases('certificates of an order', (database) => {
  let app: TestApp
  let admin: TestCaller
  let client: TestCaller
  let own: MadeClient
  const ids = new Map<string, number>()

  beforeAll(async () => {
    const { db } = database()
    own = await makeClient(db, { business_name: 'Juguetería Ñandú', seller_id: await makeSeller(db) })
    for (const code of ['C-DOS', 'C-FOTO', 'C-IMPRESO', 'C-LLAVE', 'C-NADA', 'C-ROTO', 'C-UNO', 'C-VIEJO'])
      ids.set(code, (await makeArticle(db, { code, description: `Juguete ${code} según norma` })).id)
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
  })
  afterAll(() => app.close())

  const upload = async (code: string, bytes: Buffer, more = '') =>
    expect(
      (
        await postFile(app.app, admin, `${uploadCertificate.path}${more}`, new Uint8Array(bytes), {
          name: `${code}.pdf`,
        })
      ).json,
    ).toBe(true)
  const keepAsBefore = async (code: string, bytes: Buffer) => {
    const file = `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.pdf`
    await diskFiles(app.filesDir).put(file, bytes)
    await database()
      .db.kysely.insertInto('certificate')
      .values({ name: `${code}.pdf`, file })
      .execute()
  }
  const orderOf = async (codes: readonly string[]) => {
    for (const code of codes)
      await client.call(saveCartLine, {
        body: { id: null, articleId: ids.get(code)!, quantity: 1, note: '', clientId: own.id },
      })
    const made = await client.call(createOrder, {
      query: {
        clientId: own.id,
        addressId: own.addresses[0]!,
        note: '',
        condition: undefined,
        shownTotal: undefined,
      },
    })
    return made.data!.orderId
  }
  const get = (id: number, caller = client) =>
    app.app.inject({
      url: addressOf(orderCertificates, { params: { id } }),
      headers: { authorization: `Bearer ${caller.token}` },
    })

  test('all certificates follow the page that says what is missing; what can’t be read breaks nothing', async () => {
    await upload('C-UNO', await pdf(['primera de uno', 'segunda de uno']), '?tipo=Seguridad&vence=2099-03-31')
    await upload('C-DOS', await pdf(['única de dos']))
    await upload('C-VIEJO', await pdf(['vieja']), '?vence=2020-01-31')
    // Certificates from before the rules that they are PDFs that can be read without a password.
    await keepAsBefore('C-LLAVE', await pdf(['secreta'], { userPassword: 'x', ownerPassword: 'y' }))
    // Laboratories forbid changes with a password of the owner: everybody reads such a file.
    await upload('c-impreso', await pdf(['sin cambios'], { ownerPassword: 'laboratorio', permissions: {} }))
    await keepAsBefore('C-ROTO', Buffer.from('%PDF-1.4\nrota\n%%EOF\n'))
    await keepAsBefore('C-FOTO', await makePicture(300, 400).jpeg().toBuffer())

    const id = await orderOf([...ids.keys()])
    const answer = await get(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="certificados-pedido-${id}-\\d\\d-\\d\\d-\\d{4}\\.pdf"$`),
    )
    const [first, ...pages] = await textOf(answer.rawPayload)
    expect(pages).toEqual(['única de dos', '', 'sin cambios', 'primera de uno', 'segunda de uno', 'vieja'])
    for (const text of [
      'Certificados del pedido',
      `Nro WEB ${id}`,
      'Juguetería Ñandú',
      '5 de 8 artículos tienen su certificado en este documento.',
      'Sin certificado (1)',
      'No se pudieron incluir (2)',
      'En este documento (5)',
      'Página 1 de 7',
    ])
      expect(first).toContain(text)
    const row = (code: string) => first!.replace(/\s+/g, ' ').split(code)[1]
    expect(row('C-NADA')).toMatch(/^ Juguete/)
    expect(first).toMatch(/No se pudo incluir: está protegido con contraseña/)
    expect(first).toMatch(/No se pudo incluir: el archivo está dañado/)
    expect(first!.indexOf('C-NADA')).toBeLessThan(first!.indexOf('No se pudieron incluir'))
    for (const text of [
      'pág. 2',
      'pág. 3',
      'Seguridad · vence el 31/03/2099 · pág. 5',
      'venció el 31/01/2020 · pág. 7',
    ])
      expect(first).toContain(text)
  })

  test('an order without any still says so, and a certificate that comes later is in the next one', async () => {
    ids.set('C-LUEGO', (await makeArticle(database().db, { code: 'C-LUEGO' })).id)
    await app.upToDate()
    const id = await orderOf(['C-LUEGO'])
    expect(await textOf((await get(id)).rawPayload)).toHaveLength(1)
    await upload('c-luego', await pdf(['llegó']))
    const again = await get(id)
    expect((await textOf(again.rawPayload))[1]).toBe('llegó')
    expect((await get(id)).rawPayload.equals(again.rawPayload)).toBe(true)
  })

  test('whoever may see the order may have them, nobody else', async () => {
    const { db } = database()
    const id = await orderOf(['C-UNO'])
    const stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    const seller = await app.as(await makeUser(db, 'vendedor', { seller_id: await makeSeller(db) }))
    expect((await get(id, stranger)).statusCode).toBe(403)
    expect((await get(id, seller)).statusCode).toBe(403)
    expect((await get(id, admin)).statusCode).toBe(200)
    expect((await get(999_999, admin)).statusCode).toBe(404)
  })
})
