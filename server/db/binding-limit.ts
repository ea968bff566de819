/** SQL of whether a client's limit binds (R306). */
import { type RawBuilder, sql } from 'kysely'

/** Whether the limits of accounts bind at all: a setting. */
export const limitBinds = sql<boolean>`coalesce((select value = '1' from setting where key = 'LIMITE_OBLIGATORIO'), false)`

/** Whether a limit binds the client `clientId` (an SQL expression): only then are the account's lock and sums asked for. */
export const isBound = (clientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${limitBinds} and exists (select from client_account where client_id = ${clientId})`
