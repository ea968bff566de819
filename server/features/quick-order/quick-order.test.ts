import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCart } from '../../../contract/cart.ts'
import { saveCartLines } from '../../../contract/cart-lines.ts'
import { type QuickReview, reviewQuick } from '../../../contract/quick-order.ts'
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
    await makeArticle(db, { code: 'SP-1000', description: 'Sonajero', listPrice: 0 })
    app = await openTestApp(db)
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
  })
  afterAll(() => app.close())

  const review = (caller: TestCaller, text: string, clientId?: number) =>
    caller.call(reviewQuick, { body: { text, clientId } })
  const read = async (text: string): Promise<QuickReview> => (await review(client, text)).data!
  const summary = ({ entries }: QuickReview) =>
    entries.map(({ kind, lines, articles, askedQuantity, quantity, reason }) => [
      kind,
      lines.join(),
      articles.map(({ code }) => code).join(),
      askedQuantity,
      quantity,
      reason,
    ])

  test('an article that stands in a text twice is asked about both times, one without a quantity once', async () => {
    const twice = expect.stringContaining('más de una vez')
    expect(summary(await read('ry10013 24\n7790001000013 12'))).toEqual([
      ['question', '1', 'RY10013', 24, null, twice],
      ['question', '2', 'RY10013', 12, null, twice],
    ])
    expect(summary(await read('00231'))).toEqual([
      ['question', '1', '00231', null, null, 'Falta la cantidad'],
    ])
  })

  test('every line of a text is a line, a question or none, in its order; nothing near is taken', async () => {
    const data = await read(
      [
        'Hola, va el pedido',
        'ry 10013 x 30 rosa',
        '',
        'RY10031 24',
        '6 trompos',
        'SP1000 5',
        '5000 u 00231',
        'gracias',
      ].join('\r\n'),
    )
    expect(summary(data)).toEqual([
      ['other', '1', '', null, null, 'No es un renglón'],
      ['line', '2', 'RY10013', 30, 36, ''],
      ['question', '4', 'RY10013', 24, null, 'No existe el código RY10031'],
      ['question', '5', '00777', 6, null, 'No dice el código del artículo'],
      ['question', '6', '', 5, null, 'SP-1000: El artículo no tiene precio'],
      ['question', '7', '00231', 5000, null, expect.stringContaining('¿5.000 unidades?')],
      ['other', '8', '', null, null, 'No es un renglón'],
    ])
    expect(data.total).toBe(36 * 36_39)
    expect(data.entries[1]).toMatchObject({
      text: 'ry 10013 x 30 rosa',
      note: 'rosa',
      inCart: 0,
      articles: [
        { unitPrice: 36_39, multiple: 12, unitsPerPack: 24, description: 'Muñeca bebé con mamadera' },
      ],
    })
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
    const { entries } = await read('RY10013 24\n00231 5')
    expect(await carted()).toEqual([])
    const lines = entries.flatMap(({ articles: [article], askedQuantity, note }, row) =>
      article && askedQuantity !== null ? [{ row, code: article.code, quantity: askedQuantity, note }] : [],
    )
    for (const _ of ['once', 'again']) await client.call(saveCartLines, { body: { lines, clientId: own.id } })
    expect(await carted()).toEqual([
      ['RY10013', 24, ''],
      ['00231', 5, ''],
    ])
    expect((await read('ry10013 12')).entries[0]).toMatchObject({ quantity: 12, inCart: 24 })
  })

  test('a seller reads for own clients only, and has to choose one', async () => {
    expect(await review(seller, 'RY10013 12', own.id)).toMatchObject({ status: 200 })
    expect(await review(seller, 'RY10013 12', foreign.id)).toMatchObject({ status: 403 })
    expect(await review(seller, 'RY10013 12')).toMatchObject({ status: 403 })
  })

  test('2,000 lines are read, all of them answered; more are refused whole', async () => {
    const text = 'NADA-77 5\n'.repeat(1_999)
    expect((await read(text)).entries).toHaveLength(1_999)
    expect(await review(client, `${text}\n`)).toMatchObject({ status: 400 })
  })
})
