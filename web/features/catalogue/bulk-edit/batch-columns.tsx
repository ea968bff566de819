import type { BatchRow } from '../../../../contract/bulk-edit.ts'
import { formatCount, formatDate, formatTime } from '../../../lib/format.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { kindText, labelOf } from './field-text.ts'

const moment = (iso: string) => `${formatDate(iso)} ${formatTime(iso).slice(6)}`

/** Kind and time of a bulk change, as its buttons name it. */
export const nameOfBatch = ({ at, kind }: BatchRow): string => `${kindText[kind]} del ${moment(at)}`

/** The columns of the list of bulk changes. */
export const batchColumns: readonly Column<BatchRow>[] = [
  { name: 'at', label: 'Fecha', kind: 'short', show: ({ at }) => moment(at) },
  { name: 'by', label: 'Usuario', show: ({ by }) => by },
  { name: 'kind', label: 'Tipo', show: ({ kind }) => kindText[kind] },
  { name: 'changed', label: 'Artículos', kind: 'figure', show: ({ changed }) => formatCount(changed) },
  {
    name: 'fields',
    label: 'Qué cambió',
    kind: 'long',
    show: ({ fields }) => fields.map((field) => labelOf[field]).join(', '),
  },
  {
    name: 'undone',
    label: 'Deshecho',
    show: ({ undoneAt, undoneBy }) => undoneAt && `${moment(undoneAt)}${undoneBy && `, ${undoneBy}`}`,
  },
]
