import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Client, clientNotFound, type FoundClient } from '../../contract/clients.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { messageOf } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { SearchSelect } from '../ui/SearchSelect.tsx'
import { orderWaitsFor } from './book/cart-saves.ts'
import { ownersOf } from './book/device-store.ts'
import { lineWaits } from './book/waiting-words.ts'
import { chooseFirst } from './chosen-client.ts'
import { clientQuery, knowClient, recentClients, useClientSearch } from './clients.ts'

interface ClientPickerProps {
  id: string
  label: string
  /** The chosen client's id; −1 for none. */
  clientId: number
  onChoose: (client: Client) => void
  focusAtStart?: boolean
  className?: string
}

const detailOf = ({ locality, code, cuit }: FoundClient) =>
  [locality, cuit && `CUIT ${formatCuit(cuit)}`, code && `Cód. ${code}`].filter(Boolean).join(' · ')

/** What tells a client from the others at a glance: something waits on this device, a cart was begun, it was chosen lately. */
function marksOf(userId: number, { id, cartLines }: FoundClient, recent: readonly number[]): string[] {
  // Only of carts of which the device keeps something: the others need not be read.
  const owner = ownersOf(userId).find(({ clientId }) => clientId === id)
  const waits = owner && (orderWaitsFor(owner) === 'signal' ? lineWaits.signal : 'sin enviar')
  return [waits, cartLines > 0 && 'con carrito', recent.includes(id) && 'reciente'].filter(
    (mark) => typeof mark === 'string',
  )
}

/**
 * A box that chooses a client. It lists the clients chosen last, then all by name, more with each scroll to the end. Typed words
 * are searched in the razón social, the code and the CUIT, in any order.
 */
export function ClientPicker({ id, label, clientId, onChoose, focusAtStart, className }: ClientPickerProps) {
  const user = useUser()
  const [typed, setTyped] = useState<string | null>(null)
  const [recent, setRecent] = useState<readonly number[]>([])
  const { data: chosen } = useQuery(clientQuery(clientId))
  const { clients, settled, more, error } = useClientSearch(typed ?? '', { enabled: typed !== null, recent })
  const message = () => {
    if (error) return messageOf(error)
    if (clients.length === 0) return settled ? clientNotFound : 'Buscando…'
    return ''
  }
  return (
    <SearchSelect
      id={id}
      label={label}
      className={className}
      focusAtStart={focusAtStart}
      placeholder={chooseFirst}
      chosen={clientId !== NO_CLIENT && chosen ? chosen.businessName : ''}
      choices={clients.map((client) => ({
        id: client.id,
        label: client.businessName,
        detail: detailOf(client),
        marks: marksOf(user.id, client, recent),
      }))}
      stale={!settled}
      message={message()}
      onSearch={(text) => {
        // The order stays while the list is open.
        if (typed === null) setRecent(recentClients(user.id))
        setTyped(text)
      }}
      onMore={more}
      onChoose={({ id: found }) => {
        const client = clients.find((candidate) => candidate.id === found)
        if (!client) return
        knowClient(client)
        onChoose(client)
      }}
    />
  )
}
