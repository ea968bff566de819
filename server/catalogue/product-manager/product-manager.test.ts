import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { SHEET } from '../../../contract/endpoint.ts'
import { filterListings, type ListingFilter } from '../../../contract/product-manager.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { matchingArticleIds } from './product-manager.service.ts'

const base = '/api/pedidos/productos'

withDatabases('the staff’s articles', (database) => {
  let app: TestApp
  let supervisor: TestCaller
  let ids: Record<'rayuela' | 'tambor' | 'dolls' | 'babies', number>

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
    const babies = await made('category', { brand_id: rayuela, parent_id: dolls, name: 'Bebotes', position: 1 })
    ids = { rayuela, tambor, dolls, babies }
    const inDolls = { brand_id: rayuela, category_id: dolls }
    await makeArticle(db, {
      ...inDolls,
      code: '0A012',
      description: 'Muñeca Ágata',
      listPrice: 100_00,
      discount: 1000,
      position: 2,
      hint: 'De a pares',
    })
    await makeArticle(db, {
      ...inDolls,
      subcategory_id: babies,
      code: 'SI-9',
      alias: 'B-77',
      description: 'Bebote llorón',
      listPrice: 95_00,
      position: 1,
      promo: true,
    })
    await makeArticle(db, { brand_id: tambor, code: 'T1', description: 'Tambor', discount: 10_000, position: 1 })
    await makeArticle(db, { brand_id: tambor, code: 'BAJA', description: 'Spider-Man', active: false })
    await makeArticle(db, { brand_id: tambor, code: 'OCULTO', listed: false, listPrice: 20_00, position: 3 })
    await makeArticle(db, { code: 'SUELTO', listPrice: 10_00 })
    const unlisted = async (code: string, active: boolean) => {
      const { id } = await makeArticle(db, { code, active, description: 'Recién llegado' })
      await db.kysely.deleteFrom('listing').where('article_id', '=', id).execute()
    }
    await unlisted('NUEVO', true)
    await unlisted('VIEJO', false)
    app = await openTestApp(db)
    supervisor = await app.as(await makeUser(db, 'supervisor'))
  })
  afterAll(() => app.close())

  const rows = async (query: string) => (await supervisor.request('GET', `${base}/filtro?${query}`)).json
  const codes = async (query: string): Promise<string[]> =>
    (await rows(query)).map((row: { CODIGO_ART: string }) => row.CODIGO_ART)

  test('all of the ERP’s articles, in the catalogue’s order; the unassigned ones last', async () => {
    expect(await codes('index=0')).toEqual([...['SI-9', '0A012', 'T1', 'OCULTO', 'BAJA', 'SUELTO', 'NUEVO', 'VIEJO']])
    const [first, second] = await rows('index=0')
    expect([first.cantPaginas, second.cantPaginas]).toEqual([8, undefined])
  })

  test('a row carries the legacy fields, the names of its place and the state', async () => {
    const [row] = await rows('n=0A012')
    expect(row).toMatchObject({
      CODIGO_ART: '0A012',
      DESCRIP_ART: 'Muñeca Ágata',
      PRECIO_LPI: 100,
      DESCUENTO_IO: 10,
      ORDEN_IO: 2,
      IDMARCA_IO: ids.rayuela,
      IDCATEGORIA_IO: ids.dolls,
      IDSUBCATEGORIA_IO: null,
      OFERTA_IO: 0,
      Marca: 'Rayuela',
      Categoria: 'Muñecas',
      Subcategoria: null,
      INDICACION_IO: 'De a pares',
      DESTACADO_IO: 0,
      ACTIVO_IO: 1,
      ACTIVO_ART: 1,
      FOTO1_IO: null,
      imagenPrincipal: null,
      version: 1,
    })
    expect(row.ID_ART).toBe(row.IDART_IO)
  })

  test('a text of signs alone finds nothing, in no list of the office (R343)', async () => {
    const admin = await app.as(await makeUser(database().db, 'admin'))
    await makeClient(database().db)
    const lists = [
      `${base}/filtro?index=0&n=`,
      '/api/usuarios/filtro?index=0&t=&h=&a=&n=',
      '/api/usuarios/buscador/cliente?index=0&recientes=&nom=',
      '/api/usuarios/contactos?index=0&n=',
      '/api/pedidos/productos/pedidos/historicos?index=0&cli=',
      '/api/auditoria?index=0&n=',
      `${base}/certificados/filtro?index=0&n=`,
    ]
    for (const list of lists)
      for (const signs of ['%', '_', '\\', '🐻']) {
        const answer = await admin.request('GET', `${list}${encodeURIComponent(signs)}`)
        expect([list, signs, answer.status, answer.json]).toEqual([list, signs, 200, []])
      }
    expect(await codes('index=0&n=%20')).toHaveLength(8)
  })

  test('state: on sale, not on sale, both', async () => {
    expect(await codes('a=1')).toEqual(['SI-9', '0A012', 'T1', 'SUELTO'])
    expect(await codes('a=0')).toEqual(['OCULTO', 'BAJA', 'NUEVO', 'VIEJO'])
    expect(await codes('a=')).toHaveLength(8)
  })

  test('brand, category, subcategory; 0 is unassigned, 99 without category (R6)', async () => {
    expect(await codes(`m=${ids.tambor}`)).toEqual(['T1', 'OCULTO', 'BAJA'])
    expect(await codes(`m=${ids.rayuela}&c=${ids.dolls}`)).toEqual(['SI-9', '0A012'])
    expect(await codes(`m=${ids.rayuela}&c=${ids.dolls}&s=${ids.babies}`)).toEqual(['SI-9'])
    expect(await codes(`m=${ids.tambor}&c=99&a=1`)).toEqual(['T1'])
    expect(await codes('c=99')).toEqual(['T1', 'OCULTO', 'BAJA', 'SUELTO'])
    expect(await codes('m=0')).toEqual(['SUELTO', 'NUEVO', 'VIEJO'])
    // An article that is not listed yet has no state of its own: the ERP's counts.
    expect(await codes('m=0&a=1')).toEqual(['SUELTO', 'NUEVO'])
    expect(await codes('m=0&a=0')).toEqual(['VIEJO'])
  })

  test('orders: by the price a client pays, without a price last both ways; by code (R6, R209)', async () => {
    expect(await codes('a=1&p=1')).toEqual(['SI-9', '0A012', 'SUELTO', 'T1'])
    expect(await codes('a=1&p=0')).toEqual(['SUELTO', '0A012', 'SI-9', 'T1'])
    expect(await codes('p=2')).toEqual([...['0A012', 'BAJA', 'NUEVO', 'OCULTO', 'SI-9', 'SUELTO', 'T1', 'VIEJO']])
    expect(await codes('p=3')).toEqual((await codes('p=2')).toReversed())
  })

  test('text: words in any order without accents; a code or alias is that article alone (R32)', async () => {
    expect(await codes('n=agata MUNECA')).toEqual(['0A012'])
    expect(await codes('n=spiderman')).toEqual(['BAJA'])
    expect(await codes('n=si9')).toEqual(['SI-9'])
    expect(await codes('n=b 77')).toEqual(['SI-9'])
    const [row] = await rows('n=SI-9 T1 X99')
    expect([row.hallado, row.codigosInexistentes, row.cantPaginas]).toEqual(['codigo', 'X99', 2])
    const [near] = await rows('n=0A01')
    expect([near.hallado, near.codigosInexistentes, near.CODIGO_ART]).toEqual(['parecidos', '0A01', '0A012'])
    expect(await codes('n=100%25')).toEqual([])
  })

  test('no-asignados: all of them, by text, with index by pages', async () => {
    const found = async (query: string) =>
      (await supervisor.request('GET', `${base}/no-asignados?${query}`)).json.map(
        (row: { CODIGO_ART: string }) => row.CODIGO_ART,
      )
    expect(await found('')).toEqual(['SUELTO', 'NUEVO', 'VIEJO'])
    expect(await found('n=recien nuevo')).toEqual(['NUEVO'])
    expect(await found('t=viejo')).toEqual(['VIEJO'])
    expect(await found('index=1')).toEqual([])
  })

  test('pages of 25 that neither repeat nor lose a row, and a page behind the last is empty', async () => {
    const { db } = database()
    const brand = await db.kysely
      .insertInto('brand')
      .values({ name: 'Iguales', position: 9 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 60; n++) await makeArticle(db, { brand_id: brand.id, position: 1, listPrice: 500 })
    const pages = await Promise.all([0, 1, 2, 3].map((index) => codes(`m=${brand.id}&p=1&index=${index}`)))
    expect(pages.map((page) => page.length)).toEqual([25, 25, 10, 0])
    expect(new Set(pages.flat()).size).toBe(60)
    await db.kysely.deleteFrom('listing').where('brand_id', '=', brand.id).execute()
  })

  test('the ids of all that match, for what changes many at once, are those of the list', async () => {
    const filter: ListingFilter = { text: 'bebote', brandId: ids.rayuela, active: true, order: 'default' }
    const [row] = await rows(`n=bebote&m=${ids.rayuela}&a=1`)
    expect(await matchingArticleIds(database().db.kysely, filter)).toEqual([row.IDART_IO])
  })

  test('as a workbook: every article that matches, with real numbers, under the spec’s name (R44)', async () => {
    const { rawPayload, headers } = await app.app.inject({
      url: addressOf(filterListings, {
        query: { page: 3, text: '', brandId: ids.rayuela, order: 'default' },
      }),
      headers: { accept: SHEET, authorization: `Bearer ${supervisor.token}` },
    })
    expect(headers['content-disposition']).toBe('attachment; filename="articles.xlsx"')
    const [sheet] = (await readXlsx(rawPayload)).sheets
    const [head = [], ...lines] = sheet?.rows ?? []
    const column = (name: string) => lines.map((line) => line[head.indexOf(name)])
    expect(column('Código')).toEqual(['SI-9', '0A012'])
    expect(column('Precio de lista')).toEqual([95, 100])
    expect(column('Descuento %')).toEqual([0, 10])
    expect(column('Precio')).toEqual([95, 90])
    expect(column('Subcategoría')).toEqual(['Bebotes', null])
  })

  test('what no filter is, is refused', async () => {
    for (const query of ['p=7', 'a=si', 'm=x', 'index=-1']) {
      expect((await supervisor.request('GET', `${base}/filtro?${query}`)).status).toBe(400)
    }
  })
})
