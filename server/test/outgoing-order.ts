/** An order as it leaves for the ERP, for tests of what becomes of it there: that of docs/erp.md. */
import type { OutgoingLine, OutgoingOrder } from '../ports/erp/port.ts'

export const outgoingLine: OutgoingLine = {
  articleId: 1001,
  code: '00123',
  description: 'Muñeca bebé 30 cm',
  quantity: 6,
  listPrice: 15_490_50,
  unitPrice: 14_715_98,
  discount: 500,
  priceReason: '',
  note: '',
  listId: null,
  bonus: 0,
  vatRate: 2_100,
}

export const outgoingOrder: OutgoingOrder = {
  key: 'pedido-482-1',
  id: 482,
  version: 1,
  createdAt: '2026-11-21T13:05:11.120Z',
  clientId: 77,
  shopClientId: null,
  clientCode: 'C77',
  cuit: '30712345671',
  businessName: 'Juguetería Sol',
  email: 'compras@sol.example',
  addressId: 310,
  address: 'San Martín 10, La Rioja',
  saleCondition: 1,
  saleLine: 'j',
  note: 'Entregar a la mañana',
  total: 88_295_88,
  channel: 'web',
  sellerId: 4,
  madeBy: 'Rosa Luna',
  madeByType: 'vendedor',
  carrierId: 12,
  bonus: 500,
  pricesWithVat: false,
  lines: [outgoingLine],
}
