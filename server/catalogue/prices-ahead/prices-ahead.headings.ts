/** What costs something else on a day, as a workbook (R360). */
import type { DayPrice } from '../../../contract/prices-ahead.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'

export const dayPricesSheet: ListSheet<DayPrice> = {
  name: 'precios-de-un-dia',
  title: 'Precios de un día',
  columns: [
    { heading: 'Código', kind: 'text', width: 16, value: ({ code }) => code },
    { heading: 'Nombre', kind: 'text', width: 48, value: ({ description }) => description },
    { heading: 'Precio de hoy', kind: 'money', width: 16, value: ({ before }) => before || null },
    { heading: 'Precio de ese día', kind: 'money', width: 16, value: ({ after }) => after || null },
    { heading: 'Por qué', kind: 'text', width: 30, value: ({ reason }) => reason },
  ],
}
