import { expect, test } from 'vitest'
import type { CartLine } from '../../../../contract/cart.ts'
import type { LineToChange } from '../../../../contract/order-changes.ts'
import { withCart } from './add-to-order.ts'

const ordered = (articleId: number, quantity: number, agreedPrice: number): LineToChange => ({
  ...{ articleId, code: `A${articleId}`, description: 'x', unitPrice: agreedPrice, multiple: 1, unitsPerPack: 1 },
  ...{ quantity, note: '', agreedPrice, sold: true },
})
const inCart = (articleId: number, quantity: number, listPrice: number) =>
  ({ articleId, code: `A${articleId}`, quantity, note: '', listPrice, discount: 0, sold: true }) as unknown as CartLine

test('lines of the order keep their price; units of one article are added, at the price of today, which is told', () => {
  const added = withCart([ordered(1, 2, 10_00), ordered(2, 1, 20_00)], [inCart(2, 3, 25_00), inCart(3, 1, 30_00)])
  expect(added.lines.map(({ articleId, quantity, unitPrice }) => [articleId, quantity, unitPrice])).toEqual([
    [1, 2, 10_00],
    [2, 4, 25_00],
    [3, 1, 30_00],
  ])
  expect([added.totalBefore, added.total]).toEqual([40_00, 150_00])
  expect(added.repriced).toEqual([{ code: 'A2', before: 20_00, now: 25_00 }])
})
