import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCertificates } from '../../../contract/certificates.ts'
import {
  type InventoryQuery,
  inventoryKeys,
  listInventory,
  openInventory,
  renewInventory,
} from '../../../contract/inventory.ts'
import { listSettings } from '../../../contract/settings-admin.ts'
import { cases } from '../../../testkit/cases.ts'
import { createLog } from '../../log.ts'
import { makeArticle, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const all: InventoryQuery = {
  page: 0,
  text: '',
  brandId: undefined,
  order: 'priceDesc',
  minPrice: undefined,
  maxPrice: undefined,
}
/** Amounts, a discount and an indication that stand nowhere else in an answer. */
const DEAR = { listPrice: 98_765_43, discount: 1375, hint: 'A 777777 por bulto' }
const DEAR_SIGNS = ['98765', '98.765', '85185', '85.185', '13.75', '13,75', '1375', '777777']
/** The names an amount, a discount or a text about them may have on the wire. */
const PRICE_NAMES = ['PRECIO_LPI', 'DESCUENTO_IO', 'INDICACION_IO', 'OFERTA_IO']
const MANY = 70

withDatabases('public inventories', (database) => {
  let app: TestApp
  let admin: TestCaller
  let lines: string[]
  let withPrices: string
  let without: string
  /** Prices that are paid, in cents, by code. */
  const paid = new Map<string, number>()

  beforeAll(async () => {
    const { db } = database()
    await makeArticle(db, { code: 'CARO-1', description: 'Castillo de princesas', ...DEAR })
    paid.set('CARO-1', 85_185_18)
    await makeArticle(db, { code: 'GRATIS-1', description: 'Muestra sin precio', listPrice: 1, discount: 60_00 })
    paid.set('GRATIS-1', 0)
    await makeArticle(db, { code: 'OCULTO-1', listed: false })
    await makeArticle(db, { code: 'BAJA-1', active: false })
    for (let at = 0; at < MANY; at++) {
      // Few prices for many articles: the order has to tell equal ones apart.
      const listPrice = 1_000_00 + (at % 7) * 100_00
      const code = `M-${100 + at}`
      await makeArticle(db, { code, description: at % 2 ? 'Pelota rayada' : 'Trompo', listPrice })
      paid.set(code, listPrice)
    }
    lines = []
    app = await openTestApp(db, { log: createLog('info', { write: (line) => void lines.push(line) }) })
    admin = await app.as(await makeUser(db, 'admin'))
    ;[withPrices = '', without = ''] = await tokens()
  })
  afterAll(() => app.close())

  const tokens = async () => {
    const stored = (await admin.call(listSettings)).data
    return inventoryKeys.map((key) => stored.find((setting) => setting.key === key)?.value ?? '')
  }
  let visitors = 0
  /** An address that no visitor had before, so that the limit counts a new one. */
  const nextAddress = () => `10.1.${Math.floor(visitors / 250)}.${visitors++ % 250}`
  const list = (token: string, query: Partial<InventoryQuery> = {}, address = nextAddress()) =>
    app.visitor.call(listInventory, {
      params: { token },
      query: { ...all, ...query },
      headers: { 'x-forwarded-for': address },
    })
  const codes = async (token: string, query: Partial<InventoryQuery> = {}) =>
    (await list(token, query)).data.map(({ code }) => code)
  const raw = (url: string, headers: Record<string, string> = {}) =>
    app.app.inject({ url, headers: { 'x-forwarded-for': nextAddress(), ...headers } })
  const path = (token: string, suffix = '') => `/api/productos/inventario/${token}${suffix}`

  test('the one with prices shows what is on sale, the dearest first, what has no price last', async () => {
    const { json, data } = await list(withPrices)
    expect(json[0]).toEqual({
      IDART_IO: expect.any(Number),
      CODIGO_ART: 'CARO-1',
      DESCRIP_ART: 'Castillo de princesas',
      PRECIO_LPI: 98765.43,
      DESCUENTO_IO: 13.75,
      INDICACION_IO: 'A 777777 por bulto',
      FOTO1_IO: null,
      imagen1: null,
      cantPaginas: MANY + 2,
    })
    expect(data).toHaveLength(25)
    for (const order of ['priceDesc', 'priceAsc'] as const)
      expect((await codes(withPrices, { order, page: 2 })).at(-1)).toBe('GRATIS-1')
    expect((await codes(withPrices, { order: 'priceAsc' }))[0]).toBe('M-100')
    expect((await app.visitor.call(openInventory, { params: { token: withPrices } })).json).toMatchObject({
      precios: 1,
    })
  })

  test('a range counts both ends and leaves out what has no price', async () => {
    const found = await codes(withPrices, { minPrice: 1_600_00, maxPrice: 85_185_18 })
    expect(found).toEqual(['CARO-1', ...[...paid].filter(([, cents]) => cents === 1_600_00).map(([code]) => code)])
    expect(await codes(withPrices, { text: 'muestra', minPrice: 0 })).toEqual([])
  })

  test('a code is a code, and one that is none is told with what is near', async () => {
    expect(await codes(without, { text: 'm 100' })).toEqual(await codes(withPrices, { text: 'm 100' }))
    expect(await codes(without, { text: 'caro1' })).toEqual(['CARO-1'])
    const { data } = await list(without, { text: 'M-1' })
    expect(data[0]).toMatchObject({ found: 'near', missingCodes: 'M-1' })
  })

  test('the one without prices holds no amount anywhere, in whatever order and however it is asked', async () => {
    for (const query of ['', '?o=1', '?o=0', '?t=caro', '?d=1000&h=99999&t=CARO-1', '?index=2&o=0'])
      for (const encoding of ['identity', 'gzip', 'br']) {
        const answer = await raw(path(without, query), { 'accept-encoding': encoding })
        expect(answer.statusCode).toBe(200)
        const head = JSON.stringify(answer.headers)
        for (const name of PRICE_NAMES) expect(head).not.toContain(name)
        // Times and hashes have digits of their own; no header has a price in its name or value.
        for (const sign of DEAR_SIGNS) expect(head).not.toContain(sign)
        if (encoding !== 'identity') continue
        for (const sign of [...PRICE_NAMES, ...DEAR_SIGNS]) expect(answer.body).not.toContain(sign)
      }
    expect((await list(without, { text: 'CARO-1' })).json).toEqual([
      {
        IDART_IO: expect.any(Number),
        CODIGO_ART: 'CARO-1',
        DESCRIP_ART: 'Castillo de princesas',
        FOTO1_IO: null,
        imagen1: null,
        cantPaginas: 1,
        hallado: 'codigo',
      },
    ])
    const address = { params: { token: without }, headers: { 'x-forwarded-for': nextAddress() } }
    expect((await app.visitor.call(openInventory, address)).json).toEqual({ precios: 0, marcas: [] })
  })

  test('without prices a range is ignored, so that none can be found out; the order is as with prices', async () => {
    const whole = await raw(path(without, '?o=0'))
    for (const range of ['d=1&h=2', 'd=99999999', 'h=0', 'd=1600&h=1600']) {
      const answer = await raw(path(without, `?o=0&${range}`))
      expect(answer.body).toBe(whole.body)
      expect(answer.headers.etag).toBe(whole.headers.etag)
    }
    for (const order of ['priceDesc', 'priceAsc'] as const)
      for (const page of [0, 1, 2])
        expect(await codes(without, { order, page })).toEqual(await codes(withPrices, { order, page }))
  })

  test('whatever is searched, the pages together hold each match once, in the order of the prices', async () => {
    const cents = fc.option(fc.integer({ min: 0, max: 2_000_00 }), { nil: undefined })
    const query = fc.record({
      text: fc.constantFrom('', 'pelota', 'trompo', 'm-1', 'qqq'),
      order: fc.constantFrom('priceDesc' as const, 'priceAsc' as const),
      minPrice: cents,
      maxPrice: cents,
    })
    const descriptions = new Map<string, string>()
    for (const page of [0, 1, 2])
      for (const { code, description } of (await list(withPrices, { page })).data)
        descriptions.set(code, `${code} ${description}`.toLowerCase())
    expect(descriptions.size).toBe(MANY + 2)
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (asked, priced) => {
        const { text, order, minPrice, maxPrice } = asked
        const isIn = (code: string) => {
          const price = paid.get(code) ?? 0
          const ranged = priced && (minPrice !== undefined || maxPrice !== undefined)
          return !ranged || (price > 0 && price >= (minPrice ?? 0) && price <= (maxPrice ?? Infinity))
        }
        const seen: string[] = []
        const address = nextAddress()
        let total = 0
        for (let page = 0; ; page++) {
          const { data } = await list(priced ? withPrices : without, { ...asked, page }, address)
          if (page === 0) total = data[0]?.total ?? 0
          seen.push(...data.map(({ code }) => code))
          if (data.length < 25) break
        }
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen).toHaveLength(total)
        const matching = [...descriptions].filter(([code, words]) => words.includes(text) && isIn(code))
        // 'm-1' is a code that no article has: which articles are near it, the engine decides (R32).
        if (text !== 'm-1') expect(seen.toSorted()).toEqual(matching.map(([code]) => code).toSorted())
        const prices = seen.map((code) => paid.get(code) ?? 0).filter((price) => price > 0)
        const sorted = prices.toSorted((a, b) => (order === 'priceAsc' ? a - b : b - a))
        expect(prices).toEqual(sorted)
      }),
      { numRuns: cases(40) },
    )
  })

  test('what was read once is not sent again while nothing changed', async () => {
    const first = await raw(path(withPrices))
    const again = await raw(path(withPrices), { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const unpriced = await raw(path(without), { 'if-none-match': String(first.headers.etag) })
    expect(unpriced.statusCode).toBe(200)
  })

  test('nobody lists it, nobody keeps it for others, and no page learns its address', async () => {
    for (const url of [path(withPrices), path(without, '/tipo'), path('nada')]) {
      const { headers } = await raw(url)
      expect(headers['x-robots-tag']).toBe('noindex, nofollow')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['cache-control']).toMatch(/^private|^no-store/)
    }
  })

  test('an unknown token opens nothing, also one that is nearly right', async () => {
    const nearly = `${withPrices.slice(0, -1)}${withPrices.endsWith('A') ? 'B' : 'A'}`
    for (const token of ['nada', nearly, withPrices.slice(0, 8), `${withPrices}x`, '%20', 'x'.repeat(300)])
      for (const rest of ['', '/tipo']) expect((await raw(path(token, rest))).statusCode).toBe(404)
    expect((await raw(path(withPrices, '?o=caro'))).statusCode).toBe(400)
  })

  test('a renewed link opens, the one before no more; the audit knows of it, and no log holds either', async () => {
    const [, before = ''] = await tokens()
    const version = (await admin.call(listSettings)).data.find(({ key }) => key === inventoryKeys[1])?.version
    const { data } = await admin.call(renewInventory, { body: { key: inventoryKeys[1], version } })
    expect(data.value).toMatch(/^[\w-]{32}$/)
    expect(await tokens()).toEqual([withPrices, data.value])
    expect((await list(before)).status).toBe(404)
    expect((await list(data.value)).status).toBe(200)
    without = data.value
    // Somebody who read the link before that renewal is told.
    expect((await admin.call(renewInventory, { body: { key: inventoryKeys[1], version } })).status).toBe(409)
    const [told] = await database()
      .db.kysely.selectFrom('audit')
      .select(['action', 'entity_id', 'before', 'after'])
      .where('entity', '=', 'setting')
      .execute()
    expect(told).toEqual({
      action: 'update',
      entity_id: 'INVENTARIO_SIN_PRECIO',
      before: { value: `…${before.slice(-4)}` },
      after: { value: `…${data.value.slice(-4)}` },
    })
    const written = lines.join('\n')
    expect(written).toContain('/inventario/:token')
    for (const token of [withPrices, before, data.value, 'nada']) expect(written).not.toContain(token)
  })

  test('whoever reads too much has to wait, all of it alike, and nobody else does', async () => {
    const scraper = '203.0.113.9'
    for (let page = 0; page < 120; page++) {
      await list(withPrices, { page }, scraper)
      await list('adivinado', {}, scraper)
    }
    const refused = await list(withPrices, {}, scraper)
    expect(refused.status).toBe(429)
    expect(refused.json.message).toBe(
      'Se hicieron demasiadas consultas desde su conexión. Espere un momento e intente nuevamente',
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    const headers = { 'x-forwarded-for': scraper }
    expect((await app.visitor.call(listCertificates, { query: { code: '' }, headers })).status).toBe(429)
    expect((await raw('/api/productos/certificados/buscar?nombreArchivo=a', headers)).statusCode).toBe(429)
    expect((await raw('/api/productos/certificados?idart=1', headers)).statusCode).toBe(429)
    expect((await list(withPrices, {}, '203.0.113.10')).status).toBe(200)
  })

  test('both are narrowed to a brand, and name those with articles on sale and no other (R259)', async () => {
    const { db } = database()
    const brandOf = async (name: string, position: number) =>
      (await db.kysely.insertInto('brand').values({ name, position }).returning('id').executeTakeFirstOrThrow()).id
    const [lego, none] = [await brandOf('Lego', 901), await brandOf('Marca sin artículos', 902)]
    await makeArticle(db, { code: 'LEGO-1', listPrice: 500_00, brand_id: lego })
    await app.upToDate()
    for (const token of [withPrices, without]) {
      const { brands } = (await app.visitor.call(openInventory, { params: { token } })).data
      expect(brands).toContainEqual({ id: lego, name: 'Lego' })
      expect(brands.map(({ id }) => id)).not.toContain(none)
      expect(await codes(token, { brandId: lego })).toEqual(['LEGO-1'])
      expect(await codes(token, { brandId: none })).toEqual([])
      // The rows without the filter have come before: another question has another answer.
      expect(await codes(token, { text: 'LEGO-1' })).toEqual(['LEGO-1'])
    }
  })
})
