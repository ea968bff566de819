/** The device answers what the server answers: 500 generated searches (10,000 in a release), and the tree's counts, asked of both. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateQueries } from '../../../../bench/generate-queries.ts'
import { type CatalogueQuery, categoryTree, searchProducts, suggestTexts } from '../../../../contract/catalogue.ts'
import { type DeviceAnswer, deviceCatalogue } from '../../../../contract/device-catalogue.ts'
import { filterOptions } from '../../../../contract/filter-options.ts'
import { takenArticles } from '../../../../contract/usual-order.ts'
import { type Beside, dayInArgentina } from '../../../../engine/buyer-filters.ts'
import { countedRows } from '../../../../engine/tree.ts'
import { raiseCatalogueVersion } from '../../../../server/db/catalogue-version.ts'
import { makeUser } from '../../../../server/test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../../../server/test/test-app.ts'
import { withDatabases } from '../../../../server/test/test-database.ts'
import { fillCatalogue, shopCatalogue } from '../../../../testkit/fill-shop.ts'
import { type KeptCatalogue, openCatalogue, takeAnswer } from './searchable.ts'

const items = shopCatalogue(3_000)
const ASKED = process.env.TEST_CASES === 'all' ? 10_000 : 500
const code = items[7]?.code ?? ''
// What the generator does not ask: pages past the end, what is near a code, a list of codes, what has no place.
const edges: Partial<CatalogueQuery>[] = [
  {},
  { page: 119 },
  { page: 500 },
  { text: '   ' },
  { text: '¡!' },
  { text: code },
  { text: code, similar: true },
  { text: `${code}x` },
  { text: `${code}x`, similar: true },
  { text: `${code}, ${items[8]?.code}; NOHAY-77` },
  { text: 'NOHAY-77' },
  { text: 'ñandú ÁÉÍ' },
  { text: 'a' },
  { brandId: 0 },
  { brandId: 0, order: 'priceAsc' },
  { categoryId: 99 },
  { categoryId: 99, order: 'priceDesc', minPrice: 1 },
  { minPrice: 100_00, maxPrice: 90_00 },
  { order: 'priceDesc', page: 119 },
  { text: 'auto', minPrice: 0, maxPrice: 0 },
]
/** Plurals, and numbers glued to what follows them or apart, as the articles do not write them (R318). */
const respelt = items
  .flatMap(({ description }) => [
    ...(description.match(/[\p{L}]{3,}/gu) ?? []).flatMap((word) => [
      `${word}s`,
      `${word}es`,
      word.replace(/z$/, 'ces'),
    ]),
    ...(description.match(/[0-9]+ \p{L}+/gu) ?? []).map((measure) => measure.replace(' ', '')),
    ...(description.match(/[0-9]+\p{L}+/gu) ?? []).map((measure) => measure.replace(/(?<=[0-9])(?=\p{L})/gu, ' ')),
  ])
  .filter((text, at, all) => all.indexOf(text) === at)
  .slice(0, ASKED / 10)
  .map((text) => ({ text }))
/** What a buyer narrows by (R365): of every third search, one or several. */
const narrowings: Partial<CatalogueQuery>[] = [
  { isCheaper: true },
  { inStock: true, taken: false },
  { isNew: true },
  { minPack: 10_000_00, maxPack: 100_000_00 },
  { taken: true },
  { age: 36 },
  { licence: 'dinoamigos', gender: 'Unisex' },
  { isNew: true, isCheaper: true, inStock: true, taken: false, maxPack: 500_000_00 },
]
const asked: CatalogueQuery[] = [
  ...generateQueries(items, { count: ASKED - edges.length - respelt.length }).map((query, nth) =>
    nth % 3 === 0 ? { ...query, ...narrowings[(nth / 3) % narrowings.length] } : query,
  ),
  ...[...respelt, ...edges].map((edge) => ({ text: '', order: 'default' as const, page: 0, ...edge })),
]

