/** Tests the models that judge the sequences of `npm run test:book`: which carts, orders and lists they accept. */
import { expect, test } from 'vitest'
import { createModel } from '../testkit/book/model.ts'
import { createShelf, type ShownList } from '../testkit/book/shelf.ts'

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

test('a cart put aside takes what the server had of it, and is empty then', () => {
  const model = modelOf()
  model.change(0, 'A', 6, 'azul')
  model.change(1, 'A', 9)
  const move = model.move(0, [{ code: 'A', quantity: 0, note: '' }])
  expect(model.faultsOfTaken(move, [line(6, { note: 'azul' })])).toEqual([])
  expect(model.faultsOfTaken(move, [line(9, { note: 'azul' })])).toEqual([])
  expect(model.faultsOfTaken(move, [line(6)])).toHaveLength(1)
  expect(model.faultsOfTaken(move, [])).toHaveLength(1)
  expect(model.faultsOfTaken(move, [line(6, { note: 'azul' }), line(6, { note: 'azul' })])).toHaveLength(1)
  model.moved(move, 'done')
  expect(model.faultsOfCart([])).toEqual([])
  expect(model.faultsOfCart([line(6, { note: 'azul' })])).toHaveLength(1)
})

test('a move that was not made changes nothing; one without an answer may have been made', () => {
  const model = modelOf()
  model.change(0, 'A', 6)
  model.moved(model.move(0, [{ code: 'A', quantity: 12 }]), 'undone')
  expect(model.faultsOfCart([line(6)])).toEqual([])
  model.moved(model.move(0, [{ code: 'A', quantity: 12 }]), 'unsure')
  expect(model.faultsOfCart([line(6)])).toEqual([])
  expect(model.faultsOfCart([line(12)])).toEqual([])
  expect(model.faultsOfCart([])).toHaveLength(1)
  model.change(0, 'A', 3)
  expect(model.faultsOfCart([line(12)])).toHaveLength(1)
})

const list = (fields: Partial<ShownList> = {}): ShownList => ({
  ...{ id: 1, kind: 'list', name: 'Vidriera', shared: true, archived: false, isOwn: true, version: 1, sent: null },
  lines: [line(6)],
  ...fields,
})
const shelfOf = (fields: Partial<ShownList> = {}) => {
  const shelf = createShelf()
  shelf.add('first', list(fields))
  return shelf
}

test('of two changes of one version one is made; a change that was made is not lost', () => {
  const shelf = shelfOf()
  const [mine, others] = [shelf.change(1, 1, { lines: [line(9)] }), shelf.change(1, 1, { lines: [line(12)] })]
  mine.done(2)
  others.refused()
  expect(shelf.faults('first', [list({ version: 2, lines: [line(9)] })])).toEqual([])
  expect(shelf.faults('first', [list({ version: 3, lines: [line(6)] })])).toHaveLength(1)
  const both = shelfOf()
  const [one, two] = [both.change(1, 1, { lines: [line(9)] }), both.change(1, 1, { lines: [line(12)] })]
  one.done(2)
  two.done(3)
  expect(both.faults('first', [list({ version: 3, lines: [line(12)] })])).not.toEqual([])
})

test('a cart put aside ends once, with the lines that stood in it last; a list stays', () => {
  const aside = shelfOf({ kind: 'aside' })
  aside.loaded(1, 'Ana', [line(6)])
  expect(aside.faults('first', [])).toEqual([])
  expect(aside.faults('first', [list({ kind: 'aside' })])).toHaveLength(1)
  const twice = shelfOf({ kind: 'aside' })
  twice.loaded(1, 'Ana', [line(6)])
  twice.loaded(1, 'Lola', [line(6)])
  expect(twice.faults('first', [])).toHaveLength(1)
  const changed = shelfOf({ kind: 'aside' })
  changed.change(1, 1, { lines: [line(9)] }).done(2)
  changed.loaded(1, 'Ana', [line(6)])
  expect(changed.faults('first', [])).toHaveLength(1)
  const kept = shelfOf()
  kept.loaded(1, 'Ana', [line(6)])
  expect(kept.faults('first', [list()])).toEqual([])
  expect(kept.faults('first', [])).toHaveLength(1)
})

test('each buyer sees the own lists and the shared ones, who confirms what waits too', () => {
  const shelf = createShelf()
  shelf.add('second', list({ id: 1, shared: false }))
  shelf.add('second', list({ id: 2, kind: 'aside', shared: false, sent: 'waiting' }))
  const waiting = list({ id: 2, kind: 'aside', shared: false, isOwn: false, sent: 'waiting' })
  expect(shelf.faults('first', [waiting])).toEqual([])
  expect(shelf.faults('first', [waiting, list({ id: 1, shared: false, isOwn: false })])).toHaveLength(1)
  const returned = createShelf()
  returned.add('second', list({ shared: false, sent: 'waiting' }))
  returned.returned(1)
  expect(returned.faults('first', [])).toEqual([])
  expect(returned.faults('second', [])).toHaveLength(1)
})

test('whoever hears that a list is gone hears it of one that ended', () => {
  const shelf = shelfOf({ kind: 'aside' })
  shelf.gone(1, 'second')
  expect(shelf.faults('first', [list({ kind: 'aside' })])).toHaveLength(1)
  const ended = shelfOf({ kind: 'aside' })
  ended.gone(1, 'second')
  ended.confirmed(1, 'Ana', [line(6)])
  expect(ended.faults('first', [])).toEqual([])
})
