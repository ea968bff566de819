/**
 * Every door names the same price for an article and a quantity (R351): an oracle made of the rule alone is asked about each
 * article and quantity beside each of them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { findByCode, searchProducts } from '../../../contract/catalogue.ts'
import { listAllPendingCarts } from '../../../contract/clients.ts'
import { deviceCatalogue, productsOf } from '../../../contract/device-catalogue.ts'
import { createOrder, getOrderLines } from '../../../contract/orders.ts'
import { priceAt, unitAt } from '../../../contract/price.ts'
import { reviewQuick } from '../../../contract/quick-order.ts'
import { roundToMultiple } from '../../../contract/rules.ts'
import { seededNumbers } from '../../lib/seeded-numbers.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

/** A step as it is told: of an article or of a branch. */
interface Told {
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

/** The rule: of the article's own discount and all steps that the quantity reaches, the greatest; rounded once, halves up. */
function expectedPrice({ id, listPrice, discount, place }: Article, told: readonly Told[], quantity: number): number {
  const fits = (step: Told): boolean =>
    step.active !== false &&
    step.units <= quantity &&
    (step.article !== undefined
      ? step.article === id
      : step.brand === place.brand &&
        (step.category === undefined || step.category === place.category) &&
        (step.subcategory === undefined || step.subcategory === place.subcategory))
  const percents = told.filter(fits).map(({ percent }) => percent)
  const greatest = Math.max(discount, ...percents)
  return Math.round((listPrice * (10_000 - greatest)) / 10_000 + 1e-9)
}

const QUANTITIES = [1, 2, 6, 11, 12, 23, 24, 47, 48, 96, 120, 480]

withDatabases('the price at each door', (database) => {
  let app: TestApp
  let buyer: TestCaller
  let seller: TestCaller
  let clientId: number
  const articles: Article[] = []
  const told: Told[] = []

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
    for (let at = 0; at < 60; at++) {
      const place = places[at % places.length]!
      const multiple = [1, 1, 6, 12, 24][at % 4]!
      const listPrice = 100 + Math.floor(random() * 90_000_00)
      const discount = [0, 0, 500, 1_250, 3_333][Math.floor(random() * 5)]!
      const made = await makeArticle(db, {
        code: `PX-${1000 + at}`,
        multiple,
        listPrice,
        discount,
        brand_id: place.brand,
        category_id: place.category,
        subcategory_id: place.subcategory,
      })
      articles.push({ ...made, multiple, listPrice, discount, place })
    }
    told.push(
      { brand: nandu, units: 24, percent: 700 },
      { brand: nandu, units: 96, percent: 1_200 },
      { brand: nandu, category: autos, units: 12, percent: 400 },
      { brand: nandu, category: autos, subcategory: trenes, units: 48, percent: 1_500 },
      { brand: sol, units: 1, percent: 900 },
      { brand: sol, category: juegos, units: 120, percent: 9_900 },
      { brand: sol, units: 2, percent: 5_000, active: false },
    )
    for (const { id } of articles.filter((_, at) => at % 3 === 0))
      for (const units of [12, 48, 480].filter(() => random() < 0.6))
        told.push({ article: id, units, percent: Math.floor(random() * 4_000) })
    await db.kysely
      .insertInto('price_step')
      .values(
        told.map(({ article, brand, category: of, subcategory, units, percent, active = true }, at) => ({
          id: at + 1,
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
    app = await openTestApp(db)
    const client = await makeClient(db)
    clientId = client.id
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    seller = await app.as(await makeUser(db, 'supervisor'))
  })
  afterAll(() => app.close())

  test('search, device, pasted text, cart, list of carts, order and its lines are of one mind', async () => {
    const device = productsOf((await buyer.call(deviceCatalogue, { query: { since: undefined } })).data)
    const onDevice = new Map(device.map((product) => [product.articleId, product]))
    let cells = 0
    for (const asked of QUANTITIES) {
      const wanted = articles.map((article) => {
        const quantity = roundToMultiple(asked, article.multiple)
        return { article, quantity, price: expectedPrice(article, told, quantity) }
      })
      const found = await buyer.call(reviewQuick, {
        body: { clientId: null, text: wanted.map(({ article, quantity }) => `${article.code} ${quantity}`).join('\n') },
      })
      const saved = await buyer.call(saveCartLines, {
        body: {
          clientId: null,
          lines: wanted.map(({ article, quantity }, row) => ({ row, articleId: article.id, quantity })),
        },
      })
      const cart = (await buyer.call(getCart)).data
      for (const [at, { article, quantity, price }] of wanted.entries()) {
        const row = (await buyer.call(findByCode, { query: { code: article.code } })).data[0]!
        const read = found.data.rows[at]!.articles[0]!
        const line = cart.find(({ articleId }) => articleId === article.id)!
        const doors = {
          search: priceAt(row, quantity),
          device: priceAt(onDevice.get(article.id)!, quantity),
          text: unitAt(read, quantity),
          saved: saved.data.lines[at]!.unitPrice,
          cart: priceAt(line, quantity),
          put: line.shownPrice,
        }
        expect({ code: article.code, quantity, ...doors }).toEqual({
          code: article.code,
          quantity,
          ...Object.fromEntries(Object.keys(doors).map((door) => [door, price])),
        })
        cells += Object.keys(doors).length
      }
      const total = wanted.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      expect(found.data.total).toBe(total)
      expect((await seller.call(listAllPendingCarts)).data.map((one) => one.total)).toEqual([total])
      const order = await buyer.call(createOrder, {
        query: { clientId, addressId: 0, note: '', condition: -1, shownTotal: total },
        body: {},
      })
      expect(order.status).toBe(200)
      const lines = (await buyer.call(getOrderLines, { params: { id: order.data.orderId } })).data
      const frozen = new Map(lines.map((line) => [line.articleId, line]))
      for (const { article, quantity, price } of wanted) {
        expect([article.code, quantity, frozen.get(article.id)!.unitPrice]).toEqual([article.code, quantity, price])
        cells += 1
      }
    }
    expect(cells).toBe(QUANTITIES.length * articles.length * 7)
  })

  test('a price by quantity says so in words, on the order as it was made', async () => {
    const article = articles.find(
      ({ discount, multiple, place }) => discount === 0 && multiple === 1 && place.brand !== null,
    )!
    await buyer.call(saveCartLines, {
      body: { clientId: null, lines: [{ row: 0, articleId: article.id, quantity: 480 }] },
    })
    const order = await buyer.call(createOrder, {
      query: { clientId, addressId: 0, note: '', condition: -1, shownTotal: undefined },
      body: {},
    })
    const [line] = (await buyer.call(getOrderLines, { params: { id: order.data.orderId } })).data
    expect(line?.priceReason).toMatch(/^−\d+(,\d+)? % desde \d+$/)
    expect(
      (await buyer.call(searchProducts, { query: { text: article.code, page: 0, order: 'default' } })).json[0],
    ).toMatchObject({ ESCALAS: expect.arrayContaining([expect.objectContaining({ UNIDADES: expect.any(Number) })]) })
  })
})
