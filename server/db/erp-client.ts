import { sql } from 'kysely'

/** For a query that has `client as c`: the client's id in the ERP; null for a client that only the shop knows. */
export const erpClientId = sql<number | null>`case when c.from_erp then c.id end`
