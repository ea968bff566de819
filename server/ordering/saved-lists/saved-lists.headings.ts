/** A saved list as a workbook, which 'Cargar mi lista' reads back (R368). */
import type { SavedLine } from '../../../contract/saved-lists.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'

export const savedListSheet: ListSheet<SavedLine> = {
  name: 'lista',
  title: 'Lista guardada',
  columns: [
    { heading: 'Código', kind: 'text', width: 16, value: ({ code }) => code },
    { heading: 'Descripción', kind: 'text', width: 48, value: ({ description }) => description },
    { heading: 'Cantidad', kind: 'count', width: 12, value: ({ quantity }) => quantity },
    { heading: 'Precio unitario', kind: 'money', width: 18, value: ({ unitPrice }) => unitPrice || null },
    { heading: 'Observación', kind: 'text', width: 40, value: ({ note }) => note },
  ],
}
