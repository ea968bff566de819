/** A database server that is frozen: the catalogue goes on for whoever was here, all else is refused soon (R4, R12). */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCartLine } from '../../contract/cart.ts'
import { serverTexts } from '../../contract/errors.ts'
import { createOrder } from '../../contract/orders.ts'
import { type Db, openDatabase } from '../db/open.ts'
import { type MadeArticle, makeArticle, makeClient, makeUser } from '../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../test/test-app.ts'
import { withDatabase } from '../test/test-database.ts'

/** A way to a database server that can fall silent: its connections stay, and nothing passes. */
async function openWay(url: string) {
  const far = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const other = connect(Number(far.port), far.hostname)
    for (const [from, to] of [
      [near, other],
      [other, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.on('data', (bytes) => to.write(bytes))
      if (isSilent) from.pause()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const near = new URL(url)
  near.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: near.href,
    fallSilent() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    /** Connections are answered again, but none of those that fell silent: the server they led to is gone. */
    speak() {
      isSilent = false
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

withDatabase('server', (database) => {
  let way: Awaited<ReturnType<typeof openWay>>
  let db: Db
  let app: TestApp
  let buyer: TestCaller
  let article: MadeArticle
  beforeAll(async () => {
    way = await openWay(String(database().place.options.url))
    db = await openDatabase({ url: way.url, dataDir: '' })
    app = await openTestApp(db)
    article = await makeArticle(db, { code: '00123' })
    const { id } = await makeClient(db)
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: id }))
    await app.upToDate()
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    way.close()
  })
  const search = () => buyer.request('GET', '/api/pedidos/productos/filtros?index=0&n=00123')
  const save = () =>
    buyer.call(saveCartLine, { body: { id: null, articleId: article.id, quantity: 6, note: '', clientId: null } })
  const order = () =>
    buyer.call(createOrder, {
      query: { note: '', addressId: 0 },
      headers: { 'idempotency-key': 'ABCDEFGHIJKLMNOP' },
    })

  test('it is a 503 with Retry-After within two seconds, the catalogue goes on, and all is well again at once', async () => {
    expect((await search()).status).toBe(200)
    expect((await save()).status).toBe(200)
    const stranger = await app.as(await makeUser(db, 'cliente'))
    way.fallSilent()
    const begun = performance.now()
    const [found, saved, ordered, unknown] = await Promise.all([
      search(),
      save(),
      order(),
      stranger.request('GET', '/api/pedidos/productos/filtros?index=0'),
    ])
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect([found.status, found.json]).toEqual([200, [expect.objectContaining({ CODIGO_ART: '00123' })]])
    for (const refused of [saved, ordered, unknown]) {
      expect([refused.status, refused.json.message]).toEqual([503, serverTexts.databaseAway])
      expect(refused.headers['retry-after']).toBe('10')
    }
    // From now on nobody waits: what needs the database is refused without being begun.
    const answers = await Promise.all([search(), save(), order()])
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 503])
    expect(db.connections().waiting).toBe(0)
    way.speak()
    await expect.poll(async () => (await save()).status).toBe(200)
    expect((await order()).status).toBe(200)
  })
})
