import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../contract/address.ts'
import { getCart, saveCartLine } from '../../../contract/cart.ts'
import { cartPdf, cartSpreadsheet } from '../../../contract/documents.ts'
import { priceOf } from '../../../contract/price.ts'
import { lineAmount } from '../../../contract/rules.ts'
import { storeMedia } from '../../media/files/media.service.ts'
import { diskFiles } from '../../ports/files/disk.ts'
import { factoryFace } from '../../test/factory-face.ts'
import { makeArticle, makeClient, makeSeller, makeUser } from '../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../test/test-app.ts'
import { withDatabases } from '../../test/test-database.ts'
import type { TradePaper } from '../trade-papers/trade-paper.types.ts'
import { tradePaperPdf } from '../trade-papers/trade-paper-files.service.ts'

/** Where a program is; undefined on a machine without it. */
const programOf = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))
const pdfToText = programOf('pdftotext')
const office = programOf('soffice')
/** The columns that the tests read, where a workbook has them. */
const SHOWN = ['Código', 'Descripción', 'Cantidad', 'Precio unitario', 'Subtotal', 'Observación']
/** LibreOffice would otherwise believe the result that stands in the file beside the formula. */
const ALWAYS_CALCULATE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>`
const amount = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 })

withDatabases('documents', (database, kind) => {
  let app: TestApp
  let seller: TestCaller
  let folder: string
  let clientId: number
  let lines: { code: string; description: string; quantity: number; unit: number; note: string }[]
  let total: number

  beforeAll(async () => {
    const { db } = database()
    folder = mkdtempSync(join(tmpdir(), 'bulto-documents-'))
    const sellerId = await makeSeller(db)
    clientId = (
      await makeClient(db, {
        seller_id: sellerId,
        business_name: 'Juguetería Ñandú & Cía.',
        cuit: '30712345671',
      })
    ).id
    const articles = [
      await makeArticle(db, {
        code: '00123',
        description: 'Muñeca “Bebé” 30 cm',
        listPrice: 38_30,
        discount: 500,
      }),
      await makeArticle(db, { code: 'P-1', description: 'Auto a fricción', listPrice: 1_234_567_89 }),
      await makeArticle(db, {
        code: '=1+1',
        description: '=HYPERLINK("http://x")',
        listPrice: 99_99,
        discount: 3_333,
      }),
    ]
    app = await openTestApp(db)
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
    for (const [n, { id }] of articles.entries()) {
      const body = {
        id: null,
        articleId: id,
        quantity: 7 + n * 1_000,
        note: n === 0 ? 'Rosa, no azul' : '',
        clientId,
      }
      await seller.call(saveCartLine, { body })
    }
    const cart = (await seller.call(getCart, { query: { clientId } })).data
    lines = cart.map(({ code, description, quantity, listPrice, discount, note }) => {
      return { code, description, quantity, note, unit: priceOf({ listPrice, discount }) }
    })
    if (lines.length !== articles.length) throw new Error('The cart was not filled')
    total = lines.reduce((sum, line) => sum + lineAmount(line.unit, line.quantity), 0)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  test('what the shop says of its prices stands on a quotation with prices alone', async () => {
    const sentence = 'Los precios no incluyen IVA.'
    const setting = { key: 'COTIZACION_TEXTO' as const, value: sentence }
    await database().db.kysely.insertInto('setting').values(setting).execute()
    for (const withPrices of [true, false]) {
      const pdf = await getDocumentProxy(new Uint8Array(await download(cartPdf, withPrices)))
      const { text } = await extractText(pdf, { mergePages: true })
      expect(text.includes(sentence)).toBe(withPrices)
      const [sheet] = (await readXlsx(await download(cartSpreadsheet, withPrices))).sheets
      expect(sheet!.rows.flat().includes(sentence)).toBe(withPrices)
    }
    await database().db.kysely.deleteFrom('setting').where('key', '=', 'COTIZACION_TEXTO').execute()
  })

  const download = async (endpoint: typeof cartPdf | typeof cartSpreadsheet, withPrices: boolean) => {
    const answer = await app.app.inject({
      url: addressOf(endpoint, { query: { clientId, withPrices } }),
      headers: { authorization: `Bearer ${seller.token}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, endpoint.response.raw])
    expect(answer.headers['content-disposition']).toMatch(/attachment; filename="cotizacion\.(xlsx|pdf)"/)
    return answer.rawPayload
  }
  /** Rows of the workbook from the first line on. */
  const rowsOf = async (bytes: Uint8Array) => {
    const [sheet] = (await readXlsx(bytes)).sheets
    const rows = sheet!.rows
    const at = rows.findIndex((row) => row[0] === 'Código')
    // Below the lines and their total stands what a quotation says at its end.
    const end = rows.findIndex((row, place) => place > at && !row.some((cell) => cell !== null && cell !== ''))
    const columns = SHOWN.map((heading) => rows[at]!.indexOf(heading)).filter((column) => column >= 0)
    return rows.slice(at + 1, end < 0 ? undefined : end).map((row) => columns.map((column) => row[column] ?? null))
  }

  test('the workbook has the cart’s figures as numbers, and a total that is the cart’s', async () => {
    const rows = await rowsOf(await download(cartSpreadsheet, true))
    const shown = lines.map(({ code, description, quantity, unit, note }) => {
      return [code, description, quantity, unit / 100, lineAmount(unit, quantity) / 100, note || null]
    })
    expect(rows.slice(0, -1).map((row) => row.map((cell) => cell || null))).toEqual(shown)
    expect(rows.at(-1)?.[4]).toBe(total / 100)
  })

  test('without prices no amount is in the workbook', async () => {
    const rows = await rowsOf(await download(cartSpreadsheet, false))
    expect(rows.map(([code, , quantity]) => [code, quantity])).toEqual(
      lines.map(({ code, quantity }) => [code, quantity]),
    )
    expect(rows.every((row) => row.length <= 4)).toBe(true)
  })

  test.skipIf(!office || kind !== 'embedded')(
    'LibreOffice calculates the same total',
    async () => {
      const profile = join(folder, 'office')
      mkdirSync(join(profile, 'user'), { recursive: true })
      writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), ALWAYS_CALCULATE)
      writeFileSync(join(folder, 'cotizacion.xlsx'), await download(cartSpreadsheet, true))
      const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1033,false,false'
      const options = ['--headless', '--convert-to', filter, '--outdir', folder, join(folder, 'cotizacion.xlsx')]
      execFileSync(office!, [`-env:UserInstallation=file://${profile}`, ...options], {
        stdio: 'ignore',
        timeout: 100_000,
      })
      const csv = readFileSync(join(folder, 'cotizacion.csv'), 'utf8')
      const rows = csv
        .trim()
        .split('\n')
        .map((row) => row.split(';'))
      const shown = (cell: string | undefined) => Number(cell?.replaceAll(',', ''))
      const headings = rows.find(([first]) => first === 'Código') ?? []
      const [quantityAt, unitAt, amountAt] = ['Cantidad', 'Precio unitario', 'Subtotal'].map((heading) =>
        headings.indexOf(heading),
      ) as [number, number, number]
      expect(shown(rows.find(([first]) => first === 'Total')?.[amountAt])).toBe(total / 100)
      for (const { code, unit, quantity } of lines) {
        const row = rows.find(([first]) => first === code)
        expect([quantityAt, unitAt, amountAt].map((at) => shown(row?.[at]))).toEqual([
          quantity,
          unit / 100,
          lineAmount(unit, quantity) / 100,
        ])
      }
    },
    120_000,
  )

  /** The document's words as two other programs read them, where both are installed. */
  const readings = async (bytes: Buffer): Promise<string[]> => {
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const texts = [(await extractText(pdf, { mergePages: true })).text]
    if (pdfToText) {
      writeFileSync(join(folder, 'c.pdf'), bytes)
      texts.push(execFileSync(pdfToText, ['-layout', join(folder, 'c.pdf'), '-'], { encoding: 'utf8' }))
    }
    return texts.map((text) => text.replace(/\s+/g, ' '))
  }

  test('the PDF has the cart’s figures to the cent', async () => {
    for (const text of await readings(await download(cartPdf, true))) {
      for (const { code, unit, quantity } of lines) {
        expect(text).toContain(code)
        expect(text).toContain(`$ ${amount.format(unit / 100)}`)
        expect(text).toContain(`$ ${amount.format(lineAmount(unit, quantity) / 100)}`)
      }
      expect(text).toContain(`Total $ ${amount.format(total / 100)}`)
      expect(text).toContain('Juguetería Ñandú & Cía.')
      expect(text).toContain('CUIT 30-71234567-1')
      expect(text).toContain('Muñeca “Bebé” 30 cm')
      expect(text).toContain('Rosa, no azul')
      expect(text).toContain('Página 1 de 1')
    }
  })

  test('without prices no amount is in the PDF', async () => {
    for (const text of await readings(await download(cartPdf, false))) {
      expect(text).toContain('Auto a fricción')
      expect(text).not.toContain('$')
      expect(text).not.toContain('Subtotal')
      expect(text).not.toContain('Total')
    }
  })

  test.skipIf(kind !== 'embedded')(
    'ten at once of one user are all right, and two threads make all of them',
    async () => {
      await app.upToDate()
      let made = 0
      const count = () => {
        made++
      }
      process.on('worker', count)
      try {
        const files = await Promise.all(
          Array.from({ length: 10 }, (_, n) => download(n % 2 ? cartPdf : cartSpreadsheet, true)),
        )
        for (const [n, bytes] of files.entries()) {
          if (n % 2) for (const text of await readings(bytes)) expect(text).toContain(amount.format(total / 100))
          else expect((await rowsOf(bytes)).at(-1)?.[4]).toBe(total / 100)
        }
      } finally {
        process.off('worker', count)
      }
      // One for the PDFs and one for the workbooks, if none waited for another document already.
      expect(made).toBeLessThanOrEqual(2)
    },
    60_000,
  )

  test('an article that left the shop is told of and not counted', async () => {
    const { db } = database()
    const other = await makeClient(db, { seller_id: null })
    const admin = await app.as(await makeUser(db, 'admin'))
    const gone = await makeArticle(db, { code: 'SALE', listPrice: 7_77 })
    const stays = await makeArticle(db, { code: 'QUEDA', listPrice: 1_11 })
    await app.upToDate()
    for (const { id } of [gone, stays]) {
      const body = { id: null, articleId: id, quantity: 1, note: '', clientId: other.id }
      await admin.call(saveCartLine, { body })
    }
    await db.kysely.updateTable('article').set({ active: false }).where('id', '=', gone.id).execute()
    const url = addressOf(cartSpreadsheet, { query: { clientId: other.id, withPrices: true } })
    const { rawPayload } = await app.app.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
    const rows = await rowsOf(rawPayload)
    expect(rows[0]).toContain('Ya no está a la venta')
    expect(rows.at(-1)?.[4]).toBe(1.11)
  })
})

