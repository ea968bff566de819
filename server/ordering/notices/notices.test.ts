/** What users ask to be told, and how a mail's link ends it (R380, R382). */
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '../../../contract/notices.ts'
import { createSavedList } from '../../../contract/saved-lists.ts'
import type { Logger } from '../../log.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { moveCart } from '../cart/move-cart.service.ts'
import { makeEndPath } from './end-notices.service.ts'

const texts = calls.noticeTexts

withDatabases('notices', (database) => {
  let app: TestApp
  let logged = ''
  let sold: { id: number }
  let unpriced: { id: number; code: string }
  let soldOut: { id: number }
  let client: MadeClient
  let ana: TestCaller
  let anaId: number

  beforeAll(async () => {
    const { db } = database()
    sold = await makeArticle(db, { listPrice: 10_00 })
    unpriced = await makeArticle(db, { listPrice: 0, description: 'Camión a pedido' })
    soldOut = await makeArticle(db, { listPrice: 5_00 })
    await db.kysely.updateTable('article').set({ stock: 0 }).where('id', '=', soldOut.id).execute()
    const log = pino(
      { level: 'trace' },
      new Writable({
        write: (chunk, _encoding, done) => {
          logged += chunk
          done()
        },
      }),
    ) as Logger
    app = await openTestApp(db, { log })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { db } = database()
    client = await makeClient(db)
    anaId = (await makeUser(db, 'cliente', { client_id: client.id })).id
    ana = await app.as({ id: anaId })
  })

  const body = () => ({ clientId: client.id })
  const wish = (who: TestCaller, articleId: number) =>
    who.call(calls.wishArticle, { params: { articleId }, body: body() })
  const watch = (who: TestCaller, listId: number) => who.call(calls.watchList, { params: { listId }, body: body() })
  const told = async (who: TestCaller) => (await who.call(calls.listNotices, { query: body() })).data
  const refusal = ({ status, json }: { status: number; json: { message: string } }) => [status, json.message]
  const save = async (who: TestCaller, shared = false) =>
    (
      await who.call(createSavedList, {
        body: { ...body(), name: 'Vidriera', shared, lines: [{ articleId: sold.id, quantity: 1, note: '' }] },
      })
    ).data

  describe('articles', () => {
    test('one without a price and one out of stock are waited for until the wish is taken back', async () => {
      expect((await wish(ana, unpriced.id)).data).toEqual({ articleId: unpriced.id })
      await wish(ana, soldOut.id)
      await wish(ana, soldOut.id)
      expect(await told(ana)).toMatchObject({
        articles: [
          { articleId: soldOut.id, lackedPrice: false, lackedStock: true },
          { articleId: unpriced.id, code: unpriced.code, lackedPrice: true, lackedStock: false },
        ],
        lists: [],
      })
      await ana.call(calls.unwishArticle, { params: { articleId: soldOut.id }, query: body() })
      expect((await told(ana)).articles.map(({ articleId }) => articleId)).toEqual([unpriced.id])
    })

    test('one that can be ordered, is not on sale, or does not exist is refused in words', async () => {
      const { db } = database()
      const unlisted = await makeArticle(db, { listPrice: 0, listed: false })
      expect(refusal(await wish(ana, sold.id))).toEqual([409, texts.isThere])
      expect(refusal(await wish(ana, unlisted.id))).toEqual([409, texts.notSold])
      expect(refusal(await wish(ana, 999_999))).toEqual([404, texts.unknown])
    })

    test('the price is the client’s own: what another one has no price for is waited for', async () => {
      const { db } = database()
      await db.kysely
        .insertInto('client_price')
        .values({
          client_id: client.id,
          article_id: unpriced.id,
          list_price: 7_00,
          id: 'propio',
          since: '2020-01-01',
          until: 'infinity',
        })
        .execute()
      expect(refusal(await wish(ana, unpriced.id))).toEqual([409, texts.isThere])
      const other = await makeClient(db)
      const berta = await app.as(await makeUser(db, 'cliente', { client_id: other.id }))
      const { status } = await berta.call(calls.wishArticle, {
        params: { articleId: unpriced.id },
        body: { clientId: other.id },
      })
      expect(status).toBe(200)
    })

    test('one too many is refused, and says where to take one back', async () => {
      const { db } = database()
      const articles = Array.from({ length: calls.MOST_WISHES }, () => makeArticle(db, { listPrice: 0 }))
      for (const article of articles)
        await db.kysely
          .insertInto('article_wish')
          .values({
            user_id: anaId,
            client_id: client.id,
            article_id: (await article).id,
            price_then: 0,
            stock_then: null,
          })
          .execute()
      expect(refusal(await wish(ana, unpriced.id))).toEqual([409, texts.tooManyWishes])
    })

    test('what a user waits for nobody else sees, and staff asks for a client that it chose', async () => {
      const { db } = database()
      const sellerId = await makeSeller(db)
      await db.kysely.updateTable('client').set({ seller_id: sellerId }).where('id', '=', client.id).execute()
      const seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
      await wish(ana, unpriced.id)
      expect((await told(seller)).articles).toEqual([])
      expect((await wish(seller, unpriced.id)).status).toBe(200)
      const unchosen = await seller.call(calls.wishArticle, { params: { articleId: unpriced.id }, body: {} })
      expect(unchosen.status).toBe(403)
    })
  })

  test('who had no client takes wishes and watched lists along to one', async () => {
    const { db } = database()
    const { id: userId } = await makeUser(db, 'cliente', { client_id: null })
    const prospect = await app.as({ id: userId })
    for (const articleId of [unpriced.id, soldOut.id])
      await prospect.call(calls.wishArticle, { params: { articleId }, body: {} })
    const move = { userId, from: -1, to: client.id, by: userId }
    await db.kysely
      .insertInto('article_wish')
      .values({ user_id: userId, client_id: client.id, article_id: soldOut.id, price_then: 5_00, stock_then: 0 })
      .execute()
    await db.tx((t) => moveCart(t, move))
    await db.kysely.updateTable('app_user').set({ client_id: client.id }).where('id', '=', userId).execute()
    const moved = await told(await app.as({ id: userId }))
    expect(moved.articles.map(({ articleId }) => articleId).sort()).toEqual([unpriced.id, soldOut.id].sort())
  })

  describe('lists', () => {
    test('a list is watched until it is watched no more, or is gone', async () => {
      const { id } = await save(ana)
      await watch(ana, id)
      await watch(ana, id)
      expect((await told(ana)).lists).toEqual([id])
      await ana.call(calls.unwatchList, { params: { listId: id }, query: body() })
      expect((await told(ana)).lists).toEqual([])
      await watch(ana, id)
      await database().db.kysely.deleteFrom('saved_list').where('id', '=', id).execute()
      expect((await told(ana)).lists).toEqual([])
    })

    test('a list that the caller does not see is not there; a cart put aside and a long list are refused', async () => {
      const { db } = database()
      const berta = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
      const own = await save(ana)
      expect((await watch(berta, own.id)).status).toBe(404)
      await db.kysely.updateTable('saved_list').set({ shared: true }).where('id', '=', own.id).execute()
      expect((await watch(berta, own.id)).status).toBe(200)
      await db.kysely.updateTable('saved_list').set({ kind: 'aside' }).where('id', '=', own.id).execute()
      expect(refusal(await watch(ana, own.id))).toEqual([409, texts.onlyLists])
      await db.kysely.updateTable('saved_list').set({ kind: 'list' }).where('id', '=', own.id).execute()
      const many = Array.from({ length: calls.MOST_WATCHED_LINES }, (_, at) => ({ id: 50_000 + at, place: at + 1 }))
      await db.kysely
        .insertInto('article')
        .values(
          many.map(({ id }) => ({
            ...{ id, code: `L${id}`, description: 'x', alias: '', multiple: 1, units_per_pack: 1, inner_pack: 1 },
            ...{ vat_rate: null },
          })),
        )
        .execute()
      await db.kysely
        .insertInto('saved_list_line')
        .values(
          many.map(({ id, place }) => ({
            ...{ list_id: own.id, place, article_id: id, quantity: 1, note: '', shown_price: 0 },
          })),
        )
        .execute()
      expect(refusal(await watch(ana, own.id))).toEqual([409, texts.tooLong])
    })

    test('one list too many is refused', async () => {
      const { db } = database()
      for (let n = 0; n < calls.MOST_WATCHES; n++) {
        const { id } = await db.kysely
          .insertInto('saved_list')
          .values({ user_id: anaId, client_id: client.id, kind: 'list', name: `${n}` })
          .returning('id')
          .executeTakeFirstOrThrow()
        await watch(ana, id)
      }
      expect(refusal(await watch(ana, (await save(ana)).id))).toEqual([409, texts.tooManyWatches])
    })
  })

  describe('the link of a mail', () => {
    const page = (method: 'GET' | 'POST', url: string, more: { type?: string; payload?: string } = {}) =>
      app.app.inject({
        ...{ method, url },
        ...(more.payload !== undefined && { payload: more.payload, headers: { 'content-type': more.type ?? '' } }),
      })
    const waits = async () => {
      const { articles, lists } = await told(ana)
      return articles.length + lists.length
    }
    let link: string

    beforeEach(async () => {
      await wish(ana, unpriced.id)
      await watch(ana, (await save(ana)).id)
      link = await makeEndPath(database().db.kysely, anaId)
    })

    test('opened it shows one button and ends nothing; the button ends all', async () => {
      const opened = await page('GET', link)
      expect(opened.statusCode).toBe(200)
      expect(opened.headers['referrer-policy']).toBe('no-referrer')
      expect(opened.headers['cache-control']).toBe('no-store')
      expect(opened.body.match(/<button/g)).toHaveLength(1)
      expect(opened.body).toContain('<form method="post">')
      expect(await waits()).toBe(2)
      const form = { type: 'application/x-www-form-urlencoded', payload: '' }
      const ended = await page('POST', link, form)
      expect([ended.statusCode, ended.body.includes('no recibe más avisos')]).toEqual([200, true])
      expect(await waits()).toBe(0)
    })

    test.each([
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ])('one click in a mail program ends all (RFC 8058): %s', async (type, payload) => {
      expect((await page('POST', link, { type, payload })).statusCode).toBe(200)
      expect(await waits()).toBe(0)
    })

    test('a used link ends nothing that is asked for later, and says so', async () => {
      await page('POST', link)
      await wish(ana, unpriced.id)
      for (const method of ['GET', 'POST'] as const) {
        const answer = await page(method, link)
        expect([answer.statusCode, answer.body.includes('ya no sirve')]).toEqual([404, true])
        expect(answer.body).not.toContain('<button')
      }
      expect(await waits()).toBe(1)
    })

    test.each([
      ['guessed', (path: string) => path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
      ['cut', (path: string) => path.slice(0, -1)],
      ['without a key', (path: string) => path.split('?')[0] ?? ''],
    ])('a link that is %s ends nothing', async (_, change) => {
      expect((await page('GET', change(link))).statusCode).toBe(404)
      expect((await page('POST', change(link))).statusCode).toBe(404)
      expect(await waits()).toBe(2)
    })

    test('a link of 90 days ago ends nothing, one of another mail still does', async () => {
      const { db } = database()
      await db.kysely
        .updateTable('notice_link')
        .set({ made_at: new Date(Date.now() - 91 * 86_400_000) })
        .execute()
      expect((await page('POST', link)).statusCode).toBe(404)
      const later = await makeEndPath(db.kysely, anaId)
      expect((await page('POST', later)).statusCode).toBe(200)
      expect(await waits()).toBe(0)
    })

    test('ends nobody else’s notices', async () => {
      const { db } = database()
      const berta = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
      await wish(berta, unpriced.id)
      await page('POST', link)
      expect((await told(berta)).articles).toHaveLength(1)
    })

    test('its key has 192 random bits; the database has its hash alone, the log neither', async () => {
      const key = link.split('=')[1] ?? ''
      expect(Buffer.from(key, 'base64url')).toHaveLength(24)
      logged = ''
      await page('GET', link)
      await page('POST', link)
      await page('POST', `${link}x`, { type: 'text/plain', payload: 'x'.repeat(20_000) })
      expect(logged).toContain('/api/pedidos/avisos/terminar')
      expect(logged).not.toContain(key)
      const links = await database().db.kysely.selectFrom('notice_link').selectAll().execute()
      expect(JSON.stringify(links)).not.toContain(key)
    })
  })
})
