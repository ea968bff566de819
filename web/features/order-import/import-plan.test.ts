import { describe, expect, test } from 'vitest'
import type { ImportOutcome, ReviewedOrder } from '../../../contract/order-import.ts'
import {
  addressOptions,
  byClient,
  firstChoice,
  isPlanned,
  lacksAddress,
  leftOut,
  plannedPlaces,
  resultsOf,
  toSend,
} from './import-plan.ts'

const item = (row: number) => ({
  row,
  code: `A${row}`,
  description: 'Auto',
  askedQuantity: 5,
  quantity: 6,
  price: 0,
  unitPrice: 1000,
  note: '',
})
const order = (more: Partial<ReviewedOrder> = {}): ReviewedOrder => ({
  cuit: '30712345671',
  number: '7',
  clientId: 1,
  businessName: 'El Duende',
  condition: 2,
  addresses: [
    { id: 11, label: 'Mitre 100' },
    { id: 12, label: 'Belgrano 200' },
  ],
  items: [item(2), item(3)],
  total: 12_000,
  notices: [],
  earlierOrder: null,
  ...more,
})
const outcome = (more: Partial<ImportOutcome> = {}): ImportOutcome => ({
  cuit: '30712345671',
  number: '7',
  orderId: 90,
  erpNumber: null,
  lineCount: 2,
  total: 12_000,
  reason: '',
  notices: [],
  ...more,
})

describe('the address of an order', () => {
  test('among several is chosen by nobody but the user, and until then stops the order', () => {
    const choice = firstChoice(order())
    expect(choice.address).toBe('')
    expect(lacksAddress(order(), choice)).toBe(true)
    expect(lacksAddress(order(), { ...choice, address: '12' })).toBe(false)
    expect(lacksAddress(order(), { ...choice, address: '99' })).toBe(true)
  })
  test('may always be pickup', () => {
    expect(lacksAddress(order(), { ...firstChoice(order()), address: '0' })).toBe(false)
  })
  test('is the only one there is, or none at all', () => {
    expect(firstChoice(order({ addresses: [{ id: 11, label: 'Mitre 100' }] })).address).toBe('11')
    const without = order({ addresses: [] })
    expect(addressOptions(without).map(({ value }) => value)).toEqual(['-1', '0'])
    expect(firstChoice(without).address).toBe('-1')
  })
})

describe('what is sent', () => {
  test('leaves out unknown clients, empty orders and numbers imported before', () => {
    const orders = [order(), order({ clientId: null }), order({ items: [] }), order({ earlierOrder: 40 })]
    const choices = orders.map(firstChoice)
    expect(plannedPlaces(orders, choices)).toEqual([0])
    const again = choices.with(3, { ...firstChoice(order()), again: true })
    expect(plannedPlaces(orders, again)).toEqual([0, 3])
  })
  test('an order nobody makes needs no address', () => {
    const known = order({ earlierOrder: 40 })
    expect(isPlanned(known, firstChoice(known))).toBe(false)
    expect(lacksAddress(known, firstChoice(known))).toBe(false)
  })
  test('are the shown quantities, and agreed prices in pesos', () => {
    const given = order({ items: [{ ...item(2), price: 123_450 }, item(3)] })
    const sent = toSend(given, { address: '0', condition: 4, note: ' por la mañana ', again: true })
    expect(sent).toEqual({
      cuit: '30712345671',
      addressId: 0,
      condition: 4,
      note: 'por la mañana',
      number: '7',
      confirm: true,
      items: [
        { code: 'A2', quantity: 6, price: 1234.5, note: '', row: 2 },
        { code: 'A3', quantity: 6, price: 0, note: '', row: 3 },
      ],
    })
  })
})

test('the review is grouped by CUIT in the order of the file', () => {
  const orders = [order(), order({ cuit: '30700000016', number: '1' }), order({ number: '8' })]
  expect(byClient(orders).map(({ cuit, places }) => [cuit, places])).toEqual([
    ['30712345671', [0, 2]],
    ['30700000016', [1]],
  ])
})

describe('the result', () => {
  const notice = { row: 9, code: 'X', dropped: true, reason: 'Código desconocido' }
  const orders = [
    order({ notices: [notice] }),
    order({ number: '8', items: [item(4)], earlierOrder: 40 }),
    order({ number: '9', items: [item(5)] }),
    order({ cuit: '1', clientId: null, items: [], notices: [{ ...notice, row: 6, reason: 'Sin cliente' }] }),
  ]
  const choices = orders.map(firstChoice)
  const refused = outcome({ orderId: null, reason: 'Ya no se vende', lineCount: 0, total: 0 })
  const results = resultsOf(
    orders,
    choices,
    new Map([
      [0, outcome()],
      [2, refused],
    ]),
  )

  test('says of every order that was not made why', () => {
    expect(results.map(({ reason }) => reason)).toEqual([
      '',
      'El pedido 8 de este CUIT ya se importó: es el pedido web 40',
      'Ya no se vende',
      'No se encontro el cliente',
    ])
  })
  test('accounts for every row that is in no order, by row', () => {
    const review = { orders, notices: [{ ...notice, row: 1, reason: 'Sin CUIT' }], rows: 7 }
    const rows = leftOut(review, results).map(({ row, reason }) => [row, reason])
    expect(rows).toEqual([
      [1, 'Sin CUIT'],
      [4, 'El pedido 8 de este CUIT ya se importó: es el pedido web 40'],
      [5, 'Ya no se vende'],
      [6, 'Sin cliente'],
      [9, 'Código desconocido'],
    ])
  })
  test('names a row that was left out only when the order was made', () => {
    const late = outcome({ notices: [{ row: 3, code: 'A3', dropped: true, reason: 'Ya no se vende' }] })
    const made = resultsOf([order()], [firstChoice(order())], new Map([[0, late]]))
    expect(leftOut({ orders: [order()], notices: [], rows: 2 }, made)).toEqual(late.notices)
  })
})
