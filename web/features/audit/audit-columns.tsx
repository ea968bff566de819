import { type AuditEntry, batchWords } from '../../../contract/audit.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { AuditChanges } from '../../shop/AuditChanges.tsx'
import { actionWord, authorOf, entityWord } from '../../shop/History.tsx'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** What the list tells of a change. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  { name: 'at', label: 'Fecha', kind: 'short', show: ({ at }) => formatInstant(at) },
  { name: 'by', label: 'Quién', show: authorOf },
  {
    name: 'what',
    label: 'Qué',
    kind: 'long',
    show: ({ entity, name, rows }) => (
      <>
        {rows > 1 ? `${formatCount(rows)} filas` : name}
        <small>{entityWord(entity)}</small>
      </>
    ),
  },
  {
    name: 'action',
    label: 'Acción',
    show: ({ action, kind, undoneAt }) => (
      <>
        {batchWords[kind] ?? actionWord(action)} {undoneAt && <Mark kind="warning">deshecho</Mark>}
      </>
    ),
  },
  {
    name: 'changes',
    label: 'Cambios',
    kind: 'long',
    // Of a change of many rows there is what all of them became; what differs from row to row is behind it.
    show: ({ changes, rows }) =>
      rows > 1 && changes.every(({ after }) => after === '') ? (
        [...new Set(changes.map(({ field }) => field))].join(', ')
      ) : (
        <AuditChanges changes={changes} />
      ),
  },
]
