import { IconBrandWhatsapp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { copyText, LINK_WORDS } from '../../lib/copy-text.ts'
import { Modal } from '../../ui/Modal.tsx'
import styles from './share.module.css'
import { hasSheet, opensSheet, whatsappText } from './share.ts'

interface LinkDialogProps {
  readonly title: string
  /** The whole link. */
  readonly address: string
  /** What the message with the link says. */
  readonly message: string
  /** What whoever has the link can do, and how it ends. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A link that was made: for the device's own sheet, for WhatsApp, or copied, which happens by itself where there is no sheet. */
export function LinkDialog({ title, address, message, children, onClose }: LinkDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  const copy = (words: { copied: string; refused?: string }) => void copyText(address, words, box.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    if (!hasSheet()) copy({ copied: LINK_WORDS.copied })
  }, [])
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={() => copy(LINK_WORDS)}>
            Copiar enlace
          </button>
          {hasSheet() ? (
            <button type="button" className="button" onClick={() => void opensSheet(message, { address })}>
              Elegir con quién
            </button>
          ) : (
            <button type="button" className="button" onClick={onClose}>
              Listo
            </button>
          )}
        </>
      }
    >
      <div className={styles.link}>
        {children}
        <input ref={box} className="input" readOnly aria-label="Enlace" value={address} />
        <a className="button button--plain" href={whatsappText(message, address)} target="_blank" rel="noreferrer">
          <IconBrandWhatsapp size={19} aria-hidden />
          Enviar por WhatsApp
        </a>
      </div>
    </Modal>
  )
}
