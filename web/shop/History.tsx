/** The history of a record: who changed which fields, and when. For the forms and details of the administration. */

import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AuditEntry,
  type AuditedEntity,
  actionWords,
  entityWords,
  getHistory,
  HISTORY_SIZE,
  type WithHistory,
} from '../../contract/audit.ts'
import { roles } from '../../contract/roles.ts'
import { formatInstant } from '../lib/format.ts'
import { queryOf } from '../lib/query.ts'
import { storedUser } from '../lib/stored-user.ts'
import { Modal } from '../ui/Modal.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import styles from './audit.module.css'

/** A recorded action in Spanish; an unknown action as it was recorded. */
export const actionWord = (action: string): string => actionWords[action] ?? action
/** A kind of record in Spanish; an unknown kind as it was recorded. */
export const entityWord = (entity: string): string => entityWords[entity as AuditedEntity] ?? entity
/** The user who made a change; 'El sistema' where no user did. */
export const authorOf = ({ by }: Pick<AuditEntry, 'by'>): string => by || 'El sistema'

interface HistoryProps {
  entity: WithHistory
  id: number
  /** How the record is called, after 'Historial': 'de RY10013', 'del pedido 45'. */
  name: string
}

/** Opens the history of a record; only an admin has it (R42). */
export function HistoryButton(record: HistoryProps) {
  const [open, setOpen] = useState(false)
  const user = storedUser()
  if (!user || !roles[user.type].administers) return null
  return (
    <>
      <button
        type="button"
        className="button button--quiet"
        aria-label={`Historial ${record.name}`}
        onClick={() => setOpen(true)}
      >
        <IconHistory size={17} aria-hidden />
        Historial
      </button>
      {open && <HistoryModal {...record} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The latest changes of a record, the newest first. */
export function HistoryModal({ entity, id, name, onClose }: HistoryProps & { onClose: () => void }) {
  // Fetched each time the dialog opens: somebody may have changed the record since.
  const history = useQuery({ ...queryOf(getHistory, { params: { entity, id } }), staleTime: 0, gcTime: 0 })
  return (
    <Modal title={`Historial ${name}`} size="large" onClose={onClose} reading>
      <Waiting for={history} rows={4} height={56}>
        {(entries) =>
          entries.length === 0 ? (
            <p>Todavía no hay cambios registrados.</p>
          ) : (
            <>
              <ol className={styles.entries}>
                {entries.map((entry) => (
                  <Entry key={entry.key} entry={entry} own={entry.entity === entity} />
                ))}
              </ol>
              {entries.length >= HISTORY_SIZE && (
                <p className={styles.record}>Se muestran los últimos {HISTORY_SIZE}; los demás están en Auditoría.</p>
              )}
            </>
          )
        }
      </Waiting>
    </Modal>
  )
}

const Entry = ({ entry, own }: { entry: AuditEntry; own: boolean }) => (
  <li>
    <div className={styles.head}>
      <b>{actionWord(entry.action)}</b>
      <span>{authorOf(entry)}</span>
      <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
    </div>
    {!own && (
      <span className={styles.record}>
        {entityWord(entry.entity)}: {entry.name}
      </span>
    )}
    {entry.batchId !== null && (
      <span className={styles.record}>
        Parte de un cambio de varias filas{entry.undoneAt && `, deshecho el ${formatInstant(entry.undoneAt)}`}
      </span>
    )}
    <AuditChanges changes={entry.changes} />
  </li>
)
