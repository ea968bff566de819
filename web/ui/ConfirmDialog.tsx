import { Modal } from './Modal.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  cancel?: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** The dialog opens on its safe answer, not on the cross: React's own autoFocus comes before the dialog is shown. */
const openHere = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Cancelar',
  busy = false,
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
          <button ref={openHere} type="button" className="button button--plain" onClick={onCancel}>
            {cancel}
          </button>
          <button type="button" className="button" aria-disabled={busy} onClick={() => !busy && onConfirm()}>
            {confirm}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  )
}
