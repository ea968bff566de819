/**
 * Documents compared with the articles that were chosen: each article once, with its code beside its own prices. Without
 * prices a document has no amount, wherever one might hide. They are read by libraries that did not write them.
 */
import { inflateRawSync, inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { saveCartLine } from '../../../contract/cart.ts'
import * as calls from '../../../contract/documents.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'

interface Chosen {
  id: number
  code: string
  /** Cents; 0 is 'Consultar'. */
  list: number
  /** Hundredths of a percent. */
  discount: number
  place: 0 | 1 | 2
}

const PLACES = ['Muñecas', 'Autos', 'Camiones'] as const
/** Prices in cents that occur nowhere by chance; dearer articles come first, so that an order by price would show. */
const amountOf = (n: number) => 8_000_007 - n * 111_113
const articles: Omit<Chosen, 'id'>[] = Array.from({ length: 40 }, (_, n) => ({
  code: n === 7 ? '0007' : `ZK-${(n * 7) % 40}/${n}`,
  list: n === 5 ? 0 : amountOf(n),
  discount: n % 4 === 0 ? 1_250 : 0,
  place: (n % 3) as 0 | 1 | 2,
}))

/** As the shop's rules say: hundredths of a percent off, halves up. */
const unitOf = ({ list, discount }: Pick<Chosen, 'list' | 'discount'>) =>
  Math.floor((list * (10_000 - discount) + 5_000) / 10_000)
const shown = (cents: number) => {
  const [whole = '', rest] = (cents / 100).toFixed(2).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${rest}`
}
/** Ways in which an amount may be written. */
const writings = (cents: number) => [shown(cents), String(cents), String(cents / 100), (cents / 100).toFixed(2)]

withDatabase('embedded', (database) => {
  let app: TestApp
  let admin: TestCaller
  let brandId: number
  let categoryIds: [number, number, number]
  let clientId: number
  const all: Chosen[] = []

  beforeAll(async () => {
    const { db } = database()
    const brand = { name: 'Ñandutí', position: 1 }
    brandId = (await db.kysely.insertInto('brand').values(brand).returning('id').executeTakeFirstOrThrow()).id
    const category = async (name: string, parent_id: number | null) =>
      (
        await db.kysely
          .insertInto('category')
          .values({ brand_id: brandId, parent_id, name, position: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [dolls, cars] = [await category(PLACES[0], null), await category(PLACES[1], null)]
    categoryIds = [dolls, cars, await category(PLACES[2], cars)]
    for (const [n, article] of articles.entries()) {
      const { id } = await makeArticle(db, {
        code: article.code,
        description: `Juguete de prueba ${'largo '.repeat(n % 12)}fin`,
        listPrice: article.list,
        discount: article.discount,
        brand_id: brandId,
        category_id: categoryIds[article.place === 0 ? 0 : 1],
        subcategory_id: article.place === 2 ? categoryIds[2] : null,
        promo: n % 4 === 0,
        position: (n * 13) % 40,
      })
      all.push({ ...article, id })
    }
    await makeArticle(db, { code: 'AJENO', listPrice: 1_234_567 })
    clientId = (await makeClient(db)).id
    app = await openTestApp(db)
    admin = await app.as(await makeUser(db, 'admin'))
    for (const { id, list } of all) {
      const body = { id: null, articleId: id, quantity: 1, note: '', clientId }
      if (list > 0) await admin.call(saveCartLine, { body })
    }
  })
  afterAll(() => app.close())

  const bytesOf = async (url: string, payload?: string) => {
    const answer = await app.app.inject({
      url,
      method: payload === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${admin.token}`, ...(payload && { 'content-type': 'text/plain' }) },
      ...(payload !== undefined && { payload }),
    })
    expect(answer.statusCode).toBe(200)
    return { bytes: answer.rawPayload, name: String(answer.headers['content-disposition']) }
  }
  const textOf = async (bytes: Uint8Array) => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }
  const branch = (withPrices: boolean, given: object = {}) => ({
    query: { brandId, withLogo: true, withImages: true, withPrices, ...given },
  })
  const cart = (withPrices: boolean) => ({ query: { clientId, withPrices } })
  const priced = () => all.filter(({ list }) => list > 0)
  /** Every kind of PDF, and what was chosen for it. */
  const pdfs = {
    catálogo: () => ({ url: addressOf(calls.cataloguePdf, branch(true)), chosen: all }),
    categoría: () => ({
      url: addressOf(calls.cataloguePdf, branch(true, { categoryId: categoryIds[1] })),
      chosen: all.filter(({ place }) => place !== 0),
    }),
    subcategoría: () => ({
      url: addressOf(calls.cataloguePdf, branch(true, { categoryId: categoryIds[1], subcategoryId: categoryIds[2] })),
      chosen: all.filter(({ place }) => place === 2),
    }),
    cotización: () => {
      const chosen = all.filter((_, n) => n % 5 === 2)
      return { url: calls.chosenPdf.path, chosen, payload: chosen.map(({ id }) => id).join(',') }
    },
    carrito: () => ({ url: addressOf(calls.cartPdf, cart(true)), chosen: priced() }),
  }
  test.each(Object.entries(pdfs))('%s: each chosen article once, its code beside its own prices', async (kind, of) => {
    const { chosen, url, ...more } = of()
    const whole = await textOf((await bytesOf(url, 'payload' in more ? String(more.payload) : undefined)).bytes)
    // After the articles come sums, conditions and an index that names each code once more.
    const [text = ''] = whole.split(/Índice por código|Cómo pedir|Importe de lista/)
    const found = all.flatMap(({ code }) => [...text.matchAll(codePattern(code))].map(() => code))
    expect(found.sort()).toEqual(chosen.map(({ code }) => code).sort())
    expect(text).not.toContain('AJENO')
    // What stands between a code and the next one is that article's.
    const places = chosen
      .map((article) => ({ article, at: text.search(codePattern(article.code)) }))
      .sort((a, b) => a.at - b.at)
    for (const [n, { article, at }] of places.entries()) {
      const own = text.slice(at, places[n + 1]?.at ?? text.lastIndexOf('Total'))
      const amounts = [...own.matchAll(/\$ ([\d.]+,\d\d)/g)].map(([, amount]) => amount)
      const unit = unitOf(article)
      const list = article.discount > 0 ? [article.list] : []
      // A quotation has the unit's price above the list price, and for a cart what the line comes to.
      const expected =
        kind === 'carrito'
          ? [unit, ...list, unit]
          : kind === 'cotización'
            ? [unit, ...list]
            : article.discount > 0
              ? [article.list, unit]
              : [article.list]
      expect([article.code, amounts]).toEqual([article.code, article.list ? expected.map(shown) : []])
      expect([article.code, own.includes('Consultar')]).toEqual([article.code, article.list === 0])
    }
  })

  const priceless = {
    'catálogo en PDF': () => addressOf(calls.cataloguePdf, branch(false)),
    'categoría en PDF': () => addressOf(calls.cataloguePdf, branch(false, { categoryId: categoryIds[1] })),
    'carrito en PDF': () => addressOf(calls.cartPdf, cart(false)),
    'catálogo en planilla': () => addressOf(calls.catalogueWorkbook, branch(false)),
    'carrito en planilla': () => addressOf(calls.cartSpreadsheet, cart(false)),
  }
  test.each(Object.entries(priceless))('%s without prices holds no amount anywhere', async (_, url) => {
    const { bytes, name } = await bytesOf(url())
    const isPdf = bytes.subarray(0, 4).toString() === '%PDF'
    const parts = isPdf ? pdfParts(bytes) : zipParts(bytes)
    const metadata = isPdf
      ? JSON.stringify((await (await getDocumentProxy(new Uint8Array(bytes))).getMetadata()).info)
      : ''
    const everything = [name, metadata, isPdf ? await textOf(bytes) : '', ...parts].join('\n')
    // The search works: it finds a code.
    expect(everything).toContain('0007')
    const amounts = priced().flatMap((article) => [...writings(article.list), ...writings(unitOf(article))])
    expect(amounts.filter((amount) => everything.includes(amount))).toEqual([])
    expect(everything).not.toMatch(/Precio|Consultar|Subtotal|Descuento|\$ \d/)
  })

  test('the order of the rows is the same with and without prices', async () => {
    const codesIn = async (withPrices: boolean) => {
      const text = await textOf((await bytesOf(addressOf(calls.cataloguePdf, branch(withPrices)))).bytes)
      return all
        .map(({ code }) => ({ code, at: text.search(codePattern(code)) }))
        .sort((a, b) => a.at - b.at)
        .map(({ code }) => code)
    }
    expect(await codesIn(false)).toEqual(await codesIn(true))
  })
})

/** A code as a word of its own. */
const codePattern = (code: string) => new RegExp(`(?<![\\w/-])${code}(?![\\w/-])`, 'g')

/** The bytes of a PDF as they are, and each compressed part unpacked. */
function pdfParts(bytes: Buffer): string[] {
  const parts = [bytes.toString('latin1')]
  for (const { index } of parts[0]?.matchAll(/stream\r?\n/g) ?? []) {
    const begin = bytes.indexOf('\n', index) + 1
    try {
      parts.push(inflateSync(bytes.subarray(begin, bytes.indexOf('endstream', begin))).toString('latin1'))
    } catch {
      // Not compressed: it stands in the bytes as they are.
    }
  }
  if (parts.length < 2) throw new Error('No compressed part was read')
  return parts
}

/** The names and contents of all parts of an archive, read by its central directory. */
function zipParts(bytes: Buffer): string[] {
  const parts: string[] = []
  const end = bytes.lastIndexOf('PK\u0005\u0006')
  let at = bytes.readUInt32LE(end + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(begin, begin + size)
    parts.push(bytes.toString('utf8', at + 46, at + 46 + nameLength))
    parts.push((method === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return parts
}
