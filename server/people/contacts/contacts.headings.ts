/** The directory of users as a workbook. */
import type { Contact } from '../../../contract/contacts.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'

export const contactsSheet: ListSheet<Contact> = {
  name: 'contactos',
  title: 'Contactos',
  columns: [
    { heading: 'Razón social', kind: 'text', width: 36, value: ({ businessName }) => businessName },
    { heading: 'Nombre', kind: 'text', width: 28, value: ({ name }) => name },
    { heading: 'Email', kind: 'text', width: 34, value: ({ email }) => email },
    { heading: 'Teléfono', kind: 'text', width: 20, value: ({ phone }) => phone },
    { heading: 'Celular', kind: 'text', width: 20, value: ({ mobile }) => mobile },
    { heading: 'Vendedor', kind: 'text', width: 28, value: ({ seller }) => seller },
    { heading: 'Tipo', kind: 'text', width: 12, value: ({ type }) => type },
    { heading: 'Activo', kind: 'yesNo', width: 8, value: ({ active }) => active },
  ],
}
