import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Modal.module.css'

interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Where on the screen: in the middle, rising from the lower edge (filters on the phone), or a Drawer. */
  placement?: 'centre' | 'bottom' | 'side'
  size?: 'small' | 'medium' | 'large'
  /** Buttons that stay in sight below the content. */
  footer?: ReactNode
  /** Nothing but text inside: the box itself takes the focus, so that the keyboard can scroll it. */
  reading?: boolean
}

let openCount = 0
/** Behind a dialog the page does not scroll (base.css). */
function countOpen(more: 1 | -1): void {
  openCount += more
  document.body.classList.toggle('has-modal', openCount > 0)
}

/**
 * A native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back.
 * Mount it to open it; a click beside it closes it too.
 */
export function Modal({
  title,
  onClose,
  children,
  placement = 'centre',
  size = 'medium',
  footer,
  reading = false,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const pressedOutside = useRef(false)
  useEffect(() => {
    const opener = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    countOpen(1)
    return () => {
      shown?.close()
      countOpen(-1)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the dialog's own.
    <dialog
      ref={dialog}
      className={styles.modal}
      data-placement={placement}
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Escape in a dialog inside this one closes only that one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // At a second Escape the browser closes this dialog in spite of `onCancel`, and every dialog below it. A mounted
        // dialog has to be open, so it is shown again. Where React mounts twice (development), the close event of the first
        // mount comes when the dialog is open again: nothing is done then.
        const { target, currentTarget } = event
        if (target !== currentTarget || !currentTarget.isConnected || currentTarget.open) return
        event.currentTarget.showModal()
        // The Escape was meant for the dialog on top.
        if ([...document.querySelectorAll('dialog')].at(-1) === event.currentTarget) onClose()
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // Not when the pointer was only released outside, after marking text inside.
        if (event.target === event.currentTarget && pressedOutside.current) onClose()
      }}
    >
      <div className={styles.box}>
        {/* No header and no footer: outside of main they would be landmarks, inside of the page's own ones. */}
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} aria-label="Cerrar" onClick={onClose}>
            <IconX size={22} aria-hidden />
          </button>
        </div>
        <div className={styles.body} {...(reading && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}>
          {children}
        </div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
    </dialog>
  )
}
