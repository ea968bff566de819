/** The proxies of deploy/ in front of something real: what they let through, what they hide, what they say of the visitor. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { createLog } from '../server/log.ts'
import { startShop } from '../server/main.ts'
import { makeArticle, makeUser, PASSWORD } from '../server/test/make.ts'
import { createDatabase } from '../server/test/test-database.ts'
import {
  askThrough as ask,
  type DeployProxy,
  type ProxyName,
  proxyPrograms,
  startDeployProxy,
} from '../testkit/deploy-proxies.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const LARGE = 15 * 1024 * 1024
const HIDDEN = ['/metrics', '/readyz', '/healthz']
let stub: Server

beforeAll(async () => {
  // Says what reached it.
  stub = createServer(async (incoming, outgoing) => {
    let bytes = 0
    for await (const part of incoming) bytes += (part as Buffer).length
    outgoing.end(JSON.stringify({ headers: incoming.headers, bytes, path: incoming.url }))
  }).listen(0, '127.0.0.1')
  await once(stub, 'listening')
})
afterAll(() => void stub.close())

const echo = ({ text }: { text: string }) => JSON.parse(text) as { headers: Record<string, string>; bytes: number }

for (const name of Object.keys(proxyPrograms) as ProxyName[]) {
  describe.skipIf(!existsSync(proxyPrograms[name]))(`${name}, as deploy/ has it`, () => {
    let ports: DeployProxy
    beforeAll(async () => {
      ports = await startDeployProxy(name, (stub.address() as AddressInfo).port)
    })
    afterAll(() => ports.stop())

    test('leads to https, and hides what is not for the world', async () => {
      const plain = await new Promise<{ status?: number | undefined; to?: string | undefined }>((resolve, reject) => {
        get({ host: '127.0.0.1', port: ports.http, path: '/login', headers: { host: 'localhost' } }, (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode, to: answer.headers.location })
        }).on('error', reject)
      })
      expect([301, 308]).toContain(plain.status)
      expect(plain.to).toMatch(/^https:\/\/localhost(:\d+)?\/login$/)
      for (const hidden of HIDDEN) expect((await ask(ports.https, 'GET', hidden)).status, hidden).toBe(404)
    })

    test('says who calls by what it sees, whatever the visitor claims', async () => {
      const claimed = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' }
      const { headers } = echo(await ask(ports.https, 'GET', '/login', { headers: claimed }))
      expect(headers['x-forwarded-for']).toBe('127.0.0.1')
      expect(headers['x-forwarded-proto']).toBe('https')
      expect(headers.host).toMatch(/^localhost/)
    })

    test('writes requests into its log, and no secret of their addresses', async () => {
      await ask(ports.https, 'GET', '/api/auth/cambiarContra?email=a%40b.example&contra=tres-tristes-tigres')
      await ask(ports.https, 'GET', '/inventario/enlace-secreto?pagina=2')
      await ask(ports.https, 'GET', '/api/pedidos/productos/inventario/enlace-secreto/tipo')
      await vi.waitUntil(() => ports.said().includes('/api/pedidos/productos/inventario/'), {
        timeout: 10_000,
      })
      const said = ports.said()
      expect(said).toContain('/api/auth/cambiarContra')
      for (const secret of ['tristes', 'b.example', 'secreto', 'pagina=']) expect(said).not.toContain(secret)
    })

    test('lets 15 MB through', async () => {
      const answer = await ask(ports.https, 'POST', '/api/x', { body: Buffer.alloc(LARGE, 1) })
      expect(answer.status, answer.text.slice(0, 200)).toBe(200)
      expect(echo(answer).bytes).toBe(LARGE)
    })
  })
}

test.skipIf(!existsSync(proxyPrograms.nginx))('a photo of 15 MB comes into the real shop through nginx', async () => {
  const place = await createDatabase('embedded')
  const db = await openDatabase({ dataDir: place.dataDir })
  const admin = await makeUser(db, 'admin')
  await makeArticle(db)
  const { id } = await db.kysely.selectFrom('listing').select('id').executeTakeFirstOrThrow()
  await db.close()
  const env = {
    DATA_DIR: place.dataDir,
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
  }
  const shop = await startShop(readConfig({ ...env, PUBLIC_URL: 'https://localhost' }), {
    log: createLog('silent'),
  })
  const proxy = await startDeployProxy('nginx', Number(new URL(shop.url).port))
  try {
    const { https } = proxy
    const json = (body: object) => Buffer.from(JSON.stringify(body))
    const signIn = await ask(https, 'POST', '/api/auth/signin', {
      headers: { 'content-type': 'application/json' },
      body: json({ username: admin.cuit, password: PASSWORD }),
    })
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = { width: 2_300, height: 2_300, channels: 3, background: '#888', noise } as const
    const png = await sharp({ create: picture }).png({ compressionLevel: 0 }).toBuffer()
    expect(png.length).toBeGreaterThan(LARGE)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'foto.png')
    const encoded = new Response(form)
    const sent = await ask(https, 'POST', `/api/pedidos/productos/imagen?idio=${id}&nro=1`, {
      headers: {
        authorization: `Bearer ${JSON.parse(signIn.text).accessToken}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      body: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(sent.status, sent.text).toBe(200)
  } finally {
    await proxy.stop()
    await shop.close()
    await place.remove()
  }
})
