/** Searches that found nothing, counted without who asked: off the request's path, a batch at a time. */
import type { Db, Log } from '../../db/open.ts'
import { foldText } from '../../lib/search-text.ts'
import { addMissed, listMissed, TEXTS_A_DAY } from './missed-searches.queries.ts'

const FLUSH_MS = 30_000
/** Longer texts are pasted lists, not searches. */
const MOST_LETTERS = 60
/** From so many digits on a text may be a telephone or a CUIT. */
const PERSONAL_DIGITS = 7
/** While somebody types on, only the last text counts. */
const TYPING_MS = 10_000

/** Counts of what was searched in vain. */
export interface MissedSearches {
  /**
   * Counts what a search did not find: its whole text, or codes in it. Returns at once. `asker`, a user's id, is kept only
   * until the batch is stored.
   */
  note(search: string, missed: readonly string[], asker: number): void
  /** The commonest texts; stores first what was noted up to now. */
  list(): ReturnType<typeof listMissed>
  /** Stores the rest and ends. */
  close(): Promise<void>
}

/** The text as it is counted, folded; null for a text that may tell of a person, or is no search. */
export function countable(text: string): string | null {
  const folded = foldText(text)
  if (!/[\p{L}\p{N}]/u.test(folded) || folded.length > MOST_LETTERS || folded.includes('@')) return null
  return folded.replace(/\D/g, '').length >= PERSONAL_DIGITS ? null : folded
}

export function createMissedSearches(
  db: Db,
  log: Pick<Log, 'warn'>,
  { now = Date.now }: { now?: () => number } = {},
): MissedSearches {
  let counts = new Map<string, number>()
  let lastByAsker = new Map<number, { typed: string; texts: readonly string[]; at: number }>()
  let flushing = Promise.resolve()

  const add = (text: string, change: number) => {
    const count = (counts.get(text) ?? 0) + change
    if (count <= 0) counts.delete(text)
    else if (counts.has(text) || counts.size < TEXTS_A_DAY) counts.set(text, count)
  }
  const note = (search: string, missed: readonly string[], asker: number) => {
    const texts = missed.map(countable).filter((text) => text !== null)
    const typed = foldText(search)
    const last = lastByAsker.get(asker)
    const isTypedOn =
      last && now() - last.at < TYPING_MS && (typed.startsWith(last.typed) || last.typed.startsWith(typed))
    if (isTypedOn) for (const text of last.texts) add(text, -1)
    lastByAsker.set(asker, { typed, texts, at: now() })
    for (const text of texts) add(text, 1)
  }
  const store = async () => {
    if (counts.size === 0) return
    const batch = counts
    counts = new Map()
    lastByAsker = new Map()
    try {
      await addMissed(db.kysely, batch)
    } catch (error) {
      log.warn({ err: error }, 'searches that found nothing were not counted')
    }
  }
  const flush = () => {
    flushing = flushing.then(store)
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  return {
    note,
    async list() {
      await flush()
      return listMissed(db.kysely)
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
