import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../../contract/address.ts'
import { reviewList } from '../../../../contract/filled-list.ts'
import { importReview, reviewImport } from '../../../../contract/order-import.ts'
import { sheetReview } from '../../../../contract/sheet-columns.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../../test/make.ts'
import { type Printed, printedPdf } from '../../../test/printed-pdf.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../../test/test-app.ts'
import { withDatabases } from '../../../test/test-database.ts'
import { postFile } from '../../../test/upload.ts'

const HEAD = ['Código', 'Descripción', 'Cantidad', 'Precio'] as const
const CODES = ['00123', '123-B', '0045', '700', 'MU-10', '00901', '88', '07'] as const
type Row = readonly [code: string, name: string, quantity: string, price: string]
const ROWS: readonly Row[] = CODES.map((code, at) => [
  code,
  `Juguete número ${at + 1}`,
  String((at + 1) * 12),
  '1.234,50',
])

/** A table with numbers at the right edge of their columns. */
const table = (
  rows: readonly Row[],
  { x = 40, y = 40, head = HEAD as readonly string[], step = 14 } = {},
): Printed[] => [...headings(head, x, y), ...rows.flatMap((row, at) => line(row, x, y + step * (at + 1)))]
const headings = (
  [code = '', name = '', quantity = '', price = '']: readonly string[],
  x: number,
  y: number,
): Printed[] => [
  [code, x, y],
  [name, x + 60, y],
  [quantity, x + 300, y, 'right'],
  [price, x + 370, y, 'right'],
]
const line = ([code, name, quantity, price]: Row, x: number, y: number): Printed[] => [
  ...(code ? [[code, x, y] as const] : []),
  [name, x + 60, y],
  ...(quantity ? [[quantity, x + 300, y, 'right'] as const] : []),
  [price, x + 370, y, 'right'],
]
const LETTERHEAD: Printed[] = [
  ['JUGUETERÍA EL ÑANDÚ', 40, 30],
  ['Orden de compra 4711', 380, 30],
  ['CUIT 30-71234567-1', 40, 44],
  ['Entrega: 20/12/2026', 380, 44],
]

