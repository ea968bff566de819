/** An order on paper (R310): for whoever may see the order; the packing list for the staff. */
import { endpoint, raw, SHEET } from './endpoint.ts'
import { idText } from './ids.ts'
import { wireObject } from './wire.ts'

const ofOrder = wireObject({ id: ['id', idText] })

export const orderPdf = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/pdf',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'Un pedido en PDF (pedido-{id}.pdf).',
  params: ofOrder,
  response: raw('application/pdf'),
})
export const orderSheet = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/excel',
  access: { who: 'signedIn' },
  refusals: ['FORBIDDEN'],
  summary: 'Un pedido como planilla (pedido-{id}.xlsx).',
  params: ofOrder,
  response: raw(SHEET),
})
export const packingList = endpoint({
  method: 'GET',
  path: '/api/pedidos/productos/pedidos/:id/preparacion',
  access: { who: 'staff' },
  refusals: ['FORBIDDEN', 'CONFLICT'],
  summary: 'La lista de preparación de un pedido en PDF (preparacion-{id}.pdf): por código, sin precios.',
  params: ofOrder,
  response: raw('application/pdf'),
})
