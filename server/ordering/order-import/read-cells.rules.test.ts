import { expect, test } from 'vitest'
import { noticesOf, type Orderable, planLines } from '../lines/lines.rules.ts'
import { groupRows, sayLikeNumbers } from './group-rows.rules.ts'
import type { AskedItem } from './order-file.types.ts'
import { readCells } from './read-cells.rules.ts'

const article = (code: string, more: Partial<Orderable> = {}): Orderable => ({
  articleId: Number(code.replace(/\D/g, '')) || 1,
  code,
  description: `Artículo ${code}`,
  multiple: 1,
  unitsPerPack: 24,
  listPrice: 100_00,
  discount: 0,
  listed: true,
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
const planItems = (items: readonly AskedItem[]) => {
  const { lines, notices } = readCells(items)
  const plan = planLines(lines, (code) => {
    const found = articles.get(String(code))
    return found ? { kind: 'article', article: found } : { kind: 'unknown', proposals: [] }
  })
  return { items: plan.lines, notices: [...notices, ...noticesOf(plan)] }
}
const asked = (row: number, given: Partial<AskedItem> = {}): AskedItem => ({
  row,
  code: 'A1',
  quantity: 1,
  price: null,
  note: '',
  ...given,
})
const plan = (...items: AskedItem[]) => {
  const { items: planned, notices } = planItems(items)
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
      [2, false, 'La cantidad se ajusta a 36: se vende de a 12'],
      [4, false, 'Artículo repetido: se suma a la fila 2'],
    ],
  })
})

test.each<[string, Partial<AskedItem>]>([
  ['No existe el artículo X9', { code: 'X9' }],
  ['La fila no tiene código de artículo', { code: '' }],
  ['Este artículo ya no está a la venta', { code: 'A4' }],
  ['Este artículo no tiene precio publicado. Consulte con ventas', { code: 'A3' }],
  ['La fila no tiene cantidad', { quantity: ' ' }],
  ['«doce» no es una cantidad', { quantity: 'doce' }],
  ['La cantidad debe ser mayor que 0', { quantity: 0 }],
  ['«1,5» no es una cantidad entera', { quantity: '1,5' }],
  ['«1,000»: ¿son 1.000?', { quantity: '1,000' }],
  ['La cantidad es demasiado grande: el máximo de un renglón es 1.000.000 unidades', { quantity: '1.000.001' }],
  ['El precio es demasiado grande', { price: '50.000.000,01' }],
])('left out: %s', (reason, given) => {
  expect(plan(asked(5, given))).toEqual({ items: [], notices: [[5, true, reason]] })
})

test.each<[string, number, Partial<AskedItem>]>([
  ['«a consultar» no es un precio: se toma el precio de hoy', 100_00, { price: 'a consultar' }],
  ['«-5» no es un precio: se toma el precio de hoy', 100_00, { price: '-5' }],
  ['El precio se redondea a dos decimales', 33_33, { price: 33.333 }],
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

test('rows are grouped by CUIT with and without dashes, then by number', () => {
  const row = (at: number, cuit: string, number: string, problem = '') => ({
    row: at,
    code: 'A1',
    cuit,
    number,
    problem,
  })
  const { orders, notices } = groupRows([
    row(2, '30-71234567-1', '1'),
    row(3, '30712345671', '2'),
    row(5, '20111111112', '1'),
    row(6, '30712345671', '1'),
    row(7, '', '1'),
    row(8, '3071', '1'),
    row(9, '', '1', 'La fila está cortada'),
    row(10, '30712345671', '01'),
  ])
  expect(orders.map(({ cuit, number, rows }) => [cuit, number, rows.map((one) => one.row)])).toEqual([
    ['30712345671', '1', [2, 6]],
    ['30712345671', '2', [3]],
    ['30712345671', '01', [10]],
    ['20111111112', '1', [5]],
  ])
  expect(notices.map(({ row: at, reason }) => [at, reason])).toEqual([
    [7, 'La fila no tiene CUIT'],
    [8, '«3071» no es un CUIT de 11 dígitos'],
    [9, 'La fila está cortada'],
  ])
  expect(sayLikeNumbers(orders)).toEqual(['Los números «1» y «01» del CUIT 30712345671 son dos pedidos'])
})
