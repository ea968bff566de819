/** `bulto backup`, `restore` and `move` as an operator calls them: beside a running shop, and killed in the middle. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { createLog } from '../log.ts'
import { startShop } from '../main.ts'
import { diskFiles } from '../ports/files/disk.ts'
import type { Files } from '../ports/files/port.ts'
import { openBucket } from '../ports/files/s3.ts'
import { createServerDatabase } from '../test/database-templates.ts'
import { makeArticle, makeUser } from '../test/make.ts'
import { type S3Server, startS3 } from '../test/s3-server.ts'
import { createDatabase, type DatabasePlace } from '../test/test-database.ts'
import { readBackup, writeBackup } from '../whole-shop/backup-file.ts'
import { type Frame, jsonFrame } from '../whole-shop/frames.ts'
import { appliedMigrations } from '../whole-shop/whole-shop.queries.ts'
import { runBulto } from './run.ts'
import type { Terminal } from './terminal.ts'

// Each test opens several databases and starts processes.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const PHOTOS = 60
let place: DatabasePlace
let folder: string
beforeEach(async () => {
  place = await createDatabase('embedded')
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
})
afterEach(async () => {
  await place.remove()
  fs.rmSync(folder, { recursive: true })
})

/** Runs a command here; its exit code and all it wrote. */
async function bulto(argv: string[], env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const terminal: Terminal = {
    env: { DATA_DIR: place.dataDir, LOG_LEVEL: 'silent', PORT: '0', ...env },
    print: (line = '') => void lines.push(line),
    note: (line) => void lines.push(line),
    progress: { show: () => {}, clear: () => {} },
    ask: async () => null,
    readPipedLine: async () => '',
  }
  return { code: await runBulto(argv, terminal), said: lines.join('\n') }
}

/** Runs a command in a process of its own, which is killed as soon as `isDue`. */
async function killed(argv: string[], env: NodeJS.ProcessEnv, isDue: () => boolean | Promise<boolean>) {
  const command = fileURLToPath(new URL('bulto.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', command, ...argv], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  await vi.waitUntil(isDue, { timeout: 120_000, interval: 5 })
  expect(child.exitCode, 'the command was quicker than its killer').toBeNull()
  child.kill('SIGKILL')
  await gone
}

async function on<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Articles with a certificate each, so that every row needs its file. */
async function fill(): Promise<void> {
  const files = diskFiles(path.join(place.dataDir, 'files'))
  for (let at = 0; at < PHOTOS; at++) await files.put(`certificado-${at}.pdf`, Buffer.alloc(200_000, at))
  await on(place.dataDir, async (db) => {
    await makeUser(db, 'admin')
    await makeArticle(db)
    const rows = Array.from({ length: PHOTOS }, (_, at) => ({
      name: `A${at}.pdf`,
      file: `certificado-${at}.pdf`,
    }))
    await db.kysely.insertInto('certificate').values(rows).execute()
  })
}

const countsOf = (db: Db) =>
  db.kysely
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('certificate').select(fn.countAll<number>().as('n')).as('certificates'),
      selectFrom('app_user').select(fn.countAll<number>().as('n')).as('users'),
      selectFrom('article').select(fn.countAll<number>().as('n')).as('articles'),
    ])
    .executeTakeFirstOrThrow()
const whole = { certificates: PHOTOS, users: 1, articles: 1 }
const startIn = (dataDir: string, env: NodeJS.ProcessEnv = {}) =>
  startShop(readConfig({ DATA_DIR: dataDir, NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'silent', ...env }), {
    log: createLog('silent'),
  })

const bucketEnv = ({ config }: S3Server) => ({
  S3_URL: config.url,
  S3_ACCESS_KEY: config.accessKey,
  S3_SECRET_KEY: config.secretKey,
  S3_REGION: config.region,
})
/** Names and first bytes of all files, in order; every byte of a file of these tests is the same. */
async function contentsOf(files: Files): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of files.list()) {
    const file = await files.get(name)
    const bytes = await buffer(file!.stream)
    found.push(`${name} ${bytes.length} ${bytes[0]}`)
  }
  return found.sort()
}
const allFiles = Array.from({ length: PHOTOS }, (_, at) => `certificado-${at}.pdf 200000 ${at}`).sort()

