import { useState } from 'react'
import { Field } from '../../ui/Field.tsx'
import styles from './sheets.module.css'

/** Rows that were copied from a spreadsheet, pasted as text. */
export function PastedSheet({ busy, onPaste }: { busy: boolean; onPaste: (text: string) => void }) {
  const [text, setText] = useState('')
  const isReady = text.trim() !== '' && !busy
  return (
    <details className={styles.pasted}>
      <summary>O pegue aquí las filas de la planilla</summary>
      <Field label="Filas copiadas, con sus títulos">
        {(control) => <textarea {...control} rows={6} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
      <button
        type="button"
        className="button button--plain"
        aria-disabled={!isReady}
        onClick={() => isReady && onPaste(text)}
      >
        Leer lo pegado
      </button>
    </details>
  )
}
