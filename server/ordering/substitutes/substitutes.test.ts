/** What takes the place of what can't be ordered: proposed (R374), decided once by a client (R375) or by the office (R376). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../contract/address.ts'
import { getSimpleCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { reviewList } from '../../../contract/filled-list.ts'
import { importReview, reviewImport } from '../../../contract/order-import.ts'
import { createOrder, PICKUP, repeatOrder } from '../../../contract/orders.ts'
import { reviewQuick } from '../../../contract/quick-order.ts'
import { createSavedList, getSavedList, loadSavedList } from '../../../contract/saved-lists.ts'
import { sheetReview } from '../../../contract/sheet-columns.ts'
import * as calls from '../../../contract/substitutes.ts'
import { usualOrder } from '../../../contract/usual-order.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { type MadeArticle, type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

withDatabases('substitutes', (database) => {
  let app: TestApp
  let old: MadeArticle
  let red: MadeArticle
  let blue: MadeArticle
  let drum: MadeArticle
  let client: MadeClient
  let buyer: TestCaller
  let colleague: TestCaller
  let stranger: TestCaller
  let admin: TestCaller

  const sell = async (articleId: number, active: boolean) => {
    await database().db.tx(async (t, publish) => {
      await t.updateTable('listing').set({ active }).where('article_id', '=', articleId).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
  }

  beforeAll(async () => {
    const { db } = database()
    old = await makeArticle(db, { code: 'ZEP-1', description: 'Zeppelin de lata', listPrice: 100_00 })
    red = await makeArticle(db, { code: 'ZEP-2', description: 'Zeppelin de lata rojo', listPrice: 110_00, multiple: 6 })
    blue = await makeArticle(db, { code: 'ZEP-3', description: 'Zeppelin de lata azul grande', listPrice: 120_00 })
    drum = await makeArticle(db, { code: 'TAM-1', description: 'Tambor', listPrice: 50_00 })
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    client = await makeClient(db, { seller_id: sellerId })
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    colleague = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    const other = await makeClient(db, { seller_id: await makeSeller(db) })
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: other.id }))
    await sell(old.id, true)
  })

  const set = (who: TestCaller, lines: readonly (readonly [MadeArticle, number])[]) =>
    who.call(saveCartLines, {
      body: { clientId: null, lines: lines.map(([{ id }, quantity], row) => ({ row, articleId: id, quantity })) },
    })
  /** An order with these lines, and the first article off sale since. */
  const orderOf = async (who: TestCaller, ...lines: (readonly [MadeArticle, number])[]) => {
    await set(who, lines)
    const { orderId } = (await who.call(createOrder, { query: { note: '', addressId: PICKUP } })).data
    await sell(old.id, false)
    return orderId
  }
  /** What becomes of the order's lines, that of the old article first. */
  const repeat = async (who: TestCaller, id: number) =>
    (await who.call(repeatOrder, { params: { id }, body: { clientId: null, clearCart: true } })).data.toSorted(
      (a, b) => Number(b.articleId === old.id) - Number(a.articleId === old.id),
    )
  const cartOf = async (who: TestCaller) =>
    (await who.call(getSimpleCart)).data.map(({ articleId, quantity }) => [articleId, quantity])
  const decide = (who: TestCaller, substitute: MadeArticle, article: MadeArticle = old) =>
    who.call(calls.decideSubstitute, {
      params: { articleId: article.id },
      body: { clientId: null, substituteId: substitute.id },
    })
  const forget = (who: TestCaller) => who.call(calls.forgetSubstitute, { params: { articleId: old.id } })
  const office = (code: string) =>
    admin.call(calls.setOfficeSubstitute, { params: { articleId: old.id }, body: { code } })
  const codesOf = (articles: readonly { code: string }[] | undefined) => articles?.map(({ code }) => code)

  describe('a client decides once', () => {
    test('the next repeat takes it by itself and says so; ‘no more’ proposes again', async () => {
      const orderId = await orderOf(buyer, [old, 5], [drum, 2])
      const [first] = await repeat(buyer, orderId)
      expect(first).toMatchObject({ outcome: 'sin-venta', articleId: old.id, quantity: 0 })
      expect(codesOf(first?.proposals)).toEqual(['ZEP-2', 'ZEP-3'])
      expect(first?.substitute).toBeUndefined()

      expect((await decide(buyer, red)).status).toBe(200)
      const [taken, other] = await repeat(buyer, orderId)
      // Five are six of what is sold by six, at its own price beside the one that was paid.
      expect(taken).toMatchObject({
        ...{ code: 'ZEP-1', outcome: 'cantidad', askedQuantity: 5, quantity: 6 },
        ...{ unitPriceBefore: 100_00, unitPrice: 110_00, substitute: { code: 'ZEP-2', decidedBy: 'client' } },
      })
      expect(other).toMatchObject({ code: 'TAM-1', outcome: 'agregado' })
      expect((await cartOf(buyer)).toSorted()).toEqual([
        [red.id, 6],
        [drum.id, 2],
      ])

      expect((await forget(buyer)).status).toBe(200)
      const [again] = await repeat(buyer, orderId)
      expect(again).toMatchObject({ outcome: 'sin-venta', quantity: 0 })
      expect(codesOf(again?.proposals)).toEqual(['ZEP-2', 'ZEP-3'])
    })

    test('what is sold again is ordered itself', async () => {
      const orderId = await orderOf(buyer, [old, 5])
      await decide(buyer, red)
      await sell(old.id, true)
      await repeat(buyer, orderId)
      expect(await cartOf(buyer)).toEqual([[old.id, 5]])
    })

    test('what an order has of both is one line', async () => {
      const orderId = await orderOf(buyer, [old, 6], [red, 12])
      await decide(buyer, red)
      await repeat(buyer, orderId)
      expect(await cartOf(buyer)).toEqual([[red.id, 18]])
    })

    test('all who order for the client share it, and nobody else', async () => {
      await decide(buyer, blue)
      const [ours] = await repeat(colleague, await orderOf(colleague, [old, 1]))
      expect(ours?.substitute).toMatchObject({ code: 'ZEP-3' })
      await sell(old.id, true)
      const [theirs] = await repeat(stranger, await orderOf(stranger, [old, 1]))
      expect(theirs?.substitute).toBeUndefined()
      // Another client's is not taken back by a stranger's 'no more'.
      await forget(stranger)
      expect(await decisions()).toMatchObject([{ client_id: client.id, substitute_id: blue.id }])
    })

    test('what is chosen and can’t be ordered itself is proposed anew', async () => {
      const orderId = await orderOf(buyer, [old, 1])
      await decide(buyer, red)
      await sell(red.id, false)
      try {
        const [line] = await repeat(buyer, orderId)
        expect(line).toMatchObject({ outcome: 'sin-venta' })
        expect(codesOf(line?.proposals)).toEqual(['ZEP-3'])
      } finally {
        await sell(red.id, true)
      }
    })

    test('the audit tells who decided what, and who took it back', async () => {
      await decide(buyer, red)
      await decide(colleague, blue)
      await decide(colleague, blue)
      await forget(buyer)
      const told = await database()
        .db.kysely.selectFrom('audit')
        .select(['action', 'before', 'after'])
        .where('entity', '=', 'substitute')
        .orderBy('id', 'desc')
        .limit(3)
        .execute()
      const row = (substitute: MadeArticle) => ({
        ...{ client_id: client.id, article_id: old.id, substitute_id: substitute.id },
      })
      expect(told).toMatchObject([
        { action: 'delete', before: row(blue), after: null },
        { action: 'update', before: row(red), after: row(blue) },
        { action: 'create', before: null, after: row(red) },
      ])
    })

    test('an article is not its own substitute, nor one that is not sold; without a client nobody decides', async () => {
      expect((await decide(buyer, old)).status).toBe(400)
      await sell(old.id, false)
      expect((await decide(buyer, old, drum)).status).toBe(400)
      const none = { id: 1_900_000_000, code: '' }
      expect((await decide(buyer, red, none)).status).toBe(404)
      const alone = await app.as(await makeUser(database().db, 'cliente'))
      expect((await decide(alone, red)).status).toBe(403)
      expect((await decide(admin, red)).status).toBe(403)
    })
  })

  const decisions = () =>
    database().db.kysely.selectFrom('substitute').selectAll().where('client_id', '=', client.id).execute()

  describe('the office decides for all', () => {
    test('a client’s own decision goes before it, and its ‘no more’ too', async () => {
      expect((await office('ZEP-3')).data).toEqual({ code: 'ZEP-3', description: 'Zeppelin de lata azul grande' })
      try {
        const orderId = await orderOf(buyer, [old, 1])
        expect((await repeat(buyer, orderId))[0]?.substitute).toMatchObject({ code: 'ZEP-3', decidedBy: 'shop' })
        await decide(buyer, red)
        expect((await repeat(buyer, orderId))[0]?.substitute).toMatchObject({ code: 'ZEP-2', decidedBy: 'client' })
        await forget(buyer)
        expect((await repeat(buyer, orderId))[0]).toMatchObject({ outcome: 'sin-venta' })
        // For everybody else the office's stands.
        await sell(old.id, true)
        const [theirs] = await repeat(stranger, await orderOf(stranger, [old, 1]))
        expect(theirs?.substitute).toMatchObject({ code: 'ZEP-3' })
      } finally {
        expect((await office('')).data).toEqual({ code: '', description: '' })
      }
      expect((await admin.call(calls.getOfficeSubstitute, { params: { articleId: old.id } })).data.code).toBe('')
    })

    test('a code that is no other article’s on sale is refused', async () => {
      expect((await office('NO-HAY')).status).toBe(400)
      expect((await office('ZEP-1')).status).toBe(400)
      expect(
        (await buyer.call(calls.setOfficeSubstitute, { params: { articleId: old.id }, body: { code: 'ZEP-2' } }))
          .status,
      ).toBe(403)
    })
  })

  describe('at each door', () => {
    test('a saved list proposes it when it is opened, and takes what was decided when it is loaded', async () => {
      const lines = [{ articleId: old.id, quantity: 4, note: '' }]
      const { id } = (
        await buyer.call(createSavedList, { body: { clientId: null, name: 'Vidriera', shared: false, lines } })
      ).data
      await sell(old.id, false)
      const open = async () => (await buyer.call(getSavedList, { params: { id } })).data.lines
      expect(await open()).toMatchObject([{ code: 'ZEP-1', reason: 'Este artículo ya no está a la venta' }])
      expect(codesOf((await open())[0]?.proposals)).toEqual(['ZEP-2', 'ZEP-3'])
      await decide(buyer, blue)
      expect(await open()).toMatchObject([{ substitute: { code: 'ZEP-3', decidedBy: 'client', unitPrice: 120_00 } }])
      expect(codesOf((await open())[0]?.proposals)).toEqual(['ZEP-3', 'ZEP-2'])
      const loaded = (await buyer.call(loadSavedList, { params: { id }, body: { clientId: null } })).data
      expect(loaded).toMatchObject([{ code: 'ZEP-1', quantity: 4, substitute: { code: 'ZEP-3' } }])
    })

    test('the usual order', async () => {
      await orderOf(buyer, [old, 3])
      const gone = async () => (await buyer.call(usualOrder)).data.gone
      expect(codesOf((await gone())[0]?.proposals)).toEqual(['ZEP-2', 'ZEP-3'])
      await decide(buyer, blue)
      expect(await gone()).toMatchObject([{ code: 'ZEP-1', substitute: { code: 'ZEP-3' } }])
    })

    const paste = async (text: string) => (await buyer.call(reviewQuick, { body: { clientId: null, text } })).data.rows
    const sheet = async (text: string) => {
      const { json } = await postFile(app.app, buyer, addressOf(reviewList, { query: {} }), text, { name: 'lista.csv' })
      return z.decode(sheetReview, json as never).rows
    }
    test.each([
      ['a pasted text', () => paste('ZEP-1 x 12')],
      ['a list that comes as a sheet', () => sheet('Codigo;Cantidad\nZEP-1;12\n')],
    ])('%s', async (_, read) => {
      await sell(old.id, false)
      const [asked] = await read()
      expect(asked).toMatchObject({
        kind: 'question',
        askedQuantity: 12,
        instead: { articleId: old.id, code: 'ZEP-1' },
      })
      expect(asked?.reason).toContain('Este artículo ya no está a la venta')
      expect(asked?.instead?.decidedBy).toBeUndefined()
      expect(codesOf(asked?.articles)).toEqual(['ZEP-2', 'ZEP-3'])
      await decide(buyer, red)
      const [taken] = await read()
      expect(taken).toMatchObject({ kind: 'line', quantity: 12, instead: { code: 'ZEP-1', decidedBy: 'client' } })
      expect(codesOf(taken?.articles)).toEqual(['ZEP-2'])
      expect(taken?.marks).toContain('En lugar de ZEP-1 Zeppelin de lata, como eligió antes')
    })

    test('a sheet that orders the substitute too: it is proposed, so that nobody orders it twice unseen', async () => {
      await sell(old.id, false)
      await decide(buyer, red)
      const rows = await sheet('Codigo;Cantidad\nZEP-1;12\nZEP-2;6\n')
      expect(rows).toMatchObject([
        { kind: 'question', instead: { code: 'ZEP-1' } },
        { kind: 'line', quantity: 6, articles: [{ code: 'ZEP-2' }] },
      ])
    })

    test('an import: what is proposed is no item of its order, what was decided is, at today’s price', async () => {
      await sell(old.id, false)
      const cuit = '30712345671'
      await database().db.kysely.updateTable('client').set({ cuit }).where('id', '=', client.id).execute()
      const read = async () => {
        const text = `CUIT;Número;Código;Cantidad;Precio\n${cuit};A-1;ZEP-1;6;99,00\n${cuit};A-1;TAM-1;2;\n`
        const { json } = await postFile(app.app, admin, reviewImport.path, text, { name: 'pedidos.csv' })
        return z.decode(importReview, json as never).orders[0]
      }
      expect((await read())?.items.map(({ code }) => code)).toEqual(['TAM-1'])
      // A single proposal is no item either, as a question would be that a yes answers.
      await sell(blue.id, false)
      expect((await read())?.items.map(({ code }) => code)).toEqual(['TAM-1'])
      await sell(blue.id, true)
      await decide(buyer, red)
      const order = await read()
      expect(order?.items).toMatchObject([
        { code: 'ZEP-2', quantity: 6, price: 0, unitPrice: 110_00 },
        { code: 'TAM-1' },
      ])
      expect(order?.notices.map(({ reason }) => reason)).toContain(
        'En lugar de ZEP-1 Zeppelin de lata, como eligió antes',
      )
    })

    test('a code that is scanned, or a line of the cart', async () => {
      await sell(old.id, false)
      const find = async (query: { articleId?: number; code?: string }) =>
        (await buyer.call(calls.findSubstitutes, { query: { code: '', ...query } })).data
      for (const query of [{ code: 'zep1' }, { articleId: old.id }]) {
        const found = await find(query)
        expect(found).toMatchObject({ article: { code: 'ZEP-1' }, reason: 'Este artículo ya no está a la venta' })
        expect(codesOf(found.proposals)).toEqual(['ZEP-2', 'ZEP-3'])
      }
      await decide(buyer, blue)
      expect(await find({ code: 'ZEP-1' })).toMatchObject({ substitute: { code: 'ZEP-3', decidedBy: 'client' } })
      expect(await find({ code: 'TAM-1' })).toMatchObject({ reason: '', proposals: [] })
      expect((await buyer.call(calls.findSubstitutes, { query: { code: 'NO-HAY' } })).status).toBe(404)
    })

    test('what the shop has no stock of is not proposed', async () => {
      const { kysely } = database().db
      const stock = async (units: number | null) => {
        await kysely.updateTable('article').set({ stock: units }).where('id', '=', red.id).execute()
        await sell(old.id, false)
      }
      await stock(0)
      const found = await buyer.call(calls.findSubstitutes, { query: { code: 'ZEP-1' } })
      expect(codesOf(found.data.proposals)).toEqual(['ZEP-3'])
      await stock(null)
    })
  })

  test('a client’s decisions are its own: another client’s id is refused', async () => {
    const { clientId } = { clientId: client.id }
    expect(
      (
        await stranger.call(calls.decideSubstitute, {
          params: { articleId: old.id },
          body: { clientId, substituteId: red.id },
        })
      ).status,
    ).toBe(403)
    const query = { clientId }
    expect((await stranger.call(calls.forgetSubstitute, { params: { articleId: old.id }, query })).status).toBe(403)
    expect((await stranger.call(calls.findSubstitutes, { query: { ...query, code: 'ZEP-1' } })).status).toBe(403)
  })
})
