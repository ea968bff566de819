/** Heavy work waits its turn, fairly, and ends when nobody wants it any more (R279). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serverTexts } from '../../contract/errors.ts'
import { cases } from '../../testkit/cases.ts'
import { fairQueue } from './fair-queue.ts'

const BOUNDS = { most: 2, waiting: 20, waitingOfOne: 5 }

/** A queue whose work ends when the test says so. */
function openQueue(bounds = BOUNDS) {
  const queue = fairQueue(bounds)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (user: string, name: string) =>
    queue.enter(user, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    // The next begins once the promise of the last has settled.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { queue, begun, ask, end }
}

test('of one user one thing at a time, though there is room', async () => {
  const { begun, ask, end } = openQueue()
  ask('ana', 'a1')
  const second = ask('ana', 'a2')
  expect(begun).toEqual(['a1'])
  expect(second.place()).toBe(1)
  await end('a1')
  expect(begun).toEqual(['a1', 'a2'])
  expect(second.place()).toBe(0)
})

test('who wants much does not keep the others waiting: users take turns', async () => {
  const { begun, ask, end } = openQueue({ ...BOUNDS, most: 1 })
  const names = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']
  const places = names.map((name) => ask(name[0] ?? '', name))
  // a1 runs; ana's next comes first of her, then bea and carla, then the second round.
  expect(places.map((place) => place.place())).toEqual([0, 1, 4, 2, 3, 5])
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
})

test('who goes away leaves the queue, and the places of the others move up', async () => {
  const { begun, ask, end } = openQueue({ ...BOUNDS, most: 1 })
  ask('ana', 'a1')
  const gone = ask('bea', 'b1')
  const other = ask('carla', 'c1')
  gone.leave()
  expect(other.place()).toBe(1)
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
})

test('has bounds: 429 for who waits for too much already, 503 when all together do; both say when to come back', () => {
  const { queue, ask } = openQueue({ most: 1, waiting: 4, waitingOfOne: 2 })
  ask('ana', 'a1')
  ask('ana', 'a2')
  ask('ana', 'a3')
  expect(() => ask('ana', 'a4')).toThrow(
    expect.objectContaining({
      code: 'TOO_MANY',
      message: serverTexts.queueOfOneFull,
      headers: { 'retry-after': '10' },
    }),
  )
  ask('bea', 'b1')
  ask('carla', 'c1')
  expect(() => ask('diana', 'd1')).toThrow(
    expect.objectContaining({
      code: 'OVERLOADED',
      message: serverTexts.queueFull,
      headers: { 'retry-after': '10' },
    }),
  )
  expect(queue.counts()).toEqual({ running: 1, waiting: 4, refused: 2 })
})

test('ends what waits, and tells what runs to end, when the connection of its asker closes', async () => {
  const queue = fairQueue({ ...BOUNDS, most: 1 })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const gone = new Error('gone')
  const first = queue.run({ key: 'ana', signal: running.signal }, (signal) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  let hasBegun = false
  const second = queue.run({ key: 'bea', signal: waiting.signal }, async () => {
    hasBegun = true
  })
  waiting.abort(gone)
  await expect(second).rejects.toBe(gone)
  running.abort(gone)
  await expect(first).rejects.toBe(gone)
  expect(await queue.run({ key: 'carla' }, async () => 'done')).toBe('done')
  expect(hasBegun).toBe(false)
  await expect.poll(() => queue.counts()).toMatchObject({ running: 0, waiting: 0 })
})

test('a place never lies: it is the number of those who are served until then', async () => {
  const wishes = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(wishes, async (users) => {
      const { begun, ask, end } = openQueue({ most: 1, waiting: 20, waitingOfOne: 20 })
      const told = users.map((user, at) => ({ name: `${user}${at}`, place: ask(user, `${user}${at}`) }))
      const places = new Map(told.map(({ name, place }) => [name, place.place()]))
      for (let served = 0; served < users.length; served++) await end(begun[served] ?? '')
      expect(begun.map((name) => places.get(name))).toEqual(users.map((_, at) => at))
    }),
    { numRuns: cases(50) },
  )
})
