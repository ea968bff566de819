import { type ReactNode, useState } from 'react'
import type { BulkOutcome, BulkReview } from '../../../contract/bulk-edit.ts'
import { formatCount } from '../../lib/format.ts'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import styles from './bulk-review.module.css'
import { PriceNotice } from './PriceNotice.tsx'
import { lineColumns } from './review-columns.tsx'

/** Rows on the screen at once: twenty thousand in one table would hold the browser up. */
const PAGE = 50

const KINDS: readonly { label: string; of: readonly BulkOutcome[] | null }[] = [
  { label: 'Todas', of: null },
  { label: 'Cambian', of: ['changes'] },
  { label: 'Cambiaron después', of: ['stale'] },
  { label: 'Con problemas', of: ['refused', 'notUnderstood', 'unknown', 'twice'] },
  { label: 'Sin cambios', of: ['same'] },
]

/** Every row of a pasted text or file with its outcome; all rows, or those of one kind. */
export function ReviewList({ review, children }: { review: BulkReview; children: ReactNode }) {
  const [kind, setKind] = useState('Todas')
  const [page, setPage] = useState(0)
  const kinds = KINDS.map(({ label, of }) => ({
    label,
    rows: of === null ? review.rows : review.rows.filter(({ outcome }) => of.includes(outcome)),
  })).filter(({ label, rows }) => label === 'Todas' || rows.length > 0)
  const rows = (kinds.find(({ label }) => label === kind) ?? kinds[0])?.rows ?? []
  const lastPage = Math.max(0, Math.ceil(rows.length / PAGE) - 1)
  const shownPage = Math.min(page, lastPage)
  return (
    <section aria-label="Revisión" className={styles.review}>
      <div className={styles.reviewHead}>
        <fieldset className={styles.kinds}>
          <legend className="visually-hidden">Qué filas se ven</legend>
          {kinds.map(({ label, rows: { length } }) => (
            <button
              key={label}
              type="button"
              className="button button--plain"
              aria-pressed={label === kind}
              onClick={() => {
                setKind(label)
                setPage(0)
              }}
            >
              {label} ({formatCount(length)})
            </button>
          ))}
        </fieldset>
        {children}
      </div>
      <PriceNotice review={review} />
      <DataTable
        label="Revisión de las filas"
        columns={lineColumns}
        rows={rows.slice(shownPage * PAGE, (shownPage + 1) * PAGE)}
        keyOf={({ line, code }) => line ?? code}
        nameOf={({ line, code }) => `${line}: ${code}`}
      />
      {lastPage > 0 && <Pager page={shownPage} hasNext={shownPage < lastPage} onPage={setPage} />}
    </section>
  )
}
