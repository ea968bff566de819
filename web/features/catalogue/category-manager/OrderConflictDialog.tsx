import type { ReactNode } from 'react'
import type { BranchChanged } from '../../../../contract/category-manager.ts'
import { formatTime } from '../../../lib/format.ts'
import { Modal } from '../../../ui/Modal.tsx'
import styles from './categories.module.css'

interface OrderConflictDialogProps {
  changed: BranchChanged
  onClose: () => void
  /** The choices that the user has. */
  buttons: ReactNode
}

/** Tells who changed an order meanwhile, and shows the order as it is now. Nothing is stored before the user chooses (R41). */
export const OrderConflictDialog = ({ changed, onClose, buttons }: OrderConflictDialogProps) => (
  <Modal title="Otra persona cambió el orden" onClose={onClose} footer={buttons}>
    <p>
      {changed.by || 'Otra persona'} lo cambió{changed.at && ` el ${formatTime(changed.at)}`}, mientras usted lo
      editaba. Todavía no se guardó nada de lo suyo. Ahora está así:
    </p>
    <ol className={styles.asItIs}>
      {changed.branch.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ol>
  </Modal>
)
