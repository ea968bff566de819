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

test('codes that are being taken are not taken beside that: one scan is one multiple', async () => {
  const owner = { userId: 1, clientId: 2 }
  keepScan(owner, 'a')
  const taken: string[] = []
  let answer = (_: boolean) => {}
  const take = (code: string) => {
    taken.push(code)
    return new Promise<boolean>((resolve) => {
      answer = resolve
    })
  }
  const first = takeScans(owner, take)
  expect(await Promise.race([takeScans(owner, take), Promise.resolve('under way')])).toBeNull()
  answer(true)
  expect(await first).toEqual([])
  expect(taken).toEqual(['a'])
})
