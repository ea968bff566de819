import { describe, expect, test } from 'vitest'
import { ods, rowXml, workbook, workbookOf, zip } from '../test/workbook.ts'
import { readUploadedSheet, readUploadedWorkbook } from './uploaded-sheet.ts'

const BOUNDS = {
  maxRows: 100,
  columns: 10,
  unpackedBytes: 2 ** 20,
  partBytes: 2 ** 18,
  csvBytes: 2 ** 20,
  milliseconds: 10_000,
}
const read = (bytes: Buffer) => readUploadedWorkbook(bytes, BOUNDS, { key: 1 })
const cellsOf = async (bytes: Buffer) => (await read(bytes)).map(({ rows }) => rows.map(({ cells }) => cells))
const refusalOf = (bytes: Buffer) =>
  read(bytes).then(
    () => undefined,
    (error: { code: string; message: string }) => [error.code, error.message],
  )
/** A cell as XML. */
const c = (place: string, value: string | number, style = 0) => `<c r="${place}" s="${style}"><v>${value}</v></c>`

describe('a workbook', () => {
  test('is read with all its sheets; one that nobody sees is named as such', async () => {
    const bytes = workbookOf([
      { name: 'Lunes', rows: `<row/>${rowXml('a')}` },
      { name: 'Precios & más', hidden: true, rows: '<row><c><v>7</v></c></row>' },
    ])
    expect(await read(bytes)).toEqual([
      { name: 'Lunes', rows: [{ row: 2, cells: ['a'] }] },
      { name: 'Precios & más', hidden: true, rows: [{ row: 1, cells: [7] }] },
    ])
  })

  test('numbers are what is shown where it changes what is meant: zeros in front, days, percentages', async () => {
    const formats = ['00000', '0.00', 'dd/mm/yyyy', '0%', '"Año" 0', '#,##0.00;[Red]-#,##0.00']
    const row = [c('A1', 182, 1), c('B1', 182, 2), c('C1', 45_000, 3), c('D1', 0.12, 4), c('E1', 9, 5), c('F1', 7, 6)]
    const bytes = workbookOf([{ rows: `<row r="1">${row.join('')}</row>` }], formats)
    expect(await cellsOf(bytes)).toEqual([[['00182', 182, '2023-03-15', '12 %', 9, 7]]])
  })

  test('a day is the same day where the workbook counts from 1904', async () => {
    const rows = `<row r="1">${c('A1', 45_000, 1)}</row>`
    const written = workbookOf([{ rows }], ['dd/mm/yyyy'], [], { since1904: true })
    expect(await cellsOf(written)).toEqual([[['2027-03-16']]])
  })

  test('a merged cell speaks for the rows below it, a formula is marked with its column', async () => {
    const rows = `<row r="1">${c('A1', 5)}${c('B1', 1)}</row><row r="2">${c('B2', 2)}</row>
      <row r="3">${c('B3', 3)}<c r="C3"><f>B2*2</f><v>4</v></c></row><row r="4">${c('B4', 9)}</row>`
    const [sheet] = await read(workbookOf([{ rows, after: '<mergeCells><mergeCell ref="A1:A3"/></mergeCells>' }]))
    expect(sheet?.rows.map(({ merged, formulas }) => [merged?.get(0), formulas])).toEqual([
      [undefined, undefined],
      [5, undefined],
      [5, [2]],
      [undefined, undefined],
    ])
    expect(sheet?.rows[2]?.cells).toEqual([null, 3, 4])
  })

  test('ten thousand merged cells over the same rows take no longer than a few', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `<row r="${at + 1}">${c(`A${at + 1}`, at)}</row>`)
    const after = `<mergeCells>${'<mergeCell ref="B1:B5000"/><mergeCell ref="A1:A5000"/>'.repeat(5_000)}</mergeCells>`
    const [sheet] = await readUploadedWorkbook(
      workbookOf([{ rows: rows.join(''), after }]),
      { ...BOUNDS, maxRows: 5_000, unpackedBytes: 2 ** 24, partBytes: 2 ** 24, milliseconds: 3_000 },
      { key: 1 },
    )
    expect(sheet?.rows).toHaveLength(5_000)
  })

  test('texts are read whole: entities, parts of one text, shared ones, and not how they are pronounced', async () => {
    const shared =
      '<sst><si><t>Muñeca &amp; oso &#233; &lt;1&gt;</t></si><si><r><t>un</t></r><r><t xml:space="preserve"> texto</t></r><rPh><t>x</t></rPh></si></sst>'
    const bytes = workbook(
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><f>A1</f><v>a_x000D_b</v></c></row>',
      [{ name: 'xl/sharedStrings.xml', data: shared }],
    )
    expect(await cellsOf(bytes)).toEqual([[['Muñeca & oso é <1>', 'un texto', 'a\rb']]])
  })

  test('what comes back as it was given out is refused with formulas', async () => {
    const bytes = workbook('<row><c><f>1+1</f><v>2</v></c></row>')
    await expect(readUploadedSheet(bytes, BOUNDS, { key: 1 })).rejects.toThrow('La planilla tiene fórmulas')
  })

  test('a document type, which may hold another file, is damage', async () => {
    const bytes = workbook('<row/>', [
      {
        name: 'xl/sharedStrings.xml',
        data: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>',
      },
    ])
    expect(await refusalOf(bytes)).toEqual(['MALFORMED', expect.stringContaining('dañada')])
  })

  test('a part that is cut, or is no XML, is damage and not an empty sheet', async () => {
    for (const data of [
      '',
      'no es xml',
      '<worksheet><sheetData>',
      '<worksheet><sheetData><row r="1"><c><v>1</v></c>',
    ]) {
      const bytes = workbook('<row/>', [{ name: 'xl/sharedStrings.xml', data: '<sst/>' }])
      expect(await refusalOf(bytes)).toEqual(['MALFORMED', 'La planilla está vacía'])
      const cut = workbook('<row/>', [{ name: 'xl/sharedStrings.xml', data }])
      expect(await refusalOf(cut)).toEqual(['MALFORMED', expect.stringContaining('dañada')])
    }
  })

  test('bytes that no text has are no list', async () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, place) => 1 + ((place * 7) % 255)))
    expect(await refusalOf(bytes)).toEqual(['WRONG_TYPE', expect.stringContaining('debe ser una planilla')])
  })

  test('rows of all sheets count together', async () => {
    const rows = (count: number) => Array.from({ length: count }, () => '<row><c><v>1</v></c></row>').join('')
    expect(await cellsOf(workbookOf([{ rows: rows(50) }, { rows: rows(50) }]))).toHaveLength(2)
    expect(await refusalOf(workbookOf([{ rows: rows(50) }, { rows: rows(51) }]))).toEqual([
      'TOO_LARGE',
      'La planilla tiene más de 100 filas: divídala en varias',
    ])
  })
})

