/** A quick order on its way: what is read, what is asked, what the cart has taken (R33, R34, R38). */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ListLine, saveCartLines } from '../../../contract/cart-lines.ts'
import {
  QUICK_MAX_LENGTH,
  type QuickArticle,
  type QuickEntry,
  quickTooLong,
  reviewQuick,
} from '../../../contract/quick-order.ts'
import { call, messageOf } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { noteLinesSet, useCart } from '../../shop/cart.ts'
import { saveLine } from '../../shop/cart-saves.ts'
import type { CartOwner } from '../../shop/device-store.ts'
import { onOpened } from '../../shop/opened-book.ts'
import { keepDraft, keptDraft, openedBefore } from './draft.ts'
import { isWithoutSignal, useSignalWait } from './use-signal-wait.ts'

/** A part of a text that is not in the cart. */
export interface OpenEntry extends QuickEntry {
  readonly id: number
  readonly discarded: boolean
}
/** A line that the cart has taken. */
export interface AddedLine extends ListLine {
  readonly id: number
}
/** What a failure is about, where it is told: the box, all lines that are certain, or the part with that id. */
export type About = 'box' | 'lines' | number
interface Choice {
  readonly entry: OpenEntry
  readonly article: QuickArticle
  readonly quantity: number
}

/** After this long an answer is given up, in milliseconds; what was typed stays. */
const LIMIT = 20_000
let lastId = 0

export function useQuickOrder(owner: CartOwner) {
  const { clientId } = owner
  const [text, setText] = useState(() => keptDraft(owner))
  const [open, setOpen] = useState<readonly OpenEntry[]>([])
  const [added, setAdded] = useState<readonly AddedLine[]>([])
  /** Texts on their way to the reader, in their order. */
  const [reading, setReading] = useState<readonly string[]>([])
  /** Parts on their way to the cart. */
  const [adding, setAdding] = useState<readonly number[]>([])
  const [failure, setFailure] = useState<{ about: About; text: string } | null>(null)
  const signal = useSignalWait(owner)
  const cart = useCart()
  const latest = useRef(Promise.resolve())

  /** What this page keeps on the device. */
  const kept = useRef(text)
  useEffect(() => {
    const waiting = open.filter(({ kind, discarded }) => kind !== 'other' && !discarded)
    const texts = [...waiting.map((entry) => entry.text), ...reading, text].filter(Boolean).join('\n')
    if (texts === kept.current) return
    kept.current = texts
    keepDraft(owner, texts)
  }, [owner, open, reading, text])

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
        if (about === 'box' && isWithoutSignal(error)) void signal.wait()
        else fail(about, messageOf(error))
      }
    })
    return latest.current
  }

  const store = async (choices: readonly Choice[], about: About): Promise<void> => {
    const before = cart.lines
    const byId = new Map(choices.map((choice) => [choice.entry.id, choice]))
    const stored = await call(saveCartLines, {
      body: {
        clientId,
        lines: choices.map(({ entry: { id, note }, article: { code }, quantity }) => ({
          ...{ row: id, code, quantity, note },
        })),
      },
      signal: AbortSignal.timeout(LIMIT),
    })
    void noteLinesSet(owner, stored.lines)
    const lines = stored.lines.map((line) => ({ ...line, id: line.row }))
    const refused = new Map(
      stored.notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason]] : [])),
    )
    setAdded((earlier) => [...lines.toReversed(), ...earlier])
    setOpen((entries) =>
      entries.flatMap((entry): OpenEntry[] => {
        const why = refused.get(entry.id)
        if (why !== undefined) return [{ ...entry, kind: 'question', reason: why, quantity: null }]
        return byId.has(entry.id) ? [] : [entry]
      }),
    )
    if (lines.length === 0) {
      fail(about, [...refused.values()].join('. '))
      return
    }
    const what = lines.length === 1 ? `${lines[0]?.code}: agregado` : `${lines.length} renglones agregados`
    showToast('success', `${what} al carrito`, {
      label: 'Deshacer',
      run: () => {
        for (const { id, code, inCart } of lines) {
          const article = byId.get(id)?.article
          if (!article) continue
          const { articleId } = article
          const note = before.get(articleId)?.note
          saveLine(owner, { articleId, code, quantity: inCart, ...(note !== undefined && { note }) }, true)
        }
        setAdded((shown) => shown.filter(({ id }) => !lines.some((line) => line.id === id)))
      },
    })
  }

  const isSafe = (typed: string): boolean => {
    if (typed.length <= QUICK_MAX_LENGTH) return typed.trim() !== ''
    fail('box', quickTooLong)
    return false
  }

  /** The parts of a text; a text that could not be read stands in the box again. */
  const entriesOf = async (typed: string): Promise<readonly OpenEntry[]> => {
    try {
      const body = { clientId, text: typed }
      const { entries } = await call(reviewQuick, { body, signal: AbortSignal.timeout(LIMIT) })
      return entries.map((entry) => ({ ...entry, id: ++lastId, discarded: false }))
    } catch (error) {
      // Whoever goes on typing without looking begins another line.
      setText((now) => `${typed.trimEnd()}\n${now}`)
      throw error
    } finally {
      setReading(([, ...rest]) => rest)
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
    setReading((before) => [...before, typed])
    await run('box', async () => {
      const fresh = await entriesOf(typed)
      signal.end()
      const [only, ...more] = fresh
      const [article] = only?.articles ?? []
      setOpen((before) => [...before, ...fresh])
      if (only?.kind === 'line' && more.length === 0 && article)
        await store([{ entry: only, article, quantity: only.askedQuantity ?? 0 }], 'lines')
    })
  }

  /** Puts parts into the cart; what is on its way already is left to its answer. */
  const add = async (choices: readonly Choice[], about: About): Promise<void> => {
    const fresh = choices.filter(({ entry }) => !adding.includes(entry.id))
    if (fresh.length === 0) return
    const ids = fresh.map(({ entry }) => entry.id)
    setAdding((before) => [...before, ...ids])
    await run(about, () => store(fresh, about))
    setAdding((before) => before.filter((id) => !ids.includes(id)))
  }

  return {
    ...{ text, open, added, read, add },
    setText: (typed: string) => setText(afterOpened(typed)),
    isReading: reading.length > 0,
    isAdding: adding.length > 0,
    failed: failure !== null || signal.state === 'away',
    signal: signal.state,
    isKept: signal.isKept,
    fail,
    /** Why the last try about this failed; '' when it did not. */
    failureOf: (about: About): string => (failure?.about === about ? failure.text : ''),
    discard: (id: number, discarded: boolean) =>
      setOpen((before) => before.map((entry) => (entry.id === id ? { ...entry, discarded } : entry))),
    /** Takes a part back into the box, to be typed right. */
    correct: ({ id, text: typed }: OpenEntry) => {
      setOpen((before) => before.filter((entry) => entry.id !== id))
      setText((now) => [now, typed].filter(Boolean).join('\n'))
    },
    /** Forgets what is no line. */
    clearOthers: () => setOpen((before) => before.filter(({ kind }) => kind !== 'other')),
  }
}
export type QuickOrderState = ReturnType<typeof useQuickOrder>
