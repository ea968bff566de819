import { useState } from 'react'
import { USER_TO_EDIT, type UserRow } from '../../../contract/user-admin.ts'
import { messageOf } from '../../lib/api.ts'
import { formatCuit, formatDate } from '../../lib/format.ts'
import { navigate } from '../../lib/navigation.ts'
import { Link } from '../../lib/router.tsx'
import { showToast } from '../../lib/toast.ts'
import { paths } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { enableUser, useWaitingUsers } from './admin-home.api.ts'
import { Section } from './Section.tsx'

const nameOf = (user: UserRow): string => user.businessName || user.name

/** Users who wait to be enabled: with all data there it takes one click, else the form opens. */
export function WaitingUsers() {
  const waiting = useWaitingUsers()
  const [chosen, setChosen] = useState<UserRow | null>(null)
  const [busy, setBusy] = useState(false)

  const enable = async ({ id }: UserRow) => {
    setBusy(true)
    try {
      if (await enableUser(id)) showToast('success', 'Usuario habilitado')
      else {
        showToast('failure', 'Complete los datos que faltan para habilitarlo')
        navigate(paths.adminUsers, { search: { [USER_TO_EDIT]: id } })
      }
    } catch (error) {
      showToast('failure', messageOf(error))
    } finally {
      setBusy(false)
      setChosen(null)
    }
  }
  return (
    <>
      <Section title="Usuarios no habilitados" list={waiting} empty="No hay usuarios por habilitar.">
        {(users) => <WaitingTable users={users} onEnable={setChosen} />}
      </Section>
      {chosen && (
        <ConfirmDialog
          title="Habilitar usuario"
          text={`${nameOf(chosen)} podrá ingresar a la tienda y recibirá un aviso en ${chosen.email}.`}
          confirm="Habilitar"
          busy={busy}
          onConfirm={() => void enable(chosen)}
          onCancel={() => setChosen(null)}
        />
      )}
    </>
  )
}

function WaitingTable({ users, onEnable }: { users: readonly UserRow[]; onEnable: (user: UserRow) => void }) {
  return (
    <table className="data-table">
      <caption className="visually-hidden">Usuarios no habilitados</caption>
      <thead>
        <tr>
          <th scope="col">Razón social</th>
          <th scope="col">CUIT</th>
          <th scope="col">Nombre</th>
          <th scope="col">Email</th>
          <th scope="col">Fecha alta</th>
          <th scope="col">
            <span className="visually-hidden">Opciones</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <td data-label="Razón social" className="data-table__whole">
              {user.businessName}{' '}
              {!user.verified && <span className="mark mark--warning">sin verificar</span>}
            </td>
            <td data-label="CUIT" className="data-table__fixed">
              {formatCuit(user.cuit)}
            </td>
            <td data-label="Nombre">{user.name}</td>
            <td data-label="Email" className="data-table__whole">
              {user.email}
            </td>
            <td data-label="Fecha alta" className="data-table__fixed">
              {formatDate(user.createdAt)}
            </td>
            <td className="data-table__ways data-table__figure">
              <Link
                to={paths.adminUsers}
                search={{ [USER_TO_EDIT]: user.id }}
                className="button button--plain"
                aria-label={`Editar ${nameOf(user)}`}
              >
                Editar
              </Link>
              <button
                type="button"
                className="button"
                aria-label={`Habilitar ${nameOf(user)}`}
                onClick={() => onEnable(user)}
              >
                Habilitar
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