test('a running shop is saved with its key, and comes back elsewhere', async () => {
  await fill()
  const file = path.join(folder, 'copia')
  const shop = await startIn(place.dataDir)
  try {
    const made = await bulto(['backup', file], { BACKUP_KEY: 'una clave de copias' })
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining(`${PHOTOS} archivos`) })
    expect((await bulto(['backup', file, '--plain'])).said).toContain('ya existe')
  } finally {
    await shop.close()
  }
  expect(fs.readdirSync(place.dataDir)).not.toContain('control.json')
  const elsewhere = path.join(folder, 'otra')
  const env = { DATA_DIR: elsewhere, BACKUP_KEY: 'una clave de copias' }
  expect((await bulto(['restore', file], { ...env, BACKUP_KEY: '' })).said).toContain('La copia está cifrada')
  expect(await bulto(['restore', file], env)).toMatchObject({ code: 0 })
  expect(await on(elsewhere, countsOf)).toEqual(whole)
  const again = await bulto(['restore', file], env)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('ya tiene una tienda') })
  const restored = await startIn(elsewhere)
  expect((await fetch(`${restored.url}/readyz`)).status).toBe(200)
  await restored.close()
})

test('a shop that was killed leaves its word behind, and is saved all the same', async () => {
  await fill()
  fs.writeFileSync(path.join(place.dataDir, 'control.json'), JSON.stringify({ port: 1, secret: 'old' }))
  expect((await bulto(['backup', path.join(folder, 'copia'), '--plain'])).code).toBe(0)
  const nowhere = path.join(folder, 'nada')
  expect((await bulto(['backup', path.join(folder, 'b'), '--plain'], { DATA_DIR: nowhere })).said).toContain(
    'no hay una tienda',
  )
  expect(fs.existsSync(nowhere)).toBe(false)
})

