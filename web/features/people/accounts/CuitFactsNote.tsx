import { parseCuit } from '../../../../contract/cuit.ts'
import { ApiError, messageOf } from '../../../lib/api.ts'
import { hasRegistry } from './accounts.api.ts'
import { sentence } from './user-form.ts'
import type { CuitFacts } from './users.api.ts'

/** What is known about the CUIT of a new user. The form can be sent whatever the registry answers. */
export function CuitFactsNote({ facts, typed }: { facts: CuitFacts; typed: string }) {
  const { owner, client, entry, registryError, asking } = facts
  if (!parseCuit(typed)) {
    const where = hasRegistry() ? 'se buscan sus datos en el padrón' : 'se busca el cliente que tiene este CUIT'
    return <span aria-live="polite">Al completarlo {where}.</span>
  }
  const isRegistryDown = registryError instanceof ApiError && registryError.status !== 400
  return (
    <span aria-live="polite">
      {owner && (
        <strong className="field__error">
          {sentence(`Ya hay un usuario con este CUIT: ${owner.businessName || owner.name}`)}
        </strong>
      )}
      {asking && 'Buscando en el padrón… '}
      {entry && sentence(`Padrón: ${entry.businessName || `${entry.firstName} ${entry.lastName}`}`)}
      {isRegistryDown && 'El padrón no responde; complete los datos a mano. '}
      {Boolean(registryError) && !isRegistryDown && `${messageOf(registryError)} `}
      {client && sentence(`Cliente ${client.code} del sistema de gestión: ${client.businessName}`)}
    </span>
  )
}
