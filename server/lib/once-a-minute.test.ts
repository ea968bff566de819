import { expect, test } from 'vitest'
import { onceAMinute } from './once-a-minute.ts'

test('the first is said at once, the next after a minute with the number left out', () => {
  let now = 0
  const logged: [string, number][] = []
  const tell = onceAMinute<string>(
    (news, leftOut) => logged.push([news, leftOut]),
    () => now,
  )
  tell('a')
  now = 59_999
  tell('b')
  tell('c')
  now = 60_000
  tell('d')
  now = 120_000
  tell('e')
  expect(logged).toEqual([
    ['a', 0],
    ['d', 2],
    ['e', 0],
  ])
})
