import type { BulkReview } from '../../../contract/bulk-edit.ts'
import { articlesText } from './articles-text.ts'
import styles from './bulk-review.module.css'
import { useSure } from './use-sure.tsx'

interface ApplyButtonProps {
  review: BulkReview
  busy: boolean
  onApply: () => void
}

/** The button that applies a reviewed change, or a note where no article would change. */
export function ApplyButton({ review, busy, onApply }: ApplyButtonProps) {
  const { sure, question } = useSure()
  const { changed } = review
  if (changed === 0)
    return (
      <p role="status" className={styles.count}>
        No hay nada para cambiar.
      </p>
    )
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={busy}
        onClick={() => void sure(review).then((yes) => yes && onApply())}
      >
        {busy ? 'Cambiando…' : `Cambiar ${articlesText(changed)}`}
      </button>
      {question}
    </>
  )
}
