/** The CUIT of a user who has none (R370). */
import { type RawBuilder, sql } from 'kysely'

/** How the column of a buyer without a CUIT begins; the id follows, so that it is nobody else's. */
export const NO_CUIT = 'sin-cuit-'

/** A stored CUIT as it is shown: '' for who has none. */
export const shownCuit = (stored: string): string => (stored.startsWith(NO_CUIT) ? '' : stored)

/** The same of a column. @param column e.g. 'u.cuit' */
export const cuitColumn = (column: string): RawBuilder<string> =>
  sql<string>`case when ${sql.ref(column)} like ${`${NO_CUIT}%`} then '' else ${sql.ref(column)} end`
