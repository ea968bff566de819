import { useEffect, useRef, useState } from 'react'
import { Modal } from '../Modal.tsx'
import styles from './media.module.css'
import { isFilm } from './media-files.ts'

/** A file that is about to fill a slot. */
export interface Change {
  readonly slot: number
  readonly file: File
}

interface ChangeDialogProps {
  changes: readonly Change[]
  /** Files that are not taken, each with why. */
  left: readonly string[]
  nameOf: (slot: number) => string
  /** Whether there is something in a slot, which is replaced. */
  isFilled: (slot: number) => boolean
  onSave: () => void
  onCancel: () => void
}

/** What was chosen, as it will look; nothing is sent before Guardar (R202). */
export function ChangeDialog({ changes, left, nameOf, isFilled, onSave, onCancel }: ChangeDialogProps) {
  const save = useRef<HTMLButtonElement>(null)
  // Enter saves. This runs after the dialog's own effect, which gives the focus to its first button.
  useEffect(() => save.current?.focus(), [])
  return (
    <Modal
      title={changes.length === 1 ? 'Cambiar imagen' : 'Agregar imágenes'}
      onClose={onCancel}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={onCancel}>
            Cancelar
          </button>
          <button ref={save} type="button" className="button" onClick={onSave}>
            Guardar
          </button>
        </>
      }
    >
      <ul className={changes.length === 1 ? styles.one : styles.several}>
        {changes.map(({ slot, file }) => (
          <li key={slot}>
            <Preview file={file} />
            <p>
              <strong>{nameOf(slot)}</strong> {isFilled(slot) && <span>(reemplaza la que está)</span>}
              <br />
              <span className={styles.fileName}>{file.name}</span>
            </p>
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <ul className="notice notice--error" aria-label="Archivos que no se agregan">
          {left.map((why) => (
            <li key={why}>{why}</li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  if (address === '') return null
  return isFilm(file) ? (
    <video src={address} controls muted playsInline aria-label={file.name} />
  ) : (
    <img src={address} alt={`Vista previa de ${file.name}`} />
  )
}
