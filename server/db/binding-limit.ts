/** SQL of whether an account's rules bind its client (R306, R389). */
import { type RawBuilder, sql } from 'kysely'

/** Whether the limits of accounts bind at all: a setting. */
const limitBinds = sql<boolean>`coalesce((select value = '1' from setting where key = 'LIMITE_OBLIGATORIO'), false)`

/** Whether overdue accounts bind at all: a setting. */
export const overdueBinds = sql<boolean>`coalesce((select value in ('rechazar', 'retener') from setting
  where key = 'VENCIDO_REGLA'), false)`

/** Whether a rule of accounts binds the client `clientId` (an SQL expression): only then are the account's lock and sums asked for. */
export const isBound = (clientId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${limitBinds} or ${overdueBinds}) and exists (select from client_account where client_id = ${clientId})`
