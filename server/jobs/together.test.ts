import { expect, test } from 'vitest'
import { together } from './together.ts'

/** What was written, and ends of the writings, one after the other. */
function writer() {
  const written: (readonly number[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const write = together<number>((values) => {
    written.push([...values])
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()))
    })
  })
  /** Everything that can go on has gone on. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { written, ends, write, settled }
}

test('what comes while a writing is on its way goes with the next one', async () => {
  const { written, ends, write, settled } = writer()
  const first = write(1)
  await settled()
  const others = [write(2), write(3)]
  await settled()
  expect(written).toEqual([[1]])
  ends[0]?.()
  await first
  await settled()
  expect(written).toEqual([[1], [2, 3]])
  ends[1]?.()
  await Promise.all(others)
})

test('a writing that fails fails for those in it alone', async () => {
  const { ends, write, settled } = writer()
  const first = write(1)
  await settled()
  const second = write(2)
  ends[0]?.(new Error('the disk is full'))
  await expect(first).rejects.toThrow('the disk is full')
  await settled()
  ends[1]?.()
  await expect(second).resolves.toBeUndefined()
})
