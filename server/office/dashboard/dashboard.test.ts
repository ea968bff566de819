import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { searchProducts } from '../../../contract/catalogue.ts'
import { getCartAges, getMissedSearches, getOrderWork, getQuietClients, getSales } from '../../../contract/dashboard.ts'
import { countable, createMissedSearches } from '../../catalogue/search/missed-searches.service.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { kept } from './kept.ts'

withDatabases('the dashboard (R42)', (database) => {
  let user: { id: number }
  let admin: { id: number }

  beforeAll(async () => {
    admin = await makeUser(database().db, 'admin')
    user = await makeUser(database().db)
  })
  beforeEach(async () => {
    const { kysely } = database().db
    for (const table of ['sales_order_line', 'sales_order', 'cart_line', 'missed_search'] as const)
      await kysely.deleteFrom(table).execute()
  })

  /** What a fresh shop answers: figures are kept for a minute. */
  const fresh = async <T>(ask: (admin: TestCaller, app: TestApp) => Promise<T>): Promise<T> => {
    const app = await openTestApp(database().db)
    try {
      return await ask(await app.as(admin), app)
    } finally {
      await app.close()
    }
  }

  interface Line {
    id: number
    quantity: number
    price: number
  }
  /** An order `daysAgo` at noon in Argentina. */
  async function makeOrder(clientId: number, daysAgo: number, lines: readonly Line[] = []): Promise<void> {
    const { kysely } = database().db
    const { id } = await kysely
      .insertInto('sales_order')
      .values({
        user_id: user.id,
        client_id: clientId,
        business_name: 'x',
        address_id: 0,
        address: 'x',
        sale_condition: 1,
        channel: 'web',
        created_by: user.id,
        line_count: lines.length,
        total: lines.reduce((total, { quantity, price }) => total + quantity * price, 0),
        created_at: sql<string>`(((now() at time zone 'America/Argentina/Buenos_Aires')::date - ${daysAgo}::int)
          + time '12:00') at time zone 'America/Argentina/Buenos_Aires'`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { id: article_id, quantity, price } of lines)
      await kysely
        .insertInto('sales_order_line')
        .values({
          order_id: id,
          article_id,
          code: 'x',
          description: 'x',
          list_price: price,
          discount: 0,
          unit_price: price,
          multiple: 1,
          quantity,
          created_by: user.id,
          channel: 'web',
        })
        .execute()
  }

  test('the home counts the orders of today, those refused lately and those not taken (R322)', async () => {
    const { db } = database()
    const { id: client } = await makeClient(db)
    const { id: article } = await makeArticle(db)
    const nothing = { today: 0, amount: 0, refused: 0, notTaken: 0, notTakenSince: null }
    await fresh(async (caller) => {
      expect((await caller.call(getOrderWork)).data).toMatchObject(nothing)
      await makeOrder(client, 0, [{ id: article, quantity: 2, price: 500 }])
      for (const daysAgo of [1, 2, 29, 30]) await makeOrder(client, daysAgo)
      const set = (daysAgo: number, state: 'rejected' | 'pending' | 'accepted') =>
        sql`update sales_order set erp_state = ${state}
          where (now() at time zone 'America/Argentina/Buenos_Aires')::date
            - (created_at at time zone 'America/Argentina/Buenos_Aires')::date = ${daysAgo}::int`.execute(db.kysely)
      await set(1, 'pending')
      await set(2, 'accepted')
      await set(29, 'rejected')
      await set(30, 'rejected')
      // It can still be cancelled, and waits for that alone (R331).
      await set(0, 'pending')
      await sql`update sales_order set hand_over_at = now() + interval '1 hour'
        where id = (select max(order_id) from sales_order_line)`.execute(db.kysely)
      const { data } = await caller.call(getOrderWork)
      expect(data).toMatchObject({ today: 1, amount: 1_000, refused: 1, notTaken: 1 })
      const day = 86_400_000
      expect(Date.parse(data.day) - Date.parse(data.refusedFrom)).toBe(29 * day)
      expect(Date.now() - Date.parse(data.notTakenSince ?? '')).toBeGreaterThan(day / 2)
    })
  })

  test('the home counts orders that the ERP took and left behind, and none of an ERP that never answers (R322)', async () => {
    const { db } = database()
    const { id: client } = await makeClient(db)
    await fresh(async (caller) => {
      // The ERP took each of them; the days since they were made.
      for (const daysAgo of [31, 20, 9, 3, 0]) await makeOrder(client, daysAgo)
      await db.kysely.updateTable('sales_order').set({ erp_state: 'exported' }).execute()
      const ids = (await db.kysely.selectFrom('sales_order').select('id').orderBy('created_at').execute()).map(
        ({ id }) => id,
      )
      const set = (at: number, values: { erp_state?: 'accepted' | 'rejected'; hand_over_at?: string }) =>
        db.kysely
          .updateTable('sales_order')
          .set(values)
          .where('id', '=', ids[at] ?? 0)
          .execute()
      const unanswered = async () => (await caller.call(getOrderWork)).data.unanswered
      expect(await unanswered()).toBe(0)
      await set(3, { erp_state: 'rejected' })
      expect(await unanswered()).toBe(0)
      await set(3, { erp_state: 'accepted' })
      expect(await unanswered()).toBe(2)
      // One that the office knows to be ended is not left behind, nor one that was sent again today.
      const [, second, third] = ids
      await sql`update sales_order set course_state = 'cancelled' where id = ${second}`.execute(db.kysely)
      await sql`update sales_order set erp_answered_at = now() where id = ${third}`.execute(db.kysely)
      expect(await unanswered()).toBe(0)
      await sql`update sales_order set course_state = 'received', erp_answered_at = null`.execute(db.kysely)
      expect(await unanswered()).toBe(2)
      // It was held, and handed over after the one that the ERP accepted.
      await set(2, { hand_over_at: new Date(Date.now() - 2 * 86_400_000).toISOString() })
      expect(await unanswered()).toBe(1)
      // Today's is too young, whatever was accepted after it.
      await makeOrder(client, 0)
      await sql`update sales_order set erp_state = 'accepted' where erp_state is null`.execute(db.kysely)
      expect(await unanswered()).toBe(2)
    })
  })

  describe('sales', () => {
    test('of 90 days, by day, seller, brand and article, add up to the same', async () => {
      const { db } = database()
      const seller = await makeSeller(db)
      const withSeller = await makeClient(db, { seller_id: seller })
      const without = await makeClient(db)
      const brand = await db.kysely
        .insertInto('brand')
        .values({ name: 'Rasti', position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const branded = await makeArticle(db, { brand_id: brand.id, description: 'Bloques' })
      const plain = await makeArticle(db)
      await makeOrder(withSeller.id, 0, [{ id: branded.id, quantity: 10, price: 100_00 }])
      await makeOrder(withSeller.id, 3, [
        { id: branded.id, quantity: 2, price: 100_00 },
        { id: plain.id, quantity: 5, price: 10_00 },
      ])
      await makeOrder(without.id, 89, [{ id: plain.id, quantity: 1, price: 10_00 }])
      await makeOrder(without.id, 90, [{ id: plain.id, quantity: 1, price: 10_00 }])

      const sales = await fresh(async (caller) => (await caller.call(getSales)).data)
      expect(sales.days).toHaveLength(90)
      const told = sales.days.flatMap(({ orders, amount }, place) => (orders ? [[place, orders, amount]] : []))
      expect(told).toEqual([
        [0, 1, 10_00],
        [86, 1, 250_00],
        [89, 1, 1000_00],
      ])
      expect(sales.days.map(({ day }) => day)).toEqual([...sales.days.map(({ day }) => day)].sort())
      expect(sales.sellers).toEqual([
        { id: seller, name: `Vendedor ${seller}`, orders: 2, amount: 1250_00 },
        { id: null, name: 'Sin vendedor', orders: 1, amount: 10_00 },
      ])
      expect(sales.brands).toEqual([
        { id: brand.id, name: 'Rasti', quantity: 12, amount: 1200_00 },
        { id: null, name: 'Sin marca', quantity: 6, amount: 60_00 },
      ])
      expect(sales.articles).toEqual([
        {
          id: branded.id,
          code: branded.code,
          description: 'Bloques',
          orders: 2,
          quantity: 12,
          amount: 1200_00,
        },
        expect.objectContaining({ id: plain.id, orders: 2, quantity: 6, amount: 60_00 }),
      ])
    })

    test('are added up from the start on, before anybody asks', async () => {
      const { at, asked } = await fresh(async (caller, { app }) => {
        await app.listen({ port: 0, host: '127.0.0.1' })
        const time = (await caller.call(getCartAges)) && new Date().toISOString()
        return { at: (await caller.call(getSales)).data.at, asked: time }
      })
      expect(at < asked).toBe(true)
    })

    test('an order just before midnight is of its own day', async () => {
      const client = await makeClient(database().db)
      await makeOrder(client.id, 5)
      await database()
        .db.kysely.updateTable('sales_order')
        .set({ created_at: sql<string>`created_at + interval '11 hours 59 minutes'` })
        .execute()
      const { days } = await fresh(async (caller) => (await caller.call(getSales)).data)
      expect(days[84]).toMatchObject({ orders: 1 })
    })
  })

  test('who stopped ordering is told by the own rhythm, with a way to reach them', async () => {
    const { db } = database()
    const orderedOn = async (name: string, ...days: number[]) => {
      const client = await makeClient(db, { business_name: name, email: 'erp@example.test' })
      for (const day of days) await makeOrder(client.id, day, [{ id: 1, quantity: 1, price: 100 }])
      return client
    }
    // Every 10 days, silent for 21: more than twice that. Every 30 days, silent for 40: as always.
    const weekly = await orderedOn('Cada diez', 51, 41, 31, 21)
    await orderedOn('Cada treinta', 130, 100, 70, 40)
    // One gap of many does not make the rhythm; two days of orders make none; clients lost long ago are left out.
    await orderedOn('Con vacaciones', 160, 100, 90, 80, 70, 30)
    await orderedOn('Dos veces', 60, 50)
    await orderedOn('El mismo día', 60, 60, 60)
    await orderedOn('Hace mucho', 400, 390, 380)
    // Every day, silent for ten: nobody calls after a week.
    await orderedOn('Cada día', 13, 12, 11, 10)
    await makeUser(db, 'cliente', { client_id: weekly.id, mobile: '11 5555-0103', email: 'ana@example.test' })

    const found = await fresh(async (caller) => (await caller.call(getQuietClients)).data)
    expect(found.map(({ name }) => name).sort()).toEqual(['Cada diez', 'Con vacaciones'])
    expect(found.find(({ id }) => id === weekly.id)).toMatchObject({
      orders: 4,
      amount: 400,
      rhythm: 10,
      quietDays: 21,
      phone: '11 5555-0103',
      email: 'ana@example.test',
    })
    expect(found.find(({ name }) => name === 'Con vacaciones')).toMatchObject({
      phone: '',
      email: 'erp@example.test',
    })
  })

  test('carts are counted by how long they have waited, since the first thing that was put in', async () => {
    const { db } = database()
    const articles = [await makeArticle(db, { listPrice: 10_00 }), await makeArticle(db, { listPrice: 10_00 })]
    const cart = async (clientId: number, ...ages: number[]) => {
      for (const [place, days] of ages.entries())
        await db.kysely
          .insertInto('cart_line')
          .values({
            user_id: user.id,
            client_id: clientId,
            article_id: articles[place]?.id ?? 0,
            quantity: 2,
            shown_price: 10_00,
            channel: 'web',
            created_by: user.id,
            created_at: sql<string>`now() - ${days}::int * interval '1 day'`,
          })
          .execute()
    }
    await cart(1, 0)
    await cart(2, 40, 5)
    await cart(3, 5)
    const ages = await fresh(async (caller) => (await caller.call(getCartAges)).data)
    expect(ages).toEqual([
      { days: 0, carts: 3, amount: 80_00 },
      { days: 1, carts: 2, amount: 60_00 },
      { days: 3, carts: 2, amount: 60_00 },
      { days: 7, carts: 1, amount: 40_00 },
      { days: 30, carts: 1, amount: 40_00 },
    ])
  })

  describe('searches that found nothing', () => {
    const stored = () => database().db.kysely.selectFrom('missed_search').selectAll().orderBy('text').execute()

    test('are counted by text and code, from whatever address, without who asked', async () => {
      await makeArticle(database().db, { code: 'AB-120', description: 'Muñeca articulada' })
      await fresh(async (caller, app) => {
        await app.upToDate()
        const others = await Promise.all([app.as(user), app.as(await makeUser(database().db))])
        // Compressed, as a browser asks: such an answer is kept ready.
        const search = async (by: TestCaller, text: string, more: object = {}) => {
          const query = { page: 0, order: 'default', text, ...more } as const
          const headers = { authorization: `Bearer ${by.token}`, 'accept-encoding': 'br' }
          const { statusCode } = await app.app.inject({ url: addressOf(searchProducts, { query }), headers })
          expect(statusCode).toBe(200)
        }
        const [one, two] = others
        if (!one || !two) throw new Error('two callers')
        // The same answer twice: the second time it is ready.
        await search(one, 'Dinosaurio  LÁSER')
        await search(two, 'Dinosaurio  LÁSER')
        await search(one, 'AB-125')
        await search(two, 'muñeca')
        await search(two, 'AB-120')
        // Something is there, but not for that price; and a second page is no search.
        await search(two, 'dinosaurio', { minPrice: 1 })
        await search(two, 'robot', { page: 1 })
        const found = (await caller.call(getMissedSearches)).data
        expect(found.map(({ text, times }) => [text, times])).toEqual([
          ['dinosaurio laser', 2],
          ['ab-125', 1],
        ])
        expect(found[0]?.lastDay).toMatch(/^\d{4}-\d\d-\d\d$/)
      })
      const columns = Object.keys((await stored())[0] ?? {})
      expect(columns.sort()).toEqual(['count', 'day', 'text'])
    })

    test('no mail, CUIT or telephone is kept, nor what is no search', () => {
      const personal = ['ana@example.test', '20-11111111-2', '11 5555-0103', '+54 9 341 455 1234', '  ', 'x'.repeat(61)]
      expect(personal.map(countable)).toEqual(personal.map(() => null))
      expect(countable('  Pelota N° 5 ')).toBe('pelota n° 5')
    })

    test('who types on asks once', async () => {
      let time = 0
      const missed = createMissedSearches(database().db, { warn() {} }, { now: () => time })
      const type = (text: string, asker = 1) => missed.note(text, [text], asker)
      type('dinx')
      type('dinxo')
      type('dinxos')
      type('dinxo')
      type('dinxo', 2)
      time += 60_000
      type('dinxo')
      await missed.close()
      expect((await stored()).map(({ text, count }) => [text, count])).toEqual([['dinxo', 3]])
    })

    test('a day keeps 500 texts, known ones go on counting, and 90 days are kept', async () => {
      const { db } = database()
      await db.kysely
        .insertInto('missed_search')
        .values(
          [89, 90].map((ago) => ({
            day: sql<string>`(now() at time zone 'America/Argentina/Buenos_Aires')::date - ${ago}::int`,
            text: `viejo${ago}`,
            count: 1,
          })),
        )
        .execute()
      const fill = async (prefix: string, count: number) => {
        const missed = createMissedSearches(db, { warn() {} })
        for (let at = 0; at < count; at++) missed.note(`${prefix}${at}`, [`${prefix}${at}`], at)
        await missed.close()
      }
      await fill('a', 300)
      await fill('b', 300)
      await fill('a', 5)
      const rows = await stored()
      expect(rows.filter(({ text }) => text.startsWith('viejo')).map(({ text }) => text)).toEqual(['viejo89'])
      expect(rows.filter(({ text }) => !text.startsWith('viejo'))).toHaveLength(500)
      expect(rows.find(({ text }) => text === 'a3')?.count).toBe(2)
    })

    test('a search waits for no count, and the last ones are stored when the shop closes', async () => {
      await fresh(async (_, app) => {
        const caller = await app.as(user)
        await caller.call(searchProducts, { query: { page: 0, order: 'default', text: 'zzzunicornio' } })
        expect(await stored()).toEqual([])
      })
      expect((await stored()).map(({ text }) => text)).toEqual(['zzzunicornio'])
    })
  })
})

test('what is kept is made once, anew behind the back of who asks, and waited for when it is too old', async () => {
  let time = 0
  let made = 0
  const ask = kept(async () => ++made, { freshMs: 10, usableMs: 100, now: () => time })
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  time = 9
  expect(await ask()).toBe(1)
  time = 10
  expect(await ask()).toBe(1)
  await Promise.resolve()
  time = 19
  expect(await ask()).toBe(2)
  time = 200
  expect(await ask()).toBe(3)
})

test('what is kept is made anew for who asks for it, after what was being made before', async () => {
  let made = 0
  const ask = kept(async () => ++made, { freshMs: 1000, usableMs: 10_000, now: () => 0 })
  expect(await ask()).toBe(1)
  expect(await ask.renew()).toBe(2)
  expect(await ask()).toBe(2)
  expect(await Promise.all([ask.renew(), ask()])).toEqual([3, 2])
})

test('who has figures made anew is not given those whose making began before', async () => {
  const ends: (() => void)[] = []
  let begun = 0
  const make = () => {
    const value = ++begun
    return new Promise<number>((resolve) => ends.push(() => resolve(value)))
  }
  const ask = kept(make, { freshMs: 1000, usableMs: 10_000, now: () => 0 })
  const [early, renewed] = [ask(), ask.renew()]
  ends[0]?.()
  expect(await early).toBe(1)
  await Promise.race([renewed, vi.waitUntil(() => ends.length === 2)])
  ends[1]?.()
  expect(await renewed).toBe(2)
})

test('a failure is told to who waits, and tried again', async () => {
  let fails = true
  const make = async () => {
    if (fails) throw new Error('no')
    return 1
  }
  const ask = kept(make, { freshMs: 10, usableMs: 100 })
  await expect(ask()).rejects.toThrow('no')
  fails = false
  expect(await ask()).toBe(1)
})
