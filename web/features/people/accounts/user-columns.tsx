import { formatCuit } from '../../../../contract/cuit.ts'
import { roles } from '../../../../contract/roles.ts'
import type { UserRow } from '../../../../contract/user-admin.ts'
import { formatDate } from '../../../lib/format.ts'
import { Mark, YesNo } from '../../../ui/Mark.tsx'
import { type Column, NO_VALUE } from '../../../ui/table/columns.ts'

/** The columns of the list of users (R202). */
export const userColumns: readonly Column<UserRow>[] = [
  { name: 'name', sort: 'server', label: 'Nombre', kind: 'long', phone: 'second', show: (user) => user.name },
  { name: 'email', sort: 'server', label: 'Email', kind: 'long', show: (user) => user.email },
  { name: 'cuit', label: 'CUIT', kind: 'short', show: (user) => formatCuit(user.cuit) },
  {
    name: 'businessName',
    sort: 'server',
    label: 'Razón social',
    phone: 'title',
    show: ({ businessName, verified, clientInUse }) => (
      <>
        {businessName || NO_VALUE} {!verified && <Mark kind="warning">sin verificar</Mark>}
        {!clientInUse && <Mark kind="warning">cliente inactivo</Mark>}
      </>
    ),
  },
  {
    name: 'createdAt',
    sort: 'server',
    label: 'Fecha alta',
    kind: 'short',
    show: (user) => formatDate(user.createdAt),
  },
  { name: 'type', label: 'Tipo', phone: 'second', show: (user) => roles[user.type].label },
  { name: 'enabled', label: 'Habilitado', phone: 'end', show: (user) => <YesNo value={user.enabled} /> },
  { name: 'active', label: 'Activo', show: (user) => <YesNo value={user.active} /> },
]
