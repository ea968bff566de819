import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NO_ADDRESS, type OrderRow, PICKUP } from '../../../contract/orders.ts'
import { orderColumns } from './order-columns.tsx'

test.each([
  ['Mitre 10, Salta', 310, 'Mitre 10, Salta'],
  ['Retiro en el local', PICKUP, 'Retiro en el local'],
  ['', NO_ADDRESS, 'A coordinar'],
])('an order to %j (%d) goes to %j', (address, addressId, words) => {
  const column = orderColumns.find(({ name }) => name === 'address')
  expect(renderToStaticMarkup(column?.show({ address, addressId } as OrderRow))).toBe(words)
})

test('the number that a client gave the order stands below the shop’s, where there is one', () => {
  const column = orderColumns.find(({ name }) => name === 'number')
  const told = (order: Partial<OrderRow>) =>
    renderToStaticMarkup(column?.show(order as OrderRow)).replace(/<[^>]*>/g, ' ')
  expect(told({ erpNumber: 90001, clientNumber: 'N-3' })).toMatch(/90001 +Del cliente: N-3/)
  expect(told({ erpNumber: 90001, clientNumber: '' }).trim()).toBe('90001')
})

test('a list tells what comes of an order and what was billed, where that differs', () => {
  const column = orderColumns.find(({ name }) => name === 'total')
  const told = (order: Partial<OrderRow>) =>
    renderToStaticMarkup(column?.show({ total: 100_00, ...order } as OrderRow)).replace(/<[^>]*>|&nbsp;/g, '')
  expect(told({})).not.toContain('Viene')
  expect(told({ comingTotal: 100_00, billedTotal: null })).not.toMatch(/Viene|Facturado/)
  expect(told({ comingTotal: 80_00, billedTotal: 60_00 })).toMatch(/Viene.*80,00.*Facturado.*60,00/)
})
