/** Which rows of a list are chosen: some, over several pages, or all that match with exceptions. */
import { useRef, useState } from 'react'

type Id = number | string

/** What a bulk action works on. With `all` the ids are the exceptions, and the list's filters say the rest. */
export interface Chosen {
  readonly all: boolean
  readonly ids: readonly Id[]
}

const NOTHING: Chosen = { all: false, ids: [] }

/** Whether a row is chosen: it is listed, or with `all` it is no exception. */
export const isChosen = ({ all, ids }: Chosen, id: Id): boolean => ids.includes(id) !== all

/** Chooses some rows, or takes their choice back. */
export function choose({ all, ids }: Chosen, some: readonly Id[], on: boolean): Chosen {
  const others = ids.filter((id) => !some.includes(id))
  return { all, ids: on === all ? others : [...others, ...some] }
}

/** How many rows are chosen of `total` that match. */
export const countChosen = ({ all, ids }: Chosen, total: number): number => (all ? total - ids.length : ids.length)

/** The rows from `from` to `to` on the page, both included; only `to` when `from` is on another page. */
export function between(page: readonly Id[], from: Id | undefined, to: Id): readonly Id[] {
  const [start, end] = [page.indexOf(from ?? to), page.indexOf(to)]
  return start < 0 ? [to] : page.slice(Math.min(start, end), Math.max(start, end) + 1)
}

export interface Selection {
  readonly chosen: Chosen
  readonly count: number
  readonly total: number
  readonly has: (id: Id) => boolean
  /** Of the page on the screen. */
  readonly page: 'none' | 'some' | 'all'
  /** `range`: also the rows since the last one that was touched. */
  readonly set: (id: Id, on: boolean, range?: boolean) => void
  readonly setPage: (on: boolean) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

/**
 * The selection of a list.
 * @param page ids of the rows on the screen
 * @param total how many rows match
 * @param scope what the list is narrowed to: another one begins without a selection; other pages and orders keep it
 */
export function useSelection(page: readonly Id[], total: number, scope: string): Selection {
  const [state, setState] = useState({ scope, chosen: NOTHING })
  const last = useRef<Id>(undefined)
  const chosen = state.scope === scope ? state.chosen : NOTHING
  const change = (next: Chosen) => setState({ scope, chosen: next })
  const chosenOnPage = page.filter((id) => isChosen(chosen, id)).length
  return {
    chosen,
    count: countChosen(chosen, total),
    total,
    has: (id) => isChosen(chosen, id),
    page: chosenOnPage === 0 ? 'none' : chosenOnPage === page.length ? 'all' : 'some',
    set: (id, on, range = false) => {
      change(choose(chosen, range ? between(page, last.current, id) : [id], on))
      last.current = id
    },
    setPage: (on) => change(choose(chosen, page, on)),
    chooseAll: () => change({ all: true, ids: [] }),
    clear: () => change(NOTHING),
  }
}
