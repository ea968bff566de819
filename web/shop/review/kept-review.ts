/** What is left of a file or a mail that was read, kept in this tab until each row is answered (R215, R244). */
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { dropDraft, keepDraft, keptDraft } from '../../lib/draft.ts'
import type { CartOwner } from '../book/device-store.ts'
import type { OpenRow } from './review-rows.ts'

/** Milliseconds after a change until the rows are kept: a list may have thousands. */
const KEEP_AFTER = 300

interface Rows {
  readonly rows: readonly OpenRow[]
}
const isLeft = ({ discarded }: OpenRow) => !discarded

/** The rows that this tab kept under a name, with what the screen has to know of them; `none` where nothing was kept. */
export const keptReview = <About extends object>(name: string, none: About): About & Rows =>
  keptDraft<About & Rows>(name, { ...none, rows: [] })

/**
 * Keeps the rows of a review in this tab, with what the screen has to know of them, while some of them are neither in the cart
 * nor discarded. Answers a function that forgets them.
 */
export function useKeptReview<Review extends Rows>(name: string, review: Review): () => void {
  const latest = useRef(review)
  latest.current = review
  const keep = useCallback(() => {
    if (latest.current.rows.some(isLeft)) keepDraft(name, latest.current)
    else dropDraft(name)
  }, [name])
  // Also when the screen is left sooner: the next one may tell what is left.
  useLayoutEffect(() => keep, [keep])
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [keep])
  const { rows } = review
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the rows is kept
  useEffect(() => {
    const timer = setTimeout(keep, KEEP_AFTER)
    return () => clearTimeout(timer)
  }, [keep, rows])
  return () => {
    latest.current = { ...latest.current, rows: [] }
    keep()
  }
}

/** Where the rows of the last list file are kept, by user and client. */
export const listName = ({ userId, clientId }: CartOwner): string => `lista-cargada:${userId}:${clientId}`

/** How many rows of the last list file are neither in the cart nor discarded. */
export const leftOf = (owner: CartOwner): number => keptReview(listName(owner), {}).rows.filter(isLeft).length
