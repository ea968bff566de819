/** The proxies of deploy/ in front of a shop, with this machine's places and a certificate that nobody signed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { freePorts } from '../server/test/free-ports.ts'
import { until } from './shop.ts'

export type ProxyName = 'nginx' | 'haproxy' | 'caddy'

/** Where Debian's packages have the programs: `apt-get install nginx-light haproxy caddy`. */
export const proxyPrograms: Readonly<Record<ProxyName, string>> = {
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
  caddy: '/usr/bin/caddy',
}

export interface DeployProxy {
  /** Of plain HTTP, which leads to `https`. */
  readonly http: number
  readonly https: number
  /** All that it wrote, its access log too. */
  said(): string
  stop(): Promise<void>
}

interface Ports {
  readonly http: number
  readonly https: number
  readonly shop: number
}

const ofDeploy = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')

/** Writes the file of deploy/ with a test's places into a folder, and answers how the program is started. */
const prepare: Record<ProxyName, (folder: string, ports: Ports) => { args: string[]; env?: NodeJS.ProcessEnv }> = {
  nginx(folder, { http, https, shop }) {
    const site = ofDeploy('nginx.conf')
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
      .replace('server 127.0.0.1:3000', `server 127.0.0.1:${shop}`)
      .replaceAll('/etc/letsencrypt/live/shop.example', folder)
      .replace('/var/log/nginx/bulto.log', join(folder, 'access.log'))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    // What Debian's own nginx.conf has around the sites.
    const main = `worker_processes auto;\nevents { worker_connections 768; }\nhttp { access_log off; ${temporary} include ${put(folder, 'bulto.conf', site)}; }`
    const file = put(folder, 'nginx.conf', `pid ${folder}/nginx.pid;\nerror_log stderr;\ndaemon off;\n${main}\n`)
    return { args: ['-p', folder, '-c', file] }
  },
  haproxy(folder, { http, https, shop }) {
    const text = ofDeploy('haproxy.cfg')
      .replace('bind :80', `bind 127.0.0.1:${http}`)
      .replace('bind :443', `bind 127.0.0.1:${https}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${shop}`)
      .replace('/etc/haproxy/shop.example.pem', `${folder}/shop.example.pem`)
      .replace('log /dev/log local0', 'log stdout format raw local0')
    return { args: ['-db', '-f', put(folder, 'haproxy.cfg', text)] }
  },
  caddy(folder, { http, https, shop }) {
    const text = ofDeploy('Caddyfile')
      .replace('{$SHOP_HOST} {', '{$SHOP_HOST} {\n\ttls internal')
      .replace('shop-1:3000 shop-2:3000', `127.0.0.1:${shop}`)
    const own = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
    const env = { SHOP_HOST: 'localhost', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    return { args: ['run', '--adapter', 'caddyfile', '--config', put(folder, 'Caddyfile', own + text)], env }
  },
}

function put(folder: string, file: string, text: string): string {
  const place = join(folder, file)
  writeFileSync(place, text)
  return place
}

/**
 * Starts one in front of what listens on a port of this machine, and waits until that answers through it.
 * @throws Error with what it wrote when it ends before that
 */
export async function startDeployProxy(name: ProxyName, shop: number): Promise<DeployProxy> {
  const folder = mkdtempSync(join(tmpdir(), `bulto-${name}-`))
  // nginx and HAProxy give up their rights, and must still read the folder.
  chmodSync(folder, 0o755)
  makeCertificate(folder)
  const [http = 0, https = 0] = await freePorts(2)
  const { args, env } = prepare[name](folder, { http, https, shop })
  const child = spawn(proxyPrograms[name], args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part
    })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isThere = async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    return (await askThrough(https, 'GET', '/').catch(() => ({ status: 502 }))).status < 500
  }
  await until(isThere, `${name} delante de la tienda`).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const log = join(folder, 'access.log')
  return { http, https, said: () => said + (existsSync(log) ? readFileSync(log, 'utf8') : ''), stop }
}

/** A certificate for localhost that nobody signed, as the files that the proxies name. */
function makeCertificate(folder: string): void {
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
  put(folder, 'fullchain.pem', certificate)
  put(folder, 'privkey.pem', key)
  put(folder, 'shop.example.pem', certificate + key)
}

/** Makes a request by https without a look at the certificate; `headers` may claim anything. */
export function askThrough(
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, rejectUnauthorized: false, servername: 'localhost' }
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
