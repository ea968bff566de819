import type { Conflict } from '../../lib/form.ts'
import { formatTime } from '../../lib/format.ts'
import { Modal } from '../Modal.tsx'
import styles from './form.module.css'

interface ConflictDialogProps {
  conflict: Conflict
  onChoose: (choice: 'mine' | 'stored' | 'neither') => void
}

/** Tells what somebody else changed since the form was opened; nothing is stored before the person chooses (R41). */
export function ConflictDialog({ conflict: { who, fields }, onChoose }: ConflictDialogProps) {
  return (
    <Modal
      title="Otra persona lo cambió"
      onClose={() => onChoose('neither')}
      footer={
        <>
          <button type="button" className="button button--plain" onClick={() => onChoose('neither')}>
            Volver al formulario
          </button>
          <button type="button" className="button button--plain" onClick={() => onChoose('stored')}>
            Descartar lo mío
          </button>
          <button type="button" className="button" onClick={() => onChoose('mine')}>
            Guardar mis cambios
          </button>
        </>
      }
    >
      <p>
        {who.by || 'El sistema'} guardó cambios el {formatTime(who.at)}, mientras usted editaba. Todavía no se guardó
        nada de lo suyo.
      </p>
      {fields.length > 0 && (
        <ul className={styles.conflict}>
          {fields.map(({ label, before, now, mine }) => (
            <li key={label}>
              <strong>{label}</strong>: era {before}, ahora es {now}.{mine !== null && <em> Usted puso {mine}.</em>}
            </li>
          ))}
        </ul>
      )}
      <p>Con “Guardar mis cambios” queda lo suyo donde usted cambió algo, y lo demás como está guardado.</p>
    </Modal>
  )
}
