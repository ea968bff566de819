import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchProducts } from '../../../contract/catalogue.ts'
import { createListing, getManagedProduct, type ListingForm, updateListing } from '../../../contract/product-manager.ts'
import { makeArticle, makeUser, nextNumber } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('saving what the shop says of an article', (database) => {
  let app: TestApp
  let admin: TestCaller
  let adminId: number
  let supervisor: TestCaller
  let brandId: number
  let otherBrand: number
  let categoryId: number
  let otherCategory: number
  let subcategoryId: number

  beforeAll(async () => {
    const { db } = database()
    const brand = async () =>
      (
        await db.kysely
          .insertInto('brand')
          .values({ name: `Marca ${nextNumber()}`, position: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const category = async (brand_id: number, parent_id: number | null = null) =>
      (
        await db.kysely
          .insertInto('category')
          .values({ name: `Categoría ${nextNumber()}`, position: 1, brand_id, parent_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    brandId = await brand()
    otherBrand = await brand()
    categoryId = await category(brandId)
    otherCategory = await category(otherBrand)
    subcategoryId = await category(brandId, categoryId)
    app = await openTestApp(db)
    const made = await makeUser(db, 'admin', { first_name: 'Rita', last_name: 'Paz' })
    adminId = made.id
    admin = await app.as(made)
    supervisor = await app.as(await makeUser(db, 'supervisor'))
  })
  afterAll(() => app.close())

  const form = (given: Partial<ListingForm> = {}): ListingForm => ({
    brandId,
    categoryId,
    subcategoryId,
    position: 4,
    discount: 1250,
    hint: 'De a pares',
    promo: true,
    future: false,
    active: true,
    ...given,
  })
  const unlisted = async () => {
    const { id } = await makeArticle(database().db)
    await database().db.kysely.deleteFrom('listing').where('article_id', '=', id).execute()
    return id
  }
  const listed = async () => {
    const articleId = await unlisted()
    const { data: id } = await admin.call(createListing, { body: { articleId, ...form() } })
    return { articleId, id }
  }
  const record = async (articleId: number) => (await admin.call(getManagedProduct, { params: { articleId } })).data
  const put = (id: number, given: Partial<ListingForm>, who = admin) =>
    who.call(updateListing, { params: { id }, body: form(given) })
  const auditOf = (articleId: number) =>
    database()
      .db.kysely.selectFrom('audit')
      .select(['user_id', 'action', 'before', 'after'])
      .where('entity', '=', 'product')
      .where('entity_id', '=', String(articleId))
      .orderBy('id')
      .execute()

  test('the first edit lists an article and answers its new id; customers see it (R204)', async () => {
    const articleId = await unlisted()
    const { code, listingId, version } = await record(articleId)
    expect([listingId, version]).toEqual([null, 0])
    const { json: id } = await supervisor.request('POST', '/api/pedidos/productos/item', {
      IDART_IO: articleId,
      ORDEN_IO: 3,
      IDMARCA_IO: brandId,
      IDCATEGORIA_IO: categoryId,
      IDSUBCATEGORIA_IO: 0,
      INDICACION_IO: '',
      DESCUENTO_IO: 0.01,
      OFERTA_IO: 1,
      DESTACADO_IO: 0,
      ACTIVO_IO: true,
    })
    expect(await record(articleId)).toMatchObject({
      listingId: id,
      position: 3,
      brandId,
      categoryId,
      subcategoryId: null,
      discount: 1,
      promo: true,
      future: false,
      active: true,
      version: 1,
    })
    await app.upToDate()
    const query = { text: code, order: 'default', page: 0 } as const
    expect((await supervisor.call(searchProducts, { query })).data.map((row) => row.articleId)).toEqual([articleId])
    const [entry] = await auditOf(articleId)
    expect(entry).toMatchObject({ action: 'create', before: null, after: { discount: 1, promo: true } })
  })

  test('without a position it comes behind the last of its place', async () => {
    const place = { brandId: otherBrand, categoryId: otherCategory, subcategoryId: null }
    const positions = []
    for (const position of [7, null]) {
      const articleId = await unlisted()
      await admin.call(createListing, { body: { articleId, ...form(place), position } })
      positions.push((await record(articleId)).position)
    }
    expect(positions).toEqual([7, 8])
  })

  test('a change is stored, audited from what to what, and shown in the shop; no change is none', async () => {
    const { articleId, id } = await listed()
    expect((await put(id, { discount: 500, active: false }, supervisor)).data).toBe(true)
    expect(await record(articleId)).toMatchObject({ discount: 500, active: false, version: 2 })
    await put(id, { discount: 500, active: false })
    const entries = await auditOf(articleId)
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update'])
    expect(entries[1]).toMatchObject({
      before: { discount: 1250, active: true },
      after: { discount: 500, active: false },
    })
    await app.upToDate()
    const { code } = await record(articleId)
    const query = { text: code, order: 'default', page: 0 } as const
    expect((await admin.call(searchProducts, { query })).data).toEqual([])
  })

  test('a category stands in its brand and a subcategory in its category; each is refused by its field', async () => {
    const { id, articleId } = await listed()
    const refused = async (given: Partial<ListingForm>) => {
      const { status, json } = await put(id, given)
      return [status, json.details?.[0]?.field]
    }
    expect(await refused({ brandId: 999_999 })).toEqual([400, 'IDMARCA_IO'])
    expect(await refused({ categoryId: otherCategory })).toEqual([400, 'IDCATEGORIA_IO'])
    expect(await refused({ categoryId: subcategoryId })).toEqual([400, 'IDCATEGORIA_IO'])
    expect(await refused({ brandId: null })).toEqual([400, 'IDCATEGORIA_IO'])
    expect(await refused({ categoryId: null })).toEqual([400, 'IDSUBCATEGORIA_IO'])
    expect(await refused({ subcategoryId: categoryId })).toEqual([400, 'IDSUBCATEGORIA_IO'])
    expect(await record(articleId)).toMatchObject({ brandId, categoryId, subcategoryId, version: 1 })
  })

  test('discount 0 to 100 in steps of 0.01, order from 0, flags: by field (R205)', async () => {
    const { id } = await listed()
    const body = {
      ORDEN_IO: 0,
      IDMARCA_IO: 0,
      IDCATEGORIA_IO: 99,
      IDSUBCATEGORIA_IO: null,
      INDICACION_IO: '',
      DESCUENTO_IO: 100,
      OFERTA_IO: 0,
      DESTACADO_IO: 0,
      ACTIVO_IO: 1,
    }
    const send = async (given: object) => {
      const { status, json } = await admin.request('PUT', `/api/productos/item/${id}`, { ...body, ...given })
      return status === 200 ? 200 : json.details.map(({ field }: { field: string }) => field)
    }
    expect(await send({})).toBe(200)
    expect(await send({ DESCUENTO_IO: 33.33 })).toBe(200)
    for (const wrong of [-0.01, 100.01, 5.555, '5', null]) {
      expect(await send({ DESCUENTO_IO: wrong })).toEqual(['DESCUENTO_IO'])
    }
    for (const wrong of [-1, 1.5, null, 'x']) expect(await send({ ORDEN_IO: wrong })).toEqual(['ORDEN_IO'])
    expect(await send({ ACTIVO_IO: 'si', OFERTA_IO: 2 })).toEqual(['OFERTA_IO', 'ACTIVO_IO'])
    expect(await send({ IDMARCA_IO: undefined })).toEqual(['IDMARCA_IO'])
  })

  test('two people on one article: the second is told who changed it; without a version it is written (R41)', async () => {
    const { id, articleId } = await listed()
    const [one, other] = await Promise.all([
      put(id, { discount: 100, version: 1 }),
      put(id, { discount: 200, version: 1 }),
    ])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    const refused = [one, other].find(({ status }) => status === 409)
    expect(refused?.json.details[0]).toMatchObject({ usuario: 'Rita Paz', version: 2 })
    expect((await put(id, { discount: 300 })).status).toBe(200)
    expect((await record(articleId)).discount).toBe(300)
    expect((await auditOf(articleId)).every(({ user_id }) => user_id === adminId)).toBe(true)
  })

  test('two people who list one article: one listing, and the second is told', async () => {
    const articleId = await unlisted()
    const body = { articleId, ...form() }
    const answers = await Promise.all([admin, supervisor].map((who) => who.call(createListing, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.json.details[0]).toMatchObject({ version: 1 })
  })

  test('what is not there is a 404', async () => {
    expect((await put(999_999, {})).status).toBe(404)
    const missing = { params: { articleId: 999_999 } }
    expect((await admin.call(getManagedProduct, missing)).status).toBe(404)
    const body = { articleId: 999_999, ...form() }
    expect((await admin.call(createListing, { body })).status).toBe(404)
  })
})
