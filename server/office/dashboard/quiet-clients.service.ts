/** Clients that stopped ordering, each against the own rhythm. */
import { QUIET_CLIENTS, type QuietClient } from '../../../contract/dashboard.ts'
import type { Queryable } from '../../db/open.ts'
import { listContacts, listQuiet, nextClients } from './quiet-clients.queries.ts'

/** Clients a statement looks at: the embedded database has one connection, and others wait for it. */
const AT_ONCE = 500

/** Those with the most money first. */
export async function findQuietClients(db: Queryable): Promise<QuietClient[]> {
  const quiet: Awaited<ReturnType<typeof listQuiet>> = []
  for (let after = 0; ; ) {
    const clients = await nextClients(db, after, AT_ONCE)
    const last = clients.at(-1)
    if (last === undefined) break
    after = last
    quiet.push(...(await listQuiet(db, clients)))
  }
  const most = quiet
    .toSorted((one, other) => other.amount - one.amount || one.id - other.id)
    .slice(0, QUIET_CLIENTS)
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
