import { IconPencil } from '@tabler/icons-react'
import type { UserRow } from '../../../contract/user-admin.ts'
import { formatCuit, formatDate } from '../../lib/format.ts'
import { labelOfType } from './user-types.ts'

interface UsersTableProps {
  rows: readonly UserRow[]
  /** Another page is on its way. */
  busy: boolean
  onEdit: (id: number) => void
}

/** The users of a page (spec 2 section 2: its columns). */
export function UsersTable({ rows, busy, onEdit }: UsersTableProps) {
  return (
    <table className="data-table" aria-busy={busy}>
      <caption className="visually-hidden">Usuarios</caption>
      <thead>
        <tr>
          <th scope="col">Opciones</th>
          <th scope="col">Nombre</th>
          <th scope="col">Email</th>
          <th scope="col">CUIT</th>
          <th scope="col">Razón social</th>
          <th scope="col">Fecha alta</th>
          <th scope="col">Tipo</th>
          <th scope="col">Habilitado</th>
          <th scope="col">Activo</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((user) => (
          <tr key={user.id}>
            <td className="data-table__ways">
              <button
                type="button"
                className="button button--quiet"
                aria-label={`Editar ${user.name || user.businessName}`}
                onClick={() => onEdit(user.id)}
              >
                <IconPencil size={17} aria-hidden />
                Editar
              </button>
            </td>
            <td data-label="Nombre" className="data-table__whole">
              {user.name}
            </td>
            <td data-label="Email" className="data-table__whole">
              {user.email}
            </td>
            <td data-label="CUIT" className="data-table__fixed">
              {formatCuit(user.cuit)}
            </td>
            <td data-label="Razón social">
              {user.businessName}{' '}
              {!user.verified && <span className="mark mark--warning">sin verificar</span>}
            </td>
            <td data-label="Fecha alta" className="data-table__fixed">
              {formatDate(user.createdAt)}
            </td>
            <td data-label="Tipo">{labelOfType(user.type)}</td>
            <td data-label="Habilitado">
              <YesNo value={user.enabled} />
            </td>
            <td data-label="Activo">
              <YesNo value={user.active} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const YesNo = ({ value }: { value: boolean }) => (
  <span className={`mark ${value ? 'mark--ok' : ''}`}>{value ? 'Sí' : 'No'}</span>
)
