import { describe, expect, test } from 'vitest'
import type { ImportOutcome, ReviewedOrder } from '../../../../contract/order-import.ts'
import type { ReviewRow } from '../../../../contract/review.ts'
import { accepted, withQuantity } from '../../../shop/review/review-rows.ts'
import {
  addressOptions,
  byClient,
  firstChoice,
  isPlanned,
  lacksAddress,
  leftOut,
  plannedPlaces,
  readyRows,
  resultsOf,
  toSend,
  totalOf,
} from './import-plan.ts'

const NO_DOUBT = { said: [], columns: { asking: false, reason: '', sheets: [] } }
/** A row of the file that is certain: six units of an article for $ 10. */
const line = (row: number, more: Partial<ReviewRow> = {}): ReviewRow => ({
  kind: 'line',
  lines: [row],
  text: `A${row}`,
  reason: '',
  marks: [],
  askedQuantity: 5,
  quantity: 6,
  articles: [
    { articleId: 100 + row, code: `A${row}`, description: 'Auto', unitPrice: 1000, multiple: 6, unitsPerPack: 12 },
  ],
  addends: [],
  note: '',
  inCart: 0,
  agreedPrice: 0,
  ...more,
})
const question = (row: number, more: Partial<ReviewRow> = {}): ReviewRow =>
  line(row, { kind: 'question', quantity: null, reason: 'No existe el artículo', ...more })
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
  items: [],
  total: 12_000,
  notices: [],
  rows: [line(2), line(3)],
  missing: [],
  refusal: '',
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
    const orders = [order(), order({ clientId: null }), order({ rows: [] }), order({ earlierOrder: 40 })]
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
  test('are the rows that are ready, with agreed prices in pesos', () => {
    const given = order({ rows: [line(2, { agreedPrice: 123_450 }), line(3), question(4)] })
    const choice = { ...firstChoice(given), address: '0', condition: 4, note: ' por la mañana ', again: true }
    expect(toSend(given, choice)).toEqual({
      complete: false,
      cuit: '30712345671',
      addressId: 0,
      condition: 4,
      note: 'por la mañana',
      number: '7',
      confirm: true,
      items: [
        { articleId: 102, quantity: 6, price: 1234.5, note: '', row: 2, ask: true },
        { articleId: 103, quantity: 6, price: 0, note: '', row: 3, ask: true },
      ],
    })
    // Six at the agreed price, and six for $ 10.
    expect(totalOf(given, choice)).toBe(6 * 123_450 + 6 * 1000)
  })
  test('a row is mended in place; one that a person looked at is not asked about again', () => {
    const given = order({ rows: [question(2), line(3)] })
    const choice = firstChoice(given)
    const [first, second] = choice.rows
    const mended = { ...choice, rows: [accepted(first!, true), withQuantity(second!, '12')] }
    expect(readyRows(given, choice)).toHaveLength(1)
    expect(toSend(given, mended).items.map(({ row, quantity, ask }) => [row, quantity, ask])).toEqual([
      [2, 6, false],
      [3, 12, true],
    ])
  })
  test('of an order that was imported in part, only what was missing', () => {
    const given = order({ earlierOrder: 40, missing: [1] })
    const choice = { ...firstChoice(given), complete: true }
    expect(isPlanned(given, choice)).toBe(true)
    expect(toSend(given, choice)).toMatchObject({ complete: true, items: [{ row: 3 }] })
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
  const notice = { row: 9, code: '', dropped: true, reason: 'Código desconocido' }
  const orders = [
    order({ rows: [line(2), question(9, { articles: [], reason: 'Código desconocido' })] }),
    order({ number: '8', rows: [line(4)], earlierOrder: 40 }),
    order({ number: '9', rows: [line(5)] }),
    order({ cuit: '1', clientId: null, rows: [line(6)] }),
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
    const review = { orders, notices: [{ ...notice, row: 1, reason: 'Sin CUIT' }], rows: 7, ...NO_DOUBT }
    const rows = leftOut(review, results).map(({ row, reason }) => [row, reason])
    expect(rows).toEqual([
      [1, 'Sin CUIT'],
      [4, 'El pedido 8 de este CUIT ya se importó: es el pedido web 40'],
      [5, 'Ya no se vende'],
      [6, 'No se encontro el cliente'],
      [9, 'Código desconocido'],
    ])
  })
  test('names a row that was left out only when the order was made', () => {
    const late = outcome({ notices: [{ row: 3, code: 'A3', dropped: true, reason: 'Ya no se vende' }] })
    const made = resultsOf([order()], [firstChoice(order())], new Map([[0, late]]))
    expect(leftOut({ orders: [order()], notices: [], rows: 2, ...NO_DOUBT }, made)).toEqual(late.notices)
  })
})
