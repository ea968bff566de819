import { useQuery } from '@tanstack/react-query'
import { getFeedStatus } from '../../../../contract/erp.ts'
import { formatInstant } from '../../../lib/format.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './admin-home.module.css'

/** The ERP's data that the shop refused: until they are mended it sells at the old prices. Shows nothing while all is well. */
export function RefusedFeed() {
  const { data } = useQuery(queryOf(getFeedStatus))
  if (!data || data.refused.length === 0) return null
  return (
    <Notice>
      <p role="alert">
        <strong>La tienda no tomó datos del ERP</strong>
        {data.refusedSince && ` desde el ${formatInstant(data.refusedSince)}`} y sigue con los anteriores, también con
        sus precios.
      </p>
      <ul className={styles.refused}>
        {data.refused.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Link to={paths.adminErp}>Ver ERP y tareas</Link>
    </Notice>
  )
}
