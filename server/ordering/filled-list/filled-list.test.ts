import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../contract/address.ts'
import { getCart, saveCartLine } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { priceList } from '../../../contract/documents.ts'
import { reviewList } from '../../../contract/filled-list.ts'
import { type SheetReview, sheetReview } from '../../../contract/sheet-columns.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { postFile } from '../../test/upload.ts'

const ROWS = 3_000

withDatabases('filled list', (database) => {
  let app: TestApp
  let own: MadeClient
  let client: TestCaller
  let seller: TestCaller
  let foreign: MadeClient

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    own = await makeClient(db, { seller_id: sellerId })
    foreign = await makeClient(db)
    await makeArticle(db, {
      code: '00123',
      multiple: 12,
      units_per_pack: 24,
      listPrice: 38_30,
      discount: 500,
    })
    await makeArticle(db, { code: 'P-1', listPrice: 1_000_01 })
    await makeArticle(db, { code: 'VIEJO', listed: false })
    await makeArticle(db, { code: 'SINPRECIO', listPrice: 0 })
    app = await openTestApp(db)
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
  })
  afterAll(() => app.close())

  const review = async (caller: TestCaller, content: string | Uint8Array<ArrayBuffer>, clientId?: number) => {
    const answer = await postFile(app.app, caller, addressOf(reviewList, { query: { clientId } }), content, {
      name: 'lista.csv',
    })
    return { ...answer, data: answer.status === 200 ? z.decode(sheetReview, answer.json) : undefined }
  }
  const linesOf = ({ rows }: SheetReview) =>
    rows.flatMap(({ kind, lines: [row = 0], articles: [article], quantity, note, inCart }) =>
      kind === 'line' && article && quantity !== null
        ? [
            {
              row,
              articleId: article.articleId,
              code: article.code,
              quantity,
              note,
              inCart,
              unitPrice: article.unitPrice,
            },
          ]
        : [],
    )
  const load = (caller: TestCaller, data: SheetReview, clientId?: number) =>
    caller.call(saveCartLines, {
      body: {
        clientId,
        lines: linesOf(data).map(({ row, articleId, quantity, note }) => ({
          row,
          articleId,
          quantity,
          note,
        })),
      },
    })
  const cartOf = async (caller: TestCaller, clientId: number) =>
    (await caller.call(getCart, { query: { userId: undefined, clientId } })).data!.map((line) => [
      line.code,
      line.quantity,
      line.note,
    ])

  test('each row with a quantity is a line or says why not; the prices of the file are not looked at', async () => {
    const { data } = await review(
      client,
      [
        'Lista de mi local;;;',
        'codigo;Descripción;CANTIDAD;Precio;Observación',
        '00123;Oso;30;0,01;en caja azul',
        'P-1;;2;1,00;',
        'P-1;;3;99,00;',
        'SIN-CANTIDAD;;;;',
        'NADA;;1;;',
        'VIEJO;;1;;',
        'SINPRECIO;;1;;',
        ';;5;;',
        'P-1;;dos;;',
        'P-1;;0;;',
        'P-1;;;;solo una nota',
      ].join('\r\n'),
    )
    expect(data).toMatchObject({ total: 36 * 36_39 + 5 * 1_000_01 })
    expect(data!.notices).toEqual(['2 filas sin cantidad quedan como están'])
    expect(
      data!.rows.map(({ kind, lines, articles, askedQuantity, quantity, marks, reason }) =>
        kind === 'line'
          ? [lines, articles[0]?.code, askedQuantity, quantity, marks]
          : [lines, reason, articles.map(({ code }) => code)],
      ),
    ).toEqual([
      [[3], '00123', 30, 36, []],
      [[4, 5], 'P-1', 5, 5, ['2 + 3']],
      [[7], 'No existe el artículo NADA', []],
      [[8], 'Este artículo ya no está a la venta', []],
      [[9], 'Este artículo no tiene precio publicado. Consulte con ventas', []],
      [[10], 'La fila no tiene código de artículo', []],
      [[11], '«dos» no es una cantidad', ['P-1']],
      [[13], 'La fila no tiene cantidad', ['P-1']],
    ])
    expect(data!.rows[0]).toMatchObject({ note: 'en caja azul', articles: [{ unitPrice: 36_39 }] })
    expect(data!.rows[1]).toMatchObject({ addends: [2, 3] })
    expect(await cartOf(client, own.id)).toEqual([])
  })

  test('what is reviewed is set in the own cart; a second run changes nothing, and notes stay', async () => {
    await client.call(saveCartLine, {
      body: { articleId: (await idOf('P-1'))!, quantity: 2, note: 'para regalo', clientId: own.id, id: null },
    })
    const { data } = await review(client, 'Código;Cantidad\n00123;30\nP-1;5')
    expect(linesOf(data!).map(({ code, inCart }) => [code, inCart])).toEqual([
      ['00123', 0],
      ['P-1', 2],
    ])
    const first = await load(client, data!)
    expect(first.data).toMatchObject({ rows: 2, total: 36 * 36_39 + 5 * 1_000_01 })
    const after = [
      ['P-1', 5, 'para regalo'],
      ['00123', 36, ''],
    ]
    expect(await cartOf(client, own.id)).toEqual(after)
    await Promise.all([load(client, data!), load(client, data!)])
    expect(await cartOf(client, own.id)).toEqual(after)
  })

  test('what left the shop in between is told, and the rest is set', async () => {
    const { db } = database()
    const gone = await makeArticle(db, { code: 'SEVA' })
    const { data } = await review(client, 'Código;Cantidad\nSEVA;1\nP-1;7')
    await db.tx(async (t, publish) => {
      await t.updateTable('listing').set({ active: false }).where('article_id', '=', gone.id).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    const { data: set } = await load(client, data!)
    expect(set!.lines.map(({ code }) => code)).toEqual(['P-1'])
    expect(set!.notices).toEqual([
      { row: 2, code: 'SEVA', dropped: true, reason: 'Este artículo ya no está a la venta' },
    ])
  })

  test('a quantity that looks like a slip is asked about in the review', async () => {
    const { data } = await review(client, 'Código;Cantidad\n00123;1.200')
    expect(data!.rows).toMatchObject([
      {
        kind: 'question',
        reason: '¿1.200 unidades? Es más de 20 bultos (de 24)',
        askedQuantity: 1_200,
        articles: [{ code: '00123' }],
      },
    ])
  })

  test('a seller fills the cart of the chosen client, and nobody another’s', async () => {
    const file = 'Código;Cantidad\nP-1;4'
    const { data } = await review(seller, file, own.id)
    expect((await load(seller, data!, own.id)).status).toBe(200)
    expect(await cartOf(seller, own.id)).toEqual([['P-1', 4, '']])
    expect((await review(seller, file)).status).toBe(403)
    expect((await load(seller, data!)).status).toBe(403)
    for (const caller of [seller, client]) {
      expect((await review(caller, file, foreign.id)).status).toBe(403)
      expect((await load(caller, data!, foreign.id)).status).toBe(403)
    }
  })

  test('a file that is no filled list is told what it lacks', async () => {
    const told = async (content: string | Uint8Array<ArrayBuffer>) => {
      const { status, json } = await review(client, content)
      return [status, json.message]
    }
    expect(await told('Código;Cantidad\nP-1;\n00123; ')).toEqual([
      400,
      expect.stringContaining('La lista no tiene cantidades'),
    ])
    expect(await told('Orden No 7074\nPor favor mandar 250 de P-1')).toEqual([
      400,
      expect.stringContaining('se pega en «Pedido rápido»'),
    ])
    expect((await told(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])))[0]).toBe(415)
    expect((await told(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2])))[0]).toBe(400)
  })

  const idOf = async (code: string) =>
    (await database().db.kysely.selectFrom('article').select('id').where('code', '=', code).executeTakeFirst())?.id

  test('three thousand rows go there and come back, and none is lost', async () => {
    const { db } = database()
    const { id: brandId } = await db.kysely
      .insertInto('brand')
      .values({ name: 'Tres mil', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.tx(async (t, publish) => {
      await sql`insert into article (id, code, description, alias, multiple, units_per_pack, inner_pack, active)
        select 100000 + n, 'L' || lpad(n::text, 5, '0'), 'Juguete número ' || n, '', case n % 3 when 0 then 6 else 1 end,
          24, 6, true from generate_series(1, ${ROWS}::int) n`.execute(t)
      await sql`insert into price (article_id, list_price) select 100000 + n, 100000 + n
        from generate_series(1, ${ROWS}::int) n`.execute(t)
      await sql`insert into listing (article_id, brand_id, discount, position, hint, promo, active)
        select 100000 + n, ${brandId}, 0, n, '', false, true from generate_series(1, ${ROWS}::int) n`.execute(t)
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    const workbook = await openXlsx(new Uint8Array((await list(brandId)).rawPayload))
    const { rows } = workbook.sheets[0]!
    const place = (heading: string) => rows[0]!.indexOf(heading)
    expect(rows).toHaveLength(ROWS + 1)
    const [code, quantity, price] = [place('Código'), place('Cantidad'), place('Precio')]
    // Each tenth row is left as it came, some are filled in by hand, and one code is spoiled.
    for (const [at, row] of rows.entries()) {
      if (at === 0 || at % 10 === 0) continue
      row[quantity] = at % 100 === 1 ? 'dos' : at % 7
      row[price] = 1
    }
    rows[3]![code] = 'L-INVENTADO'
    const filled = await saveXlsx(workbook)

    const { data } = await review(client, new Uint8Array(filled))
    const untouched = ROWS / 10
    const words = ROWS / 100
    const zeros = rows.filter((row, at) => at > 0 && row[quantity] === 0).length
    const questions = data!.rows.filter(({ kind }) => kind === 'question')
    const lines = linesOf(data!)
    expect(questions).toHaveLength(words + 1)
    expect(lines).toHaveLength(ROWS - untouched - zeros - questions.length)
    expect(data!.notices).toContain(
      `${(untouched + zeros).toLocaleString('es-AR')} filas sin cantidad quedan como están`,
    )
    expect(lines[1]).toMatchObject({ row: 5, code: 'L00004', quantity: 4, unitPrice: 100_004 })

    const before = (await cartOf(client, own.id)).length
    expect((await load(client, data!)).data!.lines).toHaveLength(lines.length)
    const cart = await cartOf(client, own.id)
    expect(cart).toHaveLength(before + lines.length)
    const stored = new Map(cart.map(([name, count]) => [name, count]))
    for (const line of lines) expect(stored.get(line.code)).toBe(line.quantity)
  })

  const list = (brandId: number) =>
    app.app.inject({
      url: addressOf(priceList, { query: { brandId } }),
      headers: { authorization: `Bearer ${client.token}` },
    })
})
