import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCuit } from '../../../../contract/cuit.ts'
import { filterUsers, listNotEnabled, rejectUser, USER_TO_EDIT, type UserRow } from '../../../../contract/user-admin.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { type Column, NO_VALUE } from '../../../ui/table/columns.ts'
import { ListSection } from '../../../ui/table/ListSection.tsx'
import { RowButton } from '../../../ui/table/RowButton.tsx'
import { EnableDialog } from './EnableDialog.tsx'

/** Users shown until all are asked for: what stands below the list is looked at every day too. */
const AT_ONCE = 5

const nameOf = (user: UserRow): string => user.businessName || user.name

const columns: readonly Column<UserRow>[] = [
  {
    name: 'businessName',
    label: 'Razón social',
    kind: 'long',
    phone: 'title',
    show: ({ businessName, verified }) => (
      <>
        {businessName || NO_VALUE} {!verified && <Mark kind="warning">sin verificar</Mark>}
      </>
    ),
  },
  { name: 'cuit', label: 'CUIT', kind: 'short', show: ({ cuit }) => formatCuit(cuit) },
  { name: 'name', label: 'Nombre', phone: 'second', show: ({ name }) => name },
  { name: 'email', label: 'Email', kind: 'long', show: ({ email }) => email },
  {
    name: 'createdAt',
    label: 'Fecha alta',
    kind: 'short',
    phone: 'end',
    show: ({ createdAt }) => formatDate(createdAt),
  },
]

/** Users who wait to be enabled, under a heading with this id. A dialog asks for the data that a user still lacks (F11). */
export function WaitingUsers({ id }: { id: string }) {
  const [chosen, setChosen] = useState<UserRow | null>(null)
  const [rejecting, setRejecting] = useState<UserRow | null>(null)
  const reject = useAction(({ id }: UserRow) => call(rejectUser, { params: { id } }), {
    outdates: [listNotEnabled, filterUsers],
    success: 'Usuario rechazado',
    onDone: () => setRejecting(null),
  })
  return (
    <>
      <ListSection
        title="Usuarios no habilitados"
        id={id}
        list={useQuery(queryOf(listNotEnabled))}
        atOnce={AT_ONCE}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        actions={(user) => (
          <>
            <Link
              to={paths.adminUsers}
              search={{ [USER_TO_EDIT]: user.id }}
              className="button button--small button--plain"
              aria-label={`Editar ${nameOf(user)}`}
            >
              Editar
            </Link>
            <RowButton label="Rechazar" of={nameOf(user)} kind="danger" onClick={() => setRejecting(user)} />
            <RowButton label="Habilitar" of={nameOf(user)} kind="main" onClick={() => setChosen(user)} />
          </>
        )}
      />
      {rejecting && (
        <ConfirmDialog
          title="Rechazar usuario"
          text={`${nameOf(rejecting)} no podrá ingresar y deja esta lista. Queda en Usuarios como no activo, donde se lo puede volver a activar. No se le envía ningún correo.`}
          confirm="Rechazar"
          busy={reject.busy}
          onConfirm={() => void reject.run(rejecting)}
          onCancel={() => setRejecting(null)}
        />
      )}
      {chosen && <EnableDialog user={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
