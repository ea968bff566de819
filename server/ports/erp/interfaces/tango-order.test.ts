/** An order in Tango's form: field by field, to the cent, and what is not sent at all (R418). */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outgoingLine, outgoingOrder } from '../../../test/outgoing-order.ts'
import { judgeTangoOrder, type TangoOrder } from '../../../test/stubs/tango.ts'
import type { OutgoingLine, OutgoingOrder } from '../port.ts'
import type { TangoBuyer } from './tango.queries.ts'
import { tangoOrder, tangoVatCode, tangoVerdict } from './tango-order.ts'

const line: OutgoingLine = { ...outgoingLine, code: '0100010001' }
const order: OutgoingOrder = {
  ...outgoingOrder,
  createdAt: '2026-11-22T01:05:11.920Z',
  clientCode: '000077',
  note: 'Llamar antes|Entregar a la mañana',
  lines: [line],
}
const buyer: TangoBuyer = {
  vatCondition: 'Responsable Inscripto',
  street: 'San Martín 10',
  locality: 'La Rioja',
  postalCode: '5300',
  provinceId: 8,
}
const terms = { priceList: 2, saleCondition: undefined }
const sent = (
  more: Partial<OutgoingOrder> = {},
  at: Partial<TangoBuyer> = {},
  given = terms as Parameters<typeof tangoOrder>[2],
) => tangoOrder({ ...order, ...more }, { ...buyer, ...at }, given) as TangoOrder

describe('an order for Tango', () => {
  test('has each field as Tango describes it, by the clock of Buenos Aires, codes with their zeros', () => {
    const body = sent()
    expect(body).toEqual({
      OrderID: '482',
      OrderNumber: '482',
      Date: '2026-11-21T22:05:11',
      Total: 88_295.88,
      PaidTotal: 0,
      ValidateTotalWithPaidTotal: false,
      PriceListNumber: 2,
      IvaIncluded: false,
      InternalTaxIncluded: false,
      AgreedWithSeller: true,
      Comment: 'Llamar antes · Entregar a la mañana',
      CancelOrder: false,
      Customer: {
        CustomerID: 77,
        Code: '000077',
        DocumentType: '80',
        DocumentNumber: '30712345671',
        IVACategoryCode: 'RI',
        User: 'compras@sol.example',
        Email: 'compras@sol.example',
        BusinessName: 'Juguetería Sol',
        Street: 'San Martín 10',
        City: 'La Rioja',
        ProvinceCode: '8',
        PostalCode: '5300',
      },
      OrderItems: [
        {
          ProductCode: '0100010001',
          SKUCode: '0100010001',
          Description: 'Muñeca bebé 30 cm',
          Quantity: 6,
          UnitPrice: 14_715.98,
          DiscountPercentage: 0,
        },
      ],
      Shipping: {
        ShippingID: 482,
        Street: 'San Martín 10, La Rioja',
        City: 'La Rioja',
        ProvinceCode: '8',
        PostalCode: '5300',
        ShippingCost: 0,
      },
    })
    expect(judgeTangoOrder(body)).toBeNull()
  })

  test('says whether its prices hold the VAT, and the sale condition that is set', () => {
    expect(sent({ pricesWithVat: true }).IvaIncluded).toBe(true)
    const onAccount = sent({}, {}, { priceList: 2, saleCondition: 3 })
    expect(onAccount).toMatchObject({ SaleConditionCode: 3, AgreedWithSeller: false })
    expect(judgeTangoOrder(onAccount)).toBeNull()
  })

  test('tells no code of a client that Tango does not know, and no delivery of what is fetched', () => {
    const own = sent({ clientId: null, shopClientId: 1_000_000_005, clientCode: 'W5' })
    expect(own.Customer).toMatchObject({ CustomerID: 1_000_000_005, DocumentNumber: '30712345671' })
    expect(own.Customer).not.toHaveProperty('Code')
    expect(sent({ addressId: 0 })).not.toHaveProperty('Shipping')
    expect(sent({ addressId: 0 }).Comment).toBe('Retiro en el local · Llamar antes · Entregar a la mañana')
    // The address of a new user's order is known by its text only, and its province is not.
    const inWords = sent({ addressId: -1 })
    expect(inWords).not.toHaveProperty('Shipping')
    expect(inWords.Comment).toMatch(/^Envío a domicilio: San Martín 10, La Rioja · Llamar antes/)
    expect(sent({ addressId: -1, address: '' }).Comment).toMatch(/^A coordinar · /)
    // An address of the shop's own has no id for others, and is delivered to all the same.
    expect(sent({ addressId: null })).toHaveProperty('Shipping.Street', 'San Martín 10, La Rioja')
  })

  test('tells the notes of its lines with the observation, and where more of them stands', () => {
    const lines = [line, { ...line, code: '00002', note: 'sólo rojas' }, { ...line, code: '00003', note: '  ' }]
    expect(sent({ lines }).Comment).toBe('Llamar antes · Entregar a la mañana · 00002: sólo rojas')
    const { Comment } = sent({ note: `${'a'.repeat(257)}😀${'b'.repeat(300)}` })
    expect(Comment).toBe(`${'a'.repeat(257)}… (sigue en la tienda)`)
    expect(judgeTangoOrder(sent({ note: 'x'.repeat(281) }))).toBeNull()
  })

  test('fits, however long its names are', () => {
    const long = 'ñ'.repeat(500)
    const body = sent(
      { businessName: long, address: long, lines: [{ ...line, description: long }] },
      { street: long, locality: long, postalCode: 'X5300ABC-largo' },
    )
    expect(judgeTangoOrder(body)).toBeNull()
  })

  test.each([
    ['El pedido todavía no tiene cliente, y Tango lo pide.', { clientId: null }, {}],
    ['Falta la condición de IVA del cliente, y Tango la pide.', {}, { vatCondition: null }],
    [
      'El cliente no tiene código de Tango ni CUIT: Tango podría cargar el pedido a otro.',
      { clientId: null, shopClientId: 1_000_000_005, clientCode: 'W5', cuit: '' },
      {},
    ],
    [
      'La condición de IVA del cliente, «Especial», no es de Tango: RI, RS, EX, CF, RSS, PCE, PCS, INR, SNC, EXE.',
      {},
      { vatCondition: 'Especial' },
    ],
    ['Falta una dirección con provincia, y Tango la pide.', {}, { provinceId: null }],
  ])('is not made: %s', (reason, more, at) => {
    expect(sent(more, at)).toBe(reason)
  })

  test('is made for a client without a CUIT whom Tango knows by code', () => {
    expect(sent({ cuit: '' }).Customer).toMatchObject({ Code: '000077', DocumentNumber: '' })
  })

  test('CABA is a province, though its number is 0', () => {
    expect(sent({}, { provinceId: 0 }).Customer.ProvinceCode).toBe('0')
  })

  test('comes to the shop’s own total there, whatever was ordered', () => {
    const lines = fc.uniqueArray(
      fc.record({
        code: fc.string({ minLength: 1, maxLength: 17, unit: fc.constantFrom(...'0123456789ABC-') }),
        unitPrice: fc.integer({ min: 1, max: 99_999_999_99 }),
        quantity: fc.integer({ min: 1, max: 9_999 }),
        discount: fc.integer({ min: 0, max: 9_999 }),
        note: fc.string(),
      }),
      { minLength: 1, maxLength: 60, selector: ({ code }) => code },
    )
    fc.assert(
      fc.property(lines, fc.boolean(), (given, pricesWithVat) => {
        const total = given.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
        fc.pre(total < 1e15)
        const body = sent({ total, pricesWithVat, lines: given.map((one) => ({ ...line, ...one })) })
        expect(judgeTangoOrder(JSON.parse(JSON.stringify(body)))).toBeNull()
        expect(body.OrderItems.map(({ SKUCode }) => SKUCode)).toEqual(given.map(({ code }) => code))
      }),
    )
  })
})

