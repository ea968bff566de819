import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { LINK_DAYS } from '../../../contract/links.ts'
import { copyText, LINK_WORDS } from '../../lib/copy-text.ts'
import { Modal } from '../../ui/Modal.tsx'
import styles from './share.module.css'
import { hasSheet, type Made, opensSheet, whatsappText } from './share.ts'

interface ShareDialogProps {
  readonly title: string
  readonly made: Made
  readonly onClose: () => void
}

/** What was made to be shared, where the sheet did not open by itself: with a button for it, or the link to copy. */
export function ShareDialog({ title, made, onClose }: ShareDialogProps) {
  const address = 'address' in made ? made.address : ''
  const box = useRef<HTMLInputElement>(null)
  const copy = (words: { copied: string; refused?: string }) => copyText(address, words, box.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => {
    if (address && !hasSheet()) void copy({ copied: LINK_WORDS.copied })
  }, [])
  return (
    <Modal
      title={`Compartir ${title}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onClose}>
            Listo
          </button>
          {hasSheet() ? (
            <button
              type="button"
              className="button"
              onClick={() => void opensSheet(title, made).then((opened) => opened && onClose())}
            >
              Elegir con quién
            </button>
          ) : (
            <button type="button" className="button" onClick={() => void copy(LINK_WORDS)}>
              Copiar enlace
            </button>
          )}
        </>
      }
    >
      {address ? (
        <div className={styles.link}>
          <p>
            Quien tenga este enlace ve este documento y nada más, sin cuenta, durante {LINK_DAYS} días o hasta que usted
            lo quite.
          </p>
          <input ref={box} className="input" readOnly aria-label="Enlace" value={address} />
          <a className="button button--plain" href={whatsappText(title, address)} target="_blank" rel="noreferrer">
            <IconBrandWhatsapp size={19} aria-hidden />
            Enviar por WhatsApp
          </a>
        </div>
      ) : (
        <p>El PDF está listo.</p>
      )}
    </Modal>
  )
}
