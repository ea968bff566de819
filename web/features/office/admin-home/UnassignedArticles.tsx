import { useQuery } from '@tanstack/react-query'
import { getFeedStatus } from '../../../../contract/erp.ts'
import { UNASSIGNED_BRAND } from '../../../../contract/rules.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** How many articles no client sees because they have no brand, and the way to the list that gives many of them one. */
export function UnassignedArticles() {
  const { data } = useQuery(queryOf(getFeedStatus))
  if (!data || data.unassigned === 0) return null
  return (
    <Notice>
      <p>
        <strong>
          {data.unassigned === 1
            ? 'Un artículo activo no tiene marca ni categoría'
            : `${formatCount(data.unassigned)} artículos activos no tienen marca ni categoría`}
        </strong>
        : ningún cliente los ve. En la lista elija varios y use «Cambiar juntos» para darles una.
      </p>
      <Link to={paths.adminProducts} search={{ m: String(UNASSIGNED_BRAND) }}>
        Ver los no asignados
      </Link>
    </Notice>
  )
}
