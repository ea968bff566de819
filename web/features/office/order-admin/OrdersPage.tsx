import { useQuery } from '@tanstack/react-query'
import { readId } from '../../../../contract/ids.ts'
import { getUser } from '../../../../contract/user-admin.ts'
import { wireObject } from '../../../../contract/wire.ts'
import { AddressError } from '../../../lib/address-error.ts'
import { choiceInAddress, readAddress } from '../../../lib/address-state.ts'
import { navigate } from '../../../lib/navigation.ts'
import { queryOf } from '../../../lib/query.ts'
import { useLocation } from '../../../lib/router.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { History } from './History.tsx'
import { PendingCarts } from './PendingCarts.tsx'
import { userTitle } from './user-title.ts'

const tabs = [
  { value: '', label: 'Pendientes' },
  { value: 'historicos', label: 'Historicos' },
] as const
const address = wireObject({ tab: ['vista', choiceInAddress(['historicos'])] })

/** Waiting carts and past orders of all clients (R202). */
export const OrdersPage = () => <Orders title="Pedidos" />

/** The same for one user: the account's orders, and the waiting carts of the user's client, or of a user without one. */
export function UserOrdersPage() {
  const { pathname } = useLocation()
  const last = pathname.split('/').at(-1)
  const id = readId(last)
  if (id === undefined) throw new AddressError(String(last))
  const user = useQuery(queryOf(getUser, { params: { id } }))
  return (
    <Waiting for={user} rows={10} height={40}>
      {(found) => <Orders title={`Pedidos de ${userTitle(found)}`} of={{ accountId: id, clientId: found.clientId }} />}
    </Waiting>
  )
}

interface OrdersProps {
  title: string
  of?: { accountId: number; clientId?: number | null | undefined }
}

function Orders({ title, of }: OrdersProps) {
  const { pathname, search } = useLocation()
  const { tab } = readAddress(address, search)
  const choice = (
    <Tabs label={title} tabs={tabs} value={tab} onChoose={(vista) => navigate(pathname, { search: { vista } })} />
  )
  if (tab === 'historicos') return <History title={title} tabs={choice} of={of && { accountId: of.accountId }} />
  return (
    <PendingCarts
      title={title}
      tabs={choice}
      deletes={of ? 'one' : 'all'}
      only={of && (({ userId, clientId }) => (of.clientId ? clientId === of.clientId : userId === of.accountId))}
    />
  )
}