test.each([
  ...[
    ['RI', 'RI'],
    ['rs', 'RS'],
    ['Responsable Inscripto', 'RI'],
    ['IVA Responsable Inscripto', 'RI'],
  ],
  ...[
    ['Monotributo', 'RS'],
    ['Responsable Monotributista', 'RS'],
    ['Monotributista Social', 'RSS'],
  ],
  ...[
    ['IVA Exento', 'EX'],
    ['Exento', 'EX'],
    ['Consumidor Final', 'CF'],
    ['Sujeto no categorizado', 'SNC'],
  ],
  ...[
    ['Responsable no inscripto', undefined],
    ['', undefined],
    ['constructor', undefined],
  ],
])('the VAT condition %j is %s in Tango', (name, code) => {
  expect(tangoVatCode(name ?? '')).toBe(code)
})

test.each([
  ...[
    ['PENDIENTE', 'exported'],
    ['INGRESADA', 'exported'],
    ['RECIBIDA', 'exported'],
    ['EN PROCESO', 'accepted'],
  ],
  ...[
    ['FINALIZADA', 'accepted'],
    ['RECHAZADA', 'rejected'],
    ['CANCELADA', 'rejected'],
    ['ANULADA', 'rejected'],
  ],
  ...[
    ['CANCELADA APROB', 'rejected'],
    ['OTRA', undefined],
    ['constructor', undefined],
  ],
])('the state %s is %s in the shop', (name, state) => {
  expect(tangoVerdict(name ?? '')?.state).toBe(state)
})
