import { useQuery } from '@tanstack/react-query'
import { brokenRules, getClientAccount } from '../../../contract/client-account.ts'
import { todayInArgentina } from '../../lib/day.ts'
import { queryOf } from '../../lib/query.ts'
import { Link } from '../../lib/router.tsx'
import { paths } from '../../paths.ts'

interface AccountNoteProps {
  clientId: number
  /** Cents, with VAT (R357). Absent: nothing is about to be ordered, and only what the account says by itself is told. */
  final?: number
  className?: string | undefined
}

/** What the shop does with an order, in words. */
const meaning = {
  avisar: '',
  rechazar: 'La tienda no lo toma así: consulte a su vendedor. ',
  retener: 'El pedido queda en espera hasta que la cuenta lo permita o la oficina lo libere. ',
} as const

/**
 * Says, while a cart fills and before its order is sent, which rules of the client's account it goes against (R389) and what the
 * shop does then. Without signal it goes by what the device keeps (R226).
 */
export function AccountNote({ clientId, final, className = '' }: AccountNoteProps) {
  const { data: account = null } = useQuery(queryOf(getClientAccount, { query: { clientId } }))
  const broken = brokenRules(account, final ?? 0, todayInArgentina()).filter(
    ({ rule }) => rule === 'overdue' || final !== undefined,
  )
  if (broken.length === 0) return null
  const isRefused = broken.some(({ action }) => action === 'rechazar')
  const isHeld = broken.some(({ action }) => action === 'retener')
  return (
    <p className={`notice ${isRefused ? 'notice--error' : ''} ${className}`} role="alert">
      {broken.map(({ text }) => `${text}. `).join('')}
      {meaning[isRefused ? 'rechazar' : isHeld ? 'retener' : 'avisar']}
      <Link to={paths.clientAccount}>Ver la cuenta corriente</Link>
    </p>
  )
}
