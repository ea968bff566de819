import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../db/log.ts'
import { assertStorable } from '../lib/data-folder.ts'
import { openTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { healthRoutes } from './health.ts'

const storable = async () => {}
const load = () => ({ underWay: 0, arriving: 0, refused: 0 })

describe('readiness', () => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase('server')
  })
  afterAll(() => opened.close())

  test('is over before the service is: it goes on answering, and keeps no connection', async () => {
    const app = Fastify()
    const { drain } = healthRoutes(app, { db: opened.db, storable, log: silentLog, load })
    app.get('/something', () => 'done')
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = async (path: string) => {
      const answer = await fetch(`${url}${path}`)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('connection')]
    }
    try {
      expect([await ask('/readyz'), await ask('/something')]).toEqual([
        [200, 'keep-alive'],
        [200, 'keep-alive'],
      ])
      drain()
      expect(await ask('/readyz')).toEqual([503, 'close'])
      expect(await ask('/healthz')).toEqual([200, 'close'])
      expect(await ask('/something')).toEqual([200, 'close'])
    } finally {
      await app.close()
    }
  })

  test('goes with the database', async () => {
    const other = await openTestDatabase('server')
    const app = Fastify()
    healthRoutes(app, { db: other.db, storable, log: silentLog, load })
    await other.close()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    const health = await app.inject('/healthz')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+/),
      commit: 'sources',
      load: load(),
    })
  })
  test('goes with the disk: one look serves whoever asks within ten seconds', async () => {
    const app = Fastify()
    let now = 0
    let full = false
    let looks = 0
    const look = async () => {
      looks++
      // The system's own error of a full disk.
      if (full) await writeFile('/dev/full', 'x')
    }
    healthRoutes(app, { db: opened.db, storable: look, log: silentLog, load, now: () => now })
    const ask = async () => {
      const { statusCode, body } = await app.inject('/readyz')
      return [statusCode, JSON.parse(body).status, looks]
    }
    expect(await ask()).toEqual([200, 'ok', 1])
    full = true
    now = 9_999
    expect(await ask()).toEqual([200, 'ok', 1])
    now = 10_000
    expect(await ask()).toEqual([503, 'disk-full', 2])
    expect(await ask()).toEqual([503, 'disk-full', 2])
    full = false
    now = 20_000
    expect(await ask()).toEqual([200, 'ok', 3])
  })

  test('a data folder shows whether it takes a file, and keeps nothing of the look', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bulto-storable-'))
    try {
      await assertStorable(folder)
      expect(await readdir(folder)).toEqual([])
      await expect(assertStorable(join(folder, 'gone'))).rejects.toThrow('ENOENT')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
