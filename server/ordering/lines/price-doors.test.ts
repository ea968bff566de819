/**
 * Every door names the same price for a client, an article and a quantity (R351, R352, R358): an oracle made of the rule alone is
 * asked about each of them beside each door.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { findByCode, type Product, searchProducts } from '../../../contract/catalogue.ts'
import { listAllPendingCarts } from '../../../contract/clients.ts'
import { deviceCatalogue, productsOf } from '../../../contract/device-catalogue.ts'
import { devicePrices } from '../../../contract/device-prices.ts'
import { createOrder, getOrderLines } from '../../../contract/orders.ts'
import { hasPrice, priceAt, priceOf, unitAt } from '../../../contract/price.ts'
import { BASE_LIST_ID } from '../../../contract/price-terms.ts'
import { reviewQuick } from '../../../contract/quick-order.ts'
import { PAGE_SIZE, roundToMultiple } from '../../../contract/rules.ts'
import type { SettingKey } from '../../../contract/setting-keys.ts'
import { usualOrder } from '../../../contract/usual-order.ts'
import { openPrices } from '../../../engine/device-prices.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { findOutgoingOrder } from '../../erp/erp-link/erp-link.queries.ts'
import { seededNumbers } from '../../lib/seeded-numbers.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

/** A step as it is told: of an article or of a branch, for one list or for all. */
interface Told {
  list?: number
  article?: number
  brand?: number
  category?: number
  subcategory?: number
  units: number
  percent: number
  active?: boolean
}
interface Article {
  id: number
  code: string
  multiple: number
  listPrice: number
  discount: number
  place: { brand: number | null; category: number | null; subcategory: number | null }
}
/** A price that holds from a day on, counted from today; `until`: the day before which it ends. */
interface Dated {
  article: number
  /** Null: from then on the list has none of its own. */
  price: number | null
  since: number | null
  until?: number
  active?: boolean
}
/** A promotion by price (of articles) or percent (of articles or a branch), from a day to a day, counted from today. */
interface Promotion {
  name: string
  since: number
  until: number
  /** Null stands for the base list; absent: for all lists. */
  lists?: (number | null)[]
  percent?: number
  prices?: ReadonlyMap<number, number>
  articles?: readonly number[]
  brand?: number
  category?: number
}
interface Buyer {
  clientId: number
  list: number | null
  bonus: number
  own: (Dated & { price: number; withDiscount: boolean })[]
  caller: TestCaller
}
interface Settings {
  bonusInPrices: boolean
  isListWhole: boolean
}

/** Of the prices that hold now, the one that began last. */
function heldNow<D extends Dated>(prices: readonly D[], article: number): D | undefined {
  return prices
    .filter((one) => one.article === article && one.active !== false && (one.since ?? -1) < 0 && (one.until ?? 1) > 0)
    .sort((a, b) => (b.since ?? -1e9) - (a.since ?? -1e9))[0]
}

/** The rule: start, the greatest discount that the quantity reaches, and the bonus; rounded once, halves up. A promotion's price takes no discount. */
function expectedPrice(
  { id, listPrice, discount, place }: Article,
  {
    told,
    lists,
    settings,
    promotions,
  }: {
    told: readonly Told[]
    lists: ReadonlyMap<number, readonly Dated[]>
    settings: Settings
    promotions: readonly Promotion[]
  },
  { list, bonus, own }: Buyer,
  quantity: number,
): number {
  const special = heldNow(own, id)
  const listed = list === null ? undefined : heldNow(lists.get(list) ?? [], id)
  const base = list !== null && settings.isListWhole ? 0 : listPrice
  const running = promotions.filter((one) => one.since < 0 && one.until > 0 && (one.lists?.includes(list) ?? true))
  const promised = running.flatMap(({ prices }) => prices?.get(id) ?? [])
  const plain = special?.price ?? listed?.price ?? base
  const start = Math.min(plain, ...promised)
  const isPromoted = start < plain
  const isLowered = !isPromoted && (special?.withDiscount ?? true)
  const percents = running.flatMap(({ percent, articles, brand, category }) => {
    const covers = articles
      ? articles.includes(id)
      : brand === place.brand && (category === undefined || [place.category, place.subcategory].includes(category))
    return percent !== undefined && covers ? percent : []
  })
  const fits = (step: Told): boolean =>
    step.active !== false &&
    step.units <= quantity &&
    (step.list === undefined || step.list === list) &&
    (step.article !== undefined
      ? step.article === id
      : step.brand === place.brand &&
        (step.category === undefined || step.category === place.category) &&
        (step.subcategory === undefined || step.subcategory === place.subcategory))
  const greatest = isLowered ? Math.max(discount, ...percents, ...told.filter(fits).map(({ percent }) => percent)) : 0
  const taken = (isLowered || isPromoted) && settings.bonusInPrices ? bonus : 0
  const exact = BigInt(start) * BigInt(10_000 - greatest) * BigInt(10_000 - taken)
  return Number((exact * 2n + 100_000_000n) / 200_000_000n)
}

