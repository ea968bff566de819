/** A quick order on its way: what is read, what a person decides about it, what the cart has taken (R33, R34, R38). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { QUICK_MAX_LENGTH, quickTooLong, reviewQuick } from '../../../../contract/quick-order.ts'
import { call, isWithoutAnswer, messageOf } from '../../../lib/api.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { onOpened } from '../../../shop/book/opened-book.ts'
import type { LinesAnswer } from '../../../shop/review/ManyLinesChoice.tsx'
import { type OpenRow, stateOf, withLinesOf } from '../../../shop/review/review-rows.ts'
import { useReview } from '../../../shop/review/use-review.ts'
import { keepDraft, keptDraft, openedBefore } from './draft.ts'
import { useSignalWait } from './use-signal-wait.ts'

/** Where a failure is told: at the box, or at the rows. */
export type About = 'box' | 'rows'

/** After this long an answer is given up, in milliseconds; what was typed stays. */
const LIMIT = 20_000

export function useQuickOrder(owner: CartOwner) {
  const { clientId } = owner
  const [text, setText] = useState(() => keptDraft(owner))
  /** Whether the box holds what was kept from an earlier visit, and nobody has touched it. */
  const [isOld, setIsOld] = useState(text.trim() !== '')
  const review = useReview(owner)
  const { rows, remarks } = review
  /** Texts on their way to the reader, in their order. */
  const [reading, setReading] = useState<readonly string[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const [failure, setFailure] = useState<{ about: About; text: string } | null>(null)
  const signal = useSignalWait(owner)
  const latest = useRef(Promise.resolve())

  /** What this page keeps on the device. */
  const kept = useRef(text)
  useEffect(() => {
    const waiting = rows.filter(({ discarded }) => !discarded)
    const said = waiting.length > 0 ? remarks : []
    const texts = [...[...waiting, ...said].map((part) => part.text), ...reading, text]
      .filter(Boolean)
      .join('\n')
    if (texts === kept.current) return
    kept.current = texts
    keepDraft(owner, texts)
  }, [owner, rows, remarks, reading, text])

  /** A text with what was sealed while its user was gone and opened when this page had begun (R229) before it. */
  const afterOpened = useCallback(
    (typed: string): string => {
      const opened = openedBefore(owner, kept.current)
      if (opened === '') return typed
      kept.current = keptDraft(owner)
      // Whoever types on without looking begins another line.
      return `${opened}\n${typed}`
    },
    [owner],
  )
  const latestText = useRef(text)
  latestText.current = text
  useEffect(() => onOpened(() => setText(afterOpened(latestText.current))), [afterOpened])

  // What was emptied by hand does not wait any more.
  const isEmpty = text.trim() === '' && reading.length === 0
  useEffect(() => {
    if (isEmpty && signal.state !== 'none') signal.end()
  }, [isEmpty, signal])

  const fail = (about: About, why: string) => setFailure({ about, text: why })
  /** Runs calls one after another; what one fails with stands where it was asked for until the next. */
  const run = (about: About, work: () => Promise<void>): Promise<void> => {
    latest.current = latest.current.then(async () => {
      setFailure(null)
      try {
        await work()
      } catch (error) {
        if (about === 'box' && isWithoutAnswer(error)) void signal.wait()
        else fail(about, messageOf(error))
      }
    })
    return latest.current
  }

  const isSafe = (typed: string): boolean => {
    if (typed.length <= QUICK_MAX_LENGTH) return typed.trim() !== ''
    fail('box', quickTooLong)
    return false
  }

  /** What a text is read as; a text that could not be read stands in the box again. */
  const reviewOf = async (typed: string) => {
    try {
      const body = { clientId, text: typed }
      return await call(reviewQuick, { body, signal: AbortSignal.timeout(LIMIT) })
    } catch (error) {
      // Whoever goes on typing without looking begins another line.
      setText((now) => `${typed.trimEnd()}\n${now}`)
      throw error
    }
  }

  /** Reads a text, and the box is free for the next; a single line that is certain goes into the cart at once. */
  const read = async (given: string): Promise<void> => {
    const typed = afterOpened(given)
    if (!isSafe(typed)) {
      setText(typed)
      return
    }
    setText('')
    setIsOld(false)
    setReading((before) => [...before, typed])
    await run('box', async () => {
      const answer = await reviewOf(typed)
      signal.end()
      const fresh = review.open(answer)
      const [only, ...more] = fresh
      const isOneLine = !typed.trim().includes('\n') && more.length === 0 && answer.remarks.length === 0
      if (only && isOneLine && stateOf(only) === 'ready') await review.store([only], { remarksRead: false })
    })
    // Not before a single line is stored: until then the focus belongs to the box.
    setReading(([, ...rest]) => rest)
  }

  /** Rows that are being read again: a second press asks for nothing more. */
  const asked = useRef(new Set<number>())
  /** Reads the lines of a row again with what somebody answered for all of them. */
  const answer = async (row: OpenRow, answered: LinesAnswer): Promise<void> => {
    if (asked.current.has(row.id)) return
    asked.current.add(row.id)
    await run('rows', async () => {
      const body = { clientId, text: row.text, ...answered }
      const again = await call(reviewQuick, { body, signal: AbortSignal.timeout(LIMIT) })
      review.open(withLinesOf(again, row.lines), row.id)
    })
    asked.current.delete(row.id)
  }

  /** Puts rows that are ready into the cart. */
  const add = async (some: readonly OpenRow[]): Promise<void> => {
    if (isAdding) return
    setIsAdding(true)
    await run('rows', async () => void (await review.store(some, { remarksRead: true })))
    setIsAdding(false)
  }

  return {
    ...{ text, review, read, answer, add, isAdding, isOld, fail },
    setText: (typed: string) => {
      setIsOld(false)
      setText(afterOpened(typed))
    },
    isReading: reading.length > 0,
    failed: failure !== null || signal.state === 'away',
    signal: signal.state,
    isKept: signal.isKept,
    /** Why the last try about this failed; '' when it did not. */
    failureOf: (about: About): string => (failure?.about === about ? failure.text : ''),
    /** Forgets the box and what was read of it; the cart stays as it is. */
    startAgain: () => {
      setFailure(null)
      setIsOld(false)
      setText('')
      review.startAgain()
    },
  }
}
export type QuickOrderState = ReturnType<typeof useQuickOrder>
