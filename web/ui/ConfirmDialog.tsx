import type { ReactNode } from 'react'
import { Modal } from './Modal.tsx'
import { openHere } from './open-here.ts'

interface ConfirmDialogProps {
  title: string
  text: string
  confirm: string
  cancel?: string
  busy?: boolean
  /** Whether it can be confirmed by now; by default at once. */
  ready?: boolean
  /** Nothing is lost by it: its button is an ordinary one. */
  harmless?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** What has to be filled in first. */
  children?: ReactNode
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = 'Cancelar',
  busy = false,
  ready = true,
  harmless = false,
  onConfirm,
  onCancel,
  children,
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
            aria-disabled={busy || !ready}
            onClick={() => !busy && ready && onConfirm()}
          >
            {confirm}
          </button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </Modal>
  )
}
