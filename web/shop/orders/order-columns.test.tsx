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