test('pictures stand beside their lines; a broken or missing one is left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bulto-documents-'))
  const files = diskFiles(folder)
  try {
    const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c00' } })
      .png()
      .toBuffer()
    const { file } = await storeMedia(files, bytes)
    await files.put('rota.400.jpg', Buffer.from('no es un JPEG'))
    const line = {
      description: 'Artículo de nombre largo '.repeat(6),
      quantity: 12,
      note: '',
      unitsPerPack: 0,
      multiple: 1,
      soldOut: false,
      price: { list: 1_00, discount: 0, unit: 1_00 },
    }
    const pictures = [file.replace('.webp', '.400.jpg'), 'rota.400.jpg', 'falta.400.jpg', null]
    const paper: TradePaper = {
      shop: { legend: '', face: factoryFace('Bulto'), name: 'Bulto', lines: [] },
      title: 'Cotización',
      number: '',
      days: [],
      client: 'Cliente',
      clientFacts: [],
      terms: [],
      note: '',
      kind: 'prices',
      withPictures: true,
      closing: [],
      lines: Array.from({ length: 40 }, (_, n) => ({ ...line, code: `C-${n}`, picture: pictures[n % 4]! })),
      total: 480_00,
    }
    const pdf = await getDocumentProxy(new Uint8Array(await tradePaperPdf(files, { key: 1 }, async () => paper)))
    const { text } = await extractText(pdf, { mergePages: false })
    expect(text.length).toBeGreaterThan(2)
    text.forEach((page, n) => {
      expect(page).toContain(`Página ${n + 1} de ${text.length}`)
    })
    const words = text.join(' ').split(/\s+/)
    for (let n = 0; n < 40; n++) expect(words.filter((word) => word === `C-${n}`)).toHaveLength(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
