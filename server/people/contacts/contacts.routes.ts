import * as calls from '../../../contract/contacts.ts'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { type App, route } from '../../http/route.ts'
import { contactsSheet } from './contacts.headings.ts'
import { countContacts, listContacts } from './contacts.queries.ts'

const filterOf = ({ text, type, sellerId }: QueryOf<typeof calls.listContacts>) => ({
  text,
  type: type || undefined,
  sellerId,
})

/** The directory of the users' contact data (R28). */
export function contactsRoutes(app: App, { db: { kysely } }: { db: Db }): void {
  route(
    app,
    calls.listContacts,
    async ({ query }) => {
      const { page, size = calls.CONTACTS_PAGE_SIZE, sort } = query
      const [first, ...rest] = await listContacts(kysely, filterOf(query), sort, size, page * size)
      // Only the first row of a page carries the count (R5).
      return first ? [{ ...first, total: await countContacts(kysely, filterOf(query)) }, ...rest] : []
    },
    { sheet: { ...contactsSheet, rows: ({ query }) => listContacts(kysely, filterOf(query), query.sort) } },
  )
}
