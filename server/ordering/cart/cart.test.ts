import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countCart, deleteCart, deleteCartLine, getCart, getSimpleCart, saveCartLine } from '../../../contract/cart.ts'
import { createOrder } from '../../../contract/orders.ts'
import type { Db, Queryable } from '../../db/open.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('cart', (database, kind) => {
  let app: TestApp
  let client: { id: number; addresses: number[] }
  let user: { id: number }
  let buyer: TestCaller
  let dozen: { id: number; code: string }
  let withoutPrice: { id: number }[]

  beforeAll(async () => {
    const { db } = database()
    dozen = await makeArticle(db, { multiple: 12, listPrice: 38_30, discount: 500 })
    // The ERP's own zero, a discount that takes all, and one that rounding takes to nothing (R6).
    withoutPrice = [
      await makeArticle(db, { listPrice: 0 }),
      await makeArticle(db, { listPrice: 100_00, discount: 10_000 }),
      await makeArticle(db, { listPrice: 1, discount: 60_00 }),
    ]
    client = await makeClient(db)
    user = await makeUser(db, 'cliente', { client_id: client.id })
    app = await openTestApp(db)
    buyer = await app.as(user)
  })
  afterAll(() => app.close())

  const save = (caller: TestCaller, articleId: number, quantity: number, more = {}) =>
    caller.call(saveCartLine, { body: { id: null, articleId, quantity, note: '', clientId: null, ...more } })

  test('a quantity is stored by the multiple, and saving again sets it', async () => {
    expect((await save(buyer, dozen.id, 1)).data).toMatchObject({ line: { quantity: 12 }, count: 1 })
    expect((await save(buyer, dozen.id, 30)).data).toMatchObject({ line: { quantity: 36 }, count: 1 })
    expect((await buyer.call(getSimpleCart)).data).toMatchObject([{ articleId: dozen.id, quantity: 36 }])
    expect((await buyer.call(countCart)).data).toBe(1)
  })

  test('the detail carries prices, and both legacy names of quantity and line', async () => {
    await save(buyer, dozen.id, 12, { note: 'en caja' })
    const { data, json } = await buyer.call(getCart)
    expect(data[0]).toMatchObject({ listPrice: 38_30, discount: 500, note: 'en caja', sold: true })
    expect(json[0]).toMatchObject({
      IDART_IO: dozen.id,
      idart: dozen.id,
      PRECIO_LPI: 38.3,
      DESCUENTO_IO: 5,
      cantidad: 12,
      cantidadPedida: 12,
      idcli: client.id,
    })
    expect(json[0].id_ic).toBe(json[0].id)
  })

  test('a line keeps what a unit cost when it was saved, until it is saved anew (R242)', async () => {
    const { db } = database()
    const { id } = await makeArticle(db, { listPrice: 100_00, discount: 1_000 })
    const shown = async () => {
      const { data } = await buyer.call(getCart)
      const { shownPrice, listPrice } = data.find(({ articleId }) => articleId === id) ?? {}
      return { shownPrice, listPrice }
    }
    await save(buyer, id, 5)
    await db.kysely.updateTable('price').set({ list_price: 150_00 }).where('article_id', '=', id).execute()
    expect(await shown()).toEqual({ shownPrice: 90_00, listPrice: 150_00 })
    await save(buyer, id, 6)
    expect(await shown()).toEqual({ shownPrice: 135_00, listPrice: 150_00 })
    await save(buyer, id, 0)
  })

  test('zero or empty deletes a line, with or without its id; on a new line it is refused', async () => {
    await save(buyer, dozen.id, 12)
    expect((await save(buyer, dozen.id, 0)).data).toEqual({ line: null, count: 0 })
    const refused = await save(buyer, dozen.id, 0)
    expect(refused.status).toBe(400)
    expect(refused.json.message).toBe('Debe ingresar una cantidad validad')

    const { id } = (await save(buyer, dozen.id, 12)).data.line!
    const emptied = await buyer.request('POST', '/api/itemsCarrito', {
      id,
      idart: dozen.id,
      cantidad: '',
      obs: '',
    })
    expect(emptied.json).toEqual({ item: null, items: 0 })
  })

  test('a quantity as text is the number it says, or is refused where it may be two (R315)', async () => {
    const sent = async (cantidad: string) => {
      const body = { id: null, idart: dozen.id, cantidad, obs: '' }
      const { status, json } = await buyer.request('POST', '/api/itemsCarrito', body)
      return status === 200 ? json.item.cantidad : [status, json.message]
    }
    expect(await sent('24,00')).toBe(24)
    const refused = [400, 'Debe ingresar una cantidad validad']
    for (const text of ['1.234', '1,200', '6 12', '-6', '1e3', '٣'])
      expect([text, await sent(text)]).toEqual([text, refused])
    expect((await buyer.call(getSimpleCart)).data).toMatchObject([{ articleId: dozen.id, quantity: 24 }])
    await save(buyer, dozen.id, 0)
  })

  test('an unusual quantity is asked about once, and only where it was asked for', async () => {
    const { db } = database()
    const article = await makeArticle(db, { multiple: 6, units_per_pack: 24, listPrice: 100_00 })
    const other = await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id })
    const caller = await app.as(other)
    await app.upToDate()
    // Without history: over 20 bultos.
    expect((await save(caller, article.id, 480, { ask: true })).status).toBe(200)
    const asked = await save(caller, article.id, 486, { ask: true })
    expect(asked.status).toBe(409)
    expect(asked.json).toMatchObject({
      message: expect.stringContaining(article.code),
      details: [{ pregunta: 'cantidad', pedida: 486, maxima: null, bulto: 24 }],
    })
    expect(asked.json.message).toContain('486')
    expect((await caller.call(getSimpleCart)).data).toMatchObject([{ quantity: 480 }])
    // A confirmed quantity is asked about again only from ten times as much on.
    expect((await save(caller, article.id, 600)).data.line).toMatchObject({ quantity: 600 })
    expect((await save(caller, article.id, 606, { ask: true })).status).toBe(200)
    expect((await save(caller, article.id, 6_066, { ask: true })).status).toBe(409)

    // With history: over ten times the most that was ever ordered.
    await save(caller, article.id, 12)
    expect((await caller.call(createOrder, { query: { note: '', addressId: 0 } })).status).toBe(200)
    expect((await save(caller, article.id, 120, { ask: true })).status).toBe(200)
    const again = await save(caller, article.id, 126, { ask: true })
    expect(again.json).toMatchObject({ details: [{ pedida: 126, maxima: 12 }] })
  })

  test('the limit of a line is told, never applied in silence', async () => {
    const refused = await save(buyer, dozen.id, 9_999_999)
    expect(refused.status).toBe(400)
    expect(refused.json.message).toContain('el máximo de un renglón es 999.996 unidades')
  })

  test('what is not on sale or has no price stays out', async () => {
    expect((await save(buyer, 999_999, 1)).status).toBe(404)
    for (const { id } of withoutPrice) expect((await save(buyer, id, 1)).status).toBe(409)
    expect((await buyer.call(countCart)).data).toBe(0)
  })

  test('a line is deleted by its own user only', async () => {
    const { line } = (await save(buyer, dozen.id, 12)).data
    const stranger = await app.as(await makeUser(database().db))
    expect((await stranger.call(deleteCartLine, { params: { id: line!.id } })).status).toBe(403)
    expect((await buyer.call(deleteCartLine, { params: { id: line!.id } })).data).toBe(0)
  })

  test("another user's or client's cart is refused, and so is emptying it", async () => {
    const { db } = database()
    const stranger = await makeUser(db)
    const outsider = await app.as(stranger)
    expect((await outsider.call(getCart, { query: { userId: user.id } })).status).toBe(403)
    expect((await outsider.call(getCart, { query: { clientId: client.id } })).status).toBe(403)
    expect((await save(outsider, dozen.id, 12, { clientId: client.id })).status).toBe(403)
    const params = { userId: user.id, clientId: client.id }
    expect((await outsider.call(deleteCart, { params })).status).toBe(403)
  })

  test('a seller fills a cart for own clients only, and none without a client', async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    const own = await makeClient(db, { seller_id: seller })
    const vendedor = await app.as(await makeUser(db, 'vendedor', { seller_id: seller }))
    expect((await save(vendedor, dozen.id, 12, { clientId: own.id })).data.count).toBe(1)
    expect((await save(vendedor, dozen.id, 12, { clientId: client.id })).status).toBe(403)
    expect((await save(vendedor, dozen.id, 12, { clientId: -1 })).status).toBe(403)
    expect((await vendedor.call(countCart, { query: { clientId: own.id } })).data).toBe(1)
    expect((await vendedor.call(countCart)).data).toBe(0)
  })

  test('a save without a note leaves the note, an empty one empties it', async () => {
    const saved = async (more: { obs?: string | null }, cantidad = 24) => {
      const body = { id: null, idart: dozen.id, cantidad, idcli: client.id, ...more }
      const { json } = await buyer.request('POST', '/api/itemsCarrito', body)
      return [json.item.cantidad, json.item.obs]
    }
    const stored = async () => (await buyer.call(getSimpleCart)).data.map(({ note }) => note)
    expect(await saved({ obs: 'solo azul' }, 12)).toEqual([12, 'solo azul'])
    expect(await saved({})).toEqual([24, 'solo azul'])
    expect(await saved({ obs: null }, 36)).toEqual([36, 'solo azul'])
    expect(await stored()).toEqual(['solo azul'])
    expect(await saved({ obs: '' })).toEqual([24, ''])
    expect(await stored()).toEqual([''])
    await buyer.call(deleteCart, { params: { userId: user.id, clientId: -1 } })
    expect(await saved({}, 12)).toEqual([12, ''])
  })

  test.each(['doce', -12, '-12', '1e3', '0x10', 'NaN', '1.2.3'])(
    'a quantity of %j is refused and deletes nothing',
    async (cantidad) => {
      await save(buyer, dozen.id, 12)
      const refused = await buyer.request('POST', '/api/itemsCarrito', {
        id: null,
        idart: dozen.id,
        cantidad,
      })
      expect([refused.status, refused.json.message]).toEqual([400, 'Debe ingresar una cantidad validad'])
      expect((await buyer.call(getSimpleCart)).data).toMatchObject([{ articleId: dozen.id, quantity: 12 }])
    },
  )

  test('nobody fills a cart for a client who does not exist', async () => {
    for (const type of ['supervisor', 'admin'] as const) {
      const staff = await app.as(await makeUser(database().db, type))
      const refused = await save(staff, dozen.id, 12, { clientId: 987_654_321 })
      expect([refused.status, refused.json.message]).toEqual([404, 'No se encontro el cliente'])
      expect((await save(staff, dozen.id, 12, { clientId: client.id })).status).toBe(200)
    }
  })

  test('a word where an id stands is a call that is not there', async () => {
    const admin = await app.as(await makeUser(database().db, 'admin'))
    for (const [method, address] of [
      ['DELETE', '/api/itemsCarrito/todos'],
      ['GET', '/api/productos/pedidos/viejos'],
    ] as const) {
      expect((await admin.request(method, address)).status).toBe(404)
    }
    expect((await admin.request('DELETE', '/api/itemsCarrito/12x')).status).toBe(400)
  })

  test('half a character is malformed wherever it stands', async () => {
    for (const wrong of [{ obs: 'a\ud800' }, { obs: { toString: 1 } }, { obs: '', '\ud800': 1 }]) {
      const body = { id: null, idart: dozen.id, cantidad: 12, ...wrong }
      expect((await buyer.request('POST', '/api/itemsCarrito', body)).status).toBe(400)
    }
    const whole = await save(buyer, dozen.id, 12, { note: 'moño 🎁' })
    expect(whole.data.line?.note).toBe('moño 🎁')
  })

  test('an id that is none is malformed, whoever asks, and never another id', async () => {
    const seller = await makeSeller(database().db)
    const vendedor = await app.as(await makeUser(database().db, 'vendedor', { seller_id: seller }))
    const admin = await app.as(await makeUser(database().db, 'admin'))
    await save(buyer, dozen.id, 12)
    const bad = ['idcli=99999999999999', 'idcli=1.5', 'idcli=null', 'idcli=0', 'idcli=1&idcli=2', 'id=0x1']
    for (const query of bad) {
      const address = `/api/itemsCarrito/cantidad?${query}`
      const answers = await Promise.all([vendedor, admin, buyer].map((caller) => caller.request('GET', address)))
      const [name] = query.split('=')
      for (const { status, json } of answers) {
        expect([query, status, json.details]).toEqual([
          query,
          400,
          [{ field: name, message: 'El identificador no es válido' }],
        ])
      }
    }
    for (const idcli of [{ toString: 1 }, '5', [client.id], true, 1.5, 0, 99_999_999_999]) {
      const body = { id: null, idart: dozen.id, cantidad: 24, idcli }
      const { status } = await buyer.request('POST', '/api/itemsCarrito', body)
      expect([JSON.stringify(idcli), status]).toEqual([JSON.stringify(idcli), 400])
    }
    expect((await buyer.call(getSimpleCart)).data).toMatchObject([{ quantity: 12 }])
  })

  test('a note with the character that no database text can hold is malformed', async () => {
    const refused = await save(buyer, dozen.id, 12, { note: 'sin\u0000moño' })
    expect(refused.status).toBe(400)
    expect(refused.json.error).toBe('MALFORMED')
  })

  test('emptying a cart tells how many lines it had', async () => {
    await save(buyer, dozen.id, 12)
    const params = { userId: user.id, clientId: -1 }
    expect((await buyer.call(deleteCart, { params })).data).toBe(1)
    expect((await buyer.call(countCart)).data).toBe(0)
  })

  // The embedded database has one connection, so transactions cannot deadlock there.
  test.runIf(kind === 'server')('emptying a cart survives a deadlock with who holds its lines', async () => {
    const { db } = database()
    const other = await makeArticle(db)
    await app.upToDate()
    const lines = [
      (await save(buyer, dozen.id, 12)).data.line?.id ?? 0,
      (await save(buyer, other.id, 1)).data.line?.id ?? 0,
    ]
    const lock = (t: Queryable, id: number) =>
      t.selectFrom('cart_line').select('id').where('id', '=', id).forUpdate().execute()
    const waiting = async ({ kysely }: Db) =>
      (await sql`select 1 from pg_locks where not granted`.execute(kysely)).rows.length
    const params = { userId: user.id, clientId: client.id }
    let emptying: ReturnType<typeof buyer.call<typeof deleteCart>> | undefined
    await db.tx(async (t) => {
      await lock(t, lines[1] ?? 0)
      // PostgreSQL may end either transaction of the deadlock; the second try of this one finds nothing to wait for.
      if (!emptying) {
        emptying = buyer.call(deleteCart, { params })
        await expect.poll(() => waiting(db)).toBeGreaterThan(0)
      }
      await lock(t, lines[0] ?? 0)
    })
    expect((await emptying)?.data).toBe(2)
  })

  test('a quantity that is no number, and an id too large, are refused before the database', async () => {
    const bad = await buyer.request('POST', '/api/itemsCarrito', {
      id: null,
      idart: 99_999_999_999,
      cantidad: 1,
      obs: '',
    })
    expect(bad.status).toBe(400)
    expect(bad.json.details).toEqual([{ field: 'idart', message: 'El identificador no es válido' }])
  })
})
