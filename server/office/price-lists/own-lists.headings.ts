/** A list of the shop's own as a workbook, which comes back changed (R359). */
import type { OwnPriceRow } from '../../../contract/own-lists.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'
import { CODE_HEADING, PRICE_HEADING } from './own-list-sheet.rules.ts'

export const ownPricesSheet: ListSheet<OwnPriceRow> = {
  name: 'lista-de-precios',
  title: 'Lista de precios',
  columns: [
    { heading: CODE_HEADING, kind: 'text', width: 16, value: ({ code }) => code },
    { heading: 'Nombre', kind: 'text', width: 48, value: ({ description }) => description },
    { heading: 'Precio en la lista base', kind: 'money', width: 18, value: ({ base }) => base || null },
    { heading: PRICE_HEADING, kind: 'money', width: 18, value: ({ listPrice }) => listPrice },
  ],
}
