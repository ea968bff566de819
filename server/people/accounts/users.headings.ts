/** The user list as a workbook. */
import { formatCuit } from '../../../contract/cuit.ts'
import type { UserRow } from '../../../contract/user-admin.ts'
import type { ListSheet } from '../../spreadsheets/list-sheet.ts'

export const usersSheet: ListSheet<UserRow> = {
  name: 'usuarios',
  title: 'Usuarios',
  columns: [
    { heading: 'Nombre', kind: 'text', width: 28, value: ({ name }) => name },
    { heading: 'Email', kind: 'text', width: 34, value: ({ email }) => email },
    { heading: 'CUIT', kind: 'text', width: 15, value: ({ cuit }) => formatCuit(cuit) },
    { heading: 'Razón social', kind: 'text', width: 36, value: ({ businessName }) => businessName },
    { heading: 'Fecha alta', kind: 'day', width: 12, value: ({ createdAt }) => createdAt },
    { heading: 'Tipo', kind: 'text', width: 12, value: ({ type }) => type },
    { heading: 'Habilitado', kind: 'yesNo', width: 11, value: ({ enabled }) => enabled },
    { heading: 'Activo', kind: 'yesNo', width: 8, value: ({ active }) => active },
    { heading: 'Verificado', kind: 'yesNo', width: 11, value: ({ verified }) => verified },
    { heading: 'Cliente en uso', kind: 'yesNo', width: 14, value: ({ clientInUse }) => clientInUse },
  ],
}
