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
  className?: string
}

const detailOf = ({ code, cuit }: Client) =>
  [cuit && `CUIT ${formatCuit(cuit)}`, code && `Cód. ${code}`].filter(Boolean).join(' · ')

/** All clients by name, more as one scrolls; by razón social, code or CUIT while it is typed, in any order of words. */
export function ClientPicker({ id, label, clientId, onChoose, className }: ClientPickerProps) {
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
      placeholder={chooseFirst}
      chosen={clientId !== NO_CLIENT && chosen ? clientLabel(chosen) : ''}
      choices={clients.map((one) => ({ id: one.id, label: one.businessName, detail: detailOf(one) }))}
      stale={!settled}
      message={message()}
      onSearch={setTyped}
      onMore={more}
      onChoose={({ id: found }) => {
        const client = clients.find((one) => one.id === found)
        if (!client) return
        knowClient(client)
        onChoose(client)
      }}
    />
  )
}
