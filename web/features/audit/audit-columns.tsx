import { type AuditEntry, batchWords } from '../../../contract/audit.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { AuditChanges } from '../../shop/AuditChanges.tsx'
import { actionWord, authorOf, entityWord } from '../../shop/History.tsx'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** The columns of the list of changes. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  { name: 'at', label: 'Fecha', kind: 'short', phone: 'end', show: ({ at }) => formatInstant(at) },
  { name: 'by', label: 'Quién', phone: 'second', show: authorOf },
  {
    name: 'what',
    label: 'Qué',
    kind: 'long',
    phone: 'title',
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
    phone: 'second',
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
    // A bulk change shows the values that all its rows got. Where they differ by row it names only the fields.
    show: ({ changes, rows }) =>
      changes.length === 0 ? null : rows > 1 && changes.every(({ after }) => after === '') ? (
        [...new Set(changes.map(({ field }) => field))].join(', ')
      ) : (
        <AuditChanges changes={changes} />
      ),
  },
]
