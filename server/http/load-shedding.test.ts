/** Too much at once: what would be answered late is refused at once, the rest is answered as before (R277). */
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
    now: () => clock.now,
    atTurnsEnd: (ended) => {
      endTurn = ended
    },
  })
  app.get('/api/waits', () => new Promise((resolve) => waiting.push(() => resolve({}))))
  app.get('/api/quick', () => ({}))
  app.get('/api/file', { config: { sparedFromLoad: true } }, () => ({}))
  app.get('/healthz', () => ({}))
  app.get('/assets/app.js', () => 'js')
  app.setNotFoundHandler((_request, reply) => reply.type('text/html').send('page'))
  return { app, load, clock, endTurn: () => endTurn(), waiting }
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

  /** Fills the shop with calls under way. */
  async function fill(calls: number) {
    const answers = Array.from({ length: calls }, () => app.inject('/api/waits'))
    for (const answer of answers) void answer.then(() => {})
    await expect.poll(() => shop.waiting.length).toBe(calls)
    return { answers }
  }

  test('refuses what is more than it may have under way: 503, a Spanish sentence, and when to come back', async () => {
    await fill(30)
    const refused = await app.inject('/api/quick')
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toEqual({ error: 'OVERLOADED', message: serverTexts.overloaded })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(5)
    expect(load.shed()).toBe(1)
    for (const letGo of shop.waiting) letGo()
  })

  test('those who were refused together are not told to come back together', async () => {
    await fill(30)
    const answers = await Promise.all(Array.from({ length: 60 }, () => app.inject('/api/quick')))
    expect(new Set(answers.map(({ headers }) => headers['retry-after'])).size).toBeGreaterThan(1)
    for (const letGo of shop.waiting) letGo()
  })

  test('answers probes, static files and files with a queue of their own all the same', async () => {
    await fill(30)
    expect(await Promise.all(['/healthz', '/assets/app.js', '/api/file'].map(statusOf))).toEqual([
      200, 200, 200,
    ])
    expect(await statusOf('/catalogo')).toBe(503)
    for (const letGo of shop.waiting) letGo()
  })

  test('a person who opens a page reads a page that asks again by itself', async () => {
    await fill(30)
    const page = await app.inject({ url: '/catalogo', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(503)
    expect(page.body).toContain(serverTexts.overloaded)
    expect(page.body).toContain('http-equiv="refresh"')
    for (const letGo of shop.waiting) letGo()
  })

  test('is as before once the calls under way are answered', async () => {
    const { answers } = await fill(30)
    expect(await statusOf('/api/quick')).toBe(503)
    for (const letGo of shop.waiting) letGo()
    await Promise.all(answers)
    expect(load.underWay()).toBe(0)
    expect(await statusOf('/api/quick')).toBe(200)
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
