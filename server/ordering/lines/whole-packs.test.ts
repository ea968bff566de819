/** Articles of a brand that is sold by whole bultos (R364), by every door that takes a quantity. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { searchProducts } from '../../../contract/catalogue.ts'
import { listNodes, renameBrand } from '../../../contract/category-manager.ts'
import { deviceCatalogue, productsOf } from '../../../contract/device-catalogue.ts'
import { createOrder, getOrderLines } from '../../../contract/orders.ts'
import { reviewQuick } from '../../../contract/quick-order.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

/** What the ERP tells of each article of the brand, and by how many units it is sold once the brand is by whole bultos. */
const articles = [
  { code: '00417', multiple: 1, unitsPerPack: 12, soldBy: 12 },
  { code: '0088', multiple: 6, unitsPerPack: 12, soldBy: 12 },
  { code: 'WP-410', multiple: 4, unitsPerPack: 10, soldBy: 10 },
  { code: 'WP-1812', multiple: 18, unitsPerPack: 12, soldBy: 24 },
  { code: 'WP-30', multiple: 3, unitsPerPack: 0, soldBy: 3 },
  { code: 'WP-11', multiple: 1, unitsPerPack: 1, soldBy: 1 },
]

withDatabases('whole bultos', (database) => {
  let app: TestApp
  let office: TestCaller
  let buyer: TestCaller
  let clientId: number
  let brand: { id: number }
  const idOf = new Map<string, number>()

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    office = await app.as(await makeUser(db, 'admin'))
    const client = await makeClient(db)
    clientId = client.id
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: client.id }))
    brand = await db.kysely
      .insertInto('brand')
      .values({ name: 'Por bulto', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { code, multiple, unitsPerPack } of articles)
      idOf.set(
        code,
        (
          await makeArticle(db, {
            code,
            multiple,
            units_per_pack: unitsPerPack,
            listPrice: 10_00,
            brand_id: brand.id,
          })
        ).id,
      )
    await makeArticle(db, { code: 'WP-99', multiple: 1, units_per_pack: 12, listPrice: 10_00 })
    await db.tx((t, publish) => raiseCatalogueVersion(t, publish))
    await app.catalogue.refresh()
  })
  afterAll(() => app.close())

  const setWhole = async (wholePacks: boolean) => {
    const answer = await office.call(renameBrand, { query: { id: brand.id, name: 'Por bulto', wholePacks } })
    await app.catalogue.refresh()
    return answer
  }
  const save = (quantity: number) =>
    buyer.call(saveCartLines, {
      body: {
        clientId: null,
        lines: articles.map(({ code }, row) => ({ row, articleId: idOf.get(code)!, quantity })),
      },
    })
  const quantities = async () => new Map((await buyer.call(getCart)).data.map((line) => [line.code, line.quantity]))
  const order = (shownTotal: number) =>
    buyer.call(createOrder, { query: { clientId, addressId: 0, note: '', condition: -1, shownTotal }, body: {} })

  test('each door rounds to whole bultos once the brand is so, and to the ERP’s multiple before and after', async () => {
    await save(1)
    expect([...(await quantities()).values()].sort((a, b) => a - b)).toEqual([1, 1, 3, 4, 6, 18])
    expect(await setWhole(true)).toMatchObject({ data: { wholePacks: true } })
    const soldBy = Object.fromEntries(articles.map((article) => [article.code, article.soldBy]))

    const found = await buyer.call(searchProducts, { query: { text: '', order: 'default', page: 0 } })
    const onDevice = productsOf((await buyer.call(deviceCatalogue, { query: { since: undefined } })).data)
    for (const rows of [found.data, onDevice]) {
      const shown = Object.fromEntries(rows.map(({ code, multiple }) => [code, multiple]))
      expect(shown).toMatchObject({ ...soldBy, 'WP-99': 1 })
    }
    const text = articles.map(({ code }) => `${code} 5`).join('\n')
    const review = await buyer.call(reviewQuick, { body: { clientId: null, text } })
    const least = (article: (typeof articles)[number]) => Math.max(1, Math.round(5 / article.soldBy)) * article.soldBy
    const rounded = Object.fromEntries(articles.map((article) => [article.code, least(article)]))
    const reviewed = review.data.rows.flatMap(({ articles: [article], quantity }) =>
      article ? [[article.code, quantity]] : [],
    )
    expect(Object.fromEntries(reviewed)).toEqual(rounded)
    await save(5)
    expect(Object.fromEntries(await quantities())).toEqual(rounded)
  })

  test('a line that stood before is not ordered as it was: what it becomes is shown first', async () => {
    await setWhole(false)
    await save(1)
    const before = (1 + 6 + 4 + 18 + 3 + 1) * 10_00
    await setWhole(true)
    const refused = await order(before)
    expect(refused.status).toBe(409)
    const now = articles.reduce((sum, { soldBy }) => sum + soldBy, 0) * 10_00
    const made = await order(now)
    expect(made.status).toBe(200)
    const lines = (await buyer.call(getOrderLines, { params: { id: made.data.orderId } })).data
    expect(Object.fromEntries(lines.map(({ code, quantity }) => [code, quantity]))).toEqual(
      Object.fromEntries(articles.map(({ code, soldBy }) => [code, soldBy])),
    )
  })

  test('the office sees it in the tree, in the audit, and again after a deletion is taken back', async () => {
    await setWhole(true)
    const marked = async () =>
      (await office.call(listNodes)).data.filter(({ wholePacks }) => wholePacks).map(({ name }) => name)
    expect(await marked()).toEqual(['Por bulto'])
    const renamed = await office.call(renameBrand, { query: { id: brand.id, name: 'Por bulto entero' } })
    expect(renamed.data).toMatchObject({ name: 'Por bulto entero', wholePacks: true })
    const api = '/api/pedidos/categorias'
    const { json } = await office.request('DELETE', `${api}/marca?id=${brand.id}`)
    expect(await marked()).toEqual([])
    expect((await office.request('POST', `${api}/borradas/${json.id}/restaurar`)).status).toBe(200)
    expect(await marked()).toEqual(['Por bulto entero'])
    const log = await database()
      .db.kysely.selectFrom('audit')
      .select('after')
      .where('entity', '=', 'brand')
      .where('action', '=', 'update')
      .execute()
    expect(log).toContainEqual({ after: expect.objectContaining({ whole_packs: true }) })
  })
})
