import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Client, clientNotFound } from '../../../../contract/clients.ts'
import { formatCuit } from '../../../../contract/cuit.ts'
import { useAction } from '../../../lib/action.ts'
import type { Form } from '../../../lib/form.ts'
import { FormField, Wide } from '../../../ui/form/fields.tsx'
import styles from './client-link.module.css'
import type { UserDraft } from './user-form.ts'
import { searchClients, useLinkedClient } from './users.api.ts'

/** Links a user to a client of the legacy system, who is found by the exact code, or else by name, code or CUIT. */
export function ClientLink({ form }: { form: Form<UserDraft> }) {
  const { clientId } = form.draft
  const linked = useLinkedClient(clientId)
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const [matches, setMatches] = useState<readonly Client[]>([])
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (matches.length > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [matches])

  const link = (client: Client | null) => {
    setMatches([])
    setText('')
    form.set({ clientId: client?.id ?? null, createClient: false })
    // The pressed button is removed with its list, so the focus goes to the box.
    document.getElementById(form.idOf('clientId'))?.focus()
  }
  const searching = useAction(searchClients, {
    onDone: (found) => {
      const [only] = found
      if (only && found.length === 1) link(only)
      else if (only) setMatches(found)
      else {
        form.set({ clientId: null })
        setMessage(clientNotFound)
      }
    },
    onRefused: (refusal) => setMessage(refusal.message),
  })
  const search = () => {
    if (text.trim() === '' || searching.busy) return
    setMessage('')
    setMatches([])
    void searching.run(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter searches here; it does not send the form.
    event.preventDefault()
    search()
  }
  return (
    <Wide>
      <div className={styles.now} aria-live="polite">
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
      <FormField
        form={form}
        name="clientId"
        label="Cliente vinculado"
        error={message}
        help="Código de cliente, razón social o CUIT."
        say={(id) => (id === null ? 'Sin cliente' : `Cliente ${id}`)}
      >
        {(control) => (
          <div className={styles.search}>
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
            <button type="button" className="button button--plain" aria-disabled={searching.busy} onClick={search}>
              {searching.busy ? 'Buscando…' : 'Buscar cliente'}
            </button>
          </div>
        )}
      </FormField>
      {matches.length > 0 && (
        <ul ref={list} className={styles.matches} aria-label="Clientes encontrados">
          {matches.map((client) => (
            <li key={client.id}>
              <button type="button" onClick={() => link(client)}>
                <ClientName client={client} id={client.id} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Wide>
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
