import { useQuery } from '@tanstack/react-query'
import { beyondLimit, beyondLimitText, getClientAccount } from '../../../contract/client-account.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'

/** Says before an order is sent that its final amount, in cents (R357), goes beyond the client's limit (R306), and whether the shop refuses it then. */
export function CreditLimit({ clientId, final }: { clientId: number; final: number }) {
  const { data: account = null } = useQuery(queryOf(getClientAccount, { query: { clientId } }))
  const beyond = beyondLimit(account, final)
  if (account === null || beyond === 0) return null
  return (
    <p className={account.binding ? 'notice notice--error' : 'notice'} role="alert">
      {beyondLimitText(beyond)}.{' '}
      {account.binding ? 'La tienda no lo toma así: quite artículos o consulte a su vendedor. ' : ''}
      <Link to={paths.clientAccount}>Ver la cuenta corriente</Link>
    </p>
  )
}
