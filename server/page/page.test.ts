import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, filterOfPlace } from '../../contract/address.ts'
import { signin } from '../../contract/auth.ts'
import { getSimpleCart, saveCartLine } from '../../contract/cart.ts'
import { searchProducts } from '../../contract/catalogue.ts'
import type { FirstData } from '../../contract/first-data.ts'
import { listInventory, openInventory } from '../../contract/inventory.ts'
import { listSettings } from '../../contract/settings-admin.ts'
import { noRegistry } from '../ports/tax-registry/none.ts'
import { makeArticle, makeUser, PASSWORD } from '../test/make.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'

const EVIL = '</script><script>alert(1)</script>'

withDatabases('page', (database) => {
  let app: TestApp
  let webDir: string

  beforeAll(async () => {
    webDir = mkdtempSync(join(tmpdir(), 'bulto-web-'))
    mkdirSync(join(webDir, 'assets'))
    mkdirSync(join(webDir, '.vite'))
    writeFileSync(
      join(webDir, '.vite', 'manifest.json'),
      JSON.stringify({
        'index.html': { file: 'assets/index-1.js', imports: ['_base.js'] },
        '_cards-1.js': {
          file: 'assets/cards-1.js',
          name: 'catalogue',
          imports: ['index.html', '_parts.js'],
          css: ['assets/cards-1.css'],
        },
        'features/catalogue/inventory/InventoryPage.tsx': {
          file: 'assets/inventory-1.js',
          imports: ['index.html', '_parts.js'],
          css: ['assets/inventory-1.css'],
        },
        '_rows-1.js': {
          file: 'assets/rows-1.js',
          name: 'rows',
          imports: ['index.html', '_cards-1.js'],
          css: ['assets/rows-1.css'],
        },
        '_pages-1.js': { file: 'assets/pages-1.js', name: 'pages', imports: ['index.html'] },
        '_parts.js': { file: 'assets/parts-1.js', imports: ['index.html'], css: ['assets/parts-1.css'] },
      }),
    )
    mkdirSync(join(webDir, 'icons'))
    writeFileSync(join(webDir, 'sw.js'), 'const worker = 1')
    writeFileSync(join(webDir, 'index.html'), '<html><head><title>x</title></head><body></body></html>')
    const { id } = await makeArticle(database().db, { code: 'A-1', description: `Oso ${EVIL}` })
    await database()
      .db.kysely.insertInto('media')
      .values({ article_id: id, slot: 1, kind: 'image', file: 'oso.webp', content_type: 'image/webp' })
      .execute()
    app = await openTestApp(database().db, { webDir })
  })
  afterAll(async () => {
    await app.close()
    rmSync(webDir, { recursive: true })
  })

  const get = (url: string, cookie = '') => app.app.inject({ url, headers: { cookie } })
  const dataIn = (html: string): FirstData => {
    const match = /<script type="application\/json" id="primeros-datos">(.*?)<\/script>/s.exec(html)
    return JSON.parse(match?.[1] ?? '')
  }
  async function signedIn() {
    const user = await makeUser(database().db)
    const { headers } = await app.visitor.call(signin, { body: { cuit: user.cuit, password: PASSWORD } })
    return { user, cookie: String(headers['set-cookie']).split(';')[0] ?? '', caller: await app.as(user) }
  }

  test('the page of the catalogue carries the answers of the calls its screen makes', async () => {
    const { user, cookie, caller } = await signedIn()
    await caller.call(saveCartLine, {
      body: { id: null, articleId: 1, quantity: 2, note: '', clientId: null },
    })
    const { answers, userId } = dataIn((await get('/catalogo?buscar=oso&c=3', cookie)).body)
    expect(userId).toBe(user.id)
    const rows = addressOf(searchProducts, { query: { ...filterOfPlace({ buscar: 'oso' }), page: 0 } })
    const cart = addressOf(getSimpleCart, { query: { userId: user.id, clientId: -1 } })
    for (const address of [rows, cart, '/api/pedidos/categorias', '/api/config/anuncio']) {
      expect(answers[address], address).toEqual((await caller.request('GET', address)).json)
    }
  })

  test('the page that lies on devices is nobody’s, and named by the worker that keeps it', async () => {
    const { cookie } = await signedIn()
    const worker = await get('/sw.js', cookie)
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    })
    const [, path = ''] = /^self\.SHELL="(\/cascaron-[0-9a-f]{16}\.html)";\nconst worker = 1$/.exec(worker.body) ?? []
    const shell = await get(path, cookie)
    expect(shell.statusCode).toBe(200)
    expect(dataIn(shell.body)).toEqual({ userId: null, shop: expect.anything(), answers: {} })
    // Another instance's, of another version: its worker must not keep this page beside its own code.
    expect((await get('/cascaron-0123456789abcdef.html')).statusCode).toBe(404)
  })

  test('the manifest opens the catalogue under the shop’s name, in the colours of the tokens', async () => {
    const { headers, body } = await get('/manifest.webmanifest')
    expect(headers['cache-control']).toBe('no-cache')
    const tokens = readFileSync('web/styles/tokens.css', 'utf8')
    const colour = (name: string) => new RegExp(`--${name}: (#\\w+);`).exec(tokens)?.[1]
    expect(JSON.parse(body)).toMatchObject({
      name: 'Bulto',
      start_url: '/catalogo',
      display: 'standalone',
      theme_color: colour('navy'),
      background_color: colour('page'),
    })
  })

  test('an address of the catalogue that nobody understands carries no rows', async () => {
    const { cookie } = await signedIn()
    for (const [search, rows] of [
      ['marca=abc', 0],
      ['desde=1.234', 0],
      ['orden=caro', 0],
      ['marca=2147483647', 1],
    ] as const) {
      const { answers } = dataIn((await get(`/catalogo?${search}`, cookie)).body)
      const found = Object.keys(answers).filter((address) => address.startsWith('/api/pedidos/productos/'))
      expect(found, search).toHaveLength(rows)
    }
  })

  test.each(['/api/%E0%A4%A', `/api/auth/lugares/${'x'.repeat(700)}`])(
    'an address that is none is refused like anything malformed, and not repeated',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ error: 'MALFORMED', message: 'Los datos enviados no son válidos' })
    },
  )

  test('whoever will see cards is told at once of the files they need, everybody else of the way to their screen', async () => {
    const { cookie } = await signedIn()
    const linked = (html: string) => [...html.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)]
    expect(linked((await get('/catalogo', cookie)).body).map(([, rel, href]) => [rel, href])).toEqual([
      ['stylesheet', '/assets/cards-1.css'],
      ['stylesheet', '/assets/parts-1.css'],
      ['modulepreload', '/assets/cards-1.js'],
      ['modulepreload', '/assets/parts-1.js'],
    ])
    const otherwise = [['modulepreload', '/assets/pages-1.js']]
    for (const { body } of [await get('/carrito', cookie), await get('/catalogo')])
      expect(linked(body).map(([, rel, href]) => [rel, href])).toEqual(otherwise)
  })

  test('where under a third of the articles have a picture every page says so (R330)', async () => {
    const { cookie } = await signedIn()
    const few = async (path: string, by = cookie) => dataIn((await get(path, by)).body).shop.fewPictures
    for (const code of ['A-2', 'A-3']) await makeArticle(database().db, { code })
    await app.catalogue.refresh()
    const earlyRows = async () => (await get('/catalogo', cookie)).body.includes('href="/assets/rows-1.js"')
    expect([await few('/catalogo'), await earlyRows()]).toEqual([false, false])
    await makeArticle(database().db, { code: 'A-4' })
    await app.catalogue.refresh()
    expect([await few('/catalogo'), await earlyRows()]).toEqual([true, true])
    // From another screen somebody goes to the catalogue without a new page.
    expect(await few('/carrito')).toBe(true)
    // Who signs in goes to the catalogue without a new page, too.
    expect(await few('/login', '')).toBe(true)
  })

  test('a name can not end the element that carries the data', async () => {
    const { cookie } = await signedIn()
    const { body } = await get('/catalogo', cookie)
    expect(body).not.toContain(EVIL)
    expect(JSON.stringify(dataIn(body).answers)).toContain(EVIL)
  })

  test('a visitor gets the shop’s name and nothing of anybody; nothing of it is kept', async () => {
    const answer = await get('/catalogo', 'bulto_pagina=no-es-de-nadie-esta-cookie')
    expect(dataIn(answer.body)).toEqual({
      userId: null,
      shop: { name: 'Bulto', dataFiscalUrl: null, isDrill: false, fewPictures: true },
      answers: {},
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/)
    expect(answer.headers['content-security-policy']).not.toMatch(/'unsafe-/)
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(self\), .*microphone=\(\)/)
  })

  test('a shop that asks no tax registry says so, and its forms speak of none', async () => {
    const shop = await openTestApp(database().db, { webDir, taxRegistry: noRegistry() })
    const { body } = await shop.app.inject({ url: '/login' })
    await shop.close()
    expect(dataIn(body).shop).toMatchObject({ hasNoRegistry: true })
    expect(dataIn((await get('/login')).body).shop.hasNoRegistry).toBeUndefined()
  })

  test('a shop that mails nobody says so (R332)', async () => {
    const shop = await openTestApp(database().db, { webDir, hasNoMail: true })
    const { body } = await shop.app.inject({ url: '/login' })
    await shop.close()
    expect(dataIn(body).shop).toMatchObject({ hasNoMail: true })
    expect(dataIn((await get('/login')).body).shop.hasNoMail).toBeUndefined()
  })

  test('the page is compressed; its cookie never comes with what another site asks for (decision 0040)', async () => {
    for (const at of [1, 2, 3]) await makeArticle(database().db, { description: `Oso de peluche ${at}` })
    await app.upToDate()
    const { cookie } = await signedIn()
    const headers = { cookie, 'accept-encoding': 'gzip, br' }
    const answer = await app.app.inject({ url: '/catalogo', headers })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe((await get('/catalogo', cookie)).body)
    const user = await makeUser(database().db)
    const signedInAnswer = await app.visitor.call(signin, { body: { cuit: user.cuit, password: PASSWORD } })
    expect(signedInAnswer.headers['set-cookie']).toMatch(/SameSite=Strict/)
    expect(signedInAnswer.headers['set-cookie']).toMatch(/HttpOnly/)
    expect(signedInAnswer.headers['cache-control']).toBe('no-store')
  })

  test('built files leave as the build compressed them, and are kept for good', async () => {
    writeFileSync(join(webDir, 'assets', 'a-1.js'), 'plain')
    writeFileSync(join(webDir, 'assets', 'a-1.js.br'), 'brotli')
    writeFileSync(join(webDir, 'assets', 'a-1.js.gz'), 'gzip')
    const asked = async (accepted: string) => {
      const { body, headers } = await app.app.inject({
        url: '/assets/a-1.js',
        headers: { 'accept-encoding': accepted },
      })
      expect(headers['content-type']).toMatch(/javascript; charset=utf-8$/)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers.vary).toBe('accept-encoding')
      return [body, headers['content-encoding']]
    }
    expect(await asked('gzip, deflate, br, zstd')).toEqual(['brotli', 'br'])
    expect(await asked('gzip, br;q=0')).toEqual(['gzip', 'gzip'])
    expect(await asked('identity')).toEqual(['plain', undefined])
  })

  test('/ leads to the company, unknown addresses are 404, calls among them as JSON', async () => {
    const home = await get('/')
    expect([home.statusCode, home.headers.location]).toEqual([302, '/catalogo'])
    expect((await get('/mis-pedidos')).statusCode).toBe(200)
    expect((await get('/confirmar-pedido/7')).statusCode).toBe(200)
    expect((await get('/nada')).statusCode).toBe(404)
    expect((await get('/redirect')).statusCode).toBe(404)
    const call = await get('/api/nada')
    expect([call.statusCode, call.json().error]).toEqual([404, 'NOT_FOUND'])
    const described = (await get('/api/openapi.json')).json().paths['/api/productos/filtros'].get.parameters
    expect(described.map(({ name }: { name: string }) => name)).toContain('index')
  })

  test('the page of a seller’s link sends no reference on, and no search engine lists it', async () => {
    const page = await get('/aceptar')
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  })

  test('the page of an inventory carries its rows, is listed nowhere, and is not found for another token', async () => {
    const { db } = database()
    const admin = await app.as(await makeUser(db, 'admin'))
    const settings = (await admin.call(listSettings)).data
    const tokenOf = (wanted: string) => settings.find(({ key }) => key === wanted)?.value ?? ''
    for (const [key, prices] of [
      ['INVENTARIO_CON_PRECIO', true],
      ['INVENTARIO_SIN_PRECIO', false],
    ] as const) {
      const params = { token: tokenOf(key) }
      const page = await get(`/inventario/${params.token}?buscar=oso&desde=1&orden=menor`)
      expect(page.statusCode).toBe(200)
      expect(page.headers).toMatchObject({
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(page.body).toContain('<meta name="robots" content="noindex, nofollow">')
      expect(page.body).toContain('<link rel="modulepreload" crossorigin href="/assets/inventory-1.js">')
      expect(page.body.includes('PRECIO_LPI')).toBe(prices)
      const { answers, userId } = dataIn(page.body)
      expect(userId).toBeNull()
      const order = 'priceAsc' as const
      const minPrice = prices ? 100 : undefined
      const rows = addressOf(listInventory, {
        params,
        query: { page: 0, text: 'oso', brandId: undefined, order, minPrice, maxPrice: undefined },
      })
      expect(Object.keys(answers).toSorted()).toEqual([addressOf(openInventory, { params }), rows].toSorted())
      for (const [address, answer] of Object.entries(answers))
        expect(answer, address).toEqual((await app.visitor.request('GET', address)).json)
      // An address that is not understood comes without rows: the screen tells of the error.
      const strange = dataIn((await get(`/inventario/${params.token}?orden=caro`)).body)
      expect(Object.keys(strange.answers)).toEqual([addressOf(openInventory, { params })])
    }
    for (const path of ['/inventario/otro', '/inventario', '/inventario/a/b', '/inventario/%', '/inventario/%zz?a=%']) {
      const { statusCode, body, headers } = await get(path)
      expect([statusCode, dataIn(body).answers]).toEqual([404, {}])
      expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    }
    expect((await get('/certificados')).headers['x-robots-tag']).toBeUndefined()
    expect((await get('/catalogo/%E0%A4')).statusCode).toBe(404)
    expect((await get('/api/pedidos/productos/inventario/%')).statusCode).toBe(400)
  })

  test('beyond the limit the page of an inventory comes without its rows', async () => {
    const admin = await app.as(await makeUser(database().db, 'admin'))
    const settings = (await admin.call(listSettings)).data
    const token = settings.find(({ key }) => key === 'INVENTARIO_CON_PRECIO')?.value ?? ''
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const visit = () => app.app.inject({ url: `/inventario/${token}`, headers })
    expect(Object.keys(dataIn((await visit()).body).answers)).toHaveLength(2)
    for (let visits = 1; visits < 240; visits++) await visit()
    const page = await visit()
    expect([page.statusCode, dataIn(page.body).answers]).toEqual([200, {}])
  })
})
