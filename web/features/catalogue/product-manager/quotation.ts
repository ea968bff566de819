/** The articles of a quotation, kept on the device for its user over pages, searches and reloads. */
import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { ManagedProduct } from '../../../../contract/product-manager.ts'
import { between, type Selection } from '../../../ui/table/selection.ts'

/** More articles than anybody reads in a quotation; a list of more is asked for as a catalogue. */
export const MOST_QUOTED = 500

const quoted = z.object({ articleId: z.int(), code: z.string(), description: z.string() })
export type Quoted = z.output<typeof quoted>

const nothing: readonly Quoted[] = []
const listeners = new Set<() => void>()
/** What was read last: the same text is the same list, as React asks for. */
let last: { key: string; text: string | null; articles: readonly Quoted[] } | undefined

const keyOf = (userId: number) => `cotizacion:${userId}`

function read(userId: number): readonly Quoted[] {
  const key = keyOf(userId)
  const text = localStorage.getItem(key)
  if (last?.key === key && last.text === text) return last.articles
  let articles = nothing
  try {
    const stored = z.safeParse(z.array(quoted), JSON.parse(text ?? '[]'))
    if (stored.success) articles = stored.data
  } catch {
    // Not written by this shop: as good as empty.
  }
  last = { key, text, articles }
  return articles
}

function write(userId: number, articles: readonly Quoted[]): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(articles))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export interface Quotation {
  readonly articles: readonly Quoted[]
  /** Adds articles that are not there yet, up to MOST_QUOTED; answers how many did not fit. */
  readonly add: (articles: readonly Quoted[]) => number
  readonly remove: (ids: readonly number[]) => void
  readonly clear: () => void
}

/** The quotation of a user, kept current also with other tabs. */
export function useQuotation(userId: number): Quotation {
  const articles = useSyncExternalStore(subscribe, () => read(userId))
  return useMemo(
    () => ({
      articles,
      add: (given) => {
        const quoted = new Set(articles.map(({ articleId }) => articleId))
        const fresh = given.filter(({ articleId }) => !quoted.has(articleId))
        const kept = fresh.slice(0, MOST_QUOTED - articles.length)
        const added = kept.map(({ articleId, code, description }) => ({ articleId, code, description }))
        write(userId, [...articles, ...added])
        return fresh.length - kept.length
      },
      remove: (ids) =>
        write(
          userId,
          articles.filter(({ articleId }) => !ids.includes(articleId)),
        ),
      clear: () => write(userId, []),
    }),
    [articles, userId],
  )
}

interface OnScreen {
  rows: readonly ManagedProduct[]
  /** How many articles match the filters. */
  total: number
  /** The box that was touched last, for a range. */
  last: { current: number | undefined }
  /** Adds all that match. */
  onAll: () => void
  /** Told how many articles found no room. */
  onFull: (left: number) => void
}

/** The quotation as the selection of the list on the screen: what is ticked is in it. */
export function selectionOf(quotation: Quotation, { rows, total, last, onAll, onFull }: OnScreen): Selection {
  const { articles } = quotation
  const ids = articles.map(({ articleId }) => articleId)
  const page = rows.map(({ articleId }) => articleId)
  const here = page.filter((id) => ids.includes(id)).length
  const set = (some: readonly number[], on: boolean) => {
    if (!on) return quotation.remove(some)
    const left = quotation.add(rows.filter(({ articleId }) => some.includes(articleId)))
    if (left > 0) onFull(left)
  }
  return {
    chosen: { all: false, ids },
    count: articles.length,
    // Not offered for more than a quotation holds.
    total: total <= MOST_QUOTED ? total : 0,
    has: (id) => ids.includes(Number(id)),
    page: here === 0 ? 'none' : here === page.length ? 'all' : 'some',
    set: (id, on, range = false) => {
      const some = range ? between(page, last.current, Number(id)) : [id]
      set(some.map(Number), on)
      last.current = Number(id)
    },
    setPage: (on) => set(page, on),
    chooseAll: onAll,
    clear: quotation.clear,
  }
}
