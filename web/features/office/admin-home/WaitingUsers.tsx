import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCuit } from '../../../../contract/cuit.ts'
import { listNotEnabled, USER_TO_EDIT, type UserRow } from '../../../../contract/user-admin.ts'
import { formatDate } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Mark } from '../../../ui/Mark.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListSection } from '../../../ui/table/ListSection.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { EnableDialog } from './EnableDialog.tsx'

const nameOf = (user: UserRow): string => user.businessName || user.name

const columns: readonly Column<UserRow>[] = [
  {
    name: 'businessName',
    label: 'Razón social',
    kind: 'long',
    show: ({ businessName, verified }) => (
      <>
        {businessName} {!verified && <Mark kind="warning">sin verificar</Mark>}
      </>
    ),
  },
  { name: 'cuit', label: 'CUIT', kind: 'short', show: ({ cuit }) => formatCuit(cuit) },
  { name: 'name', label: 'Nombre', show: ({ name }) => name },
  { name: 'email', label: 'Email', kind: 'long', show: ({ email }) => email },
  { name: 'createdAt', label: 'Fecha alta', kind: 'short', show: ({ createdAt }) => formatDate(createdAt) },
]

/** Users who wait to be enabled. A dialog asks for the data that a user still lacks (F11). */
export function WaitingUsers() {
  const [chosen, setChosen] = useState<UserRow | null>(null)
  return (
    <>
      <ListSection
        title="Usuarios no habilitados"
        list={useQuery(queryOf(listNotEnabled))}
        empty="No hay usuarios por habilitar."
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        actions={(user) => (
          <>
            <Link
              to={paths.adminUsers}
              search={{ [USER_TO_EDIT]: user.id }}
              className="button button--plain"
              aria-label={`Editar ${nameOf(user)}`}
            >
              Editar
            </Link>
            <RowButton label="Habilitar" of={nameOf(user)} kind="main" onClick={() => setChosen(user)} />
          </>
        )}
      />
      {chosen && <EnableDialog user={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
