/** When the next page of the list loads (R104): pure, so that it can be tested. */
import { PAGE_SIZE } from '../../../../contract/rules.ts'

/** The part of the page that must have been scrolled past. */
export const LOAD_AT = 0.75

/**
 * Whether another page may be asked for: not while one is on its way, only after full pages, and not when
 * all matches are there (a last page that is full would otherwise be followed by empty ones for ever).
 */
export const mayLoadNext = (list: { loading: boolean; loaded: number; total: number }): boolean =>
  !list.loading && list.loaded > 0 && list.loaded % PAGE_SIZE === 0 && list.loaded < list.total
