/** Too much at once: what would be answered late is refused at once, the rest is answered as before (R277). */
import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverTexts } from '../../contract/errors.ts'
import { installErrorExit } from './errors.ts'
import { installLoadShedding, type Load } from './load-shedding.ts'

/** A shop whose calls wait until they are let go, with a clock and turns that the test moves. */
function openShop(underWay: number) {
  const clock = { now: 0 }
  let endTurn = () => {}
  const waiting: (() => void)[] = []
  const app = Fastify()
  installErrorExit(app)
  const load = installLoadShedding(app, {
    underWay,
    countsFor: ({ headers, ip }) => (headers.user ? Number(headers.user) : ip),
    now: () => clock.now,
    atTurnsEnd: (ended) => {
      endTurn = ended
    },
  })
  let awaited = 0
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    awaited++
    done(null, payload)
  })
  app.get('/api/waits', () => new Promise((resolve) => waiting.push(() => resolve({}))))
  app.get('/api/quick', () => ({}))
  app.post('/api/taken', () => ({}))
  app.get('/api/file', { config: { sparedFromLoad: true } }, () => ({}))
  app.get('/healthz', () => ({}))
  app.get('/assets/app.js', () => 'js')
  app.setNotFoundHandler((_request, reply) => reply.type('text/html').send('page'))
  return { app, load, clock, endTurn: () => endTurn(), waiting, bodiesAwaited: () => awaited }
}

describe('a busy shop', () => {
  let shop: ReturnType<typeof openShop>
  let app: FastifyInstance
  let load: Load
  beforeEach(() => {
    shop = openShop(30)
    ;({ app, load } = shop)
  })
  afterEach(() => app.close())
  const statusOf = async (url: string) => (await app.inject(url)).statusCode

  /** Fills the shop with calls under way, each of another user unless all are told to be of one user or address. */
  async function fill(calls: number, sender: { user?: string; remoteAddress?: string } = {}) {
    const { user, remoteAddress } = sender
    const before = shop.waiting.length
    const answers = Array.from({ length: calls }, (_, at) =>
      app.inject({
        url: '/api/waits',
        headers: remoteAddress === undefined ? { user: user ?? String(100 + at) } : {},
        remoteAddress: remoteAddress ?? '10.0.0.1',
      }),
    )
    for (const answer of answers) void answer.then(() => {})
    await expect.poll(() => shop.waiting.length - before).toBe(calls)
    return { answers }
  }
  const letAllGo = () => {
    for (const letGo of shop.waiting) letGo()
  }

  test('refuses what is more than it may have under way: 503, a Spanish sentence, and when to come back', async () => {
    await fill(30)
    const refused = await app.inject('/api/quick')
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toEqual({ error: 'OVERLOADED', message: serverTexts.overloaded })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(5)
    expect(load.shed()).toBe(1)
    letAllGo()
  })

  test('those who were refused together are not told to come back together', async () => {
    await fill(30)
    const answers = await Promise.all(Array.from({ length: 60 }, () => app.inject('/api/quick')))
    expect(new Set(answers.map(({ headers }) => headers['retry-after'])).size).toBeGreaterThan(1)
    letAllGo()
  })

  test('answers probes, static files and files with a queue of their own all the same', async () => {
    await fill(30)
    expect(await Promise.all(['/healthz', '/assets/app.js', '/api/file'].map(statusOf))).toEqual([200, 200, 200])
    expect(await statusOf('/catalogo')).toBe(503)
    letAllGo()
  })

  test('a person who opens a page reads a page that asks again by itself', async () => {
    await fill(30)
    const page = await app.inject({ url: '/catalogo', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain(serverTexts.overloaded)
    expect(page.body).toContain('http-equiv="refresh"')
    letAllGo()
  })

  test('is as before once the calls under way are answered', async () => {
    const { answers } = await fill(30)
    expect(await statusOf('/api/quick')).toBe(503)
    letAllGo()
    await Promise.all(answers)
    expect(load.underWay()).toBe(0)
    expect(await statusOf('/api/quick')).toBe(200)
  })

  test('gives one user no more than a quarter of the places: 429 for the rest, and others go on', async () => {
    const greedy = { headers: { user: '7' }, url: '/api/quick' }
    const { answers } = await fill(8, { user: '7' })
    const refused = await app.inject(greedy)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ error: 'TOO_MANY', message: serverTexts.tooManyRequests })
    expect(refused.headers['retry-after']).toBe('2')
    // The user's other devices count with it; somebody else at the same address does not.
    expect((await app.inject({ ...greedy, remoteAddress: '10.0.0.9' })).statusCode).toBe(429)
    expect((await app.inject({ ...greedy, headers: { user: '8' } })).statusCode).toBe(200)
    letAllGo()
    await Promise.all(answers)
    expect((await app.inject(greedy)).statusCode).toBe(200)
  })

  test('gives one address no more than half of the places, and its refusals cost a user there nothing', async () => {
    await fill(15, { remoteAddress: '10.1.1.1' })
    const ofAddress = { url: '/api/quick', remoteAddress: '10.1.1.1' }
    expect((await app.inject(ofAddress)).statusCode).toBe(429)
    expect((await app.inject({ ...ofAddress, headers: { user: '7' } })).statusCode).toBe(200)
    expect((await app.inject({ ...ofAddress, remoteAddress: '10.1.1.2' })).statusCode).toBe(200)
    letAllGo()
  })

  test('leaves places for users with a session, however many strangers there are', async () => {
    const strangers = Array.from({ length: 23 }, (_, at) => ({ remoteAddress: `10.2.0.${at}` }))
    for (const stranger of strangers) await fill(1, stranger)
    expect((await app.inject({ url: '/api/quick', remoteAddress: '10.3.0.1' })).statusCode).toBe(503)
    expect((await app.inject({ url: '/api/quick', headers: { user: '7' } })).statusCode).toBe(200)
    letAllGo()
  })

  test('requests whose bodies never come take no place, and one that has come does', async () => {
    const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const head = 'POST /api/taken HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n'
    const sockets = Array.from({ length: 40 }, () => connect(Number(address.port), '127.0.0.1'))
    const answers: string[] = []
    for (const socket of sockets) {
      socket.on('data', (bytes) => answers.push(String(bytes)))
      socket.write(head)
    }
    await expect.poll(() => shop.bodiesAwaited()).toBe(40)
    expect(load.underWay()).toBe(0)
    expect(await statusOf('/api/quick')).toBe(200)
    // Whole bodies count: beyond the share of their address they are refused.
    await fill(15, { remoteAddress: '127.0.0.1' })
    sockets[0]?.write('{}')
    await expect.poll(() => answers).toEqual([expect.stringMatching(/^HTTP\/1.1 429/)])
    letAllGo()
    await expect.poll(load.underWay).toBe(0)
    sockets[1]?.write('{}')
    await expect.poll(() => answers[1]).toMatch(/^HTTP\/1.1 200/)
    for (const socket of sockets) socket.destroy()
  })

  test('refuses the rest of what one turn read when the turn has taken too long, and nothing of the next', async () => {
    for (let call = 0; call < 20; call++) expect(await statusOf('/api/quick')).toBe(200)
    shop.clock.now += 251
    expect(await statusOf('/api/quick')).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    shop.endTurn()
    expect(await statusOf('/api/quick')).toBe(200)
  })

  test('one slow answer turns nobody away', async () => {
    expect(await statusOf('/api/quick')).toBe(200)
    shop.clock.now += 5_000
    for (let call = 0; call < 19; call++) expect(await statusOf('/api/quick')).toBe(200)
  })
})
