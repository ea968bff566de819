import { describe, expect, test } from 'vitest'
import { TimeLimitError, untilAborted, withTimeLimit } from './time-limit.ts'

const never = () => new Promise<never>(() => {})

describe('withTimeLimit', () => {
  test('passes an answer and an error on', async () => {
    await expect(withTimeLimit(60_000, async () => 'answer')).resolves.toBe('answer')
    await expect(withTimeLimit(60_000, async () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError)
  })

  test('ends the wait for what never answers, and tells it', async () => {
    let told: AbortSignal | undefined
    const wait = withTimeLimit(1, (signal) => {
      told = signal
      return never()
    })
    await expect(wait).rejects.toThrow(TimeLimitError)
    expect(told?.aborted).toBe(true)
  })
})

describe('untilAborted', () => {
  test('without a signal, or with a quiet one, is the work itself', async () => {
    await expect(untilAborted(Promise.resolve(1), undefined)).resolves.toBe(1)
    await expect(untilAborted(Promise.resolve(2), new AbortController().signal)).resolves.toBe(2)
  })

  test('ends with the reason of the signal, given before or while waiting', async () => {
    const stop = new AbortController()
    const waiting = untilAborted(never(), stop.signal)
    stop.abort(new RangeError('late'))
    await expect(waiting).rejects.toThrow('late')
    await expect(untilAborted(Promise.resolve(1), stop.signal)).rejects.toThrow('late')
  })
})
