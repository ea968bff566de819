/** What is left of a list file that was read, kept in this tab by user and client until it is answered (R215, R244). */
import { dropDraft, keepDraft, keptDraft } from '../../lib/draft.ts'
import type { CartOwner } from '../book/device-store.ts'
import type { OpenRow } from './review-rows.ts'

interface KeptList {
  readonly fileName: string | null
  readonly rows: readonly OpenRow[]
}

const nameFor = ({ userId, clientId }: CartOwner): string => `lista-cargada:${userId}:${clientId}`

/** The list that is left of the last file; `fileName` null where none is. */
export const keptList = (owner: CartOwner): KeptList =>
  keptDraft<KeptList>(nameFor(owner), { fileName: null, rows: [] })

/** Keeps the rows of a file while some of them are neither in the cart nor discarded. */
export function keepList(owner: CartOwner, fileName: string | null, rows: readonly OpenRow[]): void {
  if (fileName !== null && rows.some(({ discarded }) => !discarded)) keepDraft(nameFor(owner), { fileName, rows })
  else dropDraft(nameFor(owner))
}

/** How many rows of the last file are neither in the cart nor discarded. */
export const leftOf = (owner: CartOwner): number => keptList(owner).rows.filter(({ discarded }) => !discarded).length