const isRelease = process.env.TEST_CASES === 'all'
const QUANTITIES = isRelease ? [1, 2, 6, 11, 12, 23, 24, 47, 48, 96, 120, 480] : [1, 24, 96]
const DAY = 86_400_000
/** A list of the shop's own. */
const OF_SHOP = 1_000_000_001
const at = (days: number | null | undefined, otherwise: string) =>
  days === null || days === undefined ? otherwise : new Date(Date.now() + days * DAY).toISOString()

withDatabases('the price at each door', (database) => {
  let app: TestApp
  let office: TestCaller
  const articles: Article[] = []
  const told: Told[] = []
  const lists = new Map<number, Dated[]>()
  const promotions: Promotion[] = []
  const buyers: Buyer[] = []

  beforeAll(async () => {
    const { db } = database()
    const random = seededNumbers(38)
    const brands = await db.kysely
      .insertInto('brand')
      .values([
        { name: 'Ñandú', position: 1 },
        { name: 'Sol', position: 2 },
      ])
      .returning('id')
      .execute()
    const [nandu = 0, sol = 0] = brands.map(({ id }) => id)
    const category = async (name: string, brand_id: number, parent_id: number | null) => {
      const made = await db.kysely
        .insertInto('category')
        .values({ name, brand_id, parent_id, position: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return made.id
    }
    const autos = await category('Autos', nandu, null)
    const trenes = await category('Trenes', nandu, autos)
    const juegos = await category('Juegos', sol, null)
    const places = [
      { brand: nandu, category: autos, subcategory: trenes },
      { brand: nandu, category: autos, subcategory: null },
      { brand: nandu, category: null, subcategory: null },
      { brand: sol, category: juegos, subcategory: null },
      { brand: null, category: null, subcategory: null },
    ]
    const somePrice = () => 100 + Math.floor(random() * 90_000_00)
    for (let nth = 0; nth < 60; nth++) {
      const place = places[nth % places.length]!
      const multiple = [1, 1, 6, 12, 24][nth % 4]!
      const listPrice = somePrice()
      const discount = [0, 0, 500, 1_250, 3_333][Math.floor(random() * 5)]!
      const made = await makeArticle(db, {
        code: `PX-${1000 + nth}`,
        multiple,
        listPrice,
        discount,
        brand_id: place.brand,
        category_id: place.category,
        subcategory_id: place.subcategory,
      })
      articles.push({ ...made, multiple, listPrice, discount, place })
    }
    await db.kysely
      .insertInto('price_list')
      .values([
        { id: 7, name: 'Interior' },
        { id: 12, name: 'Lista mayorista' },
        { id: 13, name: 'Vieja', active: false },
        { id: OF_SHOP, name: 'Revendedores', from_erp: false },
      ])
      .execute()
    const held = (list: number, dated: Dated[]) => lists.set(list, [...(lists.get(list) ?? []), ...dated])
    // Interior lacks every fifth article, has prices that began later than others, one that begins tomorrow, and some of 0.
    for (const [nth, { id: article }] of articles.entries()) {
      if (nth % 5 !== 0) held(7, [{ article, price: nth % 20 === 1 ? 0 : somePrice(), since: null }])
      if (nth % 3 === 0) held(7, [{ article, price: somePrice(), since: -2 }])
      if (nth % 6 === 0) held(7, [{ article, price: somePrice(), since: -1 }])
      if (nth % 4 === 0) held(7, [{ article, price: somePrice(), since: 1 }])
      if (nth % 7 === 0) held(7, [{ article, price: somePrice(), since: -0.5, active: false }])
      held(12, [{ article, price: somePrice(), since: null }])
      // Of the list of the shop's own every third article has left it.
      if (nth % 2 === 0) held(OF_SHOP, [{ article, price: somePrice(), since: -3 }])
      if (nth % 3 === 0) held(OF_SHOP, [{ article, price: null, since: -1 }])
      if (nth % 9 === 0) held(OF_SHOP, [{ article, price: somePrice(), since: 1 }])
    }
    await db.kysely
      .insertInto('list_price')
      .values([
        ...[...lists].flatMap(([list_id, dated]) =>
          dated.map(({ article, price, since, active = true }) => ({
            id: `${list_id}/${article}/${since}`,
            list_id,
            article_id: article,
            since: at(since, '-infinity'),
            list_price: price,
            active,
          })),
        ),
        // A list out of use has no prices.
        { id: '13', list_id: 13, article_id: articles[0]!.id, since: '-infinity', list_price: 1 },
      ])
      .execute()
    told.push(
      { brand: nandu, units: 24, percent: 700 },
      { brand: nandu, units: 96, percent: 1_200 },
      { brand: nandu, category: autos, units: 12, percent: 400 },
      { brand: nandu, category: autos, subcategory: trenes, units: 48, percent: 1_500 },
      { brand: sol, units: 1, percent: 900 },
      { brand: sol, category: juegos, units: 120, percent: 9_900 },
      { brand: sol, units: 2, percent: 5_000, active: false },
      { list: 7, brand: nandu, units: 6, percent: 1_000 },
      { list: 12, brand: sol, category: juegos, units: 1, percent: 2_000 },
    )
    for (const { id } of articles.filter((_, nth) => nth % 3 === 0))
      for (const units of [12, 48, 480].filter(() => random() < 0.6))
        told.push({ article: id, units, percent: Math.floor(random() * 4_000) })
    await db.kysely
      .insertInto('price_step')
      .values(
        told.map(({ list, article, brand, category: of, subcategory, units, percent, active = true }, nth) => ({
          id: nth + 1,
          list_id: list ?? null,
          article_id: article ?? null,
          brand: brand ? 'marca' : '',
          category: of ? 'categoría' : '',
          subcategory: subcategory ? 'subcategoría' : '',
          brand_id: brand ?? null,
          category_id: subcategory ?? of ?? null,
          units,
          percent,
          active,
        })),
      )
      .execute()
    // Of every third article one of a price that is lower than most starts, and of every fourth one that seldom is.
    const priced = (every: number, from: number, to: number) =>
      new Map(
        articles.filter((_, nth) => nth % every === 2).map(({ id }) => [id, from + Math.floor(random() * (to - from))]),
      )
    promotions.push(
      { name: 'Baja', since: -1, until: 2, prices: priced(3, 1, 40_000_00) },
      { name: 'Alta', since: -1, until: 2, prices: priced(4, 60_000_00, 99_000_00) },
      { name: 'De una lista', since: -2, until: 1, lists: [7], prices: priced(5, 1, 30_000_00) },
      { name: 'De la lista base', since: -2, until: 1, lists: [null, 12], percent: 4_500, brand: nandu },
      { name: 'De mañana', since: 1, until: 2, prices: priced(1, 1, 2) },
      { name: 'De ayer', since: -2, until: -1, percent: 9_000, brand: sol },
      { name: 'Juegos', since: -1, until: 1, percent: 1_100, brand: sol, category: juegos },
      { name: 'Trenes', since: -1, until: 1, lists: [13, 7], percent: 800, brand: nandu, category: trenes },
      {
        ...{ name: 'Elegidos', since: -1, until: 1, percent: 1_900 },
        articles: articles.filter((_, nth) => nth % 4 === 0).map(({ id }) => id),
      },
    )
    for (const {
      name,
      since,
      until,
      lists: of,
      percent,
      prices,
      articles: chosen,
      brand,
      category: branch,
    } of promotions) {
      const { id } = await db.kysely
        .insertInto('promotion')
        .values({
          ...{ name, begins_at: at(since, ''), ends_at: at(until, ''), percent: percent ?? null },
          covers: brand === undefined ? 'articles' : branch === undefined ? 'brand' : 'category',
          ...{ brand_id: brand ?? null, category_id: branch ?? null },
          lists: of ? of.map((list) => list ?? BASE_LIST_ID) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const named = [...(chosen ?? []).map((article) => [article, null] as const), ...(prices ?? [])]
      if (named.length > 0)
        await db.kysely
          .insertInto('promotion_article')
          .values(named.map(([article_id, price]) => ({ promotion_id: id, article_id, price })))
          .execute()
    }
    app = await openTestApp(db)
    office = await app.as(await makeUser(db, 'supervisor'))
    for (const { list, erpList, bonus, owns } of [
      { list: null, bonus: 0, owns: false },
      { list: null, bonus: 333, owns: false },
      { list: 7, bonus: 0, owns: false },
      { list: 12, bonus: 1_250, owns: false },
      { list: 13, bonus: 0, owns: false },
      // The list that the office gave stands above the ERP's (R359).
      { list: OF_SHOP, erpList: 12, bonus: 400, owns: false },
      { list: OF_SHOP, erpList: null, bonus: 0, owns: true },
      { list: null, bonus: 700, owns: true },
      { list: 7, bonus: 1_000, owns: true },
    ]) {
      const lists = erpList === undefined ? { list_id: list } : { list_id: erpList, own_list_id: list }
      const client = await makeClient(db, { ...lists, bonus })
      const own = !owns
        ? []
        : articles.flatMap(({ id: article }, nth): Buyer['own'] => [
            ...(nth % 4 === 0 ? [{ article, price: somePrice(), since: null, withDiscount: nth % 8 === 0 }] : []),
            ...(nth % 8 === 4 ? [{ article, price: somePrice(), since: -3, until: 2, withDiscount: true }] : []),
            ...(nth % 12 === 0 ? [{ article, price: somePrice(), since: -2, until: -1, withDiscount: true }] : []),
            ...(nth % 10 === 0 ? [{ article, price: somePrice(), since: 1, withDiscount: false }] : []),
            ...(nth % 6 === 5 ? [{ article, price: somePrice(), since: null, withDiscount: false }] : []),
          ])
      if (own.length > 0)
        await db.kysely
          .insertInto('client_price')
          .values(
            own.map(({ article, price, since, until, withDiscount }) => ({
              id: `${client.id}/${article}/${since}`,
              client_id: client.id,
              article_id: article,
              since: at(since, '-infinity'),
              until: at(until, 'infinity'),
              list_price: price,
              with_discount: withDiscount,
            })),
          )
          .execute()
      buyers.push({
        clientId: client.id,
        list,
        bonus,
        own,
        caller: await app.as(await makeUser(db, 'cliente', { client_id: client.id })),
      })
    }
  })
  afterAll(() => app.close())

  /** All articles as somebody is shown them. */
  async function shownTo(caller: TestCaller, query: { clientId?: number; order?: 'priceAsc' }): Promise<Product[]> {
    const rows: Product[] = []
    for (let page = 0; page * PAGE_SIZE < articles.length; page++) {
      const found = await caller.call(searchProducts, { query: { text: '', order: 'default', ...query, page } })
      rows.push(...found.data)
    }
    return rows
  }
  const byId = (rows: readonly Product[]) => new Map(rows.map((row) => [row.articleId, row]))

  let cells = 0
  describe.each([
    { bonusInPrices: false, isListWhole: false },
    { bonusInPrices: true, isListWhole: false },
    { bonusInPrices: true, isListWhole: true },
  ])('with the bonus in prices: $bonusInPrices, lists whole: $isListWhole', (settings) => {
    beforeAll(async () => {
      const values: Partial<Record<SettingKey, string>> = {
        BONIF_EN_PRECIOS: settings.bonusInPrices ? '1' : '0',
        LISTA_INCOMPLETA: settings.isListWhole ? 'consultar' : 'base',
      }
      await database().db.tx(async (t, publish) => {
        await t
          .deleteFrom('setting')
          .where('key', 'in', Object.keys(values) as SettingKey[])
          .execute()
        const rows = Object.entries(values).map(([key, value]) => ({ key: key as SettingKey, value }))
        await t.insertInto('setting').values(rows).execute()
        await raiseCatalogueVersion(t, publish)
      })
      await app.catalogue.refresh()
    })

    test('search, device, pasted text, cart, carts, order, its lines, usual order and the ERP are of one mind', {
      timeout: 600_000,
    }, async () => {
      const world = { told, lists, settings, promotions }
      const officeRows = productsOf((await office.call(deviceCatalogue, { query: { since: undefined } })).data)
      const { pricesOf } = openPrices((await office.call(devicePrices)).data)
      for (const buyer of buyers) {
        const { caller, clientId } = buyer
        const expected = (article: Article, quantity: number) => expectedPrice(article, world, buyer, quantity)
        const shown = {
          search: byId(await shownTo(caller, {})),
          office: byId(await shownTo(office, { clientId })),
          device: byId(productsOf((await caller.call(deviceCatalogue, { query: { since: undefined } })).data)),
          officeDevice: byId(officeRows.map((row) => pricesOf(clientId)?.(row) ?? row)),
        }
        const rising = (await shownTo(caller, { order: 'priceAsc' })).map((row) => priceOf(row))
        const priced = rising.filter((cents) => cents > 0)
        expect(priced).toEqual(
          articles
            .map((article) => expected(article, 1))
            .filter((cents) => cents > 0)
            .sort((a, b) => a - b),
        )
        expect(rising.slice(priced.length).every((cents) => cents === 0)).toBe(true)
        for (const asked of QUANTITIES) {
          const all = articles.map((article) => {
            const quantity = roundToMultiple(asked, article.multiple)
            return { article, quantity, price: expected(article, quantity) }
          })
          for (const { article, quantity, price } of all) {
            const doors = Object.entries(shown).map(([door, rows]) => [door, priceAt(rows.get(article.id)!, quantity)])
            const one = `${article.code} × ${quantity} for client ${clientId}`
            expect([one, ...doors]).toEqual([one, ...Object.keys(shown).map((door) => [door, price])])
            cells += doors.length
          }
          const sold = all.filter(({ price }) => price > 0)
          if (sold.length === 0) continue
          const found = await caller.call(reviewQuick, {
            body: {
              clientId: null,
              text: sold.map(({ article, quantity }) => `${article.code} ${quantity}`).join('\n'),
            },
          })
          const saved = await caller.call(saveCartLines, {
            body: {
              clientId: null,
              lines: sold.map(({ article, quantity }, row) => ({ row, articleId: article.id, quantity })),
            },
          })
          const cart = (await caller.call(getCart)).data
          const total = sold.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
          expect(found.data.total).toBe(total)
          const carts = (await office.call(listAllPendingCarts)).data
          expect(carts.filter((one) => one.clientId === clientId).map((one) => one.total)).toEqual([total])
          const order = await caller.call(createOrder, {
            query: { clientId, addressId: 0, note: '', condition: -1, shownTotal: total },
            body: {},
          })
          expect(order.status).toBe(200)
          const lines = (await caller.call(getOrderLines, { params: { id: order.data.orderId } })).data
          const frozen = new Map(lines.map((line) => [line.articleId, line]))
          const usual = (await caller.call(usualOrder, { query: { clientId: undefined } })).data
          const again = new Map(usual.lines.map((line) => [line.articleId, line]))
          const sent = await findOutgoingOrder(database().db.kysely, order.data.orderId)
          const told = new Map(sent!.lines.map((line) => [line.articleId, line]))
          for (const [nth, { article, quantity, price }] of sold.entries()) {
            const line = cart.find(({ articleId }) => articleId === article.id)!
            const proposed = again.get(article.id)
            const doors = {
              text: unitAt(found.data.rows[nth]!.articles[0]!, quantity),
              saved: saved.data.lines[nth]!.unitPrice,
              cart: priceAt(line, quantity),
              put: line.shownPrice,
              ordered: frozen.get(article.id)!.unitPrice,
              erp: told.get(article.id)!.unitPrice,
              ...(proposed && { usual: unitAt(proposed, quantity) }),
            }
            const one = `${article.code} × ${quantity} for client ${clientId}`
            expect({ one, ...doors }).toEqual({
              one,
              ...Object.fromEntries(Object.keys(doors).map((door) => [door, price])),
            })
            cells += Object.keys(doors).length
          }
        }
      }
    })
  })

  test('are many cells', () => {
    expect(cells).toBeGreaterThan(isRelease ? 100_000 : 25_000)
  })

  test('an order says in words why a price is what it is', async () => {
    const { db } = database()
    const { caller, clientId } = buyers.find(({ list, own }) => list === 7 && own.length === 0)!
    const make = async (code: string) => {
      const { id } = await makeArticle(db, { code, listPrice: 100_00 })
      const price = { id: `7/${id}`, list_id: 7, article_id: id, list_price: 80_00 }
      await db.kysely.insertInto('list_price').values(price).execute()
      const step = { id: 9_000 + id, article_id: id, units: 24, percent: 1_250 }
      await db.kysely.insertInto('price_step').values(step).execute()
      return id
    }
    const [plain, lowered, promised, both] = [
      await make('W-1'),
      await make('W-2'),
      await make('W-3'),
      await make('W-4'),
    ]
    const days = { begins_at: at(-1, ''), ends_at: at(1, '') }
    const promote = async (
      name: string,
      percent: number | null,
      priced: readonly (readonly [number, number | null])[],
    ) => {
      const { id } = await db.kysely
        .insertInto('promotion')
        .values({ ...days, name, percent, covers: 'articles' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.kysely
        .insertInto('promotion_article')
        .values(priced.map(([article_id, price]) => ({ promotion_id: id, article_id, price })))
        .execute()
    }
    await promote(
      'Día del Niño',
      1_000,
      [lowered, both].map((id) => [id, null]),
    )
    await promote(
      'Promo de invierno',
      null,
      [promised, both].map((id) => [id, 70_00]),
    )
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.catalogue.refresh()

    const shown = async (code: string) => (await caller.call(findByCode, { query: { code } })).data[0]!
    const ordered = async (quantity: number) => {
      const lines = [plain, lowered, promised, both].map((articleId, row) => ({ row, articleId, quantity }))
      await caller.call(saveCartLines, { body: { clientId: null, lines } })
      const query = { clientId, addressId: 0, note: '', condition: -1, shownTotal: undefined }
      const order = await caller.call(createOrder, { query, body: {} })
      const frozen = (await caller.call(getOrderLines, { params: { id: order.data.orderId } })).data
      const { lines: told } = (await findOutgoingOrder(db.kysely, order.data.orderId))!
      expect(told.map(({ priceReason }) => priceReason)).toEqual(frozen.map(({ priceReason }) => priceReason ?? ''))
      return told.map((line) => [line.unitPrice, line.listPrice, line.discount, line.priceReason])
    }
    expect(await ordered(1)).toEqual([
      [80_00, 80_00, 0, 'Lista Interior'],
      [72_00, 80_00, 1_000, 'Lista Interior, Promoción Día del Niño'],
      [70_00, 70_00, 0, 'Promo de invierno'],
      [70_00, 70_00, 0, 'Promo de invierno'],
    ])
    // A step that is reached stands in the place of a promotion's percent, and a promotion's price takes none.
    expect(await ordered(24)).toEqual([
      [70_00, 80_00, 1_250, 'Lista Interior, −12,5 % desde 24'],
      [70_00, 80_00, 1_250, 'Lista Interior, −12,5 % desde 24'],
      [70_00, 70_00, 0, 'Promo de invierno'],
      [70_00, 70_00, 0, 'Promo de invierno'],
    ])
    expect(await shown('W-2')).toMatchObject({ reason: 'Lista Interior', promotion: 'Promoción Día del Niño' })
    expect(await shown('W-4')).toMatchObject({ promotion: 'Promo de invierno' })
    expect((await shown('W-4')).steps).toBeUndefined()
    expect(hasPrice(await shown('W-4'))).toBe(true)
  })
})
