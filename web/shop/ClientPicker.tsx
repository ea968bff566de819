import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Client, clientNotFound } from '../../contract/clients.ts'
import { formatCuit } from '../../contract/cuit.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { messageOf } from '../lib/api.ts'
import { SearchSelect } from '../ui/SearchSelect.tsx'
import { chooseFirst } from './chosen-client.ts'
import { clientLabel, clientQuery, knowClient, useClientSearch } from './clients.ts'

interface ClientPickerProps {
  id: string
  label: string
  /** The chosen client's id; −1 for none. */
  clientId: number
  onChoose: (client: Client) => void
  focusAtStart?: boolean
  className?: string
}

const detailOf = ({ code, cuit }: Client) =>
  [cuit && `CUIT ${formatCuit(cuit)}`, code && `Cód. ${code}`].filter(Boolean).join(' · ')

/**
 * A box that chooses a client. It lists all clients by name, more with each scroll to the end. Typed words are searched in
 * the razón social, the code and the CUIT, in any order.
 */
export function ClientPicker({ id, label, clientId, onChoose, focusAtStart, className }: ClientPickerProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const { data: chosen } = useQuery(clientQuery(clientId))
  const { clients, settled, more, error } = useClientSearch(typed ?? '', { enabled: typed !== null })
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
      chosen={clientId !== NO_CLIENT && chosen ? clientLabel(chosen) : ''}
      choices={clients.map((client) => ({
        id: client.id,
        label: client.businessName,
        detail: detailOf(client),
      }))}
      stale={!settled}
      message={message()}
      onSearch={setTyped}
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
