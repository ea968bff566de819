import { useRef } from 'react'
import { copyText, LINK_WORDS } from '../../lib/copy-text.ts'
import { shopName } from '../../lib/shop.ts'
import { Modal } from '../../ui/Modal.tsx'
import { hasSheet, opensSheet, whatsappText } from '../share/share.ts'
import styles from './offers.module.css'

interface LinkMadeProps {
  /** The whole link, which nobody can see again once this is closed. */
  readonly address: string
  /** 'El pedido', 'La cotización N° 12'. */
  readonly what: string
  /** Until when it works, in words. */
  readonly until: string
  readonly onClose: () => void
}

/** The link that was made: to be shared by the phone, or copied. */
export function LinkMade({ address, what, until, onClose }: LinkMadeProps) {
  const box = useRef<HTMLInputElement>(null)
  const text = `${what} de ${shopName()} para que lo vea y lo acepte, hasta el ${until}:`
  const copy = () => copyText(address, LINK_WORDS, box.current)
  return (
    <Modal
      title="Enlace creado"
      size="small"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={() => void copy()}>
            Copiar el enlace
          </button>
          {hasSheet() ? (
            <button type="button" className="button" onClick={() => void opensSheet(text, { address })}>
              Compartir
            </button>
          ) : (
            <a className="button" href={whatsappText(text, address)} target="_blank" rel="noreferrer">
              Enviar por WhatsApp
            </a>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <p>
          Envíeselo a su cliente: sirve hasta el {until}. Quien lo tenga puede aceptarlo, una sola vez. Cuando responda,
          le escribimos a usted.
        </p>
        <input ref={box} className="input" readOnly aria-label="Enlace" value={address} />
        <p className={styles.help}>No se vuelve a mostrar. En «Mis listas» ve qué respondió, y puede quitarlo.</p>
      </div>
    </Modal>
  )
}
