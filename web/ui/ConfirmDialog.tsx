import { Modal } from './Modal.tsx'
import { openHere } from './open-here.ts'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  cancel?: string
  busy?: boolean
  /** Nothing is lost by it: its button is an ordinary one. */
  harmless?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Cancelar',
  busy = false,
  harmless = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Modal
      title={title}
      size="small"
      onClose={onCancel}
      footer={
        <>
          {/* The safe answer has the focus; what takes something away is red. */}
          <button ref={openHere} type="button" className="button button--plain" onClick={onCancel}>
            {cancel}
          </button>
          <button
            type="button"
            className={harmless ? 'button' : 'button button--danger button--solid'}
            aria-disabled={busy}
            onClick={() => !busy && onConfirm()}
          >
            {confirm}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  )
}
