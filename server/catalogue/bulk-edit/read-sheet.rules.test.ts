import { expect, test } from 'vitest'
import { foldText } from '../../lib/search-text.ts'
import { CODE_HEADING, COLUMN_OF_HEADING, VERSION_HEADING } from './bulk-edit.headings.ts'
import { readSheet } from './read-sheet.rules.ts'
import { placeReader } from './tree.rules.ts'

type Cells = readonly (string | number | boolean | null)[]
const tree = {
  brands: [
    { id: 1, name: 'Barrilete' },
    { id: 2, name: 'Pirucho' },
  ],
  categories: [
    { id: 100, name: 'Muñecas', brandId: 1, parentId: null },
    { id: 101, name: 'De trapo', brandId: 1, parentId: 100 },
  ],
}
const headings = { code: CODE_HEADING, version: VERSION_HEADING, columns: COLUMN_OF_HEADING, fold: foldText }
const read = (...rows: Cells[]) =>
  readSheet(
    rows.map((cells, at) => ({ row: at + 1, cells })),
    headings,
    placeReader(tree, foldText),
  )
const full = ['Código', 'Nombre', 'Marca', 'Categoría', 'Subcategoría', 'Orden', 'Descuento %', 'Oferta', 'Versión']

test('a row is read by its headings, whatever their order, and other columns are left alone', () => {
  expect(read(full, ['00123', 'x', ' barrilete', 'MUNECAS', 'De trapo', 7, '12,5', 'Sí', 3])).toEqual({
    columns: ['brand_id', 'category_id', 'subcategory_id', 'position', 'discount', 'promo'],
    rows: [
      {
        line: 2,
        code: '00123',
        read_version: 3,
        values: { brand_id: 1, category_id: 100, subcategory_id: 101, position: 7, discount: 1250, promo: true },
      },
    ],
    problems: [],
  })
})

test('an article that the shop has not listed comes back as it went', () => {
  expect(read(full, ['00123', 'x', null, null, null, null, 0, 'No', 0])).toMatchObject({
    rows: [{ values: { brand_id: null, position: null, discount: 0, promo: false }, read_version: 0 }],
  })
})

test.each<[string, Cells, string]>([
  ['an unknown brand', ['1', 'x', 'Barilete', '', '', 1, 0, 'No', 1], 'No existe la marca «Barilete»'],
  [
    'a category of another brand',
    ['1', 'x', 'Pirucho', 'Muñecas', '', 1, 0, 'No', 1],
    '«Pirucho» no tiene la categoría «Muñecas»',
  ],
  [
    'an unknown subcategory',
    ['1', 'x', 'Barrilete', 'Muñecas', 'De goma', 1, 0, 'No', 1],
    '«Muñecas» no tiene la subcategoría «De goma»',
  ],
  ['a category without a brand', ['1', 'x', '', 'Muñecas', '', 1, 0, 'No', 1], 'Falta la marca de «Muñecas»'],
  [
    'no discount',
    ['1', 'x', '', '', '', 1, null, 'No', 1],
    'El descuento debe ser un número de 0 a 100, con hasta dos decimales',
  ],
  [
    'an order that is none',
    ['1', 'x', '', '', '', 'primero', 0, 'No', 1],
    'El orden debe ser un número entero desde 0',
  ],
  ['a flag that is none', ['1', 'x', '', '', '', 1, 0, 'tal vez', 1], 'Oferta debe decir Sí o No'],
  ['no code', [null, 'x', '', '', '', 1, 0, 'No', 1], 'Falta el código'],
  [
    'a version that is none',
    ['1', 'x', '', '', '', 1, 0, 'No', 'v1'],
    'La versión no es un número: no cambie esa columna',
  ],
])('%s is a problem of its row', (_, cells, reason) => {
  expect(read(full, cells)).toMatchObject({
    rows: [],
    problems: [{ line: 2, outcome: 'notUnderstood', reason }],
  })
})

test.each<[string, Cells, string]>([
  ['no heading of a code', ['Nombre', 'Oferta'], 'falta «Código»'],
  ['nothing that can change', ['Código', 'Nombre'], 'ninguna columna que se pueda cambiar'],
  ['a category without its brand', ['Código', 'Categoría'], 'van juntas'],
  ['a column twice', ['Código', 'Oferta', 'oferta'], 'dos columnas «oferta»'],
])('a file with %s is refused whole', (_, head, problem) => {
  expect(read(head, ['1', 'No'])).toEqual({ problem: expect.stringContaining(problem) })
})
