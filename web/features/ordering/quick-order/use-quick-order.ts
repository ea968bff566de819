/** A quick order on its way: the rows read, the user's decisions about them, and the lines in the cart (R33, R34, R38). */
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

/** Where a failure is shown: at the box, or at the rows. */
export type About = 'box' | 'rows'

/** Timeout of a reading, in milliseconds. The typed text stays. */
const LIMIT = 20_000

/** The state of an owner's quick order and its actions. Calls run one after another. */
export function useQuickOrder(owner: CartOwner) {
  const { clientId } = owner
  const [text, setText] = useState(() => keptDraft(owner))
  /** Whether the box holds a text kept from an earlier visit that the user has not touched. */
  const [isOld, setIsOld] = useState(text.trim() !== '')
  const review = useReview(owner)
  const { rows } = review
  /** Texts that the server is reading or will read next, in their order. */
  const [reading, setReading] = useState<readonly string[]>([])
  const [isAdding, setIsAdding] = useState(false)
  const [failure, setFailure] = useState<{ about: About; text: string } | null>(null)
  const signal = useSignalWait(owner)
  const latest = useRef(Promise.resolve())

  /** The text that this page last kept on the device. */
  const kept = useRef(text)
  useEffect(() => {
    const waiting = rows.filter(({ discarded }) => !discarded)
    const texts = [...waiting.map((row) => row.text), ...reading, text].filter(Boolean).join('\n')
    if (texts === kept.current) return
    kept.current = texts
    keepDraft(owner, texts)
  }, [owner, rows, reading, text])

  /** Puts before a text the one that was sealed while its user was gone and opened after this page had begun (R229). */
  const afterOpened = useCallback(
    (typed: string): string => {
      const opened = openedBefore(owner, kept.current)
      if (opened === '') return typed
      kept.current = keptDraft(owner)
      // The line break keeps the user's typing apart from the opened text.
      return `${opened}\n${typed}`
    },
    [owner],
  )
  const latestText = useRef(text)
  latestText.current = text
  useEffect(() => onOpened(() => setText(afterOpened(latestText.current))), [afterOpened])

  // A box that the user has emptied waits for nothing.
  const isEmpty = text.trim() === '' && reading.length === 0
  useEffect(() => {
    if (isEmpty && signal.state !== 'none') signal.end()
  }, [isEmpty, signal])

  const fail = (about: About, why: string) => setFailure({ about, text: why })
  /** Runs calls one after another. A failure is shown where its call was asked for, until the next call begins. */
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

  const isReadable = (typed: string): boolean => {
    if (typed.length <= QUICK_MAX_LENGTH) return typed.trim() !== ''
    fail('box', quickTooLong)
    return false
  }

  /** Asks for the review of a text. A text that could not be read goes back into the box. */
  const reviewOf = async (typed: string) => {
    try {
      const body = { clientId, text: typed }
      return await call(reviewQuick, { body, signal: AbortSignal.timeout(LIMIT) })
    } catch (error) {
      // The line break keeps the text typed meanwhile apart from the one that failed.
      setText((now) => `${typed.trimEnd()}\n${now}`)
      throw error
    }
  }

  /** Reads a text and frees the box for the next one. A single line that is certain goes into the cart at once. */
  const read = async (given: string): Promise<void> => {
    const typed = afterOpened(given)
    if (!isReadable(typed)) {
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
      const isOneLine = !typed.trim().includes('\n') && more.length === 0
      if (only && isOneLine && stateOf(only) === 'ready') await review.store([only])
    })
    // Only after a single line is stored: until then the focus stays in the box.
    setReading(([, ...waiting]) => waiting)
  }

  /** Ids of the rows that are being read again: a second press must not send a second call. */
  const rowsAsked = useRef(new Set<number>())
  /** Reads the lines of a row again with the user's answer for all of them. */
  const answer = async (row: OpenRow, answered: LinesAnswer): Promise<void> => {
    if (rowsAsked.current.has(row.id)) return
    rowsAsked.current.add(row.id)
    await run('rows', async () => {
      const body = { clientId, text: row.text, ...answered }
      const again = await call(reviewQuick, { body, signal: AbortSignal.timeout(LIMIT) })
      review.open(withLinesOf(again, row.lines), row.id)
    })
    rowsAsked.current.delete(row.id)
  }

  /** Puts rows that are ready into the cart. */
  const add = async (some: readonly OpenRow[]): Promise<void> => {
    if (isAdding) return
    setIsAdding(true)
    await run('rows', async () => void (await review.store(some)))
    setIsAdding(false)
  }

  return {
    text,
    review,
    read,
    answer,
    add,
    isAdding,
    isOld,
    fail,
    setText: (typed: string) => {
      setIsOld(false)
      setText(afterOpened(typed))
    },
    isReading: reading.length > 0,
    failed: failure !== null || signal.state === 'away',
    signal: signal.state,
    isKept: signal.isKept,
    /** Why the last call about this failed; '' when it did not. */
    failureOf: (about: About): string => (failure?.about === about ? failure.text : ''),
    /** Empties the box and forgets the rows read; the cart stays as it is. */
    startAgain: () => {
      setFailure(null)
      setIsOld(false)
      setText('')
      review.startAgain()
    },
  }
}
export type QuickOrderState = ReturnType<typeof useQuickOrder>
