/** A quick order on its way: what is read, what is asked, what the cart has taken (R33, R34, R38). */
import { useEffect, useRef, useState } from 'react'
import { getCart, getSimpleCart } from '../../../contract/cart.ts'
import { type ListLine, loadList } from '../../../contract/filled-list.ts'
import {
  QUICK_MAX_LENGTH,
  type QuickArticle,
  type QuickEntry,
  quickTooLong,
  reviewQuick,
} from '../../../contract/quick-order.ts'
import { call, messageOf } from '../../lib/api.ts'
import { outdate } from '../../lib/query.ts'
import { showToast } from '../../lib/toast.ts'
import { saveLine } from '../../shop/cart-saves.ts'
import type { CartOwner } from '../../shop/device-store.ts'
import { keepDraft, keptDraft } from './draft.ts'

/** A part of a text that is not in the cart. */
export interface OpenEntry extends QuickEntry {
  readonly id: number
  readonly discarded: boolean
}
/** A line that the cart has taken. */
export interface AddedLine extends ListLine {
  readonly id: number
}
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
  const [busy, setBusy] = useState<'reading' | 'adding' | null>(null)
  const [failure, setFailure] = useState('')
  const running = useRef(false)

  useEffect(() => {
    const waiting = open.filter(({ kind, discarded }) => kind !== 'other' && !discarded)
    keepDraft(owner, [...waiting.map((entry) => entry.text), text].filter(Boolean).join('\n'))
  }, [owner, open, text])

  /** Runs one call at a time; what it fails with stands on the screen until the next. */
  const run = async (what: 'reading' | 'adding', work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(what)
    setFailure('')
    try {
      await work()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      running.current = false
      setBusy(null)
    }
  }

  const store = async (choices: readonly Choice[]): Promise<void> => {
    const byId = new Map(choices.map((choice) => [choice.entry.id, choice]))
    const stored = await call(loadList, {
      body: {
        clientId,
        lines: choices.map(({ entry: { id, note }, article: { code }, quantity }) => ({
          ...{ row: id, code, quantity, note },
        })),
      },
      signal: AbortSignal.timeout(LIMIT),
    })
    void outdate(getSimpleCart)
    void outdate(getCart)
    const lines = stored.lines.map((line) => ({ ...line, id: line.row }))
    const refused = new Map(
      stored.notices.flatMap(({ row, dropped, reason }) => (dropped ? [[row, reason]] : [])),
    )
    setAdded((before) => [...lines.toReversed(), ...before])
    setOpen((before) =>
      before.flatMap((entry): OpenEntry[] => {
        const why = refused.get(entry.id)
        if (why !== undefined) return [{ ...entry, kind: 'question', reason: why, quantity: null }]
        return byId.has(entry.id) ? [] : [entry]
      }),
    )
    if (lines.length === 0) {
      setFailure([...refused.values()].join('. '))
      return
    }
    const what = lines.length === 1 ? `${lines[0]?.code}: agregado` : `${lines.length} renglones agregados`
    showToast('success', `${what} al carrito`, {
      label: 'Deshacer',
      run: () => {
        for (const { id, code, inCart } of lines) {
          const article = byId.get(id)?.article
          if (article) saveLine(owner, { articleId: article.articleId, code, quantity: inCart }, true)
        }
        setAdded((before) => before.filter(({ id }) => !lines.some((line) => line.id === id)))
      },
    })
  }

  /** Reads a text; a single line that is certain goes into the cart at once. */
  const read = (typed: string): Promise<void> =>
    run('reading', async () => {
      if (typed.trim() === '') return
      if (typed.length > QUICK_MAX_LENGTH) return setFailure(quickTooLong)
      const { entries } = await call(reviewQuick, {
        body: { clientId, text: typed },
        signal: AbortSignal.timeout(LIMIT),
      })
      const fresh = entries.map((entry) => ({ ...entry, id: ++lastId, discarded: false }))
      const [only, ...more] = fresh
      const [article] = only?.articles ?? []
      setText((now) => (now === typed ? '' : now))
      setOpen((before) => [...before, ...fresh])
      if (only?.kind === 'line' && more.length === 0 && article)
        await store([{ entry: only, article, quantity: only.askedQuantity ?? 0 }])
    })

  return {
    ...{ text, setText, open, added, busy, failure, read },
    fail: setFailure,
    add: (choices: readonly Choice[]) => run('adding', () => store(choices)),
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
