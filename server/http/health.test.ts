import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { healthRoutes } from './health.ts'

describe('readiness', () => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase('server')
  })
  afterAll(() => opened.close())

  test('is over before the service is: it goes on answering, and keeps no connection', async () => {
    const app = Fastify()
    const { drain } = healthRoutes(app, opened.db)
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
    healthRoutes(app, other.db)
    await other.close()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})
