import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '../../../contract/audit.ts'
import * as calls from '../../../contract/bulk-edit.ts'
import { SHEET } from '../../../contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { readXlsx } from '../../spreadsheets/xlsx.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

/** A brand with a category and a subcategory below it. */
async function makeBranch(db: Db, name: string) {
  const named = async (table: 'brand' | 'category', row: object) =>
    (
      await db.kysely
        .insertInto(table)
        .values({ name, position: 1, ...row } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const brand = await named('brand', {})
  const category = await named('category', { brand_id: brand, name: `${name} rubro` })
  const subcategory = await named('category', { brand_id: brand, parent_id: category, name: `${name} línea` })
  return { brand, category, subcategory }
}

/** All stored listings without their versions, by article id. */
async function listings(db: Db) {
  const rows = await db.kysely.selectFrom('listing').selectAll().orderBy('article_id').execute()
  return rows.map(({ version: _version, ...row }) => row)
}

withDatabases('bulk edit (R34, R42)', (database) => {
  let app: TestApp
  let admin: TestCaller
  let colleague: { id: number }
  let a: Awaited<ReturnType<typeof makeBranch>>
  let b: typeof a
  beforeAll(async () => {
    const { db } = database()
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin', { first_name: 'Ana', last_name: 'Ruiz' }))
    colleague = await makeUser(db, 'supervisor', { first_name: 'Rita', last_name: 'Paz' })
    a = await makeBranch(db, 'Barrilete')
    b = await makeBranch(db, 'Pirucho')
    return () => app.close()
  })

  const inA = () => ({ brand_id: a.brand, category_id: a.category, subcategory_id: a.subcategory })
  const make = async (count: number, given: Parameters<typeof makeArticle>[1] = inA()) => {
    const made = []
    for (let i = 0; i < count; i++) made.push(await makeArticle(database().db, given))
    return made
  }
  /** An article that the shop has not listed. */
  const makeUnlisted = async () => {
    const article = await makeArticle(database().db)
    await database().db.kysely.deleteFrom('listing').where('article_id', '=', article.id).execute()
    return article
  }
  const listingOf = (article: { id: number }) =>
    database().db.kysely.selectFrom('listing').selectAll().where('article_id', '=', article.id).executeTakeFirst()
  const idsOf = (articles: readonly { id: number }[]) => articles.map(({ id }) => id)
  const review = async (choice: calls.BulkChoice) => (await admin.call(calls.reviewChoice, { body: choice })).data
  const apply = async (choice: calls.BulkChoice) => {
    const { fingerprint } = await review(choice)
    return (await admin.call(calls.applyChoice, { body: { ...choice, fingerprint } })).data
  }
  const undo = (id: number, confirmed?: { articleId: number; version: number }[]) =>
    admin.call(calls.undoBatch, { params: { id }, body: { confirmed } })
  const setAs = (user: { id: number }, article: { id: number }, discount: number) =>
    app.as(user).then(async (caller) => {
      const body = { ids: [article.id], changes: { discount } }
      const { fingerprint } = (await caller.call(calls.reviewChoice, { body })).data
      return (await caller.call(calls.applyChoice, { body: { ...body, fingerprint } })).data
    })

  const lastAudited = async () => {
    const days = { by: undefined, from: undefined, to: undefined }
    const query = { ...days, page: 0, entityId: '', action: '', text: '', batchId: undefined }
    return (await admin.call(listAudit, { query })).data
  }

  test('a review counts and shows what would change, and stores nothing', async () => {
    const [one, two, three] = await make(3)
    await setAs(colleague, two!, 1000)
    const before = await listings(database().db)
    const answer = await review({ ids: idsOf([one!, two!, three!]), changes: { discount: 1000 } })
    expect(answer).toMatchObject({ total: 3, changed: 2, same: 1, problems: 0 })
    expect(answer.rows).toMatchObject(
      [one!, three!].map(({ code }) => ({
        code,
        outcome: 'changes',
        changes: [{ field: 'discount', before: 0, after: 10 }],
      })),
    )
    expect(await listings(database().db)).toEqual(before)
  })

  test('a discount is reviewed with its prices, and says how many articles get dearer', async () => {
    const [low, high, free] = [
      await makeArticle(database().db, { ...inA(), listPrice: 3830, discount: 500 }),
      await makeArticle(database().db, { ...inA(), listPrice: 10_000, discount: 3333 }),
      await makeArticle(database().db, { ...inA(), listPrice: 0, discount: 3333 }),
    ]
    const answer = await review({ ids: idsOf([low, high, free]), changes: { discount: 1000 } })
    expect(answer).toMatchObject({ changed: 3, dearer: 1, cheaper: 1 })
    // Dearer ones lead the sample; 38,30 at 5 % is 36,39 (R3).
    expect(answer.rows.map(({ code, priceBefore, priceAfter }) => ({ code, priceBefore, priceAfter }))).toEqual([
      { code: high.code, priceBefore: 6667, priceAfter: 9000 },
      { code: low.code, priceBefore: 3639, priceAfter: 3447 },
      { code: free.code, priceBefore: null, priceAfter: null },
    ])
    const flags = await review({ ids: [low.id], changes: { promo: true } })
    expect(flags).toMatchObject({ dearer: 0, cheaper: 0, rows: [{ priceBefore: null, priceAfter: null }] })
    const pasted = { column: 'discount', text: `${high.code}\t10` } as const
    expect((await admin.call(calls.reviewPaste, { body: pasted })).data).toMatchObject({
      dearer: 1,
      rows: [{ priceBefore: 6667, priceAfter: 9000 }],
    })
  })

  test('the review counts what is left without a price, by a whole discount or by rounding', async () => {
    const [whole, cent, free, already] = [
      await makeArticle(database().db, { ...inA(), listPrice: 3830 }),
      await makeArticle(database().db, { ...inA(), listPrice: 1 }),
      await makeArticle(database().db, { ...inA(), listPrice: 0 }),
      await makeArticle(database().db, { ...inA(), listPrice: 3830, discount: 10_000 }),
    ]
    const ids = idsOf([whole, cent, free, already])
    expect(await review({ ids, changes: { discount: 10_000 } })).toMatchObject({ changed: 3, unpriced: 2 })
    expect(await review({ ids, changes: { discount: 6_000 } })).toMatchObject({ changed: 4, unpriced: 1 })
    expect(await review({ ids, changes: { discount: 1_000 } })).toMatchObject({ changed: 4, unpriced: 0 })
  })

  test('points are added to each own discount; what would leave 0 to 100 is told and left', async () => {
    const [none, some, nearly] = [
      await makeArticle(database().db, { ...inA(), discount: 0 }),
      await makeArticle(database().db, { ...inA(), discount: 1250 }),
      await makeArticle(database().db, { ...inA(), discount: 9800 }),
    ]
    const choice = { ids: idsOf([none, some, nearly]), changes: { addDiscount: 550, promo: true } }
    expect(await review(choice)).toMatchObject({
      total: 3,
      changed: 2,
      problems: 1,
      dearer: 0,
      rows: [
        { code: none.code, changes: [{ field: 'discount', before: 0, after: 5.5 }, { field: 'promo' }] },
        { code: some.code, changes: [{ field: 'discount', before: 12.5, after: 18 }, { field: 'promo' }] },
        { code: nearly.code, outcome: 'refused', reason: 'El descuento no quedaría entre 0 y 100' },
      ],
    })
    const { batchId } = await apply(choice)
    expect(await listingOf(some)).toMatchObject({ discount: 1800, promo: true })
    expect(await listingOf(nearly)).toMatchObject({ discount: 9800, promo: false })
    const [batch] = (await admin.call(calls.listBatches, { query: { page: 0 } })).data
    expect(batch).toMatchObject({
      id: batchId,
      kind: 'add',
      changed: 2,
      values: [
        { field: 'discount', value: 5.5 },
        { field: 'promo', value: true },
      ],
    })
    const log = await lastAudited()
    expect(log[0]).toMatchObject({
      kind: 'add',
      rows: 2,
      changes: [
        { field: 'Descuento', before: '', after: '+5,5 puntos' },
        { field: 'Oferta', before: '', after: 'Sí' },
      ],
    })
    await undo(batchId)
    expect(await listingOf(some)).toMatchObject({ discount: 1250, promo: false })

    // Points may be taken away, which makes dearer.
    expect(await review({ ids: idsOf([none, some]), changes: { addDiscount: -1250 } })).toMatchObject({
      changed: 1,
      problems: 1,
      dearer: 1,
    })
    const both = { ids: [none.id], changes: { addDiscount: 100, discount: 100 } }
    expect(await admin.call(calls.reviewChoice, { body: both })).toMatchObject({ status: 400 })
  })

  test('the audit says what a change of many made of them', async () => {
    const made = await make(2)
    await apply({ ids: idsOf(made), changes: { discount: 1000, hint: 'De a doce' } })
    const log = await lastAudited()
    expect(log[0]).toMatchObject({
      kind: 'choice',
      rows: 2,
      changes: [
        { field: 'Descuento', before: '', after: '10 %' },
        { field: 'Indicación', before: '', after: 'De a doce' },
      ],
    })
  })

  test('all of it is stored at once, audited row by row under one batch, and shown by the catalogue', async () => {
    const made = await make(3)
    const done = await apply({
      ids: idsOf(made),
      changes: { discount: 1250, promo: true, future: true, hint: 'De a doce', active: true },
    })
    expect(done.changed).toBe(3)
    for (const article of made) {
      expect(await listingOf(article)).toMatchObject({
        discount: 1250,
        promo: true,
        future: true,
        hint: 'De a doce',
        active: true,
        ...inA(),
      })
    }
    const log = await database()
      .db.kysely.selectFrom('audit')
      .select(['action', 'entity', 'entity_id', 'before', 'after'])
      .where('batch_id', '=', done.batchId)
      .orderBy('id')
      .execute()
    expect(log.map(({ entity_id }) => Number(entity_id)).sort()).toEqual(idsOf(made).sort())
    // The articles were active already, so that is no change.
    expect(log[0]).toMatchObject({
      action: 'update',
      entity: 'product',
      before: { discount: 0, promo: false, future: false, hint: '' },
      after: { discount: 1250, promo: true, future: true, hint: 'De a doce' },
    })
    expect(log[0]?.after).not.toHaveProperty('active')
    await app.upToDate()
    const found = await admin.request('GET', `/api/pedidos/productos/filtros?n=${made[0]!.code}`)
    expect(found.json[0]).toMatchObject({ DESCUENTO_IO: 12.5, OFERTA_IO: 1 })
  })

  test('another brand clears category and subcategory unless they are given', async () => {
    const [one, two] = await make(2)
    await apply({ ids: [one!.id], changes: { brandId: b.brand } })
    expect(await listingOf(one!)).toMatchObject({ brand_id: b.brand, category_id: null, subcategory_id: null })
    await apply({ ids: [two!.id], changes: { brandId: b.brand, categoryId: b.category } })
    expect(await listingOf(two!)).toMatchObject({ brand_id: b.brand, category_id: b.category, subcategory_id: null })
  })

  test('the same brand clears nothing', async () => {
    const [one] = await make(1)
    const answer = await review({ ids: [one!.id], changes: { brandId: a.brand } })
    expect(answer).toMatchObject({ changed: 0, same: 1 })
  })

  test('what would stand in no place of the tree is refused with why, the rest is changed', async () => {
    const [one, two] = await make(2)
    await apply({ ids: [two!.id], changes: { brandId: b.brand } })
    const choice = { ids: idsOf([one!, two!]), changes: { categoryId: a.category, discount: 300 } }
    const answer = await review(choice)
    expect(answer).toMatchObject({ total: 2, changed: 1, problems: 1 })
    expect(answer.rows.find(({ code }) => code === two!.code)).toMatchObject({
      outcome: 'refused',
      reason: 'La categoría no es de esa marca',
    })
    expect((await apply(choice)).changed).toBe(1)
    expect(await listingOf(two!)).toMatchObject({ category_id: null, discount: 0 })
    expect(await review({ ids: [one!.id], changes: { brandId: 99_999 } })).toMatchObject({ problems: 1 })
    expect(await review({ ids: [one!.id], changes: { brandId: a.brand, subcategoryId: b.subcategory } })).toMatchObject(
      { problems: 1 },
    )
  })

  test('an article without a listing gets one, off sale and last in its place, and loses it by the undo', async () => {
    const [neighbour] = await make(1, { ...inA(), position: 700 })
    const unlisted = await makeUnlisted()
    const same = await review({ ids: [unlisted.id], changes: { discount: 0 } })
    expect(same).toMatchObject({ changed: 0, same: 1 })
    const done = await apply({
      ids: [neighbour!.id, unlisted.id],
      changes: { brandId: a.brand, categoryId: a.category, subcategoryId: a.subcategory, discount: 500 },
    })
    expect(done.changed).toBe(2)
    expect(await listingOf(unlisted)).toMatchObject({
      ...inA(),
      discount: 500,
      active: false,
      promo: false,
      hint: '',
      position: 701,
    })
    expect((await undo(done.batchId)).data).toEqual({ restored: 2, keptCount: 0, kept: [] })
    expect(await listingOf(unlisted)).toBeUndefined()
  })

  test('what somebody changed since the review is a conflict, and nothing is stored', async () => {
    const made = await make(2)
    const choice = { ids: idsOf(made), changes: { discount: 1000 } }
    const { fingerprint } = await review(choice)
    await setAs(colleague, made[1]!, 200)
    const answer = await admin.call(calls.applyChoice, { body: { ...choice, fingerprint } })
    expect(answer.status).toBe(409)
    expect(answer.json.message).toContain('Revise el cambio de nuevo')
    expect(await listingOf(made[0]!)).toMatchObject({ discount: 0 })
  })

  test('nothing to change is told', async () => {
    const [one] = await make(1)
    const { fingerprint } = await review({ ids: [one!.id], changes: { discount: 0 } })
    const body = { ids: [one!.id], changes: { discount: 0 }, fingerprint }
    expect((await admin.call(calls.applyChoice, { body })).json).toMatchObject({
      error: 'MALFORMED',
      message: 'No hay nada para cambiar',
    })
  })

  test('all that match a filter, but some', async () => {
    const [left, ...made] = await make(4, { ...inA(), description: 'Trompo zumbador' })
    const filter = { text: 'trompo zumbador', order: 'default' } as const
    const done = await apply({ filter, except: [left!.id], changes: { discount: 700 } })
    expect(done.changed).toBe(3)
    for (const article of made) expect(await listingOf(article)).toMatchObject({ discount: 700 })
    expect(await listingOf(left!)).toMatchObject({ discount: 0 })
  })

  test('what began to match a filter since the review is a conflict', async () => {
    await make(1, { ...inA(), description: 'Balero de madera' })
    const choice = { filter: { text: 'balero', order: 'default' }, changes: { discount: 700 } } as const
    const { fingerprint } = await review(choice)
    await make(1, { ...inA(), description: 'Balero de lujo' })
    expect((await admin.call(calls.applyChoice, { body: { ...choice, fingerprint } })).status).toBe(409)
  })

  test('neither a filter nor articles, and both, are malformed', async () => {
    const changes = { discount: 100 }
    const filter = { text: '', order: 'default' } as const
    for (const body of [{ changes }, { ids: [1], filter, changes }])
      expect((await admin.call(calls.reviewChoice, { body })).status).toBe(400)
  })

  describe('undo', () => {
    test('restores every row, compared one by one', async () => {
      await make(30)
      await sql`update listing set discount = article_id * 37 % 10000`.execute(database().db.kysely)
      const ids = (await listings(database().db)).map(({ article_id }) => article_id)
      const before = await listings(database().db)
      const done = await apply({
        ids,
        changes: {
          brandId: b.brand,
          categoryId: null,
          discount: 1000,
          promo: true,
          hint: 'x',
          active: false,
        },
      })
      expect(await listings(database().db)).not.toEqual(before)
      expect((await undo(done.batchId)).data).toMatchObject({ restored: done.changed, keptCount: 0 })
      expect(await listings(database().db)).toEqual(before)
      const [last] = (await admin.call(calls.listBatches, { query: { page: 0 } })).data
      expect(last).toMatchObject({ id: done.batchId, by: 'Ana Ruiz', undoneBy: 'Ana Ruiz' })
      expect((await undo(done.batchId)).status).toBe(409)
    })

    test('two who take one change back at once: one does, the other is told', async () => {
      await make(3)
      const ids = (await listings(database().db)).map(({ article_id }) => article_id)
      const done = await apply({ ids, changes: { promo: true } })
      const answers = await Promise.all([undo(done.batchId), undo(done.batchId)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })

    test('is audited itself', async () => {
      const [one] = await make(1)
      const done = await apply({ ids: [one!.id], changes: { discount: 900 } })
      await undo(done.batchId)
      const [last] = await database()
        .db.kysely.selectFrom('audit')
        .select(['before', 'after', 'batch_id'])
        .where('entity_id', '=', String(one!.id))
        .orderBy('id', 'desc')
        .execute()
      expect(last).toMatchObject({ before: { discount: 900 }, after: { discount: 0 } })
      expect(last?.batch_id).not.toBe(done.batchId)
    })

    test('leaves what was changed since, tells by whom, and takes it back when told to', async () => {
      const [one, two] = await make(2)
      const done = await apply({ ids: idsOf([one!, two!]), changes: { discount: 1000 } })
      await setAs(colleague, two!, 1500)
      const { data } = await undo(done.batchId)
      expect(data).toMatchObject({
        restored: 1,
        keptCount: 1,
        kept: [
          {
            articleId: two!.id,
            code: two!.code,
            by: 'Rita Paz',
            changes: [{ field: 'discount', before: 15, after: 0 }],
          },
        ],
      })
      expect(await listingOf(one!)).toMatchObject({ discount: 0 })
      expect(await listingOf(two!)).toMatchObject({ discount: 1500 })
      const [kept] = data.kept
      const stale = [{ articleId: two!.id, version: kept!.version - 1 }]
      expect((await undo(done.batchId, stale)).data).toMatchObject({ restored: 0, keptCount: 1 })
      const named = [{ articleId: two!.id, version: kept!.version }]
      expect((await undo(done.batchId, named)).data).toMatchObject({ restored: 1, keptCount: 0 })
      expect(await listingOf(two!)).toMatchObject({ discount: 0 })
    })

    test('does not mind what was changed in other columns', async () => {
      const [one] = await make(1)
      const done = await apply({ ids: [one!.id], changes: { discount: 1000 } })
      await apply({ ids: [one!.id], changes: { hint: 'de otra persona' } })
      expect((await undo(done.batchId)).data).toMatchObject({ restored: 1, keptCount: 0 })
      expect(await listingOf(one!)).toMatchObject({ discount: 0, hint: 'de otra persona' })
    })

    test('takes the place in the tree back as one', async () => {
      const [one] = await make(1)
      const done = await apply({ ids: [one!.id], changes: { brandId: b.brand } })
      await apply({ ids: [one!.id], changes: { categoryId: b.category } })
      expect((await undo(done.batchId)).data).toMatchObject({ restored: 0, keptCount: 1 })
    })

    test('cannot go back to a category that is gone', async () => {
      const gone = await makeBranch(database().db, 'Efímera')
      const [one] = await make(1, { brand_id: gone.brand, category_id: gone.category })
      const done = await apply({ ids: [one!.id], changes: { brandId: b.brand } })
      await database().db.kysely.deleteFrom('category').where('brand_id', '=', gone.brand).execute()
      expect((await undo(done.batchId)).data).toMatchObject({
        restored: 0,
        keptCount: 1,
        kept: [{ reason: 'Su marca o categoría anterior ya no existe', changes: [] }],
      })
    })
  })

  describe('a pasted column', () => {
    const paste = async (body: calls.PastedColumn) => (await admin.call(calls.reviewPaste, { body })).data

    test('every line is told, and what is understood is applied', async () => {
      const [one, two, three] = await make(3)
      await setAs(colleague, three!, 1000)
      const text = [
        'Código\tDescuento',
        `${one!.code}\t12,5 %`,
        '',
        `${two!.code};5`,
        `${three!.code}  10`,
        'NO-EXISTE\t5',
        `${two!.code}\t5`,
        'sin valor',
      ].join('\n')
      const answer = await paste({ column: 'discount', text })
      expect(answer.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
        [1, 'notUnderstood'],
        [2, 'changes'],
        [4, 'changes'],
        [5, 'same'],
        [6, 'unknown'],
        [7, 'twice'],
        [8, 'notUnderstood'],
      ])
      expect(answer).toMatchObject({ total: 7, changed: 2, same: 1, problems: 4 })
      const body = { column: 'discount', text, fingerprint: answer.fingerprint } as const
      const done = (await admin.call(calls.applyPaste, { body })).data
      expect(done.changed).toBe(2)
      expect(await listingOf(one!)).toMatchObject({ discount: 1250 })
      expect((await undo(done.batchId)).data).toMatchObject({ restored: 2 })
      expect(await listingOf(one!)).toMatchObject({ discount: 0 })
    })

    test.each([['\n'], ['\r\n'], ['\r']])(
      'with more lines than a sheet may have rows, each ended by %j, it is refused in words (R274)',
      async (end) => {
        const answerTo = (lines: number) =>
          admin.call(calls.reviewPaste, {
            body: { column: 'discount', text: Array(lines).fill('X 5').join(end) },
          })
        expect((await answerTo(20_000)).status).toBe(200)
        const { status, json } = await answerTo(20_001)
        expect([status, json.message]).toEqual([413, 'La columna tiene más de 20.000 líneas: péguela por partes'])
      },
    )

    test('orders are pasted the same way', async () => {
      const [one] = await make(1)
      const text = `${one!.code}\t1.234`
      const { fingerprint } = await paste({ column: 'position', text })
      await admin.call(calls.applyPaste, { body: { column: 'position', text, fingerprint } })
      expect(await listingOf(one!)).toMatchObject({ position: 1234, discount: 0 })
    })
  })

  describe('the Excel round trip', () => {
    type Rows = (string | number | boolean | null)[][]
    const exportRows = async (text: string): Promise<Rows> => {
      const answer = await app.app.inject({
        url: `/api/pedidos/productos/filtro?n=${encodeURIComponent(text)}`,
        headers: { authorization: `Bearer ${admin.token}`, accept: SHEET },
      })
      const { rows } = await readXlsx(answer.rawPayload)
      return rows.map(({ cells }) => cells)
    }
    const send = async (rows: Rows, address: string) => {
      const bytes = await writeXlsx({ sheets: [{ name: 'articles', rows }] })
      return postFile(app.app, admin, `/api/pedidos/productos/lotes/planilla${address}`, new Uint8Array(bytes))
    }
    const columnOf = (rows: Rows, heading: string) => rows[0]!.indexOf(heading)

    test('what was exported comes back as it went: nothing changes', async () => {
      await make(3, { ...inA(), description: 'Yoyó de lata', discount: 550, hint: 'De a seis', promo: true })
      const { json } = await send(await exportRows('yoyo'), '/revisar')
      expect(json).toMatchObject({ total: 3, cambian: 0, iguales: 3, desactualizados: 0, problemas: 0 })
    })

    test('every row is told: changed, the same, wrong, changed by somebody since', async () => {
      const made = await make(5, { ...inA(), description: 'Metegol de mesa' })
      const rows = await exportRows('metegol')
      const [brand, category, subcategory, discount, hint] = [
        ...['Marca', 'Categoría', 'Subcategoría', 'Descuento %', 'Indicación de compra'],
      ].map((heading) => columnOf(rows, heading))
      const rowOf = (article: { code: string }) => rows.findIndex(([code]) => code === article.code)
      const edit = (at: number, values: Record<number, string | number | null>) => {
        for (const [column, value] of Object.entries(values)) rows[rowOf(made[at]!)]![Number(column)] = value
      }
      edit(0, { [discount!]: '12,5', [hint!]: 'Frágil' })
      edit(1, { [brand!]: 'Pirucho', [category!]: null, [subcategory!]: null })
      edit(2, { [brand!]: 'Nadie' })
      edit(3, { [discount!]: 30 })
      rows.push(['NO-EXISTE', ...rows[1]!.slice(1)])
      await setAs(colleague, made[3]!, 100)

      const { json } = await send(rows, '/revisar')
      expect(json).toMatchObject({ total: 6, cambian: 2, iguales: 1, desactualizados: 1, problemas: 2 })
      const told = (at: number) => json.filas.find((row: { codigo: string }) => row.codigo === made[at]!.code)
      expect(told(0)).toMatchObject({
        fila: rowOf(made[0]!) + 1,
        resultado: 'cambia',
        motivo: '',
        cambios: [
          { campo: 'descuento', antes: 0, despues: 12.5 },
          { campo: 'indicacion', antes: '', despues: 'Frágil' },
        ],
      })
      expect(told(1).cambios).toEqual([
        { campo: 'marca', antes: 'Barrilete', despues: 'Pirucho' },
        { campo: 'categoria', antes: 'Barrilete rubro', despues: null },
        { campo: 'subcategoria', antes: 'Barrilete línea', despues: null },
      ])
      expect(told(2)).toMatchObject({ resultado: 'noEntendido', motivo: 'No existe la marca «Nadie»' })
      expect(told(3)).toMatchObject({
        resultado: 'desactualizado',
        cambios: [{ campo: 'descuento', antes: 1, despues: 30 }],
      })
      expect(told(4)).toMatchObject({ resultado: 'igual', cambios: [] })
      expect(json.filas.at(-1)).toMatchObject({ fila: 7, codigo: 'NO-EXISTE', resultado: 'desconocido' })

      // Somebody saved other values into the file since it was reviewed.
      const otherwise = rows.map((row) => row.map((cell) => (cell === '12,5' ? '15' : cell)))
      expect(otherwise).not.toEqual(rows)
      expect((await send(otherwise, `?huella=${json.huella}`)).status).toBe(409)
      const done = await send(rows, `?huella=${json.huella}`)
      expect(done.json).toMatchObject({ cambiados: 2 })
      expect(await listingOf(made[0]!)).toMatchObject({ discount: 1250, hint: 'Frágil' })
      expect(await listingOf(made[3]!)).toMatchObject({ discount: 100 })
      expect((await undo(done.json.id)).data).toMatchObject({ restored: 2 })
      expect(await listingOf(made[1]!)).toMatchObject(inA())

      const over = await send(rows, '/revisar?pisar=1')
      // The articles of the undo are newer than the file, too.
      expect(over.json).toMatchObject({ cambian: 3, desactualizados: 0 })
    })

    test('another file is refused with why', async () => {
      const { status, json } = await send([['CUIT', 'Cantidad']], '/revisar')
      expect([status, json.message]).toEqual([400, expect.stringContaining('falta «Código»')])
    })
  })
})
