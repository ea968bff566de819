import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from '../../../../contract/address.ts'
import { reviewList } from '../../../../contract/filled-list.ts'
import { importReview, reviewImport } from '../../../../contract/order-import.ts'
import type { ReviewRow } from '../../../../contract/review.ts'
import { type SheetColumns, sheetReview } from '../../../../contract/sheet-columns.ts'
import { type MadeClient, makeArticle, makeClient, makeSeller, makeUser } from '../../../test/make.ts'
import { openTestApp, type TestApp, type TestCaller } from '../../../test/test-app.ts'
import { withDatabases } from '../../../test/test-database.ts'
import { postFile } from '../../../test/upload.ts'
import { ods, workbookOf } from '../../../test/workbook.ts'

type Given = string | number | null
const CUIT = '30712345671'
const OTHER_CUIT = '30700000016'
const HEAD = ['CUIT', 'Número de pedido', 'Código de artículo', 'Cantidad', 'Precio', 'Observación']
const letter = (column: number) => String.fromCharCode(65 + column)

/** Rows as XML: texts as texts, numbers as numbers, shown by a style. */
const rowsXml = (rows: readonly (readonly Given[])[], style = 0): string =>
  rows
    .map((cells, at) => {
      const xml = cells.map((cell, column) => {
        const place = `r="${letter(column)}${at + 1}"`
        if (cell === null) return ''
        return typeof cell === 'number'
          ? `<c ${place} s="${style}"><v>${cell}</v></c>`
          : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`
      })
      return `<row r="${at + 1}">${xml.join('')}</row>`
    })
    .join('')
const book = (...sheets: (readonly (readonly Given[])[])[]) =>
  workbookOf(sheets.map((rows, at) => ({ name: `Hoja${at + 1}`, rows: rowsXml(rows) })))
const text = (separator: string, rows: readonly (readonly Given[])[], end = '\r\n') =>
  rows.map((row) => row.map((cell) => cell ?? '').join(separator)).join(end)

withDatabases('sheets of other people', (database) => {
  let app: TestApp
  let vendedor: TestCaller
  let own: MadeClient
  let client: TestCaller

  beforeAll(async () => {
    const { db } = database()
    const seller = await makeSeller(db)
    own = await makeClient(db, { cuit: CUIT, seller_id: seller, addresses: 1 })
    await makeClient(db, { cuit: OTHER_CUIT, seller_id: seller, addresses: 1 })
    for (let n = 1; n <= 30; n++)
      await makeArticle(db, {
        code: String(900 + n * 7).padStart(5, '0'),
        description: `Juguete ${['azul', 'rojo', 'verde'][n % 3]} número ${n}`,
        alias: `77900000${String(10000 + n)}`,
        units_per_pack: 12,
        listPrice: 1_000_00 + n,
      })
    await makeArticle(db, { code: 'MAR-5' })
    await makeArticle(db, {
      code: 'T0042',
      description: 'Auto a fricción',
      units_per_pack: 6,
      listPrice: 500_00,
    })
    app = await openTestApp(db)
    vendedor = await app.as(await makeUser(db, 'vendedor', { seller_id: seller }))
    client = await app.as(await makeUser(db, 'cliente', { client_id: own.id }))
  })
  afterAll(() => app.close())

  const code = (n: number) => String(900 + n * 7).padStart(5, '0')
  const orders = async (bytes: Buffer<ArrayBuffer> | string, columns?: SheetColumns[]) => {
    const { status, json } = await postFile(app.app, vendedor, addressOf(reviewImport, { query: { columns } }), bytes)
    expect([status, json.message]).toEqual([200, undefined])
    return z.decode(importReview, json)
  }
  const list = async (bytes: Buffer<ArrayBuffer> | string, columns?: SheetColumns[], caller = client) => {
    const query = { clientId: own.id, columns }
    const { status, json } = await postFile(app.app, caller, addressOf(reviewList, { query }), bytes)
    expect([status, json.message]).toEqual([200, undefined])
    return z.decode(sheetReview, json)
  }
  const short = ({ kind, articles, quantity, askedQuantity, reason }: ReviewRow) =>
    kind === 'line' ? [articles[0]?.code, quantity] : [articles[0]?.code, askedQuantity, reason]
  /** The review of a file with one order, with its notices. */
  const order = async (bytes: Buffer<ArrayBuffer> | string) => {
    const { orders: found, said, notices } = await orders(bytes)
    expect(notices).toEqual([])
    expect(found.map(({ cuit, number }) => [cuit, number])).toEqual([[CUIT, 'A-1']])
    return { rows: found[0]!.rows.map(short), said }
  }
  const three = [1, 2, 3].map((n) => [CUIT, 'A-1', code(n), n * 2, 0, ''] as const)
  const threeLines = [1, 2, 3].map((n) => [code(n), n * 2])

  test.each<[string, () => Buffer<ArrayBuffer> | string]>([
    [
      'columns in another order',
      () => book([[...HEAD.slice(0, 3), 'Precio', 'Cantidad'], ...three.map(([a, b, c, q, p]) => [a, b, c, p, q])]),
    ],
    [
      'other words and a column more',
      () =>
        book([
          ['Cliente (CUIT)', 'Zona', 'Nro', 'Artículo', 'Detalle', 'Cant.'],
          ...three.map(([a, b, c, q]) => [a, 'Sur', b, c, 'Juguete', q]),
        ]),
    ],
    [
      'a name in front of the code',
      () =>
        book([
          ['C.U.I.T.', 'N° pedido', 'Producto', 'Cód. Art.', 'UNIDADES'],
          ...three.map(([a, b, c, q]) => [a, b, 'Juguete', c, q]),
        ]),
    ],
    [
      'CUIT and number once, merged',
      () =>
        workbookOf([
          {
            rows: rowsXml([HEAD, ...three.map((row, at) => (at === 0 ? row : [null, null, ...row.slice(2)]))]),
            after: '<mergeCells><mergeCell ref="A2:A4"/><mergeCell ref="B2:B4"/></mergeCells>',
          },
        ]),
    ],
    [
      'CUIT and number once, above blanks',
      () => text(';', [HEAD, ...three.map((row, at) => (at === 0 ? row : ['', '', ...row.slice(2)]))]),
    ],
    [
      'a formula in a column that nobody reads',
      () =>
        workbookOf([
          {
            rows: `${rowsXml([[...HEAD, 'Importe'], ...three])}`.replaceAll(
              '</row><row r="3">',
              '<c r="G2"><f>D2*E2</f><v>9</v></c></row><row r="3">',
            ),
          },
        ]),
    ],
    [
      'numbers shown with zeros',
      () =>
        workbookOf(
          [
            {
              rows: rowsXml([HEAD.slice(0, 4), ...three.map(([a, b, c, q]) => [a, b, Number(c), String(q)])], 1),
            },
          ],
          ['00000'],
        ),
    ],
    [
      'EANs, blanks and small letters',
      () =>
        book([
          HEAD,
          [CUIT, 'A-1', '7790000010001', 2],
          [CUIT, 'A-1', ` ${code(2)} `, 4],
          [CUIT, 'A-1', `${code(3).slice(0, 2)}-${code(3).slice(2)}`, 6],
        ]),
    ],
    ['UTF-16 with tabs', () => Buffer.from(`\ufeff${text('\t', [HEAD, ...three])}`, 'utf16le')],
    ['a sep= line in Windows-1252', () => Buffer.from(`sep=,\r\n${text(',', [HEAD, ...three])}`, 'latin1')],
    ['a title with commas', () => text(';', [['Pedidos, zona norte, semana 45'], HEAD, ...three])],
    ['bars between the cells', () => text('|', [HEAD, ...three])],
    ['no headings, in the order of the example', () => text(';', three)],
    ['headings again on each page', () => text(';', [HEAD, three[0]!, HEAD, three[1]!, three[2]!])],
  ])('an order with %s is read', async (_, bytes) => {
    expect((await order(bytes())).rows).toEqual(threeLines)
  })

  test('an order of LibreOffice is read, with CUIT and number merged', async () => {
    const cell = (value: Given, more = '') =>
      typeof value === 'number'
        ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
        : `<table:table-cell ${more}><text:p>${value}</text:p></table:table-cell>`
    const rows = three.map(([cuit, number, article, quantity], at) =>
      at === 0
        ? [
            cell(cuit, 'table:number-rows-spanned="3"'),
            cell(number, 'table:number-rows-spanned="3"'),
            cell(article),
            cell(quantity),
          ]
        : ['<table:covered-table-cell table:number-columns-repeated="2"/>', cell(article), cell(quantity)],
    )
    const tables = [HEAD.map((one) => cell(one)), ...rows].map(
      (cells) => `<table:table-row>${cells.join('')}</table:table-row>`,
    )
    expect((await order(ods(`<table:table table:name="a">${tables.join('')}</table:table>`))).rows).toEqual(threeLines)
  })

  test('what stands around a list is shown in its place: one folded row above, a row for each text below', async () => {
    const rows = [
      ['Pedido de noviembre', null, null],
      ['Sin las muñecas', null, null],
      ['Código', 'Artículo', 'Cantidad'],
      [code(1), 'Juguete', 3],
      ['Agregar también:', null, null],
      [code(2), 'Juguete', null],
      ['mandar por Expreso Oeste 12', null, null],
    ]
    const read = await list(book(rows))
    expect(read.rows.map(short)).toEqual([[code(1), 3]])
    expect(read.texts).toEqual([
      { kind: 'courtesy', lines: [1, 2], text: 'Pedido de noviembre\nSin las muñecas' },
      { kind: 'text', lines: [5], text: 'Agregar también:' },
      { kind: 'text', lines: [7], text: 'mandar por Expreso Oeste 12' },
    ])
    expect(read.remarks.map(({ text: told }) => told)).toEqual(['Agregar también:', 'mandar por Expreso Oeste 12'])
    expect(read.notices).toEqual(['1 fila sin cantidad queda como está'])
    // Titles of sections are one row, with all that they say.
    const titles = Array.from({ length: 6 }, (_, at) => [
      [`Sección ${'abcdef'[at]}`],
      [code(at + 1), 'Juguete', 3],
    ]).flat()
    const { texts } = await list(book([['Código', 'Artículo', 'Cantidad'], ...titles]))
    expect(texts).toEqual([
      {
        kind: 'text',
        lines: [2, 4, 6, 8, 10, 12],
        text: 'Sección a\nSección b\nSección c\nSección d\nSección e\nSección f',
      },
    ])
  })

  test('a table below or beside another is read by its own headings', async () => {
    const asked = [
      [code(1), 3],
      [code(2), 5],
      [code(3), 8],
      [code(4), 2],
    ]
    const [first, second, third, fourth] = asked as [Given[], Given[], Given[], Given[]]
    // Below the headings of the first table 500 would be a quantity.
    const belowIt = [
      ['Código', 'Cantidad', 'Precio'],
      first,
      second,
      [],
      ['Código', 'Precio', 'Cantidad'],
      [code(3), 500, 8],
      [code(4), 500, 2],
    ]
    expect((await list(book(belowIt))).rows.map(short)).toEqual(asked)
    const withoutQuantity = [...belowIt.slice(0, 4), ['Código', 'Precio'], [code(3), 500]]
    const { rows, notices } = await list(book(withoutQuantity))
    expect(rows.map(short)).toEqual([first, second])
    expect(notices).toContainEqual(expect.stringMatching(/no se leyó$/))
    const beside = [
      ['Código', 'Cantidad', null, 'Código', 'Cantidad'],
      [...first, null, ...third],
      [...second, null, ...fourth],
    ]
    const read = (await list(book(beside))).rows.map(short)
    expect(read).toHaveLength(4)
    expect(read).toEqual(expect.arrayContaining(asked))
    // Two quantities of one table are still a question.
    const twice = [
      ['Código', 'Cantidad', 'Descripción', 'Cantidad'],
      [...first, 'Juguete', 9],
    ]
    expect((await list(book(twice))).columns.reason).toContain('elija cuál se lee')
  })

  test('what a box holds, and the stock of an export, are no quantities: the columns are asked for', async () => {
    const rows = [1, 2, 3, 4].map((n) => [code(n), 'Juguete', `${12 * n} BOX`])
    const held = await list(book([['Código', 'Descripción', 'CANTIDAD / UNIDADES'], ...rows]))
    expect([held.rows, held.columns.asking]).toEqual([[], true])
    expect(held.columns.reason).toContain('no son cantidades')
    const exported = [1, 2, 3].map((n) => [code(n), 'Juguete', 1500, 40 + n])
    const { columns } = await list(
      book([['sku', 'name', 'price', 'quantity'], ...exported].map((row) => row as Given[])),
    )
    expect(columns.asking).toBe(true)
    const some = rows.map((row, at) => (at < 2 ? row : [...row.slice(0, 2), 12]))
    expect((await list(book([['Código', 'Descripción', 'Cantidad'], ...some]))).rows).toHaveLength(4)
  })

  test('a code that the program made a day is asked about, with the article that it was', async () => {
    // 46086 is the fifth of March of 2026.
    const row = '<row r="2"><c r="A2" s="1"><v>46086</v></c><c r="B2"><v>7</v></c></row>'
    const file = workbookOf([{ rows: rowsXml([['Código', 'Cantidad']]) + row }], ['d-mmm'])
    expect((await list(file)).rows.map(short)).toEqual([['MAR-5', 7, 'Es una fecha, 5/3/2026: ¿qué código era?']])
  })

  test('codes without their zeros are their articles, said once for all', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => [CUIT, 'A-1', Number(code(at + 1)), 3])
    const { rows: read, said } = await order(book([HEAD, ...rows]))
    expect(read).toEqual(rows.map((_, at) => [code(at + 1), 3]))
    expect(said).toEqual(['30 códigos venían sin sus ceros'])
    const { rows: listed, notices } = await list(
      text(';', [['Código', 'Cantidad'], ...rows.map((row) => row.slice(2))]),
    )
    expect(listed.map(short)).toEqual(read)
    expect(notices).toEqual(['30 códigos venían sin sus ceros'])
    expect(listed[0]?.marks).toEqual(['escrito 907'])
  })

  test('quantities that are codes, too, change nothing where a heading says which are which', async () => {
    const rows = [1, 2, 3, 4].map((n) => [Number(code(n)), Number(code(n + 10))])
    const { rows: read } = await list(text(';', [['Cantidad', 'Código'], ...rows.map(([a, b]) => [b!, a!])]))
    expect(read.map(({ articles, askedQuantity }) => [articles[0]?.code, askedQuantity])).toEqual(
      rows.map(([a, b]) => [String(a).padStart(5, '0'), b]),
    )
  })

  test('every sheet is read, the others are named, totals are no rows', async () => {
    const { orders: found, said } = await orders(
      workbookOf([
        { name: 'Instrucciones', rows: rowsXml([['Complete la hoja y envíela.']]) },
        { name: 'Lunes', rows: rowsXml([HEAD, three[0]!, [], ['TOTAL', '', '', 2]]) },
        {
          name: 'Martes',
          rows: rowsXml([['Pedidos del martes'], HEAD, [OTHER_CUIT, 'B', code(4), 1], [null, null, null, 1]]),
        },
        { name: 'Viejos', hidden: true, rows: rowsXml([HEAD, three[2]!]) },
      ]),
    )
    expect(found.map(({ number, rows }) => [number, rows.map(short), rows[0]?.marks])).toEqual([
      ['A-1', [threeLines[0]], ['hoja «Lunes»']],
      ['B', [[code(4), 1]], ['hoja «Martes»']],
    ])
    expect(said).toEqual([
      'La fila 4 de «Lunes» es un total: no se leyó',
      'La fila 4 de «Martes» es un total: no se leyó',
      'La hoja «Instrucciones» no se leyó',
      'La hoja oculta «Viejos» no se leyó',
    ])
  })

  test('what can be read two ways is asked, with what it would be', async () => {
    const { rows } = await order(
      text(';', [
        HEAD,
        [CUIT, 'A-1', code(1), '1,000'],
        [CUIT, 'A-1', code(2), '7,5'],
        [CUIT, 'A-1', code(3), '12,00'],
        [CUIT, 'A-1', code(4), 2, '1,234'],
        [CUIT, 'A-1', code(5), 2, '1.234,50'],
        [CUIT, 'A-1', code(6), 2, '1,50'],
        [CUIT, 'A-1', code(7), 2, 'consultar'],
        [CUIT, 'A-1', code(8), '-4'],
      ]),
    )
    expect(rows).toEqual([
      [code(1), 1_000, '«1,000»: ¿son 1.000?'],
      [code(2), null, '«7,5» no es una cantidad entera'],
      [code(3), 12],
      [code(4), 2, 'Precio «1,234»: ¿son 1.234?'],
      [code(5), 2],
      [code(6), 2, '¿Precio acordado $ 1,50? Es menos que la mitad del de hoy, $ 1.000,06'],
      [code(7), 2],
      [code(8), null, 'La cantidad debe ser mayor que 0'],
    ])
  })

  test('a comma is thousands where the other numbers say so, and is said', async () => {
    const { orders: found } = await orders(
      text(';', [HEAD, [CUIT, 'A-1', code(1), '1,000', '12.50'], [CUIT, 'A-1', code(2), 3, '1,100.50']]),
    )
    const [first, second] = found[0]!.rows
    expect(first).toMatchObject({ askedQuantity: 1_000, marks: ['«1,000» se leyó como 1.000'] })
    expect(second).toMatchObject({
      kind: 'line',
      agreedPrice: 1_100_50,
      marks: ['«1,100.50» se leyó como 1.100,5'],
    })
  })

  test('a formula is what it shows; one that shows nothing is asked about, with its cell', async () => {
    const shows = async (formula: string) => {
      const xml = rowsXml([HEAD, three[0]!]).replace('<c r="D2" s="0"><v>2</v></c>', `<c r="D2">${formula}</c>`)
      return (await order(workbookOf([{ rows: xml }]))).rows
    }
    expect(await shows('<f>1+1</f><v>2</v>')).toEqual([[code(1), 2]])
    expect(await shows('<f>1+1</f>')).toEqual([
      [code(1), null, 'La celda D2 tiene una fórmula sin resultado: complétela'],
    ])
  })

  test('a code that a sign or a formula keeps a text is that text', async () => {
    const rows = [`="${code(1)}"`, `'${code(2)}`].map((written) => [written, 4])
    const { rows: read } = await list(text(';', [['Código', 'Cantidad'], ...rows]))
    expect(read.map(short)).toEqual([
      [code(1), 4],
      [code(2), 4],
    ])
  })

  test('a heading of several words for quantities is one, and counts bultos where one of them does', async () => {
    const read = async (heading: string) =>
      (
        await list(
          text(';', [
            ['Código', 'Existencia', heading],
            [code(1), 7, 3],
          ]),
        )
      ).rows.map(short)
    for (const heading of ['Pedido (bultos)', 'Cant. de bultos', 'Cantidad en cajas'])
      expect(await read(heading)).toEqual([[code(1), 36]])
    for (const heading of ['Pedido unidades', 'Cant. de unid.']) expect(await read(heading)).toEqual([[code(1), 3]])
  })

  test('without headings code, name and quantity are read where the names are those of the codes, and it is said', async () => {
    const rows = (name: string) => [1, 2, 3, 4].map((n) => [code(n), name, n])
    const { rows: read, notices } = await list(text(';', rows('Juguete número')))
    expect(read.map(short)).toEqual([1, 2, 3, 4].map((n) => [code(n), n]))
    expect(notices).toEqual(['Sin títulos: se leyeron el código, el nombre y la cantidad por lo que dicen las celdas'])
    for (const given of [rows('Auto'), rows('Juguete').map((row) => [...row, 5]), rows('').map(([a, , b]) => [a!, b!])])
      expect((await list(text(';', given))).columns.asking).toBe(true)
  })

  test('a name that is, written whole, another article’s is asked about, though it shares words with that of its code', async () => {
    const name = (n: number) => `Juguete ${['azul', 'rojo', 'verde'][n % 3]} número ${n}`
    for (const fitting of [[1, 2, 3, 4], [1]]) {
      const rows = [...fitting.map((n) => [code(n), name(n), n]), [code(7), name(8).toUpperCase(), 9]]
      const { rows: read } = await list(text(';', [['Código', 'Descripción', 'Cantidad'], ...rows]))
      expect(read.map(short)).toEqual([
        ...fitting.map((n) => [code(n), n]),
        [code(8), 9, 'La descripción no es la de ese código'],
      ])
    }
  })

  test('bultos are times their units, and asked about where the units disagree', async () => {
    const { rows } = await list(
      text(';', [
        ['Artículo', 'Bultos', 'Unidades'],
        [code(1), 2, ''],
        ['T0042', '0,5', 3],
        [code(2), 2, 20],
        [code(3), '', 5],
      ]),
    )
    expect(rows.map(short)).toEqual([
      [code(1), 24],
      ['T0042', 3],
      [code(2), 24, '2 bultos de 12 son 24, y la columna de unidades dice 20'],
      [code(3), 5],
    ])
    expect(rows[0]?.marks).toEqual(['2 bultos de 12'])
  })

  test('what a quantity counts may stand behind it or in a column of its own; boxes are asked about', async () => {
    const { rows } = await list(
      text(';', [
        ['Código', 'Cantidad', 'Unidad'],
        [code(1), 2, 'BULTO'],
        [code(2), 7, 'un.'],
        [code(3), '1 docena', ''],
        [code(4), '3 u.', 'UN'],
        [code(5), 2, 'caja'],
      ]),
    )
    expect(rows.map((row) => [...short(row), row.marks.join()])).toEqual([
      [code(1), 24, '2 bultos de 12'],
      [code(2), 7, ''],
      [code(3), 12, '1 docena'],
      [code(4), 3, ''],
      [code(5), null, '«2 caja»: escriba cuántas unidades son', ''],
    ])
    // A column with the packing of articles holds no units of quantities.
    const { rows: packed } = await list(
      text(';', [
        ['Código', 'Cantidad', 'Envase'],
        [code(1), 2, 'caja'],
        [code(2), 7, 'bolsa'],
      ]),
    )
    expect(packed.map(short)).toEqual([
      [code(1), 2],
      [code(2), 7],
    ])
  })

  test('a row whose description or EAN is of another article is asked about', async () => {
    const ean = (n: number) => `77900000${String(10000 + n)}`
    const { rows } = await list(
      text(';', [
        ['Código', 'Descripción', 'EAN', 'Cantidad'],
        [code(1), 'JUGUETE ROJO', ean(1), 5],
        [code(2), 'Juguete verde', ean(3), 5],
        [code(4), 'Auto a fricción', '', 5],
        [code(5), 'Juguete verde', '', 5],
      ]),
    )
    expect(rows.map(short)).toEqual([
      [code(1), 5],
      [code(2), 5, `El código es de ${code(2)}, el EAN de ${code(3)}: elija cuál`],
      ['T0042', 5, 'La descripción no es la de ese código'],
      [code(5), 5],
    ])
  })

  test('a table whose names are mostly those of other articles is one question, and is taken as it is chosen', async () => {
    const both = [
      ['Código', code],
      ['Cód.', (n: number) => Number(code(n))],
    ] as const
    for (const [heading, written] of both) {
      const rows = [1, 2, 3, 4].map((n) => [written(n), 'Auto a fricción', n])
      const file = text(';', [[heading, 'Descripción', 'Cantidad'], ...rows])
      const { columns, rows: read } = await list(file)
      expect([read, columns.asking, columns.reason]).toEqual([
        [],
        true,
        expect.stringContaining('artículos con otro nombre'),
      ])
      expect(columns.sheets[0]?.roles).toEqual(['', 'name', 'quantity'])
      const { rows: chosen } = await list(file, [{ sheet: 0, headings: 1, roles: ['code', 'name', 'quantity'] }])
      expect(chosen.map(short)).toEqual([1, 2, 3, 4].map((n) => [code(n), n]))
    }
  })

  test.each([
    ['tax', 'IVA', () => Number(code(10))],
    ['price', 'Precio', (n: number) => Number(code(n))],
    ['price of a shop’s export', 'price_usd', (n: number) => Number(code(n))],
    ['minimum stock', 'cantidadMinimaStock', (n: number) => Number(code(n + 3))],
    ['contents of a box', 'Bulto x', () => Number(code(2))],
    ['row number', 'N°', (n: number) => Number(code(1)) + n],
    ['place of the row, under a word for articles', 'Item', (n: number) => Number(code(1)) + n - 1],
  ])('the column of a %s holds no codes, whatever its numbers are', async (_, heading, value) => {
    // Two rows are too few to doubt the table by its names.
    const makes = [1, 2].map((n) => [value(n), 'Auto a fricción', n])
    const { rows, columns } = await list(text(';', [[heading, 'Descripción', 'Cantidad'], ...makes]))
    // The name written whole is the article's; nothing is ordered of the number.
    expect(columns.asking).toBe(false)
    for (const { articles } of rows) expect(articles.map((one) => one.code)).toEqual(['T0042'])
    const { orders: found } = await orders(
      text(';', [['CUIT', 'Pedido', heading, 'Descripción', 'Cantidad'], ...makes.map((row) => [CUIT, 'A-1', ...row])]),
    )
    for (const { articles } of found[0]?.rows ?? []) expect(articles.map((one) => one.code)).toEqual(['T0042'])
  })

  test.each(['Precio lista', 'STOCK', 'Oferta', 'uxb'])(
    'a column called %s is never offered as quantities',
    async (heading) => {
      const rows = [1, 2, 3].map((n) => [code(n), n * 5])
      const { columns } = await list(text(';', [['Código', heading], ...rows]))
      expect([columns.asking, columns.sheets[0]?.roles]).toEqual([true, ['code', '']])
    },
  )

  test('in orders without a quantity a column called Pedido is offered as neither number nor quantity', async () => {
    const rows = [1, 2, 3].map((n) => [CUIT, code(n), 40 + n, n])
    const { columns } = await orders(text(';', [['CUIT', 'Código', 'STOCK', 'PEDIDO'], ...rows]))
    expect([columns.asking, columns.sheets[0]?.roles]).toEqual([true, ['cuit', 'code', '', '']])
  })

  test('without a heading of its own a column is the code’s only where nine in ten are codes and the names agree', async () => {
    const rolesOf = async (rows: readonly (readonly Given[])[]) => {
      const { columns } = await list(text(';', [['Descripción', 'Nuestro', 'Cantidad'], ...rows]))
      return columns.sheets[0]?.roles
    }
    const names = (n: number) => `Juguete ${['azul', 'rojo', 'verde'][n % 3]} número ${n}`
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect(await rolesOf(numbers.map((n) => [names(n), code(n), 5]))).toEqual(['name', 'code', 'quantity'])
    expect(await rolesOf(numbers.map((n) => [names(n), n < 9 ? code(n) : 'X', 5]))).toEqual(['name', '', 'quantity'])
    expect(await rolesOf(numbers.map((n) => ['Auto a fricción', code(n), 5]))).toEqual(['name', '', 'quantity'])
  })

  test('a sheet with headings alone asks nothing, one without quantities is named, what is known stays filled in', async () => {
    const filled = [
      ['Código', 'Cantidad'],
      [code(1), 5],
    ]
    const form = [['Código', 'Código interno', 'Pedido']]
    expect((await list(book(filled, form))).rows.map(short)).toEqual([[code(1), 5]])
    const prices = [
      ['Código', 'Precio'],
      [code(2), 1_500],
    ]
    const { rows, notices } = await list(book(filled, prices))
    expect([rows.map(short), notices]).toEqual([[[code(1), 5]], ['La hoja «Hoja2» no se leyó']])
    const twice = [
      ['Código', 'Cantidad', 'Cant.'],
      [code(2), 1, 2],
    ]
    const { columns } = await list(book(filled, twice))
    expect(columns.sheets.map(({ roles }) => roles.slice(0, 2))).toEqual([
      ['code', 'quantity'],
      ['code', 'quantity'],
    ])
  })

  test('orders that only a column nobody knows tells apart are asked about before they become one', async () => {
    const rows = (heading: string, numbers: readonly Given[]) =>
      text(';', [
        ['CUIT', heading, 'Código', 'Cantidad'],
        ...numbers.map((number, at) => [CUIT, number, code(at + 1), 6]),
      ])
    for (const heading of ['Nota de pedido', 'NP', 'Pedido Nro.', 'Comprobante'])
      expect((await orders(rows(heading, ['A-1', 'A-2']))).orders.map(({ number }) => number)).toEqual(['A-1', 'A-2'])
    const asked = await orders(rows('Interno', ['7', '7', '8']))
    expect(asked).toMatchObject({ orders: [], columns: { asking: true, reason: expect.stringContaining('«Interno»') } })
    // Values that come back further down, and one for all, part nothing.
    for (const numbers of [
      ['7', '8', '7'],
      ['7', '7', '7'],
      ['rojo', 'azul', 'verde'],
    ])
      expect((await orders(rows('Interno', numbers))).orders).toHaveLength(1)
  })

  test('a number on the first row of an order holds for the rows below, where each has the CUIT', async () => {
    const { orders: found } = await orders(
      text(';', [
        ['CUIT', 'Pedido', 'Código', 'Cantidad'],
        [CUIT, '7', code(1), 1],
        [CUIT, '', code(2), 2],
        [CUIT, '8', code(3), 3],
        [OTHER_CUIT, '', code(4), 4],
      ]),
    )
    expect(found.map(({ cuit, number, rows: read }) => [cuit, number, read.length])).toEqual([
      [CUIT, '7', 2],
      [CUIT, '8', 1],
      [OTHER_CUIT, '', 1],
    ])
    expect(found[0]?.rows[1]?.marks).toEqual(['Número de la fila 2'])
  })

  test('an article twice is one row with both quantities; an unknown code has proposals by its description', async () => {
    const { rows } = await list(
      text(';', [
        ['Detalle', 'Cod', 'Cant'],
        ['Juguete', code(1), 36],
        ['Auto a fricción', 'ZZZ99', 4],
        ['Juguete', code(1), 12],
      ]),
    )
    expect(
      rows.map(({ lines, addends, marks, ...row }) => [
        lines,
        addends,
        marks,
        short({ lines, addends, marks, ...row }),
      ]),
    ).toEqual([
      [[2, 4], [36, 12], ['36 + 12'], [code(1), 48]],
      [[3], [], [], ['T0042', 4, 'No existe el artículo ZZZ99']],
    ])
  })

  test('columns in doubt are asked with the first rows; the choice is remembered for the client and these headings', async () => {
    const unknown = text(';', [
      ['Prov.', 'Ítem nuestro', 'Pedimos'],
      ['x', code(1), 5],
      ['y', code(2), 6],
    ])
    const asked = await list(unknown)
    expect(asked).toMatchObject({
      rows: [],
      columns: { asking: true, sheets: [{ headings: 1, roles: ['', 'code', 'quantity'] }] },
    })
    expect(asked.columns.sheets[0]?.rows[1]).toEqual({ row: 2, cells: ['x', code(1), '5'] })
    const chosen = asked.columns.sheets.map(({ sheet, headings, roles }) => ({ sheet, headings, roles }))
    const lines = [
      [code(1), 5],
      [code(2), 6],
    ]
    expect((await list(unknown, chosen)).rows.map(short)).toEqual(lines)
    const again = await list(unknown.replace('Pedimos', 'PEDIMOS'), undefined, vendedor)
    expect([again.columns.asking, again.rows.map(short)]).toEqual([false, lines])
    expect(again.notices).toEqual(['Las columnas se leyeron como se eligieron la última vez'])
    // Columns that were chosen for some headings do not count for others, though there are as many columns.
    expect((await list(unknown.replace('Pedimos', 'Otra'))).columns.asking).toBe(true)
  })

  test('no headings, two columns of one meaning, or a missing one are asked about', async () => {
    const reasonOf = async (rows: Given[][]) => (await list(text(';', rows))).columns.reason
    expect(
      await reasonOf([
        [code(1), 'Juguete azul', 5],
        [code(2), 'Juguete rojo', 6],
      ]),
    ).toBe('La planilla no tiene títulos: elija qué es cada columna')
    expect(
      await reasonOf([
        ['Código', 'Cantidad', 'Cant.'],
        [code(1), 5, 6],
      ]),
    ).toBe('Hay 2 columnas que dicen «Cantidad»: elija cuál se lee')
    expect(
      await reasonOf([
        ['Código', 'Detalle'],
        [code(1), 'Juguete'],
      ]),
    ).toBe('No se encontró la columna con la cantidad: elíjala')
    const { columns } = await orders(
      text(';', [
        ['Código', 'Cantidad'],
        [code(1), 5],
      ]),
    )
    expect(columns.reason).toBe('No se encontró la columna con el CUIT: elíjala')
  })
})
