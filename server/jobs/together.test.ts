import { expect, test } from 'vitest'
import { together } from './together.ts'

/** The batches that were written, and functions that end each write, in order. */
function writer() {
  const written: (readonly number[])[] = []
  const finishers: ((error?: Error) => void)[] = []
  const write = together<number>((values) => {
    written.push([...values])
    return new Promise((resolve, reject) => {
      finishers.push((error) => (error ? reject(error) : resolve()))
    })
  })
  /** Lets all pending promises run. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { written, finishers, write, settled }
}

test('what comes while a writing is on its way goes with the next one', async () => {
  const { written, finishers, write, settled } = writer()
  const first = write(1)
  await settled()
  const others = [write(2), write(3)]
  await settled()
  expect(written).toEqual([[1]])
  finishers[0]?.()
  await first
  await settled()
  expect(written).toEqual([[1], [2, 3]])
  finishers[1]?.()
  await Promise.all(others)
})

test('a writing that fails fails for those in it alone', async () => {
  const { finishers, write, settled } = writer()
  const first = write(1)
  await settled()
  const second = write(2)
  finishers[0]?.(new Error('the disk is full'))
  await expect(first).rejects.toThrow('the disk is full')
  await settled()
  finishers[1]?.()
  await expect(second).resolves.toBeUndefined()
})