test('a killed restore is no shop; repeated, it is one', async () => {
  await fill()
  const file = path.join(folder, 'copia')
  await bulto(['backup', file, '--plain'])
  const elsewhere = path.join(folder, 'otra')
  // Files are stored once the tables are in.
  await killed(['restore', file], { DATA_DIR: elsewhere }, () => fs.existsSync(path.join(elsewhere, 'files')))
  expect(fs.existsSync(path.join(elsewhere, 'db'))).toBe(false)
  await expect(startIn(elsewhere)).rejects.toThrow('una restauración o mudanza quedó a medias')
  expect((await bulto(['migrate'], { DATA_DIR: elsewhere })).said).toContain('quedó a medias')
  expect(await bulto(['restore', file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
  expect(await on(elsewhere, countsOf)).toEqual(whole)
  expect(fs.existsSync(path.join(elsewhere, 'restoring'))).toBe(false)
})

describe('a backup that is not as it was written is refused with one sentence, and leaves nothing behind', () => {
  /** A backup, its file taken apart, changed and put together again with a digest that fits. */
  async function forged(file: string, change: (frame: Frame) => Frame): Promise<void> {
    const frames: Frame[] = []
    for await (const frame of readBackup(file, undefined)) frames.push(change(frame))
    fs.rmSync(file)
    await writeBackup(file, Readable.from(frames), undefined)
  }
  const flip = (file: string, at: number) => {
    const bytes = fs.readFileSync(file)
    bytes[at] = (bytes[at] ?? 0) ^ 4
    fs.writeFileSync(file, bytes)
  }
  const sizeOf = (file: string) => fs.statSync(file).size
  /** By what somebody did to the file. */
  const tampered: Record<string, (file: string) => unknown> = {
    'cut in its middle': (file) => fs.truncateSync(file, Math.floor(sizeOf(file) / 2)),
    'cut at its last byte': (file) => fs.truncateSync(file, sizeOf(file) - 1),
    'with a bit flipped in its header': (file) => flip(file, 20),
    'with a bit flipped in its rows': (file) => flip(file, 3_000),
    'with a bit flipped in a file': (file) => flip(file, sizeOf(file) - 100_000),
    'with a file name that leads out': (file) =>
      forged(file, (frame) =>
        frame.kind === 'file' ? jsonFrame('file', { name: '../../fuera', size: 200_000 }) : frame,
      ),
    'with a file of no size': (file) =>
      forged(file, (frame) =>
        frame.kind === 'file' ? jsonFrame('file', { name: 'certificado-1.pdf', size: -1 }) : frame,
      ),
    'with a frame that holds no object': (file) =>
      forged(file, (frame) => (frame.kind === 'table' ? { ...frame, bytes: Buffer.from('null') } : frame)),
    'with a header that names no migrations': (file) =>
      forged(file, (frame) =>
        frame.kind === 'header' ? { ...frame, bytes: Buffer.from('{"app":"bulto","form":1}') } : frame,
      ),
    'with a table without columns': (file) =>
      forged(file, (frame) => (frame.kind === 'table' ? { ...frame, bytes: Buffer.from('{"name":"brand"}') } : frame)),
    'with rows that are no rows': (file) =>
      forged(file, (frame) => (frame.kind === 'rows' ? { ...frame, bytes: Buffer.from('no') } : frame)),
    'with rows that are no JSON': (file) =>
      forged(file, (frame) => (frame.kind === 'rows' ? { ...frame, bytes: gzipSync('[{]') } : frame)),
  }
  /** Refused before anything was stored, and after all but the last files were. */
  const startedAfterwards = ['with a bit flipped in its header', 'cut at its last byte']
  let backup: Buffer | undefined
  test.each(Object.entries(tampered))('%s', async (name, tamper) => {
    const file = path.join(folder, 'copia')
    if (!backup) {
      await fill()
      await bulto(['backup', file, '--plain'])
      backup = fs.readFileSync(file)
    }
    fs.writeFileSync(file, backup)
    await tamper(file)
    const elsewhere = path.join(folder, 'otra')
    const { code, said } = await bulto(['restore', file], { DATA_DIR: elsewhere })
    expect(code).toBe(1)
    expect(said).toMatch(/^El archivo está (cortado|dañado).*\.$/)
    expect(fs.readdirSync(elsewhere).filter((name) => !/^db\.(lock|new)$/.test(name))).toEqual([])
    expect(fs.readdirSync(folder).sort()).toEqual(['copia', 'otra'])
    // The folder is as good as a new one.
    if (startedAfterwards.includes(name)) await (await startIn(elsewhere)).close()
  })
})

test('a killed move leaves the source whole; repeated, all is there, and it goes back to a folder', async () => {
  await fill()
  const server = await createServerDatabase(inject('postgresUrl'), { migrated: false })
  try {
    const env = { DATA_DIR: place.dataDir, NUEVA: server.url }
    const target = await openDatabase({ url: server.url, dataDir: '' })
    const isMade = async () => (await appliedMigrations(target.kysely)).length > 0
    await killed(['move', '--to', 'NUEVA'], env, isMade)
    expect(await on(place.dataDir, countsOf)).toEqual(whole)
    expect(await countsOf(target)).toMatchObject({ users: 0 })

    const moved = await bulto(['move', '--to', 'NUEVA'], env)
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('Igual en origen y destino') })
    expect(moved.said).not.toContain(server.url)
    expect(await countsOf(target)).toEqual(whole)
    expect(await on(place.dataDir, countsOf)).toEqual(whole)

    const back = { ...env, DATABASE_URL: server.url, NUEVA: path.join(folder, 'vuelta') }
    expect((await bulto(['move', '--to', 'NUEVA'], back)).said).toContain('deténgala en todos los equipos')
    await target.close()
    expect(await bulto(['move', '--to', 'NUEVA'], back)).toMatchObject({ code: 0 })
    expect(await on(back.NUEVA, countsOf)).toEqual(whole)
    expect(fs.readdirSync(path.join(back.NUEVA, 'files', 'ce'))).toHaveLength(PHOTOS)
  } finally {
    await server.drop()
  }
})

test('files move to a bucket, also after a kill in the middle, and back to a folder', async () => {
  await fill()
  const server = await createServerDatabase(inject('postgresUrl'), { migrated: false })
  const store = await startS3()
  try {
    const env = { DATA_DIR: place.dataDir, NUEVA: server.url, ...bucketEnv(store) }
    const { files } = await openBucket(store.config)
    const isBegun = async () => !(await files.list()[Symbol.asyncIterator]().next()).done
    await killed(['move', '--to', 'NUEVA', '--files'], env, isBegun)
    expect((await contentsOf(files)).length).toBeLessThan(PHOTOS)
    expect(await on(place.dataDir, countsOf)).toEqual(whole)
    expect(await contentsOf(diskFiles(path.join(place.dataDir, 'files')))).toEqual(allFiles)
    const target = await openDatabase({ url: server.url, dataDir: '' })
    expect(await countsOf(target)).toMatchObject({ users: 0, certificates: 0 })

    const moved = await bulto(['move', '--to', 'NUEVA', '--files'], env)
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining(`${PHOTOS} archivos`) })
    expect(await contentsOf(files)).toEqual(allFiles)
    expect(await countsOf(target)).toEqual(whole)
    expect(await on(place.dataDir, countsOf)).toEqual(whole)
    expect(await contentsOf(diskFiles(path.join(place.dataDir, 'files')))).toEqual(allFiles)
    await target.close()

    const back = { ...env, DATABASE_URL: server.url, NUEVA: path.join(folder, 'vuelta') }
    expect(await bulto(['move', '--to', 'NUEVA'], back)).toMatchObject({ code: 0 })
    expect(await on(back.NUEVA, countsOf)).toEqual(whole)
    expect(await contentsOf(diskFiles(path.join(back.NUEVA, 'files')))).toEqual(allFiles)
    expect(await contentsOf(files)).toEqual(allFiles)
  } finally {
    await store.stop()
    await server.drop()
  }
})

