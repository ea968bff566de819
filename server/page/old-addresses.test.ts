import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOldAddresses } from '../ports/erp/side-files.ts'
import { makeArticle } from '../test/make.ts'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { withDatabases } from '../test/test-database.ts'
import { comparedPath, storedPathsFor } from './old-addresses.rules.ts'
import { importOldAddresses, type OldAddressOptions } from './old-addresses.service.ts'

withDatabases('old addresses', (database) => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bulto-old-'))
    for (const name of ['assets', 'icons', '.vite']) mkdirSync(join(folder, name))
    const parts = {
      'index.html': { file: 'assets/index-1.js' },
      '_cards-1.js': { file: 'assets/cards-1.js', name: 'catalogue' },
      '_rows-1.js': { file: 'assets/rows-1.js', name: 'rows' },
      '_pages-1.js': { file: 'assets/pages-1.js', name: 'pages' },
      'features/catalogue/inventory/InventoryPage.tsx': { file: 'assets/inventory-1.js' },
    }
    writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(parts))
    writeFileSync(join(folder, 'sw.js'), 'const worker = 1')
    writeFileSync(join(folder, 'index.html'), '<html><head><title>x</title></head><body></body></html>')
    for (const code of ['00123', 'Ñ / 1', '7']) await makeArticle(database().db, { code })
    app = await openTestApp(database().db, { webDir: folder })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  const take = async (rows: readonly (readonly [string, string])[], options: OldAddressOptions = {}) => {
    const path = join(folder, 'direcciones_anteriores.csv')
    writeFileSync(path, ['DIRECCION_ANTERIOR;CODIGO_ART', ...rows.map((row) => row.join(';')), ''].join('\n'))
    const report = await importOldAddresses(database().db, await readOldAddresses(path), options)
    const { outcome, inserted, changed, unchanged, deactivated, refused, problems } = report
    return {
      counts: [outcome, inserted, changed, unchanged, deactivated, refused].join(' '),
      problems: problems.map(({ row, column, message }) => `${row} ${column}: ${message}`),
    }
  }
  const get = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers } = await app.app.inject({ url, method })
    return [statusCode, headers.location].filter(Boolean).join(' ')
  }

  test('the page of an article in the shop before leads to the article here (R414)', async () => {
    const rows = [
      ['https://vieja.example/producto/Mu%C3%B1eca-bebe/?ref=1', '00123'],
      ['/products/oso', 'Ñ / 1'],
      ['/8-*.html', '7'],
    ] as const
    expect(await take(rows)).toEqual({ counts: 'imported 3 0 0 0 0', problems: [] })
    const oso = '301 /catalogo?articulo=%C3%91%20%2F%201'
    expect(await get('/producto/mu%C3%B1eca-bebe')).toBe('301 /catalogo?articulo=00123')
    expect(await get('/producto/MU%c3%91ECA-bebe/?utm_source=x', 'HEAD')).toBe('301 /catalogo?articulo=00123')
    for (const path of ['/products/oso', '/collections/nuevos/products/oso', '/es/products/oso/'])
      expect(await get(path), path).toBe(oso)
    for (const path of ['/8-pelota.html', '/deportes/8-otra-cosa.html', '/8-12-pelota-roja.html'])
      expect(await get(path), path).toBe('301 /catalogo?articulo=7')
    const { headers } = await app.app.inject('/products/oso')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    // Without a session: the catalogue itself asks for one.
    expect(await get('/producto/otra')).toBe('404')
    expect(await get('/products/oso', 'POST')).toBe('404')
    expect(await get('/api/products/oso')).toBe('404')
    expect(await get('/88-pelota.html')).toBe('404')
    expect(await get('/%E0%A4%A')).not.toMatch(/^30/)
  })

  test('the file is complete, and the same file twice changes nothing', async () => {
    await take([['/a', '00123']])
    expect(
      (
        await take([
          ['/a', '00123'],
          ['/A/', '00123'],
        ])
      ).counts,
    ).toBe('imported 0 0 2 0 0')
    expect(
      (
        await take(
          [
            ['/a', '7'],
            ['/b', '7'],
          ],
          { isTrial: true },
        )
      ).counts,
    ).toBe('imported 1 1 0 0 0')
    expect(await get('/a')).toBe('301 /catalogo?articulo=00123')
    expect((await take([['/b', '7']])).counts).toBe('imported 1 0 0 1 0')
    expect([await get('/a'), await get('/b')]).toEqual(['404', '301 /catalogo?articulo=7'])
  })

  test('what the shop has itself, and what no article has, is refused, and the others stay as they were', async () => {
    await take([['/b', '7']])
    const rows = [
      ['/catalogo', '7'],
      ['/pedido/12', '7'],
      ['/api/x', '7'],
      ['javascript:alert(1)', '7'],
      ['//otra.example/', '7'],
      ['/c', 'NO'],
      ['/d', '7'],
      ['/d/', '00123'],
    ] as const
    const own = 'Es una dirección de esta tienda, que ya tiene su página'
    const refused = await take(rows)
    expect(refused.counts).toBe('refused 0 0 0 0 8')
    expect(refused.problems).toEqual([
      `2 DIRECCION_ANTERIOR: ${own}`,
      `3 DIRECCION_ANTERIOR: ${own}`,
      `4 DIRECCION_ANTERIOR: ${own}`,
      '5 DIRECCION_ANTERIOR: No es la dirección de una página: debe empezar con / o con http',
      '7 CODIGO_ART: El artículo NO no existe',
      '9 DIRECCION_ANTERIOR: Es la misma dirección que la de la fila 8, y lleva a otro artículo',
    ])
    expect(await get('/b')).toBe('301 /catalogo?articulo=7')
    expect((await take(rows, { partial: true })).counts).toBe('partial 2 0 0 0 6')
    expect([await get('/b'), await get('/d')]).toEqual(Array(2).fill('301 /catalogo?articulo=7'))
    expect(await get('/catalogo')).toBe('200')
  })

  test('an article that is gone leads nowhere, and one under another id still does', async () => {
    await take([['/x', '00123']])
    await database().db.kysely.updateTable('article').set({ code: '00123~1' }).where('code', '=', '00123').execute()
    expect(await get('/x')).toBe('404')
    await makeArticle(database().db, { code: '00123' })
    expect(await get('/x')).toBe('301 /catalogo?articulo=00123')
  })

  test('whatever is asked for, a visitor is led to this shop or nowhere', async () => {
    await take([['/products/oso', '7']])
    const piece = fc.oneof(
      fc.constantFrom('/', '//', '\\', '%2f', '%5c', '..', 'products/oso', '@', ':', '?', '#'),
      fc.string({ maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const { statusCode, headers } = await app.app.inject({ url: encodeURI(`/${pieces.join('')}`) })
        const isHome = statusCode === 302 && headers.location === '/catalogo'
        if (headers.location !== undefined && !isHome) expect(headers.location).toBe('/catalogo?articulo=7')
      }),
      { numRuns: 200 },
    )
  })
})

test('a path is compared by what it says, and looked up in a few ways', () => {
  expect(comparedPath('/a//b/')).toBe('/a/b')
  expect(comparedPath('/caf%C3%A9')).toBe('/café')
  for (const none of ['', '/', 'a/b', '/%zz', 'ftp://a.example/b', `/${'a'.repeat(501)}`, '/a%00b', '/a\\b'])
    expect(comparedPath(none), none).toBeNull()
  const asked = '/tienda/products/a/productos/b/12-c.html'
  expect(storedPathsFor(asked)).toEqual([
    asked,
    '/products/a/productos/b/12-c.html',
    '/productos/b/12-c.html',
    '/12-c.html',
    '/12-*.html',
  ])
})