/** The searches that the tree counts: those with a text or a price; of the last 500. */
const narrowed = asked
  .slice(-500)
  .filter(({ text, minPrice, maxPrice }) => text.trim() !== '' || minPrice !== undefined || maxPrice !== undefined)

withDatabases('catalogue on the device', (database) => {
  let app: TestApp
  let buyer: TestCaller
  /** What the page and its worker add to what they ask the device. */
  let beside: Beside
  beforeAll(async () => {
    const { db } = database()
    await fillCatalogue(db, items, { withMedia: true })
    // Values that generated articles lack.
    await db.kysely
      .updateTable('article')
      .set({
        ...{ ean: '7791234500007', weight: 350, stock: 12, arrives_on: '2026-12-01' },
        ...{ age_from: 24, age_to: 60, licence: 'Dinoamigos', gender: 'Unisex' },
      })
      .where('id', '<', 200)
      .execute()
    await db.kysely
      .updateTable('listing')
      .set({ created_at: sql<string>`now() - interval '40 days'` })
      .where('article_id', '>', 1_500)
      .execute()
    app = await openTestApp(db)
    const user = await makeUser(db)
    buyer = await app.as(user)
    await sql`with made as (
      insert into sales_order (user_id, client_id, business_name, address_id, address, sale_condition, channel, created_by, line_count, total)
      values (${user.id}, -1, 'x', 0, 'x', 1, 'web', ${user.id}, 1, 0) returning id
    ) insert into sales_order_line
      (order_id, article_id, code, description, list_price, discount, unit_price, multiple, quantity, created_by, channel)
      select made.id, article.id, code, 'x', 1, 0, 1, 1, 1, ${user.id}, 'web' from made, article where article.id % 7 = 0`.execute(
      db.kysely,
    )
    const taken = (await buyer.call(takenArticles)).data
    beside = { takenIds: new Set(taken.map(({ articleId }) => articleId)), today: dayInArgentina() }
  })
  afterAll(() => app.close())

  const take = async (since?: number): Promise<DeviceAnswer> =>
    (await buyer.call(deviceCatalogue, { query: { since } })).data

  /**
   * Every search gets the same rows with the same texts in the same order, and the same totals in the first row. Of the
   * pictures the device knows only the first, which cards show.
   */
  const expectSameAnswers = async (kept: KeptCatalogue, some: readonly CatalogueQuery[]) => {
    const device = openCatalogue(kept)(undefined)
    for (const query of some) {
      const { data } = await buyer.call(searchProducts, { query })
      const rows = data.map((row) => ({ ...row, media2: null, media3: null, media4: null, media5: null }))
      expect({ query, rows: device.search({ ...query, ...beside }) }).toEqual({ query, rows })
    }
  }

  /** The tree counts the same places for a search, in the same order and by the same names. */
  const expectSameCounts = async (kept: KeptCatalogue, some: readonly CatalogueQuery[]) => {
    const device = openCatalogue(kept)(undefined)
    const whole = (await buyer.call(categoryTree)).data
    for (const {
      page: _,
      order: _order,
      brandId: _brand,
      categoryId: _category,
      subcategoryId: _sub,
      ...query
    } of some) {
      const { data } = await buyer.call(categoryTree, { query })
      const counted = countedRows(whole, device.placesOf({ ...query, ...beside, order: 'default' }))
      expect({ query, counted }).toEqual({ query, counted: data })
    }
  }

  test(`${ASKED} searches get the same articles, totals, order and texts as from the server`, async () => {
    expect(asked).toHaveLength(ASKED)
    await expectSameAnswers(takeAnswer(undefined, await take()), asked)
  }, 900_000)

  test('the tree counts the same for every search that the server counts', async () => {
    expect(narrowed.length).toBeGreaterThan(300)
    await expectSameCounts(takeAnswer(undefined, await take()), narrowed)
  })

  test('what a search may be narrowed by further is the same, with the same counts (R365)', async () => {
    const device = openCatalogue(takeAnswer(undefined, await take()))(undefined)
    let offered = 0
    expect(beside.takenIds?.size).toBeGreaterThan(400)
    for (const { page: _, order: _order, ...query } of asked.slice(0, 150)) {
      const { data } = await buyer.call(filterOptions, { query })
      offered += data.length
      expect({ query, options: device.optionsOf({ ...query, ...beside, order: 'default' }) }).toEqual({
        query,
        options: data,
      })
    }
    expect(offered).toBeGreaterThan(300)
  })

  test('a text that finds nothing may have been meant as the same texts on both', async () => {
    const device = openCatalogue(takeAnswer(undefined, await take()))(undefined)
    let offered = 0
    for (const { text: asWritten } of narrowed.slice(0, 120)) {
      const text = `${asWritten.slice(1)}s`.replaceAll('b', 'v')
      const { data } = await buyer.call(suggestTexts, { query: { text } })
      offered += data.length
      expect({ text, offered: device.suggest({ text, order: 'default' }) }).toEqual({ text, offered: data })
    }
    expect(offered).toBeGreaterThan(20)
  })

  test('after changes the device has what a new one is given, and answers as the server does', async () => {
    const before = takeAnswer(undefined, await take())
    const { db } = database()
    await db.tx(async (t, publish) => {
      await t.updateTable('price').set({ list_price: 123_45 }).where('article_id', '<', 20).execute()
      await t.updateTable('article').set({ active: false }).where('id', 'in', [30, 31]).execute()
      await t.updateTable('article').set({ description: 'Nombre nuevo del muñeco' }).where('id', '=', 40).execute()
      await t.updateTable('brand').set({ name: 'Marca Renombrada', position: 77 }).where('id', '=', 2).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    const changes = await take(before.version)
    expect(changes.removed).toEqual([30, 31])
    expect(changes.columns.articleId).toEqual([...Array.from({ length: 19 }, (_, i) => i + 1), 40])
    const after = takeAnswer(before, changes)
    await expectSameAnswers(after, [
      ...asked.slice(0, 60),
      { text: 'marca renombrada muñeco', order: 'default', page: 0 },
    ])

    await expectSameCounts(after, [{ text: 'renombrada', order: 'default', page: 0 }, ...narrowed.slice(0, 20)])

    // Another instance begins here: it knows no changes and gives all there is.
    const other = await openTestApp(db)
    try {
      const caller = await other.as(await makeUser(db))
      const whole = (await caller.call(deviceCatalogue, { query: { since: before.version } })).data
      expect(whole.since).toBeUndefined()
      const byId = (kept: KeptCatalogue) => ({
        ...kept,
        products: [...kept.products].sort((a, b) => a.articleId - b.articleId),
      })
      expect(byId(after)).toEqual(byId(takeAnswer(undefined, whole)))
    } finally {
      await other.close()
    }
  })

  test('an article that comes back is there again', async () => {
    const before = takeAnswer(undefined, await take())
    const now = takeAnswer(before, await take(before.version))
    const { db } = database()
    const set = async (active: boolean) => {
      await db.tx(async (t, publish) => {
        await t.updateTable('article').set({ active }).where('id', '=', 50).execute()
        await raiseCatalogueVersion(t, publish)
      })
      await app.upToDate()
    }
    await set(false)
    const without = takeAnswer(now, await take(now.version))
    expect(without.products.some(({ articleId }) => articleId === 50)).toBe(false)
    await set(true)
    const again = takeAnswer(without, await take(without.version))
    expect(again.products.some(({ articleId }) => articleId === 50)).toBe(true)
    // A device that missed both changes is told of the article once, as it is now.
    const late = await take(now.version)
    expect([late.columns.articleId, late.removed]).toEqual([[50], []])
  })
})
