/** The proxies of deploy/ in front of something real: what they let through, what they hide, what they say of the visitor. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import forge from 'node-forge'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { createLog } from '../server/log.ts'
import { startShop } from '../server/main.ts'
import { freePorts } from '../server/test/free-ports.ts'
import { makeArticle, makeUser, PASSWORD } from '../server/test/make.ts'
import { createDatabase } from '../server/test/test-database.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const LARGE = 15 * 1024 * 1024
const HIDDEN = ['/metrics', '/readyz', '/healthz']
let folder: string
let stub: Server
const started: ChildProcess[] = []

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-proxies-'))
  // nginx and HAProxy give up their rights, and must still read the folder.
  fs.chmodSync(folder, 0o755)
  makeCertificate()
  // Says what reached it.
  stub = createServer(async (incoming, outgoing) => {
    let bytes = 0
    for await (const part of incoming) bytes += (part as Buffer).length
    outgoing.end(JSON.stringify({ headers: incoming.headers, bytes, path: incoming.url }))
  }).listen(0, '127.0.0.1')
  await once(stub, 'listening')
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  stub.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A certificate for localhost that nobody signed, as the files that the proxies name. */
function makeCertificate(): void {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const made = forge.pki.createCertificate()
  made.publicKey = keys.publicKey
  made.serialNumber = '01'
  made.validity.notBefore = new Date(Date.now() - 86_400_000)
  made.validity.notAfter = new Date(Date.now() + 86_400_000)
  const name = [{ name: 'commonName', value: 'localhost' }]
  made.setSubject(name)
  made.setIssuer(name)
  made.sign(keys.privateKey, forge.md.sha256.create())
  const [certificate, key] = [forge.pki.certificateToPem(made), forge.pki.privateKeyToPem(keys.privateKey)]
  fs.writeFileSync(path.join(folder, 'fullchain.pem'), certificate)
  fs.writeFileSync(path.join(folder, 'privkey.pem'), key)
  fs.writeFileSync(path.join(folder, 'shop.example.pem'), certificate + key)
}

interface Ports {
  readonly http: number
  readonly https: number
  readonly shop: number
}
interface Proxy {
  readonly program: string
  /** Writes the file of deploy/ with this test's places, and answers how the program is started. */
  prepare(ports: Ports): { args: string[]; env?: NodeJS.ProcessEnv }
}

const ofDeploy = (file: string) => fs.readFileSync(path.join('deploy', file), 'utf8')
const put = (file: string, text: string) => {
  const place = path.join(folder, file)
  fs.writeFileSync(place, text)
  return place
}

/** Where nginx writes its log; the others write it to their outputs. */
const accessLog = () => path.join(folder, 'access.log')

const proxies: Record<string, Proxy> = {
  nginx: {
    program: '/usr/sbin/nginx',
    prepare({ http, https, shop }) {
      put(
        'bulto.conf',
        ofDeploy('nginx.conf')
          .replace(/^ *listen \[::\].*\n/gm, '')
          .replace('listen 80;', `listen 127.0.0.1:${http};`)
          .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
          .replace('server 127.0.0.1:3000', `server 127.0.0.1:${shop}`)
          .replaceAll('/etc/letsencrypt/live/shop.example', folder)
          .replace('/var/log/nginx/bulto.log', accessLog()),
      )
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      const main = `events {}\nhttp { access_log off; ${temporary} include ${folder}/bulto.conf; }`
      const file = put('nginx.conf', `pid ${folder}/nginx.pid;\nerror_log stderr;\ndaemon off;\n${main}\n`)
      return { args: ['-p', folder, '-c', file] }
    },
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    prepare({ http, https, shop }) {
      const text = ofDeploy('haproxy.cfg')
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${shop}`)
        .replace('/etc/haproxy/shop.example.pem', `${folder}/shop.example.pem`)
        .replace('log /dev/log local0', 'log stdout format raw local0')
      return { args: ['-db', '-f', put('haproxy.cfg', text)] }
    },
  },
  caddy: {
    program: '/usr/bin/caddy',
    prepare({ http, https, shop }) {
      const text = ofDeploy('Caddyfile')
        .replace('{$SHOP_HOST} {', '{$SHOP_HOST} {\n\ttls internal')
        .replace('shop-1:3000 shop-2:3000', `127.0.0.1:${shop}`)
      const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
      const env = { SHOP_HOST: 'localhost', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      return { args: ['run', '--adapter', 'caddyfile', '--config', put('Caddyfile', own + text)], env }
    },
  },
}

/** Starts one before a port, and waits until what listens there answers through it; a shop that was not built has no page at `/`. */
async function startProxy(name: string, shop: number): Promise<Ports & { said(): string }> {
  const [http = 0, https = 0] = await freePorts(2)
  const ports = { http, https, shop }
  const { program, prepare } = proxies[name] as Proxy
  const { args, env } = prepare(ports)
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      said += part
    })
  await vi.waitUntil(
    async () => {
      expect(child.exitCode, said).toBeNull()
      return ((await ask(https, 'GET', '/').catch(() => null))?.status ?? 502) < 500
    },
    { timeout: 60_000, interval: 200 },
  )
  return {
    ...ports,
    said: () => said + (fs.existsSync(accessLog()) ? fs.readFileSync(accessLog(), 'utf8') : ''),
  }
}

interface Answer {
  status: number
  text: string
}
function ask(
  port: number,
  method: string,
  address: string,
  { headers = {}, body }: { headers?: IncomingHttpHeaders; body?: Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path: address,
      rejectUnauthorized: false,
      servername: 'localhost',
    }
    const sent = request({ ...options, headers: { host: 'localhost', ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end(body)
  })
}
const echo = ({ text }: Answer) => JSON.parse(text) as { headers: Record<string, string>; bytes: number }

for (const [name, { program }] of Object.entries(proxies)) {
  // apt-get install nginx-light haproxy caddy
  describe.skipIf(!fs.existsSync(program))(`${name}, as deploy/ has it`, () => {
    let ports: Awaited<ReturnType<typeof startProxy>>
    beforeAll(async () => {
      ports = await startProxy(name, (stub.address() as AddressInfo).port)
    })

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

test.skipIf(!fs.existsSync('/usr/sbin/nginx'))('a photo of 15 MB comes into the real shop through nginx', async () => {
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
  try {
    const { https } = await startProxy('nginx', Number(new URL(shop.url).port))
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
    await shop.close()
    await place.remove()
  }
})
