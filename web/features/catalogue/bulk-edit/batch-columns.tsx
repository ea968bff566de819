import type { BatchRow } from '../../../../contract/bulk-edit.ts'
import { formatCount, formatDate, formatTime } from '../../../lib/format.ts'
import { kindText, labelOf, valueText } from '../../../shop/bulk-review/field-text.ts'
import type { Column } from '../../../ui/table/columns.ts'

/** 'Descuento: 10 %'; for added points 'Descuento: +5 puntos'. */
const sayValue = (kind: BatchRow['kind'], { field, value }: BatchRow['values'][number]): string =>
  kind === 'add' && field === 'discount'
    ? `${labelOf[field]}: ${Number(value) > 0 ? '+' : ''}${String(value).replace('.', ',')} puntos`
    : `${labelOf[field]}: ${valueText(field, value)}`

/** What a bulk change did: its fields with the values that all got, or the fields alone where each row got its own. */
export const changeText = ({ kind, fields, values }: BatchRow): string =>
  fields
    .map((field) => {
      const same = values.find((one) => one.field === field)
      return same ? sayValue(kind, same) : labelOf[field]
    })
    .join(', ')

const moment = (iso: string) => `${formatDate(iso)} ${formatTime(iso).slice(6)}`

/** Kind and time of a bulk change, as its buttons name it. */
export const nameOfBatch = ({ at, kind }: BatchRow): string => `${kindText[kind]} del ${moment(at)}`

/** The columns of the list of bulk changes. */
export const batchColumns: readonly Column<BatchRow>[] = [
  { name: 'at', label: 'Fecha', kind: 'short', phone: 'second', show: ({ at }) => moment(at) },
  { name: 'by', label: 'Usuario', phone: 'second', show: ({ by }) => by },
  { name: 'kind', label: 'Tipo', show: ({ kind }) => kindText[kind] },
  {
    name: 'changed',
    label: 'Artículos',
    kind: 'figure',
    phone: 'end',
    show: ({ changed }) => formatCount(changed),
  },
  {
    name: 'fields',
    label: 'Qué cambió',
    kind: 'long',
    phone: 'title',
    show: changeText,
  },
  {
    name: 'undone',
    label: 'Deshecho',
    show: ({ undoneAt, undoneBy }) => undoneAt && `${moment(undoneAt)}${undoneBy && `, ${undoneBy}`}`,
  },
]
