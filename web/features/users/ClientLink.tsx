import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Client, clientNotFound } from '../../../contract/clients.ts'
import { messageOf } from '../../lib/api.ts'
import { formatCuit } from '../../lib/format.ts'
import { Field } from '../../ui/Field.tsx'
import { fieldId, useDraft } from './fields.tsx'
import { fieldLabels } from './user-form.ts'
import { searchClients, useLinkedClient } from './users.api.ts'

/** Ties a client user to a client of the legacy system, found by code, or by name, code or CUIT. */
export function ClientLink() {
  const { draft, problems, set } = useDraft()
  const { clientId } = draft
  const linked = useLinkedClient(clientId)
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const [matches, setMatches] = useState<readonly Client[]>([])
  const [busy, setBusy] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (matches.length > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [matches])

  const link = (client: Client | null) => {
    setMatches([])
    setText('')
    set({ clientId: client?.id ?? null, createClient: false })
    // The button that was pressed is gone with it.
    document.getElementById(fieldId('clientId'))?.focus()
  }
  const search = async () => {
    const wanted = text.trim()
    if (wanted === '' || busy) return
    setBusy(true)
    setMessage('')
    setMatches([])
    try {
      const found = await searchClients(wanted)
      const [only] = found
      if (only && found.length === 1) link(only)
      else if (only) setMatches(found)
      else {
        set({ clientId: null })
        setMessage(clientNotFound)
      }
    } catch (error) {
      setMessage(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter searches here; it does not send the form.
    event.preventDefault()
    void search()
  }
  return (
    <div className="client-link">
      <div className="client-link__now" aria-live="polite">
        {clientId === null ? (
          <span className="field__help">Sin cliente vinculado.</span>
        ) : (
          <>
            <ClientName client={linked.data} id={clientId} />
            <button
              type="button"
              className="button button--danger"
              aria-label="Quitar el cliente vinculado"
              onClick={() => link(null)}
            >
              Quitar
            </button>
          </>
        )}
      </div>
      <Field
        label={fieldLabels.clientId}
        id={fieldId('clientId')}
        error={problems.clientId || message}
        help="Código de cliente, razón social o CUIT."
      >
        {(control) => (
          <div className="client-link__search">
            <input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setMessage('')
              }}
              onKeyDown={onKeyDown}
            />
            <button type="button" className="button button--plain" aria-disabled={busy} onClick={search}>
              {busy ? 'Buscando…' : 'Buscar cliente'}
            </button>
          </div>
        )}
      </Field>
      {matches.length > 0 && (
        <ul ref={list} className="client-link__matches" aria-label="Clientes encontrados">
          {matches.map((client) => (
            <li key={client.id}>
              <button type="button" onClick={() => link(client)}>
                <ClientName client={client} id={client.id} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const ClientName = ({ client, id }: { client: Client | null | undefined; id: number }) => (
  <span>
    <strong>{client?.businessName ?? `Cliente ${id}`}</strong>
    {client && (
      <small>
        {' '}
        {client.code} · {formatCuit(client.cuit)}
      </small>
    )}
  </span>
)
