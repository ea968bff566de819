import { sql } from 'kysely'

/** The id a client has in the ERP, of a query that has `client as c`; null for the shop's own. */
export const erpClientId = sql<number | null>`case when c.from_erp then c.id end`
