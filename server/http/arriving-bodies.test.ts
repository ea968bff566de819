/** Bodies that never become whole: few of one sender, of a network and of all, and the oldest ends first (R277). */
import { expect, test } from 'vitest'
import { createArrivingBodies } from './arriving-bodies.ts'

/** A shop with low limits; `ended` names the senders whose bodies were ended, in their order. */
function openDoor(limits: Partial<Parameters<typeof createArrivingBodies>[0]> = {}) {
  const ended: string[] = []
  // A second passes from each body to the next.
  let seconds = 0
  const bodies = createArrivingBodies(
    { ofOne: 3, ofNetwork: 5, ofAll: 7, bytes: 1_000, ...limits },
    () => seconds++ * 1_000,
  )
  return {
    bodies,
    ended,
    begin: (who: number | string, name = String(who)) => bodies.begin(who, () => ended.push(name)),
  }
}

test('of one sender the oldest ends, and nobody else notices', () => {
  const { begin, ended, bodies } = openDoor()
  begin('10.0.0.2', 'of somebody else')
  for (const name of ['first', 'second', 'third', 'fourth']) begin('10.9.0.1', name)
  expect(ended).toEqual(['first'])
  expect(bodies.counts()).toEqual({ arriving: 4, ended: 1 })
})

test.each([
  ['IPv4', ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6'], '10.0.1.1'],
  ['IPv6', ['1', '2', '3', '4', '5', '6'].map((part) => `2001:db8:1:${part}::/64`), '2001:db8:2:1::/64'],
])('of one network of %s, too, and another network goes on', (_, addresses, elsewhere) => {
  const { begin, ended } = openDoor()
  begin(elsewhere)
  for (const address of addresses) begin(address)
  expect(ended).toEqual([addresses[0]])
})

test('strangers from everywhere end each other’s, and no body of a user with a session', () => {
  const { begin, ended } = openDoor()
  begin(7)
  for (let network = 0; network < 20; network++) begin(`10.0.${network}.1`)
  expect(ended).toHaveLength(13)
  expect(ended).not.toContain('7')
})

test('a body that became whole gives its place back, and is never ended', () => {
  const { begin, ended, bodies } = openDoor()
  const whole = begin('10.0.0.1', 'whole')
  whole.leave()
  for (const name of ['second', 'third', 'fourth']) begin('10.0.0.1', name)
  expect(ended).toEqual([])
  expect(bodies.counts().arriving).toBe(3)
})

test('where all together hold too many bytes, the largest ends', () => {
  const { begin, ended, bodies } = openDoor()
  begin(1).grow(300)
  const large = begin(2, 'large')
  large.grow(400)
  begin(3).grow(290)
  expect(ended).toEqual([])
  begin(4).grow(20)
  expect(ended).toEqual(['large'])
  // What an ended body still sends is not kept.
  large.grow(5_000)
  expect(bodies.counts()).toEqual({ arriving: 3, ended: 1 })
})

test('bodies that begin at once are not ended, however many: theirs are on the way', () => {
  const ended: number[] = []
  const bodies = createArrivingBodies({ ofOne: 3, ofNetwork: 5, ofAll: 7, bytes: 1_000 }, () => 0)
  for (let at = 0; at < 50; at++) bodies.begin('10.0.0.1', () => ended.push(at))
  expect(ended).toEqual([])
})
