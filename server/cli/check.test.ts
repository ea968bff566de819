/** `bulto check`: its findings about a sound shop and about a faulty one, and the secrets that it never tells. */
import fs from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { odooStub } from '../test/stubs/odoo.ts'
import { tangoStub } from '../test/stubs/tango.ts'
import { createDatabase, type DatabasePlace } from '../test/test-database.ts'
import type { ShopFacts } from '../whole-shop/shop-facts.ts'
import {
  checkAddress,
  checkErp,
  checkFacts,
  checkFolder,
  checkMail,
  checkMapping,
  checkNode,
  checkPort,
  checkRegistry,
  checkSender,
  type Finding,
} from './findings.ts'
import { runBulto } from './run.ts'
import type { Terminal } from './terminal.ts'

async function check(given: NodeJS.ProcessEnv, ...switches: string[]) {
  const lines: string[] = []
  // Any free port: the usual one may be another program's.
  const env = { PORT: '0', ...given }
  const terminal: Terminal = {
    env,
    print: (line = '') => void lines.push(line),
    note: (line) => void lines.push(line),
    progress: { show: () => {}, clear: () => {} },
    ask: async () => null,
    readPipedLine: async () => '',
  }
  return { code: await runBulto(['check', ...switches], terminal), said: lines.join('\n') }
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

describe('the command', () => {
  let place: DatabasePlace
  beforeAll(async () => {
    place = await createDatabase('embedded')
    fs.chmodSync(place.dataDir, 0o700)
  })
  afterAll(() => place.remove())

  test('tells line by line what is well, and ends with 0', async () => {
    const { code, said } = await check({ DATA_DIR: place.dataDir })
    expect(said).toMatch(/bien {3}Base de datos +embebida, PostgreSQL \d+/)
    expect(said).toMatch(/bien {3}Migraciones +al día/)
    expect(said).toMatch(/AVISO {2}Copia de seguridad +todavía no se hizo ninguna/)
    expect(said).toContain('→ Programe «bulto backup»')
    expect(said).not.toContain('MAL')
    expect(code).toBe(0)
  })

  test('ends with 1 where there is no shop, and makes none', async () => {
    const nowhere = path.join(os.tmpdir(), 'bulto-test-never-made')
    const { code, said } = await check({ DATA_DIR: nowhere })
    expect(said).toMatch(/MAL {4}Carpeta de datos +.*no existe/)
    expect(said).toMatch(/MAL {4}Base de datos/)
    expect(code).toBe(1)
    expect(fs.existsSync(nowhere)).toBe(false)
  })

  test('tells of a wrong configuration, a server and a mail system that do not answer, and of no secret', async () => {
    expect(await check({ DATA_DIR: place.dataDir, PORT: 'x' })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/MAL {4}Configuración +PORT debe ser un número/),
    })
    const url = new URL(inject('postgresUrl'))
    const secrets = ['clave-de-la-base', 'clave-del-correo', 'clave de las copias', 'clave de las métricas']
    const { code, said } = await check({
      DATA_DIR: place.dataDir,
      DATABASE_URL: `postgres://nadie:${secrets[0]}@127.0.0.1:${url.port}/no-existe`,
      SMTP_URL: `smtp://usuario:${secrets[1]}@127.0.0.1:1`,
      BACKUP_KEY: secrets[2],
      METRICS_TOKEN: secrets[3],
    })
    expect(code).toBe(1)
    expect(said).toMatch(/MAL {4}Base de datos/)
    expect(said).toMatch(/MAL {4}Correo +127\.0\.0\.1 no responde/)
    for (const secret of secrets) expect(said).not.toContain(secret)
    const bucket = {
      S3_URL: 'http://127.0.0.1:1/nada',
      S3_ACCESS_KEY: 'x',
      S3_SECRET_KEY: 'clave-del-deposito',
    }
    const lost = await check({ DATA_DIR: place.dataDir, ...bucket }, '--start')
    expect(lost.said).toMatch(/MAL {4}Depósito/)
    expect(lost.code).toBe(1)
    expect(lost.said).not.toContain('clave-del-deposito')
  })
})

