/** How many rows a page of a list has: the list's own number, or more as its reader chose on this device (R325). */
import { MOST_ROWS } from '../../contract/page-size.ts'
import { useKeptChoice } from './kept-choice.ts'
import { useUser } from './session.ts'

/** What can be chosen beside a list's own number. */
export const LARGER: readonly number[] = [50, MOST_ROWS]

export interface PageSize {
  /** Rows of a page now. */
  readonly rows: number
  /** What the call is asked for: nothing while it is the list's own number. */
  readonly asked: number | undefined
  /** The list's own number. */
  readonly own: number
  readonly choose: (rows: number) => void
}

/** The choice of the signed-in user, one for all lists. `own` is the number of rows without one. */
export function usePageSize(own: number): PageSize {
  const [kept, keep] = useKeptChoice('filas-por-pagina', useUser().id)
  const asked = LARGER.find((rows) => String(rows) === kept)
  return { rows: asked ?? own, asked, own, choose: (rows) => keep(rows === own ? '' : String(rows)) }
}

/** The page that holds the first row of `page` once pages have `to` rows in place of `from`; pages count from 0. */
export const samePlace = (page: number, from: number, to: number): number => Math.floor((page * from) / to)