test('a shop whose files are in a bucket is saved while it runs, and comes back to a folder or another bucket', async () => {
  await fill()
  const [store, other] = [await startS3(), await startS3()]
  try {
    const { files, documents } = await openBucket(store.config)
    for (let at = 0; at < PHOTOS; at++) await files.put(`certificado-${at}.pdf`, Buffer.alloc(200_000, at))
    fs.rmSync(path.join(place.dataDir, 'files'), { recursive: true })
    // Documents that one instance left for the others are no files of the shop.
    const made = path.join(folder, 'catalogo')
    fs.writeFileSync(made, 'un catálogo')
    await documents.put('catalogo.doc', made)
    const file = path.join(folder, 'copia')
    const shop = await startIn(place.dataDir, bucketEnv(store))
    try {
      const saved = await bulto(['backup', file, '--plain'], bucketEnv(store))
      expect(saved).toMatchObject({ code: 0, said: expect.stringContaining(`${PHOTOS} archivos`) })
    } finally {
      await shop.close()
    }
    const inFolder = path.join(folder, 'en-carpeta')
    expect(await bulto(['restore', file], { DATA_DIR: inFolder })).toMatchObject({ code: 0 })
    expect(await contentsOf(diskFiles(path.join(inFolder, 'files')))).toEqual(allFiles)
    const inBucket = { DATA_DIR: path.join(folder, 'en-otro'), ...bucketEnv(other) }
    expect(await bulto(['restore', file], inBucket)).toMatchObject({ code: 0 })
    const newBucket = await openBucket(other.config)
    expect(await contentsOf(newBucket.files)).toEqual(allFiles)
    expect(await on(inBucket.DATA_DIR, countsOf)).toEqual(whole)
    const restored = await startIn(inBucket.DATA_DIR, inBucket)
    const answer = await fetch(`${restored.url}/api/pedidos/productos/certificados/buscar?nombreArchivo=A7`)
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 200_000])
    await restored.close()
  } finally {
    await store.stop()
    await other.stop()
  }
})

test('a move says what it lacks', async () => {
  expect(await bulto(['move'])).toMatchObject({ code: 2, said: expect.stringContaining('Falta --to') })
  const empty = await bulto(['move', '--to', 'NADA'])
  expect(empty).toMatchObject({ code: 2, said: expect.stringContaining('La variable de entorno NADA') })
  const noBucket = await bulto(['move', '--to', 'NUEVA', '--files'], { NUEVA: 'postgres://127.0.0.1/nada' })
  expect(noBucket).toMatchObject({ code: 2, said: expect.stringContaining('con el depósito en S3_URL') })
})