test('what would keep it from starting is told before: a port, an address, a folder; what has no effect is a remark', async () => {
  const place = await createDatabase('embedded')
  closers.push(() => place.remove())
  const checkStart = (env: NodeJS.ProcessEnv) => check({ DATA_DIR: place.dataDir, ...env }, '--start')
  const stranger = createServer((_request, response) => void response.end('{}'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => stranger.close(() => resolve())))
  const { port } = stranger.address() as { port: number }
  expect(await checkStart({ PORT: String(port) })).toMatchObject({
    code: 1,
    said: expect.stringMatching(new RegExp(`MAL {4}Puerto +El puerto ${port} ya está en uso\n +→ Elija otro con PORT`)),
  })
  expect(await checkStart({ HOST: '999.1.1.1' })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/MAL {4}Puerto +No se puede atender en HOST «999\.1\.1\.1»/),
  })
  expect(await checkStart({ ERP_FOLDER: '/no/existe' })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/MAL {4}ERP/),
  })
  expect(await checkStart({ DATBASE_URL: 'x' })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/AVISO {2}Configuración +DATBASE_URL .*¿es DATABASE_URL\?/),
  })
})

test('the port of a shop on a PostgreSQL server is well when a shop answers there, of an embedded one when it is this', async () => {
  const shop = createServer((request, response) => {
    const health = { status: 'ok', version: '1.0.0', commit: 'abc' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(request.url === '/healthz' ? health : {}))
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => shop.close(() => resolve())))
  const { port } = shop.address() as { port: number }
  const server = readConfig({ PORT: String(port), DATABASE_URL: 'postgres://x@localhost/x' })
  const embedded = readConfig({ PORT: String(port) })
  expect((await checkPort(server, false)).level).toBe('good')
  expect((await checkPort(embedded, true)).level).toBe('good')
  expect((await checkPort(embedded, false)).level).toBe('bad')
})

const facts: ShopFacts = {
  kind: 'server',
  version: '17.4',
  clockAheadMs: 40,
  pendingMigrations: [],
  deadJobs: 0,
  dueFor: 3,
  freeConnections: 50,
  filesLookedFor: 12,
  feedRefused: [],
  feedRefusedSince: null,
  missingFiles: [],
  storeFault: null,
  lastBackup: { at: new Date().toISOString(), host: 'maquina', file: '/b/x', bytes: 1, encrypted: true },
  drillSince: null,
  feedMapping: null,
}
const levels = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.filter(({ level }) => level !== 'good').map(({ about, level }) => [about, level]))

test.each<[Partial<ShopFacts>, Record<string, Finding['level']>]>([
  [{}, {}],
  [{ kind: 'embedded', freeConnections: null, clockAheadMs: 0 }, {}],
  [{ clockAheadMs: -6_000 }, { Reloj: 'bad' }],
  [{ clockAheadMs: 6_000 }, { Reloj: 'bad' }],
  [{ pendingMigrations: ['0099_x'] }, { Migraciones: 'warning' }],
  [{ deadJobs: 2 }, { 'Envíos pendientes': 'bad' }],
  [{ dueFor: 700 }, { 'Envíos pendientes': 'warning' }],
  [{ freeConnections: 2 }, { Conexiones: 'bad' }],
  [{ missingFiles: ['a.webp'] }, { Archivos: 'bad' }],
  [{ storeFault: 'EACCES' }, { Archivos: 'bad' }],
])('of a database with %j it says %j', (given, expected) => {
  const findings = checkFacts({ ...facts, ...given })
  expect(levels(findings)).toEqual(expected)
  for (const { level, todo } of findings) expect(todo !== undefined).toBe(level !== 'good')
})

test('a backup is well for a day, when it is encrypted, whoever made it', () => {
  const made = (hoursAgo: number, encrypted = true) => ({
    at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    host: 'otra-maquina',
    file: '/b/x',
    bytes: 1,
    encrypted,
  })
  const found = (lastBackup: ShopFacts['lastBackup']) =>
    checkFacts({ ...facts, lastBackup }).find(({ about }) => about === 'Copia de seguridad')
  expect(found(null)?.level).toBe('warning')
  expect(found(made(8.5))).toMatchObject({
    level: 'good',
    text: expect.stringMatching(/8 h, cifrada, en otra-maquina:\/b\/x/),
  })
  expect(found(made(8.5, false))?.level).toBe('warning')
  expect(found(made(27))?.level).toBe('bad')
})

