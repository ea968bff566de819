import { useRef } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Modal } from '../../ui/Modal.tsx'
import styles from './settings.module.css'

interface SecretDialogProps {
  title: string
  /** What it is, as a label: 'Secreto'. */
  what: string
  text: string
  secret: string
  onClose: () => void
}

/** A new secret or key, which nobody can see again once this dialog is closed. */
export function SecretDialog({ title, what, text, secret, onClose }: SecretDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  const copy = () =>
    copyText(
      secret,
      {
        copied: `${what}: texto copiado`,
        refused: 'No se pudo copiar. El texto quedó marcado: cópielo con el teclado',
      },
      box.current,
    )
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Listo
          </button>
          <button type="button" className="button" onClick={() => void copy()}>
            Copiar
          </button>
        </>
      }
    >
      <div className={styles.secret}>
        <p>{text}</p>
        <input ref={box} className="input" readOnly aria-label={what} value={secret} />
      </div>
    </Modal>
  )
}
