import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { filterUsers, listNotEnabled, USER_TO_EDIT, type UserRow } from '../../../contract/user-admin.ts'
import { formatCuit, formatDate } from '../../lib/format.ts'
import { navigate } from '../../lib/navigation.ts'
import { queryOf, useAction } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Mark } from '../../ui/Mark.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { ListSection } from '../../ui/table/ListSection.tsx'
import { RowButton } from '../../ui/table/RowButton.tsx'
import { enableUser } from './admin-home.api.ts'

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

/** Users who wait to be enabled: with all data there it takes one click, else the form opens. */
export function WaitingUsers() {
  const [chosen, setChosen] = useState<UserRow | null>(null)
  const enable = useAction(enableUser, {
    outdates: [listNotEnabled, filterUsers],
    success: 'Usuario habilitado',
    onRefused: ({ message }) => {
      showToast('failure', message)
      navigate(paths.adminUsers, { search: { [USER_TO_EDIT]: chosen?.id } })
    },
  })
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
      {chosen && (
        <ConfirmDialog
          title="Habilitar usuario"
          text={`${nameOf(chosen)} podrá ingresar a la tienda y recibirá un aviso en ${chosen.email}.`}
          confirm="Habilitar"
          busy={enable.busy}
          onConfirm={() => void enable.run(chosen).then(() => setChosen(null))}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  )
}
