import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceCatalogue } from '../../../contract/device-catalogue.ts'
import { raiseCatalogueVersion } from '../../db/catalogue-version.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const ARTICLES = 120

withDatabases('the catalogue for devices', (database) => {
  let app: TestApp
  let buyer: TestCaller
  let ids: number[]
  beforeAll(async () => {
    const { db } = database()
    ids = []
    for (let i = 0; i < ARTICLES; i++) {
      ids.push((await makeArticle(db, { code: `C${i}`, description: `Autito ${i}`, listPrice: 100_00 + i })).id)
    }
    app = await openTestApp(db)
    buyer = await app.as(await makeUser(db))
  })
  afterAll(() => app.close())

  const reprice = async (some: readonly number[], price: number) => {
    await database().db.tx(async (t, publish) => {
      await t.updateTable('price').set({ list_price: price }).where('article_id', 'in', some).execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
  }

  const url = deviceCatalogue.path
  const get = (headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { authorization: `Bearer ${buyer.token}`, ...headers } })
  const take = async (since?: number) => (await buyer.call(deviceCatalogue, { query: { since } })).data

  test('is the same JSON however it is compressed, kept by no cache, and a 304 for whoever has it', async () => {
    const plain = await get()
    const brotli = await get({ 'accept-encoding': 'gzip, br' })
    const gzip = await get({ 'accept-encoding': 'gzip' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(plain.json().columnas.IDART_IO).toEqual(ids.toSorted((a, b) => a - b))
    expect(brotli.headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br' })
    const again = await get({ 'if-none-match': String(brotli.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a few changes are told beside the same whole, many make it anew, and nothing is told twice', async () => {
    const first = await take()
    expect(await take(first.version)).toMatchObject({ since: first.version, removed: [] })
    expect((await take(first.version)).columns.articleId).toEqual([])

    await reprice(ids.slice(0, 2), 77_00)
    const whole = await take()
    expect(whole.version).toBe(first.version)
    const few = await take(whole.version)
    expect(few.columns.articleId).toEqual(ids.slice(0, 2).sort((a, b) => a - b))
    expect(few.columns.listPrice).toEqual([77_00, 77_00])
    expect(few.levels).toBeUndefined()
    expect((await take(few.version)).columns.articleId).toEqual([])

    await reprice(ids.slice(0, 40), 88_00)
    const anew = await take()
    expect(anew.version).toBeGreaterThan(few.version)
    expect(anew.columns.listPrice.filter((price) => price === 88_00)).toHaveLength(40)
    expect((await take(anew.version)).columns.articleId).toEqual([])
  })

  test('a version that was never there gets all there is', async () => {
    const { version } = await take()
    for (const since of [1, version + 1_000]) {
      const all = await take(since)
      expect([all.since, all.columns.articleId.length]).toEqual([undefined, ARTICLES])
    }
  })

  test('nobody takes it all without end: after 120 in an hour a user has to wait, for changes not', async () => {
    const greedy = await app.as(await makeUser(database().db))
    const takeAll = async () => (await greedy.call(deviceCatalogue)).status
    let taken = 0
    while ((await takeAll()) === 200) taken++
    expect([taken, await takeAll()]).toEqual([120, 429])
    const { version } = await take()
    expect((await greedy.call(deviceCatalogue, { query: { since: version } })).status).toBe(200)
  })
})
