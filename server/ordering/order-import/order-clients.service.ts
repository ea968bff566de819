/** Finds the clients of a file's orders: the caller's clients by CUIT, with their addresses. */
import { NO_ADDRESS, PICKUP } from '../../../contract/orders.ts'
import { type Caller, scopeOf } from '../../caller.ts'
import type { Queryable } from '../../db/open.ts'
import { findAddresses, findClientsByCuit } from './order-import.queries.ts'

export interface OrderAddress {
  id: number
  clientId: number
  street: string
  locality: string
  postalCode: string
  provinceId: number | null
}
export interface OrderClient {
  id: number
  businessName: string
  condition: number
  /** Whether the ERP has it in use: for another nobody may order (R317). */
  inUse: boolean
  /** Cents that its orders come to at least (R361); null: no least. */
  least: number | null
}
/** The clients of one CUIT: most have one, a firm with branches several. */
export interface ClientsOfCuit {
  clients: OrderClient[]
  addresses: OrderAddress[]
}

/** The caller's clients of each CUIT (digits); a CUIT without any is not in the answer. */
export async function clientsByCuit(
  db: Queryable,
  caller: Caller,
  cuits: readonly string[],
): Promise<Map<string, ClientsOfCuit>> {
  const found = await findClientsByCuit(db, cuits, scopeOf(caller))
  const addresses = await findAddresses(
    db,
    found.map(({ id }) => id),
  )
  const byCuit = new Map<string, ClientsOfCuit>()
  for (const { cuit, ...client } of found) {
    // A firm that closed a branch orders for the others.
    if (!client.inUse && byCuit.has(cuit)) continue
    const entry = byCuit.get(cuit) ?? { clients: [], addresses: [] }
    byCuit.set(cuit, entry)
    entry.clients.push(client)
    entry.addresses.push(...addresses.filter(({ clientId }) => clientId === client.id))
  }
  return byCuit
}

/**
 * The client that an address chooses among those of a CUIT: the owner of the address for a delivery; the first client for
 * a pickup, and for NO_ADDRESS when none of them has an address. Null: the address belongs to none of them.
 */
export function chosenClient({ clients, addresses }: ClientsOfCuit, addressId: number): OrderClient | null {
  const [first = null] = clients
  if (addressId === PICKUP) return first
  if (addressId === NO_ADDRESS) return addresses.length === 0 ? first : null
  const address = addresses.find(({ id }) => id === addressId)
  return clients.find(({ id }) => id === address?.clientId) ?? null
}
