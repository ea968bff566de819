/** Other words for what is searched, through HTTP: who adds them, and what the shop and a device find by them (R377). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchProducts } from '../../../contract/catalogue.ts'
import { deviceCatalogue } from '../../../contract/device-catalogue.ts'
import { addSynonym, listSynonyms, MOST_SYNONYMS, removeSynonym, synonymTexts } from '../../../contract/synonyms.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

withDatabases('other words for what is searched', (database) => {
  let app: TestApp
  let admin: TestCaller
  let buyer: TestCaller
  beforeAll(async () => {
    const { db } = database()
    await makeArticle(db, { code: '0107', description: 'Bebote llora y ríe' })
    await makeArticle(db, { code: '12', description: 'Pelota' })
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    buyer = await app.as(await makeUser(db))
  })
  afterAll(() => app.close())

  const codes = async (text: string) =>
    (await buyer.call(searchProducts, { query: { text, order: 'default', page: 0 } })).data.map(({ code }) => code)
  const add = (words: string, meaning: string) => admin.call(addSynonym, { body: { words, meaning } })
  /** The status of a refusal, and its field and message, or its message alone. */
  const refused = async (words: string, meaning: string) => {
    const { status, json } = await add(words, meaning)
    return [status, ...(json.details?.map((d: { field: string }) => d.field) ?? []), json.message]
  }

  test('the shop and a device hear them as soon as the catalogue is built anew, and no more once they are deleted', async () => {
    expect(await codes('nenucos')).toEqual([])
    const before = (await buyer.call(deviceCatalogue, { query: {} })).data
    const made = (await add('Nenuco', 'bebote')).data
    await expect.poll(() => codes('nenucos')).toEqual(['0107'])
    const device = (await buyer.call(deviceCatalogue, { query: { since: before.version } })).data
    // The articles are as they were: nothing but the words goes to the device.
    expect(device.columns.articleId).toEqual([])
    expect(device.levels?.synonyms).toEqual([{ words: 'Nenuco', meaning: 'bebote' }])
    expect((await admin.call(listSynonyms)).data).toEqual([{ id: made.id, words: 'Nenuco', meaning: 'bebote' }])

    await admin.call(removeSynonym, { params: { id: made.id } })
    await expect.poll(() => codes('nenucos')).toEqual([])
    expect((await admin.call(removeSynonym, { params: { id: made.id } })).status).toBe(404)
  })

  test('what says nothing, finds nothing or stands there already is refused with its field', async () => {
    expect(await refused('%', 'bebote')).toEqual([400, 'palabras', synonymTexts.words])
    expect(await refused('Bebote', 'BEBOTE')).toEqual([400, 'tambien', synonymTexts.same])
    for (const meaning of ['!', 'cocodrilo', 'vevote', '9999'])
      expect(await refused('muñeco', meaning)).toEqual([400, 'tambien', synonymTexts.nothing])
    expect((await add('muñeco', 'bebote')).status).toBe(200)
    expect(await refused('MUÑECO', 'Bebote')).toEqual([409, synonymTexts.known])
  })

  test('there are at most 500', async () => {
    const rows = Array.from({ length: MOST_SYNONYMS - 1 }, (_, nth) => ({
      ...{ words: `palabra ${nth}`, meaning: 'pelota', key: `palabra ${nth} > pelota` },
    }))
    await database().db.kysely.insertInto('synonym').values(rows).execute()
    expect(await refused('una más', 'pelota')).toEqual([409, synonymTexts.tooMany])
  })
})