withDatabases('orders as PDF', (database) => {
  let app: TestApp
  let client: TestCaller
  let seller: TestCaller
  let own: MadeClient

  beforeAll(async () => {
    const { db } = database()
    const sellerId = await makeSeller(db)
    own = await makeClient(db, { cuit: '30712345671', seller_id: sellerId, addresses: 1 })
    for (const [at, code] of CODES.entries())
      await makeArticle(db, { code, description: `Juguete número ${at + 1}`, units_per_pack: 48 })
    app = await openTestApp(db)
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
    seller = await app.as(await makeUser(db, 'vendedor', { seller_id: sellerId }))
  })
  afterAll(() => app.close())

  const send = async (pdf: Buffer) => {
    const address = addressOf(reviewList, { query: { clientId: undefined } })
    const { status, json } = await postFile(app.app, client, address, new Uint8Array(pdf), { name: 'pedido.pdf' })
    if (status !== 200) return { refusal: JSON.stringify(json), rows: [], notices: [], columns: undefined }
    return { refusal: '', ...z.decode(sheetReview, json) }
  }
  /** Lines as 'code quantity', questions as '? text'. */
  const read = async (pdf: Buffer) => {
    const { rows, columns, refusal } = await send(pdf)
    if (refusal) return refusal
    if (columns?.asking) return columns.reason
    return rows.map(({ kind, articles: [article], quantity, text }) =>
      kind === 'line' ? `${article?.code} ${quantity}` : `? ${text}`,
    )
  }
  const ALL = ROWS.map(([code, , quantity]) => `${code} ${quantity}`)

  test('a table of an order is read by its headings, and what stands around it is not', async () => {
    const foot: Printed[] = [
      ['Total', 300, 190],
      ['9.876,00', 410, 190, 'right'],
      ['Página 1 de 1', 270, 800],
    ]
    expect(await read(await printedPdf([[...LETTERHEAD, ...table(ROWS, { y: 60 }), ...foot]]))).toEqual(ALL)
  })

  test.each([90, 180, 270])(
    'a page that is turned by %i degrees is read in the direction of its text',
    async (rotate) => {
      expect(await read(await printedPdf([table(ROWS)], { rotate }))).toEqual(ALL)
    },
  )

  test('a table goes on over pages, with its headings again or without; heads and feet of pages are no rows', async () => {
    const foot = (page: number): Printed => [`Página ${page} de 2`, 270, 800]
    for (const head of [HEAD, []]) {
      const first = [...LETTERHEAD, ...table(ROWS.slice(0, 5), { y: 80 }), foot(1)]
      const second = [...LETTERHEAD, ...table(ROWS.slice(5), { y: 80, head }).filter(([text]) => text), foot(2)]
      expect(await read(await printedPdf([first, second]))).toEqual(ALL)
    }
  })

  test('a row tells its page and its line', async () => {
    const total = (y: number): Printed[] => [
      ['Total unidades', 100, y],
      ['468', 340, y, 'right'],
    ]
    const pdf = await printedPdf([table(ROWS.slice(0, 5)), [...table(ROWS.slice(5)), ...total(96)]])
    const { rows, notices } = await send(pdf)
    expect(rows.map(({ lines }) => lines)).toHaveLength(ROWS.length)
    expect(notices).toContain('La pág. 2, renglón 4 es un total: no se leyó')
  })

  test('two lists beside each other are read one after the other', async () => {
    const half = (rows: readonly Row[], x: number): Printed[] => [
      ['Código', x, 40],
      ['Cantidad', x + 120, 40, 'right'],
      ...rows.flatMap(([code, , quantity], at): Printed[] => [
        [code, x, 54 + at * 14],
        [quantity, x + 120, 54 + at * 14, 'right'],
      ]),
    ]
    expect(await read(await printedPdf([[...half(ROWS.slice(0, 4), 40), ...half(ROWS.slice(4), 300)]]))).toEqual(ALL)
  })

  test('a description that goes on in the next line belongs to its row', async () => {
    const wrapped = ROWS.flatMap((row, at): Printed[] => [
      ...line(row, 40, 60 + at * 26),
      ['con accesorios de regalo', 100, 70 + at * 26],
    ])
    const { rows } = await send(await printedPdf([[...headings(HEAD, 40, 40), ...wrapped]]))
    expect(rows).toHaveLength(ROWS.length)
    expect(rows[1]?.text).toContain('Juguete número 2 con accesorios de regalo')
  })

  test('cells that nearly touch are told apart below their headings', async () => {
    const near = ROWS.flatMap(([code, name, quantity], at): Printed[] => [
      [code, 40, 54 + at * 14],
      [quantity, 120, 54 + at * 14, 'right'],
      [name, 124, 54 + at * 14],
    ])
    const pdf = await printedPdf([[['Código', 40, 40], ['Cant.', 120, 40, 'right'], ['Descripción', 124, 40], ...near]])
    expect(await read(pdf)).toEqual(ALL)
  })

  test('numbers that nearly touch the next column, and do not stand below their own heading, are its numbers', async () => {
    const near = ROWS.flatMap(([code, name, quantity], at): Printed[] => [
      [quantity, 120, 54 + at * 14, 'right'],
      [name, 123, 54 + at * 14],
      [code, 300, 54 + at * 14],
    ])
    const pdf = await printedPdf([[['Cantidad', 40, 40], ['Descripción', 123, 40], ['Código', 300, 40], ...near]])
    expect(await read(pdf)).toEqual(ALL)
  })

  test('a report that a program wrote line by line, in letters of one width, is read', async () => {
    const row = ([code, name, quantity, price]: Row | readonly string[]) =>
      `${code?.padEnd(10)} | ${name?.padEnd(25)} | ${quantity?.padStart(9)} | ${price?.padStart(9)}`
    const texts = [row(HEAD), '-'.repeat(62), ...ROWS.map(row)].map((text, at): Printed => [text, 40, 40 + at * 10])
    expect(await read(await printedPdf([texts], { font: 'Courier', size: 8 }))).toEqual(ALL)
  })

  test('numbers beside their heading, not below it, are its numbers where every column has one', async () => {
    const pdf = await printedPdf([
      [
        ...headings(HEAD, 40, 40).slice(0, 2),
        ['Cant.', 270, 40],
        ['Precio', 372, 40],
        ...table(ROWS, { head: [] }).filter(([text]) => text),
      ],
    ])
    expect(await read(pdf)).toEqual(ALL)
  })

  test('numbers that may stand below either of two headings are asked about', async () => {
    const texts = ROWS.flatMap(([code, name, quantity], at): Printed[] => [
      [code, 40, 54 + at * 14],
      [name, 100, 54 + at * 14],
      [quantity, 400, 54 + at * 14, 'right'],
    ])
    const pdf = await printedPdf([
      [
        ['Código', 40, 40],
        ['Descripción', 100, 40],
        ['Cantidad', 300, 40, 'right'],
        ['Precio', 480, 40, 'right'],
        ...texts,
      ],
    ])
    expect(await read(pdf)).toBe('No se encontró la columna con la cantidad: elíjala')
  })

  test('a table without headings is asked about', async () => {
    expect(await read(await printedPdf([table(ROWS, { head: [] }).filter(([text]) => text)]))).toBe(
      'La planilla no tiene títulos: elija qué es cada columna',
    )
  })

  test('a row across the columns is asked about, not left out', async () => {
    const across: Printed = ['00123 Juguete número 1 que además lleva un texto tan largo que pasa 12', 40, 96]
    const texts = [
      ...table(ROWS.slice(0, 3)),
      across,
      ...table(ROWS.slice(3), { y: 96, head: [] }).filter(([text]) => text),
    ]
    expect(await read(await printedPdf([texts]))).toContainEqual(`? ${across[0]}`)
  })

  test('a code that goes on in another line is asked about, though it would be an article', async () => {
    const [[, ...first] = ['', '', '', ''], ...others] = ROWS
    const texts = [
      ...table([['001', ...first]]),
      ['23', 40, 64] as const,
      ...table(others, { y: 64, head: [], step: 16 }).filter(([text]) => text),
    ]
    expect(await read(await printedPdf([texts]))).toEqual([expect.stringMatching(/^\? 001 23 /), ...ALL.slice(1)])
  })

  test('text that is drawn twice to look bold is read once', async () => {
    const bold = table(ROWS).map(
      ([text, x, y, right]): Printed => (right ? [text, x + 0.3, y, right] : [text, x + 0.3, y]),
    )
    expect(await read(await printedPdf([[...table(ROWS), ...bold]]))).toEqual(ALL)
  })

  test('a page without text is named as not read', async () => {
    const { notices, rows } = await send(await printedPdf([table(ROWS), []]))
    expect(rows).toHaveLength(ROWS.length)
    expect(notices).toContain('La página 2 sin texto no se leyó')
  })

  test('orders with their CUIT are imported as those of a sheet', async () => {
    const texts = ROWS.flatMap(([code, , quantity], at): Printed[] => [
      ['30-71234567-1', 40, 54 + at * 14],
      ['A-7', 140, 54 + at * 14],
      [code, 200, 54 + at * 14],
      [quantity, 320, 54 + at * 14, 'right'],
    ])
    const pdf = await printedPdf([
      [['CUIT', 40, 40], ['Pedido', 140, 40], ['Código', 200, 40], ['Cantidad', 320, 40, 'right'], ...texts],
    ])
    const address = addressOf(reviewImport, { query: { columns: undefined } })
    const { json } = await postFile(app.app, seller, address, new Uint8Array(pdf), { name: 'pedidos.pdf' })
    const { orders } = z.decode(importReview, json)
    expect(orders.map(({ number, items }) => [number, items.map((item) => `${item.code} ${item.quantity}`)])).toEqual([
      ['A-7', ALL],
    ])
  })
})