test('a drill says so, and not that its jobs are late', () => {
  const findings = checkFacts({ ...facts, drillSince: '2026-05-02T12:00:00Z', dueFor: 90_000, deadJobs: 3 })
  expect(levels(findings)).toEqual({ Simulacro: 'warning' })
})

const config = (env: NodeJS.ProcessEnv): Config => readConfig({ NODE_ENV: 'production', ...env })

test('versions, addresses, the registry and a folder open to others', () => {
  expect(checkNode('24.1.0').level).toBe('good')
  expect(checkNode('20.19.0').level).toBe('warning')
  expect(checkAddress(config({ PUBLIC_URL: 'http://tienda.example' })).level).toBe('warning')
  expect(checkAddress(config({ PUBLIC_URL: 'https://tienda.example' })).text).toContain('sin TRUST_PROXY')
  expect(checkAddress(config({ PUBLIC_URL: 'https://tienda.example', TRUST_PROXY: '1' })).level).toBe('good')
  expect(checkRegistry(config({})).level).toBe('good')
  expect(checkRegistry(config({ PADRON_PROVIDER: 'offline' })).level).toBe('warning')
  expect(checkRegistry(config({ PADRON_PROVIDER: 'none' })).level).toBe('good')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
  fs.chmodSync(folder, 0o755)
  const open = checkFolder(folder)[0]
  fs.rmdirSync(folder)
  expect(open).toMatchObject(
    process.platform === 'win32' ? {} : { level: 'warning', todo: `Ciérrela: chmod 700 ${folder}` },
  )
})

test.each([
  [
    'smtp://ventas%40tienda.example:x@smtp.tienda.example',
    'Tienda <pedidos@tienda.example>',
    'good',
    'pedidos@tienda.example',
  ],
  ['smtp://ventas%40gmail.example:x@smtp.gmail.example', 'pedidos@tienda.example', 'warning', 'es de gmail.example'],
  [
    'smtp://apikey:x@smtp.correos.example',
    'pedidos@tienda.example',
    'good',
    'tiene que nombrar a smtp.correos.example',
  ],
  ['smtp://a:b@smtp.tienda.example', 'Tienda <no-responder@localhost>', 'bad', 'no tiene un dominio de internet'],
  ['smtp://a:b@smtp.tienda.example', 'Tienda <pedidos@10.0.0.4>', 'bad', 'no tiene un dominio de internet'],
])('a sender is judged as a mail server does: %s with %s is %s', (SMTP_URL, MAIL_FROM, level, text) => {
  const [finding] = checkSender(config({ SMTP_URL, MAIL_FROM }))
  expect(finding?.level).toBe(level)
  expect(finding?.text).toContain(text)
  expect(finding?.text).not.toContain(':x@')
})

test('without a chosen sender mails are the shop’s own domain’s, and no sender is judged where no mail leaves', () => {
  const SMTP_URL = 'smtp://a:b@smtp.tienda.example'
  const [finding] = checkSender(config({ SMTP_URL, PUBLIC_URL: 'https://www.tienda.example' }))
  expect(finding).toMatchObject({ level: 'good', text: 'no-responder@tienda.example' })
  expect(checkSender(config({ SMTP_URL }))[0]?.level).toBe('bad')
  expect(checkSender(config({}))).toEqual([])
})

test('mail is well when the server takes the password, and nothing is sent', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'buena' ? done(null, { user: 'x' }) : done(new Error('no such secret: mala-clave')),
    onData: (_stream, _session, done) => {
      mails.push('mail')
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  const mail = (password: string) => checkMail(readConfig({ SMTP_URL: `smtp://tienda:${password}@127.0.0.1:${port}` }))
  expect(await mail('buena')).toMatchObject({ level: 'good' })
  const refused = await mail('mala-clave')
  expect(refused).toMatchObject({ level: 'bad', text: '127.0.0.1 no acepta el usuario o la clave' })
  expect(JSON.stringify(refused)).not.toContain('mala-clave')
  expect(mails).toEqual([])
})

