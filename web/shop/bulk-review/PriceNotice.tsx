import type { BulkReview } from '../../../contract/bulk-edit.ts'
import { formatCount } from '../../lib/format.ts'
import { articlesText } from './articles-text.ts'
import styles from './bulk-review.module.css'

/** What a change does to prices: a warning where articles get dearer. */
export function PriceNotice({ review: { dearer, cheaper } }: { review: BulkReview }) {
  if (dearer === 0) return null
  return (
    <p className={`notice ${styles.dearer}`} role="alert">
      <strong>
        {articlesText(dearer)} {dearer === 1 ? 'sube' : 'suben'} de precio
      </strong>
      {cheaper > 0 && ` y ${formatCount(cheaper)} ${cheaper === 1 ? 'baja' : 'bajan'}`}.
    </p>
  )
}
