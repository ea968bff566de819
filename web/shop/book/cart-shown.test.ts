/** The rows of the cart while the device keeps changes of it (R21, R33, R228). */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type CartLine, cartLine } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalogue.ts'
import type { Pending, SaveState } from './cart-saves.ts'
import { cartShown } from './cart-shown.ts'

const product = (articleId: number, multiple = 1) =>
  ({
    articleId,
    code: `C${articleId}`,
    description: 'OSO',
    multiple,
    listPrice: 1000,
    discount: 0,
  }) as Product
const stored = (articleId: number, quantity: number, multiple = 1): CartLine => ({
  ...product(articleId, multiple),
  articleIdShown: articleId,
  id: articleId * 10,
  quantity,
  note: 'rojo',
  clientId: 7,
  sold: true,
})
const typed = (articleId: number, quantity: number, state: SaveState, more: Partial<Pending> = {}) =>
  [articleId, { articleId, code: `C${articleId}`, quantity, state, reason: '', ...more }] as const
const shown = (rows: CartLine[], ...pending: (readonly [number, Pending])[]) =>
  cartShown(rows, new Map(pending), 7).map(({ articleId, quantity, note }) => [articleId, quantity, note])

test('what is typed stands in the cart as it will be sold, with its observation', () => {
  expect(shown([stored(1, 6, 6)], typed(1, 15, 'waiting'))).toEqual([[1, 18, 'rojo']])
  expect(shown([stored(1, 6, 6)], typed(1, 6, 'saving', { note: 'azul' }))).toEqual([[1, 6, 'azul']])
})

test('a quantity that reaches or leaves a step is no change of price since the line was put there (R242, R351)', () => {
  const steps = [{ units: 24, percent: 500, unitPrice: 950 }]
  const seen = (row: CartLine, ...pending: (readonly [number, Pending])[]) =>
    cartShown([row], new Map(pending), 7).map(({ shownPrice }) => shownPrice)
  const below = { ...stored(1, 12), steps, shownPrice: 1000 }
  expect(seen(below, typed(1, 24, 'waiting'))).toEqual([950])
  expect(seen({ ...below, quantity: 24, shownPrice: 950 }, typed(1, 12, 'saving'))).toEqual([1000])
  // A price that did change is said until the line is set anew, which takes today's price.
  const risen = { ...below, shownPrice: 800 }
  expect(seen(risen)).toEqual([800])
  expect(seen(risen, typed(1, 13, 'waiting'))).toEqual([1000])
  expect(seen(risen, typed(1, 24, 'refused'))).toEqual([800])
})

test('what the server refused or asks about changes nothing that is shown', () => {
  for (const state of ['refused', 'asking'] as const) {
    expect(shown([stored(1, 6)], typed(1, 600, state))).toEqual([[1, 6, 'rojo']])
    expect(shown([stored(1, 6)], typed(1, 0, state))).toEqual([[1, 6, 'rojo']])
    expect(shown([], typed(2, 600, state, { article: product(2) }))).toEqual([])
  }
})

test('what is taken out is gone once the device has it, and not before', () => {
  expect(shown([stored(1, 6), stored(2, 3)], typed(1, 0, 'waiting'))).toEqual([[2, 3, 'rojo']])
  expect(shown([stored(1, 6)], typed(1, 0, 'saving'))).toEqual([[1, 6, 'rojo']])
})

test('an article that only the device has is a row of its own, at the end', () => {
  const added = typed(3, 4, 'waiting', { article: product(3, 6) })
  expect(shown([stored(1, 6)], added)).toEqual([
    [1, 6, 'rojo'],
    [3, 6, ''],
  ])
  // An article of which only the code is known has no price, and so no row; the notice names it.
  expect(shown([stored(1, 6)], typed(3, 4, 'waiting'))).toEqual([[1, 6, 'rojo']])
})

test('a cart that the version before kept, without the prices that it showed, can still be read', () => {
  const lacking = z.safeDecode(cartLine, {} as never).error?.issues.map(({ path: [field] }) => field)
  expect(lacking).toContain('enVenta')
  expect(lacking).not.toContain('precioVisto')
})
