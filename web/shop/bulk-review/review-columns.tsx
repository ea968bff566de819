import type { ReviewedRow } from '../../../contract/bulk-edit.ts'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Changes } from './Changes.tsx'
import { outcomeText } from './field-text.ts'

/** The columns of a review: the article, and its changes or why it does not change. */
export const reviewColumns: readonly Column<ReviewedRow>[] = [
  {
    name: 'code',
    label: 'Artículo',
    kind: 'long',
    show: ({ code, description }) => (
      <>
        <strong>{code}</strong> <small>{description}</small>
      </>
    ),
  },
  {
    name: 'changes',
    label: 'Qué cambia',
    kind: 'long',
    show: ({ outcome, reason, changes, priceBefore, priceAfter }) => (
      <>
        {outcome !== 'changes' && (
          <p>
            <Mark kind={outcome === 'same' ? undefined : 'warning'}>{outcomeText[outcome]}</Mark> {reason}
          </p>
        )}
        {(outcome === 'changes' || outcome === 'stale') && (
          <Changes changes={changes} price={{ before: priceBefore, after: priceAfter }} />
        )}
      </>
    ),
  },
]

/** The same columns after the row's number, for a pasted text or a file. */
export const lineColumns: readonly Column<ReviewedRow>[] = [
  { name: 'line', label: 'Fila', kind: 'figure', show: ({ line }) => line },
  ...reviewColumns,
]