describe('an .ods', () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const number = (value: number, shown = String(value), more = '') =>
    cell(shown, `office:value-type="float" office:value="${value}" ${more}`)

  test('is read as a workbook is', async () => {
    const bytes = ods(
      `<table:table table:name="Hoja &amp; 1">
        <table:table-row><table:table-cell table:number-columns-repeated="2"/>${cell('dos <text:s text:c="2"/>palabras')}</table:table-row>
        <table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>
        <table:table-row>${number(182, '00182')}${number(1234.5, '1.234,50')}${cell('12 %', 'office:value-type="percentage" office:value="0.12"')}${cell('01/02/23', 'office:value-type="date" office:date-value="2023-02-01"')}</table:table-row>
        <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>
      </table:table>
      <table:table table:name="Otra" table:style-name="ta2"><table:table-row>${cell('x<office:annotation><text:p>nota</text:p></office:annotation>')}</table:table-row></table:table>`,
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>',
    )
    expect(await read(bytes)).toEqual([
      {
        name: 'Hoja & 1',
        rows: [
          { row: 1, cells: [null, null, 'dos   palabras'] },
          { row: 5, cells: ['00182', 1234.5, '12 %', '2023-02-01'] },
        ],
      },
      { name: 'Otra', hidden: true, rows: [{ row: 1, cells: ['x'] }] },
    ])
  })

  test('merged cells and formulas are told, rows and cells that repeat are bounded', async () => {
    const bytes = ods(`<table:table table:name="a">
      <table:table-row>${cell('30-71', 'table:number-rows-spanned="3"')}${number(1)}</table:table-row>
      <table:table-row><table:covered-table-cell/>${number(2, '2', 'table:formula="of:=1+1"')}</table:table-row>
      <table:table-row><table:covered-table-cell/>${number(3, '3', 'table:number-columns-repeated="16000"')}</table:table-row>
      <table:table-row><table:table-cell/>${number(4)}</table:table-row></table:table>`)
    const [sheet] = await read(bytes)
    expect(sheet?.rows.map(({ merged, formulas }) => [merged?.get(0), formulas])).toEqual([
      [undefined, undefined],
      ['30-71', [1]],
      ['30-71', undefined],
      [undefined, undefined],
    ])
    expect(sheet?.rows[2]?.cells).toHaveLength(10)
    const many = `<table:table><table:table-row table:number-rows-repeated="1000000">${number(1)}</table:table-row></table:table>`
    expect(await refusalOf(ods(many))).toEqual(['TOO_LARGE', expect.stringContaining('más de 100 filas')])
  })

  test('with a password it says so', async () => {
    const bytes = zip([
      { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
      { name: 'META-INF/manifest.xml', data: '<manifest:encryption-data/>' },
      { name: 'content.xml', data: 'not xml at all' },
    ])
    expect(await refusalOf(bytes)).toEqual(['MALFORMED', 'La planilla está protegida con contraseña'])
  })

  test('without its mimetype, which some programs leave out, it is read', async () => {
    const table =
      '<table:table><table:table-row><table:table-cell><text:p>Oso</text:p></table:table-cell></table:table-row></table:table>'
    const content = `<office:document-content><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document-content>`
    const bytes = zip([
      { name: 'META-INF/manifest.xml', data: '<manifest:manifest/>' },
      { name: 'content.xml', data: content },
    ])
    expect(await cellsOf(bytes)).toEqual([[['Oso']]])
  })

  test.each([
    ['xl/workbook.bin', 'Las planillas .xlsb no se admiten: ábrala en Excel y guárdela como .xlsx'],
    [
      'Index/Document.iwa',
      'Las planillas de Numbers no se admiten: en Numbers elija Archivo, Exportar a, Excel (.xlsx)',
    ],
    ['word/document.xml', 'No es una planilla de Excel (.xlsx) ni de LibreOffice (.ods)'],
  ])('an archive with %s is told what to do', async (name, message) => {
    expect(await refusalOf(zip([{ name, data: 'x' }]))).toEqual(['MALFORMED', message])
  })

  test('as one flat file it is told how to save it', async () => {
    const flat =
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>'
    expect(await refusalOf(Buffer.from(flat))).toEqual(['WRONG_TYPE', expect.stringContaining('.fods')])
  })
})

