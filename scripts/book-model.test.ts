/** Tests testkit/book/model.ts, which judges the sequences of `npm run test:book`: which carts and orders it accepts. */
import { expect, test } from 'vitest'
import { createModel } from '../testkit/book/model.ts'

const line = (quantity: number, { unit = 100, note = '' } = {}) => ({ code: 'A', quantity, unit, note })
const modelOf = () => createModel(['A'], 2)

test('of one device the last thing typed is what counts, whatever was acknowledged', () => {
  const model = modelOf()
  model.change(0, 'A', 6)
  model.saved(0, 'A', 6)
  model.change(0, 'A', 12)
  expect(model.faultsOfCart([line(12)])).toEqual([])
  expect(model.faultsOfCart([line(6)])).toEqual(['A: el servidor tiene 6, lo último fue 12'])
  expect(model.faultsOfCart([])).toEqual(['A: el servidor tiene 0, lo último fue 12'])
  expect(model.faultsOfCart([line(12), line(12)])).toEqual(['A: 2 renglones'])
})

test('of two devices either may come last, unless one was made after the other was shown as saved', () => {
  const model = modelOf()
  model.change(0, 'A', 6)
  model.change(1, 'A', 9)
  expect(model.faultsOfCart([line(6)])).toEqual([])
  expect(model.faultsOfCart([line(9)])).toEqual([])
  expect(model.faultsOfCart([])).toHaveLength(1)
  model.saved(0, 'A', 6)
  model.change(1, 'A', 15)
  expect(model.faultsOfCart([line(6)])).toHaveLength(1)
  expect(model.faultsOfCart([line(15)])).toEqual([])
})

test('a note stays through a new quantity, and goes with its line', () => {
  const model = modelOf()
  model.change(0, 'A', 6, 'azul')
  model.change(0, 'A', 12)
  expect(model.faultsOfCart([line(12, { note: 'azul' })])).toEqual([])
  expect(model.faultsOfCart([line(12)])).toHaveLength(1)
  model.change(0, 'A', 0)
  model.saved(0, 'A', 0)
  model.change(0, 'A', 6)
  expect(model.faultsOfCart([line(6, { note: 'azul' })])).toHaveLength(1)
  expect(model.faultsOfCart([line(6)])).toEqual([])
})

test('each order is there once, as it was shown, and its lines are in the cart no more', () => {
  const model = modelOf()
  model.change(0, 'A', 6)
  model.confirm(0, [line(6)])
  const made = { number: 1, lines: [line(6)] }
  expect(model.faultsOfOrders([made])).toEqual([])
  expect(model.faultsOfOrders([])).toHaveLength(1)
  expect(model.faultsOfOrders([made, { ...made, number: 2 }])).toHaveLength(1)
  expect(model.faultsOfOrders([{ number: 1, lines: [line(6, { unit: 90 })] }])).toHaveLength(2)
  expect(model.faultsOfCart([])).toEqual([])
  expect(model.faultsOfCart([line(6)])).toHaveLength(1)
})

test('what was typed and confirmed is lacking until the server has it, also where no screen tells of it', () => {
  const model = modelOf()
  model.change(0, 'A', 6)
  expect(model.lacking([], [])).toEqual(['A: el servidor tiene 0, lo último fue 6'])
  expect(model.lacking([line(6)], [])).toEqual([])
  model.confirm(1, [line(6)])
  expect(model.lacking([line(6)], [])).toEqual(['equipo 1: el pedido A × 6 a 1'])
  expect(model.lacking([], [{ number: 1, lines: [line(6)] }])).toEqual([])
})

test('what was accepted is the order; what was taken back is the cart again', () => {
  const model = modelOf()
  model.change(0, 'A', 6)
  const accepted = model.confirm(0, [line(6)])
  model.change(1, 'A', 9)
  model.saved(1, 'A', 9)
  model.accept(accepted, [line(6, { unit: 90 })])
  expect(model.faultsOfOrders([{ number: 1, lines: [line(6, { unit: 90 })] }])).toEqual([])
  expect(model.faultsOfCart([line(9)])).toHaveLength(1)
  model.withdraw(accepted)
  expect(model.faultsOfOrders([])).toEqual([])
  expect(model.faultsOfOrders([{ number: 1, lines: [line(6)] }])).toHaveLength(1)
  expect(model.faultsOfCart([line(9)])).toEqual([])
  expect(model.faultsOfCart([])).toHaveLength(1)
})

test('an order that was offered and not pressed still counts as something that happened to the line', () => {
  const model = modelOf()
  model.change(0, 'A', 24)
  const offered = model.confirm(0, [line(24)])
  const whenOffered = model.count('A')
  model.withdraw(offered)
  const pressed = model.confirm(0, [line(24)])
  expect(model.count('A')).toBeGreaterThan(whenOffered)
  expect(model.isBeingOrdered('A', 24)).toBe(true)
  expect(model.isBeingOrdered('A', 12)).toBe(false)
  model.numbered(pressed)
  expect(model.isBeingOrdered('A', 24)).toBe(false)
})
