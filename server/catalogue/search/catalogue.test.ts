import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  categoryTree,
  findByCode,
  findByPrice,
  findExact,
  listBrands,
  listByPrice,
  listProducts,
  searchProducts,
  suggestTexts,
} from '../../../contract/catalogue.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const all = { text: '', order: 'default' as const, page: 0 }

withDatabases('catalogue', (database) => {
  let app: TestApp
  let buyer: TestCaller
  let ids: { rayuela: number; tambor: number; dolls: number; babies: number }

  beforeAll(async () => {
    const { db } = database()
    const made = async (table: 'brand' | 'category', values: Record<string, unknown>) =>
      (
        await db.kysely
          .insertInto(table)
          .values(values as never)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const tambor = await made('brand', { name: 'Tambor', position: 2 })
    const rayuela = await made('brand', { name: 'Rayuela', position: 1 })
    const dolls = await made('category', { brand_id: rayuela, name: 'Muñecas', position: 1 })
    const babies = await made('category', {
      brand_id: rayuela,
      parent_id: dolls,
      name: 'Bebotes',
      position: 1,
    })
    ids = { rayuela, tambor, dolls, babies }
    const place = { brand_id: rayuela, category_id: dolls }
    await makeArticle(db, {
      ...place,
      code: '00012',
      description: 'Muñeca Ágata',
      listPrice: 100_00,
      discount: 1000,
      position: 2,
    })
    await makeArticle(db, {
      ...place,
      subcategory_id: babies,
      code: 'SI-9',
      description: 'Bebote llorón',
      listPrice: 95_00,
      position: 1,
    })
    await makeArticle(db, {
      brand_id: tambor,
      code: 'T1',
      description: 'Tambor de hojalata',
      listPrice: 0,
      position: 1,
    })
    await makeArticle(db, { code: 'SUELTO', description: 'Sin marca', listPrice: 10_00 })
    await makeArticle(db, { brand_id: tambor, code: 'BAJA', active: false })
    await makeArticle(db, { brand_id: tambor, code: 'OCULTO', listed: false })
    app = await openTestApp(db)
    buyer = await app.as(await makeUser(db))
  })
  afterAll(() => app.close())

  const codes = async (query: object) =>
    (await buyer.call(searchProducts, { query: { ...all, ...query } })).data.map(({ code }) => code)

  test('the default order is brand, category, subcategory, position; the first row carries the total', async () => {
    const { data, json } = await buyer.call(searchProducts, { query: all })
    // A category's own articles stand behind those of its subcategories.
    expect(data.map(({ code }) => code)).toEqual(['SI-9', '00012', 'T1', 'SUELTO'])
    expect(json[0].cantPaginas).toBe(4)
    expect(json[1].cantPaginas).toBeUndefined()
  })

  test('rows carry the legacy fields', async () => {
    const { json } = await buyer.call(findExact, { query: { code: '00012' } })
    expect(json).toHaveLength(1)
    expect(json[0]).toMatchObject({
      CODIGO_ART: '00012',
      PRECIO_LPI: 100,
      DESCUENTO_IO: 10,
      IDMARCA_IO: ids.rayuela,
      IDCATEGORIA_IO: ids.dolls,
      IDSUBCATEGORIA_IO: null,
      multiplo: 1,
      FOTO1_IO: null,
      imagen1: null,
      cantPaginas: 1,
    })
  })

  test('accents, case, a typing error and part of a code', async () => {
    expect(await codes({ text: 'agata MUNECA' })).toEqual(['00012'])
    expect(await codes({ text: 'lloorn' })).toEqual(['SI-9'])
    expect(await codes({ text: 'si9' })).toEqual(['SI-9'])
    expect((await buyer.call(findByCode, { query: { code: '0001' } })).data.map(({ code }) => code)).toEqual(['00012'])
  })

  test('a code answers its article alone; one that nothing has is told with what is near (R32)', async () => {
    const get = async (query: string) =>
      (await buyer.request('GET', `/api/pedidos/productos/filtros?index=0&${query}`)).json
    expect(await get('n=si-9')).toMatchObject([{ CODIGO_ART: 'SI-9', cantPaginas: 1, hallado: 'codigo' }])
    expect(await get('n=si-9&parecidos=1')).toEqual([expect.not.objectContaining({ hallado: expect.anything() })])
    const near = await get('n=0001')
    expect(near).toMatchObject([
      { CODIGO_ART: '00012', hallado: 'parecidos', codigosInexistentes: '0001', cantPaginas: 1 },
    ])
    const two = await get('n=si-9%2000012%20T99')
    expect(two.map((row: { CODIGO_ART: string }) => row.CODIGO_ART)).toEqual(['SI-9', '00012'])
    expect(two[0]).toMatchObject({ hallado: 'codigo', codigosInexistentes: 'T99', cantPaginas: 2 })
    // Only the first row has the field, and a search by words has it nowhere.
    expect(two[1]).not.toHaveProperty('hallado')
    expect((await get('n=tambor'))[0]).not.toHaveProperty('hallado')
  })

  test('prices are those the customer pays; without a price comes last and in no range', async () => {
    expect(await codes({ order: 'priceAsc' })).toEqual(['SUELTO', '00012', 'SI-9', 'T1'])
    expect(await codes({ order: 'priceDesc' })).toEqual(['SI-9', '00012', 'SUELTO', 'T1'])
    expect(await codes({ minPrice: 0, maxPrice: 90_00 })).toEqual(['00012', 'SUELTO'])
    expect(
      (await buyer.call(findByPrice, { query: { page: 0, minPrice: 91_00, maxPrice: undefined } })).data,
    ).toHaveLength(1)
    const byPrice = await buyer.call(listByPrice, { query: { page: 0, order: 'priceDesc' } })
    expect(byPrice.data[0]!.code).toBe('SI-9')
  })

  test('brand 0 is unassigned, category 99 without category; empty parameters are none', async () => {
    expect(await codes({ brandId: 0 })).toEqual(['SUELTO'])
    expect(await codes({ categoryId: 99, brandId: ids.tambor })).toEqual(['T1'])
    expect(await codes({ subcategoryId: ids.babies })).toEqual(['SI-9'])
    const older = await buyer.request('GET', '/api/productos/filtros?index=0&n=&m=&c=null&s=undefined&p=pd&min=&max=')
    expect(older.json).toHaveLength(4)
  })

  test('a page behind the last is empty, and a page that is no number is refused', async () => {
    expect((await buyer.call(listProducts, { query: { page: 7 } })).data).toEqual([])
    expect((await buyer.request('GET', '/api/productos/filtros?index=-1')).status).toBe(400)
  })

  test('the tree counts what stands in each place, brands in their order', async () => {
    const { data } = await buyer.call(categoryTree)
    expect(data.map(({ brand, category, subcategory, count }) => [brand, category, subcategory, count])).toEqual([
      ['Rayuela', null, null, 0],
      ['Rayuela', 'Muñecas', null, 1],
      ['Rayuela', 'Muñecas', 'Bebotes', 1],
      ['Tambor', null, null, 1],
    ])
    expect((await buyer.call(listBrands)).json).toEqual([
      { IDMarca: ids.rayuela, Nombre: 'Rayuela' },
      { IDMarca: ids.tambor, Nombre: 'Tambor' },
    ])
  })

  test('the tree of a search has the places with articles of it, as many as a search there finds (R221)', async () => {
    const places = async (query: QueryOf<typeof categoryTree>) =>
      (await buyer.call(categoryTree, { query })).data.map((row) => [
        row.brand,
        row.category,
        row.subcategory,
        row.count,
      ])
    expect(await places({ text: 'muneca' })).toEqual([
      ['Rayuela', 'Muñecas', null, 1],
      ['Rayuela', 'Muñecas', 'Bebotes', 1],
    ])
    expect(await codes({ text: 'muneca', brandId: ids.rayuela, categoryId: ids.dolls })).toHaveLength(2)
    expect(await places({ text: 'muneca', minPrice: 91_00 })).toEqual([['Rayuela', 'Muñecas', 'Bebotes', 1]])
    expect(await places({ maxPrice: 90_00 })).toEqual([['Rayuela', 'Muñecas', null, 1]])
    expect(await places({ text: '00012' })).toEqual([['Rayuela', 'Muñecas', null, 1]])
    expect(await places({ text: 'zzzzzz' })).toEqual([])
    expect(await places({ text: ' ' })).toEqual(await places({}))
  })

  test('what found nothing is told what it may have been meant as, and each of that finds articles (R245)', async () => {
    const found = async (text: string) => (await buyer.call(searchProducts, { query: { ...all, text } })).data
    const meant = async (query: QueryOf<typeof suggestTexts>) => (await buyer.call(suggestTexts, { query })).data
    expect(await found('munieka ágata')).toEqual([])
    const [first] = await meant({ text: 'munieka ágata' })
    expect(first).toEqual({ text: 'muñeca ágata', total: (await found('muñeca ágata')).length })
    expect(await meant({ text: 'munieka ágata', brandId: ids.tambor })).toEqual([])
    expect(await meant({ text: '' })).toEqual([])

    const [nearby] = await found('muneka')
    expect(nearby?.approximate).toBe(true)
    expect((await found('muneca'))[0]?.approximate).toBeUndefined()
  })

  test('the names of brand, category and subcategory find their articles (R221)', async () => {
    expect(await codes({ text: 'rayuela muñecas' })).toEqual(['SI-9', '00012'])
    expect(await codes({ text: 'rayuela agata' })).toEqual(['00012'])
    const { db } = database()
    await db.tx(async (t, publish) => {
      await t.updateTable('brand').set({ name: 'Redoblante' }).where('id', '=', ids.tambor!).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    expect(await codes({ text: 'redoblante' })).toEqual(['T1'])
  })

  test('an unchanged answer is a 304, a changed catalogue a new answer; compressed it carries the same rows', async () => {
    const { db } = database()
    const url = '/api/productos/filtros?index=0&n=nuevo'
    const get = (headers: Record<string, string> = {}) =>
      app.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}`, ...headers } })
    const first = await get()
    expect(first.json()).toEqual([])
    const etag = String(first.headers.etag)
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
    await makeArticle(db, { description: 'Juguete nuevo', code: 'NUEVO-1' })
    await app.upToDate()
    const second = await get({ 'if-none-match': etag })
    expect(second.json()).toHaveLength(1)
    const zipped = await get({ 'accept-encoding': 'br;q=0, gzip' })
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(second.json())
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(second.json())
  })

  test.each(['/api/pedidos/categorias', '/api/categorias/marcas'])(
    '%s is a 304 until the catalogue changes, and compressed like its pages',
    async (url) => {
      const { db } = database()
      const get = (headers: Record<string, string> = {}) =>
        app.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}`, ...headers } })
      const first = await get()
      const etag = String(first.headers.etag)
      expect(first.headers['cache-control']).toBe('private, no-cache')
      expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
      const packed = await get({ 'accept-encoding': 'br' })
      expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual(first.json())
      await makeArticle(db, {})
      await app.upToDate()
      expect((await get({ 'if-none-match': etag })).statusCode).toBe(200)
    },
  )

  test('visitors see nothing; with the page closed clients see nothing and staff goes on', async () => {
    const { db } = database()
    expect((await app.visitor.call(searchProducts, { query: all })).status).toBe(401)
    const seller = await app.as(await makeUser(db, 'vendedor'))
    const heard = new Promise<void>((resolve) => db.on('settings', () => setImmediate(resolve)))
    await db.tx(async (t, publish) => {
      await t.insertInto('setting').values({ key: 'CATALOGO', value: '0' }).execute()
      publish('settings')
    })
    await heard
    await expect.poll(async () => (await buyer.call(searchProducts, { query: all })).status).toBe(403)
    expect((await seller.call(searchProducts, { query: all })).status).toBe(200)
  })
})
