import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupRows } from './group-rows.rules.ts'
import type { AskedItem, FileRow, ImportArticle } from './order-file.types.ts'
import { planItems } from './plan-order.rules.ts'

const article = (code: string, more: Partial<ImportArticle> = {}): ImportArticle => ({
  articleId: Number(code.replace(/\D/g, '')) || 1,
  code,
  description: `Artículo ${code}`,
  alias: '',
  multiple: 1,
  unitsPerPack: 24,
  listPrice: 100_00,
  discount: 0,
  listed: true,
  bindingStock: null,
  ...more,
})
const articles = new Map(
  [
    article('A1'),
    article('A2', { multiple: 12, listPrice: 38_30, discount: 500 }),
    article('A3', { listPrice: 0 }),
    article('A4', { listed: false }),
  ].map((one) => [one.code, one]),
)
const asked = (row: number, given: Partial<AskedItem> = {}): AskedItem => ({
  row,
  code: 'A1',
  quantity: 1,
  price: null,
  note: '',
  ...given,
})
const plan = (...items: AskedItem[]) => {
  const { items: planned, notices } = planItems(items, articles)
  return {
    items: planned.map(({ row, quantity, unitPrice }) => [row, quantity, unitPrice]),
    notices: notices.map(({ row, dropped, reason }) => [row, dropped, reason]),
  }
}

test('quantities go by the multiple, prices by today or as agreed', () => {
  expect(
    plan(asked(2, { code: 'A2', quantity: '30' }), asked(3, { price: '1.234,50' }), asked(4, { code: 'A2' })),
  ).toEqual({
    items: [
      [2, 36, 36_39],
      [3, 1, 1_234_50],
    ],
    notices: [
      [4, false, 'Artículo repetido: se suma a la fila 2'],
      [2, false, 'La cantidad se ajusta a 36: se vende de a 12'],
    ],
  })
})

test.each<[string, Partial<AskedItem>]>([
  ['No existe el artículo X9', { code: 'X9' }],
  ['La fila no tiene código de artículo', { code: '' }],
  ['El artículo no está a la venta', { code: 'A4' }],
  ['El artículo no tiene precio', { code: 'A3' }],
  ['La fila no tiene cantidad', { quantity: ' ' }],
  ['«doce» no es una cantidad', { quantity: 'doce' }],
  ['La cantidad debe ser mayor que 0', { quantity: 0 }],
  ['La cantidad es demasiado grande', { quantity: '1.000.001' }],
  ['El precio es demasiado grande', { price: '50.000.000,01' }],
])('left out: %s', (reason, given) => {
  expect(plan(asked(5, given))).toEqual({ items: [], notices: [[5, true, reason]] })
})

test.each<[string, number, Partial<AskedItem>]>([
  ['«a consultar» no es un precio: se toma el precio de hoy', 100_00, { price: 'a consultar' }],
  ['«-5» no es un precio: se toma el precio de hoy', 100_00, { price: '-5' }],
  ['El precio se redondea a dos decimales', 33_33, { price: 33.333 }],
  ['La cantidad se ajusta a 2', 100_00, { quantity: '1,5' }],
  ['La observación se corta en 500 caracteres', 100_00, { note: 'x'.repeat(501) }],
])('kept, and told: %s', (reason, unitPrice, given) => {
  const { items, notices } = plan(asked(5, given))
  expect(notices).toEqual([[5, false, reason]])
  expect(items).toEqual([[5, expect.any(Number), unitPrice]])
})

test('an agreed price sells an article without one; another price for the same article is left out', () => {
  expect(plan(asked(2, { code: 'A3', price: 15 }), asked(3, { code: 'A3', price: '16' }))).toEqual({
    items: [[2, 1, 15_00]],
    notices: [[3, true, 'El artículo ya está en la fila 2 con otro precio']],
  })
})

test('rows are grouped by CUIT with and without dashes, then by number; headings are no row', () => {
  const rows: FileRow[] = [
    { row: 1, cells: ['CUIT', 'Número', 'Código', 'Cantidad', 'Precio', 'Obs'] },
    { row: 2, cells: ['30-71234567-1', 1, '00123', 2, 0, ''] },
    { row: 3, cells: [30712345671, '2', '00124', 2] },
    { row: 5, cells: ['20111111112', '1', '00123', 2] },
    { row: 6, cells: ['30712345671', ' 1 ', '00125', 2] },
    { row: 7, cells: ['', '1', '00125', 2] },
    { row: 8, cells: ['3071', '1', '00125', 2] },
    { row: 9, cells: ['30712345671', '1', '00126', 2], damage: 'La fila está cortada' },
  ]
  const { orders, notices, rowCount } = groupRows(rows)
  expect(rowCount).toBe(7)
  expect(orders.map(({ cuit, number, items }) => [cuit, number, items.map(({ row }) => row)])).toEqual([
    ['30712345671', '1', [2, 6]],
    ['30712345671', '2', [3]],
    ['20111111112', '1', [5]],
  ])
  expect(notices.map(({ row, reason }) => [row, reason])).toEqual([
    [7, 'La fila no tiene CUIT'],
    [8, '«3071» no es un CUIT de 11 dígitos'],
    [9, 'La fila está cortada'],
  ])
  expect(groupRows(rows.slice(1)).rowCount).toBe(7)
})

test('every row of any file ends as a line or in a notice', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      null,
      '30-71234567-1',
      '20111111112',
      'CUIT',
      'A1',
      'A2',
      'A3',
      'A4',
      'A9',
      '1',
      '0',
      '1,5',
    ),
    fc.integer({ min: -5, max: 2_000_000 }),
    fc.string({ maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 30 }), (cells) => {
      const rows = cells.map((one, index) => ({ row: index + 1, cells: one }))
      const { orders, notices, rowCount } = groupRows(rows)
      const told = new Set(notices.map(({ row }) => row))
      const lines: number[] = []
      for (const { items } of orders) {
        const planned = planItems(items, articles)
        lines.push(...planned.items.map(({ row }) => row))
        for (const { row } of planned.notices) told.add(row)
      }
      expect(new Set(lines).size).toBe(lines.length)
      const answered = new Set([...lines, ...told])
      const isData = ({ row }: FileRow) => row > 1 || rowCount === rows.length
      expect([...answered].sort((a, b) => a - b)).toEqual(rows.filter(isData).map(({ row }) => row))
    }),
  )
})
