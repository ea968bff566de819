import { useQuery } from '@tanstack/react-query'
import { getFeedStatus } from '../../../../contract/erp.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** How many users may sign in but not order, because the ERP put their client out of use (R317), and the way to them. */
export function UsersOutOfUse() {
  const { data } = useQuery(queryOf(getFeedStatus))
  if (!data || data.usersOutOfUse === 0) return null
  return (
    <Notice>
      <p>
        <strong>
          {data.usersOutOfUse === 1
            ? 'Un usuario no puede hacer pedidos'
            : `${formatCount(data.usersOutOfUse)} usuarios no pueden hacer pedidos`}
        </strong>
        : su cliente no está activo en el sistema de gestión. Ingresan, ven el catálogo y sus pedidos, y conservan su
        carrito.
      </p>
      <Link to={paths.adminUsers} search={{ c: '0' }}>
        Ver usuarios
      </Link>
    </Notice>
  )
}
