import type { BulkReview } from '../../../../contract/bulk-edit.ts'
import styles from './bulk-edit.module.css'
import { articlesText } from './undo.ts'

interface ApplyButtonProps {
  review: BulkReview
  busy: boolean
  onApply: () => void
}

/** The button that applies a reviewed change, or a note where no article would change. */
export const ApplyButton = ({ review: { changed }, busy, onApply }: ApplyButtonProps) =>
  changed === 0 ? (
    <p role="status" className={styles.count}>
      No hay nada para cambiar.
    </p>
  ) : (
    <button type="button" className="button" aria-disabled={busy} onClick={onApply}>
      {busy ? 'Cambiando…' : `Cambiar ${articlesText(changed)}`}
    </button>
  )
