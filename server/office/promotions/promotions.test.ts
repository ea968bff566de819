/** Promotions as the office makes, reviews, changes and ends them (R358). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findExact } from '../../../contract/catalogue.ts'
import { priceOf } from '../../../contract/price.ts'
import { priceReason } from '../../../contract/price-words.ts'
import * as calls from '../../../contract/promotions.ts'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const DAY = 86_400_000
/** A day in Argentina, counted from today. */
const day = (days: number) => new Date(Date.now() - 3 * 3_600_000 + days * DAY).toISOString().slice(0, 10)

withDatabases('promotions', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  let listed: TestCaller
  let brandId: number
  let categoryId: number
  let otherBrand: number
  let clientId: number

  beforeAll(async () => {
    const { db } = database()
    const brand = async (name: string) =>
      (await db.kysely.insertInto('brand').values({ name, position: 1 }).returning('id').executeTakeFirstOrThrow()).id
    brandId = await brand('Tuki')
    otherBrand = await brand('Vacía')
    const category = { brand_id: brandId, name: 'Peluches', position: 1, parent_id: null }
    categoryId = (await db.kysely.insertInto('category').values(category).returning('id').executeTakeFirstOrThrow()).id
    const bear = await makeArticle(db, { code: 'OSO-1', listPrice: 100_00, brand_id: brandId, category_id: categoryId })
    await makeArticle(db, { code: 'PEL-2', listPrice: 50_00, discount: 2_000, brand_id: brandId })
    await db.kysely.insertInto('price_list').values({ id: 7, name: 'Interior' }).execute()
    await db.kysely
      .insertInto('list_price')
      .values({ id: '7', list_id: 7, article_id: bear.id, list_price: 80_00 })
      .execute()
    clientId = (await makeClient(db, { list_id: 7 })).id
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    buyer = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    listed = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
  })
  afterAll(() => app.close())

  const begun: calls.PromotionBody = {
    ...{
      name: 'Día del Niño',
      percent: 1_000,
      covers: 'articles',
      brandId: null,
      categoryId: null,
      subcategoryId: null,
    },
    ...{ articles: 'OSO-1', lists: null, begins: day(-1), ends: day(0) },
  }
  const shown = async (caller: TestCaller, code: string) => {
    await app.catalogue.refresh()
    const row = (await caller.call(findExact, { query: { code } })).data[0]!
    return [priceOf(row), priceReason(row, 1)]
  }
  const stored = async (id: number) => (await admin.call(calls.listPromotions)).data.find((one) => one.id === id)!

  test('one is made, runs at once, is changed, and ends when it is ended', async () => {
    const { id } = (await admin.call(calls.createPromotion, { body: begun })).data
    expect(await shown(buyer, 'OSO-1')).toEqual([90_00, 'Promoción Día del Niño'])
    expect(await shown(listed, 'OSO-1')).toEqual([72_00, 'Lista Interior, Promoción Día del Niño'])
    expect(await stored(id)).toMatchObject({ name: 'Día del Niño', articles: 1, lists: null, state: 'runs' })

    const form = (await admin.call(calls.getPromotion, { params: { id } })).data
    expect(form).toEqual({ ...begun, version: 1 })
    const byPrice = { ...begun, percent: null, articles: 'oso1;70,50\nPEL-2\t$ 45', lists: [7] }
    await admin.call(calls.changePromotion, { params: { id }, body: { ...byPrice, version: form.version } })
    expect(await shown(buyer, 'OSO-1')).toEqual([100_00, ''])
    expect(await shown(listed, 'OSO-1')).toEqual([70_50, 'Promoción Día del Niño'])
    // A promotion's price takes no discount: this one is dearer than before.
    expect(await shown(listed, 'PEL-2')).toEqual([45_00, 'Promoción Día del Niño'])
    const changed = (await admin.call(calls.getPromotion, { params: { id } })).data
    expect(changed).toMatchObject({ percent: null, articles: 'OSO-1\t70,50\nPEL-2\t45', lists: [7] })

    const stale = await admin.request('POST', `/api/promociones/${id}/terminar`, { version: 1 })
    expect(stale.status).toBe(409)
    await admin.call(calls.endPromotion, { params: { id }, body: { version: changed.version } })
    expect(await shown(listed, 'OSO-1')).toEqual([80_00, 'Lista Interior'])
    expect(await stored(id)).toMatchObject({ state: 'over', lists: ['Interior'] })
    const log = await database()
      .db.kysely.selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'promotion')
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update'])
    expect(log[2]).toMatchObject({ before: { articles: 'OSO-1' }, after: { articles: 'OSO-1\t70,50, PEL-2\t45' } })
  })

  test('whoever read a promotion before its articles changed is told so, and takes none of them out', async () => {
    const { id } = (await admin.call(calls.createPromotion, { body: { ...begun, articles: 'OSO-1' } })).data
    const read = (await admin.call(calls.getPromotion, { params: { id } })).data
    const more = { ...begun, articles: 'OSO-1\nPEL-2' }
    const first = await admin.call(calls.changePromotion, { params: { id }, body: { ...more, version: read.version } })
    expect(first.status).toBe(200)
    const stale = { ...begun, articles: 'OSO-1', name: 'Otro nombre', version: read.version }
    expect((await admin.call(calls.changePromotion, { params: { id }, body: stale })).status).toBe(409)
    expect((await admin.call(calls.getPromotion, { params: { id } })).data.articles).toBe('OSO-1\nPEL-2')
    await admin.call(calls.endPromotion, { params: { id }, body: { version: undefined } })
  })

  test('one that has not begun changes no price; ended, it never begins', async () => {
    const body = { ...begun, begins: `${day(1)}T09:30`, ends: day(2) }
    const { id } = (await admin.call(calls.createPromotion, { body })).data
    const made = await stored(id)
    expect(made).toMatchObject({ state: 'ahead', begins: `${day(1)}T12:30:00.000Z` })
    // The end is the end of its day.
    expect(made.ends).toBe(`${day(3)}T03:00:00.000Z`)
    expect((await admin.call(calls.getPromotion, { params: { id } })).data).toMatchObject(body)
    expect(await shown(buyer, 'OSO-1')).toEqual([100_00, ''])
    await admin.call(calls.endPromotion, { params: { id }, body: { version: undefined } })
    const over = await stored(id)
    expect(over).toMatchObject({ state: 'over', begins: over.ends })
  })

  const { promotionTexts } = calls
  test.each<[string, string, Record<string, unknown>, string]>([
    ['unknown codes', 'articulos', { articulos: 'OSO-1\nNADA\nNI-ESTO' }, 'No existen: NADA, NI-ESTO'],
    ['no article', 'articulos', { articulos: ' \n ' }, promotionTexts.articles],
    [
      'a price of 0',
      'articulos',
      { porcentaje: null, articulos: 'OSO-1 0' },
      'Línea 1, OSO-1 0: el precio debe ser mayor que 0',
    ],
    [
      'no price',
      'articulos',
      { porcentaje: null, articulos: 'OSO-1' },
      'Línea 1, OSO-1: debe tener un código y un precio',
    ],
    ['two prices', 'articulos', { porcentaje: null, articulos: 'OSO-1 10\noso1 11' }, 'oso1 está con dos precios'],
    ['an end before the beginning', 'hasta', { desde: day(3), hasta: day(2) }, promotionTexts.endsBefore],
    ['an end that has passed', 'hasta', { desde: day(-3), hasta: day(-2) }, promotionTexts.endsInThePast],
    ['no day', 'desde', { desde: '2026-02-30' }, promotionTexts.begins],
    ['more than 90 %', 'porcentaje', { porcentaje: 90.01 }, promotionTexts.percent],
    ['less than 1 %', 'porcentaje', { porcentaje: 0.99 }, promotionTexts.percent],
    ['no list', 'listas', { listas: [] }, promotionTexts.lists],
    ['a list that there is not', 'listas', { listas: [8] }, promotionTexts.noSuchList],
    ['no name', 'nombre', { nombre: '  ' }, promotionTexts.name],
    ['a price of a brand', 'alcance', { porcentaje: null, alcance: 'marca', marca: 1 }, promotionTexts.priceOfBranch],
    ['no brand', 'marca', { alcance: 'marca' }, promotionTexts.brand],
    [
      'a category of nothing',
      'categoria',
      { alcance: 'categoria', marca: 1, categoria: 999 },
      promotionTexts.noSuchBranch,
    ],
  ])('is refused with %s, and nothing is stored', async (_, field, wrong, message) => {
    const { kysely } = database().db
    const count = () =>
      kysely
        .selectFrom('promotion')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    const before = await count()
    for (const path of ['', '/revisar']) {
      const body = { ...z.encode(calls.createPromotion.body, begun), idcli: NO_CLIENT, ...wrong }
      const { status, json } = await admin.request('POST', `/api/promociones${path}`, body)
      expect(status).toBe(400)
      expect(json).toMatchObject({ details: [{ field, message }] })
    }
    expect(await count()).toEqual(before)
  })

  test('a review says what a client would pay, and stores nothing', async () => {
    const review = async (more: Partial<calls.PromotionBody>, client = NO_CLIENT) =>
      (await admin.call(calls.reviewPromotion, { body: { ...begun, ...more, clientId: client, id: undefined } })).data
    const branch = { covers: 'brand', brandId } as const
    expect(await review(branch)).toMatchObject({ articles: 2, cheaper: 1, dearer: 0, same: 1 })
    const [first] = (await review(branch, clientId)).examples
    expect(first).toMatchObject({ code: 'OSO-1', before: 80_00, after: 72_00 })
    expect(first?.reason).toBe('Lista Interior, Promoción Día del Niño')
    expect((await review({ covers: 'category', brandId, categoryId })).articles).toBe(1)
    const byPrice = await review({ percent: null, articles: 'PEL-2 45\nOSO-1 60' })
    expect(byPrice).toMatchObject({ articles: 2, cheaper: 1, dearer: 1 })
    // Those that get dearer first.
    expect(byPrice.examples.map(({ code, before, after }) => [code, before, after])).toEqual([
      ['PEL-2', 40_00, 45_00],
      ['OSO-1', 100_00, 60_00],
    ])
    expect(await review({ lists: [7] })).toMatchObject({ cheaper: 0, same: 1 })
    const body = {
      ...z.encode(calls.createPromotion.body, begun),
      idcli: NO_CLIENT,
      alcance: 'marca',
      marca: otherBrand,
    }
    const empty = await admin.request('POST', '/api/promociones/revisar', body)
    expect(empty.json).toMatchObject({ details: [{ field: 'marca', message: promotionTexts.noArticles }] })
    expect(await shown(buyer, 'OSO-1')).toEqual([100_00, ''])
  })

  test('of a branch that was deleted it is of nothing', async () => {
    const body: calls.PromotionBody = {
      ...begun,
      covers: 'category',
      brandId,
      categoryId,
      subcategoryId: null,
      articles: '',
    }
    const { id } = (await admin.call(calls.createPromotion, { body })).data
    expect(await shown(buyer, 'OSO-1')).toEqual([90_00, 'Promoción Día del Niño'])
    expect(await stored(id)).toMatchObject({ brand: 'Tuki', category: 'Peluches' })
    const gone = await admin.request('DELETE', `/api/pedidos/categorias?id=${categoryId}`)
    expect(gone.status).toBe(200)
    expect(await shown(buyer, 'OSO-1')).toEqual([100_00, ''])
  })
})
