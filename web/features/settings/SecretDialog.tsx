import { useRef } from 'react'
import { showToast } from '../../lib/toast.ts'
import { Modal } from '../../ui/Modal.tsx'
import styles from './settings.module.css'

/** A new secret, which nobody can see again once this dialog is closed. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      showToast('success', 'Secreto copiado')
    } catch {
      // Without https, or without permission, a browser refuses to copy.
      box.current?.select()
      showToast('failure', 'No se pudo copiar. El secreto quedó marcado: cópielo con el teclado')
    }
  }
  return (
    <Modal
      title="Secreto del webhook"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Listo
          </button>
          <button type="button" className="button" onClick={() => void copy()}>
            Copiar secreto
          </button>
        </>
      }
    >
      <div className={styles.secret}>
        <p>
          Con él, el otro sistema comprueba que los avisos son de la tienda. Cópielo ahora: no se vuelve a
          mostrar. Si se pierde, se cambia.
        </p>
        <input ref={box} className="input" readOnly aria-label="Secreto" value={secret} />
      </div>
    </Modal>
  )
}
