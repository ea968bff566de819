import { inflateSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import * as calls from '../../../contract/documents.ts'
import type { Endpoint, QueryOf } from '../../../contract/endpoint.ts'
import { makeArticle, makeClient, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabase } from '../../test/test-database.ts'

/** Amounts that stand nowhere by chance; written as in a document, in a sheet and as cents. */
interface Tag {
  role?: string
  type?: string
  children: Tag[]
}
/** All parts of a page's structure. */
const structureOf = (node: unknown): Tag[] => {
  const tag = node as Tag | null
  return tag === null ? [] : [tag, ...(tag.children ?? []).flatMap(structureOf)]
}

const LIST = 7_654_321
const AMOUNTS = ['76.543,21', '68.888,89', '76543.21', '68888.89', '7654321', '6888889']

withDatabase('embedded', (database) => {
  let app: TestApp
  let client: TestCaller
  let supervisor: TestCaller
  let brandId: number
  const codes: string[] = []
  const ids: number[] = []

  beforeAll(async () => {
    const { db } = database()
    const brand = await db.kysely
      .insertInto('brand')
      .values({ name: 'Ñandú & Cía', position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    brandId = brand.id
    const category = async (name: string, position: number) =>
      (
        await db.kysely
          .insertInto('category')
          .values({ brand_id: brandId, parent_id: null, name, position })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const places = [await category('Muñecas', 1), await category('Autos', 2)]
    for (let n = 0; n < 30; n++) {
      const made = await makeArticle(db, {
        code: `QX${1000 + n}`,
        description: `Juguete número ${n} con «eñe»`,
        alias: n === 0 ? '7790001000019' : '',
        brand_id: brandId,
        category_id: places[n % 2] ?? null,
        listPrice: n === 0 ? LIST : n === 1 ? 0 : 100_000 + n,
        discount: n === 0 ? 1_000 : 0,
        promo: n === 0,
      })
      codes.push(made.code)
      ids.push(made.id)
    }
    await makeArticle(db, { code: 'OTRA1', description: 'De otra marca' })
    app = await openTestApp(db)
    client = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    supervisor = await app.as(await makeUser(db, 'supervisor'))
  })
  afterAll(() => app.close())

  const get = async <E extends Endpoint>(endpoint: E, query: QueryOf<E>) => {
    const answer = await app.app.inject({
      url: addressOf(endpoint, { query }),
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect(answer.statusCode).toBe(200)
    return answer
  }
  const shown = { withLogo: true, withImages: true, withPrices: true }
  const textOf = async (bytes: Uint8Array) => {
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    return text.replace(/\s+/g, ' ')
  }
  /** Without the index of codes at the end, which names each code once more. */
  const withoutCodes = (text: string) => text.replace(/Índice por código.*/, '')
  const times = (text: string, part: string) => text.split(part).length - 1

  test('the catalogue of a brand holds each of its articles once, its code beside its own price', async () => {
    const answer = await get(calls.cataloguePdf, { ...shown, brandId })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="catalogo-\d\d-\d\d-\d{4}\.pdf"$/)
    const text = await textOf(answer.rawPayload)
    for (const code of codes) expect([code, times(withoutCodes(text), `${code} `)]).toEqual([code, 1])
    expect(text).toMatch(/Índice por código QX1000 3 QX1001 \d/)
    expect(text).toMatch(/QX1000 PROMO Juguete número 0 con «eñe» Por unidad/)
    expect(text).not.toContain('Sin categoría')
    expect(text).not.toContain('OTRA1')
    expect(text).toContain('Ñandú & Cía')
    expect(text).toMatch(/QX1000 PROMO Juguete número 0 con «eñe».*?\$ 76\.543,21 \$ 68\.888,89/)
    expect(text).toMatch(/QX1001 Juguete número 1 con «eñe».*?Consultar/)
    expect(text).toMatch(/QX1029 Juguete número 29 con «eñe».*?\$ 1\.000,29/)
    expect(text).toMatch(/Precios al \d\d\/\d\d\/\d{4}/)
    // The index names each category with the page it begins on.
    expect(text).toMatch(/Índice.*Muñecas 3 Autos \d/)
  })

  test('it has bookmarks, tags, a language, and photos that lead to their article', async () => {
    const document = await getDocumentProxy(
      new Uint8Array((await get(calls.cataloguePdf, { ...shown, brandId })).rawPayload),
    )
    const outline = await document.getOutline()
    expect(outline.map(({ title, items }) => [title, items.map((item) => item.title)])).toEqual([
      ['Ñandú & Cía', ['Muñecas', 'Autos']],
      ['Índice por código', []],
    ])
    // A bookmark leads to the left edge: at the right one, a zoomed page jumps aside.
    for (const { dest } of outline.flatMap((item) => [item, ...item.items])) expect(dest?.[2]).toBe(0)
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({
      Language: 'es-AR',
      Title: 'Ñandú & Cía',
      Creator: 'Bulto',
      Producer: 'Bulto',
    })
    const links = (await (await document.getPage(3)).getAnnotations()).map(({ url }) => url)
    expect(links).toContain('http://127.0.0.1:3000/catalogo?articulo=QX1000')
    let linked = 0
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const annotations = await page.getAnnotations()
      const tagged = structureOf(await page.getStructTree()).filter(({ role }) => role === 'Link')
      expect(tagged).toHaveLength(annotations.length)
      for (const { contentsObj } of annotations) expect(contentsObj.str).toMatch(/^Ver .+ en la tienda$|, página \d+$/)
      for (const { children } of tagged) expect(children.map(({ type }) => type)).toContain('object')
      linked += tagged.length
    }
    expect(linked).toBeGreaterThan(links.length)
  })

  test('a price list keeps codes as text for a thousand rows; its total stands beside the headings', async () => {
    const { rawPayload } = await get(calls.priceList, { brandId })
    const [sheet] = (await readXlsx(rawPayload, { readStyles: true })).sheets
    const [heads = []] = sheet?.rows ?? []
    const at = (name: string) => heads.indexOf(name)
    const letter = (name: string) => String.fromCharCode(65 + at(name))
    const cell = (row: number, column: number) => sheet?.cells?.get(`${row},${column}`)
    const [amount, price, quantity] = ['Importe', 'Precio', 'Cantidad'].map(letter)
    expect(sheet?.freezePane?.rows).toBe(1)
    expect(cell(0, at('Total:') + 1)?.formula).toBe(`SUM(${amount}2:${amount}31)`)
    expect(cell(1, at('Importe'))?.formula).toBe(`IF(ISNUMBER(${quantity}2),${quantity}2*${price}2,"")`)
    for (const row of [1, 30, 31, 1_000]) expect([row, cell(row, at('Código'))?.style?.numFmt]).toEqual([row, '@'])
    expect(cell(1_000, at('EAN / alias'))?.style?.numFmt).toBe('@')
  })

  test('without prices no amount is anywhere in the PDF', async () => {
    const bytes = (await get(calls.cataloguePdf, { ...shown, withPrices: false, brandId })).rawPayload
    const text = await textOf(bytes)
    for (const code of codes) expect(times(withoutCodes(text), `${code} `)).toBe(1)
    expect(text).not.toMatch(/\$|Precio|Consultar/)
    const raw = bytes.toString('latin1') + streamsOf(bytes)
    for (const amount of AMOUNTS)
      expect([amount, text.includes(amount) || raw.includes(amount)]).toEqual([amount, false])
  })

  test('the workbooks have real numbers, a filter and a frozen head; the price list columns to order in', async () => {
    for (const [endpoint, query, sheetName] of [
      [calls.catalogueWorkbook, { ...shown, withImages: false, brandId }, 'Catálogo'],
      [calls.priceList, { brandId }, 'Lista de precios'],
    ] as const) {
      const answer = await get(endpoint as typeof calls.catalogueWorkbook, query as never)
      const book = await readXlsx(answer.rawPayload)
      const [sheet, about] = book.sheets
      expect(sheet?.name).toBe(sheetName)
      expect(sheet?.freezePane).toEqual({ columns: 1, rows: 1 })
      expect(sheet?.autoFilter?.range).toMatch(/^A1:[N-R]31$/)
      const [heads = [], ...rows] = sheet?.rows ?? []
      const column = (name: string) => heads.indexOf(name)
      expect(rows.filter((row) => row[column('Código')])).toHaveLength(30)
      const first = rows.find((row) => row[column('Código')] === 'QX1000') ?? []
      expect(first[column('Precio de lista')]).toBe(76_543.21)
      expect(first[column('Descuento %')]).toBe(10)
      expect(first[column('Precio')]).toBe(68_888.89)
      expect(first[column('Marca')]).toBe('Ñandú & Cía')
      expect(heads.includes('Cantidad')).toBe(endpoint === calls.priceList)
      expect(about?.rows.at(-1)?.[1]).toBeInstanceOf(Date)
    }
    expect((await get(calls.priceList, { brandId })).headers['content-disposition']).toMatch(
      /filename="lista-precios-\d\d-\d\d-\d{4}\.xlsx"/,
    )
  })

  test('without prices no amount is anywhere in the workbook', async () => {
    const query = { ...shown, withImages: false, withPrices: false, brandId }
    const { rawPayload } = await get(calls.catalogueWorkbook, query)
    const [sheet] = (await readXlsx(rawPayload)).sheets
    expect(sheet?.rows[0]).not.toEqual(expect.arrayContaining([expect.stringMatching(/Precio|Descuento/)]))
    const all = JSON.stringify((await readXlsx(rawPayload)).sheets)
    for (const amount of AMOUNTS) expect([amount, all.includes(amount)]).toEqual([amount, false])
  })

  test('a changed price makes a new one, an unchanged catalogue the same bytes', async () => {
    const { db } = database()
    const before = await get(calls.cataloguePdf, { ...shown, brandId })
    expect((await get(calls.cataloguePdf, { ...shown, brandId })).rawPayload.equals(before.rawPayload)).toBe(true)
    await db.tx(async (t, publish) => {
      const { raiseCatalogueVersion } = await import('../../db/catalogue-version.ts')
      await t
        .updateTable('price')
        .set({ list_price: 5_55 })
        .where('article_id', '=', ids[2] ?? 0)
        .execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    expect(await textOf((await get(calls.cataloguePdf, { ...shown, brandId })).rawPayload)).toMatch(/QX1002 .*?\$ 5,55/)
  })

  test('what a unit costs from a quantity on stands below the packs, where the catalogue has prices (R351)', async () => {
    const { db } = database()
    await db.tx(async (t, publish) => {
      const { raiseCatalogueVersion } = await import('../../db/catalogue-version.ts')
      const step = { article_id: ids[3]!, brand_id: null, category_id: null }
      await t
        .insertInto('price_step')
        .values([
          { id: 1, ...step, units: 24, percent: 1_000 },
          { id: 2, ...step, units: 1_200, percent: 2_000 },
        ])
        .execute()
      await raiseCatalogueVersion(t, publish)
    })
    await app.upToDate()
    const printed = async (withPrices: boolean) =>
      textOf((await get(calls.cataloguePdf, { ...shown, withPrices, brandId })).rawPayload)
    expect(await printed(true)).toMatch(
      /QX1003 Juguete número 3 con «eñe» Por unidad.*? 24 o más: \$ 900,03 1\.200 o más: \$ 800,02 \$ 1\.000,03/,
    )
    expect(await printed(false)).not.toContain('o más')
  })

  test('a branch without articles is told, also one that does not exist', async () => {
    const answer = await client.call(calls.cataloguePdf, { query: { ...shown, brandId: 9_999_999 } })
    expect([answer.status, answer.json.message]).toEqual([404, 'No hay artículos para este documento'])
  })

  test('a quotation is of just the articles chosen, for who may ask about all', async () => {
    const ask = (caller: TestCaller, payload: string, type = 'text/plain') =>
      app.app.inject({
        method: 'POST',
        url: calls.chosenPdf.path,
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': type },
        payload,
      })
    expect((await ask(client, String(ids[0]))).statusCode).toBe(403)
    const answer = await ask(supervisor, `${ids[5]}, ${ids[0]},${ids[5]}`)
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="cotizacion.pdf"',
    ])
    const text = await textOf(answer.rawPayload)
    expect(codes.filter((code) => text.includes(code))).toEqual([codes[0], codes[5]])
    for (const wrong of ['', 'abc', '1;2', '-3', '1e3']) expect((await ask(supervisor, wrong)).statusCode).toBe(400)
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    for (const noText of ['{"toString":1}', deep, 'null', '7'])
      expect((await ask(supervisor, noText, 'application/json')).statusCode, noText.slice(0, 20)).toBe(400)
  })

  test('who watches is told how far it is, may cancel, and sees nobody else’s', async () => {
    const order = { kind: 'catalogo', brandId, ...shown } as const
    const begun = await client.call(calls.beginDocument, { body: order })
    const params = { id: begun.data.id }
    await vi.waitUntil(async () => (await client.call(calls.watchDocument, { params })).data.state === 'listo', {
      timeout: 20_000,
    })
    expect((await client.call(calls.watchDocument, { params })).data).toMatchObject({ done: 30, total: 30 })
    expect((await supervisor.call(calls.watchDocument, { params })).status).toBe(404)
    expect((await supervisor.call(calls.cancelDocument, { params })).status).toBe(404)
    expect((await client.call(calls.cancelDocument, { params })).data).toBe(true)
    expect((await client.call(calls.watchDocument, { params })).status).toBe(404)
    const quotation = { ...order, kind: 'cotizacion', articleIds: ids } as const
    expect((await client.call(calls.beginDocument, { body: quotation })).status).toBe(403)
  })

  test('another instance knows a ticket, and has the document, too', async () => {
    const { db } = database()
    const user = await makeUser(db, 'supervisor')
    const other = await openTestApp(db)
    try {
      const [atFirst, atSecond] = [await app.as(user), await other.as(user)]
      const order = { kind: 'cotizacion', articleIds: ids.slice(0, 3), ...shown } as const
      const begun = await atFirst.call(calls.beginDocument, { body: order })
      const params = { id: begun.data.id }
      await vi.waitUntil(async () => (await atSecond.call(calls.watchDocument, { params })).data.state === 'listo', {
        timeout: 20_000,
      })
      expect((await (await other.as(await makeUser(db, 'admin'))).call(calls.watchDocument, { params })).status).toBe(
        404,
      )
      expect((await atSecond.call(calls.cancelDocument, { params })).data).toBe(true)
      expect((await atFirst.call(calls.watchDocument, { params })).status).toBe(404)
      expect((await atFirst.call(calls.watchDocument, { params: { id: 'no-ticket' } })).status).toBe(404)
    } finally {
      await other.close()
    }
  })

  test('a user waits for twelve documents at most, whatever instance was asked', async () => {
    const { db } = database()
    const user = await makeUser(db, 'supervisor')
    const other = await openTestApp(db)
    try {
      const callers = [await app.as(user), await other.as(user)]
      const order = { kind: 'cotizacion', articleIds: ids.slice(0, 1), ...shown } as const
      const statuses: number[] = []
      for (let nth = 0; nth < 13; nth++)
        statuses.push((await callers[nth % 2]!.call(calls.beginDocument, { body: order })).status)
      expect(statuses).toEqual([...Array<number>(12).fill(200), 429])
    } finally {
      await other.close()
    }
  })
})

/** What stands in the compressed parts of a PDF. */
function streamsOf(bytes: Buffer): string {
  let all = ''
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('endstream', at)
    try {
      all += inflateSync(bytes.subarray(at + 7, end)).toString('latin1')
    } catch {
      // Not compressed: it stands in the bytes as they are.
    }
  }
  return all
}
