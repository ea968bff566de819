/** What a list shows of its rows, declared once for the table on the PC and the two lines on the phone. */
import type { ReactNode } from 'react'
import type { Sort } from '../../../contract/wire.ts'

export interface Column<Row> {
  /** Its name in the address, when the list is ordered by it. */
  readonly name: string
  readonly label: string
  readonly show: (row: Row) => ReactNode
  /** Ordered by the server, or by the browser where the whole list is there: then what a row is ordered by. */
  readonly sort?: 'server' | ((row: Row) => string | number)
  /** Figures stand to the right; short values (dates, codes) never break; long ones take a card's whole width. */
  readonly kind?: 'figure' | 'short' | 'long'
  /**
   * Its place in a row of two lines, on a phone (R249): the picture before both, the first line, one of the values of the
   * second line, or what ends that line. Any other column is seen when the row is opened.
   */
  readonly phone?: 'lead' | 'title' | 'end' | 'second'
  /** What stands below its rows, e.g. their sum. */
  readonly foot?: ReactNode
}

/** What a cell without a value shows. */
export const NO_VALUE = '—'

/** Whether a column has something to show of a row. */
export const hasValue = (shown: ReactNode): boolean =>
  shown !== '' && shown !== null && shown !== undefined && shown !== false

/** What the cell of a row shows; every list shows the same where there is nothing. */
export function cellOf<Row>({ show }: Column<Row>, row: Row): ReactNode {
  const shown = show(row)
  return hasValue(shown) ? shown : NO_VALUE
}

/** A whole list in the order that was asked for. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const sortValueOf = columns.find(({ name }) => name === sort?.by)?.sort
  if (typeof sortValueOf !== 'function') return rows
  const direction = sort?.down ? -1 : 1
  return rows.toSorted((a, b) => direction * compare(sortValueOf(a), sortValueOf(b)))
}

const collator = new Intl.Collator('es-AR', { numeric: true, sensitivity: 'base' })
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
