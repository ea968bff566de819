import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '../../../contract/audit.ts'
import * as calls from '../../../contract/category-manager.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { makeArticle, makeUser, nextNumber } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const api = '/api/pedidos/categorias'
const everything = {
  page: 0,
  entityId: '',
  action: '',
  text: '',
  by: undefined,
  from: undefined,
  to: undefined,
}

withDatabases('category manager', (database) => {
  let app: TestApp
  let ana: TestCaller
  let luz: TestCaller
  let supervisor: TestCaller

  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    ana = await app.as(await makeUser(db, 'admin', { first_name: 'Ana', last_name: 'Ríos' }))
    luz = await app.as(await makeUser(db, 'admin', { first_name: 'Luz', last_name: 'Paz' }))
    supervisor = await app.as(await makeUser(db, 'supervisor'))
  })
  afterAll(() => app.close())

  const makeBrand = async (name = `Marca ${nextNumber()}`) =>
    (await ana.call(calls.createBrand, { query: { name } })).data
  const makeCategory = async (brandId: number, name: string, parentId?: number) =>
    (await ana.call(calls.createCategory, { body: { name, brandId, parentId } })).data
  const tree = async () => (await ana.call(calls.listNodes)).data
  const namesIn = async (brandId: number, parentId: number | null = null) =>
    (await tree())
      .filter((node) => node.brandId === brandId && node.parentId === parentId)
      .map(({ name, position }) => `${position} ${name}`)
  const listing = (articleId: number) =>
    database()
      .db.kysely.selectFrom('listing')
      .select(['id', 'brand_id', 'category_id', 'subcategory_id', 'position'])
      .where('article_id', '=', articleId)
      .executeTakeFirstOrThrow()
  const logOf = (entity: 'brand' | 'category' | 'product', id: number) =>
    database()
      .db.kysely.selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', entity)
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
  const version = async () =>
    (await database().db.kysely.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

  let brand: { id: number }
  let [dolls, cars, games]: { id: number; version: number }[] = []
  beforeEach(async () => {
    brand = await makeBrand()
    dolls = await makeCategory(brand.id, 'Muñecas')
    cars = await makeCategory(brand.id, 'Autos')
    games = await makeCategory(brand.id, 'Juegos')
  })
  const placesOf = (...nodes: ({ id: number } | undefined)[]) =>
    nodes.map((node, at) => ({ id: node?.id ?? 0, orden: at + 1 }))

  test('what is created stands last in its branch, is told in the log and in the catalogue', async () => {
    const before = await version()
    const answer = await ana.request('POST', api, {
      nombre: '  Bebotes ',
      idPadre: dolls?.id,
      orden: brand.id,
      activo: 1,
      destacada: 0,
      peso: 0,
    })
    expect(answer.json).toMatchObject({
      nombre: 'Bebotes',
      idMarca: brand.id,
      idPadre: dolls?.id,
      orden: 1,
      articulos: 0,
    })
    expect(await version()).toBe(before + 1)
    expect(await namesIn(brand.id)).toEqual(['1 Muñecas', '2 Autos', '3 Juegos'])
    expect(await logOf('category', answer.json.id)).toMatchObject([
      {
        action: 'create',
        before: null,
        after: { name: 'Bebotes', parent_id: dolls?.id, brand_id: brand.id },
      },
    ])
    expect((await ana.request('POST', `${api}/marca?nombre=Ñandú%20${brand.id}`)).json).toMatchObject({
      nombre: `Ñandú ${brand.id}`,
      idMarca: null,
    })
  })

  test('names are needed and are told apart within their branch, accents and case aside', async () => {
    const create = (body: Record<string, unknown>) => ana.request('POST', api, body)
    expect((await create({ nombre: '  ', orden: brand.id })).json).toMatchObject({
      message: 'Ingrese un nombre',
      details: [{ field: 'nombre' }],
    })
    expect(await create({ nombre: 'munecas', orden: brand.id })).toMatchObject({
      status: 409,
      json: { message: 'Ya hay una categoría con ese nombre en esta marca' },
    })
    const elsewhere = await makeBrand()
    expect((await create({ nombre: 'Muñecas', orden: elsewhere.id })).status).toBe(200)
    expect((await create({ nombre: 'Muñecas', orden: brand.id, idPadre: dolls?.id })).status).toBe(200)
    expect((await create({ nombre: 'X' })).json.details).toEqual([{ field: 'orden', message: 'Elija la marca' }])
    expect((await create({ nombre: 'X', orden: 987_654 })).json.message).toBe('No existe la marca')
    expect((await create({ nombre: 'X', orden: elsewhere.id, idPadre: dolls?.id })).json.message).toBe(
      'No es una categoría de esa marca',
    )
    expect(await ana.request('POST', `${api}/marca?nombre=`)).toMatchObject({ status: 400 })
  })

  test('renaming takes id and name; a stale version is told who was faster, a taken name that it is', async () => {
    const name = encodeURIComponent('Autos & pistas')
    expect((await ana.request('PUT', `${api}?id=${cars?.id}&nombre=${name}`)).json).toMatchObject({
      nombre: 'Autos & pistas',
    })
    expect(await logOf('category', cars?.id ?? 0)).toMatchObject([
      { action: 'create' },
      { action: 'update', before: { name: 'Autos' }, after: { name: 'Autos & pistas' } },
    ])
    const late = await luz.request('PUT', `${api}?id=${cars?.id}&nombre=Pistas&version=${cars?.version}`)
    expect(late).toMatchObject({ status: 409, json: { details: [{ usuario: 'Ana Ríos' }] } })
    expect((await ana.request('PUT', `${api}?id=${cars?.id}&nombre=JUEGOS`)).status).toBe(409)
    expect((await ana.request('PUT', `${api}?id=${cars?.id}&nombre=AUTOS`)).status).toBe(200)
    expect((await ana.request('PUT', `${api}?id=987654&nombre=Nada`)).status).toBe(404)
    const renamed = await ana.request('PUT', `${api}/marca?id=${brand.id}&nombre=Tambor%20${brand.id}`)
    expect(renamed.json).toMatchObject({ id: brand.id, nombre: `Tambor ${brand.id}`, idMarca: null })
  })

  test('a position by query makes the siblings room; below the first is the first, behind the last the last', async () => {
    const move = (id: number | undefined, orden: string) => ana.request('PUT', `${api}/orden?id=${id}&orden=${orden}`)
    const { json } = await move(games?.id, '1')
    expect(json.map(({ nombre, orden }: { nombre: string; orden: number }) => [nombre, orden])).toEqual([
      ...[
        ['Juegos', 1],
        ['Muñecas', 2],
        ['Autos', 3],
      ],
    ])
    await move(games?.id, '99')
    expect(await namesIn(brand.id)).toEqual(['1 Muñecas', '2 Autos', '3 Juegos'])
    await move(games?.id, '0')
    expect(await namesIn(brand.id)).toEqual(['1 Juegos', '2 Muñecas', '3 Autos'])
    for (const orden of ['', '-1', '1.5', 'x']) expect((await move(games?.id, orden)).status).toBe(400)
    expect((await move(987_654, '1')).status).toBe(404)
    // Each category that moved is in the log, since its version rose.
    expect((await logOf('category', cars?.id ?? 0)).at(-1)).toMatchObject({
      action: 'reorder',
      before: { position: 2 },
      after: { position: 3 },
    })
  })

  test('whole branches are ordered by a complete list, numbered 1 to n and answered', async () => {
    const before = await version()
    const list = [
      { id: dolls?.id, orden: 40 },
      { id: cars?.id, orden: 7 },
      { id: games?.id, orden: 7 },
    ]
    const { json } = await ana.request('PUT', `${api}/orden/cats`, list)
    expect(json.map(({ id, orden }: { id: number; orden: number }) => [id, orden])).toEqual([
      ...[
        [cars?.id, 1],
        [games?.id, 2],
        [dolls?.id, 3],
      ],
    ])
    expect(await version()).toBe(before + 1)
    // The same order once more changes nothing.
    await ana.request('PUT', `${api}/orden/cats`, list)
    expect(await version()).toBe(before + 1)
    await app.upToDate()
    const shop = await ana.request('GET', api)
    expect(
      shop.json
        .filter((row: { IDMARCA_IO: number; Categoria: string | null }) => row.IDMARCA_IO === brand.id && row.Categoria)
        .map((row: { Categoria: string; OrdenCategoria: number }) => [row.Categoria, row.OrdenCategoria]),
    ).toEqual([
      ['Autos', 1],
      ['Juegos', 2],
      ['Muñecas', 3],
    ])

    const [one, two] = [await makeCategory(brand.id, 'Uno', dolls?.id), await makeCategory(brand.id, 'Dos', dolls?.id)]
    expect((await ana.request('PUT', `${api}/orden/subcats`, placesOf(two, one))).json).toMatchObject([
      ...[
        { id: two.id, orden: 1 },
        { id: one.id, orden: 2 },
      ],
    ])
    const brands = (await tree()).filter(({ brandId }) => brandId === null).reverse()
    expect(
      (await ana.request('PUT', `${api}/orden`, placesOf(...brands))).json.map(({ id }: { id: number }) => id),
    ).toEqual(brands.map(({ id }) => id))
  })

  test('a list that is not the whole branch is a 409 with the branch as it is, and nothing changes', async () => {
    const branch = [
      { id: dolls?.id, orden: 1, nombre: 'Muñecas' },
      { id: cars?.id, orden: 2, nombre: 'Autos' },
      { id: games?.id, orden: 3, nombre: 'Juegos' },
    ]
    const send = (...nodes: ({ id: number } | undefined)[]) =>
      luz.request('PUT', `${api}/orden/cats`, placesOf(...nodes))
    expect(await send(games, cars)).toMatchObject({
      status: 409,
      json: { details: [{ usuario: 'Ana Ríos', rama: branch }] },
    })
    const other = await makeCategory((await makeBrand()).id, 'Ajena')
    expect((await send(games, cars, dolls, other)).status).toBe(409)
    expect((await send(games, cars, dolls, { id: 987_654 })).status).toBe(409)
    expect((await send(games, cars, cars)).json.message).toBe('Un elemento está repetido en la lista')
    expect((await send({ id: 987_654 })).status).toBe(404)
    expect((await luz.request('PUT', `${api}/orden/cats`, [])).status).toBe(400)
    expect((await luz.request('PUT', `${api}/orden`, {})).json.message).toBe(
      'Envíe el id con su orden, o la lista completa',
    )
    expect((await luz.request('PUT', `${api}/orden?id=${dolls?.id}&orden=2`, placesOf(cars))).status).toBe(400)
    expect(await namesIn(brand.id)).toEqual(['1 Muñecas', '2 Autos', '3 Juegos'])
  })

  test('who ordered what somebody else ordered meanwhile is told so, if the list says what was read', async () => {
    const read = [dolls, cars, games].map((node, at) => ({ id: node?.id ?? 0, antes: at + 1 }))
    await ana.request('PUT', `${api}/orden?id=${games?.id}&orden=1`)
    const list = [2, 1, 3].map((orden, at) => ({ ...read[at], orden }))
    const late = await luz.request('PUT', `${api}/orden/cats`, list)
    expect(late.json).toMatchObject({
      error: 'CONFLICT',
      details: [{ usuario: 'Ana Ríos', rama: [{ id: games?.id, orden: 1 }, { id: dolls?.id }, { id: cars?.id }] }],
    })
    expect(
      (
        await luz.request(
          'PUT',
          `${api}/orden/cats`,
          list.map(({ id, orden }) => ({ id, orden })),
        )
      ).status,
    ).toBe(200)
    expect(await namesIn(brand.id)).toEqual(['1 Autos', '2 Muñecas', '3 Juegos'])
  })

  test('two who order one branch at once leave it numbered 1 to n, in the order of one of them', async () => {
    const more = await Promise.all([4, 5, 6, 7, 8].map((n) => makeCategory(brand.id, `Otra ${n}`)))
    const all = [dolls, cars, games, ...more].map((node) => node?.id ?? 0)
    const orders = Array.from({ length: 8 }, (_, turn) => [...all.slice(turn), ...all.slice(0, turn)].reverse())
    const answers = await Promise.all(
      orders.map((ids, turn) =>
        turn % 2
          ? luz.request('PUT', `${api}/orden/cats`, placesOf(...ids.map((id) => ({ id }))))
          : ana.request('PUT', `${api}/orden/cats`, placesOf(...ids.map((id) => ({ id })))),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(orders.map(() => 200))
    const stored = (await tree()).filter(({ brandId }) => brandId === brand.id)
    expect(stored.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(orders.map(String)).toContain(String(stored.map(({ id }) => id)))
    // Each list once more, with the positions that were read: only one of them can have read the stored order.
    const places = (ids: readonly number[]) =>
      ids.map((id, at) => ({ id, orden: at + 1, antes: stored.find((node) => node.id === id)?.position }))
    const raced = await Promise.all(
      orders
        .filter((ids) => String(ids) !== String(stored.map(({ id }) => id)))
        .map((ids) => luz.request('PUT', `${api}/orden/cats`, places(ids))),
    )
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(raced.filter(({ status }) => status === 409)).toHaveLength(raced.length - 1)
  })

  test('two moves by number, a new one and a deletion at once leave 1 to n', async () => {
    const answers = await Promise.all([
      ana.request('PUT', `${api}/orden?id=${games?.id}&orden=1`),
      luz.request('PUT', `${api}/orden?id=${dolls?.id}&orden=2`),
      luz.request('POST', api, { nombre: 'Nueva', orden: brand.id }),
      luz.request('POST', api, { nombre: 'nueva', orden: brand.id }),
      ana.request('DELETE', `${api}?id=${cars?.id}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409])
    const stored = (await tree()).filter(({ brandId }) => brandId === brand.id)
    expect(stored.map(({ position }) => position)).toEqual([1, 2, 3])
  })

  test('a deleted category leaves its articles in the brand; undoing it brings all of it back', async () => {
    const { db } = database()
    const babies = await makeCategory(brand.id, 'Bebotes', dolls?.id)
    const place = { brand_id: brand.id, category_id: dolls?.id ?? 0 }
    const direct = await makeArticle(db, { ...place, position: 4 })
    const below = await makeArticle(db, { ...place, subcategory_id: babies.id, position: 9 })
    const moved = await makeArticle(db, { ...place, subcategory_id: babies.id })
    const apart = await makeArticle(db, { brand_id: brand.id, category_id: cars?.id ?? 0 })
    const before = await tree()
    const ofBrand = (nodes: typeof before) =>
      nodes.filter((node) => node.brandId === brand.id).map(({ version: _, ...node }) => node)

    const { json } = await ana.request('DELETE', `${api}?id=${dolls?.id}&version=${dolls?.version}`)
    expect(json).toMatchObject({ articulos: 3, subcategorias: 1 })
    expect(await namesIn(brand.id)).toEqual(['1 Autos', '2 Juegos'])
    for (const { id } of [direct, below, moved])
      expect(await listing(id)).toMatchObject({ brand_id: brand.id, category_id: null, subcategory_id: null })
    expect((await logOf('product', below.id)).at(-1)).toMatchObject({
      action: 'update',
      before: { brand_id: brand.id, category_id: dolls?.id, subcategory_id: babies.id },
      after: { brand_id: brand.id, category_id: null, subcategory_id: null },
    })
    expect((await logOf('category', dolls?.id ?? 0)).at(-1)).toMatchObject({
      action: 'delete',
      before: { name: 'Muñecas', position: 1 },
    })

    // Somebody has assigned one of the articles elsewhere meanwhile.
    await db.kysely
      .updateTable('listing')
      .set({ category_id: cars?.id ?? 0 })
      .where('article_id', '=', moved.id)
      .execute()
    const restore = () => luz.request('POST', `${api}/borradas/${json.id}/restaurar`)
    expect((await restore()).json).toEqual({ articulos: 2, noVolvieron: 1 })
    expect(await listing(direct.id)).toMatchObject({ ...place, subcategory_id: null, position: 4 })
    expect(await listing(below.id)).toMatchObject({ ...place, subcategory_id: babies.id, position: 9 })
    expect(await listing(moved.id)).toMatchObject({ category_id: cars?.id, subcategory_id: null })
    expect(await listing(apart.id)).toMatchObject({ category_id: cars?.id })
    // Put back as the shop does, with a version of its own: the catalogue may have been read since the restoring.
    await app.upToDate()
    await db.tx(async (t, publish) => {
      await t
        .updateTable('listing')
        .set({ ...place, subcategory_id: babies.id })
        .where('article_id', '=', moved.id)
        .execute()
      await raiseCatalogueVersion(t, publish)
    })
    expect(ofBrand(await tree())).toEqual(ofBrand(before))
    expect((await restore()).json.message).toBe('Ya se había deshecho')
    expect((await logOf('product', below.id)).at(-1)).toMatchObject({
      action: 'undo',
      after: { category_id: dolls?.id },
    })
    await app.upToDate()
    expect((await ana.request('GET', `/api/productos/categoria?index=0&s=${babies.id}`)).json).toHaveLength(2)
  })

  test('a deleted subcategory leaves its articles in the category, a deleted brand leaves them unassigned', async () => {
    const { db } = database()
    const babies = await makeCategory(brand.id, 'Bebotes', dolls?.id)
    const place = { brand_id: brand.id, category_id: dolls?.id ?? 0, subcategory_id: babies.id }
    const doll = await makeArticle(db, place)
    const sub = await ana.request('DELETE', `${api}?id=${babies.id}`)
    expect(await listing(doll.id)).toMatchObject({ ...place, subcategory_id: null })
    await ana.request('POST', `${api}/borradas/${sub.json.id}/restaurar`)
    expect(await listing(doll.id)).toMatchObject(place)

    const all = await ana.request('DELETE', `${api}/marca?id=${brand.id}`)
    expect(all.json).toMatchObject({ articulos: 1, subcategorias: 4 })
    expect(await listing(doll.id)).toMatchObject({ brand_id: null, category_id: null, subcategory_id: null })
    expect(
      (await tree()).filter(({ id, brandId }) => brandId === brand.id || (brandId === null && id === brand.id)),
    ).toEqual([])
    await ana.request('POST', `${api}/borradas/${all.json.id}/restaurar`)
    expect(await listing(doll.id)).toMatchObject(place)
    expect(await namesIn(brand.id)).toEqual(['1 Muñecas', '2 Autos', '3 Juegos'])
    expect(await namesIn(brand.id, dolls?.id)).toEqual(['1 Bebotes'])
  })

  test('what cannot be taken back says why: the name is taken, what contained it is gone, nothing of the kind', async () => {
    const { json } = await ana.request('DELETE', `${api}?id=${cars?.id}`)
    await makeCategory(brand.id, 'AUTOS')
    expect((await ana.request('POST', `${api}/borradas/${json.id}/restaurar`)).json.message).toBe(
      'Ya hay una categoría con ese nombre en esta marca',
    )
    await ana.request('DELETE', `${api}/marca?id=${brand.id}`)
    expect((await ana.request('POST', `${api}/borradas/${json.id}/restaurar`)).status).toBe(409)
    expect((await ana.request('POST', `${api}/borradas/2147483647/restaurar`)).status).toBe(404)
    const late = await luz.request('DELETE', `${api}?id=${games?.id}`)
    expect(late.status).toBe(404)
  })

  test('deleting what somebody else changed since is refused', async () => {
    await ana.request('PUT', `${api}?id=${games?.id}&nombre=Juegos%20de%20mesa`)
    const late = await luz.request('DELETE', `${api}?id=${games?.id}&version=${games?.version}`)
    expect(late).toMatchObject({ status: 409, json: { details: [{ usuario: 'Ana Ríos' }] } })
  })

  test('articles of a place are ordered by a complete list of their listings, whoever of the two levels asks', async () => {
    const { db } = database()
    const place = { brand_id: brand.id, category_id: cars?.id ?? 0 }
    const made = []
    for (const code of ['C', 'A', 'B'])
      made.push(await makeArticle(db, { ...place, code: `${code}-${brand.id}`, position: 0 }))
    const sub = await makeCategory(brand.id, 'Chicos', cars?.id)
    await makeArticle(db, { ...place, subcategory_id: sub.id, code: `Z-${brand.id}` })
    await db.kysely
      .updateTable('article')
      .set({ active: false })
      .where('id', '=', made[0]?.id ?? 0)
      .execute()
    const url = `/api/productos/subcat?m=${brand.id}&c=${cars?.id}`
    const { json: read } = await supervisor.request('GET', `${url}&s=`)
    // Articles of equal position are in the order of their codes, as in the catalogue; one that is not on sale is listed, too.
    expect(read.map((row: Record<string, unknown>) => [row.CODIGO_ART, row.ORDEN_IO, row.ACTIVO_IO])).toEqual([
      ...[
        [`A-${brand.id}`, 0, 1],
        [`B-${brand.id}`, 0, 1],
        [`C-${brand.id}`, 0, 0],
      ],
    ])
    const ids = read.map((row: { ID_IO: number }) => row.ID_IO)
    const list = (orders: number[]) => orders.map((orden, at) => ({ id: ids[at], orden }))
    const { json: ordered } = await supervisor.request('PUT', '/api/productos/subcat', list([3, 1, -4]))
    expect(ordered.map((row: { id: number; orden: number }) => [row.id, row.orden])).toEqual([
      ...[
        [ids[2], 1],
        [ids[1], 2],
        [ids[0], 3],
      ],
    ])
    expect((await logOf('product', made[1]?.id ?? 0)).at(-1)).toMatchObject({
      action: 'reorder',
      before: { position: 0 },
      after: { position: 3 },
    })
    const short = await supervisor.request('PUT', '/api/productos/subcat', list([1, 2]).slice(0, 2))
    expect(short.status).toBe(409)
    expect(short.json.details[0].rama).toHaveLength(3)
    const stale = list([1, 2, 3]).map((place) => ({ ...place, antes: 0 }))
    expect((await ana.request('PUT', '/api/productos/subcat', stale)).status).toBe(409)
    // Articles without a subcategory come after those that have one, as in the catalogue.
    const branch = await supervisor.request('GET', `${api}/art?m=${brand.id}&c=${cars?.id}`)
    expect(branch.json.map((row: { CODIGO_ART: string }) => row.CODIGO_ART[0])).toEqual(['Z', 'C', 'B', 'A'])
    expect(branch.json[0].cantPaginas).toBe(4)
    expect((await supervisor.request('GET', `${api}/art?m=${brand.id}&c=99`)).json).toEqual([])
  })

  test('a branch is answered 25 a page with index, and whole without', async () => {
    const { db } = database()
    for (let n = 0; n < 27; n++) await makeArticle(db, { brand_id: brand.id, category_id: games?.id ?? 0 })
    const get = async (more: string) =>
      (await ana.request('GET', `${api}/art?m=${brand.id}&c=${games?.id}${more}`)).json
    expect(await get('')).toHaveLength(27)
    expect([(await get('&index=0')).length, (await get('&index=1')).length, (await get('&index=2')).length]).toEqual([
      25, 2, 0,
    ])
    expect((await get('&index=1'))[0].cantPaginas).toBe(27)
  })

  test('two who order the articles of one place at once leave them numbered 1 to n', async () => {
    const { db } = database()
    const articles = []
    for (let n = 0; n < 12; n++)
      articles.push(await makeArticle(db, { brand_id: brand.id, category_id: games?.id ?? 0 }))
    const ids = await Promise.all(articles.map(async ({ id }) => (await listing(id)).id))
    const answers = await Promise.all(
      [0, 3, 6, 9].map((turn) =>
        luz.request(
          'PUT',
          '/api/productos/subcat',
          placesOf(...[...ids.slice(turn), ...ids.slice(0, turn)].map((id) => ({ id }))),
        ),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { json } = await ana.request('GET', `/api/productos/subcat?m=${brand.id}&c=${games?.id}`)
    expect(json.map((row: { ORDEN_IO: number }) => row.ORDEN_IO)).toEqual(ids.map((_, at) => at + 1))
  })

  test('a deletion is one entry of the audit, found by the name of what is gone', async () => {
    const { db } = database()
    await makeArticle(db, { brand_id: brand.id, category_id: games?.id ?? 0 })
    await ana.request('PUT', `${api}?id=${games?.id}&nombre=Rompecabezas%20${brand.id}`)
    await ana.request('DELETE', `${api}?id=${games?.id}`)
    const { data } = await ana.call(listAudit, { query: { ...everything, text: `Rompecabezas ${brand.id}` } })
    expect(data.map(({ action, entity, name }) => [action, entity, name])).toContainEqual([
      ...['delete', 'category', `Rompecabezas ${brand.id} (borrada)`],
    ])
    const [newest] = (await ana.call(listAudit, { query: everything })).data
    expect(newest).toMatchObject({ action: 'delete', entity: 'category', rows: 2 })
  })
})
