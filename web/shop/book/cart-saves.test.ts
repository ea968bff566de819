/** When what is kept is shown (R33). */
import { expect, test, vi } from 'vitest'
import { useStorage } from './test-storage.ts'

vi.mock('../cart-queries.ts', () => ({ simpleCart: () => undefined, refreshCart: async () => undefined }))
vi.mock('./send-book.ts', () => ({ send: () => new Promise(() => undefined) }))

test('while a button is held down nothing moves, also when another was pressed just before', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  useStorage()
  const { onPending, saveLine } = await import('./cart-saves.ts')
  const shown = vi.fn()
  onPending(shown)
  const point = (what: 'down' | 'up') => window.dispatchEvent(new Event(`pointer${what}`))
  point('down')
  point('up')
  // Before the page has come to itself, and shortly before the first press would have been given up.
  point('down')
  await vi.advanceTimersByTimeAsync(600)
  point('up')
  await vi.advanceTimersByTimeAsync(100)
  point('down')
  saveLine({ userId: 1, clientId: 7 }, { articleId: 5, code: 'C5', quantity: 6 })
  await vi.advanceTimersByTimeAsync(900)
  expect(shown).not.toHaveBeenCalled()
  point('up')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toHaveBeenCalled()
  vi.useRealTimers()
})

test('of two stamps the later sorts after the earlier, in one millisecond and when the clock went back (R228)', async () => {
  vi.useFakeTimers()
  const { nextStamp } = await import('./cart-saves.ts')
  const stamps = Array.from({ length: 50 }, nextStamp)
  vi.setSystemTime(Date.now() - 60_000)
  stamps.push(nextStamp())
  expect(stamps.toSorted()).toEqual(stamps)
  vi.useRealTimers()
})

test('of a row that was changed counts what the row showed', async () => {
  vi.stubGlobal('window', new EventTarget())
  const storage = useStorage()
  const { saveLine } = await import('./cart-saves.ts')
  const owner = { userId: 1, clientId: 11 }
  saveLine(owner, { articleId: 8, code: 'C8', quantity: 18, shown: 12 })
  saveLine(owner, { articleId: 5, code: 'C5', quantity: 6 })
  const knownOf = (articleId: number) => {
    const [, text] = Object.entries(storage).find(([name]) => name.endsWith(`:1:11:${articleId}`)) ?? []
    return JSON.parse(text ?? '{}').known
  }
  expect([knownOf(8), knownOf(5)]).toEqual([[12], [0]])
})

test('a line that is typed anew keeps its place among those that wait', async () => {
  vi.stubGlobal('window', new EventTarget())
  useStorage()
  const { pendingLines, saveLine } = await import('./cart-saves.ts')
  const owner = { userId: 1, clientId: 9 }
  for (const [articleId, quantity] of [
    [8, 6],
    [5, 6],
    [7, 6],
    [8, 12],
    [5, 18],
    [8, 24],
  ] as const)
    saveLine(owner, { articleId, code: `C${articleId}`, quantity })
  expect([...pendingLines(owner).values()].map(({ articleId, quantity }) => [articleId, quantity])).toEqual([
    [8, 24],
    [5, 18],
    [7, 6],
  ])
})
