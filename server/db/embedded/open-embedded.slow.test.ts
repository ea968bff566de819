import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDatabase } from '../../test/test-database.ts'
import { silentLog } from '../log.ts'
import { openDatabase } from '../open.ts'
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts'

const childModule = fileURLToPath(new URL('../../test/database-child.ts', import.meta.url))

interface Child {
  process: ChildProcess
  /** Lines it has written. */
  lines: string[]
  /** Waits until it has written so many lines. */
  wrote(count: number): Promise<void>
  /** Ends with its exit code and what it complained about. */
  ended: Promise<{ code: number | null; complaint: string }>
  kill(): Promise<void>
}

const children: Child[] = []

function startChild(mode: 'hold' | 'write', dataDir: string): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', childModule, mode, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let complaint = ''
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  const ended = new Promise<{ code: number | null; complaint: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, complaint }))
  })
  const started: Child = {
    process: child,
    lines,
    ended,
    wrote: (count) =>
      new Promise((resolve, reject) => {
        const check = () => lines.length >= count && resolve()
        output.on('line', check)
        void ended.then(() => reject(new Error(`The child ended after ${lines.length} lines: ${complaint}`)))
        check()
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
  children.push(started)
  return started
}

let dataDir = ''
let removeDataDir = async () => {}
const opened: EmbeddedDatabase[] = []
const open = async (onLost: (error: Error) => void = () => {}) => {
  const database = await openEmbedded(dataDir, silentLog, onLost)
  opened.push(database)
  return database
}

/** Bytes of a picture of all that a thread keeps, after its garbage is collected. */
async function keptBy(thread: Worker): Promise<number> {
  let bytes = 0
  for await (const part of await thread.getHeapSnapshot()) bytes += (part as Buffer).length
  return bytes
}

beforeEach(async () => {
  const place = await createDatabase('embedded')
  dataDir = place.dataDir
  removeDataDir = place.remove
})
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.kill()))
  await Promise.all(opened.splice(0).map((database) => database.close()))
  await removeDataDir()
})

/** Several databases are started one behind the other, beside whatever else the machine does. */
const MANY_STARTS = { timeout: 120_000 }

describe('durability', () => {
  test('each commit reaches the disk before it is acknowledged', async () => {
    const { pool, fsyncs } = await open()
    for (const id of [1, 2, 3]) {
      const before = fsyncs()
      await pool.query('insert into seller (id, name) values ($1, $2)', [id, 'x'])
      expect(fsyncs()).toBeGreaterThan(before)
    }
    const before = fsyncs()
    await pool.query('select * from seller')
    expect(fsyncs()).toBe(before)
  })

  test('the settings that durability needs are on', async () => {
    const { pool } = await open()
    const { rows } = await pool.query(
      `select name, setting from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name`,
    )
    expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
      'wal_sync_method=fsync',
    ])
  })

  test('everything acknowledged is there after the process was killed, again and again', MANY_STARTS, async () => {
    for (let round = 0; round < 2; round++) {
      const child = startChild('write', dataDir)
      await child.wrote(20)
      await child.kill()
      const acknowledged = child.lines.slice(1).map(Number)
      const { pool, close } = await open()
      const { rows } = await pool.query<{ id: number }>('select id from seller order by id')
      const ids = rows.map(({ id }) => id)
      expect(ids.slice(0, acknowledged.at(-1))).toEqual(
        Array.from({ length: acknowledged.at(-1) ?? 0 }, (_, i) => i + 1),
      )
      await close()
    }
  })

  test('a folder whose first initialisation was killed opens as a new one', MANY_STARTS, async () => {
    const fresh = fs.mkdtempSync(path.join(os.tmpdir(), 'bulto-test-'))
    try {
      const child = startChild('hold', fresh)
      const unfinished = path.join(fresh, 'db.new', 'base')
      await vi.waitUntil(() => fs.existsSync(unfinished), { timeout: 20_000, interval: 2 })
      await child.kill()
      expect(fs.existsSync(path.join(fresh, 'db'))).toBe(false)
      const db = await openDatabase({ dataDir: fresh })
      await db.kysely.schema.createTable('works').addColumn('id', 'integer').execute()
      await db.close()
      expect(fs.readdirSync(fresh).sort()).toEqual(['db', 'db.lock'])
    } finally {
      fs.rmSync(fresh, { recursive: true, force: true })
    }
  })
})

