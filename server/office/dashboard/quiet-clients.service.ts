/** Clients that stopped ordering, each measured by the client's own rhythm. */
import { QUIET_CLIENTS, type QuietClient } from '../../../contract/dashboard.ts'
import type { Queryable } from '../../db/open.ts'
import { listContacts, listQuiet, nextClients } from './quiet-clients.queries.ts'

/** Clients that one statement looks at: the embedded database has one connection, and other requests wait for it. */
const AT_ONCE = 500

/** Clients that stopped ordering, at most QUIET_CLIENTS, the largest amount first. */
export async function findQuietClients(db: Queryable): Promise<QuietClient[]> {
  const quiet: Awaited<ReturnType<typeof listQuiet>> = []
  for (let after = 0; ; ) {
    const clients = await nextClients(db, after, AT_ONCE)
    const last = clients.at(-1)
    if (last === undefined) break
    after = last
    quiet.push(...(await listQuiet(db, clients)))
  }
  const most = quiet.toSorted((one, other) => other.amount - one.amount || one.id - other.id).slice(0, QUIET_CLIENTS)
  const contacts = await listContacts(
    db,
    most.map(({ id }) => id),
  )
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]))
  return most.flatMap((client) => {
    const contact = contactOf.get(client.id)
    return contact ? [{ ...client, ...contact }] : []
  })
}