test('the ERP is well when it answers and takes the token, or its folder can be used', async () => {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === 'Bearer clave-del-erp'
    response.writeHead(isKnown ? 200 : 401).end('[]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as { port: number }
  const erp = (env: NodeJS.ProcessEnv) => checkErp(readConfig(env))
  const url = `http://127.0.0.1:${port}`
  expect(await erp({})).toMatchObject({ level: 'good', text: 'ninguno: la tienda numera los pedidos' })
  expect(await erp({ ERP_URL: url, ERP_TOKEN: 'clave-del-erp' })).toMatchObject({ level: 'good' })
  const refused = await erp({ ERP_URL: url, ERP_TOKEN: 'otra-clave' })
  expect(refused).toMatchObject({ level: 'bad', text: '127.0.0.1 no acepta la clave' })
  expect(JSON.stringify(refused)).not.toContain('otra-clave')
  expect(await erp({ ERP_URL: 'http://127.0.0.1:1' })).toMatchObject({ level: 'bad' })
  expect(await erp({ ERP_FOLDER: os.tmpdir() })).toMatchObject({ level: 'good' })
  expect(await erp({ ERP_FOLDER: '/no/existe' })).toMatchObject({ level: 'bad' })
})

test('Tango is well when it answers and takes the token, which is never repeated', async () => {
  const tango = await tangoStub()
  closers.push(tango.close)
  const found = (env: NodeJS.ProcessEnv) =>
    checkErp(
      readConfig({
        ...{ ERP_FOLDER: os.tmpdir(), TANGO_URL: tango.url, TANGO_TOKEN: tango.token, TANGO_PRICE_LIST: '2' },
        ...env,
      }),
    )
  const text = `carpeta ${os.tmpdir()}; pedidos a 127.0.0.1, que acepta el token`
  expect(await found({})).toEqual({ level: 'good', about: 'ERP', text })
  const refused = await found({ TANGO_TOKEN: 'otro-token' })
  expect(refused).toMatchObject({ level: 'bad', text: '127.0.0.1 no acepta el token' })
  expect(JSON.stringify(refused)).not.toContain('otro-token')
  expect(await found({ TANGO_URL: 'http://127.0.0.1:1' })).toMatchObject({ level: 'bad' })
  expect(await found({ ERP_FOLDER: '/no/existe' })).toMatchObject({ level: 'bad' })
  expect(tango.orders.size).toBe(0)
  tango.onCall = () => 'noise'
  expect(await found({})).toMatchObject({ level: 'bad', text: '127.0.0.1 no responde bien' })
})

test('an interface that orders go to is well when it takes the key', async () => {
  const odoo = await odooStub()
  closers.push(odoo.close)
  const env = { ERP_FOLDER: os.tmpdir(), ODOO_URL: odoo.url, ODOO_DATABASE: odoo.database }
  const found = (ODOO_KEY: string) => checkErp(readConfig({ ...env, ODOO_KEY }))
  expect(await found(odoo.key)).toMatchObject({ level: 'good', text: `carpeta ${os.tmpdir()}; Odoo toma la clave` })
  const refused = await found('otra-clave')
  expect(refused).toMatchObject({ level: 'bad', text: expect.stringContaining('Odoo no acepta la clave') })
  expect(JSON.stringify(refused)).not.toContain('otra-clave')
})

test('the mapping of the ERP’s files is well, and warns of a file that it does not read any more', async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-mapping-'))
  const { erp } = readConfig({ ERP_FOLDER: root })
  fs.mkdirSync(path.join(root, 'entrada'))
  const feedMapping = {
    version: 1,
    archivos: { a: { archivo: 'Precios*.csv', decimal: ',' } },
    listas: [
      {
        lista: 'precios',
        archivo: 'a',
        columnas: { ID_ART: { columna: 'Id' }, PRECIO_LPI: { columna: 'Precio' } },
      },
    ],
  }
  const found = () => checkMapping({ erp }, { feedMapping })
  expect(await checkMapping({ erp }, { feedMapping: null })).toEqual([])
  expect(await found()).toMatchObject([{ level: 'good', text: 'Precios*.csv' }])
  fs.writeFileSync(path.join(root, 'entrada', 'precios-30.csv'), 'Id;Precio\n1;10,00\n')
  expect(await found()).toMatchObject([{ level: 'good' }])
  fs.writeFileSync(path.join(root, 'entrada', 'precios-30.csv'), 'Id;Importe\n1;10,00\n')
  expect(await found()).toMatchObject([
    { level: 'warning', text: 'entrada/precios-30.csv (precios): No tiene la columna «Precio»' },
  ])
  expect(await checkMapping({ erp }, { feedMapping: { version: 7 } })).toMatchObject([{ level: 'bad' }])
  fs.rmSync(root, { recursive: true })
})
