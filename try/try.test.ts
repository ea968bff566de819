/** What the page finds in lists as people write them, and workbooks unpacked without Node. */
import { expect, test } from 'vitest'
import { readWorkbook } from '../server/spreadsheets/read-workbook.ts'
import type { Cell, SheetRow } from '../server/spreadsheets/sheet.ts'
import { openParts as inNode } from '../server/spreadsheets/zip-parts.ts'
import { rowXml, workbook, zip } from '../server/test/workbook.ts'
import { readList } from './articles.ts'
import { findColumns } from './columns.ts'
import { openParts } from './unpack.ts'

const rowsOf = (...cells: Cell[][]): SheetRow[] => cells.map((of, at) => ({ row: at + 1, cells: of }))

test.each<[string, Cell[][], object, number]>([
  [
    'words of their own, below a title',
    [['Lista noviembre'], ['Cód. art.', 'Detalle', 'Rubro', 'P. unitario'], ['00123', 'Muñeca', 'Muñecas', 15490.5]],
    { code: 0, description: 1, category: 2, price: 3 },
    2,
  ],
  [
    'the words of the feed',
    [
      ['ID_ART', 'CODIGO_ART', 'DESCRIP_ART', 'ALIAS_ART', 'UXB'],
      ['1', '00123', 'Muñeca', '', '24'],
    ],
    { code: 1, description: 2, alias: 3, unitsPerPack: 4 },
    1,
  ],
  [
    'no headings at all',
    [
      ['7', 'Trompo de madera', 980.5],
      ['0205', 'Auto a fricción', 2150.25],
      ['MT-12', 'Masa para modelar', 5250.1],
    ],
    { code: 0, description: 1 },
    0,
  ],
])('columns of a list with %s', (_what, cells, columns, above) => {
  expect(findColumns(rowsOf(...cells))).toMatchObject({ columns, above })
})

test('numbers alone are asked about', () => {
  const { columns } = findColumns(rowsOf(['1', '2'], ['3', '4']))
  expect(columns.description).toBeUndefined()
})

test('codes keep their zeros, prices are as written or none, and rows that are no article are counted', () => {
  const rows = rowsOf(
    ['00123', 'Muñeca', '$ 15.490,50', 'Trapito'],
    [null, 'Muñecas', null, null],
    ['0205', 'Auto', 'a convenir', 'Rodado'],
    ['123', 'Otra', '1,000', 'Trapito'],
  )
  const { catalogue, skipped, withoutPrice } = readList(rows, { code: 0, description: 1, price: 2, brand: 3 })
  expect(catalogue.products.map(({ code, listPrice, brandId }) => [code, listPrice, brandId])).toEqual([
    ['00123', 15_490_50, 1],
    ['0205', 0, 2],
    // A comma that may be either: no price is better than a thousandth of one.
    ['123', 0, 1],
  ])
  expect([skipped, withoutPrice]).toEqual([1, 2])
  expect(catalogue.levels.brands.map(({ name }) => name)).toEqual(['Trapito', 'Rodado'])
})

const BOUNDS = {
  maxRows: 1_000,
  columns: 60,
  unpackedBytes: 2 ** 20,
  partBytes: 2 ** 20,
  csvBytes: 2 ** 20,
  milliseconds: 10_000,
}
const inPage = (bytes: Uint8Array) => readWorkbook({ bytes, kind: 'zip', bounds: BOUNDS }, openParts)

test('a page reads of a workbook what the server reads', async () => {
  const bytes = workbook(rowXml('00123', 'Muñeca') + rowXml('0205', 'Auto'))
  const { sheets } = await inPage(bytes)
  expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
    ['00123', 'Muñeca'],
    ['0205', 'Auto'],
  ])
  expect(sheets).toEqual((await readWorkbook({ bytes, kind: 'zip', bounds: BOUNDS }, inNode)).sheets)
})

test.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 30)],
  [
    'emptied in the middle',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(40), bytes.subarray(100)]),
  ],
  ['no archive', () => Buffer.from('PK\x03\x04 nada')],
])('a workbook that is %s is refused in words', async (_how, spoil) => {
  const { sheets, problem } = await inPage(spoil(zip([{ name: 'xl/workbook.xml', data: '<workbook/>'.repeat(30) }])))
  expect(sheets).toEqual([])
  expect(problem).toMatch(/dañada o cortada/)
})

test('what unpacks to more than the bounds, and what has a password, is refused', async () => {
  const large = zip([{ name: 'xl/workbook.xml', data: 'a'.repeat(2 ** 21) }])
  expect((await inPage(large)).problem).toBe('La planilla es demasiado grande')
  const secret = zip([{ name: 'xl/workbook.xml', data: 'a', encrypted: true }])
  expect((await inPage(secret)).problem).toBe('La planilla está protegida con contraseña')
})
