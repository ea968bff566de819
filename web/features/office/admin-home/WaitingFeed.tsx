import { useQuery } from '@tanstack/react-query'
import { listWaiting } from '../../../../contract/erp.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './admin-home.module.css'

/** The ERP's files that wait for the admin's answer (R297). Shows nothing while none does. */
export function WaitingFeed() {
  const { data = [] } = useQuery(queryOf(listWaiting))
  if (data.length === 0) return null
  return (
    <Notice>
      <p role="alert">
        <strong>
          {data.length === 1 ? 'Un archivo del ERP espera' : `${data.length} archivos del ERP esperan`} su respuesta
        </strong>
        : hasta entonces la tienda sigue con los datos anteriores, también con sus precios.
      </p>
      <ul className={styles.refused}>
        {data.map(({ id, file, preview }) => (
          <li key={id}>
            {file}: {preview.guards.map(({ message }) => message).join('; ')}
          </li>
        ))}
      </ul>
      <Link to={paths.adminWaitingFeeds}>Ver qué cambiaría y responder</Link>
    </Notice>
  )
}
