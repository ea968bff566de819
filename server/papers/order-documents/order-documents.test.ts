/** An order on paper, read by other programs than those that made it (R310). */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { saveCartLine } from '../../../contract/cart.ts'
import { orderPdf, orderSheet, packingList } from '../../../contract/order-documents.ts'
import { createOrder } from '../../../contract/orders.ts'
import { priceOf } from '../../../contract/price.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { saveSettings } from '../../../contract/settings-admin.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { hasOffice, printedByOffice, programOf } from '../../test/other-programs.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'

const pdfToText = programOf('pdftotext')
const pesos = (cents: number) => `$ ${new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 }).format(cents / 100)}`

/** Of what a test needs done before it begins. */
function answered({ status }: { status: number }): void {
  if (status !== 200) throw new Error(`The preparation was answered ${status}`)
}

withDatabases('an order on paper', (database, kind) => {
  let app: TestApp
  let [client, stranger, seller, admin] = [] as unknown as [TestCaller, TestCaller, TestCaller, TestCaller]
  let folder: string
  let orderId: number
  let total: number
  const articles = [
    {
      code: '00123',
      description: 'Muñeca “Bebé”',
      list: 38_30,
      discount: 500,
      multiple: 6,
      pack: 24,
      asked: 54,
    },
    {
      code: '=1+1',
      description: '=HYPERLINK("http://x")',
      list: 99_99,
      discount: 3_333,
      multiple: 1,
      pack: 0,
      asked: 7,
    },
    {
      code: 'P-1',
      description: 'Auto a fricción 12″ ½ 10 kΩ Łódź ≤3 30✕40 🐻 熊',
      list: 1_234_567_89,
      discount: 0,
      multiple: 12,
      pack: 12,
      asked: 2_400,
    },
  ]

  beforeAll(async () => {
    const { db } = database()
    folder = mkdtempSync(join(tmpdir(), 'bulto-order-documents-'))
    const sellerId = await makeSeller(db)
    await db.kysely.updateTable('seller').set({ name: 'Vera Molina' }).where('id', '=', sellerId).execute()
    await db.kysely.insertInto('vat_condition').values({ id: 71, name: 'Responsable Inscripto' }).execute()
    await db.kysely.insertInto('carrier').values({ id: 72, name: 'Expreso del Norte' }).execute()
    const { id: clientId, addresses } = await makeClient(db, {
      business_name: 'Juguetería Ñandú & Cía.',
      cuit: '30712345671',
      seller_id: sellerId,
      vat_condition_id: 71,
      code: 'C-881',
    })
    await db.kysely
      .updateTable('client_address')
      .set({
        street: 'Güemes 4721',
        locality: 'Tartagal',
        province_id: 9,
        postal_code: '4560',
        carrier_id: 72,
      })
      .where('client_id', '=', clientId)
      .execute()
    const made = []
    for (const { code, description, list, discount, multiple, pack } of [...articles].reverse())
      made.push(
        await makeArticle(db, {
          code,
          description,
          listPrice: list,
          discount,
          multiple,
          units_per_pack: pack,
        }),
      )
    app = await openTestApp(db)
    client = await app.as(await makeUser(db, 'cliente', { client_id: clientId }))
    stranger = await app.as(await makeUser(db, 'cliente', { client_id: (await makeClient(db)).id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId, mobile: '387 555-0101' }))
    admin = await app.as(await makeUser(db, 'admin'))
    const settings = {
      FISCAL_RAZON: 'Rayuela Mayorista S.A.',
      FISCAL_CUIT: '30-71234567-1',
      FISCAL_IVA: 'Responsable Inscripto',
      FISCAL_DOMICILIO: 'Lavalle 2345, CABA',
      CONTACTO_MAIL: 'ventas@rayuela.example',
    }
    const body = Object.entries(settings).map(([key, value]) => ({ key, value }))
    answered(await admin.call(saveSettings, { body }))
    for (const [at, { id }] of made.entries()) {
      const line = { id: null, articleId: id, quantity: articles.at(-1 - at)!.asked }
      const saved = await client.call(saveCartLine, {
        body: { ...line, note: at === 2 ? 'Rosa|no azul' : '', clientId },
      })
      answered(saved)
    }
    const answer = await client.call(createOrder, {
      query: {
        clientId,
        addressId: addresses[0]!,
        note: 'Entregar por la mañana\nTocar timbre 5″\n=2+2',
        condition: -1,
      },
      body: {},
    } as never)
    answered(answer)
    orderId = answer.data.orderId
    await db.kysely.updateTable('sales_order').set({ import_number: 'OC-0077' }).where('id', '=', orderId).execute()
    total = articles.reduce(
      (sum, { list, discount, asked }) => sum + lineAmount(priceOf({ listPrice: list, discount }), asked),
      0,
    )
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  type Paper = typeof orderPdf | typeof orderSheet | typeof packingList
  const ask = (caller: TestCaller, endpoint: Paper) =>
    app.app.inject({
      url: addressOf(endpoint, { params: { id: orderId } }),
      headers: { authorization: `Bearer ${caller.token}` },
    })
  const download = async (caller: TestCaller, endpoint: Paper, name: string) => {
    const answer = await ask(caller, endpoint)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, endpoint.response.raw])
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    return answer.rawPayload
  }
  /** The words as two programs read them, where both are installed. */
  const readings = async (bytes: Buffer): Promise<string[]> => {
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const texts = [(await extractText(pdf, { mergePages: true })).text]
    if (pdfToText) {
      writeFileSync(join(folder, 'o.pdf'), bytes)
      texts.push(execFileSync(pdfToText, ['-layout', join(folder, 'o.pdf'), '-'], { encoding: 'utf8' }))
    }
    return texts.map((text) => text.replace(/\s+/g, ' '))
  }

  test('the PDF names both sides, the way and the terms, and its figures are the order’s', async () => {
    for (const text of await readings(await download(client, orderPdf, `pedido-${orderId}.pdf`))) {
      for (const fact of [
        `Pedido web N° ${orderId}`,
        ...['Rayuela Mayorista S.A.', 'CUIT 30-71234567-1', 'Lavalle 2345, CABA', 'ventas@rayuela.example'],
        ...['Juguetería Ñandú & Cía.', 'Responsable Inscripto', 'C-881'],
        ...['Güemes 4721, 4560 Tartagal, Salta', 'Expreso del Norte', 'Vera Molina', '387 555-0101'],
        ...['Estado recibido', 'Observaciones: Entregar por la mañana Tocar timbre 5" =2+2', 'Rosa · no azul'],
        'Auto a fricción 12" ½ 10 kohm Lódz <=3 30×40 […]',
        ...['Su N° de pedido OC-0077', 'Documento no válido como factura'],
        ...['De a 6 · bulto de 24', '2 bultos + 6 u.', '200 bultos'],
        ...['$ 38,30 −5 %', '3 artículos · 2.461 unidades · 202 bultos', 'Página 1 de 1'],
      ])
        expect(text).toContain(fact)
      for (const { list, discount, asked } of articles) {
        expect(text).toContain(pesos(priceOf({ listPrice: list, discount })))
        expect(text).toContain(pesos(lineAmount(priceOf({ listPrice: list, discount }), asked)))
      }
      expect(text).toContain(`Total ${pesos(total)}`)
    }
  })

  test('an observation keeps its lines', async () => {
    const pdf = await getDocumentProxy(new Uint8Array((await ask(client, orderPdf)).rawPayload))
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const heights = ['Entregar por la mañana', 'Tocar timbre 5"', '=2+2'].map(
      (line) => items.find((item) => 'str' in item && item.str.includes(line)) as { transform: number[] } | undefined,
    )
    const [first = 0, second = 0, third = 0] = heights.map((item) => item?.transform[5] ?? 0)
    expect([first > second, second > third, third > 0]).toEqual([true, true, true])
  })

  test('its headings are said once, each for its column, however many pages', async () => {
    const pdf = (await ask(client, orderPdf)).rawPayload.toString('latin1')
    expect(pdf.match(/\/S \/TH\b/g)).toHaveLength(5)
    expect(pdf.match(/\/Scope \/Column/g)).toHaveLength(5)
  })

  test('a shop that wants it says nothing of invoices', async () => {
    const set = (value: string) => admin.call(saveSettings, { body: [{ key: 'NO_ES_FACTURA', value }] })
    answered(await set('0'))
    for (const text of await readings((await ask(client, orderPdf)).rawPayload)) expect(text).not.toContain('factura')
    answered(await set('1'))
    for (const endpoint of [orderPdf, packingList])
      for (const text of await readings((await ask(seller, endpoint)).rawPayload))
        expect(text).toContain('Documento no válido como factura')
  })

  test('sale terms stand on the staff’s paper in words, and on no client’s', async () => {
    for (const text of await readings((await ask(seller, orderPdf)).rawPayload))
      expect(text).toMatch(/Condición Línea [JC], condición \d/)
    for (const text of await readings((await ask(client, orderPdf)).rawPayload))
      expect(text).not.toMatch(/Línea|ondición \d/)
  })

  test('the workbook has the order’s figures as numbers, its day as a day, and a total that is the order’s', async () => {
    const [sheet] = (await readXlsx(await download(client, orderSheet, `pedido-${orderId}.xlsx`))).sheets
    const rows = sheet!.rows
    const headings = rows.findIndex((row) => row[0] === 'Código')
    const column = (name: string) => rows[headings]!.indexOf(name)
    const lines = rows.slice(headings + 1, headings + 1 + articles.length)
    expect(
      lines.map((row) =>
        ['Código', 'Cantidad', 'Bultos', 'Precio unitario', 'Subtotal'].map((name) => row[column(name)] ?? 0),
      ),
    ).toEqual(
      articles.map(({ code, asked, pack, list, discount }) => {
        const unit = priceOf({ listPrice: list, discount })
        const packs = pack > 1 ? Math.floor(asked / pack) : 0
        return [code, asked, packs || '', unit / 100, lineAmount(unit, asked) / 100].map((cell) => cell || 0)
      }),
    )
    expect(rows[headings + 1 + articles.length]?.[column('Subtotal')]).toBe(total / 100)
    const factOf = (wanted: string) => rows.find(([label]) => label === wanted)?.[1]
    expect(factOf('Cliente')).toBe('Juguetería Ñandú & Cía.')
    expect(factOf('Fecha')).toBeInstanceOf(Date)
    expect(factOf('Su N° de pedido')).toBe('OC-0077')
    expect(factOf('Observaciones')).toBe('Entregar por la mañana\nTocar timbre 5″\n=2+2')
    expect(rows.map(([first]) => first)).toContain('Documento no válido como factura')
    await database().db.kysely.updateTable('sales_order').set({ erp_number: 4_711 }).where('id', '=', orderId).execute()
    const [numbered] = (await readXlsx((await ask(client, orderSheet)).rawPayload)).sheets
    expect(numbered!.rows.find(([label]) => label === 'N° de pedido')?.[1]).toBe(4_711)
  })

  test('the packing list goes by code, tells bultos and loose units, and holds no amount', async () => {
    for (const text of await readings(await download(seller, packingList, `preparacion-${orderId}.pdf`))) {
      expect(text).toContain(`Lista de preparación Pedido web N° ${orderId}`)
      const places = articles.map(({ code }) => text.indexOf(` ${code} `))
      expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true)
      for (const fact of ['Sueltas', '2 6 54', '7 7', '200 2.400', 'Rosa · no azul', 'Controló'])
        expect(text).toContain(fact)
      expect(text).not.toMatch(/\$|Total|Subtotal|P\. unitario|Condición/)
      for (const { list, discount } of articles)
        for (const cents of [list, priceOf({ listPrice: list, discount })])
          expect(text).not.toContain(pesos(cents).slice(2))
    }
  })

  test('who may not see the order gets no paper of it, and a client no packing list', async () => {
    for (const endpoint of [orderPdf, orderSheet]) expect((await ask(stranger, endpoint)).statusCode).toBe(403)
    expect((await ask(client, packingList)).statusCode).toBe(403)
    const { statusCode } = await app.app.inject({
      url: addressOf(orderPdf, { params: { id: 99_999_999 } }),
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect(statusCode).toBe(404)
  })

  test.skipIf(!hasOffice || kind !== 'embedded')(
    'LibreOffice prints the workbook on one page, with the last column and the same total',
    async () => {
      const printed = printedByOffice(await download(client, orderSheet, `pedido-${orderId}.xlsx`))
      const { text, totalPages } = await extractText(await getDocumentProxy(printed), { mergePages: true })
      expect(totalPages).toBe(1)
      expect(text).toContain('Observación')
      expect(text.replace(/[.,]/g, '')).toContain(String(total))
    },
    120_000,
  )
})
