/** Certificates that are more than pages are refused, and the admin reads what to do (R289). */
import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCertificates, uploadCertificate } from '../../../contract/certificates.ts'
import { smallPdf } from '../../../testkit/small-pdf.ts'
import { makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const SCRIPT = '9 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj'
const opening = (action: string) =>
  smallPdf('x', { catalogue: '/OpenAction 9 0 R', objects: `9 0 obj\n${action}\nendobj` })

/** A PDF whose objects are packed into a compressed object stream, so that none of its names can be read in its bytes. */
async function packed(fill: (doc: PDFDocument) => void): Promise<Buffer> {
  const doc = await PDFDocument.create()
  doc.addPage()
  fill(doc)
  return Buffer.from(await doc.save({ useObjectStreams: true }))
}

/** A PDF of PDFKit's, with a password if the options say so. */
function kept(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const doc = new PDFKit(options)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.text('hola').end()
  return new Promise((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
}

withDatabases('PDFs that act', (database) => {
  let app: TestApp
  let admin: TestCaller
  beforeAll(async () => {
    app = await openTestApp(database().db)
    admin = await app.as(await makeUser(database().db, 'admin'))
  })
  afterAll(() => app.close())

  const upload = (bytes: Buffer, name = 'MALO.pdf') =>
    postFile(app.app, admin, uploadCertificate.path, new Uint8Array(bytes), { name })

  test.each([
    ['a script at the opening', opening('<< /S /JavaScript /JS (app.alert\\(1\\)) >>'), 'programas (JavaScript)'],
    [
      'a script that has a name',
      smallPdf('x', { catalogue: '/Names << /JavaScript << /Names [(a) 9 0 R] >> >>', objects: SCRIPT }),
      'programas',
    ],
    [
      'a name written with codes',
      smallPdf('x', { objects: '9 0 obj\n<< /S /J#61va#53cript /#4aS (x) >>\nendobj' }),
      'programas',
    ],
    [
      'a name in large digits, inside of another object',
      smallPdf('x) Tj ET\n9 0 obj\n<< /S /#4Caunch /F (y) >>\nendobj ('),
      'órdenes de abrir otros programas',
    ],
    ['another program', opening('<< /S /Launch /F (cmd.exe) >>'), 'órdenes de abrir otros programas'],
    [
      'an address that opens by itself',
      opening('<< /S /URI /URI (https://a.example/) >>'),
      'acciones que empiezan solas',
    ],
    [
      'a jump and more behind it',
      opening('<< /S /GoTo /D [3 0 R /Fit] /Next << /S /Named /N /Print >> >>'),
      'acciones que empiezan solas',
    ],
    [
      'what happens when it is closed',
      smallPdf('x', { catalogue: '/AA << /WC << /S /Named /N /Print >> >>' }),
      'acciones que empiezan solas',
    ],
    [
      'a form that is sent',
      smallPdf('x', {
        objects: '9 0 obj\n<< /Type /Annot /Subtype /Link /A << /S /SubmitForm /F (https://a.example) >> >>\nendobj',
      }),
      'formularios que mandan datos',
    ],
    [
      'a file inside',
      smallPdf('x', {
        objects: '9 0 obj\n<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream\nendobj',
      }),
      'otros archivos adentro',
    ],
    [
      'a film',
      smallPdf('x', { objects: '9 0 obj\n<< /Type /Annot /Subtype /RichMedia >>\nendobj' }),
      'audio, video o 3D',
    ],
    ['an XFA form', smallPdf('x', { catalogue: '/AcroForm << /Fields [] /XFA [(a) 9 0 R] >>' }), 'un formulario XFA'],
    [
      'a script inside of another object',
      smallPdf(`x) Tj ET\n9 0 obj\n<< /S /JavaScript /JS (y) >>\nendobj (`),
      'programas',
    ],
  ])('%s is refused, with what it holds and how to mend it', async (_, bytes, holds) => {
    const { status, json } = await upload(bytes)
    expect([status, json.message]).toEqual([415, expect.stringContaining(holds)])
    expect(json.message).toMatch(/^El PDF trae .+ y no se admite\. Guárdelo de nuevo como PDF sin eso: .+\.$/)
  })

  test.each([
    [
      'a script',
      packed((doc) => {
        const action = doc.context.obj({ S: 'JavaScript' })
        action.set(PDFName.of('JS'), PDFString.of('app.alert(1)'))
        doc.catalog.set(PDFName.of('OpenAction'), doc.context.register(action))
      }),
      /^El PDF trae programas \(JavaScript\) y acciones que empiezan solas y no se admite/,
    ],
    [
      'a form',
      packed((doc) =>
        doc.catalog.set(PDFName.of('AcroForm'), doc.context.register(doc.context.obj({ Fields: [], XFA: [] }))),
      ),
      /^El PDF trae un formulario XFA y no se admite/,
    ],
  ])('%s in compressed objects is found as well', async (_, made, message) => {
    const bytes = await made
    expect(bytes.toString('latin1')).not.toMatch(/JavaScript|XFA/)
    expect(await upload(bytes)).toMatchObject({
      status: 415,
      json: { message: expect.stringMatching(message) },
    })
  })

  test('a password to open is refused; without one, a PDF that only forbids changes is taken', async () => {
    const locked = await upload(await kept({ userPassword: 'x', ownerPassword: 'y' }))
    expect([locked.status, locked.json.message]).toEqual([415, expect.stringContaining('sin contraseña')])
    for (const pdfVersion of ['1.4', '1.7ext3'] as const)
      expect((await upload(await kept({ ownerPassword: 'y', pdfVersion }), 'SOLOLECTURA.pdf')).json).toBe(true)
  })

  test('links, forms without scripts and a page to begin with are taken', async () => {
    const link = '9 0 obj\n<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://inti.gob.ar/) >> >>\nendobj'
    for (const bytes of [
      smallPdf('Launch JavaScript XFA', { objects: link }),
      smallPdf('x', { catalogue: '/AcroForm << /Fields [] >> /OpenAction [3 0 R /Fit]' }),
      opening('<< /S /GoTo /D [3 0 R /XYZ 0 842 0] >>'),
      await packed(() => {}),
    ])
      expect((await upload(bytes, 'BUENO.pdf')).json).toBe(true)
  })

  test('what cannot be read whole is refused, a bomb too, and the shop goes on', async () => {
    // One valid object behind 80 million spaces: nothing is wrong with it but its size.
    const bomb = deflateSync(Buffer.concat([Buffer.from('10 0 '), Buffer.alloc(80_000_000, ' '), Buffer.from('true')]))
    const stream = `9 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`
    for (const bytes of [
      Buffer.from('%PDF-1.4\nrota\n%%EOF\n'),
      smallPdf('x', { objects: `${stream}${bomb.toString('latin1')}\nendstream\nendobj` }),
      smallPdf('x', { objects: '9 0 obj\n<< /S ]] >>\nendobj' }),
    ]) {
      const { status, json } = await upload(bytes)
      expect([status, json.message]).toEqual([415, expect.stringContaining('no se puede revisar')])
    }
    expect((await upload(smallPdf('sigue'), 'SIGUE.pdf')).json).toBe(true)
    const { data } = await app.visitor.call(listCertificates, { query: { code: 'MALO' } })
    expect(data).toEqual([])
  })
})
