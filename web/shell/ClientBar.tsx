import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCuit } from '../../contract/cuit.ts'
import { NO_CLIENT } from '../../contract/rules.ts'
import { ApiError } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { ClientPicker } from '../shop/ClientPicker.tsx'
import { CLIENT_BOX, chooseClient, refuseClient, useAskedForClient, useClientId } from '../shop/chosen-client.ts'
import { clientQuery, noteRecentClient, saleTermsQuery } from '../shop/clients.ts'
import styles from './shell.module.css'

/** The client that staff orders for: the box that finds one, and the client's sale line and condition. */
export function ClientBar() {
  useAskedForClient()
  const user = useUser()
  const clientId = useClientId()
  const { data: client, error } = useQuery(clientQuery(clientId))
  const { data: terms } = useQuery(saleTermsQuery(clientId))
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  const missing = clientId !== NO_CLIENT && (client === null || refused)
  useEffect(() => {
    if (missing) refuseClient(user.id)
  }, [missing, user.id])
  const known = client?.id
  useEffect(() => {
    if (known !== undefined) noteRecentClient(user.id, known)
  }, [known, user.id])
  return (
    <>
      <label htmlFor={CLIENT_BOX}>Pedido para</label>
      <ClientPicker
        id={CLIENT_BOX}
        label="Pedido para"
        className={styles.clientBarBox}
        clientId={clientId}
        onChoose={({ id }) => chooseClient(user.id, id)}
      />
      {terms && clientId !== NO_CLIENT && (
        <p className={styles.clientBarTerms}>
          {client?.cuit && <span className={styles.clientBarCuit}>CUIT {formatCuit(client.cuit)}</span>}
          <span>Línea {terms.line.toUpperCase()}</span>
          <span>Condición {terms.condition}</span>
        </p>
      )}
    </>
  )
}