describe('a database that cannot be opened', () => {
  test.each([
    ['lost its control file', (db: string) => fs.rmSync(path.join(db, 'global', 'pg_control'))],
    ['lost the file that names its version', (db: string) => fs.rmSync(path.join(db, 'PG_VERSION'))],
  ])('because it %s is told in plain words with the next step', async (_, damage) => {
    damage(path.join(dataDir, 'db'))
    const opening = open()
    await expect(opening).rejects.toMatchObject({ name: 'DatabaseOpenError' })
    await expect(opening).rejects.toThrow(
      `La base de datos de ${dataDir}/db no se puede abrir: faltan archivos o están dañados. ` +
        'Guarde esa carpeta aparte, sin borrarla, ponga en su lugar la última copia de seguridad y vuelva a iniciar.',
    )
    // It is as it was, for whoever repairs it, and nobody holds it.
    expect(fs.existsSync(path.join(dataDir, 'db', 'base'))).toBe(true)
    await expect(open()).rejects.toThrow('no se puede abrir')
  })
})

describe('one process at a time', () => {
  test('a second process is refused in plain words and the first goes on', async () => {
    const { pool } = await open()
    const { code, complaint } = await startChild('hold', dataDir).ended
    expect(code).toBe(1)
    expect(complaint).toBe(
      `La carpeta de datos ${dataDir} ya está en uso por el proceso ${process.pid}. ` +
        'Ciérrelo antes de continuar, o elija otra carpeta de datos.\n',
    )
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('the same process is refused as well, until it closes', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow(`en uso por el proceso ${process.pid}`)
    await first.close()
    await expect(open()).resolves.toBeDefined()
  })
})

describe('connections', () => {
  test('what one left open does not reach the next', async () => {
    const { pool } = await open()
    const client = await pool.connect()
    await client.query('begin')
    await client.query("insert into seller (id, name) values (1, 'never committed')")
    await client.query("set work_mem = '1MB'")
    client.release(new Error('given up'))
    const { rows } = await pool.query(
      "select (select count(*) from seller) as sellers, current_setting('work_mem') as work_mem",
    )
    expect(rows).toEqual([{ sellers: 0, work_mem: '4MB' }])
  })

  test('a failed statement is told like a server does, and the next one works', async () => {
    const { pool } = await open()
    await expect(pool.query('insert into seller (id, name) values ($1, null)', [1])).rejects.toMatchObject({
      code: '23502',
      table: 'seller',
      column: 'name',
    })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('carries values and answers of many megabytes', async () => {
    const { pool } = await open()
    const text = 'ñ'.repeat(4 * 1024 * 1024)
    const { rows } = await pool.query('select $1::text as text', [text])
    expect(rows[0].text === text).toBe(true)
  })

  test('statements that wait for the one connection are answered in their order', async () => {
    const { pool } = await open()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => pool.query<{ n: number }>('select $1::int as n', [n])),
    )
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })

  test('when the thread dies, running and later statements fail and the owner is told', async () => {
    const lost = vi.fn<(error: Error) => void>()
    const database = await open(lost)
    const client = await database.pool.connect()
    await client.query('select 1')
    // Longer than any machine needs to end the thread.
    const running = client.query('select count(*) from generate_series(1, 1000000000)')
    await database.crash()
    await expect(running).rejects.toThrow('The embedded database has stopped')
    client.release(true)
    await expect(database.pool.query('select 1')).rejects.toThrow('The embedded database has stopped')
    expect(lost).toHaveBeenCalledOnce()
    await database.close()
    const again = await open()
    expect((await again.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('an engine that panicked, as on a disk that became read-only, ends and the owner is told', async () => {
    const lost = vi.fn<(error: Error) => void>()
    const { pool } = await open(lost)
    const log = path.join(dataDir, 'db', 'pg_wal')
    fs.renameSync(log, `${log}.away`)
    // The next file of the log can't be made; whichever statement needs it panics.
    const insert = () => pool.query('insert into seller (id, name) values (1, $1)', ['x'])
    await expect(pool.query('select pg_switch_wal()').then(insert)).rejects.toMatchObject({
      severity: 'PANIC',
    })
    await expect(insert()).rejects.toThrow('The embedded database has stopped')
    // By itself it answers nothing more, or falls over the next connection.
    const [told] = lost.mock.calls[0] ?? []
    expect(told?.cause).toMatchObject({ message: 'The engine panicked' })
    fs.renameSync(`${log}.away`, log)
    const again = await open()
    expect((await again.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('the engine keeps nothing of the rows that it answered', async () => {
  const { pool } = await open()
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  const ask = async (times: number) => {
    for (let time = 0; time < times; time++)
      await pool.query("select n, repeat('x', 100) from generate_series(1, 500) n")
  }
  await ask(20)
  const engine = sent.mock.contexts.at(-1) as Worker
  sent.mockRestore()
  const before = await keptBy(engine)
  await ask(100)
  expect((await keptBy(engine)) - before).toBeLessThan(500_000)
})
