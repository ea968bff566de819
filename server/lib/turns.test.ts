import { afterEach, expect, test, vi } from 'vitest'
import { breather } from './turns.ts'

afterEach(() => void vi.restoreAllMocks())

/** Whether other work ran in a pause of long work that had gone on for so many milliseconds. */
async function isOtherDone(milliseconds: number): Promise<boolean> {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const breathe = breather()
  let isDone = false
  setImmediate(() => {
    isDone = true
  })
  now.mockReturnValue(milliseconds)
  await breathe()
  return isDone
}

test('work that has taken long lets others in', async () => {
  expect(await isOtherDone(15)).toBe(true)
})

test('work that has just begun goes on', async () => {
  expect(await isOtherDone(2)).toBe(false)
})
