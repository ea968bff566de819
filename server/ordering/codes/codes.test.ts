import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_CLIENT } from '../../../contract/rules.ts'
import { makeArticle } from '../../test/make.ts'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import { findArticles } from './articles.service.ts'
import { lookUpCodes } from './codes.service.ts'

withDatabases('written codes', (database) => {
  let app: TestApp

  beforeAll(async () => {
    const { db } = database()
    await makeArticle(db, { code: 'SI-TY1017', alias: '7790007932208' })
    await makeArticle(db, { code: '05905' })
    await makeArticle(db, { code: '00500' })
    await makeArticle(db, { code: '0500' })
    // An alias that is another article's code, and one that two articles share.
    await makeArticle(db, { code: '12345', alias: 'COMPARTIDO' })
    await makeArticle(db, { code: 'OTRO-1', alias: '12345' })
    await makeArticle(db, { code: 'OTRO-2', alias: 'compartido' })
    await makeArticle(db, { code: 'RY10013' })
    await makeArticle(db, { code: 'FUERA-1', listed: false })
    for (const code of ['3-10', 'MAR-5', '4/11', '310', '1E5', '01147', 'T00147']) await makeArticle(db, { code })
    app = await openTestApp(db)
  })
  afterAll(() => app.close())

  const lookUp = (besideQuantity: boolean, ...written: string[]) =>
    lookUpCodes(app.catalogue.current('base').snapshot, written, { besideQuantity, proposals: 9 }).map(
      ({ kind, articles }) => [kind, ...articles.map(({ code }) => code)],
    )

  test('equal is the code, alias or EAN but for case, dashes, dots and blanks', () => {
    expect(lookUp(true, 'si ty.1017', '7790007932208', '12345', '1-2345', 'Compartido', '')).toEqual([
      ['equal', 'SI-TY1017'],
      ['equal', 'SI-TY1017'],
      ['equal', '12345'],
      ['several', '12345', 'OTRO-1'],
      ['several', '12345', 'OTRO-2'],
      ['none'],
    ])
  })

  test('lost zeros are forgiven beside a quantity, and proposed without one', () => {
    expect(lookUp(true, '5905', '005905', '500', '05905', 'T5905')).toEqual([
      ['zeros', '05905'],
      ['zeros', '05905'],
      ['several', '00500', '0500'],
      ['equal', '05905'],
      ['none'],
    ])
    expect(lookUp(false, '5905', '500').map(([kind, first]) => [kind, first])).toEqual([
      ['near', '05905'],
      ['near', '00500'],
    ])
  })

  test('near is offered, at most five, and only for as many codes as were asked for', () => {
    expect(lookUp(true, 'RY10014')).toEqual([['near', 'RY10013']])
    const { snapshot } = app.catalogue.current('base')
    const kinds = lookUpCodes(snapshot, ['RY10014', 'RY10012'], { besideQuantity: true, proposals: 1 })
    expect(kinds.map(({ kind }) => kind)).toEqual(['near', 'none'])
  })

  test('a day or a short number stands for the codes that a spreadsheet makes it of', () => {
    expect(lookUp(true, '2026-10-03', '3-oct', '5-mar', 'MAR-05', '2026-11-04', '1E+05', '5-jun')).toEqual([
      ['near', '3-10'],
      ['near', '3-10'],
      ['near', 'MAR-5'],
      ['near', 'MAR-5'],
      ['near', '4/11'],
      ['near', '1E5'],
      ['none'],
    ])
  })

  test('of several codes that end with a number, first the one that is it behind letters and zeros', () => {
    expect(lookUp(true, '147').flat()).toEqual(['near', 'T00147', '01147'])
  })

  test('what is not on sale is told from what does not exist, also an article of this second', async () => {
    const { db } = database()
    const fresh = await makeArticle(db, { code: 'NUEVO.1' })
    const find = await findArticles(db.kysely, app.catalogue, NO_CLIENT, [
      'fuera 1',
      'nuevo1',
      fresh.id,
      'NADA-1',
      987_654_321,
    ])
    expect(find('fuera 1')).toMatchObject({ kind: 'article', article: { code: 'FUERA-1', listed: false } })
    expect(find('nuevo1')).toMatchObject({ kind: 'article', article: { code: 'NUEVO.1', listed: true } })
    expect(find(fresh.id)).toMatchObject({ kind: 'article', article: { code: 'NUEVO.1' } })
    expect(find('NADA-1')).toEqual({ kind: 'unknown', proposals: [] })
    expect(find(987_654_321)).toEqual({ kind: 'unknown', proposals: [] })
  })

  test('a text of more than 200 characters is no code and is not searched for (R274)', async () => {
    const [longest, longer] = [200, 201].map((length) => 'SI-TY1017'.padEnd(length)) as [string, string]
    const find = await findArticles(database().db.kysely, app.catalogue, NO_CLIENT, [longest, longer])
    expect(find(longest)).toMatchObject({ kind: 'article', article: { code: 'SI-TY1017' } })
    expect(find(longer)).toEqual({ kind: 'unknown', proposals: [] })
  })
})
