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
/** The last reading. React needs the same list as long as the stored text is the same. */
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
    // A text that this shop did not write counts as an empty quotation.
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
  /** Adds articles that are not in it yet, up to MOST_QUOTED; answers how many did not fit. */
  readonly add: (articles: readonly Quoted[]) => number
  readonly remove: (ids: readonly number[]) => void
  readonly clear: () => void
}

/** The quotation of a user; it follows changes made in other tabs, too. */
export function useQuotation(userId: number): Quotation {
  const articles = useSyncExternalStore(subscribe, () => read(userId))
  return useMemo(
    () => ({
      articles,
      add: (given) => {
        const quoted = new Set(articles.map(({ articleId }) => articleId))
        const newArticles = given.filter(({ articleId }) => !quoted.has(articleId))
        const kept = newArticles.slice(0, MOST_QUOTED - articles.length)
        const added = kept.map(({ articleId, code, description }) => ({ articleId, code, description }))
        write(userId, [...articles, ...added])
        return newArticles.length - kept.length
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
  /** Id of the article ticked last, where a range begins. */
  last: { current: number | undefined }
  /** Adds all articles that match the filters. */
  onAll: () => void
  /** Called with the number of articles that did not fit. */
  onFull: (notAdded: number) => void
}

/** The quotation as the selection of the list on the screen: the ticked articles are those in the quotation. */
export function selectionOf(quotation: Quotation, { rows, total, last, onAll, onFull }: OnScreen): Selection {
  const { articles } = quotation
  const ids = articles.map(({ articleId }) => articleId)
  const page = rows.map(({ articleId }) => articleId)
  const quotedOnPage = page.filter((id) => ids.includes(id)).length
  const set = (some: readonly number[], on: boolean) => {
    if (!on) return quotation.remove(some)
    const notAdded = quotation.add(rows.filter(({ articleId }) => some.includes(articleId)))
    if (notAdded > 0) onFull(notAdded)
  }
  return {
    chosen: { all: false, ids },
    count: articles.length,
    // 0: to choose all is not offered for more articles than a quotation holds.
    total: total <= MOST_QUOTED ? total : 0,
    has: (id) => ids.includes(Number(id)),
    page: quotedOnPage === 0 ? 'none' : quotedOnPage === page.length ? 'all' : 'some',
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
