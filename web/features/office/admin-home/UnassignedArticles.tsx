import { useQuery } from '@tanstack/react-query'
import { getFeedStatus } from '../../../../contract/erp.ts'
import { UNASSIGNED_BRAND } from '../../../../contract/rules.ts'
import { formatCount } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** What clients see of articles without a brand. */
function seenInWords(all: number, shown: number): string {
  if (shown === 0) return all === 1 ? 'ningún cliente lo ve' : 'ningún cliente los ve'
  if (shown === all) return `los clientes ${all === 1 ? 'lo encuentran' : 'los encuentran'} solo buscando`
  const hidden = all - shown
  return `${formatCount(shown)} los clientes ${shown === 1 ? 'lo encuentran' : 'los encuentran'} solo buscando, ${formatCount(hidden)} no ${hidden === 1 ? 'lo ve' : 'los ve'} nadie`
}

/** How many articles have no brand, what clients see of them, and the way to the list that gives many of them one. */
export function UnassignedArticles() {
  const { data } = useQuery(queryOf(getFeedStatus))
  if (!data || data.unassigned === 0) return null
  const { unassigned, unassignedShown } = data
  return (
    <Notice>
      <p>
        <strong>
          {unassigned === 1
            ? 'Un artículo activo no tiene marca ni categoría'
            : `${formatCount(unassigned)} artículos activos no tienen marca ni categoría`}
        </strong>
        : {seenInWords(unassigned, unassignedShown)}. En la lista elija varios y use «Cambiar juntos» para darles una.
      </p>
      <Link to={paths.adminProducts} search={{ m: String(UNASSIGNED_BRAND) }}>
        Ver los no asignados
      </Link>
    </Notice>
  )
}
