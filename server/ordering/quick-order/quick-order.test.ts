import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { reviewQuick } from '../../../contract/quick-order.ts'
import type { Review } from '../../../contract/review.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('quick order', (database) => {
  let app: TestApp
  let own: MadeClient
  let foreign: MadeClient
  let client: TestCaller
  let seller: TestCaller

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    own = await makeClient(db, { seller_id: sellerId })
    foreign = await makeClient(db)
    await makeArticle(db, {
      code: 'RY10013',
      alias: '7790001000013',
      description: 'Muñeca bebé con mamadera',
      multiple: 12,
      listPrice: 38_30,
      discount: 500,
    })
    await makeArticle(db, { code: '00231', description: 'Rompecabezas', listPrice: 1_000_01 })
    await makeArticle(db, { code: '00777', description: 'Trompo', listPrice: 1_000_01 })
    for (const code of ['00301', '00302', '00303', '00304', '00305', '00306'])
      await makeArticle(db, { code, units_per_pack: 24, listPrice: 100_00 })
    await makeArticle(db, { code: 'SP-1000', description: 'Sonajero', discount: 10_000 })
    app = await openTestApp(db)
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
  })
  afterAll(() => app.close())

  const review = (caller: TestCaller, text: string, clientId?: number) =>
    caller.call(reviewQuick, { body: { text, clientId } })
  const read = async (text: string): Promise<Review> => (await review(client, text)).data!
  const summary = ({ rows }: Review) =>
    rows.map(({ kind, lines, articles, askedQuantity, quantity, reason }) => [
      kind,
      lines.join(),
      articles.map(({ code }) => code).join(),
      askedQuantity,
      quantity,
      reason,
    ])

  test('an article that stands in a text twice is one line with both quantities added, one without a quantity is asked', async () => {
    const twice = await read('ry10013 24\n7790001000013 12')
    expect(summary(twice)).toEqual([['line', '1,2', 'RY10013', 36, 36, '']])
    expect(twice.rows[0]).toMatchObject({ addends: [24, 12], marks: ['24 + 12'], note: '' })
    expect(summary(await read('24 MUÑECA BEBE CON MAMADERA'))).toEqual([['line', '1', 'RY10013', 24, 24, '']])
    expect(summary(await read('00231'))).toEqual([['question', '1', '00231', null, null, 'Falta la cantidad']])
  })

  test('where two columns may be the codes one question says so, and its answer makes lines of them', async () => {
    const text = 'Hola\n301\t304\n302\t305\n303\t306\nRY10013 x 12'
    const asked = await read(text)
    expect(summary(asked)).toEqual([
      ['question', '2,3,4', '', null, null, '¿Qué columna tiene los códigos?'],
      ['line', '5', 'RY10013', 12, 12, ''],
    ])
    expect(asked.rows[0]).toMatchObject({ codeColumns: [1, 2], text: '301\t304\n302\t305\n303\t306' })
    for (const [codeColumn, lines] of [
      [1, ['00301=304', '00302=305', '00303=306']],
      [2, ['00304=301', '00305=302', '00306=303']],
    ] as const) {
      const { data } = await client.call(reviewQuick, {
        body: { text: asked.rows[0]?.text ?? '', codeColumn },
      })
      expect(data?.rows.map(({ articles: [one], quantity }) => `${one?.code}=${quantity}`)).toEqual(lines)
      expect(data?.notices).toEqual(['3 códigos venían sin sus ceros'])
    }
  })

  test('a unit that many lines count in is asked about once, and its answer makes lines of them', async () => {
    const text = 'Hola\nRY10013 2 cajas\n00231 1 caja\n00777 3 cajas'
    const [asked, ...others] = (await read(text)).rows
    expect(others).toEqual([])
    expect(asked).toMatchObject({
      kind: 'question',
      lines: [2, 3, 4],
      unit: 'cajas',
      articles: [],
      text: 'RY10013 2 cajas\n00231 1 caja\n00777 3 cajas',
    })
    const { data } = await client.call(reviewQuick, {
      body: { text: asked?.text ?? '', units: 'cajas = docena' },
    })
    expect(data?.rows.map(({ articles: [one], askedQuantity }) => `${one?.code}=${askedQuantity}`)).toEqual([
      'RY10013=24',
      '00231=12',
      '00777=36',
    ])
    expect(data?.notices).toEqual(['«cajas» se leyó como docena'])
  })

  test('a line that another one corrects is one question with both quantities', async () => {
    expect((await read('RY10013 x 24\nperdón, del RY10013 que 36')).rows).toMatchObject([
      { kind: 'question', lines: [1, 2], askedQuantity: null, addends: [24, 36], articles: [{ code: 'RY10013' }] },
    ])
  })

  test('every line of a text is a line, a question or a text, in its order; nothing near is taken', async () => {
    const data = await read(
      [
        'Hola, va el pedido',
        'ry 10013 x 30 rosa',
        '',
        'RY10031 24',
        '6 trompos',
        'SP1000 5',
        '5000 u 00231',
        'Marta Ferreyra de Quilmes',
        'gracias',
      ].join('\r\n'),
    )
    expect(summary(data)).toEqual([
      ['line', '2', 'RY10013', 30, 36, ''],
      ['question', '4', 'RY10013', 24, null, 'No existe el código RY10031'],
      ['question', '5', '00777', 6, null, 'No dice el código del artículo'],
      ['question', '6', '', 5, null, 'SP-1000: Este artículo no tiene precio publicado. Consulte con ventas'],
      ['question', '7', '00231', 5000, null, expect.stringContaining('¿5.000 unidades?')],
    ])
    expect(data.total).toBe(36 * 36_39)
    expect(data.texts).toEqual([
      { kind: 'courtesy', lines: [1, 9], text: 'Hola, va el pedido\ngracias' },
      { kind: 'text', lines: [8], text: 'Marta Ferreyra de Quilmes' },
    ])
    // For apps of the version before.
    expect(data.remarks).toEqual([{ lines: [8], text: 'Marta Ferreyra de Quilmes', rows: [] }])
    expect(data.rows[0]).toMatchObject({
      text: 'ry 10013 x 30 rosa',
      note: 'rosa',
      marks: ['se vende de a 12'],
      inCart: 0,
      articles: [{ unitPrice: 36_39, multiple: 12, unitsPerPack: 24, description: 'Muñeca bebé con mamadera' }],
    })
  })

  test('a code without its zeros is its article, marked and said once; a lone line of two articles is asked', async () => {
    const read231 = await read('231 24 u\n777 x 5 u')
    expect(summary(read231)).toEqual([
      ['line', '1', '00231', 24, 24, ''],
      ['line', '2', '00777', 5, 5, ''],
    ])
    expect(read231.rows.map(({ marks }) => marks)).toEqual([['escrito 231'], ['escrito 777']])
    expect(read231.notices).toEqual(['2 códigos venían sin sus ceros'])
    expect(summary(await read('231 777'))).toEqual([['question', '1', '00231,00777', 777, null, expect.any(String)]])
  })

  test('the last signs of one code offer its article alone, with the quantity', async () => {
    expect(summary(await read('10013 24'))).toEqual([
      ['question', '1', 'RY10013', 24, null, 'No existe el código 10013'],
    ])
  })

  test('looking stores nothing; what is certain goes in as a list, and the next look tells it', async () => {
    const carted = async () =>
      (await client.call(getCart, { query: { userId: undefined, clientId: own.id } })).data!.map((line) => [
        line.code,
        line.quantity,
        line.note,
      ])
    const { rows } = await read('RY10013 24\n00231 5')
    expect(await carted()).toEqual([])
    const lines = rows.flatMap(({ articles: [article], askedQuantity, note }, row) =>
      article && askedQuantity !== null ? [{ row, code: article.code, quantity: askedQuantity, note }] : [],
    )
    for (const _ of ['once', 'again']) await client.call(saveCartLines, { body: { lines, clientId: own.id } })
    expect(await carted()).toEqual([
      ['RY10013', 24, ''],
      ['00231', 5, ''],
    ])
    expect((await read('ry10013 12')).rows[0]).toMatchObject({ quantity: 12, inCart: 24 })
  })

  test('a seller reads for own clients only, and has to choose one', async () => {
    expect(await review(seller, 'RY10013 12', own.id)).toMatchObject({ status: 200 })
    expect(await review(seller, 'RY10013 12', foreign.id)).toMatchObject({ status: 403 })
    expect(await review(seller, 'RY10013 12')).toMatchObject({ status: 403 })
  })

  test('2,000 lines are read, all of them answered; more are refused whole', async () => {
    const text = 'NADA-77 5\n'.repeat(1_999)
    expect((await read(text)).rows).toHaveLength(1_999)
    expect(await review(client, `${text}\n`)).toMatchObject({ status: 400 })
  })
})
