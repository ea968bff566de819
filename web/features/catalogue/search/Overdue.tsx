import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { brokenRules, getClientAccount } from '../../../../contract/client-account.ts'
import { todayInArgentina } from '../../../lib/day.ts'
import { queryOf } from '../../../lib/query.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import { useClientId, useOnBehalf } from '../../../shop/chosen-client.ts'
import styles from './catalogue.module.css'

/**
 * What is overdue of the client's account, before its cart fills (R389): 'La cuenta tiene vencido $ 845.000,00, 40 días', below the bar
 * of the catalogue. It goes there by itself, as the words about VAT do.
 */
export function Overdue() {
  const { missing } = useOnBehalf()
  const clientId = useClientId()
  const { data: account = null } = useQuery(queryOf(getClientAccount, missing ? null : { query: { clientId } }))
  const overdue = brokenRules(account, 0, todayInArgentina()).find(({ rule }) => rule === 'overdue')
  const bar = document.querySelector(`.${styles.listBar}`)
  if (!overdue || bar === null) return null
  return createPortal(
    <p data-overdue role="status">
      {overdue.text}. <Link to={paths.clientAccount}>Ver la cuenta</Link>
    </p>,
    bar,
  )
}
