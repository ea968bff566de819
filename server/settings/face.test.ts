/** The shop's face over HTTP (R402–R405): set by an admin, seen on every instance, and back to the factory's. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FACTORY_MAIN, mainColours } from '../../contract/face.rules.ts'
import { faceUploadTexts, listSettings, resetFace } from '../../contract/settings-admin.ts'
import { filesInUse } from '../media/media.ts'
import { makeUser } from '../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'
import { postFile } from '../test/upload.ts'

const EVIL = 'Juguetes $& </style><script>'
const pages = ['/login', '/catalogo', '/terminos', '/aceptar', '/no-existe']

const drawing = (width: number, height: number, fill = '#d4002a') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="10" y="10" width="${width - 20}" height="${height - 20}" fill="${fill}"/></svg>`,
    ),
  )

withDatabases('the face', (database) => {
  let app: TestApp
  let other: TestApp
  let admin: TestCaller
  let webDir: string

  beforeAll(async () => {
    webDir = mkdtempSync(join(tmpdir(), 'bulto-web-'))
    for (const folder of ['assets', '.vite', 'icons']) mkdirSync(join(webDir, folder))
    const parts = ['features/catalogue/inventory/InventoryPage.tsx', 'catalogue', 'rows', 'pages']
    const manifest = Object.fromEntries(parts.map((name) => [name, { file: `assets/${name.length}.js`, name }]))
    writeFileSync(join(webDir, '.vite', 'manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(webDir, 'sw.js'), 'const worker = 1')
    writeFileSync(join(webDir, 'index.html'), readFileSync('web/index.html'))
    const { db } = database()
    app = await openTestApp(db, { webDir })
    other = await openTestApp(db, { webDir })
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(async () => {
    await app.close()
    await other.close()
    rmSync(webDir, { recursive: true })
  })
  beforeEach(async () => {
    await admin.call(resetFace, { query: {} })
  })

  const put = (changes: Record<string, string>) =>
    admin.request(
      'PUT',
      '/api/config/utils',
      Object.entries(changes).map(([clave, valor]) => ({ clave, valor })),
    )
  const send = (which: string, bytes: Uint8Array, name = 'logo.png') =>
    postFile(app.app, admin, `/api/config/marca?cual=${which}`, new Uint8Array(bytes), { name })
  const get = (url: string, instance = app) => instance.app.inject({ url })
  const styleIn = (html: string) => /<style>(.*?)<\/style>/.exec(html)?.[1] ?? ''

  test('without one every page is as it was built, and no header is another', async () => {
    const { body, headers } = await get('/login')
    expect(styleIn(body)).toBe('')
    expect(headers['content-security-policy']).toContain("style-src 'self';")
    expect(body).toContain('<title>Bulto</title>')
    expect(body).toContain(`content="${FACTORY_MAIN.navy}"`)
    expect((await get('/sw.js')).body).not.toContain('FACE')
    expect((await get('/api/openapi.json', other)).json().info.title).toBe('Bulto')
  })

  test('name and colours stand in every page, the kept one and the manifest, on every instance (R404)', async () => {
    expect((await put({ MARCA_NOMBRE: EVIL, MARCA_COLOR: '#D4002A', MARCA_ACENTO: '#ffe600' })).status).toBe(200)
    await expect.poll(async () => styleIn((await get('/login', other)).body)).not.toBe('')
    const { path } = /SHELL="(?<path>[^"]+)"/.exec((await get('/sw.js')).body)?.groups ?? {}
    for (const instance of [app, other])
      for (const page of [...pages, path ?? '']) {
        const { body, headers } = await get(page, instance)
        expect(styleIn(body), page).toContain(`--azul:${mainColours('#d4002a').azul};`)
        expect(styleIn(body), page).toContain('--sol:#ffe600;')
        expect(body, page).toContain('<title>Juguetes $&#38; &#60;/style&#62;&#60;script&#62;</title>')
        expect(body, page).not.toContain(EVIL)
        // The page may wear this style and no other one.
        const hash = createHash('sha256').update(styleIn(body)).digest('base64')
        expect(headers['content-security-policy'], page).toContain(`style-src 'self' 'sha256-${hash}';`)
      }
    const manifest = (await get('/manifest.webmanifest', other)).json()
    expect((await get('/api/openapi.json', other)).json().info.title).toBe(EVIL)
    expect(manifest).toMatchObject({ name: EVIL, theme_color: mainColours('#d4002a').navy })
    expect((await get(path ?? '')).body).toContain(JSON.stringify(EVIL).slice(1, -1).replaceAll('<', '\\u003c'))
  })

  test('the kept page has another address with another face, so that devices fetch it (R404)', async () => {
    const before = (await get('/sw.js')).body
    await put({ MARCA_COLOR: '#005f38' })
    const after = (await get('/sw.js')).body
    expect(after).not.toBe(before)
    expect((await get(/SHELL="([^"]+)"/.exec(before)?.[1] ?? '')).statusCode).toBe(404)
  })

  test('a logo is kept as its pixels, without margins, in the sizes that screens and phones ask for (R402)', async () => {
    const bytes = await drawing(1200, 260)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRETO' } })
      .toBuffer()
    const transparent = await drawing(1200, 260).png().toBuffer()
    const logo = await send('logo', transparent, 'logo.exe')
    expect([logo.status, logo.json]).toEqual([
      200,
      { clave: 'MARCA_LOGO', valor: expect.stringMatching(/^[0-9a-f]{40}\.png$/), aux: '960x195', version: 1 },
    ])
    await send('icono', bytes)
    const { body } = await get('/catalogo')
    const address = /--logo:url\(([^)]+)\)/.exec(body)?.[1] ?? ''
    expect(styleIn(body)).toMatch(/--logo-width:17\dpx;--logo-height:36px/)
    const shown = await get(address)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(shown.headers['cache-control']).toContain('immutable')
    const { icons } = (await get('/manifest.webmanifest')).json()
    for (const { src, sizes } of icons) {
      const icon = await get(src)
      const { width, height, exif } = await sharp(icon.rawPayload).metadata()
      expect([`${width}x${height}`, exif]).toEqual([sizes, undefined])
    }
    for (const kept of [body, (await get('/sw.js')).body]) expect(kept).toContain(address)
    expect(body).toMatch(/<link rel="icon" href="\/api\/config\/marca\/[0-9a-f]{40}-64\.png" type="image\/png" \/>/)
    expect(body).toMatch(/<link rel="apple-touch-icon" href="\/api\/config\/marca\/[0-9a-f]{40}-180\.png" \/>/)
    // Backups, the clearing of files and the bucket know them.
    const { db } = database()
    const all = (await admin.call(listSettings)).data
    const stored = ['MARCA_LOGO', 'MARCA_ICONO'].map((key) => all.find((setting) => setting.key === key)?.value)
    expect(await filesInUse(db.kysely)).toEqual(expect.arrayContaining(stored))
  })

  test('what is no picture is refused by its bytes, an SVG with what to do instead (R402)', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9"/></svg>')
    for (const bytes of [svg, Buffer.from('%PDF-1.7 hola'), Buffer.from('<html></html>')]) {
      const { status, json } = await send('logo', bytes, 'logo.png')
      expect([status, json.details[0].message]).toEqual([415, faceUploadTexts.other])
    }
    const large = await send('logo', Buffer.alloc(5 * 1024 * 1024 + 1))
    expect([large.status, large.json.message]).toEqual([413, faceUploadTexts.tooLarge])
    const small = await send('logo', await drawing(40, 30).png().toBuffer())
    expect([small.status, small.json.message]).toEqual([400, expect.stringContaining('La imagen es muy chica')])
    expect((await send('otra', await drawing(200, 200).png().toBuffer())).status).toBe(400)
    expect((await admin.call(listSettings)).data.find(({ key }) => key === 'MARCA_LOGO')?.value).toBe('')
    for (const part of ['x', `${'a'.repeat(40)}-logo.webp`, `${'a'.repeat(40)}-orig.png`, '..%2f..%2fpasswd'])
      expect((await get(`/api/config/marca/${part}`)).statusCode, part).toBe(404)
  })

  test('a colour or a name that cannot be is refused in a sentence', async () => {
    const cases = [
      ['MARCA_COLOR', 'rojo'],
      ['MARCA_ACENTO', '#12345'],
      ['MARCA_COLOR', '#fff;}body{display:none'],
      ['MARCA_NOMBRE', ' Juguetes'],
      ['MARCA_NOMBRE', 'Juguetes\nBcc: otro@example.com'],
      ['MARCA_NOMBRE', 'x'.repeat(61)],
      ['MARCA_LOGO', 'a.png'],
    ] as const
    for (const [key, value] of cases) expect((await put({ [key]: value })).status, value).toBe(400)
  })

  test('back to the factory’s is one step, audited, and twice is no error (R402)', async () => {
    await put({ MARCA_NOMBRE: 'Mundo Lúdico', MARCA_COLOR: '#005f38', MARCA_CON_NOMBRE: '0' })
    await send('logo', await drawing(400, 100).png().toBuffer())
    const one = await admin.call(resetFace, { query: { which: 'logo' } })
    expect(one.data).toMatchObject([{ key: 'MARCA_LOGO', value: '' }])
    expect(styleIn((await get('/login')).body)).toContain('--azul:#005f38')
    const all = await admin.call(resetFace, { query: {} })
    expect(Object.fromEntries(all.data.map(({ key, value }) => [key, value]))).toMatchObject({
      ...{ MARCA_NOMBRE: '', MARCA_COLOR: '', MARCA_CON_NOMBRE: '1', MARCA_LOGO: '' },
    })
    await admin.call(resetFace, { query: {} })
    expect(styleIn((await get('/login')).body)).toBe('')
    const entries = await database()
      .db.kysely.selectFrom('audit')
      .select(['action', 'after'])
      .where('entity_id', '=', 'MARCA_NOMBRE')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ after }) => (after as { value: string }).value)).toEqual(['', 'Mundo Lúdico'])
  })
})
