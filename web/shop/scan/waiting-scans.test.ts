import { expect, test } from 'vitest'
import { dropScan, keepScan, takeScans } from './waiting-scans.ts'

test('a code that is given up while others are looked up takes none of them along, and none is taken twice', async () => {
  const owner = { userId: 1, clientId: -1 }
  for (const code of ['a', 'b', 'c']) keepScan(owner, code)
  const taken: string[] = []
  const take = (code: string) => {
    if (code === 'a') return Promise.resolve(false)
    if (code === 'b') dropScan(owner, 'a')
    taken.push(code)
    return Promise.resolve(true)
  }
  await takeScans(owner, take)
  expect(await takeScans(owner, take)).toEqual([])
  expect(taken).toEqual(['b', 'c'])
  dropScan(owner, 'z')
  expect(await takeScans(owner, take)).toEqual([])
})
