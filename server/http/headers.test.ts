/** What every answer tells a browser, and what a browser on a foreign page is never told. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../test/test-app.ts'
import { withDatabase } from '../test/test-database.ts'

withDatabase('embedded', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(database().db)
  })
  afterAll(() => app.close())

  test.each(['/api/openapi.json', '/api/nada', '/healthz', '/catalogo', '/media/nada.webp'])(
    '%s is closed to frames, foreign scripts and guesses of its type',
    async (url) => {
      const { headers } = await app.app.inject({ url, headers: { origin: 'https://otra.example' } })
      expect(headers['content-security-policy']).toMatch(
        /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/,
      )
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['content-type']).toMatch(/^(application\/json|text\/html|text\/plain); charset=utf-8$/)
    },
  )

  test('a script, a style or a typeface brings no content policy along, as the page’s counts; a worker brings its own', async () => {
    const policyOf = async (name: string) =>
      (await app.app.inject({ url: `/assets/${name}` })).headers['content-security-policy'] !== undefined
    expect(await Promise.all(['index-1.js', 'index-1.css', 'figtree-1.woff2'].map(policyOf))).toEqual([
      false,
      false,
      false,
    ])
    expect(await Promise.all(['worker-1.js', 'sello-1.svg', 'lector-1.wasm'].map(policyOf))).toEqual([true, true, true])
  })

  test('a foreign page gets no leave to send the header that carries a session', async () => {
    const { headers, statusCode } = await app.app.inject({
      method: 'OPTIONS',
      url: '/api/pedidos/itemsCarrito',
      headers: {
        origin: 'https://otra.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  test('folders, sources and the method that echoes a request are not served', async () => {
    for (const url of ['/assets/', '/media/', '/.git/config', '/.env', '/package.json', '/server/main.ts'])
      expect([url, (await app.app.inject({ url })).statusCode]).toEqual([url, 404])
    const { statusCode, body } = await app.app.inject({
      method: 'TRACE' as 'GET',
      url: '/catalogo',
      headers: { cookie: 'secreto' },
    })
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(body).not.toContain('secreto')
  })
})