describe('a text file', () => {
  const rows = [
    ['Código', 'Descripción', 'Cantidad'],
    ['00123', 'Ñandú, 1,5 m', '12'],
    ['00124', 'Oso', '1,5'],
  ]
  test.each([';', '\t', '|'])('with %j between its cells', async (separator) => {
    expect(await cellsOf(Buffer.from(rows.map((row) => row.join(separator)).join('\n')))).toEqual([rows])
  })
  test('with commas and quotes', async () => {
    const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')
    expect(await cellsOf(Buffer.from(text))).toEqual([rows])
  })
  test('in UTF-16 with tabs: what spreadsheets call Unicode text', async () => {
    const text = `\ufeff${rows.map((row) => row.join('\t')).join('\r\n')}`
    expect(await cellsOf(Buffer.from(text, 'utf16le'))).toEqual([rows])
  })
  test('whose first line says what stands between the cells', async () => {
    const text = ['sep=,', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\r\n')
    const [sheet] = await read(Buffer.from(text))
    expect(sheet?.rows.map(({ row }) => row)).toEqual([2, 3, 4])
    expect(sheet?.rows[0]?.cells).toEqual(rows[0])
  })
  test('with a cell longer than a spreadsheet takes is refused', async () => {
    expect(await cellsOf(Buffer.from(`a;${'b'.repeat(32_767)}\n`))).toEqual([[['a', 'b'.repeat(32_767)]]])
    expect(await refusalOf(Buffer.from(`a;${'b'.repeat(32_768)}\n`))).toEqual([
      'TOO_LARGE',
      'La planilla tiene una celda con más de 32.767 caracteres',
    ])
  })

  test('with a title whose commas are no columns', async () => {
    const text = ['Pedidos, semana 45, zona norte, Rosario', '', ...rows.map((row) => row.join(';'))].join('\n')
    expect((await cellsOf(Buffer.from(text)))[0]?.slice(1)).toEqual(rows)
  })
})
